//! From the bytes of a source file to its text rewritten: other line numbers, or the canonical form.
//!
//! Owns: that a text with an error is not rewritten, and what is then said.
//! Must never know: files, how a text is rewritten.

pub use crate::basic::edit::renum::Numbering;

use crate::basic::edit::{apply, fmt, renum};
use crate::basic::tokenise::{Tokenised, tokenise};
use crate::diagnostic::{Code, Diagnostic, Edit, Severity, encoding};
use crate::source::Source;

/// A text and what it becomes.
#[derive(Clone, Debug)]
pub struct Rewritten {
    /// The text as it is.
    pub source: Source,
    /// What changes, in the order of the text. None where an error forbids it.
    pub edits: Vec<Edit>,
    /// What there is to say.
    pub diagnostics: Vec<Diagnostic>,
}

impl Rewritten {
    /// Whether nothing forbids to write the new text.
    pub fn is_good(&self) -> bool {
        self.diagnostics.iter().all(|d| d.severity() != Severity::Error)
    }

    /// The new text.
    pub fn text(&self) -> String {
        apply(self.source.text(), &self.edits)
    }

    /// How many lines of the file change.
    pub fn lines(&self) -> usize {
        let mut lines: Vec<usize> =
            self.edits.iter().map(|edit| self.source.location(edit.span.start).line).collect();
        lines.dedup();
        lines.len()
    }
}

/// Gives the program in a file called `name` other line numbers.
///
/// ```
/// use zxtap::toolchain::rewrite::{Numbering, renum_bytes};
/// let new = renum_bytes("a.bas", b"5 GO TO 5\n", &Numbering { start: 100, ..Numbering::default() });
/// assert_eq!(new.text(), "100 GO TO 100\n");
/// ```
pub fn renum_bytes(name: &str, bytes: &[u8], numbering: &Numbering) -> Rewritten {
    rewrite(name, bytes, |source, program| {
        let new = renum::renum(source, program, numbering);
        (new.edits, new.diagnostics)
    })
}

/// Gives the text in a file called `name` its canonical form; with `tidy` stored spaces that tell nothing go.
///
/// ```
/// use zxtap::toolchain::rewrite::fmt_bytes;
/// assert_eq!(fmt_bytes("a.bas", b"5 let a = 1\n", false).text(), "   5 LET a = 1\n");
/// assert_eq!(fmt_bytes("a.bas", b"5 let a = 1\n", true).text(), "   5 LET a=1\n");
/// ```
pub fn fmt_bytes(name: &str, bytes: &[u8], tidy: bool) -> Rewritten {
    rewrite(name, bytes, |source, program| {
        let errors = program.diagnostics.iter().filter(|d| d.severity() == Severity::Error);
        (fmt::fmt(source, program, tidy), errors.cloned().collect())
    })
}

fn rewrite(
    name: &str,
    bytes: &[u8],
    how: impl FnOnce(&Source, &Tokenised) -> (Vec<Edit>, Vec<Diagnostic>),
) -> Rewritten {
    let (source, faults) = Source::decode(name, bytes);
    let mut diagnostics: Vec<Diagnostic> = faults.iter().map(encoding::diagnostic).collect();
    for told in diagnostics.iter_mut().filter(|d| d.code == Code::NotText) {
        told.help = "this works on text: `zxtap list` makes one of the programs on a tape".into();
    }
    let mut edits = Vec::new();
    if diagnostics.iter().all(|d| d.severity() != Severity::Error) {
        let (changes, told) = how(&source, &tokenise(&source));
        edits = changes;
        diagnostics.extend(told);
        diagnostics.sort_by_key(|d| d.span.start);
    }
    Rewritten { source, edits, diagnostics }
}
