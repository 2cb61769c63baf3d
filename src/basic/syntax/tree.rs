//! The tree that the parser makes of a line, and the faults it found.
//!
//! Nodes stand in one vector, children before their parents: a plain loop over [`Tree::nodes`] meets every operand
//! before its operator, and nobody who walks a tree needs recursion. From a node down go [`Tree::children`].
//! Positions are offsets into the text of the stored line.
//!
//! Owns: nodes, statements, faults as data.
//! Must never know: how they are found, source text.

use std::ops::{Index, Range};

use crate::basic::keyword::Keyword;

/// The type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// A number.
    Number,
    /// A string.
    Text,
}

/// Names a node of one tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

const NONE: u32 = u32::MAX;

/// What a node is. "Children" says which, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A statement; its keyword is the command. Children: its parts.
    Statement,
    /// A numeral with the hidden number behind it.
    Number,
    /// `BIN` and its binary digits.
    Binary,
    /// A string in quotes.
    Text,
    /// A numeric variable: letters, digits and spaces.
    Name,
    /// A string variable: a letter and `$`.
    TextName,
    /// An element of a numeric array. Children: [`Kind::Name`], then the subscripts.
    Element,
    /// A string variable with brackets: an element, a slice or both. Children: [`Kind::TextName`], then subscripts,
    /// the last of which may be a [`Kind::Range`].
    TextElement,
    /// A slice of any other string. Children: the string, and a number, a [`Kind::Range`] or nothing.
    Slice,
    /// `from TO to` in a slice. Children: two, each an expression or [`Kind::Omitted`].
    Range,
    /// A bound that was left out.
    Omitted,
    /// An operand or function with a keyword of its own. Children: its arguments, none for `RND`, `PI`, `INKEY$`.
    Call,
    /// `FN` and the name of a user's function. Children: [`Kind::Name`] or [`Kind::TextName`], then the arguments.
    UserCall,
    /// The unary minus. Children: the operand.
    Negate,
    /// An operator between two operands: the node's `operator` says which. Children: left, right.
    Operation,
    /// Brackets around an expression, or in INPUT around prompt items. Children: what is inside.
    Group,
    /// A variable that gets a value: in LET, READ, INPUT, FOR, DIM, NEXT. Children: the variable.
    Target,
    /// `INK`, `PAPER` … inside PRINT, INPUT, PLOT, DRAW, CIRCLE. Children: the number.
    Colour,
    /// `AT` or `TAB`. Children: two numbers, or one.
    Position,
    /// `#` and a stream number. Children: the number.
    Stream,
    /// `;` `,` or `'` between items: the node's `operator` says which.
    Separator,
    /// A word inside a statement with what belongs to it: `TO`, `STEP`, `LINE`, `CODE`, `DATA`, `SCREEN$`, `THEN`,
    /// and `*` (in `operator`) of the Interface 1. Children: its numbers or variables.
    Clause,
    /// A parameter in `DEF FN`. Children: the name.
    Parameter,
    /// What follows `REM`.
    Remark,
}

/// One node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// The type of its value, for what has one.
    pub value: Option<Type>,
    /// The byte of the operator, separator or keyword it is about; 0 where there is none.
    pub operator: u8,
    start: u16,
    end: u16,
    first: u32,
    next: u32,
}

impl Node {
    /// Where it stands in the line's text. The end may reach over spaces up to the next item.
    pub fn range(&self) -> Range<usize> {
        usize::from(self.start)..usize::from(self.end)
    }

    /// The keyword it is about, if it is about one.
    pub fn keyword(&self) -> Option<Keyword> {
        Keyword::from_byte(self.operator)
    }
}

/// One statement of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Its number in the line from 1, as in the machine's reports. The statement behind THEN has its own.
    pub number: u16,
    /// The command; none for an empty statement.
    pub command: Option<Keyword>,
    /// Its node.
    pub node: NodeId,
    /// Whether it stands behind a THEN of the same line (and so may not be reached).
    pub conditional: bool,
}

/// What is more than a plain 48K takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Beyond {
    /// A statement of the Interface 1 ROM (microdrives, RS232, network).
    Interface1,
    /// A command of the 128K's BASIC.
    Spectrum128,
}

