//! Labels, automatic line numbers, `#define` and `#include`: a text as it is written to a text of numbered lines.
//!
//! ```text
//! #include "keys.bas"       the lines of that file stand here
//! #define LIVES 3           LIVES is 3 from here on
//! #lines 100,10             lines without a number are 100, 110 … from here on
//! @start: LET l=LIVES       100 LET l=3
//! PRINT l                   110 PRINT l
//! 500 GO TO @start          500 GO TO 100
//! ```
//!
//! The result is a text like any other, which knows where each of its bytes comes from ([`Source::origin`]). So nobody
//! behind this room needs to know that there are labels. A text that uses none of it comes back as it is.
//!
//! Owns: the order of the work, the bounds. [`outline`] finds lines, labels and files, [`order`] gives the lines their
//! numbers, [`body`] replaces what stands in a line.
//! Must never know: how a file is read, what a line means, tapes.

mod body;
mod define;
mod include;
mod label;
mod number;
mod order;
mod outline;

pub use include::joined;
pub use number::Numbering;

use std::sync::Arc;

use super::tokenise::line::Logical;
use crate::diagnostic::{Code, Diagnostic, Edit, has_errors};
use crate::source::origin::Assembly;
use crate::source::{Source, Span, decode};
use body::{Bounds, Scanner};
use define::Defines;
use label::Labels;
use outline::{Event, Line, Outline, Step};

/// Gives the bytes of a file that is included; the path leads there from where the first file's name does. An error is
/// a few words, such as "no such file".
pub type Loader<'a> = dyn FnMut(&str) -> Result<Vec<u8>, String> + 'a;

/// A [`Loader`] for texts that stand alone.
pub fn no_files(_: &str) -> Result<Vec<u8>, String> {
    Err("this text stands alone; files cannot be included".into())
}

/// The most bytes of all files together, and of the text with everything replaced (1 MiB).
const LIMIT: usize = decode::LIMIT;

/// What a person may ask for beside the text.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How lines are numbered; goes before a `#lines` in front of the first line. Lines without a number are then
    /// numbered whether the text has labels or not.
    pub lines: Option<Numbering>,
    /// A label whose line is asked for.
    pub start: Option<String>,
}

/// What came of a text.
#[derive(Clone, Debug)]
pub struct Expanded {
    /// Numbered lines and directives.
    pub source: Source,
    /// What there is to say; spans are addresses of `source`, many of which lead to its files ([`Source::in_file`]).
    pub diagnostics: Vec<Diagnostic>,
    /// What is wrong with the bytes of the files that were included: the number of the file, and spans of that.
    pub broken: Vec<(usize, Diagnostic)>,
    /// The line of [`Options::start`].
    pub start: Option<u16>,
    /// Lines that could not be made whole, so that nothing else should be said about them.
    hidden: Vec<Span>,
    /// Whether the line numbers are not those that will be.
    misnumbered: bool,
}

impl Expanded {
    /// Adds what others have `found` in the text to what there is to say, in the order of the text; without what only
    /// follows from it.
    pub fn with(&self, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let broken = has_errors(&self.diagnostics);
        found.retain(|d| {
            let order = self.misnumbered && matches!(d.code, Code::LineOrder | Code::DuplicateLine);
            let behind = self.hidden.partition_point(|span| span.start <= d.span.start);
            let hidden = behind.checked_sub(1).is_some_and(|i| d.span.start < self.hidden[i].end);
            let empty = d.code == Code::NoProgram && broken;
            // A label that no line follows names the end of the program.
            let label = d.code == Code::NoSuchLine && {
                let origin = self.source.origin(d.span);
                !origin.exact && origin.source.text()[origin.span.range()].starts_with('@')
            };
            !order && !hidden && !empty && !label
        });
        found.extend(self.diagnostics.iter().cloned());
        found.sort_by_key(|d| self.source.position(d.span));
        found
    }
}

/// Makes numbered lines of a text. `load` reads the files it includes.
///
/// ```
/// use zxtap::basic::expand::{Options, expand, no_files};
/// use zxtap::source::Source;
/// let text = "GO TO @end\nPRINT 1\n@end: STOP\n";
/// let out = expand(Source::new("a.bas", text), &Options::default(), &mut no_files);
/// assert_eq!(out.source.text(), "10 GO TO 14\n12 PRINT 1\n14 STOP\n");
/// assert!(out.diagnostics.is_empty());
/// ```
pub fn expand(source: Source, options: &Options, load: &mut Loader<'_>) -> Expanded {
    let asked = options.lines.is_some() || options.start.is_some();
    if !asked && !uses_any(source.text()) || is_stored(source.text()) {
        return Expanded {
            source,
            diagnostics: Vec::new(),
            broken: Vec::new(),
            start: None,
            hidden: Vec::new(),
            misnumbered: false,
        };
    }
    let mut outline = Outline::new(source);
    outline.read(load);
    outline.number(options);
    Weaver::weave(outline, options)
}

/// Whether there may be something to do.
fn uses_any(text: &str) -> bool {
    text.contains('@') || ["#lines", "#define", "#include"].iter().any(|word| text.contains(word))
}

/// Whether one of the lines is the directive `#stored`: then the text is what a tape held, and taken as it stands.
fn is_stored(text: &str) -> bool {
    text.contains("#stored") && text.split(['\n', '\r']).any(|line| line.trim() == "#stored")
}

/// Something to say about a file: spans are those of the file, until the text is whole.
struct Said {
    file: usize,
    diagnostic: Diagnostic,
    /// Places in other files, each with a few words.
    elsewhere: Vec<(usize, Span, String)>,
}

