//! Warnings about a program that the ROM accepts: what it will do that its author may not expect.
//!
//! Owns: the list of lints, each in a file of its own, and what they share: a view of the program with its sources.
//! Must never know: files, tapes.

mod jump;
mod name;
mod reach;

use super::source_map::LineMap;
use super::syntax::{Beyond, Kind, NodeId, Statement, Tree};
use super::tokenise::Tokenised;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// All warnings about a program, lint by lint.
///
/// ```
/// use zxtap::basic::{check::check, tokenise::tokenise};
/// use zxtap::source::Source;
/// let program = tokenise(&Source::new("x.bas", "10 GO TO 15\n20 STOP\n"));
/// assert_eq!(check(&program)[0].code.text(), "W603");
/// ```
pub fn check(program: &Tokenised) -> Vec<Diagnostic> {
    let mut out = jump::check(program);
    out.extend(name::check(program));
    for line in lines(program) {
        out.extend(reach::check(&line));
        out.extend(beyond(&line));
    }
    out
}

/// One line as the lints see it.
#[derive(Clone, Copy)]
struct LineView<'a> {
    number: u16,
    text: &'a [u8],
    map: &'a LineMap,
    tree: &'a Tree,
}

/// All lines of the program.
fn lines(program: &Tokenised) -> impl Iterator<Item = LineView<'_>> {
    program
        .program
        .lines
        .iter()
        .zip(&program.map.lines)
        .zip(&program.trees)
        .map(|((line, map), tree)| LineView { number: line.number, text: &line.text, map, tree })
}

impl LineView<'_> {
    /// Where a node stands in the source, without the spaces behind it.
    fn span(&self, id: NodeId) -> Span {
        let range = self.tree[id].range();
        let end = self.text[range.clone()]
            .iter()
            .rposition(|&b| b != b' ')
            .map_or(range.end, |n| range.start + n + 1);
        self.map.span(range.start..end)
    }

    /// The command word of a statement.
    fn command_span(&self, statement: &Statement) -> Span {
        let start = self.tree[statement.node].range().start;
        self.map.span(start..start + 1)
    }

    /// The value of a node that is a plain numeral of a whole number.
    fn constant(&self, id: NodeId) -> Option<i32> {
        let node = &self.tree[id];
        if !matches!(node.kind, Kind::Number | Kind::Binary) {
            return None;
        }
        let bytes = &self.text[node.range()];
        let mark = bytes.iter().position(|&b| b == super::program::NUMBER_MARK)?;
        let five = bytes.get(mark + 1..mark + 6)?;
        super::number::Number([five[0], five[1], five[2], five[3], five[4]]).as_small()
    }
}

/// Statements that a plain 48K does not have.
fn beyond<'a>(line: &'a LineView<'a>) -> impl Iterator<Item = Diagnostic> + 'a {
    line.tree.beyond.iter().filter_map(move |&(number, beyond)| {
        let statement = line.tree.statements.iter().find(|s| s.number == number)?;
        let (code, message, label) = match beyond {
            Beyond::Interface1 => (
                Code::Interface1,
                "this works only with the Interface 1 ROM",
                "a plain 48K gives C Nonsense in BASIC",
            ),
            Beyond::Spectrum128 => {
                (Code::Spectrum128, "this is a command of the 128K", "on a 48K its byte is a UDG")
            }
        };
        Some(
            Diagnostic::new(code, line.command_span(statement), message).label(label).at(line.number, number),
        )
    })
}