/// What was expected where the ROM puts its `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A command at the start of a statement.
    Command,
    /// An expression of any type.
    Expression,
    /// A variable.
    Variable,
    /// A variable of one letter.
    Letter,
    /// This character or keyword.
    Byte(u8),
    /// The end of the statement.
    End,
    /// Something to print or the end of the statement.
    Separator,
}

/// Why the ROM refuses a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Something else was expected.
    Expected(Expected),
    /// The expression that ends here has the wrong type; this one is wanted.
    WrongType(Type),
    /// This operator does not work on strings.
    NotForStrings(u8),
    /// A numeral over the largest number (report 6).
    TooBig,
    /// Digits or a dot that are no number.
    BadNumeral,
    /// Digits without a hidden number behind them: only a damaged or doctored program has those.
    NoHiddenNumber,
    /// A parameter of DEF FN without its hidden slot: only a damaged or doctored program has those.
    NoSlot,
    /// A string without its closing quote.
    OpenString,
    /// The 128th statement of a line.
    TooManyStatements,
    /// A tape command with a part it does not take: `MERGE "x" CODE`, `LOAD "x" LINE 1`, `SAVE "x" CODE`.
    WrongTapePart,
}

/// A place where the ROM would refuse the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Offset of the first byte that is at fault, in the line's text.
    pub at: usize,
    /// Offset behind what is at fault; `at` itself where something is missing.
    pub end: usize,
    /// The statement, from 1.
    pub statement: u16,
    /// Why.
    pub kind: FaultKind,
}

/// The tree of one line.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// All nodes, children before parents.
    pub nodes: Vec<Node>,
    /// The statements, in order, as far as they could be read.
    pub statements: Vec<Statement>,
    /// What the ROM would refuse; at most one fault a statement.
    pub faults: Vec<Fault>,
    /// What a plain 48K does not have, each with the statement it is in.
    pub beyond: Vec<(u16, Beyond)>,
}

impl Index<NodeId> for Tree {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}

impl Tree {
    /// The names of all nodes, in the order of [`Tree::nodes`].
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The children of a node, in the order of the text.
    pub fn children(&self, id: NodeId) -> Children<'_> {
        Children { tree: self, next: self[id].first }
    }

    /// Every node below and including `id`, children before parents, in the order of the text.
    pub fn under(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        // A node's descendants are made after everything before it and before itself: find the first of them.
        let mut first = id.0;
        while self.nodes[first as usize].first != NONE {
            first = self.nodes[first as usize].first;
        }
        (first..=id.0).map(NodeId)
    }

    /// The first fault: none means that the ROM accepts the line.
    pub fn fault(&self) -> Option<&Fault> {
        self.faults.first()
    }

    pub(super) fn add(
        &mut self,
        kind: Kind,
        operator: u8,
        value: Option<Type>,
        range: Range<usize>,
    ) -> NodeId {
        let (start, end) = (range.start as u16, range.end as u16); // a line's text is shorter than 65,536 bytes
        self.nodes.push(Node { kind, value, operator, start, end, first: NONE, next: NONE });
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// A node with the children that hang together in `list`.
    pub(super) fn add_over(
        &mut self,
        kind: Kind,
        operator: u8,
        value: Option<Type>,
        range: Range<usize>,
        list: List,
    ) -> NodeId {
        let id = self.add(kind, operator, value, range);
        self.nodes[id.0 as usize].first = list.first;
        id
    }

    /// Appends `child` to `list`.
    pub(super) fn append(&mut self, list: &mut List, child: NodeId) {
        match list.last {
            NONE => list.first = child.0,
            last => self.nodes[last as usize].next = child.0,
        }
        list.last = child.0;
    }
}

/// Children on their way to a parent.
#[derive(Clone, Copy, Debug)]
pub(super) struct List {
    first: u32,
    last: u32,
}

impl Default for List {
    fn default() -> Self {
        List { first: NONE, last: NONE }
    }
}

/// Iterator over the children of a node.
#[derive(Clone, Debug)]
pub struct Children<'a> {
    tree: &'a Tree,
    next: u32,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        if self.next == NONE {
            return None;
        }
        let id = NodeId(self.next);
        self.next = self.tree[id].next;
        Some(id)
    }
}
