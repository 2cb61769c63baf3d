//! From the bytes of a stored program back to the source text they came from.
//!
//! Owns: for every line, which stretch of text each stretch of bytes was written as.
//! Must never know: what the bytes or the text mean.

use std::ops::Range;

use crate::source::Span;

/// One stretch: the stored bytes from `at` (up to the next entry's) came from `span`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Offset in the line's text.
    pub at: u32,
    /// Where it stands in the source.
    pub span: Span,
}

/// The map of one line.
#[derive(Clone, Debug, Default)]
pub struct LineMap {
    /// Where the line number stands.
    pub number: Span,
    /// Where the whole line stands, with its number, without the line end.
    pub whole: Span,
    /// The stretches, ascending.
    pub entries: Vec<Entry>,
    /// How many bytes the line's text has.
    pub length: u32,
}

impl LineMap {
    /// The source of the bytes in `range`. An empty range gives an empty span where the first byte behind it stands;
    /// at the end of the line, the end of its source.
    pub fn span(&self, range: Range<usize>) -> Span {
        let start = self.place(range.start, false);
        if range.end <= range.start {
            return Span { start, end: start };
        }
        let end = self.place(range.end - 1, true);
        Span { start, end: end.max(start) }
    }

    /// Start (or end) in the source of the byte at `at`.
    fn place(&self, at: usize, end: bool) -> u32 {
        let at = at as u32;
        let index = self.entries.partition_point(|e| e.at <= at);
        if at >= self.length {
            return self.entries.last().map_or(self.whole.end, |_| self.whole.end);
        }
        let Some(entry) = index.checked_sub(1).map(|i| self.entries[i]) else { return self.number.end };
        let next = self.entries.get(index).map_or(self.length, |e| e.at);
        let same = next - entry.at == entry.span.end - entry.span.start;
        match (same, end) {
            (true, _) => entry.span.start + (at - entry.at) + u32::from(end),
            (false, true) => entry.span.end,
            (false, false) => entry.span.start,
        }
    }

    /// The offset of the first stored byte that came from the source at or behind `offset`; the line's length where
    /// there is none.
    pub fn stored(&self, offset: u32) -> usize {
        let index = self.entries.partition_point(|e| e.span.end <= offset);
        self.entries.get(index).map_or(self.length, |e| e.at) as usize
    }
}

/// The maps of all lines of a program, in the order of the stored lines.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    /// One a line.
    pub lines: Vec<LineMap>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_lead_back_to_text() {
        // 10 PRINT abc -> F5 61 62 63
        let map = LineMap {
            number: Span::new(0, 2),
            whole: Span::new(0, 12),
            entries: vec![Entry { at: 0, span: Span::new(3, 8) }, Entry { at: 1, span: Span::new(9, 12) }],
            length: 4,
        };
        assert_eq!(map.span(0..1), Span::new(3, 8));
        assert_eq!(map.span(2..3), Span::new(10, 11));
        assert_eq!(map.span(0..4), Span::new(3, 12));
        assert_eq!(map.span(4..4), Span::new(12, 12));
        assert_eq!(map.span(1..1), Span::new(9, 9));
        assert_eq!(map.stored(9), 1);
    }
}
