//! Edits of a text with labels, carried back to the file that its author wrote.
//!
//! ```text
//! the file          @again: print"a":goto @again
//! made of it        10 print"a":goto 10               the numbers are nobody's text
//! edit of that        10 PRINT "a": GO TO 10
//! carried back      @again: PRINT "a": GO TO @again
//! ```
//!
//! Old and new are the same characters but for spaces and capitals; laid side by side they show what became of each
//! stretch. What came word for word from the file is changed there, all else stays. A line that was spelled otherwise is
//! left as it was.
//!
//! Owns: that comparison.
//! Must never know: what the text means, what an edit is for.

use std::ops::Range;

use crate::diagnostic::Edit;
use crate::source::{Source, Span};

/// The edits as changes of the file that `source` was made of (the first of its files); a text that is a file itself
/// keeps them. What cannot be carried back is left out.
///
/// ```
/// use zxtap::basic::edit::{apply, carry::carried, fmt::fmt};
/// use zxtap::basic::expand::{Options, expand, no_files};
/// use zxtap::basic::tokenise::tokenise;
/// use zxtap::source::Source;
/// let text = "@again: print\"a\":goto @again\n";
/// let made = expand(Source::new("a.bas", text), &Options::default(), &mut no_files).source;
/// let edits = carried(&made, &fmt(&made, &tokenise(&made), false));
/// assert_eq!(apply(text, &edits), "@again: PRINT \"a\": GO TO @again\n");
/// ```
pub fn carried(source: &Source, edits: &[Edit]) -> Vec<Edit> {
    let mut out: Vec<Edit> = edits.iter().flat_map(|edit| of_edit(source, edit)).collect();
    out.sort_by_key(|edit| edit.span.start);
    out
}

/// A stretch of the text that came from one place.
struct Stretch {
    /// Where in the text.
    range: Range<usize>,
    /// Where in the first file, if it came from there word for word.
    copied: Option<Span>,
}

/// The stretches of a part of the text, in order.
fn stretches(source: &Source, range: Range<usize>) -> Vec<Stretch> {
    let mut out: Vec<Stretch> = Vec::new();
    for (at, character) in source.text()[range.clone()].char_indices() {
        let here = range.start + at..range.start + at + character.len_utf8();
        let origin = source.origin(Span::new(here.start, here.end));
        let copied = Some(origin.span).filter(|_| origin.exact && origin.file == 0);
        match out.last_mut() {
            Some(last) => match (&mut last.copied, copied) {
                (Some(before), Some(now)) if before.end == now.start => {
                    before.end = now.end;
                    last.range.end = here.end;
                }
                (None, None) => last.range.end = here.end,
                _ => out.push(Stretch { range: here, copied }),
            },
            None => out.push(Stretch { range: here, copied }),
        }
    }
    out
}

fn of_edit(source: &Source, edit: &Edit) -> Vec<Edit> {
    let Some(old) = source.text().get(edit.span.range()) else { return Vec::new() };
    let stretches = stretches(source, edit.span.range());
    if let [Stretch { copied: Some(span), .. }] = stretches[..] {
        return vec![Edit { span, replacement: edit.replacement.clone() }];
    }
    // The end of a last line that had none goes to the end of the file.
    let replacement = match edit.replacement.strip_suffix('\n') {
        Some(line) if edit.span.range().end == source.text().len() => line,
        _ => &edit.replacement[..],
    };
    let mut out = side_by_side_edits(source, edit.span, &stretches, old, replacement);
    let file = source.files()[0].text();
    if replacement.len() < edit.replacement.len() && !file.is_empty() && !file.ends_with(['\n', '\r']) {
        let end = Span::new(file.len(), file.len());
        match out.last_mut().filter(|last| last.span.end == end.end) {
            Some(last) => last.replacement.push('\n'),
            None => out.push(Edit { span: end, replacement: "\n".into() }),
        }
    }
    out
}

/// What becomes of each stretch of `old`, which stands at `place`, when it is replaced as a whole.
fn side_by_side_edits(
    source: &Source,
    place: Span,
    stretches: &[Stretch],
    old: &str,
    replacement: &str,
) -> Vec<Edit> {
    let start = place.start as usize;
    let Some(places) = side_by_side(old, replacement) else { return Vec::new() };
    let mut out = Vec::new();
    for (index, stretch) in stretches.iter().enumerate() {
        let Some(span) = stretch.copied else { continue };
        let from = match index.checked_sub(1).map(|before| &stretches[before]) {
            Some(before) if before.copied.is_some() => begins(&places, stretch, start),
            Some(before) => ends(&places, before, start),
            None => 0,
        };
        let to = match stretches.get(index + 1) {
            Some(next) => begins(&places, next, start),
            None => replacement.len(),
        };
        let Some(mut new) = replacement.get(from..to.max(from)) else { return Vec::new() };
        if index == 1 {
            // In front stands the number that the file does not have: the space behind it is the number's.
            new = new.trim_start_matches(' ');
        }
        // A space that the text does not need may part two names in the file.
        let old = &source.text()[stretch.range.clone()];
        let kept = |has: bool, here: bool| if has && !here { " " } else { "" };
        let front = kept(index > 1 && old.starts_with(' '), new.starts_with(' '));
        let back = kept(index + 1 < stretches.len() && old.ends_with(' '), new.ends_with(' '));
        let replacement = match new.is_empty() {
            true => front.to_owned(),
            false => format!("{front}{new}{back}"),
        };
        out.push(Edit { span, replacement });
    }
    out
}

/// Where in the new text the first character of a stretch stands, that is no space; where the next one does if it is all
/// spaces.
fn begins(places: &[usize], stretch: &Stretch, start: usize) -> usize {
    places[stretch.range.start - start]
}

/// Where in the new text the last character of a stretch ends that is no space.
fn ends(places: &[usize], stretch: &Stretch, start: usize) -> usize {
    let last = stretch.range.end - start - 1;
    places[last].saturating_add(1).min(places[last + 1])
}

/// For each byte of `old`, and for its end, where in `new` the same stands; for a space where the character behind it
/// does. None where they are not the same but for spaces and capitals.
fn side_by_side(old: &str, new: &str) -> Option<Vec<usize>> {
    let mut places = Vec::with_capacity(old.len() + 1);
    let mut rest = new.char_indices().filter(|(_, character)| *character != ' ').peekable();
    for character in old.chars() {
        let at = rest.peek().map_or(new.len(), |(at, _)| *at);
        if character != ' ' {
            let (_, same) = rest.next()?;
            if !same.eq_ignore_ascii_case(&character) {
                return None;
            }
        }
        places.extend((0..character.len_utf8()).map(|byte| at + byte));
    }
    places.push(new.len());
    rest.next().is_none().then_some(places)
}
