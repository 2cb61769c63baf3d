//! The tape deck: blocks that load in no time, or pulses that feed the EAR socket.
//!
//! Owns: the tape that is in, how far it has run, and the blocks that were saved.
//! Must never know: what a header is, or in what kind of file a tape is kept.
//!
//! A block is `flag, data ..., parity`. With blocks in the deck the ROM's LD-BYTES (0556h) is left to set itself up; at
//! 056Bh, where it would begin to look for a pilot tone, the next block is put where it belongs and the routine
//! returns through its own SA/LD-RET with the flags, IX, DE and parity (H) it would have had. SA-BYTES (04C2h) is cut
//! short at 04C6h in the same way. With pulses in the deck nothing is cut short.

use std::sync::Arc;

use rustzx_z80::Z80;

use super::memory::Memory;
use super::registers::flag;

/// Where LD-BYTES is taken over: registers set up, SA/LD-RET on the stack.
pub(super) const LD_BREAK: u16 = 0x056B;
/// Where SA-BYTES is taken over: SA/LD-RET on the stack.
pub(super) const SA_BYTES_SET_UP: u16 = 0x04C6;

/// How much SAVE may put aside at once, in bytes; after that the ROM makes its signal. A 48K that saves all of its
/// memory again and again reaches it after some 340 blocks.
const SAVED_LIMIT: usize = 16 << 20;

/// A tape deck. See the module's text.
#[derive(Clone, Debug)]
pub struct Deck {
    blocks: Arc<[Vec<u8>]>,
    next: usize,
    saved: Vec<Vec<u8>>,
    instant_save: bool,
    pulses: Arc<[u32]>,
    pulse: usize,
    edge: u64,
    level: bool,
    playing: bool,
}

impl Default for Deck {
    fn default() -> Self {
        Deck {
            blocks: Arc::new([]),
            next: 0,
            saved: Vec::new(),
            instant_save: true,
            pulses: Arc::new([]),
            pulse: 0,
            edge: 0,
            level: false,
            playing: false,
        }
    }
}

impl Deck {
    /// Puts in a tape of blocks that load at once. Blocks without any byte are passed over, as the ROM does.
    pub fn insert_blocks(&mut self, blocks: Vec<Vec<u8>>) {
        self.eject();
        self.blocks = blocks.into();
    }

    /// Puts in a tape of pulses, lengths in T-states at 3.5 MHz, the first one low. The tape starts by itself when
    /// the ROM first looks for a pilot tone. A length of 0 stops it until the ROM looks for one again.
    pub fn insert_pulses(&mut self, pulses: impl IntoIterator<Item = u32>) {
        self.eject();
        self.pulses = pulses.into_iter().collect();
    }

    /// Takes the tape out.
    pub fn eject(&mut self) {
        self.blocks = Arc::new([]);
        self.next = 0;
        self.pulses = Arc::new([]);
        self.pulse = 0;
        self.playing = false;
        self.level = false;
    }

    /// Whether SAVE puts blocks aside at once (the default) instead of spending its time on the MIC signal.
    pub fn set_instant_save(&mut self, instant: bool) {
        self.instant_save = instant;
    }

    /// Blocks saved so far, parity included.
    pub fn saved(&self) -> &[Vec<u8>] {
        &self.saved
    }

    /// Whether pulses are going to the EAR socket now.
    pub fn playing(&self) -> bool {
        self.playing
    }

    /// Whether nothing is left to load.
    pub fn at_end(&self) -> bool {
        self.next >= self.blocks.len() && self.pulse >= self.pulses.len()
    }

    /// Lets the pulses run from T-state `now` on.
    pub(super) fn play(&mut self, now: u64) {
        if self.playing {
            return;
        }
        while self.pulses.get(self.pulse) == Some(&0) {
            self.pulse += 1;
        }
        if let Some(&length) = self.pulses.get(self.pulse) {
            self.playing = true;
            self.edge = now + u64::from(length);
        }
    }

    /// The EAR level at T-state `now`; the tape moves up to there.
    pub(super) fn level(&mut self, now: u64) -> bool {
        while self.playing && self.edge <= now {
            self.level = !self.level;
            self.pulse += 1;
            match self.pulses.get(self.pulse) {
                Some(&length) if length > 0 => self.edge += u64::from(length),
                _ => self.playing = false,
            }
        }
        self.level
    }

    /// LD-BYTES from LD-BREAK on, with the next block. False when there is none: then the ROM waits.
    pub(super) fn load(&mut self, z80: &mut Z80, memory: &mut Memory) -> bool {
        while self.blocks.get(self.next).is_some_and(Vec::is_empty) {
            self.next += 1;
        }
        let Some(block) = self.blocks.get(self.next) else { return false };
        self.next += 1;
        let regs = &mut z80.regs;
        let (mut ix, mut de) = (regs.get_ix(), regs.get_de());
        regs.swap_af_alt();
        let expected = regs.get_acc();
        // Z' is reset until the flag byte has been compared; C' is set to load, reset to verify.
        let mut flag_seen = regs.get_flags() & flag::ZERO != 0;
        let load = regs.get_flags() & flag::CARRY != 0;
        let (mut parity, mut last) = (0, 1);
        // A and F at the RET: what a missing edge leaves, unless something else ends it first.
        let mut result = (0, flag::ZERO | 0x10);
        for &byte in block {
            last = byte;
            parity ^= byte;
            if de == 0 {
                result = compare_with_one(parity);
                break;
            }
            if !flag_seen {
                if expected != byte {
                    result = (expected ^ byte, 0);
                    break;
                }
                flag_seen = true;
                continue;
            }
            if load {
                memory.write(ix, byte);
            } else if memory.read(ix) != byte {
                result = (memory.read(ix) ^ byte, 0);
                break;
            }
            ix = ix.wrapping_add(1);
            de = de.wrapping_sub(1);
        }
        regs.set_acc(result.0);
        regs.set_flags(result.1);
        regs.set_ix(ix);
        regs.set_de(de);
        regs.set_hl(u16::from(parity) << 8 | u16::from(last));
        true
    }

    /// SA-BYTES from its set-up on. False when the ROM shall make the signal itself.
    pub(super) fn save(&mut self, z80: &mut Z80, memory: &Memory) -> bool {
        if !self.instant_save || self.saved.iter().map(Vec::len).sum::<usize>() > SAVED_LIMIT {
            return false;
        }
        let regs = &mut z80.regs;
        let (ix, de, flag) = (regs.get_ix(), regs.get_de(), regs.get_acc());
        let mut block = Vec::with_capacity(usize::from(de) + 2);
        block.push(flag);
        block.extend((0..de).map(|n| memory.read(ix.wrapping_add(n))));
        block.push(block.iter().fold(0, |parity, byte| parity ^ byte));
        self.saved.push(block);
        regs.set_ix(ix.wrapping_add(de).wrapping_add(1));
        regs.set_de(0xFFFF);
        regs.set_flags(flag::CARRY);
        true
    }
}

/// A and F after `LD A,H; CP 1`: carry only if the parity came out as 0.
fn compare_with_one(parity: u8) -> (u8, u8) {
    let zero = if parity == 1 { flag::ZERO } else { 0 };
    let carry = if parity == 0 { flag::CARRY } else { 0 };
    (parity, (parity.wrapping_sub(1) & 0x80) | zero | 0x02 | carry)
}
