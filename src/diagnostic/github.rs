//! Diagnostics as the workflow commands of GitHub Actions, which shows them beside the lines of a change.
//!
//! ```text
//! ::error file=a.bas,line=1,col=4,endLine=1,endColumn=5,title=E304::an assignment begins with LET%0Awrite LET
//! ```
//!
//! In a value `%`, CR and LF are written %25, %0D and %0A; in the properties before the second `::` also `:` as %3A and
//! `,` as %2C.
//!
//! Places are those of the files that a person wrote.
//!
//! Owns: this form. Must never know: who made the diagnostics, where the text goes.

use super::{Diagnostic, Severity};
use crate::source::Source;

/// The diagnostics of one source, a line each. Places are those of the files that a person wrote.
///
/// ```
/// use zxtap::diagnostic::{Code, Diagnostic, github};
/// use zxtap::source::{Source, Span};
/// let source = Source::new("a,b.bas", "10 a=1");
/// let diagnostic = Diagnostic::new(Code::MissingLet, Span::new(3, 4), "100% wrong").help("write LET");
/// assert_eq!(
///     github::lines(&source, &[diagnostic]),
///     "::error file=a%2Cb.bas,line=1,col=4,endLine=1,endColumn=5,title=E304::100%25 wrong%0Awrite LET\n"
/// );
/// ```
pub fn lines(source: &Source, diagnostics: &[Diagnostic]) -> String {
    let line = |diagnostic: &Diagnostic| {
        let origin = source.origin(diagnostic.span);
        let file = origin.source;
        let (start, end) = (file.location(origin.span.start), file.location(origin.span.end));
        // What is called <stdin> or --do is no file, so nothing can be shown beside it.
        let place = match file.name() {
            name if name.starts_with(['<', '-']) => String::new(),
            name => format!(
                "file={},line={},col={},endLine={},endColumn={},",
                property(name),
                start.line,
                start.column,
                end.line,
                end.column
            ),
        };
        let mut message = diagnostic.message.clone();
        if !diagnostic.help.is_empty() {
            message = format!("{message}\n{}", diagnostic.help);
        }
        let word = diagnostic.severity().word();
        let title = diagnostic.code.text();
        format!("::{word} {place}title={title}::{}\n", value(&message))
    };
    diagnostics.iter().map(line).collect()
}

/// A line on a whole file, or on none where `file` is empty.
///
/// ```
/// use zxtap::diagnostic::{Severity, github};
/// assert_eq!(github::line(Severity::Error, "a.tap", "block 1:\nbad"), "::error file=a.tap::block 1:%0Abad\n");
/// assert_eq!(github::line(Severity::Warning, "", "odd"), "::warning::odd\n");
/// ```
pub fn line(severity: Severity, file: &str, message: &str) -> String {
    let file = if file.is_empty() { String::new() } else { format!(" file={}", property(file)) };
    format!("::{}{file}::{}\n", severity.word(), value(message))
}

fn value(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    value(text).replace(':', "%3A").replace(',', "%2C")
}
