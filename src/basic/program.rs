//! The program as the machine stores it: lossless lines, `encode`, and a `decode` that takes any bytes.
//!
//! ```text
//! 00 0A   0E 00   F5 22 48 45 4C 4C 4F 22 3A EC 31 30 …   0D
//! number  length  text                                    end
//! (high,  (low,   keywords, characters, and behind each   of line
//!  low)    high)  number 0E and its five bytes
//! ```
//!
//! Owns: the stored form and its items. `encode(decode(b)) == b` for all bytes.
//! Must never know: source text, spans, tapes.

use byteorder::{BigEndian, ByteOrder, LittleEndian};

use super::charset;
use super::keyword::Keyword;
use super::number::Number;

/// The byte that ends a line.
pub const END_OF_LINE: u8 = 0x0D;
/// The byte that stands before the five bytes of a hidden number.
pub const NUMBER_MARK: u8 = 0x0E;
/// Most bytes a program block can have: a block on tape is at most 65,535 with its flag and checksum.
pub const MOST_BYTES: usize = 65_533;

/// One line as stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The line number; the ROM takes 1..9999 from the keyboard, a tape may hold any.
    pub number: u16,
    /// The text, without the end-of-line byte.
    pub text: Vec<u8>,
    /// Whether the last byte that the length counts is the end-of-line byte, as it should be.
    pub ended: bool,
    /// The length word, where it lies: it counts past the end of the program. LIST does not care, RUN does.
    pub declared: Option<u16>,
}

impl Line {
    /// A well-formed line.
    pub fn new(number: u16, text: Vec<u8>) -> Self {
        Line { number, text, ended: true, declared: None }
    }

    /// How many bytes the line takes in memory: head, text and end.
    pub fn size(&self) -> usize {
        4 + self.text.len() + usize::from(self.ended)
    }

    /// The items of the text, in order.
    pub fn items(&self) -> Items<'_> {
        Items { text: &self.text, at: 0 }
    }
}

/// A program: its lines in stored order, and whatever follows that is no whole line.
///
/// ```
/// use zxtap::basic::program::Program;
/// let bytes = [0x00, 0x0A, 0x02, 0x00, 0xFB, 0x0D];
/// let program = Program::decode(&bytes);
/// assert_eq!(program.lines[0].number, 10);
/// assert_eq!(program.lines[0].text, [0xFB]);
/// assert_eq!(program.encode(), bytes);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The lines.
    pub lines: Vec<Line>,
    /// Bytes behind the last whole line: a head cut off, or a line without an end.
    pub trailing: Vec<u8>,
}

impl Program {
    /// Reads a program, walking by the length words as RUN does. Any bytes are a program; nothing is lost.
    pub fn decode(mut bytes: &[u8]) -> Program {
        let mut lines = Vec::new();
        while bytes.len() >= 4 {
            let number = BigEndian::read_u16(bytes);
            let length = LittleEndian::read_u16(&bytes[2..]) as usize;
            // A length that runs past the end: the line is taken to end where LIST would end it.
            let lies = bytes.len() < 4 + length;
            let end = if lies {
                bytes[4..].iter().position(|&b| b == END_OF_LINE).map(|n| n + 1)
            } else {
                Some(length)
            };
            let Some(text) = end.and_then(|end| bytes.get(4..4 + end)) else { break };
            let ended = text.last() == Some(&END_OF_LINE);
            let declared = lies.then_some(length as u16);
            bytes = &bytes[4 + text.len()..];
            lines.push(Line {
                number,
                text: text[..text.len() - usize::from(ended)].to_vec(),
                ended,
                declared,
            });
        }
        Program { lines, trailing: bytes.to_vec() }
    }

    /// The bytes of the program. A text longer than a length word can count (65,534 bytes) is an error of the
    /// caller's that the tokeniser reports; here its length is taken modulo 65,536.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.size());
        for line in &self.lines {
            let mut head = [0; 4];
            BigEndian::write_u16(&mut head, line.number);
            LittleEndian::write_u16(&mut head[2..], line.declared.unwrap_or((line.size() - 4) as u16));
            out.extend_from_slice(&head);
            out.extend_from_slice(&line.text);
            if line.ended {
                out.push(END_OF_LINE);
            }
        }
        out.extend_from_slice(&self.trailing);
        out
    }

    /// How many bytes [`Program::encode`] gives.
    pub fn size(&self) -> usize {
        self.lines.iter().map(Line::size).sum::<usize>() + self.trailing.len()
    }
}

