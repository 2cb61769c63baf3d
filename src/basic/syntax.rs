//! The ROM's statement grammar over the text of a stored line: one parser for typed sources and for tapes.
//!
//! ```text
//! F5 61 2B 31 0E 00 00 01 00 00 3B        PRINT a+1;
//! |  |  |  |                    |
//! |  |  |  Number               Separator
//! |  |  Binary (+) of Name and Number
//! |  Name
//! Statement (PRINT) with the children Binary, Separator
//! ```
//!
//! [`parse`] does what LINE-SCAN (ROM 1B17h) does and accepts what it accepts; where it refuses there is a
//! [`Fault`], and it goes on with the next statement. No recursion: nesting of any depth needs heap, not stack.
//!
//! Accepted beyond the ROM, and marked in [`Tree::beyond`] so that the caller decides: the statements of the
//! Interface 1 ROM and the two commands of the 128K.
//!
//! Owns: the grammar and the tree. [`tree`] holds the tree, [`command`] the commands' parameters as the ROM's own
//! table has them, [`expression`] and [`statement`] the two halves of the parser.
//! Must never know: source text, files, tapes.

pub mod command;
mod expression;
mod statement;
pub mod tree;

pub use expression::priority;
pub use tree::{Beyond, Expected, Fault, FaultKind, Kind, Node, NodeId, Statement, Tree, Type};

use super::keyword::Keyword;
use super::program::{END_OF_LINE, NUMBER_MARK, skip_over};

/// The most statements a line can have: the statement counter SUBPPC must not reach 128 (ROM 1B2Fh).
pub const MOST_STATEMENTS: u16 = 127;

/// Parses the text of a line as stored: with hidden numbers, without the end-of-line byte.
///
/// Total: any bytes give a tree; what the ROM would refuse is among [`Tree::faults`]. Of a text longer than a length
/// word can count only the first 65,535 bytes are read.
///
/// ```
/// use zxtap::basic::syntax::{parse, Kind};
/// let tree = parse(&[0xF5, 0x61, 0x3B, 0x62]); // PRINT a;b
/// assert!(tree.faults.is_empty());
/// let print = &tree.statements[0];
/// let kinds: Vec<_> = tree.children(print.node).map(|n| tree[n].kind).collect();
/// assert_eq!(kinds, [Kind::Name, Kind::Separator, Kind::Name]);
/// assert_eq!(parse(&[0x61, 0x3D, 0x31]).faults[0].at, 0); // a=1
/// ```
pub fn parse(text: &[u8]) -> Tree {
    let text = &text[..text.len().min(usize::from(u16::MAX))];
    let nodes = Vec::with_capacity(text.len() / 2 + 4);
    let tree = Tree { nodes, statements: Vec::with_capacity(4), ..Tree::default() };
    let mut parser = Parser { text, pos: 0, tree, frames: Vec::new(), statement: 0, overrun: false };
    parser.line();
    parser.tree.nodes.shrink_to_fit();
    parser.tree
}

/// What a routine of the parser gives: a value, or the fault that ends its statement.
type Parse<T> = Result<T, Fault>;

/// The parser's state: like the ROM's CH_ADD, `pos` always stands on a byte that is not skipped.
struct Parser<'a> {
    text: &'a [u8],
    pos: usize,
    tree: Tree,
    frames: Vec<expression::Frame>,
    statement: u16,
    /// Whether the last control of the line lacks parameters, so that the ROM takes the end of the line for one.
    overrun: bool,
}

/// What stands behind the end of the line when it is typed.
const BEHIND_THE_LINE: u8 = 0x80;

impl Parser<'_> {
    /// The byte at `pos`; the end of the text reads as the end of the line (GET-CHAR, ROM 0018h).
    fn current(&self) -> u8 {
        let behind = if self.overrun { BEHIND_THE_LINE } else { END_OF_LINE };
        self.text.get(self.pos).copied().unwrap_or(behind)
    }

    /// Goes to `pos` or, where that is a byte the ROM skips, behind it (ROM 007Dh).
    fn go_to(&mut self, pos: usize) {
        self.pos = pos.min(self.text.len());
        self.pos += skip_over(&self.text[self.pos..]);
        if self.pos > self.text.len() {
            self.overrun = true;
            self.pos = self.text.len();
        }
    }

    /// The next byte (NEXT-CHAR, ROM 0020h).
    fn advance(&mut self) {
        self.go_to(self.pos + 1);
    }

    /// Takes `byte` if it is the current one.
    fn take(&mut self, byte: u8) -> bool {
        let found = self.current() == byte && !self.at_end();
        if found {
            self.advance();
        }
        found
    }

    /// Takes `keyword` if it is the current byte.
    fn take_keyword(&mut self, keyword: Keyword) -> bool {
        self.take(keyword.byte())
    }

    fn at_end(&self) -> bool {
        self.pos >= self.text.len()
    }

    /// End of line or colon (PR-ST-END, ROM 2048h).
    fn at_statement_end(&self) -> bool {
        matches!(self.current(), END_OF_LINE | b':')
    }

    fn fault<T>(&self, kind: FaultKind) -> Parse<T> {
        self.fault_at(self.pos, kind)
    }

    fn fault_at<T>(&self, at: usize, kind: FaultKind) -> Parse<T> {
        Err(Fault { at, end: self.pos.max(at), statement: self.statement, kind })
    }

    fn expected<T>(&self, what: Expected) -> Parse<T> {
        self.fault(FaultKind::Expected(what))
    }

    /// Takes `byte` or faults.
    fn require(&mut self, byte: u8) -> Parse<()> {
        if self.take(byte) { Ok(()) } else { self.expected(Expected::Byte(byte)) }
    }

    /// The hidden number at `pos`, if there is one: takes it.
    fn take_hidden(&mut self) -> bool {
        let found = self.current() == NUMBER_MARK && self.text.len() - self.pos >= 6;
        if found {
            self.go_to(self.pos + 6);
        }
        found
    }
}
