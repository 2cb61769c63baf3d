//! What to say of a line that the grammar refuses: in a Spectrum programmer's words, with the change that mends it
//! where one is clear.
//!
//! Owns: the words for what was expected, and how people's mistakes look.
//! Must never know: how the parser works, files, terminals.

pub mod foreign;

use super::keyword::{Class, Keyword};
use super::program::Line;
use super::source_map::LineMap;
use super::syntax::{Expected, Fault, FaultKind, Tree, Type};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// What to say of a text line that does not begin with a number.
pub fn unnumbered(text: &str, span: Span) -> Diagnostic {
    let message = "a line of a program begins with its number";
    let out = Diagnostic::new(Code::Unnumbered, span, message);
    if let Some(note) = foreign::heading(text) {
        out.label("expected a line number").help(note)
    } else {
        out.label("expected a line number")
            .help("behind a line `#lines 10,10` lines need no number: they get 10, 20 and so on")
    }
}

/// What to say of a fault in a line.
///
/// `source` is the whole text, `line` the stored line that `map` and `tree` belong to.
pub fn fault(source: &str, line: &Line, map: &LineMap, tree: &Tree, fault: &Fault) -> Diagnostic {
    let command = tree.statements.iter().find(|s| s.number == fault.statement).and_then(|s| s.command);
    let span = map.span(fault.at..fault.end.max(fault.at + 1).min(line.text.len()).max(fault.at));
    let scene = Scene { source, text: &line.text, map, fault, command, span };
    scene.diagnostic().at(line.number, fault.statement)
}

/// Everything that is known about one fault.
struct Scene<'a> {
    source: &'a str,
    text: &'a [u8],
    map: &'a LineMap,
    fault: &'a Fault,
    command: Option<Keyword>,
    span: Span,
}

