//! What is wrong with a tape file, and where.
//!
//! Owns: [`Fault`] and the sentence for each kind. Must never know: how it is shown.

use std::fmt;

use super::pulse::decode::Quality;

/// One fault: what and where. What could be read besides it has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Offset in the file, in bytes.
    pub offset: usize,
    /// The block it belongs to, counted from 0; none when it belongs to no block.
    pub block: Option<usize>,
    /// What is wrong.
    pub kind: FaultKind,
}

/// The kinds of fault a container can have.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// The file has no bytes.
    Empty,
    /// The file ends inside a block: so many bytes were announced, so many are there.
    Truncated {
        /// Bytes the length field says.
        expected: usize,
        /// Bytes that are there.
        present: usize,
    },
    /// The file ends inside the fields in front of a block's data.
    TruncatedHead {
        /// Bytes the fields take.
        expected: usize,
        /// Bytes that are there.
        present: usize,
    },
    /// More blocks than are read from one file; the rest was left.
    TooManyBlocks {
        /// How many are read.
        limit: usize,
    },
    /// A recording whose samples cannot be read; why, in words.
    Unreadable(String),
    /// A recording in which no block was heard.
    Silent {
        /// How long it is, in ms.
        ms: u64,
    },
    /// A pilot in a recording, with no block behind it that could be read.
    Unheard {
        /// When its bits should begin, in ms.
        ms: u64,
        /// How long the pilot sounds, in ms.
        pilot_ms: u64,
    },
    /// A block in a recording that was not heard as it was saved.
    Misheard {
        /// When its first bit begins, in ms.
        ms: u64,
        /// When its last bit ends, in ms.
        end_ms: u64,
        /// How it was heard.
        quality: Quality,
        /// The doubtful bit that makes the checksum right when it is flipped, counted from the first of the block.
        repair: Option<usize>,
    },
    /// A TZX file was expected and its first eight bytes are not there.
    NoSignature,
    /// A TZX version whose blocks may mean something else.
    Version {
        /// The first number; 1 is understood.
        major: u8,
        /// The second.
        minor: u8,
    },
    /// Lengths inside a block do not agree with the block's own.
    Structure(&'static str),
    /// A jump or call to a block that is not there.
    NoSuchBlock {
        /// The block it names.
        target: i64,
    },
    /// A jump that would go round for ever; it was not taken.
    Endless {
        /// The block it goes to.
        target: usize,
    },
    /// A loop in a loop, or a call in a call.
    Nested(&'static str),
    /// The end of a loop or call that did not begin.
    Unopened(&'static str),
    /// Loops make the tape longer than is followed.
    TooLong {
        /// How many blocks were gone through.
        steps: usize,
    },
}

impl FaultKind {
    /// The doubtful bit that makes a block's checksum right when it is flipped.
    pub fn repair(&self) -> Option<usize> {
        match self {
            FaultKind::Misheard { repair, .. } => *repair,
            _ => None,
        }
    }

    /// When it is heard, in ms from the start; none where it is no matter of a place in a recording.
    pub fn ms(&self) -> Option<u64> {
        match self {
            FaultKind::Unheard { ms, .. } | FaultKind::Misheard { ms, .. } => Some(*ms),
            _ => None,
        }
    }
}

/// Where something is: `block 1 at 12.195 s: ` by its time in a recording, `block 1 at offset 0x15: ` in any other file.
pub(crate) fn write_place(
    f: &mut fmt::Formatter<'_>,
    block: Option<usize>,
    offset: usize,
    ms: Option<u64>,
) -> fmt::Result {
    if let Some(block) = block {
        write!(f, "block {block} ")?;
    }
    match ms {
        Some(ms) => write!(f, "at {}.{:03} s: ", ms / 1000, ms % 1000),
        None => write!(f, "at offset {offset:#x}: "),
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::Empty => write!(f, "the file is empty"),
            FaultKind::Truncated { expected, present } => {
                write!(
                    f,
                    "truncated: length says {expected}, {present} present ({} missing)",
                    expected - present
                )
            }
            FaultKind::TruncatedHead { expected, present } => {
                write!(f, "the file ends inside a block's head: {present} of {expected} bytes present")
            }
            FaultKind::TooManyBlocks { limit } => {
                write!(f, "more than {limit} blocks; the rest of the file was not read")
            }
            FaultKind::Unreadable(why) => write!(f, "a recording that cannot be read: {why}"),
            FaultKind::Silent { ms } => {
                write!(f, "no tape signal in {}.{} seconds of sound", ms / 1000, ms % 1000 / 100)
            }
            FaultKind::Unheard { pilot_ms, .. } => {
                write!(
                    f,
                    "a pilot of {}.{} seconds with no block behind it that can be read",
                    pilot_ms / 1000,
                    pilot_ms % 1000 / 100
                )
            }
            FaultKind::Misheard { end_ms, quality, repair, .. } => {
                write!(f, "{quality}; it ends at {}.{:03} s", end_ms / 1000, end_ms % 1000)?;
                match repair {
                    Some(bit) => write!(
                        f,
                        "; flipping bit {} of byte {} makes the checksum right",
                        7 - bit % 8,
                        bit / 8
                    ),
                    None => Ok(()),
                }
            }
            FaultKind::NoSignature => write!(f, "not a TZX file: its signature is missing"),
            FaultKind::Version { major, minor } => {
                write!(f, "TZX version {major}.{minor}; version 1 is understood")
            }
            FaultKind::Structure(what) => write!(f, "{what}"),
            FaultKind::NoSuchBlock { target } => write!(f, "goes to block {target}, which is not there"),
            FaultKind::Endless { target } => {
                write!(f, "an endless jump to block {target}; what it goes round is played once")
            }
            FaultKind::Nested(what) => write!(f, "a {what} inside a {what}"),
            FaultKind::Unopened(what) => write!(f, "a {what} without a beginning"),
            FaultKind::TooLong { steps } => write!(f, "the tape does not end within {steps} blocks played"),
        }
    }
}

impl fmt::Display for Fault {
    /// `block 1 at offset 0x15: truncated: length says 12, 8 present (4 missing)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !matches!(self.kind, FaultKind::Silent { .. } | FaultKind::Unreadable(_)) {
            write_place(f, self.block, self.offset, self.kind.ms())?;
        }
        write!(f, "{}", self.kind)
    }
}

impl std::error::Error for Fault {}
