//! Expressions: SCANNING (ROM 24FBh), variables with subscripts and slices (28B2h, 2996h, 2A52h), function calls.
//!
//! The ROM recurses on the machine stack; here every open bracket and every operator that waits for its right operand
//! is a [`Frame`] in a vector.
//!
//! Owns: priorities, types of operands, the bracket rules.
//! Must never know: statements.

use super::tree::List;
use super::{Expected, Fault, FaultKind, Kind, NodeId, Parse, Parser, Type};
use crate::basic::keyword::{Class, Keyword};
use crate::basic::number::{self, Refusal};
use crate::basic::program::NUMBER_MARK;

/// Something that waits for the expression inside or behind it to end.
pub(super) enum Frame {
    /// An operator that waits for its right operand. `left` is none for a unary one.
    Operator {
        priority: u8,
        wants: Type,
        gives: Type,
        kind: Kind,
        operator: u8,
        left: Option<NodeId>,
        start: usize,
    },
    /// `(` … `)`.
    Group { start: usize },
    /// `POINT (x,y)`, `ATTR (y,x)`, `SCREEN$ (y,x)`.
    Pair { keyword: Keyword, start: usize, list: List, first: bool },
    /// Subscripts behind a name. `slice`: the last may be one. `kind` is what it becomes.
    Subscripts { start: usize, list: List, slice: bool, gives: Type },
    /// A slice of `list`'s one string. `from`: the bound before TO, once TO has been seen.
    Slice { start: usize, inside: usize, list: List, kind: Kind, from: Option<NodeId> },
    /// The arguments of FN.
    Arguments { start: usize, list: List, gives: Type },
}

/// Where the machine of [`Parser::scan`] stands.
enum State {
    /// An operand is wanted.
    Operand,
    /// An operand has just been read that brackets may follow.
    Primary(NodeId, Type),
    /// A slice has been opened at its `(`, which is the current byte, or at its TO.
    SliceStart,
    /// A subscript is wanted.
    Subscript,
}

/// How far to read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// A whole expression.
    Expression,
    /// A variable that gets a value, with its subscripts and slices.
    Variable,
    /// A variable for DIM: subscripts are numbers, whatever the name.
    Dimensions,
}