/// How many bytes of a stored text the ROM passes over here to find the next character that counts (SKIP-OVER, ROM
/// 007Dh): spaces, colour controls with their parameters, other controls. Stops at a hidden number, whose mark the ROM
/// would pass over too but never meets: it steps over the whole of it behind the digits.
///
/// ```
/// use zxtap::basic::program::skip;
/// assert_eq!(skip(b" \x10\x02 x"), 4);
/// assert_eq!(skip(b" \x0E\x00"), 1);
/// ```
pub fn skip(text: &[u8]) -> usize {
    skip_over(text).min(text.len())
}

/// As [`skip`], but past the end of `text` where the last control lacks parameters: there the ROM takes the end of the
/// line for one.
pub(super) fn skip_over(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += match byte {
            END_OF_LINE | NUMBER_MARK | 0x21.. => break,
            _ => 1 + charset::parameters(byte),
        };
    }
    at
}

/// One item of a line's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A character: 20..A2 (on a 48K also A3 and A4), or a code without a parameter.
    Character(u8),
    /// A keyword, A5..FF.
    Keyword(Keyword),
    /// A control with its one or two parameter bytes: 10..15 one, 16 and 17 two. The count says how many are there.
    Control(u8, [u8; 2], usize),
    /// A hidden number: 0E and five bytes.
    Number(Number),
    /// A 0E with fewer than five bytes behind it, at the end of a line. The count of those bytes.
    CutNumber(usize),
}

/// Walks over the items of a line's text; made by [`Line::items`] or [`items`]. Gives offset, length and item.
#[derive(Clone, Debug)]
pub struct Items<'a> {
    text: &'a [u8],
    at: usize,
}

/// The items of any text of a line.
///
/// ```
/// use zxtap::basic::program::{items, Item};
/// use zxtap::basic::keyword::Keyword;
/// let all: Vec<_> = items(&[0xF5, 0x31, 0x0E, 0, 0, 1, 0, 0]).collect();
/// assert_eq!(all[0], (0, 1, Item::Keyword(Keyword::Print)));
/// assert_eq!(all[1], (1, 1, Item::Character(0x31)));
/// assert_eq!(all[2].1, 6);
/// ```
pub fn items(text: &[u8]) -> Items<'_> {
    Items { text, at: 0 }
}

impl Iterator for Items<'_> {
    type Item = (usize, usize, Item);

    fn next(&mut self) -> Option<Self::Item> {
        let at = self.at;
        let rest = self.text.get(at..)?;
        let &first = rest.first()?;
        let (length, item) = match first {
            NUMBER_MARK => match rest.get(1..6) {
                Some(five) => (6, Item::Number(Number([five[0], five[1], five[2], five[3], five[4]]))),
                None => (rest.len(), Item::CutNumber(rest.len() - 1)),
            },
            0x10..=0x17 => {
                let there = charset::parameters(first).min(rest.len() - 1);
                let mut parameters = [0; 2];
                parameters[..there].copy_from_slice(&rest[1..1 + there]);
                (1 + there, Item::Control(first, parameters, there))
            }
            0xA5.. => match Keyword::from_byte(first) {
                Some(keyword) => (1, Item::Keyword(keyword)),
                None => (1, Item::Character(first)),
            },
            _ => (1, Item::Character(first)),
        };
        self.at += length;
        Some((at, length, item))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nothing_is_lost(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            prop_assert_eq!(Program::decode(&bytes).encode(), bytes);
        }

        #[test]
        fn short_lengths_are_walked(lines in proptest::collection::vec(
            (any::<u16>(), proptest::collection::vec(any::<u8>(), 0..9)), 0..9)) {
            let mut bytes = Vec::new();
            for (number, text) in &lines {
                bytes.extend(number.to_be_bytes());
                bytes.extend((text.len() as u16).to_le_bytes());
                bytes.extend(text);
            }
            let program = Program::decode(&bytes);
            prop_assert_eq!(program.lines.len(), lines.len());
            prop_assert_eq!(program.encode(), bytes);
        }

        #[test]
        fn items_cover_the_text(text in proptest::collection::vec(any::<u8>(), 0..99)) {
            let mut end = 0;
            for (at, length, _) in items(&text) {
                prop_assert_eq!(at, end);
                prop_assert!(length > 0);
                end = at + length;
            }
            prop_assert_eq!(end, text.len());
        }
    }
}
