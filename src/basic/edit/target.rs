//! Statements that name a line: GO TO, GO SUB, RESTORE, RUN, LIST, LLIST, and LINE of SAVE.
//!
//! ```text
//! GO TO 100         a line, its digits, its hidden number
//! GO TO VAL "100"   a line too: the same digits in a string
//! GO TO 100*n       computed
//! ```
//!
//! Owns: where in a stored line the number of a line stands.
//! Must never know: source text, which lines there are.

use std::ops::Range;

use crate::basic::keyword::Keyword;
use crate::basic::number::Number;
use crate::basic::program::NUMBER_MARK;
use crate::basic::syntax::{Kind, NodeId, Statement, Tree};

/// A place where a line is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The statement, from 1.
    pub statement: u16,
    /// Its command.
    pub command: Keyword,
    /// The expression that names the line.
    pub node: NodeId,
    /// How it does.
    pub named: Named,
}

/// How a line is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// By a numeral. The value is the hidden number's, which is what the machine goes by.
    Numeral {
        /// The line.
        line: u16,
        /// The digits, in the line's text.
        digits: Range<usize>,
        /// The mark and the five bytes of the hidden number.
        hidden: Range<usize>,
    },
    /// By `VAL` of digits in quotes.
    Text {
        /// The line.
        line: u16,
        /// The digits between the quotes.
        digits: Range<usize>,
    },
    /// By an expression whose value is known only when the program runs.
    Computed,
    /// By a number that no line has: over 65535, or not whole.
    NoLine,
}

impl Named {
    /// The line that is named, where that is written down.
    pub fn line(&self) -> Option<u16> {
        match *self {
            Named::Numeral { line, .. } | Named::Text { line, .. } => Some(line),
            Named::Computed | Named::NoLine => None,
        }
    }
}

/// All places in a line where a line is named, in the order of the text.
///
/// ```
/// use zxtap::basic::edit::target::targets;
/// use zxtap::basic::{hidden::fill, syntax::parse};
/// let text = fill(b"\xFAa\xCB\xEC100:\xF710*n"); // IF a THEN GO TO 100: RUN 10*n
/// let lines: Vec<_> = targets(&text, &parse(&text)).iter().map(|t| t.named.line()).collect();
/// assert_eq!(lines, [Some(100), None]);
/// ```
pub fn targets(text: &[u8], tree: &Tree) -> Vec<Target> {
    let of = |statement: &Statement| {
        let (node, command) = expression(tree, statement)?;
        let named = named(text, tree, node);
        Some(Target { statement: statement.number, command, node, named })
    };
    tree.statements.iter().filter_map(of).collect()
}

/// The expression of a statement that names a line.
fn expression(tree: &Tree, statement: &Statement) -> Option<(NodeId, Keyword)> {
    let command = statement.command?;
    let mut parts = tree.children(statement.node);
    let node = match command {
        Keyword::GoTo | Keyword::GoSub | Keyword::Restore | Keyword::Run => parts.next()?,
        Keyword::List | Keyword::Llist => {
            parts.find(|&id| !matches!(tree[id].kind, Kind::Stream | Kind::Separator))?
        }
        Keyword::Save => {
            let clause = parts.last()?;
            let is_line = tree[clause].kind == Kind::Clause && tree[clause].keyword() == Some(Keyword::Line);
            tree.children(clause).next().filter(|_| is_line)?
        }
        _ => return None,
    };
    Some((node, command))
}

fn named(text: &[u8], tree: &Tree, id: NodeId) -> Named {
    let node = &tree[id];
    match node.kind {
        Kind::Number | Kind::Binary => {
            let Some((digits, hidden)) = numeral(text, node.range()) else { return Named::Computed };
            match value(text, &hidden).as_small().and_then(|line| u16::try_from(line).ok()) {
                Some(line) => Named::Numeral { line, digits, hidden },
                None => Named::NoLine,
            }
        }
        Kind::Call if node.keyword() == Some(Keyword::Val) => {
            let Some(string) = tree.children(id).next().filter(|&s| tree[s].kind == Kind::Text) else {
                return Named::Computed;
            };
            let range = tree[string].range();
            let digits = range.start + 1..range.end.saturating_sub(1);
            let inside = text.get(digits.clone()).unwrap_or_default();
            let plain = !inside.is_empty() && inside.iter().all(u8::is_ascii_digit);
            match std::str::from_utf8(inside).ok().filter(|_| plain).map(str::parse) {
                Some(Ok(line)) => Named::Text { line, digits },
                _ => Named::Computed,
            }
        }
        _ => Named::Computed,
    }
}

/// Where in the stretch of a numeral its digits (with `BIN`) stand, and where its hidden number.
pub(super) fn numeral(text: &[u8], range: Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
    let stretch = text.get(range.clone())?;
    let mark = range.start + stretch.iter().position(|&byte| byte == NUMBER_MARK)?;
    let length = text[range.start..mark].iter().rposition(|&byte| byte > b' ')? + 1;
    (text.len() >= mark + 6).then_some((range.start..range.start + length, mark..mark + 6))
}

/// The hidden number that stands at `hidden`, with its mark.
pub(super) fn value(text: &[u8], hidden: &Range<usize>) -> Number {
    let mut five = [0; 5];
    five.copy_from_slice(&text[hidden.start + 1..hidden.end]);
    Number(five)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::basic::tokenise::tokenise;
    use crate::source::Source;

    fn lines(text: &str) -> Vec<Option<u16>> {
        let out = tokenise(&Source::new("", text));
        assert!(out.trees[0].faults.is_empty(), "{text}");
        targets(&out.program.lines[0].text, &out.trees[0]).iter().map(|t| t.named.line()).collect()
    }

    #[test]
    fn every_form_is_found() {
        assert_eq!(
            lines("10 GO TO 1: GO SUB 2: RESTORE 3: RUN 4: LIST 5: LLIST 6"),
            [1, 2, 3, 4, 5, 6].map(Some)
        );
        assert_eq!(lines("10 LIST #2;7: LIST #2: LIST: RUN: RESTORE: LLIST #3,8"), [7, 8].map(Some));
        assert_eq!(lines("10 SAVE \"a\" LINE 9: SAVE \"b\": SAVE \"c\" CODE 1,2"), [Some(9)]);
        assert_eq!(lines("10 IF a THEN GO TO 1e1: GO SUB VAL \"20\": GO TO BIN 11"), [10, 20, 3].map(Some));
        assert_eq!(lines("10 GO TO 100*n: GO SUB x: RUN VAL a$: GO TO 1.5: RESTORE (10)"), [None; 5]);
        assert_eq!(lines("10 PRINT 10: LET a=10: DATA 10"), []);
    }
}
