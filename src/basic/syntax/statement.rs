//! Statements: LINE-SCAN (ROM 1B17h) and the commands' own routines.
//!
//! Owns: how a line falls into statements, what each command takes beyond the classes of the ROM's table, how the
//! parser goes on after a fault; the forms of the Interface 1 and the 128K.
//! Must never know: the inside of expressions.

use super::command::{Step, steps};
use super::tree::{Beyond, List, Statement};
use super::{Expected, FaultKind, Kind, MOST_STATEMENTS, NodeId, Parse, Parser, Type};
use crate::basic::keyword::Keyword;
use crate::basic::program::{END_OF_LINE, NUMBER_MARK};

/// The parts of a statement on their way into its node.
type Parts = List;

/// How a statement ended.
#[derive(PartialEq, Eq)]
enum End {
    /// At a colon or the end of the line.
    Here,
    /// At THEN, behind which another statement begins.
    Then,
    /// With the line: REM.
    Line,
}

impl Parser<'_> {
    /// Reads the whole line.
    pub(super) fn line(&mut self) {
        self.go_to(0);
        let mut conditional = false;
        loop {
            self.statement += 1;
            if self.statement > MOST_STATEMENTS {
                let fault = self.fault::<()>(FaultKind::TooManyStatements);
                self.tree.faults.extend(fault.err());
                return;
            }
            let start = self.pos;
            let mut parts = Parts::default();
            let command = Keyword::from_byte(self.current()).filter(|_| !self.at_end());
            let outcome = self.statement(command, &mut parts);
            let (kind, byte) = (Kind::Statement, command.map_or(0, Keyword::byte));
            let node = self.tree.add_over(kind, byte, None, start..self.pos, parts);
            self.tree.statements.push(Statement { number: self.statement, command, node, conditional });
            let end = match outcome {
                Ok(end) => end,
                Err(fault) => {
                    self.tree.faults.push(fault);
                    self.recover(start)
                }
            };
            match end {
                End::Line => return,
                End::Then => conditional = true,
                End::Here if self.current() == b':' && !self.at_end() => self.advance(),
                End::Here => return,
            }
        }
    }

    /// After a fault: on to the next colon or THEN outside strings, or to the end of the line.
    fn recover(&mut self, statement_start: usize) -> End {
        let mut at = statement_start;
        let mut quoted = false;
        while let Some(&byte) = self.text.get(at) {
            match byte {
                END_OF_LINE => break,
                b'"' => quoted = !quoted,
                NUMBER_MARK if !quoted => at += 5,
                b':' if !quoted && at >= self.pos => {
                    self.pos = at;
                    return End::Here;
                }
                byte if byte == Keyword::Then.byte() && !quoted && at >= self.pos => {
                    self.go_to(at + 1);
                    return End::Then;
                }
                byte if byte == Keyword::Rem.byte() && !quoted => break,
                _ => {}
            }
            at += 1;
        }
        self.pos = self.text.len();
        End::Line
    }

    /// One statement, from its command to the colon, THEN or line end that ends it.
    fn statement(&mut self, command: Option<Keyword>, parts: &mut Parts) -> Parse<End> {
        if self.at_statement_end() {
            return Ok(End::Here);
        }
        let Some(command) = command else { return self.expected(Expected::Command) };
        let Some(steps) = steps(command) else { return self.command_of_a_128(command, parts) };
        self.advance();
        if command == Keyword::Rem {
            let id = self.tree.add(Kind::Remark, 0, None, self.pos..self.text.len());
            self.tree.append(parts, id);
            self.pos = self.text.len();
            return Ok(End::Line);
        }
        if self.interface_1(command, parts)? {
            return self.end();
        }
        let mut wanted = Type::Number;
        for step in steps {
            match *step {
                Step::End => {}
                Step::Variable => {
                    let (id, value) = self.variable()?;
                    self.target(id, parts);
                    wanted = value;
                }
                Step::Value => self.part(wanted, parts)?,
                Step::OptionalNumber if self.at_statement_end() => {}
                Step::OptionalNumber | Step::Number | Step::Colour => self.part(Type::Number, parts)?,
                Step::Letter => {
                    let id = self.control_variable()?;
                    self.target(id, parts);
                }
                Step::Pair => self.pair(parts)?,
                Step::ColouredPair => {
                    self.colours(parts)?;
                    self.pair(parts)?;
                }
                Step::Text => self.part(Type::Text, parts)?,
                Step::Tape => self.tape(command, parts)?,
                Step::Byte(byte) if command == Keyword::If => {
                    self.require(byte)?;
                    return Ok(End::Then);
                }
                Step::Byte(byte) => self.require(byte)?,
                Step::Own => self.own(command, parts)?,
            }
        }
        self.end()
    }

    /// The end of a statement (CHECK-END, ROM 1BEEh).
    fn end(&mut self) -> Parse<End> {
        if self.at_statement_end() { Ok(End::Here) } else { self.expected(Expected::End) }
    }

    /// An expression of type `wanted` as a part of the statement.
    fn part(&mut self, wanted: Type, parts: &mut Parts) -> Parse<()> {
        let id = self.typed(wanted)?;
        self.tree.append(parts, id);
        Ok(())
    }

    /// Two numbers with a comma between.
    fn pair(&mut self, parts: &mut Parts) -> Parse<()> {
        self.part(Type::Number, parts)?;
        self.require(b',')?;
        self.part(Type::Number, parts)
    }

    /// A node over `children`, from `start` to here, as a part of the statement.
    fn group(&mut self, kind: Kind, operator: u8, start: usize, children: List, parts: &mut Parts) {
        let id = self.tree.add_over(kind, operator, None, start..self.pos, children);
        self.tree.append(parts, id);
    }

    fn target(&mut self, variable: NodeId, parts: &mut Parts) {
        let node = self.tree[variable];
        let mut list = List::default();
        self.tree.append(&mut list, variable);
        let id = self.tree.add_over(Kind::Target, 0, node.value, node.range(), list);
        self.tree.append(parts, id);
    }

    /// The variable of FOR and NEXT: numeric, one letter (CLASS-04, ROM 1C6Ch).
    fn control_variable(&mut self) -> Parse<NodeId> {
        let start = self.pos;
        let (id, value) = self.variable()?;
        let node = self.tree[id];
        if node.kind != Kind::Name || value != Type::Number || node.range().len() != 1 {
            return self.fault_at(start, FaultKind::Expected(Expected::Letter));
        }
        Ok(id)
    }

    /// The routines of the commands of class 05.
    fn own(&mut self, command: Keyword, parts: &mut Parts) -> Parse<()> {
        match command {
            Keyword::Print | Keyword::Lprint => self.print(parts),
            Keyword::Input => self.input(parts),
            Keyword::List | Keyword::Llist => self.list(parts),
            Keyword::For => self.optional_clause(Keyword::Step, parts),
            Keyword::Read => self.read(parts),
            Keyword::Data => self.data(parts),
            Keyword::Dim => {
                let (id, _) = self.dimensions()?;
                self.target(id, parts);
                Ok(())
            }
            Keyword::DefFn => self.define(parts),
            Keyword::Circle => {
                self.require(b',')?;
                self.part(Type::Number, parts)
            }
            Keyword::Draw if self.take(b',') => self.part(Type::Number, parts),
            _ => Ok(()),
        }
    }

    /// A word and a number behind it, if the word is there.
    fn optional_clause(&mut self, word: Keyword, parts: &mut Parts) -> Parse<()> {
        let start = self.pos;
        if !self.take_keyword(word) {
            return Ok(());
        }
        let mut list = List::default();
        self.part(Type::Number, &mut list)?;
        self.group(Kind::Clause, word.byte(), start, list, parts);
        Ok(())
    }

    /// `READ a,b$` (ROM 1DECh).
    fn read(&mut self, parts: &mut Parts) -> Parse<()> {
        loop {
            let (id, _) = self.variable()?;
            self.target(id, parts);
            if !self.take(b',') {
                return Ok(());
            }
        }
    }

    /// `DATA 1,"a",x` (ROM 1E27h).
    fn data(&mut self, parts: &mut Parts) -> Parse<()> {
        loop {
            let (id, _) = self.expression()?;
            self.tree.append(parts, id);
            if !self.take(b',') {
                return Ok(());
            }
        }
    }

    /// `DEF FN a(x,y$)=…` (ROM 1F60h), each parameter with its hidden slot.
    fn define(&mut self, parts: &mut Parts) -> Parse<()> {
        let start = self.pos;
        let gives = self.letter_and_dollar()?;
        let kind = if gives == Type::Text { Kind::TextName } else { Kind::Name };
        let name = self.tree.add(kind, 0, Some(gives), start..self.pos);
        self.tree.append(parts, name);
        self.require(b'(')?;
        if !self.take(b')') {
            loop {
                let start = self.pos;
                let value = self.letter_and_dollar()?;
                let kind = if value == Type::Text { Kind::TextName } else { Kind::Name };
                let name = self.tree.add(kind, 0, Some(value), start..self.pos);
                if !self.take_hidden() {
                    return self.fault_at(start, FaultKind::NoSlot);
                }
                let mut list = List::default();
                self.tree.append(&mut list, name);
                self.group(Kind::Parameter, 0, start, list, parts);
                if !self.take(b',') {
                    break;
                }
            }
            self.require(b')')?;
        }
        self.require(b'=')?;
        self.part(gives, parts)
    }

    /// `PRINT` and `LPRINT` (ROM 1FCDh), also the inside of the brackets of INPUT (PRINT-2, 1FDFh).
    fn print(&mut self, parts: &mut Parts) -> Parse<()> {
        while !self.at_print_end() {
            if self.separator(parts) {
                continue;
            }
            self.print_item(parts)?;
            if !self.separator(parts) {
                break;
            }
        }
        Ok(())
    }

    /// What ends a list of print items (PR-END-Z, ROM 2045h).
    fn at_print_end(&self) -> bool {
        self.current() == b')' || self.at_statement_end()
    }

    /// `;` `,` or `'` (PR-POSN-1, ROM 204Eh).
    fn separator(&mut self, parts: &mut Parts) -> bool {
        let (start, byte) = (self.pos, self.current());
        let found = matches!(byte, b';' | b',' | b'\'');
        if found {
            self.advance();
            let id = self.tree.add(Kind::Separator, byte, None, start..start + 1);
            self.tree.append(parts, id);
        }
        found
    }

    /// One item of PRINT (PR-ITEM-1, ROM 1FFCh).
    fn print_item(&mut self, parts: &mut Parts) -> Parse<()> {
        let start = self.pos;
        let mut list = List::default();
        if self.take_keyword(Keyword::At) {
            self.pair(&mut list)?;
            self.group(Kind::Position, Keyword::At.byte(), start, list, parts);
        } else if self.take_keyword(Keyword::Tab) {
            self.part(Type::Number, &mut list)?;
            self.group(Kind::Position, Keyword::Tab.byte(), start, list, parts);
        } else if !self.colour(parts)? && !self.stream(parts)? {
            let (id, _) = self.expression()?;
            self.tree.append(parts, id);
        }
        Ok(())
    }

    /// `INK` … `OVER` and a number (CO-TEMP-3, ROM 21F2h).
    fn colour(&mut self, parts: &mut Parts) -> Parse<bool> {
        let (start, byte) = (self.pos, self.current());
        if !(Keyword::Ink.byte()..=Keyword::Over.byte()).contains(&byte) {
            return Ok(false);
        }
        self.advance();
        let mut list = List::default();
        self.part(Type::Number, &mut list)?;
        self.group(Kind::Colour, byte, start, list, parts);
        Ok(true)
    }

    /// Colour items, each with a separator behind it (CO-TEMP-2, ROM 21E2h).
    fn colours(&mut self, parts: &mut Parts) -> Parse<()> {
        while self.colour(parts)? {
            if !matches!(self.current(), b',' | b';') || !self.separator(parts) {
                return self.expected(Expected::Byte(b';'));
            }
        }
        Ok(())
    }

    /// `#` and a stream number (STR-ALTER, ROM 2070h).
    fn stream(&mut self, parts: &mut Parts) -> Parse<bool> {
        let start = self.pos;
        if !self.take(b'#') {
            return Ok(false);
        }
        let mut list = List::default();
        self.part(Type::Number, &mut list)?;
        self.group(Kind::Stream, b'#', start, list, parts);
        Ok(true)
    }

    /// `INPUT` (ROM 2089h): like PRINT, but a letter begins a variable, and prompts may stand in brackets.
    fn input(&mut self, parts: &mut Parts) -> Parse<()> {
        loop {
            if self.separator(parts) {
                if self.at_print_end() {
                    return Ok(());
                }
                continue;
            }
            let start = self.pos;
            if self.take(b'(') {
                let mut list = List::default();
                self.print(&mut list)?;
                self.require(b')')?;
                self.group(Kind::Group, 0, start, list, parts);
            } else if self.take_keyword(Keyword::Line) {
                let variable = self.pos;
                let (id, value) = self.variable()?;
                if value != Type::Text {
                    return self.fault_at(variable, FaultKind::WrongType(Type::Text));
                }
                let mut list = List::default();
                self.target(id, &mut list);
                self.group(Kind::Clause, Keyword::Line.byte(), start, list, parts);
            } else if self.current().is_ascii_alphabetic() && !self.at_end() {
                let (id, _) = self.variable()?;
                self.target(id, parts);
            } else {
                self.print_item(parts)?;
            }
            if !self.separator(parts) || self.at_print_end() {
                return Ok(());
            }
        }
    }

    /// `LIST`, `LIST 100`, `LIST #3`, `LIST #3,100` (ROM 17F5h).
    fn list(&mut self, parts: &mut Parts) -> Parse<()> {
        if self.stream(parts)? {
            if !matches!(self.current(), b';' | b',') || !self.separator(parts) {
                return Ok(());
            }
            return self.part(Type::Number, parts);
        }
        if self.at_statement_end() { Ok(()) } else { self.part(Type::Number, parts) }
    }

    /// What follows SAVE, LOAD, VERIFY and MERGE (SAVE-ETC, ROM 0605h): a name, and what to save or load.
    fn tape(&mut self, command: Keyword, parts: &mut Parts) -> Parse<()> {
        self.part(Type::Text, parts)?;
        self.tape_part(command, parts)
    }

    fn tape_part(&mut self, command: Keyword, parts: &mut Parts) -> Parse<()> {
        let start = self.pos;
        let Some(word) = Keyword::from_byte(self.current()) else { return Ok(()) };
        let allowed = match word {
            Keyword::Data | Keyword::ScreenS | Keyword::Code => command != Keyword::Merge,
            Keyword::Line => command == Keyword::Save,
            _ => return Ok(()),
        };
        if !allowed {
            return self.fault_at(start, FaultKind::WrongTapePart);
        }
        self.advance();
        let mut list = List::default();
        match word {
            Keyword::Data => {
                let name = self.pos;
                let value = self.letter_and_dollar()?;
                let kind = if value == Type::Text { Kind::TextName } else { Kind::Name };
                let id = self.tree.add(kind, 0, Some(value), name..self.pos);
                self.tree.append(&mut list, id);
                self.require(b'(')?;
                self.require(b')')?;
            }
            Keyword::Code if self.at_statement_end() && command != Keyword::Save => {}
            Keyword::Code => {
                self.part(Type::Number, &mut list)?;
                if self.take(b',') {
                    self.part(Type::Number, &mut list)?;
                } else if command == Keyword::Save {
                    return self.expected(Expected::Byte(b','));
                }
            }
            Keyword::Line => self.part(Type::Number, &mut list)?,
            _ => {}
        }
        self.group(Kind::Clause, word.byte(), start, list, parts);
        Ok(())
    }

    /// The statements that only the Interface 1 ROM knows. Gives whether this was one.
    fn interface_1(&mut self, command: Keyword, parts: &mut Parts) -> Parse<bool> {
        let start = self.pos;
        let nodes = self.tree.nodes.len();
        let before = *parts;
        let found = match command {
            Keyword::Save | Keyword::Load | Keyword::Verify | Keyword::Merge => {
                let found = self.take(b'*');
                if found {
                    let id = self.tree.add(Kind::Clause, b'*', None, start..self.pos);
                    self.tree.append(parts, id);
                    self.channel(parts)?;
                    self.tape_part(command, parts)?;
                }
                found
            }
            Keyword::Cls | Keyword::Clear => {
                let found = self.take(b'#');
                if found {
                    let id = self.tree.add(Kind::Stream, b'#', None, start..self.pos);
                    self.tree.append(parts, id);
                }
                found
            }
            Keyword::Cat if !self.at_statement_end() => {
                if self.stream(parts)? && !self.separator(parts) {
                    return self.expected(Expected::Byte(b','));
                }
                self.part(Type::Number, parts)?;
                true
            }
            Keyword::Move => self.move_channels(parts)?,
            Keyword::Format | Keyword::Erase => {
                self.part(Type::Text, parts)?;
                self.at_channel_separator() && self.channel_rest(parts).is_ok()
            }
            Keyword::OpenS => {
                self.part(Type::Number, parts)?;
                let separated = self.current() == b';';
                if separated || self.current() == b',' {
                    self.separator(parts);
                    self.part(Type::Text, parts)?;
                    let more = self.at_channel_separator();
                    if more {
                        self.channel_rest(parts)?;
                    }
                    separated || more
                } else {
                    false
                }
            }
            _ => return Ok(false),
        };
        if found {
            self.tree.beyond.push((self.statement, Beyond::Interface1));
        } else {
            self.pos = start;
            self.tree.nodes.truncate(nodes);
            *parts = before;
        }
        Ok(found)
    }

    fn at_channel_separator(&self) -> bool {
        matches!(self.current(), b';' | b',')
    }

    /// A channel: `"m";1;"name"`, `"b"`, `"n";2`.
    fn channel(&mut self, parts: &mut Parts) -> Parse<()> {
        self.part(Type::Text, parts)?;
        self.channel_rest(parts)
    }

    /// The number and the name of a channel, as far as they are there.
    fn channel_rest(&mut self, parts: &mut Parts) -> Parse<()> {
        if self.at_channel_separator() && self.separator(parts) {
            self.part(Type::Number, parts)?;
            if self.at_channel_separator() && self.separator(parts) {
                self.part(Type::Text, parts)?;
            }
        }
        Ok(())
    }

    /// `MOVE "m";1;"a" TO #3`: two channels or streams with TO between.
    fn move_channels(&mut self, parts: &mut Parts) -> Parse<bool> {
        if !self.stream(parts)? {
            self.part(Type::Text, parts)?;
            if self.current() == b',' {
                return Ok(false);
            }
            self.channel_rest(parts)?;
        }
        let start = self.pos;
        if !self.take_keyword(Keyword::To) {
            return self.expected(Expected::Byte(b','));
        }
        let mut list = List::default();
        if !self.stream(&mut list)? {
            self.channel(&mut list)?;
        }
        self.group(Kind::Clause, Keyword::To.byte(), start, list, parts);
        Ok(true)
    }

    /// `PLAY "a","b"` and `SPECTRUM`.
    fn command_of_a_128(&mut self, command: Keyword, parts: &mut Parts) -> Parse<End> {
        match command {
            Keyword::Spectrum => self.advance(),
            Keyword::Play => {
                self.advance();
                self.part(Type::Text, parts)?;
                while self.take(b',') {
                    self.part(Type::Text, parts)?;
                }
            }
            _ => return self.expected(Expected::Command),
        }
        self.tree.beyond.push((self.statement, Beyond::Spectrum128));
        self.end()
    }
}