impl Scene<'_> {
    fn diagnostic(&self) -> Diagnostic {
        match self.fault.kind {
            FaultKind::Expected(Expected::Command) => self.command(),
            FaultKind::Expected(what) => self.expected(what),
            FaultKind::WrongType(wanted) => self.wrong_type(wanted),
            FaultKind::NotForStrings(operator) => Diagnostic::new(
                Code::WrongType,
                self.one_item(),
                format!("`{}` works on numbers; there is a string before it", spelling(operator)),
            )
            .label("this is a string")
            .help("strings can be joined with +, compared, and taken or left with AND"),
            FaultKind::TooBig => {
                let binary = self.text.get(self.fault.at) == Some(&Keyword::Bin.byte());
                let (message, label) = if binary {
                    ("the number is too big: BIN takes at most 16 digits", "more than 65535")
                } else {
                    ("the number is too big", "the largest number is about 1.7014118e38")
                };
                Diagnostic::new(Code::TooBig, self.numeral(), message).label(label)
            }
            FaultKind::BadNumeral => {
                Diagnostic::new(Code::Numeral, self.numeral(), "this is no number").label("expected digits")
            }
            FaultKind::NoHiddenNumber | FaultKind::NoSlot => Diagnostic::new(
                Code::NoHiddenNumber,
                self.numeral(),
                "the five hidden bytes that belong here are missing",
            ),
            FaultKind::OpenString => {
                let end = self.map.span(self.text.len()..self.text.len()).start as usize;
                let end = self.source[..end].trim_end().len().max(self.span.start as usize + 1);
                Diagnostic::new(
                    Code::OpenString,
                    Span::new(self.span.start as usize, end),
                    "the string has no closing quote",
                )
                .label("the string begins here")
                .edit("close the string", Span::new(end, end), "\"")
            }
            FaultKind::TooManyStatements => Diagnostic::new(
                Code::TooManyStatements,
                self.one_item(),
                "a line has at most 127 statements, empty ones included",
            )
            .label("the 128th statement")
            .help("go on in a new line"),
            FaultKind::WrongTapePart => {
                let word = self.text.get(self.fault.at).map_or(String::new(), |&b| spelling(b));
                let command = self.command.map_or("", Keyword::spelling);
                Diagnostic::new(Code::TapePart, self.one_item(), format!("{command} does not take {word}"))
                    .help(command_form(self.command))
            }
        }
    }

    /// A statement that does not begin with a command.
    fn command(&self) -> Diagnostic {
        let at = self.fault.at;
        let word = self.word(self.span);
        let behind_then = self.text[..at].iter().rev().find(|&&b| b != b' ') == Some(&Keyword::Then.byte());
        let byte = self.text.get(at).copied().unwrap_or(0);
        let insert = Span { start: self.span.start, end: self.span.start };
        let source = &self.source[word.range()];
        if behind_then && byte.is_ascii_digit() {
            return Diagnostic::new(
                Code::ThenLine,
                self.numeral(),
                "behind THEN stands a statement, not a line number",
            )
            .label("expected a command")
            .edit("jump with GO TO", insert, "GO TO ");
        }
        if at == 0 && byte == b'.' && self.text.get(1).is_some_and(u8::is_ascii_digit) {
            return Diagnostic::new(Code::Command, self.one_item(), "a line number is a whole number")
                .label("expected a command");
        }
        let near = nearest(source);
        let two_words = self.source[word.end as usize..]
            .trim_start_matches(' ')
            .starts_with(|c: char| c.is_ascii_alphabetic());
        if self.looks_like_assignment(word) && !(two_words && near.is_some()) {
            return Diagnostic::new(Code::MissingLet, word, "an assignment begins with LET")
                .label("expected LET before this")
                .edit("write LET", insert, "LET ");
        }
        if let Some((message, help)) = foreign::command(source) {
            return Diagnostic::new(Code::OtherBasic, word, message)
                .label("not a command of the 48K")
                .help(help);
        }
        if let Some(keyword) = Keyword::from_byte(byte) {
            let message = format!("{} cannot begin a statement", keyword.spelling());
            let out = Diagnostic::new(Code::Command, self.one_item(), message).label("expected a command");
            return match keyword.class() {
                Class::Operand | Class::Function => out.edit("show its value with PRINT", insert, "PRINT "),
                _ => out,
            };
        }
        match byte {
            b'?' => Diagnostic::new(Code::Command, self.one_item(), "`?` is no command here")
                .label("expected a command")
                .edit("write PRINT", self.one_item(), "PRINT "),
            b'\'' => Diagnostic::new(Code::Command, self.one_item(), "a remark begins with REM")
                .label("expected a command")
                .edit("write REM", self.one_item(), "REM "),
            _ => {
                let out = Diagnostic::new(Code::Command, word, format!("`{source}` is not a command"))
                    .label("expected a command");
                match near {
                    Some(keyword) => {
                        out.edit(format!("did you mean {}?", keyword.spelling()), word, keyword.spelling())
                    }
                    None => out,
                }
            }
        }
    }

    /// Something else stands where `what` should.
    fn expected(&self, what: Expected) -> Diagnostic {
        let at = self.fault.at;
        let found = self.text.get(at).copied();
        let words = self.words_for(what);
        let at_end = matches!(found, None | Some(b':' | 0x0D));
        let message = match found {
            _ if at_end => format!("{words} is missing at the end of the statement"),
            Some(byte) => format!("expected {words}, not {}", name_of(byte)),
            None => format!("expected {words}"),
        };
        let span = if at_end { self.map.span(at..at) } else { self.one_item() };
        let mut out = Diagnostic::new(Code::Expected, span, message).label(format!("expected {words}"));
        let form = command_form(self.command);
        if !form.is_empty() {
            out = out.help(form);
        }
        let before = self.text[..at].iter().rev().copied().find(|&b| b != b' ').unwrap_or(0);
        let insert = Span { start: span.start, end: span.start };
        if let (true, Expected::Byte(wanted)) = (at_end, what)
            && let Some(keyword) = Keyword::from_byte(wanted)
        {
            let name = String::from_utf8_lossy(&self.text[self.name_start()..at]).trim().to_owned();
            if name.to_ascii_uppercase().contains(keyword.spelling()) {
                return out
                    .help(format!("`{name}` is one name here: put a space before {}", keyword.spelling()));
            }
        }
        let Some(byte) = found.filter(|_| !at_end) else { return out };
        let keyword = Keyword::from_byte(byte);
        let is_command = keyword.is_some_and(|k| k.class() == Class::Command);
        if let Some(diagnostic) = self.long_name(what, before, byte) {
            return diagnostic;
        }
        let word = self.word(self.map.span(at..at + 1));
        if let Some((message, help)) = foreign::command(&self.source[word.range()]) {
            return Diagnostic::new(Code::OtherBasic, word, message)
                .label("not a word of the 48K")
                .help(help);
        }
        if what == Expected::Byte(Keyword::Then.byte()) {
            return if is_command || byte.is_ascii_digit() {
                let text = if byte.is_ascii_digit() { "THEN GO TO " } else { "THEN " };
                out.edit("write THEN before what is to be done", insert, text)
            } else {
                self.operator_advice(out, before, byte)
            };
        }
        if keyword == Some(Keyword::Rem) || is_command && matches!(what, Expected::End | Expected::Separator)
        {
            return out.edit("statements are parted by a colon", insert, ": ");
        }
        self.operator_advice(out, before, byte)
    }

    /// Operators that other languages spell otherwise.
    fn operator_advice(&self, out: Diagnostic, before: u8, byte: u8) -> Diagnostic {
        let pair = match (before, byte) {
            (b'=', b'<') | (b'<', b'=') => Some("<="),
            (b'=', b'>') | (b'>', b'=') => Some(">="),
            (b'<', b'>') | (b'>', b'<') => Some("<>"),
            (b'=', b'=') => Some("="),
            (b'*', b'*') => Some("^"),
            _ => None,
        };
        let end = self.map.span(self.fault.at..self.fault.at + 1);
        let start = self.source[..end.start as usize].trim_end_matches(' ').len().saturating_sub(1);
        let plain = self.source.as_bytes().get(start) == Some(&before);
        if let Some(right) = pair.filter(|_| plain) {
            let both = Span::new(start, end.end as usize);
            return out.edit(format!("write `{}`", right.trim()), both, right);
        }
        let next = self.text.get(self.fault.at + 1).copied();
        match byte {
            b'!' if next == Some(b'=') => {
                let both = Span::new(end.start as usize, end.end as usize + 1);
                out.edit("unequal is written `<>`", both, "<>")
            }
            b'{' if self.rest_of_line(end).contains('}') => {
                let brace = Span { start: end.start, end: end.start };
                out.edit("an escape begins with a backslash", brace, "\\")
            }
            b'%' => out.help("there is no remainder operator: write a-b*INT (a/b)"),
            b'&' | b'|' if next == Some(byte) => {
                let both = Span::new(end.start as usize, end.end as usize + 1);
                let word = if byte == b'&' { " AND " } else { " OR " };
                out.edit(format!("write `{}`", word.trim()), both, word)
            }
            _ if self.looks_hexadecimal(byte, end) => {
                out.help("there are no hexadecimal numbers: write the number in decimal, or in BIN")
            }
            _ => out,
        }
    }

    /// The text from a place to the end of its line.
    fn rest_of_line(&self, from: Span) -> &str {
        self.source[from.start as usize..].split(['\n', '\r']).next().unwrap_or_default()
    }

    /// Whether a hexadecimal number of another language stands at the fault: `&FF`, `$FF`, `#FF`, `0xFF`.
    fn looks_hexadecimal(&self, byte: u8, at: Span) -> bool {
        match byte {
            b'&' | b'$' | b'#' => self.fault.kind == FaultKind::Expected(Expected::Expression),
            b'x' | b'X' => self.source[..at.start as usize].ends_with('0'),
            _ => false,
        }
    }

    /// A name of several letters where only one may stand: of a loop, an array, a string or a function. `before` and
    /// `byte` are the stored bytes around the fault.
    fn long_name(&self, what: Expected, before: u8, byte: u8) -> Option<Diagnostic> {
        const LETTER: &str = "expected a single letter";
        const LETTER_OR_STRING: &str = "expected a single letter, or a letter and $";
        let at = self.fault.at;
        let told =
            |span, message: String, label| Some(Diagnostic::new(Code::LongName, span, message).label(label));
        let named = before.is_ascii_alphanumeric();
        let bracket = what == Expected::Byte(b'(');
        match self.command {
            _ if what == Expected::Letter => {
                let word = self.word(self.map.span(at..at + 1));
                let first: String = self.source[word.range()].chars().take(1).collect();
                if word.range().len() == 1 || !first.starts_with(|c: char| c.is_ascii_alphabetic()) {
                    return None;
                }
                let command = self.command.map_or("this command", Keyword::spelling);
                let message = format!("the variable of {command} has a name of one letter");
                let help = "take one letter, here and wherever the variable is used";
                told(word, message, LETTER).map(|diagnostic| diagnostic.edit(help, word, first))
            }
            Some(Keyword::Dim) if bracket && named => {
                let name = self.map.span(self.name_start()..at);
                told(name, "an array has a name of one letter".into(), LETTER_OR_STRING)
            }
            _ if byte == b'$' && named && at - self.name_start() > 1 => {
                let name = self.map.span(self.name_start()..at + 1);
                let label = "expected a single letter before the $";
                told(name, "a string has a name of one letter and $".into(), label)
            }
            Some(Keyword::DefFn) if bracket && byte.is_ascii_alphanumeric() => {
                let name = self.word(self.map.span(at - 1..at));
                told(name, "a function has a name of one letter".into(), LETTER_OR_STRING)
            }
            _ => None,
        }
    }

    fn words_for(&self, what: Expected) -> String {
        match what {
            Expected::Command => "a command".into(),
            Expected::Expression => "a number, string or variable".into(),
            Expected::Variable => "a variable".into(),
            Expected::Letter => "a name of one letter".into(),
            Expected::Byte(byte) => name_of(byte),
            Expected::End => match self.command {
                Some(Keyword::Print | Keyword::Lprint | Keyword::Input) => {
                    "`;` `,` `'` or the end of the statement".into()
                }
                _ => "the end of the statement".into(),
            },
            Expected::Separator => "`;` `,` or `'`".into(),
        }
    }

    fn wrong_type(&self, wanted: Type) -> Diagnostic {
        let span = self.map.span(self.fault.at..self.fault.end.max(self.fault.at + 1));
        let trimmed = self.source[span.range()].trim_end().len();
        let span = Span::new(span.start as usize, span.start as usize + trimmed);
        let (message, label, help) = match wanted {
            Type::Number => {
                ("a number is wanted here, not a string", "this is a string", "VAL makes a number of it")
            }
            Type::Text => {
                ("a string is wanted here, not a number", "this is a number", "STR$ makes a string of it")
            }
        };
        let out = Diagnostic::new(Code::WrongType, span, message).label(label);
        let form = command_form(self.command);
        out.help(if form.is_empty() { help.to_owned() } else { format!("{help}; {form}") })
    }

    /// Where the name before the fault begins in the stored text.
    fn name_start(&self) -> usize {
        let before = &self.text[..self.fault.at];
        before.iter().rposition(|b| !b.is_ascii_alphanumeric() && *b != b' ').map_or(0, |n| n + 1)
    }

    /// The source of the item at the fault: a keyword, or one character.
    fn one_item(&self) -> Span {
        self.map.span(self.fault.at..(self.fault.at + 1).min(self.text.len()).max(self.fault.at))
    }

    /// The source of the numeral at the fault.
    fn numeral(&self) -> Span {
        let bytes = &self.text[self.fault.at.min(self.text.len())..];
        let lead = usize::from(bytes.first() == Some(&Keyword::Bin.byte()));
        let consumed = match lead {
            0 => super::number::scan(bytes).consumed,
            _ => super::number::scan_binary(&bytes[lead..]).consumed,
        };
        let taken = bytes[..(lead + consumed).min(bytes.len())].iter().rposition(|&b| b != b' ');
        self.map.span(self.fault.at..self.fault.at + taken.map_or(1, |n| n + 1))
    }

    /// The whole word of the source that begins where `span` does; at least one character.
    fn word(&self, span: Span) -> Span {
        let start = span.start as usize;
        let rest = &self.source[start..];
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let one = rest.chars().next().map_or(0, |c| if c == '\n' || c == '\r' { 0 } else { c.len_utf8() });
        Span::new(start, start + length.max(one))
    }

    /// Whether a name, with `$` or brackets, and `=` stand at `word`.
    fn looks_like_assignment(&self, word: Span) -> bool {
        let rest = self.source[word.start as usize..].lines().next().unwrap_or("");
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return false;
        }
        let mut depth = 0;
        for (i, c) in rest.char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                '=' if depth == 0 => return i > 0,
                _ if depth > 0 => {}
                '$' | ' ' => {}
                c if c.is_ascii_alphanumeric() => {}
                _ => return false,
            }
        }
        false
    }
}

