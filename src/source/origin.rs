//! Where a text that was put together from others comes from.
//!
//! ```text
//! files      main.bas   `@go: CLS`           lib.bas   `PRINT LIVES`
//! text       `10 CLS` … `12 PRINT 3`
//! segments   10␣ instead of `@go: `, CLS copied, 12␣ instead of nothing, PRINT␣ copied, 3 instead of `LIVES`
//! ```
//!
//! Addresses behind the end of the text are those of the files, one file behind the other. So a [`Span`] can also name a
//! place of a file that did not come into the text, such as the definition of a label.
//!
//! Owns: the segments, the ways through them in both directions, those addresses.
//! Must never know: why a text was put together.

use std::ops::Range;
use std::sync::Arc;

use super::{Source, Span};

/// How a stretch of the text came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// It is a copy of the file's text.
    Copied,
    /// It stands instead of the file's text.
    Instead,
}

#[derive(Clone, Copy, Debug)]
struct Segment {
    /// Where it begins in the text; it ends where the next one begins.
    at: u32,
    file: u32,
    /// The stretch of the file.
    span: Span,
    kind: Kind,
}

/// The files behind a text, and which stretch is from where.
#[derive(Debug)]
pub(super) struct Origins {
    files: Vec<Arc<Source>>,
    segments: Vec<Segment>,
    /// For each file its segments, in the order of the file.
    of_file: Vec<Vec<u32>>,
    length: u32,
    /// Where the addresses of each file begin, behind those of the text.
    bases: Vec<u32>,
}

/// The place in a file that a stretch of a text comes from.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The file.
    pub source: &'a Source,
    /// Its number: 0 for the file one began with.
    pub file: usize,
    /// Where in it.
    pub span: Span,
    /// Whether the text is the same there, so that a change of the one can be made in the other.
    pub exact: bool,
}

impl Origins {
    fn end(&self, index: usize) -> u32 {
        self.segments.get(index + 1).map_or(self.length, |next| next.at)
    }

    /// The segment in which the byte at `offset` lies.
    fn holding(&self, offset: u32) -> usize {
        self.segments.partition_point(|s| s.at <= offset).saturating_sub(1)
    }

    /// See [`Source::origin`].
    pub(super) fn origin(&self, span: Span) -> Origin<'_> {
        if let Some((file, span)) = self.file_span(span) {
            return Origin { source: &self.files[file], file, span, exact: true };
        }
        let start = span.start.min(self.length);
        let end = span.end.clamp(start, self.length);
        let first = self.holding(start);
        let Some(segment) = self.segments.get(first) else {
            return Origin { source: &self.files[0], file: 0, span: Span::default(), exact: false };
        };
        let file = segment.file as usize;
        let here = |span, exact| Origin { source: &self.files[file], file, span, exact };
        if start == end {
            return match segment.kind {
                Kind::Copied => {
                    let at = (segment.span.start + (start - segment.at)).min(segment.span.end);
                    here(Span { start: at, end: at }, true)
                }
                _ => self.before(first, start).unwrap_or_else(|| {
                    let at = segment.span.start;
                    here(Span { start: at, end: at }, false)
                }),
            };
        }
        let last = self.holding(end - 1);
        let from = match segment.kind {
            Kind::Copied => segment.span.start + (start - segment.at),
            _ => segment.span.start,
        };
        let behind = &self.segments[last];
        let to = match behind.kind {
            _ if behind.file as usize != file => segment.span.end,
            Kind::Copied => behind.span.start + (end - behind.at),
            _ => behind.span.end,
        };
        let exact = first == last && segment.kind == Kind::Copied;
        here(Span { start: from, end: to.max(from) }, exact)
    }

    /// The file, and where in it, of a span behind the end of the text.
    fn file_span(&self, span: Span) -> Option<(usize, Span)> {
        let file = self.bases.partition_point(|&base| base <= span.start).checked_sub(1)?;
        let base = self.bases[file];
        Some((file, Span { start: span.start - base, end: span.end.max(span.start) - base }))
    }

    /// See [`Source::in_file`].
    pub(super) fn in_file(&self, file: usize, span: Span) -> Span {
        let base = self.bases.get(file).copied().unwrap_or(self.length);
        Span { start: base + span.start, end: base + span.end }
    }

    /// See [`Source::position`].
    pub(super) fn position(&self, span: Span) -> u32 {
        self.file_span(span).map_or(span.start, |(file, span)| self.placed(file, span).start)
    }

    /// The end of the copied segment that ends at `offset`, if the one before `index` is such.
    fn before(&self, index: usize, offset: u32) -> Option<Origin<'_>> {
        if self.segments[index].at != offset {
            return None;
        }
        let before = self.segments[..index].iter().rev().find(|s| s.at < offset)?;
        let (file, at) = (before.file as usize, before.span.end);
        (before.kind == Kind::Copied && file == self.segments[index].file as usize).then(|| Origin {
            source: &self.files[file],
            file,
            span: Span { start: at, end: at },
            exact: true,
        })
    }

    /// See [`Source::placed`].
    pub(super) fn placed(&self, file: usize, span: Span) -> Span {
        let find = |offset: u32| {
            let list = self.of_file.get(file)?;
            let index = list.partition_point(|&i| self.segments[i as usize].span.start <= offset);
            list.get(index.saturating_sub(1)).map(|&i| i as usize)
        };
        let place = |offset: u32, end: bool| {
            let index = find(if end { offset - 1 } else { offset })?;
            let segment = self.segments[index];
            let whole = self.end(index);
            Some(match segment.kind {
                Kind::Copied => (segment.at + offset.saturating_sub(segment.span.start)).min(whole),
                _ if end => whole,
                _ => segment.at,
            })
        };
        let start = place(span.start, false).unwrap_or(self.length);
        let end = if span.end > span.start { place(span.end, true).unwrap_or(start) } else { start };
        Span { start, end: end.max(start) }
    }

    pub(super) fn files(&self) -> Vec<&Source> {
        self.files.iter().map(Arc::as_ref).collect()
    }
}

