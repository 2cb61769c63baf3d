//! What the processor is wired to: memory, the ULA's ports, the clock.
//!
//! Owns: every T-state that passes, the contention of memory and ports, and the pins of port FEh.
//! Must never know: what the ROM is doing.
//!
//! ```text
//! port FEh read   bits 0-4 keys of the half rows whose address line is low, bit 5 1, bit 6 EAR, bit 7 1
//! port FEh write  bits 0-2 border, bit 3 MIC, bit 4 beeper
//! any even port is FEh; odd ports read what the ULA has on the bus
//! ```

use rustzx_z80::Z80Bus;

use super::beeper::Edges;
use super::deck::Deck;
use super::keyboard::Keyboard;
use super::memory::Memory;
use super::screen::Border;
use super::ula::{CONTENTION, FIRST_CONTENDED, FRAME, INTERRUPT, LINE};

/// The 48K around its processor.
#[derive(Clone)]
pub(super) struct Bus {
    pub(super) memory: Memory,
    pub(super) keyboard: Keyboard,
    pub(super) deck: Deck,
    pub(super) border: Border,
    pub(super) edges: Edges,
    /// T-states since the frame began; the last instruction of a frame may carry it past the end.
    pub(super) t: u32,
    /// Frames since power on.
    pub(super) frames: u64,
    /// The opcode bytes of the instruction under way, last one lowest.
    pub(super) fetched: u32,
    /// The last value written to port FEh.
    pub(super) output: u8,
}

impl Bus {
    pub(super) fn new() -> Bus {
        Bus {
            memory: Memory::new(),
            keyboard: Keyboard::default(),
            deck: Deck::default(),
            border: Border::default(),
            edges: Edges::default(),
            t: 0,
            frames: 0,
            fetched: 0,
            output: 0,
        }
    }

    /// T-states since power on.
    #[inline]
    pub(super) fn now(&self) -> u64 {
        self.frames * u64::from(FRAME) + u64::from(self.t)
    }

    /// Begins the next frame.
    pub(super) fn next_frame(&mut self) {
        self.t -= FRAME;
        self.frames += 1;
        self.border.next_frame();
    }

    #[inline(always)]
    fn contend(&mut self) {
        // The table reaches further than any instruction that begins within the frame.
        self.t += u32::from(CONTENTION.get(self.t as usize).copied().unwrap_or(0));
    }

    /// The T-states of a port access, up to and including the one at which the value is read or written.
    fn contend_port(&mut self, port: u16) {
        if contended(port) {
            self.contend();
        }
        self.t += 1;
        if port & 1 == 0 {
            self.contend();
            self.t += 2;
        } else if contended(port) {
            for _ in 0..2 {
                self.contend();
                self.t += 1;
            }
            self.contend();
        } else {
            self.t += 2;
        }
    }

    /// What a port that nothing answers reads: the byte the ULA is fetching, FFh outside the picture.
    fn floating(&self) -> u8 {
        let Some(t) = self.t.checked_sub(FIRST_CONTENDED + 3) else { return 0xFF };
        let (line, column) = (t / LINE, t % LINE);
        if line >= 192 || column >= 128 {
            return 0xFF;
        }
        let cell = column / 8 * 2;
        let (line, cell) = (line as u16, cell as u16);
        let bitmap = 0x4000 | (line & 0xC0) << 5 | (line & 7) << 8 | (line & 0x38) << 2;
        let attribute = 0x5800 + line / 8 * 32;
        match column % 8 {
            0 => self.memory.read(bitmap | cell),
            1 => self.memory.read(attribute | cell),
            2 => self.memory.read(bitmap | (cell + 1)),
            3 => self.memory.read(attribute | (cell + 1)),
            _ => 0xFF,
        }
    }
}

#[inline(always)]
fn contended(address: u16) -> bool {
    address & 0xC000 == 0x4000
}

impl Z80Bus for Bus {
    #[inline(always)]
    fn read_internal(&mut self, address: u16) -> u8 {
        self.memory.read(address)
    }

    #[inline(always)]
    fn write_internal(&mut self, address: u16, value: u8) {
        self.memory.write(address, value);
    }

    #[inline(always)]
    fn read(&mut self, address: u16, clocks: usize) -> u8 {
        self.wait_mreq(address, clocks);
        let byte = self.memory.read(address);
        if clocks == 4 {
            self.fetched = self.fetched << 8 | u32::from(byte);
        }
        byte
    }

    #[inline(always)]
    fn wait_mreq(&mut self, address: u16, clocks: usize) {
        if contended(address) {
            self.contend();
        }
        self.t += clocks as u32;
    }

    #[inline(always)]
    fn wait_no_mreq(&mut self, address: u16, clocks: usize) {
        self.wait_mreq(address, clocks);
    }

    #[inline(always)]
    fn wait_loop(&mut self, address: u16, clocks: usize) {
        if contended(address) {
            for _ in 0..clocks {
                self.contend();
                self.t += 1;
            }
        } else {
            self.t += clocks as u32;
        }
    }

    #[inline(always)]
    fn wait_internal(&mut self, clocks: usize) {
        self.t += clocks as u32;
    }

    fn read_io(&mut self, port: u16) -> u8 {
        self.contend_port(port);
        let value = if port & 1 == 0 {
            let ear = if self.deck.playing() {
                self.deck.level(self.now())
            } else {
                // Nothing plugged in: the ULA hears its own beeper output (issue 3 boards).
                self.output & 0x10 != 0
            };
            0xA0 | u8::from(ear) << 6 | self.keyboard.read((port >> 8) as u8)
        } else {
            self.floating()
        };
        self.t += 1;
        value
    }

    fn write_io(&mut self, port: u16, value: u8) {
        self.contend_port(port);
        if port & 1 == 0 {
            if (self.output ^ value) & 7 != 0 {
                self.border.set(self.t, value & 7);
            }
            if (self.output ^ value) & 0x18 != 0 {
                self.edges.push(self.now(), value);
            }
            self.output = value;
        }
        self.t += 1;
    }

    fn read_interrupt(&mut self) -> u8 {
        0xFF
    }

    fn reti(&mut self) {}

    fn halt(&mut self, _: bool) {}

    #[inline(always)]
    fn int_active(&self) -> bool {
        self.t < INTERRUPT
    }

    #[inline(always)]
    fn nmi_active(&self) -> bool {
        false
    }

    #[inline(always)]
    fn pc_callback(&mut self, _: u16) {}
}
