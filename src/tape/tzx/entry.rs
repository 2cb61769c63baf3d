//! One block of a TZX file: kept as its bytes, made from its fields, read as fields or as data.
//!
//! Owns: [`Entry`], the bytes of a data block that an entry holds, its length in time. Must never know: files.

use std::borrow::Cow;
use std::fmt;

use byteorder::{ByteOrder, LittleEndian};

use super::body::{self, Body};
use super::kind;
use crate::tape::block::{Block, Checksum};
use crate::tape::pulse::csw;
use crate::tape::timing::{CLOCK, MILLISECOND, Timing, data_tstates};

/// A block of a TZX file as it stands there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The identifier.
    pub id: u8,
    /// The bytes behind the identifier. Fewer than the kind has when the file was cut.
    pub bytes: Vec<u8>,
}

/// How the data of an entry is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    /// As the ROM sends it.
    Rom,
    /// With a pilot and sync of its own.
    Turbo(Timing),
    /// The bits alone; pilot and sync, if any, stand in entries before it.
    Pure {
        /// T-states of each pulse of a 0.
        zero: u16,
        /// T-states of each pulse of a 1.
        one: u16,
    },
    /// By symbols.
    Symbols,
}

/// The data block in an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data<'a> {
    /// Flag, payload, checksum, if it is a block of that form.
    pub bytes: Cow<'a, [u8]>,
    /// Bits of the last byte that are on the tape, 1 to 8.
    pub used_bits: u8,
    /// How it is sent.
    pub speed: Speed,
}

impl Data<'_> {
    /// The bytes as a block of their own.
    pub fn block(&self) -> Block {
        Block::stored(self.bytes.to_vec())
    }

    /// The checksum as the ROM would judge it. A wrong one says nothing when the loader is not the ROM's: then it is
    /// [`Checksum::None`], as it is when the last byte is not whole.
    pub fn checksum(&self) -> Checksum {
        if self.used_bits < 8 {
            return Checksum::None;
        }
        match Checksum::of(&self.bytes) {
            Checksum::Bad { .. } if !self.like_rom() => Checksum::None,
            checksum => checksum,
        }
    }

    /// Whether the pulses of the bits are within a tenth of the ROM's own.
    pub fn like_rom(&self) -> bool {
        let near = |is: u16, rom: u16| is.abs_diff(rom) <= rom / 10;
        let rom = Timing::rom(0);
        match self.speed {
            Speed::Rom => true,
            Speed::Turbo(t) => near(t.pilot, rom.pilot) && near(t.zero, rom.zero) && near(t.one, rom.one),
            Speed::Pure { zero, one } => near(zero, rom.zero) && near(one, rom.one),
            Speed::Symbols => false,
        }
    }
}

impl Entry {
    /// Block 10: a data block at the ROM's speed. Bytes beyond 65535 do not fit its length and are left out.
    pub fn standard(pause: u16, data: &[u8]) -> Entry {
        let data = &data[..data.len().min(0xFFFF)];
        let mut bytes = Vec::with_capacity(data.len() + 4);
        bytes.extend_from_slice(&pause.to_le_bytes());
        bytes.extend_from_slice(&(data.len() as u16).to_le_bytes());
        bytes.extend_from_slice(data);
        Entry { id: 0x10, bytes }
    }

    /// Block 11: a data block at another speed. Bytes beyond 16777215 do not fit its length and are left out.
    pub fn turbo(timing: Timing, used_bits: u8, pause: u16, data: &[u8]) -> Entry {
        let data = &data[..data.len().min(0xFF_FFFF)];
        let mut bytes = vec![0; 18];
        let fields = [timing.pilot, timing.sync1, timing.sync2, timing.zero, timing.one, timing.pilot_pulses];
        LittleEndian::write_u16_into(&fields, &mut bytes[..12]);
        bytes[12] = used_bits;
        LittleEndian::write_u16(&mut bytes[13..], pause);
        LittleEndian::write_u24(&mut bytes[15..], data.len() as u32);
        bytes.extend_from_slice(data);
        Entry { id: 0x11, bytes }
    }

    /// Block 20: silence; 0 ms stops the tape.
    pub fn pause(ms: u16) -> Entry {
        Entry { id: 0x20, bytes: ms.to_le_bytes().to_vec() }
    }