impl Said {
    fn new(file: usize, diagnostic: Diagnostic) -> Said {
        Said { file, diagnostic, elsewhere: Vec::new() }
    }

    /// The same with spans of the whole text that lead to the file.
    fn of_text(self, text: &Source) -> Diagnostic {
        let place = |span| text.in_file(self.file, span);
        let mut diagnostic = self.diagnostic;
        diagnostic.span = place(diagnostic.span);
        for (span, _) in &mut diagnostic.related {
            *span = place(*span);
        }
        diagnostic.edit =
            diagnostic.edit.map(|edit| Edit { span: place(edit.span), replacement: edit.replacement });
        let elsewhere = self.elsewhere.into_iter();
        diagnostic.related.extend(elsewhere.map(|(file, span, words)| (text.in_file(file, span), words)));
        diagnostic
    }
}

/// Writes the text from the outline.
struct Weaver {
    assembly: Assembly,
    /// How far each file has been copied.
    copied: Vec<usize>,
    labels: Labels,
    defines: Defines,
    said: Vec<Said>,
    hidden: Vec<Span>,
    bounds: Bounds,
    first_number: u16,
}

impl Weaver {
    fn weave(outline: Outline, options: &Options) -> Expanded {
        let Outline { assembly, steps, labels, said, broken, misnumbered, size, .. } = outline;
        let first_number = steps.iter().find_map(|step| match &step.event {
            Event::Line(line) => Some(line.number),
            _ => None,
        });
        let mut weaver = Weaver {
            copied: vec![0; assembly.files()],
            assembly,
            labels,
            defines: Defines::default(),
            said,
            hidden: Vec::new(),
            bounds: Bounds::new(size),
            first_number: first_number.unwrap_or(1),
        };
        for step in &steps {
            weaver.step(step);
        }
        let start = options.start.as_deref().and_then(|name| weaver.start(name));
        let Weaver { assembly, labels, mut said, hidden, .. } = weaver;
        said.extend(labels.unused());
        let source = assembly.finish();
        let mut diagnostics: Vec<_> = said.into_iter().map(|said| said.of_text(&source)).collect();
        diagnostics.sort_by_key(|d| source.position(d.span));
        Expanded { source, diagnostics, broken, start, hidden, misnumbered }
    }

    fn step(&mut self, step: &Step) {
        let file = step.file;
        match &step.event {
            Event::Line(line) => self.line(file, line),
            Event::Define(define) => {
                if let Some(wrong) = self.defines.add(file, define) {
                    self.said.push(wrong);
                }
            }
            Event::Lines(..) => {}
            Event::Include(end) => {
                self.copy(file, *end);
                if self.assembly.in_line() {
                    self.assembly.put(file, Span::new(*end, *end), "\n");
                }
            }
            Event::End { joins } => {
                let end = self.assembly.file(file).text().len();
                self.copy(file, end);
                if file > 0 {
                    let breaks = usize::from(self.assembly.in_line()) + usize::from(*joins);
                    self.assembly.put(file, Span::new(end, end), &"\n\n"[..breaks.min(2)]);
                }
            }
            Event::Mute(at) => self.replace(file, Span::new(*at, *at), "# "),
            Event::Start(span) => {
                let name = self.assembly.file(file).text()[span.range()].to_owned();
                let number = match self.labels.named(&name[1..]) {
                    Some(number) => number,
                    None => {
                        let wrong = self.labels.undefined(&name[1..], *span, "#autostart ");
                        self.said.push(Said::new(file, wrong));
                        self.first_number
                    }
                };
                self.replace(file, *span, &number.to_string());
            }
        }
    }

    /// The line of a label that was asked for from outside.
    fn start(&mut self, name: &str) -> Option<u16> {
        let number = self.labels.named(name);
        if number.is_none() {
            let wrong = self.labels.undefined(name, Span::default(), "--autostart ");
            self.said.push(Said::new(0, Diagnostic { edit: None, ..wrong }));
        }
        number
    }

    fn copy(&mut self, file: usize, to: usize) {
        let from = self.copied[file].min(to);
        self.assembly.copy(file, from..to);
        self.copied[file] = to;
    }

    fn replace(&mut self, file: usize, span: Span, text: &str) {
        self.copy(file, span.start as usize);
        self.assembly.put(file, span, text);
        self.copied[file] = self.copied[file].max(span.end as usize);
    }

    fn line(&mut self, file: usize, line: &Line) {
        let source = Arc::clone(self.assembly.file(file));
        let logical = Logical::of_lines(&source, line.first..=line.last);
        self.copy(file, logical.span(0..0).start as usize);
        let start = self.assembly.length();
        for (range, text) in &line.head {
            let range = range.start..range.end.min(logical.text().len());
            self.replace(file, logical.span(range), text);
        }
        let mut scanner = Scanner::new(&self.defines, &mut self.labels, line.number, &mut self.bounds);
        scanner.scan(logical.text(), line.body);
        let (changes, problems, whole) = scanner.finish();
        for change in changes {
            self.replace(file, logical.span(change.range), &change.text);
        }
        for (range, edit, mut diagnostic) in problems {
            diagnostic.span = logical.span(range);
            diagnostic.edit =
                edit.map(|(range, replacement)| Edit { span: logical.span(range), replacement });
            self.said.push(Said::new(file, diagnostic));
        }
        if !whole {
            self.copy(file, logical.span(0..logical.text().len()).end as usize);
            self.hidden.push(Span::new(start, self.assembly.length()));
        }
    }
}
