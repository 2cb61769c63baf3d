//! The parts of a tape: what each is made from and what stands on the tape for it.
//!
//! ```text
//! a list of parts ── Part            kind, name, place in the list
//!                      │ + bytes of its file
//!                    make            blocks, where they load
//!                      │
//!                    layout          what lies where in memory; the loader, if one is to be made
//!                      │
//!                    Reel            pieces in the order of the tape, diagnostics on the list
//! ```
//!
//! The list is a text, so that every diagnostic has a place: zxtap.toml, or the words of the command line.
//!
//! Owns: the kinds of parts and how an argument says them; a part as blocks.
//! Must never know: files on disk, the terminal.

pub mod array;
mod layout;
pub mod loader;

use crate::diagnostic::{Code, Diagnostic, has_errors};
use crate::source::Span;
use crate::tape::block::DATA_FLAG;
use crate::tape::timing::ROM_PAUSE_MS;
use crate::tape::tzx::Entry;
use crate::tape::{self, Block, FileType, Header};
use crate::toolchain::{Built, build, picture, screen};

/// The longest file that a block holds.
const MOST_BYTES: usize = crate::basic::program::MOST_BYTES;

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// BASIC as text.
    Program,
    /// The 6912 bytes of a screen.
    Screen,
    /// A PNG or GIF that becomes a screen, dithered or not.
    Picture {
        /// By patterns of two colours.
        dither: bool,
    },
    /// Bytes that load at an address.
    Code(u16),
    /// Bytes as a block without a header, for a loader of the program's own.
    Headerless,
    /// JSON as an array, under the letter given or the one in the text.
    Array(Option<char>),
    /// Another tape's blocks, as they are.
    Tape,
}

/// The forms of a part in words, for messages.
pub const FORMS: &str = "a part is NAME.bas, NAME.scr, NAME.png or .gif (a screen), NAME@ADDRESS (code, such as \
                         game.bin@32768), NAME@raw (a block without header), NAME.json (an array) or NAME.tap, .tzx";

impl Kind {
    /// The path and the kind that an argument says: by what stands behind its last `@`, otherwise by its extension.
    ///
    /// ```
    /// use zxtap::toolchain::parts::Kind;
    /// assert_eq!(Kind::of_argument("game.bin@0x8000"), Ok(("game.bin", Kind::Code(32768))));
    /// assert_eq!(Kind::of_argument("title.SCR"), Ok(("title.SCR", Kind::Screen)));
    /// assert_eq!(Kind::of_argument("me@home/game"), Ok(("me@home/game", Kind::Program)));
    /// assert!(Kind::of_argument("game.bin").is_err());
    /// assert!(Kind::of_argument("game.bin@70000").is_err());
    /// ```
    ///
    /// # Errors
    /// A sentence: bytes without an address, an address that is none.
    pub fn of_argument(text: &str) -> Result<(&str, Kind), String> {
        if let Some((path, tail)) = text.rsplit_once('@')
            && !path.is_empty()
            && !tail.contains(['.', '/', '\\'])
        {
            if tail.eq_ignore_ascii_case("raw") {
                return Ok((path, Kind::Headerless));
            }
            if has_extension(path, "json")
                && let Some((letter, _)) = array::array_name(tail)
            {
                return Ok((path, Kind::Array(Some(letter))));
            }
            return address(tail).map(|address| (path, Kind::Code(address))).map_err(|why| {
                if has_extension(path, "json") {
                    return format!("{text}: `{tail}` is no variable: it is a letter, such as b or b$");
                }
                format!("{text}: {why}")
            });
        }
        Kind::of_path(text).map(|kind| (text, kind)).map_err(|why| format!("{text}: {why}"))
    }

    /// The kind that a path says by its extension. Bytes have none: they need an address.
    ///
    /// # Errors
    /// A sentence, for the extensions of bytes.
    pub fn of_path(path: &str) -> Result<Kind, String> {
        let is = |names: &[&str]| names.iter().any(|name| has_extension(path, name));
        if is(&["scr"]) {
            Ok(Kind::Screen)
        } else if is(&["png", "gif"]) {
            Ok(Kind::Picture { dither: false })
        } else if is(&["tap", "tzx"]) {
            Ok(Kind::Tape)
        } else if is(&["json"]) {
            Ok(Kind::Array(None))
        } else if is(&["bin", "cod", "code", "obj", "o", "rom", "com"]) {
            Err("bytes need an address, such as @32768, or @raw for a block without header".into())
        } else {
            Ok(Kind::Program)
        }
    }
}

