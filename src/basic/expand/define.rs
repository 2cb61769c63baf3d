//! `#define NAME text`: words that stand for others from there on.
//!
//! ```text
//! #define LIVES 3            a number
//! #define title$ t$          a readable name for a string
//! #define HOME PRINT AT 0,0  any text; other names and labels in it are replaced in turn
//! ```
//!
//! Owns: how a definition is written, the names. Must never know: where a name is replaced.

use std::collections::HashMap;

use super::Said;
use crate::basic::charset;
use crate::basic::keyword::Keyword;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The most characters a name has.
const LONGEST: usize = 64;

/// A definition.
#[derive(Clone, Debug)]
pub(super) struct Define {
    pub(super) name: String,
    pub(super) text: String,
    /// Where the name stands.
    span: Span,
}

/// How many bytes of `text` a word takes that could be a name: letters, digits and underscores that do not begin with
/// a digit, and a `$`. 0 where none begins.
pub(super) fn word_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    if !bytes.first().is_some_and(|&b| b.is_ascii_alphabetic() || b == b'_') {
        return 0;
    }
    let length = bytes.iter().take_while(|&&b| b.is_ascii_alphanumeric() || b == b'_').count();
    length + usize::from(bytes.get(length) == Some(&b'$'))
}

/// Reads what stands behind `#define`; `at` is where that is.
pub(super) fn read(value: &str, at: usize) -> Result<Define, Box<Diagnostic>> {
    let wrong = |start: usize, end: usize, message: String| {
        Err(Box::new(Diagnostic::new(Code::Define, Span::new(at + start, at + end), message)))
    };
    let length = word_length(value);
    let word_end = value.find([' ', '\t']).unwrap_or(value.len());
    if length == 0 {
        let message = "`#define` takes a name and what it stands for, such as #define LIVES 3".to_owned();
        return wrong(0, word_end, message);
    }
    let name = &value[..length];
    if value[length..].starts_with('(') {
        return wrong(length, word_end, "a name stands alone here: it cannot take arguments".into());
    }
    if length < word_end {
        let message = "a name is made of letters, digits and _ and may end with $".to_owned();
        return wrong(0, word_end, message);
    }
    if length > LONGEST {
        return wrong(0, length, format!("a name has at most {LONGEST} characters"));
    }
    if let Some(keyword) = Keyword::parse(name).or_else(|| Keyword::parse(name.trim_end_matches('$'))) {
        let message = format!("{} is a keyword and cannot be defined anew", keyword.spelling());
        return wrong(0, length, message);
    }
    let text = value[length..].trim_matches([' ', '\t']);
    let start = value.len() - value[length..].trim_start_matches([' ', '\t']).len();
    let mut rest = text;
    let mut string = false;
    while let Some(character) = rest.chars().next() {
        let place = start + (text.len() - rest.len());
        rest = &rest[character.len_utf8()..];
        match character {
            '"' => string = !string,
            '\\' if rest.is_empty() => {
                return wrong(place, place + 1, "a backslash here has nothing behind it".into());
            }
            '\\' => rest = &rest[charset::escape(rest).1..],
            _ => {}
        }
    }
    if string {
        return wrong(start, start + text.len(), "the string in this text has no closing quote".into());
    }
    Ok(Define { name: name.to_owned(), text: text.to_owned(), span: Span::new(at, at + length) })
}

/// The names that stand for something at one place of the text.
#[derive(Debug, Default)]
pub(super) struct Defines {
    list: Vec<(usize, Define)>,
    by_name: HashMap<String, usize>,
}

impl Defines {
    /// Adds a definition of a file. The first keeps the name; the same again is no matter.
    pub(super) fn add(&mut self, file: usize, define: &Define) -> Option<Said> {
        if let Some(&first) = self.by_name.get(&define.name) {
            let (elsewhere, first) = &self.list[first];
            if first.text == define.text {
                return None;
            }
            let message = format!("`{}` already stands for something else", define.name);
            let diagnostic =
                Diagnostic::new(Code::Define, define.span, message).label("here it is defined again");
            let elsewhere = vec![(*elsewhere, first.span, "here it was defined".to_owned())];
            return Some(Said { file, diagnostic, elsewhere });
        }
        self.by_name.insert(define.name.clone(), self.list.len());
        self.list.push((file, define.clone()));
        None
    }

    /// The number of a name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    pub(super) fn name(&self, index: usize) -> &str {
        &self.list[index].1.name
    }

    pub(super) fn text(&self, index: usize) -> &str {
        &self.list[index].1.text
    }
}
