//! Labels: where each is defined, which line it names.
//!
//! ```text
//! @name:     at the start of a line defines it; any characters but blanks and colons, as zmakebas has them
//! @name      in an expression is the number of that line; the longest label that stands there counts
//! ```
//!
//! Owns: names, and what is wrong about them. Must never know: how lines get their numbers.

use std::collections::BTreeMap;
use std::ops::Bound;

use super::Said;
use crate::basic::advice::distance;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The most bytes a label has. zmakebas takes fewer.
pub(super) const LONGEST: usize = 64;

/// A label.
#[derive(Debug)]
struct Label {
    file: usize,
    span: Span,
    line: u16,
    used: bool,
}

/// All labels of a text.
#[derive(Debug, Default)]
pub(super) struct Labels {
    list: Vec<Label>,
    by_name: BTreeMap<String, usize>,
    /// How many names have been compared to find what was meant.
    compared: usize,
}

/// How many names are compared at most.
const MOST_COMPARED: usize = 200_000;

/// How many bytes of `text` the name of a label takes that is defined here: up to a blank or a colon.
pub(super) fn name_length(text: &str) -> usize {
    text.find(|c: char| c == ':' || c.is_whitespace() || c.is_control()).unwrap_or(text.len())
}

/// How many bytes of `text` a name takes that nobody has defined: letters and digits, if it begins with one.
pub(super) fn plain_length(text: &str) -> usize {
    match text.bytes().take_while(|&b| is_plain(b)).count() {
        0 => name_length(start(text)),
        length => length,
    }
}

/// As much of `text` as a name could take.
fn start(text: &str) -> &str {
    let mut end = LONGEST.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

impl Labels {
    /// Notes a definition; its index for [`Labels::set`]. Where the name is taken the first keeps it.
    pub(super) fn define(&mut self, name: &str, file: usize, span: Span) -> Result<usize, Box<Said>> {
        if let Some(&first) = self.by_name.get(name) {
            let first = &mut self.list[first];
            first.used = true;
            let diagnostic =
                Diagnostic::new(Code::LabelTwice, span, format!("the label `{name}` is there already"))
                    .label("here it is defined again");
            let elsewhere = vec![(first.file, first.span, "here it was defined".to_owned())];
            return Err(Box::new(Said { file, diagnostic, elsewhere }));
        }
        self.list.push(Label { file, span, line: 0, used: false });
        self.by_name.insert(name.to_owned(), self.list.len() - 1);
        Ok(self.list.len() - 1)
    }

    /// Whether there is any.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.list.len()
    }

    /// Gives a label its line.
    pub(super) fn set(&mut self, index: usize, line: u16) {
        self.list[index].line = line;
    }

    /// The line of the label of exactly that name.
    pub(super) fn named(&mut self, name: &str) -> Option<u16> {
        let label = &mut self.list[*self.by_name.get(name)?];
        label.used = true;
        Some(label.line)
    }

    /// The longest label that `text`, which stands behind an `@`, begins with: how many bytes it has, and its line.
    pub(super) fn longest(&mut self, text: &str) -> Option<(usize, u16)> {
        let mut limit = name_length(start(text));
        // The names that begin `text` are all among those not above it; what lies between is skipped by the part that
        // both have in common.
        while limit > 0 {
            let not_above = (Bound::Unbounded, Bound::Included(&text[..limit]));
            let (name, &index) = self.by_name.range::<str, _>(not_above).next_back()?;
            let common = name.bytes().zip(text[..limit].bytes()).take_while(|(a, b)| a == b).count();
            if common == name.len() {
                let ends = |byte: Option<&u8>| !byte.is_some_and(|&b| is_plain(b));
                let bytes = text.as_bytes();
                if ends(bytes.get(common)) || ends(bytes.get(common - 1)) {
                    self.list[index].used = true;
                    return Some((common, self.list[index].line));
                }
                limit = common - 1;
            } else {
                limit = common;
            }
            while !text.is_char_boundary(limit) {
                limit -= 1;
            }
        }
        None
    }

    /// What to say of a label that nobody has defined; `before` is what stands before its `@` in a change.
    pub(super) fn undefined(&mut self, name: &str, span: Span, before: &str) -> Diagnostic {
        let shown: String = name.chars().take(LONGEST).collect();
        let diagnostic = Diagnostic::new(Code::NoLabel, span, format!("there is no label `{shown}`"))
            .label("no line is called that");
        let limit = if shown.len() < 4 { 1 } else { 2 };
        let left = MOST_COMPARED.saturating_sub(self.compared);
        self.compared += self.by_name.len();
        let near = self
            .by_name
            .keys()
            .take(left)
            .map(|known| {
                let same = known.eq_ignore_ascii_case(&shown);
                (if same { 0 } else { distance(known, &shown) }, known)
            })
            .filter(|&(distance, _)| distance <= limit && distance < shown.len())
            .min();
        match near {
            Some((_, known)) => diagnostic.edit(format!("did you mean @{known}?"), span, format!("@{known}")),
            None => diagnostic.help(format!(
                "`@{shown}:` at the start of a line defines it: {before}@{shown} is then its number"
            )),
        }
    }

    /// What to say of the labels of the first file that are never used. Those of included files are there for whoever
    /// needs them.
    pub(super) fn unused(&self) -> impl Iterator<Item = Said> + '_ {
        let labels = self.by_name.iter().map(|(name, &index)| (name, &self.list[index]));
        labels.filter(|(_, label)| !label.used && label.file == 0).map(|(name, label)| {
            let message = format!("the label `{name}` is never used");
            Said::new(0, Diagnostic::new(Code::UnusedLabel, label.span, message))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_label_counts() {
        let mut labels = Labels::default();
        for (line, name) in [(1, "a"), (2, "ab"), (3, "ab-c"), (4, "ä"), (5, "a(1)"), (6, "loop")] {
            let index = labels.define(name, 0, Span::default()).unwrap_or_else(|_| panic!("{name}"));
            labels.set(index, line);
        }
        for (text, expected) in [
            ("a", Some((1, 1))),
            ("a,@b", Some((1, 1))),
            ("a+10", Some((1, 1))),
            ("ab", Some((2, 2))),
            ("ab-1", Some((2, 2))),
            ("ab-c", Some((4, 3))),
            ("ab-cd", Some((2, 2))),
            ("abc", None),
            ("a(1)x", Some((4, 5))),
            ("a(2)", Some((1, 1))),
            ("äb", Some((2, 4))),
            ("loop:", Some((4, 6))),
            ("loops", None),
            ("Loop", None),
            ("", None),
            (":", None),
        ] {
            assert_eq!(labels.longest(text), expected, "{text}");
        }
    }
}
