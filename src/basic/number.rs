//! Five-byte numbers, exactly as the ROM makes and prints them.
//!
//! Owns: the stored form of a number, the calculator's `+ - * /` ([`arithmetic`]), the way from decimal or binary
//! text to a number ([`scan`]) and back to the text that PRINT shows (`Display`). Everything is integer arithmetic that follows the 48K ROM's calculator step by
//! step, with its truncations and its quirks.
//!
//! Must never know: floating point of the host, emulators, programs, tokens other than the byte values met inside a
//! numeral.
//!
//! # The format
//!
//! | byte | small integer, -65535..=65535 | full form |
//! |---|---|---|
//! | 0 | 00 | exponent + 80h, 01..=FF |
//! | 1 | sign: 00 or FF | bit 7 sign, bits 6..0 the mantissa's bits 30..24 (bit 31 is always 1 and not stored) |
//! | 2 | low byte | mantissa bits 23..16 |
//! | 3 | high byte | mantissa bits 15..8 |
//! | 4 | 00 | mantissa bits 7..0 |
//!
//! A negative small integer is stored in two's complement: -1 is `00 FF FF FF 00`. A full number is
//! `mantissa / 2^32 * 2^exponent`, so the mantissa stands for a value from 0.5 up to, not including, 1.
//!
//! ```text
//! 00 00 10 27 00   10000             82 49 0F DA A2   3.1415927  (82h: exponent 2, 0.785.. * 4)
//! 7F 7F FF FF FF   .5 as typed       80 00 00 00 00   one half as a calculator constant
//! ```
//!
//! Two stored numbers can be equal in value and differ in bytes; `==` here compares the bytes.

pub mod arithmetic;
mod print;
pub mod scan;

pub use arithmetic::TooBig;
pub use scan::{Refusal, Scan, scan, scan_binary, skip};

/// A number as the ROM stores it: five bytes, any five bytes.
///
/// ```
/// use zxtap::basic::number::{Number, scan};
/// assert_eq!(scan(b"10000").outcome, Ok(Number([0x00, 0x00, 0x10, 0x27, 0x00])));
/// assert_eq!(scan(b".5").outcome, Ok(Number([0x7F, 0x7F, 0xFF, 0xFF, 0xFF])));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Number(pub [u8; 5]);

impl Number {
    /// Zero as the ROM stores it: `00 00 00 00 00`.
    pub const ZERO: Number = Number([0; 5]);

    /// The whole number `value`, 0..=65535, in small-integer form, as STACK-BC (2D2Bh) makes it.
    ///
    /// ```
    /// use zxtap::basic::number::Number;
    /// assert_eq!(Number::small(258), Number([0x00, 0x00, 0x02, 0x01, 0x00]));
    /// ```
    pub const fn small(value: u16) -> Number {
        let [low, high] = value.to_le_bytes();
        Number([0, 0, low, high, 0])
    }

    /// The value when it is a well-formed small integer (first byte 00, sign 00 or FF, last byte 00), otherwise
    /// `None`. `00 FF 00 00 00`, which the ROM itself sometimes makes, is -65536.
    ///
    /// ```
    /// use zxtap::basic::number::Number;
    /// assert_eq!(Number([0x00, 0xFF, 0xFF, 0xFF, 0x00]).as_small(), Some(-1));
    /// assert_eq!(Number([0x81, 0x00, 0x00, 0x00, 0x00]).as_small(), None);
    /// ```
    pub const fn as_small(self) -> Option<i32> {
        let [exponent, sign, low, high, last] = self.0;
        let magnitude = u16::from_le_bytes([low, high]) as i32;
        match (exponent, sign, last) {
            (0, 0x00, 0) => Some(magnitude),
            (0, 0xFF, 0) => Some(magnitude - 0x1_0000),
            _ => None,
        }
    }
}

impl std::fmt::Debug for Number {
    /// The five bytes in hexadecimal, `Number(00 00 10 27 00)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [a, b, c, d, e] = self.0;
        write!(f, "Number({a:02X} {b:02X} {c:02X} {d:02X} {e:02X})")
    }
}
