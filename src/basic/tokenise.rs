//! Source text to the stored program. Never fails: it gives a program and diagnostics.
//!
//! ```text
//! #name demo              a directive            -> Directives
//! # any other text        a comment
//! 10 PRINT "HELLO"        a line                 -> number, stored text, tree, map
//!    20 LET a=1: \        a backslash at the end joins the next line, whose indentation is layout
//!       LET b=2
//! ```
//!
//! Owns: how a file falls into lines and directives, line numbers, the order of lines. [`line`] makes one line,
//! [`directive`] reads directives and the heading that the BasinC editor writes.
//! Must never know: files, tapes.

pub mod directive;
pub mod line;

pub use directive::Directives;

use std::collections::BTreeSet;

use super::advice;
use super::program::{Line, Program};
use super::source_map::{LineMap, SourceMap};
use super::syntax::Tree;
use crate::diagnostic::{Code, Diagnostic, has_errors};
use crate::source::{Source, Span};
use line::Logical;

/// The highest line number that can be typed (ROM 19FBh E-LINE-NO).
pub const HIGHEST_LINE: u16 = 9999;

/// What came of a source text.
#[derive(Clone, Debug, Default)]
pub struct Tokenised {
    /// The program, its lines sorted as typing them would.
    pub program: Program,
    /// Where each stored byte came from; one entry a line of the program.
    pub map: SourceMap,
    /// The tree of each line of the program.
    pub trees: Vec<Tree>,
    /// What the directives say.
    pub directives: Directives,
    /// Everything there is to say about the text, in its order.
    pub diagnostics: Vec<Diagnostic>,
}

impl Tokenised {
    /// Whether anything in the text is an error, so that the program is not what its author meant.
    pub fn has_errors(&self) -> bool {
        has_errors(&self.diagnostics)
    }
}

/// One line, made but not yet in its place.
struct Made {
    line: Line,
    map: LineMap,
    tree: Tree,
    /// Whether its number is one that no line can have, and so only a stand-in.
    misnumbered: bool,
}

/// Makes a program of a source text.
///
/// ```
/// use zxtap::basic::tokenise::tokenise;
/// use zxtap::source::Source;
/// let out = tokenise(&Source::new("demo.bas", "10 PRINT .5\n"));
/// assert!(out.diagnostics.is_empty());
/// assert_eq!(
///     out.program.encode(),
///     [0, 10, 10, 0, 0xF5, b'.', b'5', 0x0E, 0x7F, 0x7F, 0xFF, 0xFF, 0xFF, 0x0D]
/// );
/// ```
pub fn tokenise(source: &Source) -> Tokenised {
    let mut tokeniser = Tokeniser::new(source);
    tokeniser.lines();
    tokeniser.again();
    tokeniser.finish()
}

/// The stored text of one line of source, and whether it has its end-of-line byte: for listings, which ask whether
/// what they have spelled comes back.
pub(super) fn one_line(text: &str) -> (Vec<u8>, bool) {
    let logical = Logical::new(text, Span::new(0, text.len()));
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let attempt = line::make(&logical, digits, 1, &BTreeSet::new());
    (attempt.stored, attempt.ended)
}

struct Tokeniser<'a> {
    source: &'a Source,
    made: Vec<Made>,
    directives: Directives,
    diagnostics: Vec<Diagnostic>,
    /// Names with a keyword in them that are given a value somewhere.
    names: BTreeSet<String>,
    /// Lines to try once more when all names are known: index into `made`, and the line.
    failed: Vec<(usize, Logical<'a>)>,
}

impl<'a> Tokeniser<'a> {
    fn new(source: &'a Source) -> Self {
        Tokeniser {
            source,
            made: Vec::new(),
            directives: Directives::default(),
            diagnostics: Vec::new(),
            names: BTreeSet::new(),
            failed: Vec::new(),
        }
    }

    /// Reads the whole text, line by line.
    fn lines(&mut self) {
        let text = self.source.text();
        let mut physical = 1;
        while physical <= self.source.line_count() {
            let first = self.source.line_span(physical);
            physical += 1;
            let start = &text[first.range()];
            let trimmed = start.trim_start();
            if trimmed.is_empty() {
                continue;
            }
            if trimmed.starts_with('#') || self.made.is_empty() && directive::is_heading(start) {
                directive::read(start, first, &mut self.directives, &mut self.diagnostics);
                continue;
            }
            let mut logical = Logical::new(text, first);
            while logical.joins() && physical <= self.source.line_count() {
                logical.join(text, self.source.line_span(physical));
                physical += 1;
            }
            self.line(logical);
        }
    }

