//! What is replaced in a line behind its number: labels by the numbers of their lines, names by what they stand for.
//!
//! ```text
//! IF a THEN GO TO @end: REM @end     GO TO 90: REM @end
//! PRINT "LIVES ";LIVES               PRINT "LIVES ";3
//! ```
//!
//! Strings, remarks and escapes stay as they are. Words fall apart as they do for the tokeniser, so that both agree
//! about where a remark begins.
//!
//! Owns: that walk, the bounds of replacing. Must never know: files, line numbers but as digits, what a statement means.

use std::ops::Range;

use logos::Logos;

use super::LIMIT;
use super::define::{self, Defines};
use super::label::{self, Labels};
use crate::basic::charset::{self, Escape};
use crate::basic::keyword::{Class, Keyword, Lexeme};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The most replacements of names in a text. Those that make nothing count too.
const MOST_REPLACEMENTS: usize = 200_000;
/// How deep names may stand for names.
const DEEPEST: usize = 64;

/// How many names may still be replaced in the whole text, and by how many bytes.
#[derive(Debug)]
pub(super) struct Bounds {
    left: usize,
    room: usize,
    /// Whether it has been told that they are passed.
    told: bool,
}

impl Bounds {
    /// For a text of so many bytes.
    pub(super) fn new(length: usize) -> Bounds {
        Bounds { left: MOST_REPLACEMENTS, room: LIMIT.saturating_sub(length), told: false }
    }

    /// Whether a name may be replaced by so many bytes. Once one may not, none may.
    fn allow(&mut self, bytes: usize) -> bool {
        let allowed = !self.told && self.left > 0 && bytes <= self.room;
        if allowed {
            (self.left, self.room) = (self.left - 1, self.room - bytes);
        }
        allowed
    }
}

/// Something that stands instead of a stretch of the line.
pub(super) struct Change {
    pub(super) range: Range<usize>,
    pub(super) text: String,
}

/// Something wrong: where in the line, a change that mends it, and the words.
pub(super) type Problem = (Range<usize>, Option<(Range<usize>, String)>, Diagnostic);

/// A text that is walked through: the line itself, or what a name in it stands for.
struct Frame<'a> {
    text: &'a str,
    at: usize,
    /// The name whose text this is.
    name: Option<usize>,
}

