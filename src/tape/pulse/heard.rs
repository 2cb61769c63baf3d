//! A block as it was heard, and how sure each of its bits is.
//!
//! Owns: doubts, and what can be made of them. Must never know: pulses, samples, or what bytes mean besides their XOR.

use std::fmt;

use crate::tape::block::{Block, Checksum, HEADER_FLAG};
use crate::tape::header::HEADER_LENGTH;
use crate::tape::timing::{CLOCK, Timing};
use crate::tape::tzx::Entry;

/// A block that was heard.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    /// Its whole bytes, and the last one cut if `used_bits` is below 8.
    pub bytes: Vec<u8>,
    /// Bits of the last byte that were heard.
    pub used_bits: u8,
    /// Its pulses as measured, in T-states.
    pub timing: Timing,
    /// Whether the pulses stand to each other as the ROM's do.
    pub like_rom: bool,
    /// When its pilot begins, in T-states from the start.
    pub start: f64,
    /// When its first bit begins.
    pub data: f64,
    /// When its last bit ends.
    pub end: f64,
    /// Bits that could as well be the other, most doubtful first: the number of the bit from the first of the block, and
    /// how sure it is, 0 to 1.
    pub doubts: Vec<(usize, f32)>,
    /// How many bits are doubtful in all.
    pub doubtful: usize,
}

impl Heard {
    /// As a block.
    pub fn block(&self) -> Block {
        Block::stored(self.bytes.clone())
    }

    /// What its checksum says.
    pub fn checksum(&self) -> Checksum {
        Checksum::of(&self.bytes)
    }

    /// Takes over the doubts of another reading of the same block: bits that it reads otherwise, and those that it doubts.
    /// A reading with the right checksum has no doubts to take over.
    pub(crate) fn doubt(&mut self, other: &Heard) {
        let same = self.bytes.len() == other.bytes.len() && self.bytes.first() == other.bytes.first();
        if !same || self.checksum() == Checksum::Ok {
            return;
        }
        let pairs = self.bytes.iter().zip(&other.bytes).enumerate();
        let differ = |(byte, (ours, theirs)): (usize, (&u8, &u8))| {
            let wrong = ours ^ theirs;
            (0..8).filter(move |bit| wrong & 0x80 >> bit != 0).map(move |bit| (8 * byte + bit, 0.0))
        };
        let mut more: Vec<(usize, f32)> = pairs.flat_map(differ).take(MOST_DISAGREEMENTS + 1).collect();
        if more.len() > MOST_DISAGREEMENTS {
            return;
        }
        more.extend(&other.doubts);
        more.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        more.dedup_by_key(|doubt| doubt.0);
        more.retain(|doubt| self.doubts.iter().all(|own| own.0 != doubt.0));
        self.doubtful += more.len();
        self.doubts.extend(more);
        self.doubts.sort_by(|a, b| a.1.total_cmp(&b.1));
        self.doubts.truncate(MOST_DOUBTS);
    }

    /// How well it was heard.
    pub fn quality(&self) -> Quality {
        Quality {
            bytes: self.bytes.len(),
            used_bits: self.used_bits,
            checksum: self.checksum(),
            doubtful: self.doubtful,
            worst: self.doubts.first().map(|doubt| doubt.0),
        }
    }

    /// How much faster the tape runs than a Spectrum's own, when it is like the ROM's; 1 is the same.
    pub fn speed(&self) -> f64 {
        f64::from(Timing::rom(0).pilot) / f64::from(self.timing.pilot.max(1))
    }

    /// As an entry of a TZX file: kind 10 when it is like the ROM's, else 11 with its own timing.
    pub fn entry(&self, pause: u16) -> Entry {
        if self.like_rom && self.used_bits == 8 && self.bytes.len() <= 0xFFFF {
            Entry::standard(pause, &self.bytes)
        } else {
            Entry::turbo(self.timing, self.used_bits, pause, &self.bytes)
        }
    }

    /// The bytes with the one doubtful bit flipped that makes the checksum right, and its number; none when no single
    /// doubtful bit does.
    pub fn repaired(&self) -> Option<(Vec<u8>, usize)> {
        let Checksum::Bad { stored, computed } = self.checksum() else { return None };
        let wrong = stored ^ computed;
        let fits = |bit: usize| wrong == 0x80 >> (bit % 8) && bit / 8 < self.bytes.len();
        let bit = self.doubts.iter().map(|doubt| doubt.0).find(|&bit| fits(bit))?;
        let mut bytes = self.bytes.clone();
        bytes[bit / 8] ^= wrong;
        Some((bytes, bit))
    }
}

