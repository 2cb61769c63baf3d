//! Diagnostics as text for people, in the look of the Rust compiler.
//!
//! ```text
//! error[E304]: an assignment begins with LET
//!   --> three.bas:1:4 (BASIC 10:1)
//!    |
//!  1 | 10 a=1
//!    |    ^ this is a name
//!    |
//! help: write LET
//!    |
//!  1 | 10 LET a=1
//!    |    +++
//! ```
//!
//! A text that was put together from files is shown as those files; a change that none of them could take is left out.
//!
//! Owns: the only use of the rendering crate; how much of a long line and of a long list is shown.
//! Must never know: who made the diagnostics, where the text goes.

use std::ops::Range;

use annotate_snippets::{
    AnnotationKind, Group, Level, Origin, Padding, Patch, Renderer, Snippet, normalize_untrusted_str,
};

use super::{Diagnostic, Severity};
use crate::source::{Source, Span};

/// How many errors of one source are shown in full, and how many warnings; the rest is counted.
pub const SHOWN: usize = 50;

/// How many characters of a long line are shown around the mark.
const WINDOW: usize = 100;

/// How many characters of that stand before the mark.
const BEFORE: usize = 40;

/// The most lines an edit may touch and still be shown.
const EDIT_LINES: usize = 6;

/// The diagnostics of one source as text, in the order given, with ANSI colours if asked. Empty if there are none. At
/// most [`SHOWN`] errors and as many warnings appear; a last line counts the others.
///
/// ```
/// use zxtap::diagnostic::{Code, Diagnostic, render};
/// use zxtap::source::{Source, Span};
/// let source = Source::new("a.bas", "10 a=1");
/// let diagnostic = Diagnostic::new(Code::MissingLet, Span::new(3, 4), "an assignment begins with LET").at(10, 1);
/// let text = render::render(&source, &[diagnostic], false);
/// assert!(text.starts_with("error[E304]: an assignment begins with LET\n --> a.bas:1:4 (BASIC 10:1)\n"));
/// ```
pub fn render(source: &Source, diagnostics: &[Diagnostic], color: bool) -> String {
    let renderer = if color { Renderer::styled().hyperlink(false) } else { Renderer::plain() };
    let mut text = String::new();
    let (mut errors, mut warnings) = (0, 0);
    for diagnostic in diagnostics {
        let seen = match diagnostic.severity() {
            Severity::Error => &mut errors,
            Severity::Warning => &mut warnings,
        };
        *seen += 1;
        if *seen <= SHOWN {
            let report = renderer.render(&report(source, diagnostic));
            report.lines().filter(|line| !is_lone_separator(line)).for_each(|line| {
                text.push_str(line);
                text.push('\n');
            });
            text.push('\n');
        }
    }
    let more = count(errors.saturating_sub(SHOWN), warnings.saturating_sub(SHOWN));
    if !more.is_empty() {
        text.push_str(&format!("{}: {more} more\n\n", source.name()));
    }
    text
}

/// Whether a line is the `:::` that the renderer puts above a piece of source without a path of its own. The paths
/// stand above the pieces as [`Origin`]s, because a piece of a long line has other columns than the line.
fn is_lone_separator(line: &str) -> bool {
    line.split_once(":::").is_some_and(|(before, after)| {
        let blank = |text: &str| text.trim_matches(|c| "\x1b[0149m ".contains(c)).is_empty();
        blank(before) && blank(after)
    })
}

/// `2 errors, 1 warning`; empty for none of either.
pub fn count(errors: usize, warnings: usize) -> String {
    let one = |n: usize, noun: &str| match n {
        0 => None,
        1 => Some(format!("1 {noun}")),
        n => Some(format!("{n} {noun}s")),
    };
    let parts: Vec<String> = [one(errors, "error"), one(warnings, "warning")].into_iter().flatten().collect();
    parts.join(", ")
}