fn has_extension(path: &str, extension: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, there)| there.eq_ignore_ascii_case(extension))
}

/// An address in decimal, or in hexadecimal behind `0x`.
///
/// ```
/// use zxtap::toolchain::parts::address;
/// assert_eq!(address("0xFF00"), Ok(65280));
/// assert_eq!(address("65536"), Err("the address 65536 is past 65535, the last one".into()));
/// ```
///
/// # Errors
/// A sentence.
pub fn address(text: &str) -> Result<u16, String> {
    let digits = text.strip_prefix("0x").or(text.strip_prefix("0X"));
    let (digits, radix) = digits.map_or((text, 10), |digits| (digits, 16));
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Err(format!("`{text}` is no address: write it as 32768 or 0x8000"));
    }
    u16::from_str_radix(digits, radix).map_err(|_| format!("the address {text} is past 65535, the last one"))
}

/// A part of a tape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its file, as people wrote it.
    pub file: String,
    /// What it is.
    pub kind: Kind,
    /// Its name on tape, where one is given; of a program, [`Built`] has it.
    pub name: Option<[u8; 10]>,
    /// Where it stands in the list.
    pub span: Span,
}

impl Part {
    /// The file name without folders and extension.
    pub fn stem(&self) -> &str {
        let name = self.file.rsplit(['/', '\\']).next().unwrap_or(&self.file);
        name.rsplit_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem })
    }
}

/// What is in a part's file.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    /// A program that was built.
    Program(&'a Built),
    /// Bytes.
    Bytes(&'a [u8]),
}

/// What may be asked of a reel beside its parts. Spans are places in the list.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether a loader is made: when nobody says, where the first part is no program and no tape.
    pub loader: Option<(bool, Span)>,
    /// RAMTOP for the loader.
    pub clear: Option<(u16, Span)>,
    /// Where the loader starts the code.
    pub start: Option<(u16, Span)>,
    /// The name of the loader, in the header.
    pub name: [u8; 10],
    /// Do not mind two things in one place of memory.
    pub allow_overlap: bool,
}

/// What stands on the tape for a part.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Which of the parts it is; none for the loader.
    pub part: Option<usize>,
    /// What it is.
    pub form: Form,
    /// Its blocks.
    pub entries: Vec<Entry>,
}

/// What a piece is, for people.
#[derive(Clone, Debug)]
pub enum Form {
    /// A program.
    Program(Box<Built>),
    /// A file with a header.
    File(Header),
    /// An array: its header and its name in BASIC.
    Array(Header, String),
    /// A block without a header: how many bytes it holds.
    Headerless(usize),
    /// Blocks of another tape.
    Tape,
}

impl Piece {
    /// How long it plays, in seconds.
    pub fn seconds(&self) -> f64 {
        self.entries.iter().map(Entry::seconds).sum()
    }
}

/// A whole tape, and what there is to say about the list it was made from.
#[derive(Clone, Debug, Default)]
pub struct Reel {
    /// The pieces in the order of the tape.
    pub pieces: Vec<Piece>,
    /// On the list, in its order.
    pub diagnostics: Vec<Diagnostic>,
}

impl Reel {
    /// Whether nothing forbids to write the tape.
    pub fn is_good(&self) -> bool {
        !has_errors(&self.diagnostics)
    }

    /// The blocks in the order of the tape.
    pub fn entries(&self) -> Vec<Entry> {
        self.pieces.iter().flat_map(|piece| piece.entries.iter().cloned()).collect()
    }
}

/// Makes a tape of parts, each with what is in its file. A program that is not good, which its own diagnostics tell,
/// gives a piece without blocks.
///
/// ```
/// use zxtap::source::Span;
/// use zxtap::toolchain::parts::{Content, Kind, Options, Part, assemble};
/// let span = Span::new(0, 14);
/// let part = Part { file: "game.bin@32768".into(), kind: Kind::Code(32768), name: None, span };
/// let reel = assemble(&[part], &[Content::Bytes(&[0xC9])], &Options::default());
/// assert!(reel.is_good());
/// assert_eq!(reel.pieces.len(), 2); // a loader, and the code
/// ```
pub fn assemble(parts: &[Part], contents: &[Content], options: &Options) -> Reel {
    let mut reel = Reel::default();
    for (index, (part, content)) in parts.iter().zip(contents).enumerate() {
        match make(part, *content, &mut reel.diagnostics) {
            Ok((form, entries)) => reel.pieces.push(Piece { part: Some(index), form, entries }),
            Err(diagnostic) => reel.diagnostics.push(*diagnostic),
        }
    }
    if reel.is_good() {
        layout::lay(parts, options, &mut reel);
    }
    reel.diagnostics.sort_by_key(|d| d.span.start);
    reel
}

