//! One thing seen on a tape: what, where, how bad.
//!
//! Owns: the kinds of finding, the code word of each, the sentence of each.
//! Must never know: how it is found or shown.

use std::fmt;

use crate::basic::syntax;
use crate::basic::variables;
use crate::tape::FaultKind;
use crate::tape::fault::write_place;
use crate::tape::file::Oddity;
use crate::toolchain::build::MOST_LOADABLE;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Something is lost, or the ROM would not load or run it.
    Fault,
    /// Unusual, but a machine may do well with it.
    Warning,
}

/// One thing seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// Offset in the file, in bytes; 0 in a recording.
    pub offset: usize,
    /// In a recording: when it is heard, in ms from the start.
    pub ms: Option<u64>,
    /// The block, counted from 0; none when it belongs to no block.
    pub block: Option<usize>,
    /// What it is.
    pub what: What,
}

/// The kinds of finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Of the container.
    Container(FaultKind),
    /// Of a file's header and data.
    File(Oddity),
    /// A block without bytes: no signal on a tape.
    Empty,
    /// A header of a type that the ROM does not have.
    FileType(u8),
    /// The header says that the program's own part is longer than the data.
    ProgramLength {
        /// What the header says.
        header: u16,
        /// What is there.
        data: usize,
    },
    /// A line's length word counts past the end of the program.
    LineLength {
        /// The line.
        line: u16,
        /// What the word says.
        declared: u16,
        /// How many bytes there are up to the line's end.
        present: usize,
    },
    /// The last byte of a line is not 0D.
    LineEnd {
        /// The line.
        line: u16,
    },
    /// A line number that is not greater than the one before.
    LineOrder {
        /// The line.
        line: u16,
        /// The one before.
        before: u16,
    },
    /// A line number over 9999.
    LineNumber {
        /// The line.
        line: u16,
    },
    /// A number mark with fewer than five bytes behind it.
    CutNumber {
        /// The line.
        line: u16,
    },
    /// Bytes behind the last line that are no line.
    Trailing {
        /// How many.
        bytes: usize,
    },
    /// Digits that say another number than the hidden one, which the ROM uses: the first of the line.
    OtherNumber {
        /// The line.
        line: u16,
        /// What the digits say.
        digits: String,
        /// What is hidden, as PRINT shows it.
        hidden: String,
    },
    /// A statement that the ROM would not take, or not run as it reads.
    Syntax {
        /// The line.
        line: u16,
        /// What and where in it.
        fault: syntax::Fault,
    },
    /// Bytes where the variables should be that look like lines.
    HiddenLine {
        /// How many bytes.
        bytes: usize,
        /// The first line.
        line: u16,
    },
    /// In the variables saved with a program.
    Variables(variables::Fault),
    /// A program that LOAD refuses with report 4.
    DoesNotFit {
        /// How long it is, with its variables.
        bytes: usize,
    },
    /// An array whose bytes do not agree with its dimensions.
    Array,
    /// Bytes that would load past the end of memory.
    PastMemory {
        /// Where they load.
        start: u16,
        /// How many.
        bytes: usize,
    },
    /// Bytes that would load into the ROM, where they are lost.
    IntoRom {
        /// Where they load.
        start: u16,
    },
}

