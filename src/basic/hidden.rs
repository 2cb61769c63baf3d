//! Where hidden bytes stand: behind every numeral its five-byte number, in DEF FN a slot behind every parameter.
//!
//! ```text
//! typed    F1 61 3D 31 20 3A                        LET a=1 :
//! stored   F1 61 3D 31 20 0E 00 00 01 00 00 3A      the number stands behind what the ROM skips after the digits
//! ```
//!
//! A typed line is what the editor hands to LINE-SCAN (ROM 1B17h); a stored line is what LINE-SCAN leaves.
//!
//! Owns: the rule that makes one of the other.
//! Must never know: source text, whether the line is legal (a line the ROM refuses gets numbers as far as they show).

use super::keyword::Keyword;
use super::number::{self, Number};
use super::program::{END_OF_LINE, NUMBER_MARK, skip, skip_over};

/// The stored form of a typed line, without line number and end-of-line byte.
///
/// Total: any bytes give a line. A numeral that the ROM refuses gets no hidden number.
///
/// ```
/// use zxtap::basic::hidden::fill;
/// assert_eq!(fill(&[0xF5, b'5']), [0xF5, b'5', 0x0E, 0, 0, 5, 0, 0]);
/// assert_eq!(fill(b"\"5\""), b"\"5\"");
/// ```
pub fn fill(typed: &[u8]) -> Vec<u8> {
    let mut filler = Filler::new(typed, &[]);
    filler.line();
    filler.stored
}

/// As [`fill`]; `bare` are the offsets (ascending) of numerals' ends that get no hidden number. Gives the stored
/// line and the places where something was put in: offset in `typed`, each six bytes.
pub(super) fn fill_but(typed: &[u8], bare: &[usize]) -> (Vec<u8>, Vec<usize>) {
    let mut filler = Filler::new(typed, bare);
    filler.line();
    (filler.stored, filler.inserted)
}

struct Filler<'a> {
    typed: &'a [u8],
    bare: &'a [usize],
    at: usize,
    stored: Vec<u8>,
    inserted: Vec<usize>,
    /// Whether the line brings hidden numbers of its own.
    marked: bool,
}

impl<'a> Filler<'a> {
    fn new(typed: &'a [u8], bare: &'a [usize]) -> Self {
        let stored = Vec::with_capacity(typed.len() * 2 + 8);
        let marked = typed.contains(&NUMBER_MARK);
        Filler { typed, bare, at: 0, stored, inserted: Vec::with_capacity(typed.len() / 8 + 2), marked }
    }

    /// What a numeral here may reach over: all that is left, up to a hidden number that the line brings.
    fn reach(&self) -> &'a [u8] {
        let rest = &self.typed[self.at..];
        let mark = if self.marked { rest.iter().position(|&b| b == NUMBER_MARK) } else { None };
        &rest[..mark.unwrap_or(rest.len())]
    }

    fn current(&self) -> u8 {
        self.typed.get(self.at).copied().unwrap_or(END_OF_LINE)
    }

    /// Copies the next `count` bytes as they are.
    fn copy(&mut self, count: usize) {
        let end = (self.at + count).min(self.typed.len());
        self.stored.extend_from_slice(&self.typed[self.at..end]);
        self.at = end;
    }

    /// Copies what the ROM skips.
    fn copy_skipped(&mut self) {
        self.copy(skip(&self.typed[self.at..]));
    }

    /// Puts a hidden number here, unless the line brings its own or is to have none.
    fn insert(&mut self, number: Number) {
        if self.current() != NUMBER_MARK || self.at >= self.typed.len() {
            self.inserted.push(self.at);
            self.stored.push(NUMBER_MARK);
            self.stored.extend_from_slice(&number.0);
        }
    }

    fn line(&mut self) {
        while self.at < self.typed.len() {
            match self.current() {
                b'"' => self.string(),
                b'A'..=b'Z' | b'a'..=b'z' => self.name(),
                b'0'..=b'9' | b'.' => self.numeral(),
                0x10..=0x17 => self.copy(skip(&self.typed[self.at..]).max(1)),
                NUMBER_MARK => self.copy(6),
                byte => match Keyword::from_byte(byte) {
                    Some(Keyword::Rem) => self.copy(usize::MAX - self.at),
                    Some(Keyword::Bin) => self.binary(),
                    Some(Keyword::DefFn) => self.definition(),
                    _ => self.copy(1),
                },
            }
        }
    }

    fn string(&mut self) {
        let length =
            self.typed[self.at + 1..].iter().position(|&b| b == b'"').map_or(usize::MAX - self.at, |n| n + 2);
        self.copy(length);
    }

    /// A name goes on over spaces and colour controls, and digits in it are no numerals (ROM 28D4h).
    fn name(&mut self) {
        self.copy(1);
        loop {
            let skipped = skip(&self.typed[self.at..]);
            match self.typed.get(self.at + skipped) {
                Some(byte) if byte.is_ascii_alphanumeric() => self.copy(skipped + 1),
                _ => return,
            }
        }
    }

    fn numeral(&mut self) {
        let start = self.at;
        let scan = number::scan(self.reach());
        self.copy(scan.consumed.max(1));
        match scan.outcome {
            Ok(number) => self.number_behind(start, number),
            Err(_) => self.refused(),
        }
    }

    fn binary(&mut self) {
        let start = self.at;
        self.copy(1);
        let scan = number::scan_binary(self.reach());
        self.copy(scan.consumed);
        match scan.outcome {
            Ok(number) => self.number_behind(start, number),
            Err(_) => self.refused(),
        }
    }

    /// What is left of a numeral that the ROM refuses: its other digits are no numerals of their own.
    fn refused(&mut self) {
        loop {
            let skipped = skip(self.reach());
            match self.reach().get(skipped) {
                Some(byte) if byte.is_ascii_alphanumeric() || *byte == b'.' => self.copy(skipped + 1),
                _ => return,
            }
        }
    }

    /// The hidden number of the numeral that ends here (ROM 268Dh: behind what GET-CHAR skips).
    fn number_behind(&mut self, start: usize, number: Number) {
        let overrun = skip_over(&self.typed[self.at..]) > self.typed.len() - self.at;
        self.copy_skipped();
        if overrun {
            // The control there would take the number for its parameters; the ROM refuses the line.
            return;
        }
        let bare = self.bare.partition_point(|&at| at <= start);
        if self.bare.get(bare).is_none_or(|&at| at > self.at) {
            self.insert(number);
        }
    }

    /// The head of DEF FN up to its closing bracket; what follows `=` is an expression like any other.
    fn definition(&mut self) {
        self.copy(1);
        self.copy_skipped();
        if !self.current().is_ascii_alphabetic() {
            return;
        }
        self.copy(1);
        self.copy_skipped();
        if self.current() == b'$' {
            self.copy(1);
            self.copy_skipped();
        }
        if self.current() != b'(' {
            return;
        }
        loop {
            self.copy(1);
            self.copy_skipped();
            if !self.current().is_ascii_alphabetic() {
                return;
            }
            self.copy(1);
            let skipped = skip(&self.typed[self.at..]);
            if self.typed.get(self.at + skipped) == Some(&b'$') {
                self.copy(skipped + 1);
            }
            self.insert(Number([0; 5]));
            if self.current() == NUMBER_MARK && self.at < self.typed.len() {
                self.copy(6);
            }
            self.copy_skipped();
            if self.current() != b',' {
                return;
            }
        }
    }
}
