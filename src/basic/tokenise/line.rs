//! One line: from its text to its stored bytes, its tree and its map.
//!
//! Whether letters are a keyword or a name is, where both are possible, for the grammar to say. A line is first made by
//! the plain rule (a whole word that spells a keyword is one; at the start of a statement and behind a complete operand
//! the longest keyword a word begins with). Where the grammar then refuses it, the word at the fault or the one before
//! is tried the other way, and kept so if the parser gets further:
//!
//! ```text
//! LET ink=3       INK refused, the letters `ink` accepted     -> F1 69 6E 6B 3D …
//! FOR i=a TO9     the name `a TO9` refused, TO accepted       -> EB 69 3D 61 CC …
//! ```
//!
//! Owns: that rule, what spaces are stored, escapes in their places.
//! Must never know: other lines, directives, messages for what the grammar refuses.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use logos::Logos;

use crate::basic::charset::{self, Escape};
use crate::basic::hidden;
use crate::basic::keyword::{Class, Keyword, Lexeme};
use crate::basic::program::NUMBER_MARK;
use crate::basic::source_map::{Entry, LineMap};
use crate::basic::spacing::Spacing;
use crate::basic::syntax::{self, Expected, Fault, FaultKind, Tree};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{Source, Span};

/// A line as its author sees it: one line of the file, or several joined by backslashes.
pub(crate) struct Logical<'a> {
    text: std::borrow::Cow<'a, str>,
    /// Where stretches of the text begin: offset in `text`, offset in the source.
    pieces: Vec<(u32, u32)>,
}

impl<'a> Logical<'a> {
    /// A line of the file, without its indentation.
    pub(crate) fn new(source: &'a str, span: Span) -> Self {
        let whole = &source[span.range()];
        let text = whole.trim_start_matches([' ', '\t']);
        let start = span.end - text.len() as u32;
        Logical { text: text.into(), pieces: vec![(0, start)] }
    }

    /// Several lines of the file, counted from 1, as one.
    pub(crate) fn of_lines(source: &'a Source, lines: RangeInclusive<usize>) -> Self {
        let mut logical = Logical::new(source.text(), source.line_span(*lines.start()));
        for line in lines.skip(1) {
            logical.join(source.text(), source.line_span(line));
        }
        logical
    }

    /// Whether a backslash at the end (one that is no escape) joins the next line.
    pub(crate) fn joins(&self) -> bool {
        self.text.bytes().rev().take_while(|&b| b == b'\\').count() % 2 == 1
    }

    /// Joins a line of the file. Its indentation is layout.
    pub(crate) fn join(&mut self, source: &str, span: Span) {
        let next = source[span.range()].trim_start_matches([' ', '\t']);
        let text = self.text.to_mut();
        text.pop();
        self.pieces.push((text.len() as u32, span.end - next.len() as u32));
        text.push_str(next);
    }

    /// The text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Where the byte at `at` stands in the source.
    fn place(&self, at: usize) -> usize {
        let at = at as u32;
        let (begins, source) = self.pieces[self.pieces.partition_point(|p| p.0 <= at).max(1) - 1];
        (source + (at - begins)) as usize
    }

    /// Where a stretch of the text stands in the source.
    pub(crate) fn span(&self, range: Range<usize>) -> Span {
        if let [(_, source)] = self.pieces[..] {
            return Span { start: source + range.start as u32, end: source + range.end as u32 };
        }
        if range.is_empty() {
            let at = self.place(range.start);
            return Span::new(at, at);
        }
        Span::new(self.place(range.start), self.place(range.end - 1) + 1)
    }
}

/// What came of a line.
pub(super) struct Attempt {
    pub(super) stored: Vec<u8>,
    pub(super) map: LineMap,
    pub(super) tree: Tree,
    /// Characters and escapes that are none.
    pub(super) problems: Vec<Diagnostic>,
    /// Names with a keyword in them that the line gives a value to.
    pub(super) new_names: Vec<String>,
    /// Whether the line has its end-of-line byte.
    pub(super) ended: bool,
    /// Its length word, where that lies.
    pub(super) declared: Option<u16>,
    words: Vec<Word>,
}