    /// Makes one line.
    fn line(&mut self, logical: Logical<'a>) {
        let digits = logical.text().bytes().take_while(u8::is_ascii_digit).count();
        let number_span = logical.span(0..digits);
        if digits == 0 {
            self.diagnostics.push(advice::unnumbered(logical.text(), logical.span(0..logical.text().len())));
            return;
        }
        let value = logical.text()[..digits].parse::<u32>().unwrap_or(u32::MAX);
        let stored = self.directives.stored;
        let misnumbered =
            value > u32::from(u16::MAX) || !stored && (value == 0 || value > u32::from(HIGHEST_LINE));
        if misnumbered {
            let shown = &logical.text()[..digits.min(20)];
            self.diagnostics.push(
                Diagnostic::new(
                    Code::LineNumber,
                    number_span,
                    format!("a line number lies between 1 and {HIGHEST_LINE}, not {shown}"),
                )
                .label("the keyboard takes no such line"),
            );
        }
        let number = value.min(u32::from(if stored { u16::MAX } else { HIGHEST_LINE })) as u16;
        let attempt = line::make(&logical, digits, number, &self.names);
        self.names.extend(attempt.new_names.iter().cloned());
        // What the grammar says of a line with characters that are none would be about the stand-ins.
        if !attempt.tree.faults.is_empty() && !attempt.has_errors() {
            self.failed.push((self.made.len(), logical));
        }
        self.diagnostics.extend(attempt.problems);
        let line = Line { number, text: attempt.stored, ended: attempt.ended, declared: attempt.declared };
        self.made.push(Made { line, map: attempt.map, tree: attempt.tree, misnumbered });
    }

    /// Lines that the grammar refused get a second chance with all names known; then their faults are told.
    fn again(&mut self) {
        for (index, logical) in std::mem::take(&mut self.failed) {
            if !self.names.is_empty() {
                let digits = logical.text().bytes().take_while(u8::is_ascii_digit).count();
                let attempt = line::make(&logical, digits, self.made[index].line.number, &self.names);
                let made = &mut self.made[index];
                (made.line.text, made.map, made.tree) = (attempt.stored, attempt.map, attempt.tree);
            }
            let made = &self.made[index];
            for fault in &made.tree.faults {
                let text = self.source.text();
                let mut diagnostic = advice::fault(text, &made.line, &made.map, &made.tree, fault);
                if self.directives.stored {
                    diagnostic.code = Code::RefusedStored;
                }
                self.diagnostics.push(diagnostic);
            }
        }
    }

    /// Sorts the lines, as typing them would, and says where that changed something.
    fn finish(mut self) -> Tokenised {
        let mut order: Vec<usize> = (0..self.made.len()).collect();
        if !self.directives.stored {
            order.sort_by_key(|&i| self.made[i].line.number);
            self.told_out_of_order();
        }
        let mut kept = Vec::with_capacity(order.len());
        for (position, &index) in order.iter().enumerate() {
            let number = self.made[index].line.number;
            match order.get(position + 1) {
                Some(&next)
                    if self.made[next].line.number == number
                        && !self.directives.stored
                        && !self.made[index].misnumbered
                        && !self.made[next].misnumbered =>
                {
                    let (first, second) = (self.made[index].map.number, self.made[next].map.number);
                    if self.is_number_alone(next) {
                        continue;
                    }
                    self.diagnostics.push(
                        Diagnostic::new(
                            Code::DuplicateLine,
                            second,
                            format!("line {number} is there twice; the later one replaces the earlier"),
                        )
                        .label("this one is kept")
                        .related(first, "this one is lost"),
                    );
                }
                _ if self.is_number_alone(index) => {
                    let alone = Diagnostic::new(
                        Code::NumberAlone,
                        self.made[index].map.number,
                        format!("a number alone is no line: typing it deletes line {number}"),
                    )
                    .label("nothing is stored");
                    let before = position.checked_sub(1).map(|before| &self.made[order[before]]);
                    self.diagnostics.push(match before.filter(|before| before.line.number == number) {
                        Some(before) => alone.related(before.map.number, "this line is deleted"),
                        None => alone,
                    });
                }
                _ => kept.push(index),
            }
        }
        if kept.is_empty() && !self.directives.stored {
            let end = self.source.text().len();
            if !has_errors(&self.diagnostics) {
                self.diagnostics.push(Diagnostic::new(
                    Code::NoProgram,
                    Span::new(end, end),
                    "there is no program here: not one numbered line",
                ));
            }
        }
        let mut out = Tokenised { directives: self.directives, ..Tokenised::default() };
        let mut made: Vec<Option<Made>> = self.made.into_iter().map(Some).collect();
        for index in kept {
            if let Some(Made { line, map, tree, .. }) = made[index].take() {
                out.program.lines.push(line);
                out.map.lines.push(map);
                out.trees.push(tree);
            }
        }
        out.program.trailing = std::mem::take(&mut out.directives.trailing);
        out.diagnostics = self.diagnostics;
        out.diagnostics.sort_by_key(|d| d.span.start);
        out
    }

    /// Whether a line is nothing but its number. MAIN-ADD (ROM 155Dh) stores no such line and deletes the one that was
    /// there; a space behind the number makes a line of it.
    fn is_number_alone(&self, index: usize) -> bool {
        let Made { line, misnumbered, .. } = &self.made[index];
        line.text.is_empty()
            && line.ended
            && line.declared.is_none()
            && !misnumbered
            && !self.directives.stored
    }

    fn told_out_of_order(&mut self) {
        for pair in self.made.windows(2) {
            let (before, after) = (pair[0].line.number, pair[1].line.number);
            if after < before && !pair[0].misnumbered && !pair[1].misnumbered {
                self.diagnostics.push(
                    Diagnostic::new(
                        Code::LineOrder,
                        pair[1].map.number,
                        format!("line {after} comes after line {before}"),
                    )
                    .label("the program is stored in the order of its numbers"),
                );
            }
        }
    }
}