/// Puts a text together from files.
///
/// ```
/// use zxtap::source::{Source, Span, origin::Assembly};
/// let mut assembly = Assembly::default();
/// let file = assembly.add(Source::new("a.bas", "10 LET l=LIVES"));
/// assembly.copy(file, 0..9);
/// assembly.put(file, Span::new(9, 14), "3");
/// let text = assembly.finish();
/// assert_eq!(text.text(), "10 LET l=3");
/// let origin = text.origin(Span::new(9, 10));
/// assert_eq!((origin.source.name(), origin.span, origin.exact), ("a.bas", Span::new(9, 14), false));
/// ```
#[derive(Debug, Default)]
pub struct Assembly {
    files: Vec<Arc<Source>>,
    text: String,
    segments: Vec<Segment>,
}

impl Assembly {
    /// Adds a file; gives its number. The first one lends the text its name.
    pub fn add(&mut self, file: Source) -> usize {
        self.files.push(Arc::new(file));
        self.files.len() - 1
    }

    /// The file of that number.
    pub fn file(&self, file: usize) -> &Arc<Source> {
        &self.files[file]
    }

    /// How many files there are.
    pub fn files(&self) -> usize {
        self.files.len()
    }

    /// How many bytes the text has so far.
    pub fn length(&self) -> usize {
        self.text.len()
    }

    /// Whether the text so far ends in the middle of a line.
    pub fn in_line(&self) -> bool {
        !self.text.is_empty() && !self.text.ends_with(['\n', '\r'])
    }

    /// Copies a stretch of a file.
    pub fn copy(&mut self, file: usize, range: Range<usize>) {
        let Some(text) = self.files[file].text().get(range.clone()) else { return };
        if text.is_empty() {
            return;
        }
        let (at, span) = (self.text.len() as u32, Span::new(range.start, range.end));
        self.text.push_str(text);
        if let Some(last) = self.segments.last_mut()
            && (last.kind, last.file as usize, last.span.end) == (Kind::Copied, file, span.start)
        {
            last.span.end = span.end;
            return;
        }
        self.segments.push(Segment { at, file: file as u32, span, kind: Kind::Copied });
    }

    /// Puts `text` instead of a stretch of a file, which may be empty.
    pub fn put(&mut self, file: usize, span: Span, text: &str) {
        let (at, file) = (self.text.len() as u32, file as u32);
        self.segments.push(Segment { at, file, span, kind: Kind::Instead });
        self.text.push_str(text);
    }