    /// Block 30: a text, in Latin-1. Characters outside it become `?`; what is over 255 bytes is left out.
    pub fn text(text: &str) -> Entry {
        let text = text.chars().take(255).map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?'));
        let mut bytes = vec![0];
        bytes.extend(text);
        bytes[0] = (bytes.len() - 1) as u8;
        Entry { id: 0x30, bytes }
    }

    /// The fields; none when the file was cut inside the fields in front.
    pub fn body(&self) -> Option<Body<'_>> {
        body::read(self.id, &self.bytes)
    }

    /// What people call its kind.
    pub fn name(&self) -> &'static str {
        kind::find(self.id).map_or("unknown", |kind| kind.name)
    }

    /// Bytes that its length announces and the file does not have.
    pub fn missing(&self) -> usize {
        match kind::length(self.id, &self.bytes) {
            kind::Length::Known(length) | kind::Length::HeadCut(length) => {
                length.saturating_sub(self.bytes.len())
            }
        }
    }

    /// The data block it holds, for the kinds that spell bytes: 10, 11, 14, and 19 when its symbols are bits.
    pub fn data(&self) -> Option<Data<'_>> {
        let (bytes, used_bits, speed) = match self.body()? {
            Body::Standard { data, .. } => (data, 8, Speed::Rom),
            Body::Turbo { timing, used_bits, data, .. } => (data, used_bits, Speed::Turbo(timing)),
            Body::PureData { zero, one, used_bits, data, .. } => (data, used_bits, Speed::Pure { zero, one }),
            Body::Generalized(generalized) => (generalized.bytes()?, 8, Speed::Symbols),
            _ => return None,
        };
        let used_bits = if (1..8).contains(&used_bits) { used_bits } else { 8 };
        Some(Data { bytes: Cow::Borrowed(bytes), used_bits, speed })
    }

    /// T-states it plays, its pause included; 0 for kinds that make no signal.
    pub fn tstates(&self) -> u64 {
        let pause = |ms: u16| u64::from(ms) * MILLISECOND;
        match self.body() {
            Some(Body::Standard { pause: ms, data }) => {
                data.first().map_or(0, |&flag| Timing::rom(flag).tstates(data, 8)) + pause(ms)
            }
            Some(Body::Turbo { timing, used_bits, pause: ms, data }) => {
                timing.tstates(data, used_bits) + pause(ms)
            }
            Some(Body::Tone { pulse, count }) => u64::from(pulse) * u64::from(count),
            Some(Body::Pulses(pulses)) => pulses.iter().map(u64::from).sum(),
            Some(Body::PureData { zero, one, used_bits, pause: ms, data }) => {
                data_tstates(data, used_bits, zero, one) + pause(ms)
            }
            Some(Body::Direct { sample, pause: ms, used_bits, data }) => {
                samples(data, used_bits) * u64::from(sample) + pause(ms)
            }
            Some(Body::Csw { pause: ms, rate, compression, pulses, data }) => {
                csw::Runs::new(compression, pulses, data).tstates(rate) + pause(ms)
            }
            Some(Body::Generalized(generalized)) => generalized.tstates(),
            Some(Body::Pause { ms }) => pause(ms),
            _ => 0,
        }
    }

    /// [`Entry::tstates`] in seconds.
    pub fn seconds(&self) -> f64 {
        self.tstates() as f64 / CLOCK as f64
    }
}

/// How many samples a direct recording has.
pub(crate) fn samples(data: &[u8], used_bits: u8) -> u64 {
    let used_bits = if (1..8).contains(&used_bits) { used_bits } else { 8 };
    (data.len() as u64 * 8).saturating_sub(u64::from(8 - used_bits))
}

impl fmt::Display for Entry {
    /// The fields in words, or the name of the kind when they are cut off.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.body() {
            Some(body) => body.fmt(f),
            None => write!(f, "{}: cut off", self.name()),
        }
    }
}

/// What is wrong inside a whole block: lengths in it that do not agree with its own length.
pub(crate) fn inner_fault(id: u8, bytes: &[u8]) -> Option<&'static str> {
    let Some(body) = body::read(id, bytes) else { return Some("too short for its fields") };
    match body {
        Body::Archive(texts) if texts.len() < usize::from(bytes[2]) => {
            Some("its texts run past the end of the block")
        }
        Body::Select(choices) if choices.len() < usize::from(bytes[2]) => {
            Some("its choices run past the end of the block")
        }
        Body::Generalized(g) if g.missing > 0 => Some("its symbols run past the end of the block"),
        _ => None,
    }
}