/// Every code with what it means: the manual of `verify`.
pub const CODES: &[(&str, &str)] = &[
    ("empty-file", "The file has no bytes."),
    ("truncated", "The file ends inside a block. What is there is kept and shown."),
    ("too-many-blocks", "More blocks than are read from one file; the rest was left."),
    ("recording", "A recording whose samples cannot be read."),
    ("silent", "A recording in which no block was heard."),
    ("unheard", "A pilot in a recording, with no block behind it that could be read."),
    (
        "misheard",
        "A block in a recording was not heard as it was saved: its checksum is wrong, or too much is doubtful.",
    ),
    ("signature", "A TZX file without its signature."),
    ("version", "A TZX version whose blocks may mean something else."),
    ("structure", "Lengths inside a TZX block do not agree with the block's own."),
    ("no-such-block", "A jump or call to a block that is not there."),
    ("endless", "A jump that would go round for ever. It is not followed."),
    ("nested", "A loop in a loop, or a call in a call, which TZX does not have."),
    ("unopened", "The end of a loop or call that did not begin."),
    ("too-long", "Loops make the tape longer than is followed."),
    ("length", "The data is longer or shorter than its header says: report R."),
    ("long-header", "Bytes behind the header's checksum. The ROM does not read them."),
    ("header-checksum", "The header's checksum is wrong: LOAD passes over it."),
    ("checksum", "The data's checksum is wrong: report R."),
    ("no-data", "A header without data behind it."),
    (
        "no-header",
        "Data without a header: LOAD passes over it. A warning where a program or bytes before it could load it.",
    ),
    ("flag", "A flag byte that is neither 00 nor FF: for a loader of its own."),
    ("empty-block", "A block without bytes. On a tape it is no signal."),
    ("file-type", "A header of a type that the ROM does not have."),
    ("program-length", "The header says that the program is longer than the data."),
    ("line-length", "The length of a line counts past the end of the program. LIST does not care, RUN does."),
    ("line-end", "The last byte of a line is not 0D."),
    ("line-order", "A line number that is not greater than the one before: GO TO may not find the line."),
    ("line-number", "A line number over 9999. From 16384 on the ROM takes the line for the program's end."),
    ("cut-number", "The mark of a hidden number with fewer than five bytes behind it."),
    ("trailing", "Bytes behind the last line that are no line."),
    ("hidden-number", "Digits without the hidden number that the ROM reads instead of them."),
    (
        "other-number",
        "A hidden number that is not what the digits say. LIST shows the digits, RUN uses the hidden number.",
    ),
    ("slot", "A parameter of DEF FN without room for its value."),
    ("refused", "A statement that the ROM would not take from the keyboard. RUN stops there with a report."),
    ("hidden-line", "Lines where the variables should be. LIST shows them, the header does not count them."),
    ("variables", "The variables saved with a program are not sound."),
    ("does-not-fit", "A program longer than a 48K can load: report 4."),
    ("array", "The length of an array does not agree with its dimensions."),
    ("past-memory", "Bytes that would load past the end of memory."),
    ("into-rom", "Bytes that would load into the ROM, where they are lost."),
];