impl Parser<'_> {
    /// An expression of any type.
    pub(super) fn expression(&mut self) -> Parse<(NodeId, Type)> {
        self.scan(Extent::Expression)
    }

    /// An expression of type `wanted` (EXPT-1NUM 1C82h, EXPT-EXP 1C8Ch).
    pub(super) fn typed(&mut self, wanted: Type) -> Parse<NodeId> {
        let start = self.pos;
        let (id, found) = self.expression()?;
        if found == wanted { Ok(id) } else { self.fault_at(start, FaultKind::WrongType(wanted)) }
    }

    /// A variable that gets a value (CLASS-01, ROM 1C1Fh).
    pub(super) fn variable(&mut self) -> Parse<(NodeId, Type)> {
        self.scan(Extent::Variable)
    }

    /// The array that DIM makes (ROM 2C02h).
    pub(super) fn dimensions(&mut self) -> Parse<(NodeId, Type)> {
        self.scan(Extent::Dimensions)
    }

    fn scan(&mut self, extent: Extent) -> Parse<(NodeId, Type)> {
        self.frames.clear();
        let mut state = if extent == Extent::Expression { State::Operand } else { self.name(extent)? };
        loop {
            state = match state {
                State::Operand => self.operand()?,
                State::SliceStart => self.slice_start()?,
                State::Subscript => self.subscript()?,
                State::Primary(id, value) => {
                    let depth_zero = self.frames.is_empty();
                    if value == Type::Text
                        && self.current() == b'('
                        && !(depth_zero && extent == Extent::Dimensions)
                    {
                        let mut list = List::default();
                        let start = self.tree[id].range().start;
                        self.tree.append(&mut list, id);
                        self.advance();
                        let inside = self.pos;
                        self.frames.push(Frame::Slice { start, inside, list, kind: Kind::Slice, from: None });
                        State::SliceStart
                    } else if depth_zero && extent != Extent::Expression {
                        return Ok((id, value));
                    } else {
                        match self.operator(id, value)? {
                            Step::Go(state) => state,
                            Step::Done(id, value) => return Ok((id, value)),
                        }
                    }
                }
            }
        }
    }

    /// One operand, or what opens one (the table at ROM 2596h).
    fn operand(&mut self) -> Parse<State> {
        let start = self.pos;
        let byte = self.current();
        match byte {
            b'+' => {
                self.advance();
                Ok(State::Operand)
            }
            b'-' => self.unary(9, Type::Number, Type::Number, Kind::Negate, byte),
            b'(' => {
                self.advance();
                self.frames.push(Frame::Group { start });
                Ok(State::Operand)
            }
            b'"' => self.string(),
            b'0'..=b'9' | b'.' => self.numeral(),
            b'A'..=b'Z' | b'a'..=b'z' => self.name(Extent::Expression),
            _ => match Keyword::from_byte(byte) {
                Some(keyword) if matches!(keyword.class(), Class::Operand | Class::Function) => {
                    self.function(keyword)
                }
                _ => self.expected(Expected::Expression),
            },
        }
    }

    fn unary(&mut self, priority: u8, wants: Type, gives: Type, kind: Kind, operator: u8) -> Parse<State> {
        let start = self.pos;
        self.frames.push(Frame::Operator { priority, wants, gives, kind, operator, left: None, start });
        self.advance();
        Ok(State::Operand)
    }

    fn function(&mut self, keyword: Keyword) -> Parse<State> {
        use Type::{Number, Text};
        let start = self.pos;
        let byte = keyword.byte();
        let (wants, gives) = match keyword {
            Keyword::Rnd | Keyword::Pi => return self.call(keyword, Number),
            Keyword::InkeyS => {
                self.advance();
                if self.current() == b'#' {
                    return self.unary(16, Number, Text, Kind::Call, byte);
                }
                self.pos = start;
                return self.call(keyword, Text);
            }
            Keyword::Point | Keyword::Attr | Keyword::ScreenS => {
                self.advance();
                self.require(b'(')?;
                self.frames.push(Frame::Pair { keyword, start, list: List::default(), first: true });
                return Ok(State::Operand);
            }
            Keyword::Fn => return self.user_call(),
            Keyword::Bin => return self.binary(),
            Keyword::Not => return self.unary(4, Number, Number, Kind::Call, byte),
            Keyword::Code | Keyword::Val | Keyword::Len => (Text, Number),
            Keyword::ValS => (Text, Text),
            Keyword::StrS | Keyword::ChrS => (Number, Text),
            _ => (Number, Number),
        };
        self.unary(16, wants, gives, Kind::Call, byte)
    }

    /// A function without arguments.
    fn call(&mut self, keyword: Keyword, gives: Type) -> Parse<State> {
        let start = self.pos;
        self.advance();
        let id = self.tree.add(Kind::Call, keyword.byte(), Some(gives), start..start + 1);
        Ok(State::Primary(id, gives))
    }

    /// `FN a(…)`, `FN a$(…)` (ROM 27BDh).
    fn user_call(&mut self) -> Parse<State> {
        let start = self.pos;
        self.advance();
        let name_start = self.pos;
        let gives = self.letter_and_dollar()?;
        let kind = if gives == Type::Text { Kind::TextName } else { Kind::Name };
        let name = self.tree.add(kind, 0, Some(gives), name_start..self.pos);
        self.require(b'(')?;
        let mut list = List::default();
        self.tree.append(&mut list, name);
        if self.take(b')') {
            let byte = Keyword::Fn.byte();
            let id = self.tree.add_over(Kind::UserCall, byte, Some(gives), start..self.pos, list);
            return Ok(State::Primary(id, gives));
        }
        self.frames.push(Frame::Arguments { start, list, gives });
        Ok(State::Operand)
    }

    /// One letter, and `$` if it follows. Gives the type that such a name has.
    pub(super) fn letter_and_dollar(&mut self) -> Parse<Type> {
        if !self.current().is_ascii_alphabetic() {
            return self.expected(Expected::Letter);
        }
        self.advance();
        Ok(if self.take(b'$') { Type::Text } else { Type::Number })
    }

    /// A string in quotes; two quotes inside are one (ROM 25B3h). Nothing inside is skipped.
    fn string(&mut self) -> Parse<State> {
        let start = self.pos;
        let mut at = start + 1;
        loop {
            match self.text.get(at) {
                None | Some(&super::END_OF_LINE) => {
                    self.pos = at;
                    return self.fault_at(start, FaultKind::OpenString);
                }
                Some(b'"') if self.text.get(at + 1) == Some(&b'"') => at += 2,
                Some(b'"') => break,
                Some(_) => at += 1,
            }
        }
        self.go_to(at + 1);
        let id = self.tree.add(Kind::Text, 0, Some(Type::Text), start..at + 1);
        Ok(State::Primary(id, Type::Text))
    }

    /// A numeral and its hidden number (ROM 2685h S-DECIMAL).
    fn numeral(&mut self) -> Parse<State> {
        let start = self.pos;
        let rest = &self.text[start..];
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        let whole = matches!(rest.get(digits), Some(&NUMBER_MARK)); // the common case needs no arithmetic
        let length = if whole { digits } else { number::scan(self.reach(start)).consumed };
        self.number_behind(start, start + length, Kind::Number)
    }

    /// `BIN` and its digits (ROM 25F8h, 2C9Bh). They may be none.
    fn binary(&mut self) -> Parse<State> {
        let start = self.pos;
        let length = number::scan_binary(self.reach(start + 1)).consumed;
        self.number_behind(start, start + 1 + length, Kind::Binary)
    }

    /// What a numeral at `start` may reach over: the text up to the next hidden number.
    fn reach(&self, start: usize) -> &[u8] {
        let rest = &self.text[start..];
        &rest[..rest.iter().position(|&b| b == NUMBER_MARK).unwrap_or(rest.len())]
    }

    fn number_behind(&mut self, start: usize, end: usize, kind: Kind) -> Parse<State> {
        self.go_to(end.max(start + 1));
        if !self.take_hidden() {
            let scan = match kind {
                Kind::Binary => number::scan_binary(self.reach(start + 1)),
                _ => number::scan(self.reach(start)),
            };
            return self.fault_at(
                start,
                match scan.outcome {
                    Ok(_) => FaultKind::NoHiddenNumber,
                    Err(Refusal::TooBig) => FaultKind::TooBig,
                    Err(Refusal::Nonsense) => FaultKind::BadNumeral,
                },
            );
        }
        let operator = if kind == Kind::Binary { Keyword::Bin.byte() } else { 0 };
        let id = self.tree.add(kind, operator, Some(Type::Number), start..self.pos);
        Ok(State::Primary(id, Type::Number))
    }

    /// A variable's name, up to and with the bracket that follows it (LOOK-VARS, ROM 28B2h).
    fn name(&mut self, extent: Extent) -> Parse<State> {
        let start = self.pos;
        if !self.current().is_ascii_alphabetic() {
            return self.expected(Expected::Variable);
        }
        let mut end = start + 1;
        self.advance();
        let (kind, value) = if self.current() == b'$' {
            end = self.pos + 1;
            self.advance();
            (Kind::TextName, Type::Text)
        } else {
            while self.current().is_ascii_alphanumeric() && !self.at_end() {
                end = self.pos + 1;
                self.advance();
            }
            (Kind::Name, Type::Number)
        };
        let id = self.tree.add(kind, 0, Some(value), start..end);
        let bracket = self.current() == b'(' && (value == Type::Text || end == start + 1);
        if !bracket {
            return if extent == Extent::Dimensions {
                self.expected(Expected::Byte(b'('))
            } else {
                Ok(State::Primary(id, value))
            };
        }
        self.advance();
        let mut list = List::default();
        self.tree.append(&mut list, id);
        let slice = value == Type::Text && extent != Extent::Dimensions;
        self.frames.push(Frame::Subscripts { start, list, slice, gives: value });
        Ok(State::Subscript)
    }

    /// At the start of a subscript: for a string this may be the closing bracket or a slice that starts with TO.
    fn subscript(&mut self) -> Parse<State> {
        let Some(&Frame::Subscripts { start, list, slice: true, gives }) = self.frames.last() else {
            return Ok(State::Operand);
        };
        if self.current() == b')' {
            self.frames.pop();
            return Ok(self.close(Kind::TextElement, 0, gives, start, list));
        }
        if self.current() == Keyword::To.byte() {
            self.frames.pop();
            let inside = self.pos;
            self.frames.push(Frame::Slice { start, inside, list, kind: Kind::TextElement, from: None });
            return self.slice_start();
        }
        Ok(State::Operand)
    }

    /// Behind the bracket of a slice (ROM 2A52h): `)`, TO, or a number.
    fn slice_start(&mut self) -> Parse<State> {
        let Some(&Frame::Slice { start, inside, list, kind, .. }) = self.frames.last() else {
            return self.expected(Expected::Expression);
        };
        if self.current() == b')' {
            self.frames.pop();
            return Ok(self.close(kind, 0, Type::Text, start, list));
        }
        if self.current() == Keyword::To.byte() {
            let from = self.tree.add(Kind::Omitted, 0, None, inside..inside);
            return self.slice_to(from);
        }
        Ok(State::Operand)
    }

    /// At the TO of a slice whose lower bound is `from`.
    fn slice_to(&mut self, lower: NodeId) -> Parse<State> {
        self.advance();
        if self.current() == b')' {
            let to = self.tree.add(Kind::Omitted, 0, None, self.pos..self.pos);
            return Ok(self.slice_end(lower, to));
        }
        if let Some(Frame::Slice { from, .. }) = self.frames.last_mut() {
            *from = Some(lower);
        }
        Ok(State::Operand)
    }

    /// At the closing bracket of a slice with both bounds.
    fn slice_end(&mut self, from: NodeId, to: NodeId) -> State {
        let Some(Frame::Slice { start, inside, mut list, kind, .. }) = self.frames.pop() else {
            return State::Operand;
        };
        let mut bounds = List::default();
        self.tree.append(&mut bounds, from);
        self.tree.append(&mut bounds, to);
        let range = self.tree.add_over(Kind::Range, Keyword::To.byte(), None, inside..self.pos, bounds);
        self.tree.append(&mut list, range);
        self.close(kind, 0, Type::Text, start, list)
    }

    /// Takes the closing bracket and makes the node it closes.
    fn close(&mut self, kind: Kind, operator: u8, gives: Type, start: usize, list: List) -> State {
        let end = self.pos + 1;
        self.advance();
        let id = self.tree.add_over(kind, operator, Some(gives), start..end, list);
        State::Primary(id, gives)
    }

    /// Behind an operand: takes a binary operator, or lets everything that waited be done (S-LOOP, ROM 2734h).
    fn operator(&mut self, mut id: NodeId, mut value: Type) -> Parse<Step> {
        let byte = self.current();
        let priority = priority(byte).unwrap_or(0);
        while let Some(&Frame::Operator { priority: waiting, wants, gives, kind, operator, left, start }) =
            self.frames.last()
        {
            if waiting < priority {
                break;
            }
            if value != wants && operator != Keyword::Usr.byte() {
                return Err(self.wrong_type(id, wants));
            }
            self.frames.pop();
            let mut list = List::default();
            if let Some(left) = left {
                self.tree.append(&mut list, left);
            }
            self.tree.append(&mut list, id);
            let end = self.tree[id].range().end;
            id = self.tree.add_over(kind, operator, Some(gives), start..end, list);
            value = gives;
        }
        if priority > 0 {
            let (wants, gives) = match (value, byte) {
                (Type::Number, _) => (Type::Number, Type::Number),
                (Type::Text, b'+') => (Type::Text, Type::Text),
                (Type::Text, AND) => (Type::Number, Type::Text),
                (Type::Text, b'-' | b'*' | b'/' | b'^' | OR) => {
                    let start = self.tree[id].range().start;
                    return self.fault_at(start, FaultKind::NotForStrings(byte));
                }
                (Type::Text, _) => (Type::Text, Type::Number),
            };
            let start = self.tree[id].range().start;
            let (kind, operator, left) = (Kind::Operation, byte, Some(id));
            self.frames.push(Frame::Operator { priority, wants, gives, kind, operator, left, start });
            self.advance();
            return Ok(Step::Go(State::Operand));
        }
        self.inside_ends(id, value)
    }

    fn wrong_type(&self, id: NodeId, wanted: Type) -> Fault {
        let range = self.tree[id].range();
        Fault {
            at: range.start,
            end: range.end,
            statement: self.statement,
            kind: FaultKind::WrongType(wanted),
        }
    }

    /// The expression inside the innermost bracket has ended, or the whole one.
    fn inside_ends(&mut self, id: NodeId, value: Type) -> Parse<Step> {
        let Some(frame) = self.frames.last_mut() else {
            return Ok(Step::Done(id, value));
        };
        let byte = self.text.get(self.pos).copied().unwrap_or(super::END_OF_LINE);
        let numbers_only =
            matches!(frame, Frame::Pair { .. } | Frame::Subscripts { .. } | Frame::Slice { .. });
        if numbers_only && value != Type::Number {
            return Err(self.wrong_type(id, Type::Number));
        }
        let state = match frame {
            &mut Frame::Group { start } => {
                if byte != b')' {
                    return self.expected(Expected::Byte(b')'));
                }
                self.frames.pop();
                let mut list = List::default();
                self.tree.append(&mut list, id);
                self.close(Kind::Group, 0, value, start, list)
            }
            Frame::Pair { list, first, .. } if *first => {
                self.tree.append(list, id);
                *first = false;
                self.require(b',')?;
                State::Operand
            }
            &mut Frame::Pair { keyword, start, mut list, .. } => {
                if byte != b')' {
                    return self.expected(Expected::Byte(b')'));
                }
                self.tree.append(&mut list, id);
                self.frames.pop();
                let gives = if keyword == Keyword::ScreenS { Type::Text } else { Type::Number };
                self.close(Kind::Call, keyword.byte(), gives, start, list)
            }
            Frame::Subscripts { list, .. } if byte == b',' => {
                self.tree.append(list, id);
                self.advance();
                State::Subscript
            }
            &mut Frame::Subscripts { start, mut list, slice, gives } => {
                if byte == Keyword::To.byte() && slice {
                    let inside = self.tree[id].range().start;
                    self.frames.pop();
                    self.frames.push(Frame::Slice {
                        start,
                        inside,
                        list,
                        kind: Kind::TextElement,
                        from: None,
                    });
                    return Ok(Step::Go(self.slice_to(id)?));
                }
                if byte != b')' {
                    return self.expected(Expected::Byte(b')'));
                }
                self.tree.append(&mut list, id);
                self.frames.pop();
                let kind = if gives == Type::Text { Kind::TextElement } else { Kind::Element };
                self.close(kind, 0, gives, start, list)
            }
            &mut Frame::Slice { from: Some(from), .. } => {
                if byte != b')' {
                    return self.expected(Expected::Byte(b')'));
                }
                self.slice_end(from, id)
            }
            &mut Frame::Slice { start, mut list, kind, .. } => {
                if byte == Keyword::To.byte() {
                    return Ok(Step::Go(self.slice_to(id)?));
                }
                if byte != b')' {
                    return self.expected(Expected::Byte(b')'));
                }
                self.tree.append(&mut list, id);
                self.frames.pop();
                self.close(kind, 0, Type::Text, start, list)
            }
            Frame::Arguments { list, .. } if byte == b',' => {
                self.tree.append(list, id);
                self.advance();
                State::Operand
            }
            &mut Frame::Arguments { start, mut list, gives } => {
                if byte != b')' {
                    return self.expected(Expected::Byte(b')'));
                }
                self.tree.append(&mut list, id);
                self.frames.pop();
                self.close(Kind::UserCall, Keyword::Fn.byte(), gives, start, list)
            }
            Frame::Operator { .. } => return self.expected(Expected::Expression),
        };
        Ok(Step::Go(state))
    }
}

/// What [`Parser::operator`] leads to.
enum Step {
    /// On with this.
    Go(State),
    /// The expression is complete.
    Done(NodeId, Type),
}

const OR: u8 = Keyword::Or as u8;
const AND: u8 = Keyword::And as u8;

/// The priority of a binary operator (the table at ROM 27B0h); none for anything else. Functions have 16, the unary
/// minus 9, NOT 4.
///
/// ```
/// use zxtap::basic::syntax::priority;
/// assert!(priority(b'*') > priority(b'+'));
/// assert_eq!(priority(b';'), None);
/// ```
pub fn priority(byte: u8) -> Option<u8> {
    const LESS_EQUAL: u8 = Keyword::LessEqual as u8;
    const NOT_EQUAL: u8 = Keyword::NotEqual as u8;
    Some(match byte {
        b'^' => 10,
        b'*' | b'/' => 8,
        b'+' | b'-' => 6,
        b'=' | b'<' | b'>' | LESS_EQUAL..=NOT_EQUAL => 5,
        AND => 3,
        OR => 2,
        _ => return None,
    })
}
