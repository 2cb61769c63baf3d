//! What is wrong with a tape file, and where.
//!
//! Owns: [`Fault`] and the sentence for each kind. Must never know: how it is shown.

use std::fmt;

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
    /// A recording: it has samples, not blocks.
    Recording,
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
            FaultKind::Recording => write!(f, "a recording, which has to be decoded first"),
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
        match self.block {
            Some(block) => write!(f, "block {block} at offset {:#x}: {}", self.offset, self.kind),
            None => write!(f, "at offset {:#x}: {}", self.offset, self.kind),
        }
    }
}

impl std::error::Error for Fault {}