/// Walks through one line.
pub(super) struct Scanner<'a> {
    defines: &'a Defines,
    labels: &'a mut Labels,
    line: u16,
    bounds: &'a mut Bounds,
    frames: Vec<Frame<'a>>,
    /// The word of the line that is being replaced, and by what.
    outer: Range<usize>,
    out: String,
    changes: Vec<Change>,
    problems: Vec<Problem>,
    whole: bool,
    statement: u16,
    statement_start: bool,
    operand: bool,
    /// Whether a word that is no keyword could go on with digits.
    letters: bool,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(
        defines: &'a Defines,
        labels: &'a mut Labels,
        line: u16,
        bounds: &'a mut Bounds,
    ) -> Scanner<'a> {
        Scanner {
            defines,
            labels,
            line,
            bounds,
            frames: Vec::new(),
            outer: 0..0,
            out: String::new(),
            changes: Vec::new(),
            problems: Vec::new(),
            whole: true,
            statement: 1,
            statement_start: true,
            operand: false,
            letters: false,
        }
    }

    /// The changes in order, what is wrong, and whether all could be done.
    pub(super) fn finish(self) -> (Vec<Change>, Vec<Problem>, bool) {
        (self.changes, self.problems, self.whole)
    }

    /// Walks through `text` from `at` on.
    pub(super) fn scan(&mut self, text: &'a str, at: usize) {
        self.frames.push(Frame { text, at, name: None });
        while let Some(frame) = self.frames.last() {
            if frame.at < frame.text.len() {
                self.token(frame.text, frame.at);
                continue;
            }
            self.frames.pop();
            if self.frames.len() == 1 {
                self.replaced();
            }
        }
    }

    /// Goes on to `end` in the text at hand, which is kept up to there.
    fn keep(&mut self, end: usize) {
        let inside = self.frames.len() > 1;
        let Some(frame) = self.frames.last_mut() else { return };
        if inside {
            self.out.push_str(&frame.text[frame.at..end]);
        }
        frame.at = end;
    }

    /// The rest of the line is a remark.
    fn remark(&mut self) {
        let inside = self.frames.len() > 1;
        while self.frames.len() > 1 {
            let Some(frame) = self.frames.pop() else { break };
            self.out.push_str(&frame.text[frame.at..]);
        }
        if inside {
            self.replaced();
        }
        self.frames.clear();
    }

    /// The word of the line is replaced.
    fn replaced(&mut self) {
        let (range, text) = (self.outer.clone(), std::mem::take(&mut self.out));
        self.changes.push(Change { range, text });
    }

    /// Takes the next piece of the text at hand.
    fn token(&mut self, text: &'a str, at: usize) {
        let rest = &text[at..];
        let Some(character) = rest.chars().next() else { return };
        match character {
            '@' => self.reference(text, at),
            ' ' | '\t' => self.keep(at + 1),
            '"' => {
                let end = rest[1..].find('"').map_or(text.len(), |n| at + 1 + n + 1);
                self.keep(end);
                self.became(false, true);
            }
            '\\' => self.escape(rest, at),
            '0'..='9' | '.' => {
                let mut lexer = Lexeme::lexer(rest);
                let numeral = matches!(lexer.next(), Some(Ok(Lexeme::Numeral)));
                self.keep(at + if numeral { lexer.span().end } else { 1 });
                self.became(false, true);
            }
            'a'..='z' | 'A'..='Z' | '_' => self.word(rest, at),
            _ => {
                self.keep(at + character.len_utf8());
                self.became(character == ':', matches!(character, ')' | '$'));
            }
        }
    }

    /// What was taken last: whether a statement begins behind it, whether it ends an operand.
    fn became(&mut self, statement_start: bool, operand: bool) {
        self.statement = self.statement.saturating_add(u16::from(statement_start));
        (self.statement_start, self.operand, self.letters) = (statement_start, operand, false);
    }

    /// An escape, of which the same follows as for the tokeniser.
    fn escape(&mut self, rest: &str, at: usize) {
        let (escape, length) = charset::escape(&rest[1..]);
        self.keep(at + 1 + length);
        match escape {
            Escape::Byte(byte) if byte == Keyword::Rem.byte() => self.remark(),
            Escape::Byte(byte) if byte > b' ' || !self.statement_start => self.became(byte == b':', false),
            Escape::Name(name) => match Keyword::parse(name) {
                Some(Keyword::Rem) => self.remark(),
                Some(keyword) => self.became(keyword == Keyword::Then, keyword.class() == Class::Operand),
                None => {}
            },
            _ => {}
        }
    }

    fn word(&mut self, rest: &'a str, at: usize) {
        let length = define::word_length(rest);
        let mut lexer = Lexeme::lexer(rest);
        let keyword = match lexer.next() {
            Some(Ok(Lexeme::Keyword(keyword))) if keyword.class() != Class::Command128 => {
                Some((keyword, lexer.span().end))
            }
            _ => None,
        };
        if let Some((keyword, end)) = keyword.filter(|&(_, end)| end >= length) {
            return self.keyword(keyword, at + end);
        }
        if let Some(name) = self.defines.find(&rest[..length]) {
            return self.name(name, at..at + length);
        }
        // From here on as the tokeniser does it, for which an underscore is no part of a word.
        let letters = &rest[..rest.bytes().take_while(u8::is_ascii_alphanumeric).count()];
        let glued = || match (self.statement_start, self.operand && !self.letters) {
            (true, _) => Keyword::command_prefix(letters),
            (false, true) => Keyword::prefix(letters),
            (false, false) => None,
        };
        let whole = !rest[..length].contains('_');
        match keyword.or_else(glued).filter(|&(keyword, _)| whole || keyword == Keyword::Rem) {
            Some((keyword, end)) => self.keyword(keyword, at + end),
            None => {
                self.keep(at + length);
                self.became(false, true);
                self.letters = true;
            }
        }
    }

    fn keyword(&mut self, keyword: Keyword, end: usize) {
        self.keep(end);
        self.became(keyword == Keyword::Then, keyword.class() == Class::Operand);
        if keyword == Keyword::Rem {
            self.remark();
        }
    }

    /// Where in the line a stretch of the text at hand is shown.
    fn shown(&self, range: Range<usize>) -> Range<usize> {
        if self.frames.len() > 1 { self.outer.clone() } else { range }
    }

    /// Says that something is wrong for which there is no stand-in.
    fn wrong(&mut self, range: Range<usize>, diagnostic: Diagnostic) {
        self.whole = false;
        let range = self.shown(range);
        let told = |(there, _, other): &Problem| *there == range && other.code == diagnostic.code;
        if !self.problems.last().is_some_and(told) {
            self.told(range, None, diagnostic);
        }
    }

    /// Notes something that is wrong.
    fn told(&mut self, range: Range<usize>, edit: Option<(Range<usize>, String)>, diagnostic: Diagnostic) {
        self.problems.push((range, edit, diagnostic.at(self.line, self.statement)));
    }

    /// A name that stands for something.
    fn name(&mut self, name: usize, range: Range<usize>) {
        let diagnostic = |message: String| Diagnostic::new(Code::Replacement, Span::default(), message);
        let defines = self.defines;
        let text = defines.text(name);
        let outer = if self.frames.len() > 1 { self.outer.clone() } else { range.clone() };
        if self.frames.iter().any(|frame| frame.name == Some(name)) {
            let chain = self.frames.iter().filter_map(|frame| frame.name).map(|n| defines.name(n));
            let chain: Vec<&str> = chain.chain([defines.name(name)]).collect();
            let message = format!("`{}` stands for itself", defines.name(name));
            self.wrong(range.clone(), diagnostic(message).label(cut(&chain.join(" → "))));
            return self.skip(range.end);
        }
        if self.frames.len() > DEEPEST {
            let message = format!("names stand for names more than {DEEPEST} times here");
            self.wrong(range.clone(), diagnostic(message));
            return self.skip(range.end);
        }
        if !self.bounds.allow(text.len()) {
            // What is left over stays as it is, and nothing can be made of the text.
            self.whole = false;
            if !self.bounds.told {
                self.bounds.told = true;
                let (message, label) = if self.bounds.left == 0 {
                    (
                        "the text has too many names to replace",
                        format!("the {MOST_REPLACEMENTS}th was before this"),
                    )
                } else {
                    let label = format!("here it goes beyond {} MiB", LIMIT / (1024 * 1024));
                    ("with all names replaced the text is too long", label)
                };
                let message = message.to_owned();
                self.wrong(range.clone(), diagnostic(message).label(label));
            }
            return self.skip(range.end);
        }
        self.skip(range.end);
        self.outer = outer;
        self.frames.push(Frame { text, at: 0, name: Some(name) });
    }

    /// Goes on to `end` in the text at hand, which is not kept.
    fn skip(&mut self, end: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.at = end;
        }
    }

    /// A label in the line.
    fn reference(&mut self, text: &str, at: usize) {
        let rest = &text[at + 1..];
        let found = self.labels.longest(rest);
        let length = 1 + found.map_or_else(|| label::plain_length(rest), |(length, _)| length);
        let range = at..at + length;
        let place = |message: &str| Diagnostic::new(Code::LabelPlace, Span::default(), message);
        if self.statement_start || self.operand {
            let diagnostic = if self.statement_start && text[range.end..].starts_with(':') {
                place("a label is defined at the start of a line").label("begin a line with it")
            } else if self.statement_start {
                place("a label is no statement").help("GO TO @name goes to its line, GO SUB @name calls it")
            } else {
                place("a label is a number and cannot stand behind another value")
                    .label("expected an operator before it")
            };
            self.wrong(range.clone(), diagnostic);
            self.keep(range.end);
            return self.became(false, true);
        }
        let digits = match found {
            Some((_, line)) => line.to_string(),
            None if length == 1 => {
                let range = self.shown(range.clone());
                self.told(range, None, place("the name of a label is missing behind @"));
                self.line.to_string()
            }
            None => {
                let mut diagnostic = self.labels.undefined(&rest[..length - 1], Span::default(), "GO TO ");
                let edit = diagnostic.edit.take().filter(|_| self.frames.len() == 1);
                let shown = self.shown(range.clone());
                let edit = edit.map(|edit| (shown.clone(), edit.replacement));
                self.told(shown, edit, diagnostic);
                self.line.to_string()
            }
        };
        // A keyword before it needs a space to stay one.
        let glued = text[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
        let digits = if glued { format!(" {digits}") } else { digits };
        // Blanks end a label, and are no part of the line unless a word follows.
        let blanks = text[range.end..].len() - text[range.end..].trim_start_matches([' ', '\t']).len();
        let end = range.end + blanks;
        let parts_words = text[end..].starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '@');
        let end = if parts_words { range.end } else { end };
        let blanks = range.end..end;
        self.skip(end);
        if self.frames.len() > 1 {
            self.out.push_str(&digits);
        } else {
            self.changes.push(Change { range, text: digits });
            if !blanks.is_empty() {
                self.changes.push(Change { range: blanks, text: String::new() });
            }
        }
        self.became(false, true);
    }
}

/// At most a hundred characters of a text.
fn cut(text: &str) -> String {
    match text.char_indices().nth(100) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}