impl Attempt {
    /// Whether the text has characters or escapes that are none.
    pub(super) fn has_errors(&self) -> bool {
        self.problems.iter().any(|problem| problem.severity() == Severity::Error)
    }
}

/// A word of the text that could be read in two ways.
#[derive(Clone, Copy)]
struct Word {
    /// Offset in the logical text.
    start: usize,
    /// Offset behind it.
    end: usize,
    /// Offset in the stored text.
    stored: usize,
    /// How it was read.
    reading: Reading,
}

/// How a word is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// As letters.
    Name,
    /// Its first so many bytes as a keyword.
    Keyword(usize),
}

/// The most words of one line that are read again.
const MOST_CHOICES: usize = 300;

/// Makes the line: `digits` of the text are its number. `names` are the names with keywords in them known so far.
pub(super) fn make(logical: &Logical<'_>, digits: usize, number: u16, names: &BTreeSet<String>) -> Attempt {
    let mut choices: Vec<(usize, Reading)> = Vec::new();
    let mut best = attempt(logical, digits, number, &choices);
    let mut index = 0;
    while let Some(&fault) = best.tree.faults.get(index) {
        if choices.len() >= MOST_CHOICES || best.has_errors() {
            break;
        }
        if !matches!(
            fault.kind,
            FaultKind::Expected(_) | FaultKind::WrongType(_) | FaultKind::NotForStrings(_)
        ) {
            index += 1;
            continue;
        }
        let better = candidates(logical, &best, &fault, names).into_iter().find_map(|(word, reading)| {
            let mut with = choices.clone();
            with.retain(|c| c.0 != word.start);
            with.push((word.start, reading));
            let next = attempt(logical, digits, number, &with);
            let further = match next.tree.faults.get(index) {
                None => true,
                Some(other) => {
                    let (old, new) = (&best.map, &next.map);
                    let place = |map: &LineMap, fault: &Fault| map.span(fault.at..fault.at).start;
                    other.statement > fault.statement || place(new, other) > place(old, &fault)
                }
            };
            (further && next.tree.faults.len() <= best.tree.faults.len()).then_some((with, next, word))
        });
        match better {
            Some((with, mut next, word)) => {
                next.new_names = std::mem::take(&mut best.new_names);
                if is_assignment(&fault) && with.last().is_some_and(|c| c.1 == Reading::Name) {
                    next.new_names.push(name_around(&next, word));
                }
                (choices, best) = (with, next);
            }
            None => index += 1,
        }
    }
    best
}

/// Whether the fault stands where the name of a variable that gets a value is, or goes on.
fn is_assignment(fault: &Fault) -> bool {
    matches!(fault.kind, FaultKind::Expected(Expected::Byte(b'=') | Expected::Variable))
}

/// The words that may be read the other way to mend `fault`, best first.
fn candidates(
    logical: &Logical<'_>,
    attempt: &Attempt,
    fault: &Fault,
    names: &BTreeSet<String>,
) -> Vec<(Word, Reading)> {
    let behind = attempt.words.partition_point(|w| w.stored <= fault.at);
    let mut found = Vec::new();
    for &word in attempt.words[..behind].iter().rev().take(2) {
        match word.reading {
            Reading::Keyword(_) => {
                let goes_on = word.stored > 0
                    && attempt.stored[..word.stored]
                        .iter()
                        .rev()
                        .find(|&&b| b != b' ')
                        .is_some_and(|b| b.is_ascii_alphanumeric());
                let known = || {
                    let name = name_before(attempt, word);
                    names.range(name.clone()..).next().is_some_and(|n| n.starts_with(&name))
                };
                let next = logical.text()[word.end..].trim_start_matches(' ').bytes().next();
                let swallows = next.is_some_and(|b| b.is_ascii_alphanumeric());
                if is_assignment(fault) || known() || !goes_on && !swallows {
                    found.push((word, Reading::Name));
                }
            }
            Reading::Name => {
                let text = &attempt.stored[word.stored..];
                let letters = text.iter().take(word.end - word.start).map(|&b| b as char).collect::<String>();
                if let Some((_, length)) = Keyword::prefix(&letters) {
                    found.push((word, Reading::Keyword(length)));
                }
            }
        }
    }
    found
}

