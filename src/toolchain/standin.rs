//! A stand-in for the language: lines of ASCII are stored untokenised. It exists until the language is plugged in.

use super::{BuildOptions, Built};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{Source, Span};
use crate::tape::{Block, Header};

/// Builds a program from a text.
pub fn build(source: &Source, options: &BuildOptions) -> Built {
    let mut built = Built::default();
    for number in 1..=source.line_count() {
        let span = source.line_span(number);
        let text = &source.text()[span.range()];
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let line: u16 = text[..digits].parse().unwrap_or(0);
        let body = text[digits..].trim_start();
        let start = span.end as usize - body.len();
        if body.starts_with("a=") {
            built.diagnostics.push(
                Diagnostic::new(
                    Code::MissingLet,
                    Span::new(start, start + 1),
                    "an assignment begins with LET",
                )
                .label("this is a name")
                .at(line, 1)
                .edit("write LET", Span::new(start, start), "LET "),
            );
        }
        let body = body.as_bytes();
        built.program.extend(line.to_be_bytes());
        built.program.extend((body.len() as u16 + 1).to_le_bytes());
        built.program.extend(body);
        built.program.push(13);
        built.lines += 1;
    }
    if built.lines == 0 {
        built.diagnostics.push(Diagnostic::new(Code::NoProgram, Span::default(), "there is no program"));
    }
    built.free_bytes = 41_000 - built.program.len() as i32;
    if built.free_bytes < 0 && !options.allow_oversize {
        let message = format!("the program is {} bytes too long for a 48K", -built.free_bytes);
        built.diagnostics.push(Diagnostic::new(Code::NoProgram, Span::default(), message));
    }
    if built.diagnostics.iter().any(|d| d.severity() == Severity::Error) {
        return built;
    }
    let name = options.name.clone().unwrap_or(options.file_stem.chars().take(10).collect());
    let length = built.program.len() as u16;
    let header = Header::program(&name, length, options.autostart, length);
    built.name = header.name;
    built.autostart = options.autostart;
    built.blocks = vec![header.block(), Block::new(0xFF, &built.program)];
    built.seconds = built.blocks.iter().map(Block::seconds).sum();
    built
}

/// All that [`build`] would say.
pub fn check(source: &Source, options: &BuildOptions) -> Vec<Diagnostic> {
    build(source, options).diagnostics
}

/// The ten bytes of a name in a header; fails with a sentence if it is longer.
pub fn tape_name(text: &str) -> Result<[u8; 10], String> {
    match text.chars().count() {
        0..=10 => Ok(Header::program(text, 0, None, 0).name),
        n => Err(format!("a name on tape has at most 10 characters, this one has {n}")),
    }
}