type Made = Result<(Form, Vec<Entry>), Box<Diagnostic>>;

fn make(part: &Part, content: Content, told: &mut Vec<Diagnostic>) -> Made {
    let wrong =
        |code: Code, why: String| Box::new(Diagnostic::new(code, part.span, format!("{}: {why}", part.file)));
    let bytes = match content {
        Content::Program(built) => {
            let entries =
                built.blocks.iter().map(|block| Entry::standard(ROM_PAUSE_MS, &block.bytes)).collect();
            return Ok((Form::Program(Box::new(built.clone())), entries));
        }
        Content::Bytes(bytes) => bytes,
    };
    let name = part.name.unwrap_or_else(|| build::stem_name(part.stem()));
    let file = |header: Header, data: &[u8]| {
        let blocks = [header.block(), Block::new(DATA_FLAG, data)];
        blocks.iter().map(|block| Entry::standard(ROM_PAUSE_MS, &block.bytes)).collect()
    };
    let of_bytes = |start: u16, data: &[u8]| {
        let header = Header { name, ..Header::bytes("", start, data.len() as u16) };
        (Form::File(header), file(header, data))
    };
    match part.kind {
        Kind::Program => Err(wrong(Code::PartForm, "it was not built".into())),
        Kind::Screen if bytes.len() != screen::BYTES => {
            let why = format!("it has {} bytes; a screen has {}", bytes.len(), screen::BYTES);
            Err(wrong(Code::PartForm, why))
        }
        Kind::Screen => Ok(of_bytes(layout::SCREEN, bytes)),
        Kind::Picture { dither } => {
            let fitted = picture::read(bytes)
                .and_then(|picture| screen::fit::fit(picture.width, &picture.pixels, dither))
                .map_err(|why| wrong(Code::PartForm, why))?;
            if let Some(why) = crowded(&fitted.crowded) {
                told.push(*wrong(Code::Crowded, why));
            }
            Ok(of_bytes(layout::SCREEN, &fitted.bytes))
        }
        Kind::Code(start) => {
            let end = usize::from(start) + bytes.len();
            if bytes.is_empty() {
                Err(wrong(Code::PartForm, "the file is empty".into()))
            } else if start < layout::SCREEN {
                Err(wrong(Code::Address, format!("{start} is in the ROM; RAM begins at {}", layout::SCREEN)))
            } else if end > 1 << 16 {
                let why = format!("{} bytes at {start} end at {}, past 65535", bytes.len(), end - 1);
                Err(wrong(Code::Address, why))
            } else {
                Ok(of_bytes(start, bytes))
            }
        }
        Kind::Headerless if bytes.is_empty() || bytes.len() > MOST_BYTES => {
            let why = format!("it has {} bytes; a block holds 1 to {MOST_BYTES}", bytes.len());
            Err(wrong(Code::PartForm, why))
        }
        Kind::Headerless => {
            let block = Block::new(DATA_FLAG, bytes);
            Ok((Form::Headerless(bytes.len()), vec![Entry::standard(ROM_PAUSE_MS, &block.bytes)]))
        }
        Kind::Array(letter) => {
            let variable = array::read(bytes, letter).map_err(|why| wrong(Code::PartForm, why))?;
            let (body, first) = (variable.value.body(), variable.encode()[0]);
            let kind = if first >> 5 == 0b100 { FileType::Numbers } else { FileType::Characters };
            let length = body.len() as u16;
            let header = Header { kind, name, length, parameter1: u16::from(first) << 8, parameter2: 0x8000 };
            Ok((Form::Array(header, format!("{}()", variable.full_name())), file(header, &body)))
        }
        Kind::Tape => {
            let read = tape::read(bytes);
            if let Some(fault) = read.faults.first() {
                return Err(wrong(Code::PartForm, fault.to_string()));
            }
            if read.entries.is_empty() {
                return Err(wrong(Code::PartForm, "there is nothing on this tape".into()));
            }
            Ok((Form::Tape, read.entries))
        }
    }
}

/// A sentence on cells with too many colours; none where there are none.
pub fn crowded(cells: &[(u8, u8)]) -> Option<String> {
    let (row, column) = cells.first()?;
    let count = if cells.len() == 1 { "1 cell has".into() } else { format!("{} cells have", cells.len()) };
    let first = if cells.len() == 1 { "it is" } else { "the first is" };
    Some(format!("{count} more colours than a cell can show; {first} row {row}, column {column}"))
}
