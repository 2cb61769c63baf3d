//! Directives and the heading that the BasinC editor writes.
//!
//! ```text
//! #name three               the name in the header, at most ten characters, escapes allowed
//! #name "three "            in quotes, where spaces at its ends count
//! #autostart 10             the line at which the program starts when it has been loaded
//! #autostart 0x9000         the same word of the header, any value
//! #stored                   lines are stored as given: in their order, repeated, with any number, legal or not
//! #variables 0x61000005…    bytes of the variables that are saved with the program
//! #trailing 0x0A…           bytes behind the last line that are no line
//! #header length=9 program=8 more=0x00   words of the header that do not follow from the program
//! #lines 100,10             and #define, #include: obeyed by basic::expand before the text comes here
//! # anything                a comment, as is any other line that begins with #
//! Check 8D0B4F2E            BasinC: ignored
//! Auto 10                   BasinC: autostart; a line that no program reaches means none
//! Var a: Num = 5            BasinC: a variable that is saved with the program
//! ```
//!
//! Owns: their spelling.
//! Must never know: program lines.

use crate::basic::advice::distance;
use crate::basic::literal;
use crate::basic::variables::basinc;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The most characters a name in a header has.
pub const NAME_LENGTH: usize = 10;

/// What the directives of a source say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directives {
    /// The name for the header, in Spectrum characters, and where it is given.
    pub name: Option<(Vec<u8>, Span)>,
    /// The autostart line, and where it is given.
    pub autostart: Option<(u16, Span)>,
    /// The variables that are saved with the program, as they stand in memory behind it.
    pub variables: Vec<u8>,
    /// Whether lines are stored as given.
    pub stored: bool,
    /// Bytes behind the last line.
    pub trailing: Vec<u8>,
    /// The length in the header, where it does not follow from the data.
    pub length: Option<u16>,
    /// The length of the program in the header, where it does not follow from the program.
    pub program_length: Option<u16>,
    /// Bytes of a header that is longer than the ROM's.
    pub header_more: Vec<u8>,
}

/// The directives read here. Those that say how a text is put together (`#lines`, `#define`, `#include`) have done
/// their work before.
pub(crate) const WORDS: &[&str] = &["#name", "#autostart", "#stored", "#variables", "#trailing", "#header"];

/// The directives of [`crate::basic::expand`].
const EXPANDED: &[&str] = &["#lines", "#define", "#include"];

/// Directives of the C preprocessor, which some tools run over a source before they read it.
const FOREIGN: &[&str] = &["#ifdef", "#ifndef", "#elif", "#endif", "#undef"];

/// What people write for a directive, and the directive.
const OTHER_WORDS: &[(&str, &str)] =
    &[("auto", "#autostart"), ("autorun", "#autostart"), ("start", "#autostart"), ("line", "#lines")];

/// The directive that a comment was probably meant to be.
fn meant(word: &str, value: &str) -> Option<&'static str> {
    let letters = word.strip_prefix('#')?.to_ascii_lowercase().replace(['-', '_'], "");
    let known = || WORDS.iter().chain(EXPANDED).copied();
    let near = |directive: &&str| {
        let plain = &directive[1..];
        let limit = usize::from(letters.len() > 4 && plain.len() > 4);
        letters == plain
            || distance(&letters, plain) <= limit
            || letters.len() == plain.len() && sorted(&letters) == sorted(plain)
    };
    let other = OTHER_WORDS.iter().find(|(other, _)| *other == letters).map(|&(_, directive)| directive);
    let found = other.or_else(|| known().find(near))?;
    let first = value.chars().next();
    let plausible = match found {
        "#stored" => value.is_empty(),
        "#name" => first.is_some(),
        "#autostart" => first.is_some_and(|c| c.is_ascii_digit() || c == '@'),
        "#lines" => first.is_some_and(|c| c.is_ascii_digit()),
        "#include" => first.is_some_and(|c| matches!(c, '"' | '<' | '\'')),
        "#define" => first.is_some_and(|c| c.is_ascii_alphabetic() || c == '_') && value.contains(' '),
        "#header" => value.contains('='),
        _ => value.starts_with("0x"),
    };
    plausible.then_some(found)
}

fn sorted(text: &str) -> Vec<u8> {
    let mut letters = text.as_bytes().to_vec();
    letters.sort_unstable();
    letters
}

/// Whether an unnumbered line before the program is of BasinC's heading.
pub(crate) fn is_heading(line: &str) -> bool {
    ["Check ", "Auto ", "Var "].iter().any(|word| line.starts_with(word))
}

