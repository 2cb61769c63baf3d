//! A file on its way in: a recording is listened to as it comes, all else is held whole.
//!
//! Owns: which of both a file is, by its first bytes; which files are certainly no tape.
//! Must never know: files by name, what a tape or a text holds.

use std::io::{self, Chain, Cursor, Read, Seek};

use crate::source::{EncodingFaultKind, Source, decode};
use crate::tape::wav::{self, read::Error};
use crate::tape::{self, Container, Tape, recording};

/// How many bytes at the start tell a recording from all else.
pub const HEAD: usize = 12;

/// What was read.
#[derive(Clone, Debug)]
pub enum Contents {
    /// A recording, as the tape that was heard.
    Heard(Tape),
    /// The bytes of anything else.
    Bytes(Vec<u8>),
}

impl Contents {
    /// Whether it looks like a tape, or a recording.
    pub fn is_tape(&self) -> bool {
        match self {
            Contents::Heard(_) => true,
            Contents::Bytes(bytes) => tape::sniff(bytes).is_some(),
        }
    }

    /// What it is instead of a tape, in a sentence, where that is certain.
    pub fn stranger(&self) -> Option<String> {
        match self {
            Contents::Heard(_) => None,
            Contents::Bytes(bytes) => stranger(bytes),
        }
    }

    /// As a tape, whatever it is.
    pub fn tape(self) -> Tape {
        match self {
            Contents::Heard(tape) => tape,
            Contents::Bytes(bytes) => tape::read(&bytes),
        }
    }
}

/// What a file is instead of a tape, in a sentence: a picture, an archive, a text. None for a tape, and for what may be
/// a damaged one: TAP files have no signature.
///
/// ```
/// use zxtap::toolchain::reading::stranger;
/// assert_eq!(stranger(b"GIF89a").as_deref(), Some("this is a GIF picture, not a tape"));
/// assert!(stranger(b"10 CLS\n").is_some());
/// assert_eq!(stranger(b"\x13\x00\x00\x03cut"), None);
/// assert_eq!(stranger(b"\x02\x00##"), None);
/// ```
pub fn stranger(bytes: &[u8]) -> Option<String> {
    let found = tape::sniff(bytes);
    let header = bytes.starts_with(&[0x13, 0, 0]);
    if matches!(found, Some(Container::Tzx | Container::Wav)) || header || is_chain(bytes) {
        return None;
    }
    if let Some(what) = decode::signature(bytes).filter(|what| !what.contains("WAV")) {
        let hint = match what.rsplit(' ').next() {
            Some("recording") => ": save it as WAV",
            Some("archive") => ": unpack it first",
            _ => "",
        };
        let but = if what.ends_with("tape") { "which is not read here" } else { "not a tape" };
        return Some(format!("this is {what}, {but}{hint}"));
    }
    is_text(bytes).then(|| "this is text, not a tape: `zxtap build` makes a tape of a program".into())
}

/// Whether a file is blocks with their lengths, from its start to its end.
fn is_chain(file: &[u8]) -> bool {
    let mut rest = file;
    while let [low, high, blocks @ ..] = rest {
        match blocks.get(usize::from(u16::from_le_bytes([*low, *high]))..) {
            Some(next) => rest = next,
            None => return false,
        }
    }
    rest.is_empty()
}

/// Whether a file holds words and nothing else.
fn is_text(bytes: &[u8]) -> bool {
    let (source, faults) = Source::decode("", bytes);
    let sound = faults.iter().all(|fault| matches!(fault.kind, EncodingFaultKind::Latin1 { .. }));
    let words = |c: char| !c.is_control() || c.is_whitespace();
    sound && !source.text().is_empty() && source.text().chars().all(words)
}

/// Whether a file that begins like this is a recording.
///
/// ```
/// use zxtap::toolchain::reading::is_recording;
/// assert!(is_recording(b"RIFF\x24\0\0\0WAVEfmt "));
/// assert!(!is_recording(b"10 PRINT"));
/// ```
pub fn is_recording(head: &[u8]) -> bool {
    tape::sniff(head) == Some(Container::Wav)
}

/// Reads a file: a recording as far as it goes, in little memory; of anything else at most `most` bytes.
///
/// # Errors
///
/// The reader's own.
pub fn read(mut file: impl Read + Seek, most: u64) -> io::Result<Contents> {
    let head = head(&mut file)?;
    if is_recording(&head) {
        return listen(file).map(Contents::Heard);
    }
    whole(head, file, most).map(Contents::Bytes)
}

/// Listens to a recording from its start.
///
/// # Errors
///
/// The reader's own; a file that is no recording gives a tape that says so.
pub fn listen(file: impl Read + Seek) -> io::Result<Tape> {
    match wav::decode(file) {
        Err(Error::Io(error)) => Err(error),
        heard => Ok(recording::tape(heard)),
    }
}

/// The first [`HEAD`] bytes, or fewer where there are no more.
///
/// # Errors
///
/// The reader's own.
pub fn head(file: impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(HEAD);
    file.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// All bytes of a file whose first are read already, at most `most` of them.
///
/// # Errors
///
/// The reader's own.
pub fn whole(head: Vec<u8>, rest: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let all: Chain<Cursor<Vec<u8>>, _> = Cursor::new(head).chain(rest);
    all.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