/// The command whose spelling is nearest to `word`: at most two letters changed, left out, put in or swapped.
fn nearest(word: &str) -> Option<Keyword> {
    let word = word.to_ascii_uppercase();
    let limit = if word.len() < 4 { 1 } else { 2 };
    Keyword::ALL
        .iter()
        .filter(|k| k.class() == Class::Command && word.len() > 1)
        .map(|&k| (distance(&word, &k.spelling().replace([' ', '#'], "")), k))
        .filter(|&(d, _)| d <= limit)
        .min_by_key(|&(d, _)| d)
        .map(|(_, k)| k)
}

/// Edits between two short words, a swap of neighbours counting one.
pub(super) fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len().abs_diff(b.len()) > 2 {
        return usize::MAX;
    }
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// How to name a stored byte to a person.
fn name_of(byte: u8) -> String {
    match byte {
        b'"' => "a string".into(),
        b'0'..=b'9' => "a number".into(),
        0x00..=0x1F => "a control code".into(),
        0x90..=0xA4 => "a graphic".into(),
        _ => format!("`{}`", spelling(byte)),
    }
}

/// The spelling of a keyword's byte, or the character.
fn spelling(byte: u8) -> String {
    match (Keyword::from_byte(byte), super::charset::character(byte)) {
        (Some(keyword), _) if byte >= Keyword::Rnd.byte() => keyword.spelling().into(),
        (_, Some(character)) => character.into(),
        _ => format!("code {byte}"),
    }
}