/// Reads one line that begins with `#` or is of BasinC's heading.
pub(super) fn read(line: &str, span: Span, out: &mut Directives, diagnostics: &mut Vec<Diagnostic>) {
    let indent = line.len() - line.trim_start().len();
    let text = line[indent..].trim_end();
    let word_end = text.find([' ', '\t']).unwrap_or(text.len());
    let (word, value) = (&text[..word_end], text[word_end..].trim_start());
    let value_start = span.start as usize + indent + (text.len() - value.len());
    let value_span = Span::new(value_start, value_start + value.len());
    match word {
        "#name" => match name(value) {
            Ok(name) => out.name = Some((name, value_span)),
            Err(message) => {
                let wrong = Diagnostic::new(Code::ProgramName, value_span, message);
                let end = Span { start: value_span.end, end: value_span.end };
                diagnostics.push(if is_open(value) { wrong.edit("close it", end, "\"") } else { wrong });
            }
        },
        "#autostart" => match value.parse::<u16>() {
            Ok(line @ 1..=super::HIGHEST_LINE) => out.autostart = Some((line, value_span)),
            _ if word_value(value).is_some() => out.autostart = word_value(value).map(|v| (v, value_span)),
            _ => diagnostics.push(
                Diagnostic::new(
                    Code::Autostart,
                    value_span,
                    format!("`#autostart` takes a line number from 1 to {}", super::HIGHEST_LINE),
                )
                .label("expected a line number"),
            ),
        },
        "#stored" if value.is_empty() => out.stored = true,
        "#variables" | "#trailing" => match bytes(value) {
            Some(bytes) if word == "#trailing" => out.trailing.extend(bytes),
            Some(bytes) => out.variables.extend(bytes),
            None => diagnostics
                .push(bad_directive(value_span, format!("`{word}` takes bytes, written as 0x0A0B"))),
        },
        "#header" => header(value, value_span, out, diagnostics),
        "Var" => match basinc::read(value) {
            Ok(variable) => out.variables.extend(variable.encode()),
            Err(message) => diagnostics.push(bad_directive(value_span, message)),
        },
        "Auto" => {
            if let Ok(line @ 1..=super::HIGHEST_LINE) = value.parse::<u16>()
                && line != BASINC_NO_AUTOSTART
            {
                out.autostart = Some((line, value_span));
            }
        }
        _ if EXPANDED.contains(&word) => {}
        _ if FOREIGN.contains(&word) => {
            let at = span.start as usize + indent;
            let message = format!("`{word}` is no directive: the line is a comment");
            diagnostics.push(
                Diagnostic::new(Code::NearDirective, Span::new(at, at + word.len()), message)
                    .label("there are no conditions: every line is built"),
            );
        }
        _ => {
            if let Some(directive) = meant(word, value) {
                let at = span.start as usize + indent;
                let word_span = Span::new(at, at + word.len());
                diagnostics.push(
                    Diagnostic::new(
                        Code::NearDirective,
                        word_span,
                        format!("`{word}` is no directive: the line is a comment"),
                    )
                    .edit(format!("did you mean {directive}?"), word_span, directive),
                );
            }
        }
    }
}

fn bad_directive(span: Span, message: String) -> Diagnostic {
    Diagnostic::new(Code::Directive, span, message)
}

/// The parts of `#header`.
fn header(text: &str, span: Span, out: &mut Directives, diagnostics: &mut Vec<Diagnostic>) {
    for part in text.split_whitespace() {
        let known = match part.split_once('=') {
            Some(("length", value)) => {
                out.length = number(value);
                out.length.is_some()
            }
            Some(("program", value)) => {
                out.program_length = number(value);
                out.program_length.is_some()
            }
            Some(("more", value)) => bytes(value).map(|b| out.header_more = b).is_some(),
            _ => false,
        };
        if !known {
            let message = "`#header` takes length=NUMBER, program=NUMBER and more=0xBYTES".to_owned();
            diagnostics.push(bad_directive(span, message));
            return;
        }
    }
}

/// A word in decimal or behind `0x` in hexadecimal.
fn number(text: &str) -> Option<u16> {
    word_value(text).or_else(|| text.parse().ok())
}

/// A word written in hexadecimal behind `0x`.
fn word_value(text: &str) -> Option<u16> {
    u16::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

/// Bytes written in hexadecimal behind `0x`, two digits each.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let digits = text.strip_prefix("0x")?;
    let whole = digits.len().is_multiple_of(2) && digits.bytes().all(|b| b.is_ascii_hexdigit());
    whole.then(|| {
        (0..digits.len()).step_by(2).filter_map(|i| u8::from_str_radix(&digits[i..i + 2], 16).ok()).collect()
    })
}

/// What BasinC writes as `Auto` for a program that does not start by itself: two spaces, read as a number.
const BASINC_NO_AUTOSTART: u16 = 0x2020;

/// A name for the header in Spectrum characters: at most ten; an error in words otherwise.
///
/// ```
/// use zxtap::basic::tokenise::directive::name;
/// assert_eq!(name("three"), Ok(b"three".to_vec()));
/// assert_eq!(name("\"a \""), Ok(b"a ".to_vec()));
/// assert!(name("elevenchars").is_err());
/// ```
pub fn name(text: &str) -> Result<Vec<u8>, String> {
    if is_open(text) {
        return Err("the name has no closing quote".into());
    }
    let quoted = text.len() >= 2 && text.starts_with('"') && text.ends_with('"');
    let bytes = literal::characters(if quoted { &text[1..text.len() - 1] } else { text })?;
    match bytes.len() {
        0 => Err("a name has at least one character".into()),
        1..=NAME_LENGTH => Ok(bytes),
        n => Err(format!("a name in a header has at most {NAME_LENGTH} characters, this one has {n}")),
    }
}

/// Whether a name begins with a quote and has no other at its end.
fn is_open(name: &str) -> bool {
    name.starts_with('"') && (name.len() < 2 || !name.ends_with('"'))
}
