//! The words, numbers and texts of a script.
//!
//! Owns: what separates steps, what a quoted text may hold. Must never know: which steps there are.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Where a parser stands in the text of a script.
pub(super) struct Cursor<'a> {
    text: &'a str,
    pub(super) at: usize,
}

/// What a part of a step gives: a value, or what is wrong with it.
pub(super) type Part<T> = Result<T, Box<Diagnostic>>;

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, at: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Over blanks, but not over a line end.
    fn blanks(&mut self) {
        let rest = self.rest();
        let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() && c != '\n' && c != '\r');
        self.at += rest.len() - trimmed.len();
    }

    /// Where the next part of the step begins.
    pub(super) fn here(&mut self) -> usize {
        self.blanks();
        self.at
    }

    /// Over separators, blanks and comments to the next step; false at the end of the script.
    pub(super) fn next_step(&mut self) -> bool {
        loop {
            let rest = self.rest();
            let trimmed =
                rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ';' | '\u{FEFF}'));
            self.at += rest.len() - trimmed.len();
            match self.peek() {
                None => return false,
                Some('#') => self.skip_line(),
                Some(_) => return true,
            }
        }
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find(['\n', '\r']).unwrap_or(self.rest().len());
    }

    /// To the end of a step, over whatever it still holds; texts in quotes stay whole.
    pub(super) fn skip_step(&mut self) {
        let mut quoted = false;
        let mut chars = self.rest().char_indices();
        let mut length = self.rest().len();
        while let Some((i, c)) = chars.next() {
            match c {
                '\n' | '\r' => {
                    length = i;
                    break;
                }
                ';' if !quoted => {
                    length = i;
                    break;
                }
                '"' => quoted = !quoted,
                '\\' if quoted => {
                    chars.next();
                }
                _ => {}
            }
        }
        self.at += length;
    }

    /// Whether the step ends here; a comment may follow it.
    pub(super) fn at_end(&mut self) -> bool {
        self.blanks();
        matches!(self.peek(), None | Some('\n' | '\r' | ';' | '#'))
    }

    /// Takes a character that must be there.
    pub(super) fn require(&mut self, c: char, what: &str) -> Part<()> {
        if self.take(c) { Ok(()) } else { Err(self.wrong(what)) }
    }

    pub(super) fn take(&mut self, c: char) -> bool {
        self.blanks();
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    /// Whether a quoted text begins here.
    pub(super) fn at_text(&mut self) -> bool {
        self.blanks();
        self.peek() == Some('"')
    }

    /// The word that stands here: everything up to a blank, a separator or a quote; empty where there is none.
    pub(super) fn word(&mut self) -> &'a str {
        self.blanks();
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, ';' | '"')).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// The word that would be taken next.
    pub(super) fn peek_word(&mut self) -> &'a str {
        let at = self.at;
        let word = self.word();
        self.at = at;
        word
    }

    /// Everything up to `end` in the same step.
    pub(super) fn up_to(&mut self, end: char, what: &str) -> Part<&'a str> {
        self.blanks();
        let rest = self.rest();
        match rest.find([end, ';', '\n', '\r', '"']) {
            Some(length) if rest[length..].starts_with(end) => {
                self.at += length;
                Ok(rest[..length].trim_end())
            }
            _ => Err(self.wrong(what)),
        }
    }

    /// A whole number within bounds.
    pub(super) fn number(&mut self, most: u32, what: &str) -> Part<u32> {
        self.blanks();
        let rest = self.rest();
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        match rest[..digits].parse::<u32>() {
            Ok(number) if number <= most => {
                self.at += digits;
                Ok(number)
            }
            _ => Err(self.wrong(what)),
        }
    }

    /// A text in quotes.
    pub(super) fn text(&mut self, what: &str) -> Part<String> {
        if !self.at_text() {
            return Err(self.wrong(what));
        }
        let start = self.at;
        let mut text = String::new();
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    self.at += i + 1;
                    return Ok(text);
                }
                '\n' | '\r' => break,
                '\\' => match chars.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, c @ ('"' | '\\'))) => text.push(c),
                    _ => {
                        let span = Span::new(start + i, start + i + 1);
                        let message = "a backslash with something unknown behind it";
                        let help = "\\n is ENTER, \\\" a quote, \\\\ a backslash";
                        return Err(Diagnostic::new(Code::StepPart, span, message).help(help).into());
                    }
                },
                c => text.push(c),
            }
        }
        let end = start + self.rest().find(['\n', '\r']).unwrap_or(self.rest().len());
        let span = Span::new(start, end);
        Err(Diagnostic::new(Code::StepPart, span, "a text without its closing quote")
            .label("begins here")
            .into())
    }

    /// That something else was expected at this place.
    pub(super) fn wrong(&mut self, what: &str) -> Box<Diagnostic> {
        self.blanks();
        let start = self.at;
        let end = start + self.peek_word().len();
        let end = if end > start { end } else { start + self.peek().map_or(0, char::len_utf8) };
        let span = if self.at_end() { Span::new(start, start) } else { Span::new(start, end) };
        Diagnostic::new(Code::StepPart, span, format!("expected {what}")).label("not this").into()
    }
}
