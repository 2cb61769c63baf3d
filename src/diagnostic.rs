//! What zxtap has to say about an input, as data.
//!
//! Owns: [`Diagnostic`], its severity and its edit; the table of codes is in [`code`], the words for broken text in [`encoding`].
//! Must never know: BASIC, tapes or terminals. One file turns a diagnostic into text, one into JSON.

pub mod code;
pub mod encoding;
pub mod github;
pub mod json;
pub mod manual;
pub mod render;

pub use code::Code;

use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The result is made, but a person should look.
    Warning,
    /// No result is made.
    Error,
}

impl Severity {
    /// `error` or `warning`.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// Where in the program, in the terms of the machine's own reports (`30:1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// BASIC line number.
    pub line: u16,
    /// Statement within the line, from 1.
    pub statement: u16,
}

/// A change to the source text that would mend the matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The text to replace; empty to insert.
    pub span: Span,
    /// What to put there.
    pub replacement: String,
}

/// One thing to say: where, what, and where it is clear how to mend it.
///
/// ```
/// use zxtap::diagnostic::{Code, Diagnostic};
/// use zxtap::source::Span;
/// let d = Diagnostic::new(Code::MissingLet, Span::new(3, 4), "an assignment begins with LET")
///     .at(10, 1)
///     .edit("write LET", Span::new(3, 3), "LET ");
/// assert_eq!(d.severity(), zxtap::diagnostic::Severity::Error);
/// assert_eq!(d.edit.unwrap().replacement, "LET ");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which entry of the codes table.
    pub code: Code,
    /// What is the matter, one sentence without a final stop.
    pub message: String,
    /// The marked place in the source, for [`Source::origin`](crate::source::Source::origin).
    pub span: Span,
    /// What to write under the mark, such as "expected a number here"; may be empty.
    pub label: String,
    /// Other places that belong to it, each with a few words.
    pub related: Vec<(Span, String)>,
    /// BASIC line and statement, where there is one.
    pub place: Option<Place>,
    /// What to do, in words; may be empty.
    pub help: String,
    /// The change that `help` speaks of, where it is clear.
    pub edit: Option<Edit>,
}

/// Whether one of them is an error, which forbids to write what they are about.
///
/// ```
/// use zxtap::diagnostic::{Code, Diagnostic, has_errors};
/// use zxtap::source::Span;
/// let of = |code| Diagnostic::new(code, Span::default(), "");
/// assert!(has_errors(&[of(Code::Tab), of(Code::MissingLet)]));
/// assert!(!has_errors(&[of(Code::Tab)]) && !has_errors(&[]));
/// ```
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity() == Severity::Error)
}

impl Diagnostic {
    /// A diagnostic with a code, a place and a message.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            message: message.into(),
            span,
            label: String::new(),
            related: Vec::new(),
            place: None,
            help: String::new(),
            edit: None,
        }
    }

    /// The severity, which the code decides.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// With words under the mark.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// With another place that belongs to it.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related.push((span, label.into()));
        self
    }

    /// With BASIC line and statement.
    #[must_use]
    pub fn at(mut self, line: u16, statement: u16) -> Self {
        self.place = Some(Place { line, statement });
        self
    }

    /// With advice in words.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// With advice and the change that follows it.
    #[must_use]
    pub fn edit(mut self, help: impl Into<String>, span: Span, replacement: impl Into<String>) -> Self {
        self.help = help.into();
        self.edit = Some(Edit { span, replacement: replacement.into() });
        self
    }
}
