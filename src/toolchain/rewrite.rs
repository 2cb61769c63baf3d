//! From the bytes of a source file to its text rewritten: other line numbers, or the canonical form.
//!
//! Owns: that a text with an error is not rewritten, and what is then said.
//! Must never know: files, how a text is rewritten.

pub use crate::basic::edit::renum::Numbering;

use super::{BuildOptions, Loader, input};
use crate::basic::edit::{apply, carry, fmt, renum};
use crate::basic::expand::{self, no_files};
use crate::basic::program::Line;
use crate::basic::tokenise::{Tokenised, tokenise};
use crate::diagnostic::{Code, Diagnostic, Edit, Severity, has_errors};
use crate::source::{Source, Span};

/// A text and what it becomes.
#[derive(Clone, Debug)]
pub struct Rewritten {
    /// The text with its labels replaced and other files included.
    pub source: Source,
    /// What changes in the file itself, in its order. None where an error forbids it.
    pub edits: Vec<Edit>,
    /// What there is to say.
    pub diagnostics: Vec<Diagnostic>,
}

impl Rewritten {
    /// Whether nothing forbids to write the new text.
    pub fn is_good(&self) -> bool {
        !has_errors(&self.diagnostics)
    }

    /// The text as it is in the file.
    pub fn before(&self) -> &str {
        self.source.files()[0].text()
    }

    /// The new text.
    pub fn text(&self) -> String {
        apply(self.before(), &self.edits)
    }

    /// How many lines of the file change.
    pub fn lines(&self) -> usize {
        let file = self.source.files()[0];
        let mut lines: Vec<usize> =
            self.edits.iter().map(|edit| file.location(edit.span.start).line).collect();
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
    renum_with(name, bytes, numbering, &mut no_files)
}

/// The same; `load` reads the files that the text includes. A text that includes lines, or lets lines be numbered, cannot
/// be renumbered.
pub fn renum_with(name: &str, bytes: &[u8], numbering: &Numbering, load: &mut Loader<'_>) -> Rewritten {
    rewrite(name, bytes, load, |source, program| {
        let new = renum::renum(source, program, numbering);
        let elsewhere = new.edits.iter().map(|edit| edit.span).find(|&span| {
            let origin = source.origin(span);
            !origin.exact || origin.file > 0
        });
        let Some(place) = elsewhere else { return (new.edits, new.diagnostics) };
        let cannot = Diagnostic::new(Code::CannotRenumber, place, not_written_here(source, place))
            .label("this number is not written in the file itself")
            .help("`#lines START,STEP` numbers the lines that have no number");
        (Vec::new(), vec![cannot])
    })
    .0
}

/// Why a number cannot be changed in the file.
fn not_written_here(source: &Source, place: Span) -> &'static str {
    if source.origin(place).file > 0 {
        "a text that includes others cannot be renumbered: their jumps and its own name each other's lines"
    } else {
        "a text whose lines get their numbers here cannot be renumbered"
    }
}

/// Gives the text in a file called `name` its canonical form; with `tidy` stored spaces that tell nothing go.
///
/// ```
/// use zxtap::toolchain::rewrite::fmt_bytes;
/// assert_eq!(fmt_bytes("a.bas", b"5 let a = 1\n", false).text(), "   5 LET a = 1\n");
/// assert_eq!(fmt_bytes("a.bas", b"5 let a = 1\n", true).text(), "   5 LET a=1\n");
/// assert_eq!(fmt_bytes("a.bas", b"@a: goto @a\n", false).text(), "@a: GO TO @a\n");
/// ```
pub fn fmt_bytes(name: &str, bytes: &[u8], tidy: bool) -> Rewritten {
    fmt_with(name, bytes, tidy, &mut no_files)
}

/// The same; `load` reads the files that the text includes, which stay as they are.
pub fn fmt_with(name: &str, bytes: &[u8], tidy: bool, load: &mut Loader<'_>) -> Rewritten {
    let form = |source: &Source, program: &Tokenised| {
        let errors = program.diagnostics.iter().filter(|d| d.severity() == Severity::Error);
        (fmt::fmt(source, program, tidy), errors.cloned().collect())
    };
    let (mut new, before) = rewrite(name, bytes, load, form);
    if new.source.files().len() > 1 || new.source.text() != new.before() {
        // What was carried back is only kept when it makes the same program.
        let file = Source::new(name, new.text());
        let again = tokenise(&expand::expand(file, &expand::Options::default(), load).source);
        if again.has_errors() || !is_wanted(&again, &before, tidy) {
            new.edits.clear();
        }
    }
    new
}

/// Whether a text that was formed holds the program that it should: the same, or with `tidy` the same without spaces.
fn is_wanted(again: &Tokenised, before: &Tokenised, tidy: bool) -> bool {
    let (again, before) = (&again.program, &before.program);
    let alike = |(one, other): (&Line, &Line)| {
        let without = |line: &Line| fmt::without_spaces(&line.text, true);
        one == other || tidy && one.number == other.number && without(one) == without(other)
    };
    again.lines.len() == before.lines.len() && again.lines.iter().zip(&before.lines).all(alike)
}

/// The text rewritten, and the program that it was.
fn rewrite(
    name: &str,
    bytes: &[u8],
    load: &mut Loader<'_>,
    how: impl FnOnce(&Source, &Tokenised) -> (Vec<Edit>, Vec<Diagnostic>),
) -> (Rewritten, Tokenised) {
    let (expanded, mut broken) = input::read(name, bytes, &BuildOptions::default(), load);
    for told in broken.iter_mut().filter(|d| d.code == Code::NotText) {
        told.help = "this works on text: `zxtap list` makes one of the programs on a tape".into();
    }
    if has_errors(&broken) {
        let nothing = Rewritten { source: expanded.source, edits: Vec::new(), diagnostics: broken };
        return (nothing, Tokenised::default());
    }
    let mut program = tokenise(&expanded.source);
    if has_errors(&expanded.diagnostics) {
        program.diagnostics = expanded.with(std::mem::take(&mut program.diagnostics));
    }
    let (changes, told) = how(&expanded.source, &program);
    let diagnostics = input::together(&expanded.source, broken, told);
    let edits = carry::carried(&expanded.source, &changes);
    (Rewritten { source: expanded.source, edits, diagnostics }, program)
}