    /// The text. Where nothing was put into the first file it is that file.
    pub fn finish(mut self) -> Source {
        let name = self.files.first().map_or(String::new(), |file| file.name().to_owned());
        if let [only] = &self.segments[..]
            && (only.kind, only.file) == (Kind::Copied, 0)
            && self.files.len() == 1
        {
            return Arc::unwrap_or_clone(self.files.remove(0));
        }
        if self.files.is_empty() {
            return Source::new(name, self.text);
        }
        let mut of_file = vec![Vec::new(); self.files.len()];
        for (index, segment) in self.segments.iter().enumerate() {
            of_file[segment.file as usize].push(index as u32);
        }
        let length = self.text.len() as u32;
        let mut bases = vec![length + 1];
        bases.extend(self.files.iter().scan(length + 1, |base, file| {
            *base += file.text().len() as u32 + 1;
            Some(*base)
        }));
        bases.truncate(self.files.len());
        let origins = Origins { files: self.files, segments: self.segments, of_file, length, bases };
        Source { origins: Some(Arc::new(origins)), ..Source::new(name, self.text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `a.bas`: x[YY]z with YY instead of `cc`, then `b.bas` whole, then the rest of a.bas.
    fn woven() -> Source {
        let mut assembly = Assembly::default();
        let a = assembly.add(Source::new("a.bas", "abccde"));
        let b = assembly.add(Source::new("b.bas", "12"));
        assembly.copy(a, 0..1);
        assembly.copy(a, 1..2);
        assembly.put(a, Span::new(2, 4), "YYY");
        assembly.copy(b, 0..2);
        assembly.put(a, Span::new(4, 4), "+");
        assembly.copy(a, 4..6);
        assembly.finish()
    }

    #[test]
    fn spans_lead_back() {
        let text = woven();
        assert_eq!(text.text(), "abYYY12+de");
        let found = |start, end| {
            let origin = text.origin(Span::new(start, end));
            (origin.source.name().to_owned(), origin.span.start, origin.span.end, origin.exact)
        };
        assert_eq!(found(0, 2), ("a.bas".into(), 0, 2, true));
        assert_eq!(found(1, 4), ("a.bas".into(), 1, 4, false));
        assert_eq!(found(3, 4), ("a.bas".into(), 2, 4, false));
        assert_eq!(found(2, 2), ("a.bas".into(), 2, 2, true));
        assert_eq!(found(5, 7), ("b.bas".into(), 0, 2, true));
        assert_eq!(found(6, 9), ("b.bas".into(), 1, 2, false));
        assert_eq!(found(7, 9), ("a.bas".into(), 4, 5, false));
        assert_eq!(found(10, 10), ("a.bas".into(), 6, 6, true));
        // Behind the ten bytes of the text come the six of a.bas, then the two of b.bas.
        for (file, name) in [(0, "a.bas"), (1, "b.bas")] {
            let span = text.in_file(file, Span::new(1, 2));
            assert_eq!(found(span.start as usize, span.end as usize), (name.into(), 1, 2, true));
        }
        assert_eq!(text.position(text.in_file(0, Span::new(3, 5))), 2);
        assert_eq!(text.position(text.in_file(1, Span::new(1, 2))), 6);
        assert_eq!(text.position(Span::new(4, 5)), 4);
    }

    #[test]
    fn places_of_the_files_are_found() {
        let text = woven();
        assert_eq!(text.placed(0, Span::new(0, 2)), Span::new(0, 2));
        assert_eq!(text.placed(0, Span::new(3, 5)), Span::new(2, 9));
        assert_eq!(text.placed(0, Span::new(4, 4)), Span::new(8, 8));
        assert_eq!(text.placed(1, Span::new(1, 2)), Span::new(6, 7));
        assert_eq!(text.placed(9, Span::new(1, 2)), Span::new(10, 10));
    }

    #[test]
    fn a_text_with_nothing_put_in_is_its_file() {
        let mut assembly = Assembly::default();
        assembly.add(Source::new("a.bas", "abc"));
        assembly.copy(0, 0..3);
        let text = assembly.finish();
        assert!(text.origins.is_none());
        assert_eq!(text.origin(Span::new(1, 2)).span, Span::new(1, 2));
    }
}
