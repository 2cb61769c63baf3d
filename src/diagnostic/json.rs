//! Diagnostics as JSON, for editors and scripts.
//!
//! ```text
//! {"diagnostics":[{"file":"a.bas","line":1,"column":4,"end_line":1,"end_column":5,"severity":"error","code":"E304",
//!   "message":"an assignment begins with LET","label":"","basic_line":10,"statement":1,"help":"write LET",
//!   "edit":{"line":1,"column":4,"end_line":1,"end_column":4,"replacement":"LET "}}]}
//! ```
//!
//! Lines and columns count from 1, columns in characters; the end is exclusive. `basic_line`, `statement`, `help` and
//! `edit` are null where there is none. Places are those of the files that a person wrote, wherever the text came from.
//!
//! Owns: these keys. Must never know: who made the diagnostics.
//! Does not do: cut the list; every diagnostic is there. It is made as text from the start, for a list may be long.

use std::fmt::{self, Write};

use serde_json::Value;

use super::Diagnostic;
use crate::source::{Source, Span};

/// The document of `check --json`: one key, `diagnostics`, with the diagnostics of all sources in their order.
///
/// ```
/// use zxtap::diagnostic::{Code, Diagnostic, json};
/// use zxtap::source::{Source, Span};
/// let source = Source::new("a.bas", "10 a=1");
/// let diagnostic = Diagnostic::new(Code::MissingLet, Span::new(3, 4), "LET is missing").at(10, 1);
/// let text = json::document(&[(&source, &[diagnostic])]);
/// assert!(text.starts_with(r#"{"diagnostics":[{"file":"a.bas","line":1,"column":4,"#));
/// assert!(text.ends_with(r#""basic_line":10,"statement":1,"help":null,"edit":null}]}"#));
/// ```
pub fn document(sources: &[(&Source, &[Diagnostic])]) -> String {
    format!("{{\"diagnostics\":{}}}", list(sources))
}

/// The diagnostics of all sources as a JSON array.
pub fn list(sources: &[(&Source, &[Diagnostic])]) -> String {
    let mut text = String::from("[");
    for (source, diagnostics) in sources {
        for diagnostic in *diagnostics {
            if text.len() > 1 {
                text.push(',');
            }
            // Writing into a string does not fail.
            let _ = write!(text, "{}", Object { source, diagnostic });
        }
    }
    text.push(']');
    text
}

/// The diagnostics of one source as objects, each on a line of its own.
///
/// ```
/// use zxtap::diagnostic::{Code, Diagnostic, json};
/// use zxtap::source::{Source, Span};
/// let diagnostic = Diagnostic::new(Code::MissingLet, Span::new(3, 4), "LET is missing");
/// let lines = json::lines(&Source::new("a.bas", "10 a=1"), &[diagnostic.clone(), diagnostic]);
/// assert_eq!(lines.lines().count(), 2);
/// ```
pub fn lines(source: &Source, diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|diagnostic| format!("{}\n", Object { source, diagnostic })).collect()
}

struct Object<'a> {
    source: &'a Source,
    diagnostic: &'a Diagnostic,
}

impl fmt::Display for Object<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Object { source, diagnostic } = self;
        let origin = source.origin(diagnostic.span);
        write!(out, "{{\"file\":{},", string(origin.source.name()))?;
        range(out, origin.source, origin.span)?;
        write!(out, ",\"severity\":\"{}\"", diagnostic.severity().word())?;
        write!(out, ",\"code\":\"{}\"", diagnostic.code.text())?;
        write!(out, ",\"message\":{}", string(&diagnostic.message))?;
        write!(out, ",\"label\":{}", string(&diagnostic.label))?;
        match diagnostic.place {
            Some(place) => write!(out, ",\"basic_line\":{},\"statement\":{}", place.line, place.statement)?,
            None => out.write_str(",\"basic_line\":null,\"statement\":null")?,
        }
        match diagnostic.help.as_str() {
            "" => out.write_str(",\"help\":null")?,
            help => write!(out, ",\"help\":{}", string(help))?,
        }
        let edit = diagnostic.edit.as_ref().map(|edit| (edit, source.origin(edit.span)));
        match edit.filter(|(_, place)| place.exact && place.file == origin.file) {
            Some((edit, place)) => {
                out.write_str(",\"edit\":{")?;
                range(out, place.source, place.span)?;
                write!(out, ",\"replacement\":{}}}}}", string(&edit.replacement))
            }
            None => out.write_str(",\"edit\":null}"),
        }
    }
}

fn range(out: &mut fmt::Formatter<'_>, source: &Source, span: Span) -> fmt::Result {
    let (start, end) = (source.location(span.start), source.location(span.end));
    write!(out, "\"line\":{},\"column\":{},", start.line, start.column)?;
    write!(out, "\"end_line\":{},\"end_column\":{}", end.line, end.column)
}

/// A string as JSON has it, in quotes.
fn string(text: &str) -> Value {
    Value::from(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;

    #[test]
    fn the_document_is_json_whatever_the_words() {
        let source = Source::new("a \"b\"\\\u{1}.bas", "10 a=1\n20 £=1\n");
        let plain = Diagnostic::new(Code::NulByte, Span::new(0, 2), "plain");
        let full = Diagnostic::new(Code::MissingLet, Span::new(10, 12), "\"quoted\"\n\u{1B}")
            .label("£")
            .at(20, 1)
            .edit("write \\", Span::new(10, 10), "\"\\\t");
        let both = [plain, full];
        let document: Value = serde_json::from_str(&document(&[(&source, &both), (&source, &both)])).unwrap();
        let list = document["diagnostics"].as_array().unwrap();
        assert_eq!(list.len(), 4);
        assert_eq!(list[0]["edit"], Value::Null);
        assert_eq!(list[0]["statement"], Value::Null);
        assert_eq!(list[1], list[3]);
        assert_eq!(list[1]["file"], "a \"b\"\\\u{1}.bas");
        assert_eq!(list[1]["message"], "\"quoted\"\n\u{1B}");
        assert_eq!(list[1]["edit"]["replacement"], "\"\\\t");
        assert_eq!(
            (&list[1]["line"], &list[1]["column"], &list[1]["end_column"]),
            (&2.into(), &4.into(), &5.into())
        );
    }
}