/// How a command is written, for those whose form is not plain from the word; empty for the others.
fn command_form(command: Option<Keyword>) -> &'static str {
    match command {
        Some(Keyword::Beep) => "its form is BEEP seconds,pitch",
        Some(Keyword::Border) => "its form is BORDER colour",
        Some(Keyword::Circle) => "its form is CIRCLE x,y,radius",
        Some(Keyword::DefFn) => "its form is DEF FN a(x,y$)=expression",
        Some(Keyword::Dim) => "its form is DIM a(10,5) or DIM a$(20)",
        Some(Keyword::Draw) => "its form is DRAW x,y or DRAW x,y,angle",
        Some(Keyword::For) => "its form is FOR i=1 TO 10 STEP 2",
        Some(Keyword::GoTo) => "its form is GO TO line",
        Some(Keyword::GoSub) => "its form is GO SUB line",
        Some(Keyword::If) => "its form is IF condition THEN statement",
        Some(Keyword::Let) => "its form is LET variable=expression",
        Some(Keyword::Load) => {
            "its forms are LOAD \"name\", with CODE start,length, SCREEN$ or DATA a() behind it"
        }
        Some(Keyword::Merge) => "its form is MERGE \"name\"",
        Some(Keyword::Next) => "its form is NEXT i",
        Some(Keyword::Out) => "its form is OUT port,byte",
        Some(Keyword::OpenS) => "its form is OPEN #stream,\"channel\"",
        Some(Keyword::Pause) => "its form is PAUSE fiftieths of a second",
        Some(Keyword::Plot) => "its form is PLOT x,y",
        Some(Keyword::Poke) => "its form is POKE address,byte",
        Some(Keyword::Read) => "its form is READ a,b$",
        Some(Keyword::Save) => {
            "its forms are SAVE \"name\", with LINE number, CODE start,length, SCREEN$ or DATA a() behind it"
        }
        Some(Keyword::Verify) => {
            "its forms are VERIFY \"name\", with CODE start,length, SCREEN$ or DATA a() behind it"
        }
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelled_commands_are_found() {
        for (word, keyword) in [
            ("PRNT", Keyword::Print),
            ("pritn", Keyword::Print),
            ("GOSUV", Keyword::GoSub),
            ("NXET", Keyword::Next),
            ("BORDR", Keyword::Border),
        ] {
            assert_eq!(nearest(word), Some(keyword), "{word}");
        }
        assert_eq!(nearest("XYZZY"), None);
        assert_eq!(nearest("q"), None);
    }
}
