//! Rewriting: a text with other line numbers or in its canonical form, a program made smaller.
//!
//! ```text
//! renum, fmt   Source + Tokenised → edits of the text, so that comments, layout and escapes stay
//! minify       Tokenised → a smaller program that does the same
//! ```
//!
//! Owns: what they share: [`target`], which statements name a line, [`carry`], the way back to a text with labels, and
//! how edits are applied.
//! Must never know: files, tapes.

pub mod carry;
pub mod fmt;
pub mod minify;
pub mod renum;
pub mod target;

use crate::diagnostic::Edit;

/// The text with the edits made. They may not overlap and must be in the order of the text; one that does not fit
/// there is left out.
///
/// ```
/// use zxtap::basic::edit::apply;
/// use zxtap::diagnostic::Edit;
/// use zxtap::source::Span;
/// let edits = [Edit { span: Span::new(0, 2), replacement: "100".into() }];
/// assert_eq!(apply("10 STOP", &edits), "100 STOP");
/// ```
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut done = 0;
    for edit in edits {
        let range = edit.span.range();
        let Some(before) = text.get(done..range.start).filter(|_| text.is_char_boundary(range.end)) else {
            continue;
        };
        out += before;
        out += &edit.replacement;
        done = range.end;
    }
    out += text.get(done..).unwrap_or_default();
    out
}