impl What {
    /// The word for scripts; each is a row of [`CODES`].
    pub fn code(&self) -> &'static str {
        match self {
            What::Container(kind) => match kind {
                FaultKind::Empty => "empty-file",
                FaultKind::Truncated { .. } | FaultKind::TruncatedHead { .. } => "truncated",
                FaultKind::TooManyBlocks { .. } => "too-many-blocks",
                FaultKind::Unreadable(_) => "recording",
                FaultKind::Silent { .. } => "silent",
                FaultKind::Unheard { .. } => "unheard",
                FaultKind::Misheard { .. } => "misheard",
                FaultKind::NoSignature => "signature",
                FaultKind::Version { .. } => "version",
                FaultKind::Structure(_) => "structure",
                FaultKind::NoSuchBlock { .. } => "no-such-block",
                FaultKind::Endless { .. } => "endless",
                FaultKind::Nested(_) => "nested",
                FaultKind::Unopened(_) => "unopened",
                FaultKind::TooLong { .. } => "too-long",
            },
            What::File(oddity) => match oddity {
                Oddity::Length { .. } => "length",
                Oddity::LongHeader { .. } => "long-header",
                Oddity::HeaderChecksum => "header-checksum",
                Oddity::DataChecksum { .. } => "checksum",
                Oddity::NoData => "no-data",
                Oddity::NoHeader => "no-header",
                Oddity::Flag(_) => "flag",
            },
            What::Empty => "empty-block",
            What::FileType(_) => "file-type",
            What::ProgramLength { .. } => "program-length",
            What::LineLength { .. } => "line-length",
            What::LineEnd { .. } => "line-end",
            What::LineOrder { .. } => "line-order",
            What::LineNumber { .. } => "line-number",
            What::CutNumber { .. } => "cut-number",
            What::Trailing { .. } => "trailing",
            What::OtherNumber { .. } => "other-number",
            What::Syntax { fault, .. } => match fault.kind {
                syntax::FaultKind::NoHiddenNumber => "hidden-number",
                syntax::FaultKind::NoSlot => "slot",
                _ => "refused",
            },
            What::HiddenLine { .. } => "hidden-line",
            What::Variables(_) => "variables",
            What::DoesNotFit { .. } => "does-not-fit",
            What::Array => "array",
            What::PastMemory { .. } => "past-memory",
            What::IntoRom { .. } => "into-rom",
        }
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |n: usize| if n == 1 { "1 byte".to_owned() } else { format!("{n} bytes") };
        match self {
            What::Container(kind) => kind.fmt(f),
            What::File(oddity) => oddity.fmt(f),
            What::Empty => write!(f, "empty"),
            What::FileType(byte) => write!(f, "file type {byte:02X}, which the ROM does not have"),
            What::ProgramLength { header, data } => {
                write!(f, "header says {header} bytes of program, data holds {data}")
            }
            What::LineLength { line, declared, present } => {
                write!(f, "line {line}: length says {declared}, {present} present")
            }
            What::LineEnd { line } => write!(f, "line {line}: does not end with 0D"),
            What::LineOrder { line, before } if line == before => {
                write!(f, "line {line}: stands there twice")
            }
            What::LineOrder { line, before } => write!(f, "line {line}: stands behind line {before}"),
            What::LineNumber { line: line @ 0x4000.. } => {
                write!(f, "line {line}: the ROM takes it for the end of the program")
            }
            What::LineNumber { line } => write!(f, "line {line}: the number is over 9999"),
            What::CutNumber { line } => write!(f, "line {line}: a hidden number is cut off"),
            What::Trailing { bytes } => write!(f, "{} after the last line are no line", plural(*bytes)),
            What::OtherNumber { line, digits, hidden } => {
                write!(f, "line {line}: the digits say {digits}, the hidden number is {hidden}")
            }
            What::Syntax { line, fault } => {
                write!(f, "line {line}, statement {}: ", fault.statement)?;
                match fault.kind {
                    syntax::FaultKind::NoHiddenNumber => write!(f, "digits without a hidden number"),
                    syntax::FaultKind::NoSlot => write!(f, "a DEF FN parameter without room for its value"),
                    syntax::FaultKind::TooManyStatements => write!(f, "more than 127 statements"),
                    syntax::FaultKind::OpenString => write!(f, "a string without its closing quote"),
                    _ => write!(f, "not a statement that the ROM takes"),
                }
            }
            What::HiddenLine { bytes, line } => {
                write!(f, "{} after the program area look like BASIC line {line}", plural(*bytes))
            }
            What::Variables(fault) => fault.fmt(f),
            What::DoesNotFit { bytes } => {
                write!(f, "does not fit a 48K: {bytes} bytes, at most {MOST_LOADABLE} can be loaded")
            }
            What::Array => write!(f, "the length of the array does not agree with its dimensions"),
            What::PastMemory { start, bytes } => {
                write!(f, "does not fit a 48K: {} from {start} end past 65535", plural(*bytes))
            }
            What::IntoRom { start } => write!(f, "loads at {start}, into the ROM"),
        }
    }
}

impl fmt::Display for Finding {
    /// `block 1 at offset 0x15: truncated: length says 12, 8 present (4 missing)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = matches!(self.what, What::Container(FaultKind::Silent { .. } | FaultKind::Unreadable(_)));
        if !whole {
            write_place(f, self.block, self.offset, self.ms)?;
        }
        write!(f, "{}", self.what)
    }
}
