//! Diagnostics as JSON, for editors and scripts.
//!
//! ```text
//! {"diagnostics":[{"file":"a.bas","line":1,"column":4,"end_line":1,"end_column":5,"severity":"error","code":"E304",
//!   "message":"an assignment begins with LET","label":"","basic_line":10,"statement":1,"help":"write LET",
//!   "edit":{"line":1,"column":4,"end_line":1,"end_column":4,"replacement":"LET "}}]}
//! ```
//!
//! Lines and columns count from 1, columns in characters; the end is exclusive. `basic_line`, `statement`, `help` and
//! `edit` are null where there is none.
//!
//! Owns: these keys. Must never know: who made the diagnostics.
//! Does not do: cut the list; every diagnostic is there.

use serde_json::{Map, Value, json};

use super::Diagnostic;
use crate::source::{Source, Span};

/// One diagnostic as a JSON object.
pub fn value(source: &Source, diagnostic: &Diagnostic) -> Value {
    let mut object = range(source, diagnostic.span);
    let edit = diagnostic.edit.as_ref().map(|edit| {
        let mut object = range(source, edit.span);
        object.insert("replacement".into(), json!(edit.replacement));
        object
    });
    let help = Some(&diagnostic.help).filter(|help| !help.is_empty());
    object.insert("file".into(), json!(source.name()));
    object.insert("severity".into(), json!(diagnostic.severity().word()));
    object.insert("code".into(), json!(diagnostic.code.text()));
    object.insert("message".into(), json!(diagnostic.message));
    object.insert("label".into(), json!(diagnostic.label));
    object.insert("basic_line".into(), json!(diagnostic.place.map(|place| place.line)));
    object.insert("statement".into(), json!(diagnostic.place.map(|place| place.statement)));
    object.insert("help".into(), json!(help));
    object.insert("edit".into(), json!(edit));
    Value::Object(object)
}

fn range(source: &Source, span: Span) -> Map<String, Value> {
    let (start, end) = (source.location(span.start), source.location(span.end));
    [("line", start.line), ("column", start.column), ("end_line", end.line), ("end_column", end.column)]
        .into_iter()
        .map(|(key, number)| (key.to_owned(), json!(number)))
        .collect()
}

/// The document of `check --json`: one key, `diagnostics`, with the diagnostics of all sources in their order.
///
/// ```
/// use zxtap::diagnostic::{Code, Diagnostic, json};
/// use zxtap::source::{Source, Span};
/// let source = Source::new("a.bas", "10 a=1");
/// let diagnostic = Diagnostic::new(Code::MissingLet, Span::new(3, 4), "LET is missing").at(10, 1);
/// let document = json::document(&[(&source, &[diagnostic])]);
/// assert_eq!(document["diagnostics"][0]["column"], 4);
/// assert_eq!(document["diagnostics"][0]["basic_line"], 10);
/// assert!(document["diagnostics"][0]["help"].is_null());
/// ```
pub fn document(sources: &[(&Source, &[Diagnostic])]) -> Value {
    let all = sources.iter().flat_map(|(source, list)| list.iter().map(|d| value(source, d)));
    json!({ "diagnostics": all.collect::<Vec<_>>() })
}