fn report<'a>(text: &'a Source, diagnostic: &'a Diagnostic) -> Vec<Group<'a>> {
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let origin = text.origin(diagnostic.span);
    let (source, span) = (origin.source, origin.span);
    let mut group = level
        .primary_title(diagnostic.message.as_str())
        .id(diagnostic.code.text())
        .element(Origin::path(header(source, span, diagnostic)));
    if !source.text().is_empty() {
        let window = Window::around(source, span);
        let mark = AnnotationKind::Primary
            .span(window.place(span))
            .label(Some(diagnostic.label.as_str()).filter(|label| !label.is_empty()));
        let mut snippet = window.snippet().annotation(mark);
        let related = diagnostic.related.iter().map(|(span, label)| (text.origin(*span), label));
        let (near, far): (Vec<_>, Vec<_>) =
            related.partition(|(place, _)| place.file == origin.file && window.holds(place.span));
        for (place, label) in near {
            snippet = snippet.annotation(AnnotationKind::Context.span(window.place(place.span)).label(label));
        }
        group = group.element(snippet);
        for (there, label) in far {
            let window = Window::around(there.source, there.span);
            let place = there.source.location(there.span.start);
            let mark = AnnotationKind::Context.span(window.place(there.span)).label(label);
            group = group
                .element(Padding)
                .element(Origin::path(format!("{}:{}:{}", there.source.name(), place.line, place.column)))
                .element(window.snippet().annotation(mark));
        }
    }
    let suggestion = diagnostic.edit.as_ref().and_then(|edit| {
        let place = text.origin(edit.span);
        let window =
            Window::whole(source, place.span).filter(|_| place.exact && place.file == origin.file)?;
        let patch = Patch::new(window.place(place.span), edit.replacement.as_str());
        let title = Level::HELP.secondary_title(normalize_untrusted_str(&diagnostic.help));
        Some(title.element(window.snippet().patch(patch)))
    });
    if suggestion.is_none() && !diagnostic.help.is_empty() {
        group = group.element(Level::HELP.message(normalize_untrusted_str(&diagnostic.help)));
    }
    std::iter::once(group).chain(suggestion).collect()
}

/// `three.bas:4:7 (BASIC 10:2)`; no more than the name where there is no text to point into.
fn header(source: &Source, span: Span, diagnostic: &Diagnostic) -> String {
    if source.text().is_empty() {
        return source.name().to_owned();
    }
    let place = source.location(span.start);
    let header = format!("{}:{}:{}", source.name(), place.line, place.column);
    match diagnostic.place {
        Some(basic) => format!("{header} (BASIC {}:{})", basic.line, basic.statement),
        None => header,
    }
}

/// A piece of the source that is shown.
struct Window {
    /// Line number of the first line shown.
    line: usize,
    /// The bytes of the source shown.
    range: Range<usize>,
    /// What is shown: those bytes, with dots where the line goes on.
    text: String,
    /// How many bytes of dots stand before them.
    dots: usize,
}

impl Window {
    /// The line where `span` begins; of a long line a part around the beginning.
    fn around(source: &Source, span: Span) -> Window {
        let line = source.location(span.start).line;
        let range = source.line_span(line).range();
        let start = floor(source.text(), span.start as usize).clamp(range.start, range.end);
        Window::new(source, line, range, start)
    }

    /// The lines an edit touches, if they are few.
    fn whole(source: &Source, span: Span) -> Option<Window> {
        let (first, last) = (source.location(span.start).line, source.location(span.end).line);
        let range = source.line_span(first).range().start..source.line_span(last).range().end;
        if last - first < EDIT_LINES && source.text()[range.clone()].chars().nth(WINDOW).is_none() {
            let text = source.text()[range.clone()].to_owned();
            return Some(Window { line: first, range, text, dots: 0 });
        }
        let window = Window::around(source, span);
        (first == last && window.holds(span)).then_some(window)
    }

    fn new(source: &Source, line: usize, range: Range<usize>, mark: usize) -> Window {
        let text = source.text();
        let before = text[range.start..mark].char_indices().rev().nth(BEFORE - 1);
        let start = before.map_or(range.start, |(i, _)| range.start + i);
        let end = text[start..range.end].char_indices().nth(WINDOW).map_or(range.end, |(i, _)| start + i);
        let (head, tail) =
            (if start > range.start { "..." } else { "" }, if end < range.end { "..." } else { "" });
        Window {
            line,
            range: start..end,
            text: format!("{head}{}{tail}", &text[start..end]),
            dots: head.len(),
        }
    }

    fn holds(&self, span: Span) -> bool {
        self.range.start <= span.start as usize && span.end as usize <= self.range.end
    }

    /// `span` as offsets in the text shown, cut to it.
    fn place(&self, span: Span) -> Range<usize> {
        let shown = |offset: u32| {
            let offset = (offset as usize).clamp(self.range.start, self.range.end) - self.range.start;
            floor(&self.text, offset + self.dots)
        };
        shown(span.start)..shown(span.end)
    }

    fn snippet<'a, T: Clone>(&self) -> Snippet<'a, T> {
        Snippet::source(self.text.clone()).line_start(self.line).fold(false)
    }
}

/// The last character boundary at or before `offset`.
fn floor(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset).rev().find(|&o| text.is_char_boundary(o)).unwrap_or(0)
}