/// How well a block was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quality {
    /// Its bytes, the cut one included.
    pub bytes: usize,
    /// Bits of the last byte that were heard.
    pub used_bits: u8,
    /// What its checksum says.
    pub checksum: Checksum,
    /// How many bits are doubtful.
    pub doubtful: usize,
    /// The most doubtful, counted from the first of the block.
    pub worst: Option<usize>,
}

impl fmt::Display for Heard {
    /// Where it is and how it came out: `5.195 s: 19 bytes, checksum ok`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} s: {}", self.data / CLOCK as f64, self.quality())
    }
}

impl fmt::Display for Quality {
    /// `202 bytes, checksum bad: stored 3F, computed 3B, 3 bits doubtful, most of all bit 2 of byte 50`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} byte{}", self.bytes, if self.bytes == 1 { "" } else { "s" })?;
        match self.checksum {
            Checksum::Ok => write!(f, ", checksum ok")?,
            Checksum::Bad { stored, computed } => {
                write!(f, ", checksum bad: stored {stored:02X}, computed {computed:02X}")?;
            }
            Checksum::None => write!(f, ", no checksum")?,
        }
        if self.used_bits < 8 {
            write!(f, ", {} bits of the last", self.used_bits)?;
        }
        let Some(bit) = self.worst else { return Ok(()) };
        let (bits, place) = (self.doubtful, 7 - bit % 8);
        match bits {
            1 => write!(f, ", bit {place} of byte {} doubtful", bit / 8),
            _ => write!(f, ", {bits} bits doubtful, most of all bit {place} of byte {}", bit / 8),
        }
    }
}

/// Bits as they are read: the decisions and how sure each is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bits {
    pub(crate) bytes: Vec<u8>,
    count: usize,
    pub(crate) doubts: Vec<(usize, f32)>,
}

/// A bit surer than this is not doubtful.
const SURE: f32 = 0.5;

/// Readings that differ in more bits than this are not of the same block, or are worth nothing.
const MOST_DISAGREEMENTS: usize = 64;

/// How many doubtful bits are kept.
const MOST_DOUBTS: usize = 256;

impl Bits {
    pub(crate) fn push(&mut self, bit: bool, sure: f32) {
        if self.count.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if bit && let Some(last) = self.bytes.last_mut() {
            *last |= 0x80 >> (self.count % 8);
        }
        if sure < SURE {
            self.doubts.push((self.count, sure.max(0.0)));
        }
        self.count += 1;
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Cut to so many bits.
    pub(crate) fn truncate(&mut self, bits: usize) {
        self.count = self.count.min(bits);
        self.bytes.truncate(self.count.div_ceil(8));
        if !self.count.is_multiple_of(8)
            && let Some(last) = self.bytes.last_mut()
        {
            *last &= !(0xFF >> (self.count % 8));
        }
        self.doubts.retain(|doubt| doubt.0 < bits);
    }

    /// Where the block ends: the number of its bits. Bits that noise adds are left off, at most `slack` bytes of them,
    /// when the checksum then is right.
    pub(crate) fn end(&self, slack: usize) -> usize {
        let whole = self.count / 8;
        let right = |length: usize| Checksum::of(&self.bytes[..length]) == Checksum::Ok;
        let header = HEADER_LENGTH + 2;
        if self.bytes.first() == Some(&HEADER_FLAG)
            && (header..=header + slack).contains(&whole)
            && right(header)
        {
            return header * 8;
        }
        let shortest = whole.saturating_sub(slack).max(2);
        match (shortest..=whole).rev().find(|&length| right(length)) {
            Some(length) => length * 8,
            None => whole * 8,
        }
    }

    pub(crate) fn finish(mut self) -> (Vec<u8>, u8, Vec<(usize, f32)>, usize) {
        let used = match self.count % 8 {
            0 => 8,
            bits => bits as u8,
        };
        let doubtful = self.doubts.len();
        self.doubts.sort_by(|a, b| a.1.total_cmp(&b.1));
        self.doubts.truncate(MOST_DOUBTS);
        (self.bytes, used, self.doubts, doubtful)
    }
}
