//! What is wrong with the bytes of a file, as diagnostics.
//!
//! Owns: the words for each [`EncodingFaultKind`].
//! Must never know: how the bytes are decoded, what the text means.

use super::{Code, Diagnostic};
use crate::source::decode::LIMIT;
use crate::source::{EncodingFault, EncodingFaultKind};

/// Typographic signs that Windows editors leave in a text as single bytes, and what to write instead.
const TYPOGRAPHY: &[(u8, char, &str)] = &[
    (0x85, '…', "..."),
    (0x91, '‘', "'"),
    (0x92, '’', "'"),
    (0x93, '“', "\""),
    (0x94, '”', "\""),
    (0x96, '–', "-"),
    (0x97, '—', "-"),
];

/// The diagnostic for a fault. Only a [`EncodingFaultKind::Latin1`] is a warning.
///
/// ```
/// use zxtap::diagnostic::{Code, encoding};
/// use zxtap::source::Source;
/// let (_, faults) = Source::decode("a.bas", b"10 REM \xFF");
/// let diagnostic = encoding::diagnostic(&faults[0]);
/// assert_eq!(diagnostic.code, Code::InvalidUtf8);
/// assert_eq!(diagnostic.message, "the byte FF at offset 7 is not UTF-8");
/// ```
pub fn diagnostic(fault: &EncodingFault) -> Diagnostic {
    let EncodingFault { kind, offset, span } = fault;
    let new = |code, message: String| Diagnostic::new(code, *span, message);
    match kind {
        EncodingFaultKind::NotText(Some(what)) => {
            new(Code::NotText, format!("this is {what}, not BASIC as text")).help("give the program as text")
        }
        EncodingFaultKind::NotText(None) => {
            new(Code::NotText, "this is not a text file".into()).help("give the program as text")
        }
        EncodingFaultKind::TooLarge { .. } => {
            new(Code::TooLarge, format!("the file is longer than {} MiB", LIMIT / (1024 * 1024)))
                .help("no program for a 48K needs that much text: is it the right file?")
        }
        EncodingFaultKind::Invalid(bytes) => invalid(bytes, new, fault),
        EncodingFaultKind::Latin1 { byte, character, count } => {
            let times = if *count == 1 { String::new() } else { format!(", {count} times in this file") };
            let message =
                format!("the byte {byte:02X} at offset {offset} is taken as `{character}` in Latin-1{times}");
            new(Code::Latin1Sign, message).label("not UTF-8").help("save the text as UTF-8")
        }
        EncodingFaultKind::Nul { count } => {
            let message = match count {
                1 => format!("a NUL byte at offset {offset}"),
                n => format!("{n} NUL bytes from offset {offset} on"),
            };
            new(Code::NulByte, message).edit("take it out", *span, "")
        }
        EncodingFaultKind::Surrogate(unit) => {
            let message = format!("the UTF-16 unit {unit:04X} at offset {offset} is half of a character");
            new(Code::BrokenUtf16, message).help("save the text again, as UTF-8")
        }
        EncodingFaultKind::HalfUnit(byte) => {
            let message = format!("the UTF-16 text ends in a single byte, {byte:02X} at offset {offset}");
            new(Code::BrokenUtf16, message).help("the file was cut off: save the text again")
        }
        EncodingFaultKind::More(count) => {
            new(Code::InvalidUtf8, format!("{count} more places from offset {offset} on are not text"))
                .help("is it the right file?")
        }
    }
}

fn invalid(bytes: &[u8], new: impl Fn(Code, String) -> Diagnostic, fault: &EncodingFault) -> Diagnostic {
    let hex: Vec<String> = bytes.iter().map(|b| format!("{b:02X}")).collect();
    let (noun, verb) = if bytes.len() == 1 { ("byte", "is") } else { ("bytes", "are") };
    let message = format!("the {noun} {} at offset {} {verb} not UTF-8", hex.join(" "), fault.offset);
    let diagnostic = new(Code::InvalidUtf8, message).label("here");
    let &[byte] = bytes else { return diagnostic.help("save the text again, as UTF-8") };
    if let Some((_, sign, plain)) = TYPOGRAPHY.iter().find(|(b, ..)| *b == byte) {
        return diagnostic.edit(format!("Windows means `{sign}` by it; write"), fault.span, *plain);
    }
    match char::from(byte) {
        letter if letter.is_alphabetic() => diagnostic.help(format!(
            "in Latin-1 it is `{letter}`, a character that a Spectrum has only as a UDG (\\a to \\u)"
        )),
        _ => diagnostic.help("save the text again, as UTF-8"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    fn said(bytes: &[u8]) -> Vec<String> {
        let (_, faults) = Source::decode("t", bytes);
        faults.iter().map(diagnostic).map(|d| format!("{} {}", d.code.text(), d.message)).collect()
    }

    #[test]
    fn the_words() {
        assert_eq!(said(b"RIFF....WAVE"), ["E101 this is a WAV recording, not BASIC as text"]);
        assert_eq!(said(&[b' '; LIMIT + 1]), ["E102 the file is longer than 1 MiB"]);
        assert_eq!(said(b"10 REM \xC3("), ["E103 the byte C3 at offset 7 is not UTF-8"]);
        assert_eq!(said(b"10 REM \xE2\x96("), ["E103 the bytes E2 96 at offset 7 are not UTF-8"]);
        assert_eq!(said(b"10 REM \0"), ["E104 a NUL byte at offset 7"]);
        assert_eq!(
            said(b"\xFE\xFF\xD8\x00\x001"),
            ["E105 the UTF-16 unit D800 at offset 2 is half of a character"]
        );
        assert_eq!(
            said(b"10 REM \xA3\xA3"),
            ["W690 the byte A3 at offset 7 is taken as `£` in Latin-1, 2 times in this file"]
        );
    }

    #[test]
    fn typographic_quotes_have_an_edit() {
        let (source, faults) = Source::decode("t", b"10 PRINT \x93hello\x94");
        let edits: Vec<_> = faults.iter().map(|f| diagnostic(f).edit.unwrap()).collect();
        assert_eq!(&source.text()[..edits[0].span.start as usize], "10 PRINT ");
        assert!(edits.iter().all(|e| e.replacement == "\""));
    }
}
