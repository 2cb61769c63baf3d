//! Source text with a name: byte spans, lines and columns.
//!
//! Owns: the text, [`Span`], [`Location`], how the bytes of a file become text, and where a text comes from that was
//! put together from several.
//! Must never know: what the text means.

pub mod decode;
pub mod origin;

pub use decode::{EncodingFault, EncodingFaultKind};
pub use origin::Origin;

use std::ops::Range;
use std::sync::Arc;

/// A stretch of a source text: byte offsets, end exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset just behind the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end` (byte offsets). A span whose end lies before its start is made empty.
    pub fn new(start: usize, end: usize) -> Self {
        Span { start: start as u32, end: end.max(start) as u32 }
    }

    /// The span as a range of byte offsets, to index a text with.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A place a person can find: line and column from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
}

/// A named text. Lines end with LF, CR LF or CR.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    line_starts: Vec<u32>,
    /// How many characters stand before every [`STRIDE`]th byte; empty for ASCII. It keeps the column of a place in a
    /// very long line cheap.
    character_marks: Vec<u32>,
    /// Where the text comes from, if it was put together.
    origins: Option<Arc<origin::Origins>>,
}

/// The distance of [`Source::character_marks`] in bytes.
const STRIDE: usize = 1024;

/// How many characters begin in `bytes`, a stretch of UTF-8.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&b| b & 0xC0 != 0x80).count()
}

impl Source {
    /// A source called `name` (a path as the user gave it, or `<stdin>`) with `text`.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let mut line_starts = vec![0];
        let bytes = text.as_bytes();
        for (i, &b) in bytes.iter().enumerate() {
            if b == b'\n' || (b == b'\r' && bytes.get(i + 1) != Some(&b'\n')) {
                line_starts.push(i as u32 + 1);
            }
        }
        let mut character_marks = Vec::new();
        if !text.is_ascii() {
            let mut before = 0;
            for stretch in bytes.chunks(STRIDE) {
                character_marks.push(before);
                before += characters(stretch) as u32;
            }
        }
        Source { name: name.into(), text, line_starts, character_marks, origins: None }
    }

    /// The name, for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where a stretch of the text stands in the file that a person wrote. For a text that was not put together from
    /// others that is the text itself.
    ///
    /// ```
    /// use zxtap::source::{Source, Span};
    /// let source = Source::new("a.bas", "10 CLS");
    /// let origin = source.origin(Span::new(3, 6));
    /// assert_eq!((origin.source.name(), origin.span, origin.exact), ("a.bas", Span::new(3, 6), true));
    /// ```
    pub fn origin(&self, span: Span) -> Origin<'_> {
        match &self.origins {
            Some(origins) => origins.origin(span),
            None => Origin { source: self, file: 0, span, exact: true },
        }
    }

    /// A span for a stretch of file number `file`, by which [`Source::origin`] leads there exactly, even if it did not
    /// come into the text.
    pub fn in_file(&self, file: usize, span: Span) -> Span {
        self.origins.as_ref().map_or(span, |origins| origins.in_file(file, span))
    }

    /// Where in the text a span belongs, to put things in order.
    pub fn position(&self, span: Span) -> u32 {
        self.origins.as_ref().map_or(span.start, |origins| origins.position(span))
    }

    /// Where a stretch of file number `file` stands in the text, or what stands instead of it.
    pub fn placed(&self, file: usize, span: Span) -> Span {
        self.origins.as_ref().map_or(span, |origins| origins.placed(file, span))
    }

    /// The files that the text was put together from; the first is the one that lends it its name.
    pub fn files(&self) -> Vec<&Source> {
        self.origins.as_ref().map_or_else(|| vec![self], |origins| origins.files())
    }

    /// How many lines the text has; an empty text has one.
    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// The span of line `line` (from 1) without its line end. Empty for a line that does not exist.
    pub fn line_span(&self, line: usize) -> Span {
        let Some(&start) = line.checked_sub(1).and_then(|i| self.line_starts.get(i)) else {
            return Span::new(self.text.len(), self.text.len());
        };
        let end = self.line_starts.get(line).map_or(self.text.len(), |&e| e as usize);
        let text = &self.text[start as usize..end];
        Span::new(start as usize, start as usize + text.trim_end_matches(['\n', '\r']).len())
    }

    /// Line and column of a byte offset; an offset past the end is the end.
    pub fn location(&self, offset: u32) -> Location {
        let mut offset = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_starts.partition_point(|&s| s as usize <= offset);
        let start = self.line_starts[line - 1] as usize;
        Location { line, column: self.characters_before(offset) - self.characters_before(start) + 1 }
    }

    fn characters_before(&self, offset: usize) -> usize {
        let Some(&mark) = self.character_marks.get(offset / STRIDE) else {
            // ASCII, or the end of a text whose length is a whole number of strides.
            return match self.character_marks.last() {
                None => offset,
                Some(&last) => {
                    let start = (self.character_marks.len() - 1) * STRIDE;
                    last as usize + characters(&self.text.as_bytes()[start..offset])
                }
            };
        };
        mark as usize + characters(&self.text.as_bytes()[offset / STRIDE * STRIDE..offset])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_count_characters() {
        let s = Source::new("t", "10 £x\r\n20 y\rz");
        assert_eq!(s.location(0), Location { line: 1, column: 1 });
        assert_eq!(s.location(5), Location { line: 1, column: 5 });
        assert_eq!(s.location(8), Location { line: 2, column: 1 });
        assert_eq!(s.location(13), Location { line: 3, column: 1 });
        assert_eq!(s.location(99), Location { line: 3, column: 2 });
        assert_eq!(&s.text()[s.line_span(1).range()], "10 £x");
        assert_eq!(&s.text()[s.line_span(2).range()], "20 y");
        assert_eq!(s.line_count(), 3);
    }

    #[test]
    fn columns_of_a_long_line_are_those_of_counting() {
        let line: String = "a£▟😀".chars().cycle().take(STRIDE).collect();
        let s = Source::new("t", format!("£\n{line}"));
        for (column, (offset, _)) in line.char_indices().enumerate() {
            assert_eq!(
                s.location(offset as u32 + 3),
                Location { line: 2, column: column + 1 },
                "offset {offset}"
            );
        }
        assert_eq!(s.location(u32::MAX), Location { line: 2, column: STRIDE + 1 });
    }
}