/// The name, without spaces and in lower case, that ends with the word's letters.
fn name_before(attempt: &Attempt, word: Word) -> String {
    let mut name: String = attempt.stored[..word.stored]
        .iter()
        .rev()
        .filter(|&&b| b != b' ')
        .take_while(|b| b.is_ascii_alphanumeric())
        .map(|&b| b.to_ascii_lowercase() as char)
        .collect();
    name = name.chars().rev().collect();
    if let Some(keyword) = attempt.stored.get(word.stored).and_then(|&b| Keyword::from_byte(b)) {
        let letters = keyword.spelling().chars().filter(char::is_ascii_alphabetic);
        name.extend(letters.map(|c| c.to_ascii_lowercase()));
    }
    name
}

/// The whole name that the word, now letters, is part of; without spaces and in lower case.
fn name_around(attempt: &Attempt, word: Word) -> String {
    let start = attempt.words.iter().find(|w| w.start == word.start).map_or(0, |w| w.stored);
    let mut name = name_before(attempt, Word { stored: start, ..word });
    name.extend(
        attempt.stored[start..]
            .iter()
            .filter(|&&b| b != b' ')
            .take_while(|b| b.is_ascii_alphanumeric())
            .map(|&b| b.to_ascii_lowercase() as char),
    );
    name
}

/// Makes the line with the words at `choices` read as they say.
fn attempt(logical: &Logical<'_>, digits: usize, number: u16, choices: &[(usize, Reading)]) -> Attempt {
    let mut speller = Speller {
        logical,
        at: digits,
        number,
        choices,
        typed: Vec::with_capacity(logical.text().len()),
        entries: Vec::with_capacity(logical.text().len() / 2 + 4),
        bare: Vec::new(),
        words: Vec::with_capacity(logical.text().len() / 4 + 4),
        problems: Vec::new(),
        spacing: Spacing::LINE_START,
        pending: 0,
        absorb: true,
        statement_start: true,
        statement: 1,
        operand: false,
        as_stored: false,
        ended: true,
        declared: None,
    };
    speller.line();
    let Speller { typed, mut entries, bare, mut words, problems, as_stored, ended, declared, .. } = speller;
    let (stored, inserted) = if as_stored { (typed, Vec::new()) } else { hidden::fill_but(&typed, &bare) };
    // Six bytes were put in at each of `inserted`; they count to what stands before them.
    let mut passed = 0;
    for entry in &mut entries {
        passed += inserted[passed..].iter().take_while(|&&place| place <= entry.at as usize).count();
        entry.at += 6 * passed as u32;
    }
    passed = 0;
    for word in &mut words {
        passed += inserted[passed..].iter().take_while(|&&place| place <= word.stored).count();
        word.stored += 6 * passed;
    }
    entries.shrink_to_fit();
    let map = LineMap {
        number: logical.span(0..digits),
        whole: logical.span(0..logical.text().len()),
        entries,
        length: stored.len() as u32,
    };
    let tree = if stored.len() < usize::from(u16::MAX) { syntax::parse(&stored) } else { Tree::default() };
    Attempt { stored, map, tree, problems, new_names: Vec::new(), ended, declared, words }
}

