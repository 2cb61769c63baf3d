//! TZX files, version 1.20: blocks of many kinds, each under an identifier.
//!
//! ```text
//! "ZXTape!" 1A | major 1 | minor 1 | then blocks: identifier 1, fields as the kind has them
//!
//! 5a 58 54 61 70 65 21 1a 01 14
//! 10 e8 03 0c 00  ff 00 0a 06 00 f5 22 68 69 22 0d 0a     standard speed, pause 1000 ms, 12 bytes
//! 23 fe ff                                                 jump 2 back
//! ```
//!
//! A block is kept as the bytes that stand in the file, so writing what was read gives the same file; [`Entry::body`]
//! reads its fields. Kinds outside the specification are skipped by its extension rule and kept.
//!
//! Owns: TZX both ways. Must never know: what data bytes mean, or what a player does besides following the order.

pub mod body;
pub mod entry;
pub mod generalized;
pub mod kind;
pub mod play;
pub mod text;

pub use body::{Body, Words, archive_word};
pub use entry::{Data, Entry, Speed};
pub use generalized::Generalized;
pub use play::Player;
pub use text::characters;

use super::fault::{Fault, FaultKind};
use super::tap::MOST_BLOCKS;

/// What a TZX file begins with.
pub const SIGNATURE: &[u8; 8] = b"ZXTape!\x1A";

/// Bytes in front of the first block.
pub const HEAD_LENGTH: usize = 10;

/// The version this module writes: 1.20.
pub const VERSION: (u8, u8) = (1, 20);

/// What was read from a TZX file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Major and minor version.
    pub version: (u8, u8),
    /// Every block, the last one cut where the file is.
    pub entries: Vec<Entry>,
    /// Where the identifier of each block stands in the file.
    pub offsets: Vec<usize>,
    /// What is wrong with the file.
    pub faults: Vec<Fault>,
}

/// Reads a TZX file. Takes any bytes: what is whole is kept, what is not is a fault.
///
/// ```
/// use zxtap::tape::tzx;
/// let reading = tzx::read(b"ZXTape!\x1A\x01\x14\x30\x05Hello\x7F\x01\x00\x00\x00?\x12\x78\x08");
/// assert_eq!(reading.entries[0].to_string(), "text \"Hello\"");
/// assert_eq!(reading.entries[1].to_string(), "unknown: 1 bytes skipped");
/// assert_eq!(
///     reading.faults[0].to_string(),
///     "block 2 at offset 0x17: the file ends inside a block's head: 2 of 4 bytes present"
/// );
/// ```
pub fn read(file: &[u8]) -> Reading {
    let mut reading = Reading::default();
    let fault = |offset, block, kind| Fault { offset, block, kind };
    if !file.starts_with(SIGNATURE) {
        let kind = if file.is_empty() { FaultKind::Empty } else { FaultKind::NoSignature };
        reading.faults.push(fault(0, None, kind));
        return reading;
    }
    let &[major, minor] = &file[8..file.len().min(HEAD_LENGTH)] else {
        let kind = FaultKind::TruncatedHead { expected: HEAD_LENGTH, present: file.len() };
        reading.faults.push(fault(0, None, kind));
        return reading;
    };
    reading.version = (major, minor);
    if major != VERSION.0 {
        reading.faults.push(fault(8, None, FaultKind::Version { major, minor }));
    }
    let mut offset = HEAD_LENGTH;
    while offset < file.len() {
        let index = reading.entries.len();
        if index == MOST_BLOCKS {
            reading.faults.push(fault(offset, None, FaultKind::TooManyBlocks { limit: MOST_BLOCKS }));
            break;
        }
        let id = file[offset];
        let rest = &file[offset + 1..];
        let length = match kind::length(id, rest) {
            kind::Length::HeadCut(expected) => {
                let kind = FaultKind::TruncatedHead { expected, present: rest.len() };
                reading.faults.push(fault(offset, Some(index), kind));
                rest.len()
            }
            kind::Length::Known(expected) if expected > rest.len() => {
                let head = kind::head(id);
                let kind = FaultKind::Truncated { expected: expected - head, present: rest.len() - head };
                reading.faults.push(fault(offset, Some(index), kind));
                rest.len()
            }
            kind::Length::Known(expected) => {
                let entry = &rest[..expected];
                if let Some(what) = entry::inner_fault(id, entry) {
                    reading.faults.push(fault(offset, Some(index), FaultKind::Structure(what)));
                }
                expected
            }
        };
        reading.entries.push(Entry { id, bytes: rest[..length].to_vec() });
        reading.offsets.push(offset);
        offset += 1 + length;
    }
    reading
}

/// The TZX file with these blocks.
///
/// ```
/// use zxtap::tape::{Block, tzx};
/// let file = tzx::write(tzx::VERSION, &[tzx::Entry::standard(1000, &[0xFF, 0xFF])]);
/// assert_eq!(file, b"ZXTape!\x1A\x01\x14\x10\xE8\x03\x02\x00\xFF\xFF");
/// assert_eq!(tzx::read(&file).entries[0].bytes, file[11..]);
/// ```
pub fn write(version: (u8, u8), entries: &[Entry]) -> Vec<u8> {
    let mut file = Vec::with_capacity(HEAD_LENGTH + entries.iter().map(|e| e.bytes.len() + 1).sum::<usize>());
    file.extend_from_slice(SIGNATURE);
    file.extend_from_slice(&[version.0, version.1]);
    for entry in entries {
        file.push(entry.id);
        file.extend_from_slice(&entry.bytes);
    }
    file
}
