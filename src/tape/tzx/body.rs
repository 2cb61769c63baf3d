//! What a TZX block says: its fields, read from the bytes as they stand.
//!
//! The layout of every kind is the specification's; all numbers are little-endian. Pulses are in T-states of 3.5 MHz,
//! pauses in milliseconds. Fields that run past the end of their block are cut there.
//!
//! Owns: the fields of each kind. Must never know: files around it, or what the data bytes mean.

use byteorder::{ByteOrder, LittleEndian};

use super::generalized::Generalized;
use super::kind;
use crate::tape::timing::Timing;

/// The fields of one TZX block. Texts are bytes: Latin-1 is usual, with 0D between lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body<'a> {
    /// 10: a block at the ROM's speed.
    Standard {
        /// Pause behind it, in ms.
        pause: u16,
        /// Flag, payload, checksum.
        data: &'a [u8],
    },
    /// 11: a block with pilot and sync at another speed.
    Turbo {
        /// Its pulses.
        timing: Timing,
        /// Bits of the last byte that are on the tape.
        used_bits: u8,
        /// Pause behind it, in ms.
        pause: u16,
        /// The bytes.
        data: &'a [u8],
    },
    /// 12: `count` pulses of one length.
    Tone {
        /// T-states of a pulse.
        pulse: u16,
        /// How many.
        count: u16,
    },
    /// 13: pulses, each of its own length.
    Pulses(Words<'a>),
    /// 14: data without pilot and sync.
    PureData {
        /// T-states of each pulse of a 0.
        zero: u16,
        /// T-states of each pulse of a 1.
        one: u16,
        /// Bits of the last byte that are on the tape.
        used_bits: u8,
        /// Pause behind it, in ms.
        pause: u16,
        /// The bytes.
        data: &'a [u8],
    },
    /// 15: one bit a sample.
    Direct {
        /// T-states of a sample.
        sample: u16,
        /// Pause behind it, in ms.
        pause: u16,
        /// Bits of the last byte that are on the tape.
        used_bits: u8,
        /// The samples, most significant bit first.
        data: &'a [u8],
    },
    /// 18: run lengths of samples.
    Csw {
        /// Pause behind it, in ms.
        pause: u16,
        /// Samples a second.
        rate: u32,
        /// 1 plain run lengths, 2 the same deflated.
        compression: u8,
        /// Pulses announced.
        pulses: u32,
        /// The run lengths.
        data: &'a [u8],
    },
    /// 19: symbols of pulses.
    Generalized(Generalized<'a>),
    /// 20: silence; 0 stops the tape.
    Pause {
        /// Length in ms.
        ms: u16,
    },
    /// 21: a group of blocks begins.
    GroupStart(&'a [u8]),
    /// 22: it ends.
    GroupEnd,
    /// 23: go on this many blocks further on.
    Jump(i16),
    /// 24: play up to the next loop end so many times in all.
    LoopStart(u16),
    /// 25: the end of what is repeated.
    LoopEnd,
    /// 26: play from each of these relative blocks to the next return.
    Call(Words<'a>),
    /// 27: back to the call.
    Return,
    /// 28: choices for a menu: relative block and text.
    Select(Vec<(i16, &'a [u8])>),
    /// 2A: a 48K stops the tape here.
    StopIf48K,
    /// 2B: the level from here on.
    Level {
        /// Whether it is high.
        high: bool,
    },
    /// 30: a line of text.
    Text(&'a [u8]),
    /// 31: a message to show for so many seconds.
    Message {
        /// Seconds.
        seconds: u8,
        /// Lines.
        text: &'a [u8],
    },
    /// 32: texts about the tape, each with the kind of text it is; [`archive_word`] names the kind.
    Archive(Vec<(u8, &'a [u8])>),
    /// 33: hardware: type, which one, and what the tape does with it.
    Hardware(Vec<[u8; 3]>),
    /// 35: anything, under a name of 16 bytes.
    Custom {
        /// The name, padded with spaces.
        name: &'a [u8],
        /// The rest.
        data: &'a [u8],
    },
    /// 5A: the head of another TZX file that was joined to this one.
    Glue,
    /// A deprecated kind that the table knows: C64 data, emulation info, a snapshot.
    Deprecated {
        /// All its bytes.
        data: &'a [u8],
    },
    /// A kind that the specification does not have.
    Unknown {
        /// What stands behind its length.
        data: &'a [u8],
    },
}

/// Sixteen-bit numbers as they stand in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words<'a>(pub &'a [u8]);

impl Words<'_> {
    /// How many.
    pub fn len(self) -> usize {
        self.0.len() / 2
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The number at `index`, if there is one.
    pub fn get(self, index: usize) -> Option<u16> {
        let start = index.checked_mul(2)?;
        self.0.get(start..start.checked_add(2)?).map(LittleEndian::read_u16)
    }
}

impl<'a> Words<'a> {
    /// The numbers.
    pub fn iter(self) -> impl Iterator<Item = u16> + 'a {
        self.0.chunks_exact(2).map(LittleEndian::read_u16)
    }
}

/// The fields of a block with this identifier; none when its fields in front are cut off.
pub fn read(id: u8, bytes: &[u8]) -> Option<Body<'_>> {
    let word = |at: usize| bytes.get(at..at + 2).map(LittleEndian::read_u16);
    let byte = |at: usize| bytes.get(at).copied();
    let from = |at: usize| bytes.get(at..);
    Some(match id {
        0x10 => Body::Standard { pause: word(0)?, data: from(4)? },
        0x11 => Body::Turbo {
            timing: Timing {
                pilot: word(0)?,
                sync1: word(2)?,
                sync2: word(4)?,
                zero: word(6)?,
                one: word(8)?,
                pilot_pulses: word(10)?,
            },
            used_bits: byte(12)?,
            pause: word(13)?,
            data: from(18)?,
        },
        0x12 => Body::Tone { pulse: word(0)?, count: word(2)? },
        0x13 => Body::Pulses(Words(from(1)?)),
        0x14 => Body::PureData {
            zero: word(0)?,
            one: word(2)?,
            used_bits: byte(4)?,
            pause: word(5)?,
            data: from(10)?,
        },
        0x15 => Body::Direct { sample: word(0)?, pause: word(2)?, used_bits: byte(4)?, data: from(8)? },
        0x18 => Body::Csw {
            pause: word(4)?,
            rate: LittleEndian::read_u24(bytes.get(6..9)?),
            compression: byte(9)?,
            pulses: LittleEndian::read_u32(bytes.get(10..14)?),
            data: from(14)?,
        },
        0x19 => Body::Generalized(Generalized::read(from(4)?)?),
        0x20 => Body::Pause { ms: word(0)? },
        0x21 => Body::GroupStart(from(1)?),
        0x22 => Body::GroupEnd,
        0x23 => Body::Jump(word(0)? as i16),
        0x24 => Body::LoopStart(word(0)?),
        0x25 => Body::LoopEnd,
        0x26 => Body::Call(Words(from(2)?)),
        0x27 => Body::Return,
        0x28 => Body::Select(select(byte(2)?, from(3)?)),
        0x2A => Body::StopIf48K,
        0x2B => Body::Level { high: byte(4)? != 0 },
        0x30 => Body::Text(from(1)?),
        0x31 => Body::Message { seconds: byte(0)?, text: from(2)? },
        0x32 => Body::Archive(archive(byte(2)?, from(3)?)),
        0x33 => Body::Hardware(from(1)?.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect()),
        0x35 => Body::Custom { name: bytes.get(..16)?, data: from(20)? },
        0x5A => Body::Glue,
        _ if kind::find(id).is_some() => Body::Deprecated { data: bytes },
        _ => Body::Unknown { data: from(4)? },
    })
}

/// Reads `count` choices; those that do not fit are left out.
fn select(count: u8, mut rest: &[u8]) -> Vec<(i16, &[u8])> {
    let mut choices = Vec::new();
    for _ in 0..count {
        let Some((head, tail)) = rest.split_at_checked(3) else { break };
        let Some((text, tail)) = tail.split_at_checked(usize::from(head[2])) else { break };
        choices.push((LittleEndian::read_i16(head), text));
        rest = tail;
    }
    choices
}

/// Reads `count` texts; those that do not fit are left out.
fn archive(count: u8, mut rest: &[u8]) -> Vec<(u8, &[u8])> {
    let mut texts = Vec::new();
    for _ in 0..count {
        let Some((head, tail)) = rest.split_at_checked(2) else { break };
        let Some((text, tail)) = tail.split_at_checked(usize::from(head[1])) else { break };
        texts.push((head[0], text));
        rest = tail;
    }
    texts
}

/// What a text in an archive block is about.
///
/// ```
/// assert_eq!(zxtap::tape::tzx::archive_word(1), "publisher");
/// ```
pub fn archive_word(kind: u8) -> &'static str {
    const WORDS: [&str; 9] =
        ["title", "publisher", "author", "year", "language", "type", "price", "loader", "origin"];
    match kind {
        0xFF => "comment",
        _ => WORDS.get(usize::from(kind)).copied().unwrap_or("other"),
    }
}