/// Turns the text of a line into typed bytes.
struct Speller<'a> {
    logical: &'a Logical<'a>,
    at: usize,
    number: u16,
    choices: &'a [(usize, Reading)],
    typed: Vec<u8>,
    entries: Vec<Entry>,
    bare: Vec<usize>,
    words: Vec<Word>,
    problems: Vec<Diagnostic>,
    spacing: Spacing,
    /// Spaces read but not yet written, because what follows may show one of its own.
    pending: usize,
    /// Whether what was written last shows a space behind it, which the author's first one is.
    absorb: bool,
    statement_start: bool,
    statement: u16,
    /// Whether a complete operand that is no name was written last: behind it a word can only be a keyword.
    operand: bool,
    /// Whether the text is stored as it stands, without hidden numbers put in.
    as_stored: bool,
    ended: bool,
    declared: Option<u16>,
}

impl Speller<'_> {
    fn line(&mut self) {
        let logical = self.logical;
        let text = logical.text();
        while self.at < text.len() {
            let mut lexer = Lexeme::lexer(&text[self.at..]);
            let Some(Ok(lexeme)) = lexer.next() else { break };
            let range = self.at..self.at + lexer.span().end;
            match lexeme {
                Lexeme::Spaces => {
                    self.pending += range.len();
                    self.at = range.end;
                }
                Lexeme::Keyword(keyword) => self.keyword_or_not(keyword, range),
                Lexeme::Word => self.word(range),
                Lexeme::Numeral => {
                    self.flush(None);
                    let operand = !self.in_name();
                    self.letters(range);
                    self.operand = operand;
                }
                Lexeme::Quote => self.string(range.start),
                Lexeme::Backslash => self.escape(range.start, false),
                Lexeme::Other => self.character(range.start),
            }
        }
        self.flush(None);
    }

    /// Writes the spaces that are pending, less what the listing shows by itself before and behind keywords. Of
    /// those behind the line number the first only parts it from the text.
    fn flush(&mut self, next: Option<Keyword>) {
        let mut count = self.pending;
        if self.absorb && count > 0 {
            count -= 1;
        }
        if count == 1 && !self.typed.is_empty() && next.is_some_and(|keyword| self.spacing.before(keyword)) {
            count = 0;
        }
        if count > 0 {
            let range = self.at - count..self.at;
            self.entry(range);
            self.typed.resize(self.typed.len() + count, b' ');
            self.spacing.byte(b' ');
        }
        self.pending = 0;
        self.absorb = false;
    }

    /// Notes that what is written next comes from `range` of the text.
    fn entry(&mut self, range: Range<usize>) {
        let at = self.typed.len() as u32;
        self.entries.push(Entry { at, span: self.logical.span(range) });
    }

    /// Writes one byte that is no keyword of the author's.
    fn byte(&mut self, byte: u8) {
        self.typed.push(byte);
        match Keyword::from_byte(byte).filter(|_| byte >= Keyword::Rnd.byte()) {
            Some(keyword) => self.spacing.keyword(keyword),
            None => self.spacing.byte(byte),
        }
    }

    /// Writes ASCII text as it is.
    fn letters(&mut self, range: Range<usize>) {
        self.entry(range.clone());
        let letters = &self.logical.text().as_bytes()[range.clone()];
        self.typed.extend_from_slice(letters);
        if let Some(&last) = letters.last() {
            self.spacing.byte(last);
        }
        self.statement_start = false;
        self.operand = false;
        self.at = range.end;
    }

    /// Whether a name stands here, with nothing but spaces behind it: digits then go on with it.
    fn in_name(&self) -> bool {
        self.words.last().is_some_and(|word| {
            let since = &self.typed[word.stored..];
            word.reading == Reading::Name && since.iter().all(|&b| b.is_ascii_alphanumeric() || b == b' ')
        })
    }

    fn note_word(&mut self, range: Range<usize>, reading: Reading) {
        let stored = self.typed.len();
        self.words.push(Word { start: range.start, end: range.end, stored, reading });
    }

    /// What was decided for the word at `start`.
    fn choice(&self, start: usize) -> Option<Reading> {
        self.choices.iter().find(|c| c.0 == start).map(|c| c.1)
    }

    /// A lexeme that spells a keyword.
    fn keyword_or_not(&mut self, keyword: Keyword, range: Range<usize>) {
        let only_as_command = keyword.class() == Class::Command128;
        if self.choice(range.start) == Some(Reading::Name) || only_as_command && !self.statement_start {
            self.flush(None);
            if !only_as_command {
                self.note_word(range.clone(), Reading::Name);
            }
            self.letters(range);
        } else {
            self.keyword(keyword, range);
        }
    }

    /// A word that spells no keyword.
    fn word(&mut self, range: Range<usize>) {
        let text = &self.logical.text()[range.clone()];
        let length = match self.choice(range.start) {
            Some(Reading::Keyword(length)) => Some(length),
            Some(Reading::Name) => None,
            None if self.statement_start => Keyword::command_prefix(text).map(|(_, length)| length),
            None if self.operand => Keyword::prefix(text).map(|(_, length)| length),
            None => None,
        };
        match length.and_then(|n| Keyword::parse(&text[..n])) {
            Some(keyword) => self.keyword(keyword, range.start..range.start + length.unwrap_or(0)),
            None => {
                self.flush(None);
                self.note_word(range.clone(), Reading::Name);
                self.letters(range);
            }
        }
    }

    /// Writes a keyword.
    fn keyword(&mut self, keyword: Keyword, range: Range<usize>) {
        self.flush(Some(keyword));
        self.note_word(range.clone(), Reading::Keyword(range.len()));
        self.entry(range.clone());
        self.typed.push(keyword.byte());
        self.spacing.keyword(keyword);
        self.absorb = keyword.space_behind();
        self.statement_start = keyword == Keyword::Then;
        self.statement = self.statement.saturating_add(u16::from(keyword == Keyword::Then));
        self.operand = keyword.class() == Class::Operand;
        self.at = range.end;
        if keyword == Keyword::Rem {
            self.remark();
        }
    }

    /// The rest of the line behind REM, as it is but for escapes.
    fn remark(&mut self) {
        let text = self.logical.text();
        if text.as_bytes().get(self.at) == Some(&b' ') {
            self.at += 1;
        }
        self.absorb = false;
        self.verbatim(text.len());
    }

    /// A string, from its opening quote at `start` to its closing one or the end of the line.
    fn string(&mut self, start: usize) {
        self.flush(None);
        let rest = &self.logical.text()[start + 1..];
        let end = rest.find('"').map_or(self.logical.text().len(), |n| start + 1 + n);
        self.entry(start..start + 1);
        self.byte(b'"');
        self.at = start + 1;
        self.verbatim(end);
        if end < self.logical.text().len() {
            self.entry(end..end + 1);
            self.byte(b'"');
            self.at = end + 1;
        }
        self.statement_start = false;
        self.operand = true;
    }

    /// Text up to `end` in which nothing is tokenised: the inside of strings and remarks.
    fn verbatim(&mut self, end: usize) {
        let text = self.logical.text();
        while self.at < end {
            let rest = &text[self.at..end];
            let plain =
                rest.bytes().take_while(|&b| matches!(b, b' '..=b'[' | b']'..=b'_' | b'a'..=b'~')).count();
            if plain > 0 {
                self.letters(self.at..self.at + plain);
            } else if rest.starts_with('\\') {
                self.escape(self.at, true);
            } else {
                self.character_inside(self.at, rest);
            }
        }
    }

    /// One character of a string or remark that is not plain ASCII.
    fn character_inside(&mut self, start: usize, rest: &str) {
        let Some(character) = rest.chars().next() else { return };
        let range = start..start + character.len_utf8();
        self.at = range.end;
        self.entry(range.clone());
        match charset::byte(character) {
            Some(_) if character == '`' => self.byte(b'`'),
            Some(byte) => self.byte(byte),
            None if character == '\t' => {
                self.problem(Code::Tab, range, "a tab here is stored as one space".into(), None);
                self.byte(b' ');
            }
            None => self.unknown(character, range),
        }
    }

    /// A character outside strings that no other lexeme begins with.
    fn character(&mut self, start: usize) {
        let Some(character) = self.logical.text()[start..].chars().next() else { return };
        let range = start..start + character.len_utf8();
        if character == '\t' {
            self.pending += 1;
            self.at = range.end;
            return;
        }
        self.flush(None);
        self.at = range.end;
        self.entry(range.clone());
        match charset::byte(character) {
            Some(byte) => self.byte(byte),
            None => self.unknown(character, range),
        }
        self.statement_start = character == ':';
        self.statement = self.statement.saturating_add(u16::from(character == ':'));
        self.operand = matches!(character, ')' | '$');
    }

    /// A character that is not on a Spectrum.
    fn unknown(&mut self, character: char, range: Range<usize>) {
        let shown = if character.is_control() {
            format!("the control character U+{:04X}", u32::from(character))
        } else {
            format!("`{character}`")
        };
        let replacement = charset::substitute(character);
        self.problem(
            Code::Character,
            range,
            format!("{shown} is not a character of the Spectrum"),
            replacement,
        );
        self.byte(b'?');
    }

    fn problem(&mut self, code: Code, range: Range<usize>, message: String, replacement: Option<&str>) {
        let span = self.logical.span(range);
        let mut diagnostic = Diagnostic::new(code, span, message).at(self.number, self.statement);
        if let Some(text) = replacement {
            diagnostic = diagnostic.edit(format!("write `{text}`"), span, text);
        }
        self.problems.push(diagnostic);
    }

    /// Writes the byte that an escape stands for. REM outside strings makes a remark of the rest, however it is spelled.
    fn escaped(&mut self, byte: u8, inside: bool) {
        self.byte(byte);
        if !inside && byte == Keyword::Rem.byte() {
            self.verbatim(self.logical.text().len());
        }
    }

    /// An escape whose backslash stands at `start`.
    fn escape(&mut self, start: usize, inside: bool) {
        if !inside {
            self.flush(None);
        }
        let logical = self.logical;
        let (escape, length) = charset::escape(&logical.text()[start + 1..]);
        let range = start..start + 1 + length;
        self.at = range.end;
        self.entry(range.clone());
        match escape {
            Escape::Byte(byte) => {
                self.statement_start = byte == b':' || self.statement_start && byte <= b' ';
                self.operand = false;
                self.escaped(byte, inside);
            }
            Escape::Control(bytes, count) => {
                for &byte in &bytes[..count] {
                    self.typed.push(byte);
                }
            }
            Escape::Colours(bytes) => self.typed.extend_from_slice(&bytes),
            Escape::Number(five) => {
                self.typed.push(NUMBER_MARK);
                self.typed.extend_from_slice(&five);
            }
            Escape::NoNumber => {
                self.entries.pop();
                self.bare.push(self.typed.len());
            }
            Escape::Length(length) => {
                self.entries.pop();
                self.declared = Some(length);
            }
            Escape::Stored | Escape::NoEnd => {
                self.entries.pop();
                self.as_stored |= escape == Escape::Stored;
                self.ended &= escape != Escape::NoEnd;
            }
            Escape::Name(name) => match Keyword::parse(name) {
                Some(keyword) => {
                    self.statement_start = keyword == Keyword::Then;
                    self.operand = keyword.class() == Class::Operand;
                    self.escaped(keyword.byte(), inside);
                }
                None => {
                    let message = format!("`{name}` in an escape names no keyword and no control");
                    self.problem(Code::Escape, range, message, None);
                }
            },
            Escape::Bad(message) => {
                let at = logical.span(start..start + 1);
                let span = logical.span(range);
                self.problems.push(
                    Diagnostic::new(Code::Escape, span, message).at(self.number, self.statement).edit(
                        "for a backslash itself write two",
                        at,
                        "\\\\",
                    ),
                );
            }
        }
    }
}
