//! Text to tape: tokenise, check, and pack header and data.
//!
//! Owns: what a build is refused for beside faults of the text; how much a 48K holds.
//! Must never know: files, the terminal.

use super::minify::{Minified, minify};
use super::{BuildOptions, Built};
use crate::basic::program::MOST_BYTES;
use crate::basic::tokenise::{self, Tokenised, directive};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Source;
use crate::tape::timing::ROM_PAUSE_MS;
use crate::tape::{Block, Header};

/// The longest program block (with its variables) that `LOAD ""` takes on a 48K as it is after switching on.
/// Measured on the ROM: a byte more gives report 4, Out of memory.
pub const MOST_LOADABLE: usize = 41_476;

/// Builds a program from a text whose lines have numbers. Labels and included files are for
/// [`build_with`](super::build_with).
///
/// ```
/// use zxtap::source::Source;
/// use zxtap::toolchain::{BuildOptions, build};
/// let built = build(&Source::new("hi.bas", "10 PRINT 1\n"), &BuildOptions::default());
/// assert!(built.is_good());
/// assert_eq!(built.program, [0, 10, 9, 0, 0xF5, b'1', 0x0E, 0, 0, 1, 0, 0, 0x0D]);
/// assert_eq!(built.blocks.len(), 2);
/// ```
pub fn build(source: &Source, options: &BuildOptions) -> Built {
    let (mut tokenised, minified, diagnostics) = judged(source, options);
    if let Some(minified) = &minified {
        tokenised.program = minified.program();
    }
    let size = tokenised.program.size() + tokenised.directives.variables.len();
    let mut built = Built {
        lines: tokenised.program.lines.len(),
        free_bytes: MOST_LOADABLE as i32 - i32::try_from(size).unwrap_or(i32::MAX),
        minified,
        diagnostics,
        ..Built::default()
    };
    if !built.is_good() {
        return built;
    }
    let directives = tokenised.directives;
    let program_length = directives.program_length.unwrap_or(tokenised.program.size() as u16);
    let autostart = directives.autostart.map(|a| a.0);
    let name = match (&options.name, directives.name) {
        (Some(name), _) => directive::name(name).unwrap_or_default(),
        (None, Some((name, _))) => name,
        (None, None) => stem(&options.file_stem),
    };
    built.program = tokenised.program.encode();
    built.program.extend_from_slice(&directives.variables);
    let length = directives.length.unwrap_or(built.program.len() as u16);
    let mut header = Header::program("", length, autostart, program_length);
    header.name = padded(&name);
    built.name = header.name;
    built.autostart = header.autostart();
    let mut payload = header.encode().to_vec();
    payload.extend_from_slice(&directives.header_more);
    let header = Block::new(crate::tape::block::HEADER_FLAG, &payload);
    built.blocks = vec![header, Block::new(crate::tape::block::DATA_FLAG, &built.program)];
    // The ROM has everything when the last block ends; it does not wait for the pause.
    let playing: f64 = built.blocks.iter().map(Block::seconds).sum();
    built.seconds = playing - f64::from(ROM_PAUSE_MS) / 1000.0;
    built
}

/// All that [`build`] would say.
pub fn check(source: &Source, options: &BuildOptions) -> Vec<Diagnostic> {
    judged(source, options).2
}

/// The program of a text, the same minified if that is asked for, and everything there is to say about it in the order
/// of the text: of the text itself, of what the program will do and of its sizes. An autostart that is asked for goes
/// before the text's own.
fn judged(source: &Source, options: &BuildOptions) -> (Tokenised, Option<Minified>, Vec<Diagnostic>) {
    let mut tokenised = tokenise::tokenise(source);
    if let Some(line) = options.autostart {
        tokenised.directives.autostart = Some((line, Default::default()));
    }
    let broken = tokenised.has_errors();
    let mut diagnostics = std::mem::take(&mut tokenised.diagnostics);
    diagnostics.extend(crate::basic::check::check(&tokenised));
    let minified = (!broken && !options.minify.is_empty()).then(|| minify(&tokenised, &options.minify));
    let saved = minified.as_ref().map_or(0, Minified::bytes);
    diagnostics.extend(sizes(&tokenised, options, broken, saved));
    diagnostics.sort_by_key(|d| d.span.start);
    (tokenised, minified, diagnostics)
}

/// The ten bytes of a name in a header; a sentence why not if it does not fit.
///
/// ```
/// assert_eq!(&zxtap::toolchain::tape_name("three").unwrap(), b"three     ");
/// assert!(zxtap::toolchain::tape_name("adventures2").is_err());
/// ```
pub fn tape_name(text: &str) -> Result<[u8; 10], String> {
    if let Some(control) = text.chars().find(|c| c.is_control()) {
        return Err(format!("a name cannot hold the control character U+{:04X}", u32::from(control)));
    }
    directive::name(text).map(|name| padded(&name))
}

/// What is too long: a line, the program for a tape, the program for a 48K. The last is not told of a text that is
/// `broken`: there it is not the program that will be. Minifying has `saved` so many bytes.
fn sizes(tokenised: &Tokenised, options: &BuildOptions, broken: bool, saved: usize) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let mut size = tokenised.directives.variables.len();
    let mut first_too_much = None;
    for (line, map) in tokenised.program.lines.iter().zip(&tokenised.map.lines) {
        if line.text.len() + 1 > usize::from(u16::MAX) - 1 {
            let message = format!(
                "line {} is {} bytes long, at most 65534 can be stored",
                line.number,
                line.text.len()
            );
            out.push(
                Diagnostic::new(Code::LineLong, map.number, message).label("this line").at(line.number, 1),
            );
        }
        size += line.size();
        if size > MOST_LOADABLE && first_too_much.is_none() {
            first_too_much = Some((line.number, map.number));
        }
    }
    size -= saved.min(size);
    let Some((number, span)) = first_too_much.filter(|_| size > MOST_LOADABLE) else { return out };
    if size > MOST_BYTES {
        let message = format!("the program is {size} bytes long; a block on tape holds at most {MOST_BYTES}");
        out.push(Diagnostic::new(Code::ProgramLong, span, message).label("a 48K is full before this line"));
    } else if !options.allow_oversize && !broken && !tokenised.directives.stored {
        let over = size - MOST_LOADABLE;
        let message = format!("the program is {size} bytes long, {over} more than a 48K can load");
        out.push(
            Diagnostic::new(Code::DoesNotFit, span, message)
                .label(format!("a 48K is full before line {number} ends"))
                .help("`--allow-oversize` makes the tape all the same"),
        );
    }
    out
}

/// A name from the stem of a file: what the Spectrum has no character for becomes `?`, cut to ten.
fn stem(text: &str) -> Vec<u8> {
    text.chars().take(10).map(|c| crate::basic::charset::byte(c).unwrap_or(b'?')).collect()
}

/// The ten bytes of a name from the stem of a file; see [`stem`].
pub fn stem_name(text: &str) -> [u8; 10] {
    padded(&stem(text))
}

fn padded(name: &[u8]) -> [u8; 10] {
    crate::tape::header::padded_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    #[test]
    fn the_span_of_a_size_error_is_a_line_number() {
        let mut text = String::new();
        for number in 1..=1200 {
            text += &format!("{number} REM 34567890123456789012345678901234567890\n");
        }
        let source = Source::new("big.bas", text);
        let found = check(&source, &BuildOptions::default());
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].code, Code::DoesNotFit);
        assert_ne!(found[0].span, Span::default());
        assert!(check(&source, &BuildOptions { allow_oversize: true, ..BuildOptions::default() }).is_empty());
    }
}
