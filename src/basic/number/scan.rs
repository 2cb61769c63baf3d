//! From the text of a numeral to its five bytes: DEC-TO-FP, 2C9Bh, with the skipping of NEXT-CHAR, 0020h.
//!
//! Owns: which bytes belong to a numeral, which are skipped inside it, and its value. Must never know: keywords other
//! than that a `BIN` stands before a binary numeral, lines, spans.
//!
//! ```text
//! digits [ . digits ] [ E|e [+|-] digits ]      . digits [ E.. ]      BIN then 0s and 1s
//! ```
//!
//! Between the digits before the point nothing may stand (INT-TO-FP, 2D3Bh, steps with CH-ADD+1). After the point,
//! after each digit of the fraction, after E and after its sign the ROM steps with NEXT-CHAR, which skips spaces and
//! control codes: `1.2 5` is 1.25, `1e 5` is 1e5, `1 5` is the number 1 and a 5 that does not fit.

use super::arithmetic::whole;
use super::{Number, TooBig};

/// What DEC-TO-FP made of a numeral.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scan {
    /// How far CH_ADD has moved when the ROM returns or gives its report. After a number the ROM goes on with
    /// GET-CHAR (2695h), so the hidden five bytes stand at `consumed + skip(&text[consumed..])`.
    pub consumed: usize,
    /// The number, or why the ROM refuses.
    pub outcome: Result<Number, Refusal>,
}

/// Why the ROM refuses a numeral.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Report 6, Number too big.
    TooBig,
    /// Report C, Nonsense in BASIC: a point without digits on either side, or an E without digits.
    Nonsense,
}

impl From<TooBig> for Refusal {
    fn from(_: TooBig) -> Refusal {
        Refusal::TooBig
    }
}

/// How many bytes at the start of `text` GET-CHAR (0018h) passes over to find the next character that counts.
///
/// By SKIP-OVER (007Dh): 00..=0C, 0E, 0F and 18..=20 (the space) count one byte each, the colour controls 10..=15 take
/// their parameter with them, AT and TAB (16, 17) two parameters; the end of line 0D and all from 21 on are seen. The
/// five bytes after a 0E are not known to it: it passes over the 0E alone. Ends at the end of `text`.
///
/// ```
/// use zxtap::basic::number::skip;
/// assert_eq!(skip(b"  \x10\x02x"), 4);
/// assert_eq!(skip(b"\x0D"), 0);
/// ```
pub fn skip(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += match byte {
            0x0D | 0x21.. => break,
            0x10..=0x15 => 2,
            0x16 | 0x17 => 3,
            _ => 1,
        };
    }
    at.min(text.len())
}

/// Scans a decimal numeral. `text` starts at its first character, a digit or a point, and may go on after it.
///
/// ```
/// use zxtap::basic::number::{Number, Refusal, scan};
/// let scanned = scan(b"1.5e 4:");
/// assert_eq!((scanned.consumed, scanned.outcome), (6, Ok(Number([0x8E, 0x6A, 0x60, 0x00, 0x00]))));
/// assert_eq!(scan(b"1e39").outcome, Err(Refusal::TooBig));
/// assert_eq!(scan(b".x").outcome, Err(Refusal::Nonsense));
/// ```
///
/// Cannot fail on any bytes: a text that starts with anything else is the number 0 and nothing consumed, as for the
/// ROM.
pub fn scan(text: &[u8]) -> Scan {
    let mut cursor = Cursor { text, at: 0 };
    let outcome = cursor.decimal();
    Scan { consumed: cursor.at, outcome }
}

/// Scans what follows the token `BIN` (C4h), at 2CA2h: any number of 0 and 1, skipping between them.
///
/// ```
/// use zxtap::basic::number::{Number, Refusal, scan_binary};
/// assert_eq!(scan_binary(b" 1 01:").outcome, Ok(Number::small(5)));
/// assert_eq!(scan_binary(b"").outcome, Ok(Number::ZERO));
/// assert_eq!(scan_binary(b"10000000000000000").outcome, Err(Refusal::TooBig));
/// ```
pub fn scan_binary(text: &[u8]) -> Scan {
    let mut value: u16 = 0;
    let mut at = skip(text);
    loop {
        let bit = match text.get(at) {
            Some(b'0') => 0,
            Some(b'1') => 1,
            _ => return Scan { consumed: at, outcome: Ok(Number::small(value)) },
        };
        if value & 0x8000 != 0 {
            return Scan { consumed: at, outcome: Err(Refusal::TooBig) };
        }
        value = value << 1 | bit;
        at += 1;
        at += skip(&text[at..]);
    }
}

const ONE: Number = Number::small(1);
const TEN: Number = Number::small(10);

struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// The value of the digit here, by NUMERIC (2D1Bh).
    fn digit(&self) -> Option<u16> {
        self.peek().filter(u8::is_ascii_digit).map(|c| u16::from(c - b'0'))
    }

    /// NEXT-CHAR, 0020h.
    fn next(&mut self) {
        self.at += 1;
        self.at += skip(&self.text[self.at..]);
    }

    fn decimal(&mut self) -> Result<Number, Refusal> {
        let mut value = Number::ZERO;
        let mut fraction = false;
        if self.peek() == Some(b'.') {
            self.next();
            if self.digit().is_none() {
                return Err(Refusal::Nonsense);
            }
            fraction = true;
        } else {
            value = self.integer()?;
            if self.peek() == Some(b'.') {
                self.next();
                fraction = self.digit().is_some();
            }
        }
        if fraction {
            value = self.fraction(value)?;
        }
        match self.peek() {
            Some(b'E' | b'e') => self.exponent(value),
            _ => Ok(value),
        }
    }

    /// INT-TO-FP, 2D3Bh: times ten, plus the digit, stepping without skipping. Exact below 2^32.
    fn integer(&mut self) -> Result<Number, Refusal> {
        let mut exact: u32 = 0;
        while let Some(digit) = self.digit() {
            match exact.checked_mul(10).and_then(|n| n.checked_add(digit.into())) {
                Some(n) => exact = n,
                None => return self.long_integer(whole(exact)),
            }
            self.at += 1;
        }
        Ok(whole(exact))
    }

    fn long_integer(&mut self, start: Number) -> Result<Number, Refusal> {
        let mut value = start;
        while let Some(digit) = self.digit() {
            value = Number::small(digit).plus(value.times(TEN)?)?;
            self.at += 1;
        }
        Ok(value)
    }

    /// The digits after the point, 2CD5h: the power of ten is divided by ten, times the digit, added.
    fn fraction(&mut self, whole: Number) -> Result<Number, Refusal> {
        let mut value = whole;
        let mut power = ONE;
        while let Some(digit) = self.digit() {
            power = power.over(TEN)?;
            value = value.plus(Number::small(digit).times(power)?)?;
            self.next();
        }
        Ok(value)
    }

    /// E-FORMAT, 2CEBh.
    fn exponent(&mut self, value: Number) -> Result<Number, Refusal> {
        self.next();
        let negative = self.peek() == Some(b'-');
        if let Some(b'+' | b'-') = self.peek() {
            self.next();
        }
        if self.digit().is_none() {
            return Err(Refusal::Nonsense);
        }
        match self.integer()?.as_small() {
            Some(exponent @ 0..=127) => Ok(scale(value, exponent as u8, negative)?),
            _ => Err(Refusal::TooBig),
        }
    }
}

/// E-TO-FP, 2D4Fh: the exponent is halved, ten is squared, a 1 bit multiplies or divides. Ten to the 64th does not
/// exist, so every exponent from 64 on is too big, for zero too.
pub(super) fn scale(value: Number, exponent: u8, negative: bool) -> Result<Number, TooBig> {
    let (mut value, mut bits, mut power) = (value, exponent, TEN);
    loop {
        if bits & 1 != 0 {
            value = if negative { value.over(power)? } else { value.times(power)? };
        }
        bits >>= 1;
        if bits == 0 {
            return Ok(value);
        }
        power = power.times(power)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(text: &str) -> String {
        match scan(text.as_bytes()).outcome {
            Ok(Number(bytes)) => bytes.iter().map(|b| format!("{b:02X}")).collect(),
            Err(Refusal::TooBig) => "6".into(),
            Err(Refusal::Nonsense) => "C".into(),
        }
    }

    /// Pairs read from the ROM.
    #[test]
    fn numerals_as_the_rom_stores_them() {
        for (text, expected) in [
            (".5", "7F7FFFFFFF"),
            ("0.5", "7F7FFFFFFF"),
            (".1", "7D4CCCCCCC"),
            (".3", "7F19999999"),
            (".25", "7E7FFFFFFF"),
            ("1.5", "8140000000"),
            ("65535.5", "907FFF8000"),
            ("1e38", "FF16769951"),
            ("1.7014118e38", "FF7FFFFFA8"),
            ("1e-38", "0259C7DCEC"),
            ("1.5e-39", "0100000000"),
            ("1e-39", "0000000000"),
            ("1e4", "0000102700"),
            ("65535.0", "0000FFFF00"),
            ("1.5e4", "8E6A600000"),
            ("50e-1", "8320000000"),
            ("65536", "9100000000"),
            ("1e39", "6"),
            ("1.8e38", "6"),
            ("1e-128", "6"),
            (".", "C"),
            ("1e", "C"),
            ("1e+x", "C"),
        ] {
            assert_eq!(hex(text), expected, "{text}");
        }
    }

    /// The exact start of [`Cursor::integer`] gives what the ROM's steps give, up to its last value.
    #[test]
    fn whole_numbers_skip_no_step() {
        for value in (0..70_000).chain((0..32).map(|n| 1 << n)).chain(4_294_967_200..=u32::MAX) {
            let text = value.to_string();
            let mut cursor = Cursor { text: text.as_bytes(), at: 0 };
            assert_eq!(cursor.long_integer(Number::ZERO), Ok(whole(value)), "{value}");
        }
    }

    #[test]
    fn consumed_is_where_ch_add_stands() {
        for (text, consumed) in [
            ("12 ", 2),
            ("1.5 x", 4),
            ("1. e2:", 5),
            ("1e 5 ", 4),
            (".  x", 3),
            ("1e\x10\x055 :", 5),
            ("9e99999", 7),
        ] {
            assert_eq!(scan(text.as_bytes()).consumed, consumed, "{text:?}");
        }
    }
}
