//! The calculator's addition (3014h), subtraction (300Fh), multiplication (30CAh), division (31AFh), negate (346Eh),
//! abs (346Ah), truncate (3214h) and int (36AFh).
//!
//! Owns: these operations on any five bytes, bit for bit what the ROM leaves on its stack. Must never know: text.
//!
//! What differs from textbook arithmetic, all of it kept here:
//!
//! - Two small integers are added and multiplied as integers; the result stays small while it fits 16 bits. Division
//!   always goes to the full form.
//! - A product is rounded by the first bit that does not fit (half goes up).
//! - A sum loses the bits shifted out, except the last, which rounds in two's complement (SHIFT-FP, 2FDDh).
//! - A quotient has 33 bits. The 34th, wanted when the first is 0, is computed from an unshifted remainder and is
//!   always 0 (31FFh jumps back one step too far), so such a quotient is truncated: 1/10 is `7D 4C CC CC CC`.
//! - A result too small for the exponent is zero, or `01 00 00 00 00` when its leading bit sits just below (3159h).

use super::Number;

/// Report 6, Number too big: the result does not fit the exponent, or a division by zero (31ADh).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooBig;

impl std::fmt::Display for TooBig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Number too big")
    }
}

impl std::error::Error for TooBig {}

/// The magnitude of a small integer as INT-FETCH (2D7Fh) takes it from any bytes, and its sign byte.
pub(super) const fn int_fetch(n: Number) -> (u16, u8) {
    let [_, sign, low, high, _] = n.0;
    let (low, borrow) = (low ^ sign).overflowing_sub(sign);
    let high = high.wrapping_add(sign).wrapping_add(borrow as u8) ^ sign;
    (u16::from_le_bytes([low, high]), sign)
}

/// A small integer from a magnitude and a sign byte, as INT-STORE (2D8Eh) writes it.
const fn int_store(magnitude: u16, sign: u8) -> Number {
    let [low, high] = magnitude.to_le_bytes();
    let (low, borrow) = (low ^ sign).overflowing_sub(sign);
    let high = high.wrapping_add(sign).wrapping_add(borrow as u8) ^ sign;
    Number([0, sign, low, high, 0])
}

/// A number in full form, taken apart. Zero has exponent 0 and mantissa 0.
#[derive(Clone, Copy)]
pub(super) struct Full {
    pub(super) exponent: u8,
    pub(super) negative: bool,
    pub(super) mantissa: u32,
}

/// Takes a number apart after RE-STACK (3297h) has brought it to the full form.
pub(super) const fn restack(n: Number) -> Full {
    let [exponent, b1, b2, b3, b4] = n.0;
    if exponent != 0 {
        let mantissa = u32::from_be_bytes([b1 | 0x80, b2, b3, b4]);
        return Full { exponent, negative: b1 & 0x80 != 0, mantissa };
    }
    let (magnitude, sign) = int_fetch(n);
    if magnitude == 0 {
        return Full { exponent: 0, negative: false, mantissa: 0 };
    }
    let shift = magnitude.leading_zeros();
    // The ROM rotates bit 0 of the sign byte into the sign place (32B6h).
    Full {
        exponent: 0x90 - shift as u8,
        negative: sign & 1 != 0,
        mantissa: ((magnitude << shift) as u32) << 16,
    }
}

/// The end of all three full operations (3155h to 31ACh): normalise, round by the first bit of `tail`, store.
///
/// `exponent` is the exponent byte with its true carry, so that 256 can still come down to 255 by normalising.
const fn finish(exponent: i32, negative: bool, mantissa: u32, tail: u8) -> Result<Number, TooBig> {
    if exponent > 256 || (exponent == 256 && mantissa & 0x8000_0000 != 0) {
        return Err(TooBig);
    }
    if exponent < 0 {
        return Ok(Number::ZERO);
    }
    let (mut exponent, mut mantissa, mut tail) = (exponent, mantissa, tail);
    if exponent == 0 {
        return Ok(near_zero(negative, mantissa));
    }
    let mut left = 32;
    while mantissa & 0x8000_0000 == 0 {
        tail = tail.rotate_left(1);
        mantissa = mantissa << 1 | (tail & 1) as u32;
        exponent -= 1;
        if exponent == 0 {
            return Ok(near_zero(negative, mantissa));
        }
        left -= 1;
        if left == 0 {
            return Ok(Number::ZERO);
        }
    }
    if tail & 0x80 != 0 {
        mantissa = mantissa.wrapping_add(1);
        if mantissa == 0 {
            mantissa = 0x8000_0000;
            exponent += 1;
        }
    }
    if exponent > 255 {
        return Err(TooBig);
    }
    Ok(store(exponent as u8, negative, mantissa))
}

/// NEAR-ZERO, 3159h: the exponent has come down to 0. What still has its leading bit becomes 2^-128.
const fn near_zero(negative: bool, mantissa: u32) -> Number {
    if mantissa & 0x8000_0000 != 0 { store(1, negative, 0x8000_0000) } else { Number::ZERO }
}

const fn store(exponent: u8, negative: bool, mantissa: u32) -> Number {
    let [b1, b2, b3, b4] = mantissa.to_be_bytes();
    Number([exponent, b1 & 0x7F | (negative as u8) << 7, b2, b3, b4])
}

/// SHIFT-FP, 2FDDh: a two's complement shift to the right, the last bit shifted out rounds; all is lost after 32.
pub(super) const fn shift_right(value: i64, places: u8) -> i64 {
    match places {
        0 => value,
        1..=32 => (value >> places) + (value >> (places - 1) & 1),
        _ => 0,
    }
}

/// The full form of a whole number, which the ROM reaches by exact steps.
pub(super) const fn whole(value: u32) -> Number {
    if value <= 0xFFFF {
        return Number::small(value as u16);
    }
    let shift = value.leading_zeros();
    store(0xA0 - shift as u8, false, value << shift)
}

impl Number {
    /// `self + other`, the calculator's addition at 3014h.
    ///
    /// ```
    /// use zxtap::basic::number::Number;
    /// assert_eq!(Number::small(65535).plus(Number::small(1)), Ok(Number([0x91, 0x00, 0x00, 0x00, 0x00])));
    /// ```
    ///
    /// # Errors
    /// [`TooBig`] when the exponent overflows.
    pub const fn plus(self, other: Number) -> Result<Number, TooBig> {
        if self.0[0] | other.0[0] == 0 {
            let [_, sign1, low1, high1, last] = self.0;
            let [_, sign2, low2, high2, _] = other.0;
            let (sum, carry) =
                u16::from_le_bytes([low1, high1]).overflowing_add(u16::from_le_bytes([low2, high2]));
            let sign = sign1.wrapping_add(sign2).wrapping_add(carry as u8).rotate_right(1);
            let (rest, negative) = sign.overflowing_add(sign >> 7);
            if rest == 0 {
                let [low, high] = sum.to_le_bytes();
                return Ok(Number([0, if negative { 0xFF } else { 0 }, low, high, last]));
            }
        }
        let (a, b) = (restack(self), restack(other));
        let (large, small) = if b.exponent >= a.exponent { (b, a) } else { (a, b) };
        let sum = signed(large) + shift_right(signed(small), large.exponent - small.exponent);
        let mut exponent = large.exponent as i32;
        let mut sum = sum;
        // Bits 32 and 33 differ: the sum has run over (3069h). -2^32 itself has not, and is put right at 309Ah.
        if sum < -0x1_0000_0000 || sum > 0xFFFF_FFFF {
            sum = shift_right(sum, 1);
            exponent += 1;
        }
        if sum == -0x1_0000_0000 {
            sum = -0x8000_0000;
            exponent += 1;
        }
        if exponent > 255 {
            return Err(TooBig);
        }
        // Nothing is left of two zeros; the ROM finds out by shifting 32 times.
        if sum == 0 {
            return Ok(Number::ZERO);
        }
        finish(exponent, sum < 0, sum.unsigned_abs() as u32, 0)
    }

    /// `-self`, the calculator's negate at 346Eh. A zero (first four bytes 00) stays as it is.
    pub const fn negated(self) -> Number {
        if self.is_zero() {
            return self;
        }
        let [exponent, b1, b2, b3, b4] = self.0;
        if exponent != 0 {
            return Number([exponent, b1 ^ 0x80, b2, b3, b4]);
        }
        let (magnitude, sign) = int_fetch(self);
        int_store(magnitude, !sign)
    }

    /// The calculator's abs at 346Ah.
    pub const fn absolute(self) -> Number {
        let [exponent, b1, b2, b3, b4] = self.0;
        if exponent != 0 {
            return Number([exponent, b1 & 0x7F, b2, b3, b4]);
        }
        int_store(int_fetch(self).0, 0)
    }

    /// The calculator's truncate at 3214h: what stands behind the point is dropped. A small integer stays as it is.
    ///
    /// Values of -65536 and a fraction with few enough bits (3221h looks at the first 17 bits of the mantissa) become
    /// `00 FF 00 00 00`, which PRINT shows as -1E-38: the ROM's best-known mistake, kept.
    pub const fn truncated(self) -> Number {
        let [exponent, b1, b2, b3, b4] = self.0;
        match exponent {
            0 => self,
            1..=0x80 => Number::ZERO,
            0x81..=0x90 => {
                let mantissa = u16::from_be_bytes([b1 | 0x80, b2]);
                int_store(mantissa >> (0x90 - exponent), if b1 & 0x80 != 0 { 0xFF } else { 0 })
            }
            0x91 if b1 == 0x80 && b2 == 0 && b3 & 0x80 == 0 => Number([0, 0xFF, 0, 0, 0]),
            0x91..=0x9F => {
                let clear = 0xA0 - exponent;
                let [b1, b2, b3, b4] = (u32::from_be_bytes([b1, b2, b3, b4]) >> clear << clear).to_be_bytes();
                Number([exponent, b1, b2, b3, b4])
            }
            _ => self,
        }
    }

    /// The calculator's int at 36AFh: the largest whole number not above.
    ///
    /// ```
    /// use zxtap::basic::number::{Number, scan};
    /// let half = scan(b"0.5").outcome.unwrap();
    /// assert_eq!(half.negated().floored(), Ok(Number::small(1).negated()));
    /// ```
    ///
    /// # Errors
    /// [`TooBig`] when a step overflows the exponent.
    pub const fn floored(self) -> Result<Number, TooBig> {
        let whole = self.truncated();
        if self.0[1] & 0x80 == 0 {
            return Ok(whole);
        }
        match self.minus(whole) {
            Ok(rest) if rest.is_zero() => Ok(whole),
            Ok(_) => whole.minus(Number::small(1)),
            Err(too_big) => Err(too_big),
        }
    }

    /// Whether the calculator takes it for zero, by TEST-ZERO (34E9h): the first four bytes are 00.
    ///
    /// ```
    /// use zxtap::basic::number::Number;
    /// assert!(Number([0, 0, 0, 0, 7]).is_zero());
    /// ```
    pub const fn is_zero(self) -> bool {
        let [exponent, b1, b2, b3, _] = self.0;
        exponent | b1 | b2 | b3 == 0
    }

    /// `self - other`, the calculator's subtraction at 300Fh: the other is negated, then added.
    ///
    /// # Errors
    /// [`TooBig`] when the exponent overflows.
    pub const fn minus(self, other: Number) -> Result<Number, TooBig> {
        self.plus(other.negated())
    }

    /// `self * other`, the calculator's multiplication at 30CAh.
    ///
    /// ```
    /// use zxtap::basic::number::Number;
    /// assert_eq!(Number::small(256).times(Number::small(255)), Ok(Number::small(65280)));
    /// assert_eq!(Number::small(256).times(Number::small(256)), Ok(Number([0x91, 0x00, 0x00, 0x00, 0x00])));
    /// ```
    ///
    /// # Errors
    /// [`TooBig`] when the exponent overflows.
    pub const fn times(self, other: Number) -> Result<Number, TooBig> {
        if self.0[0] | other.0[0] == 0 {
            let ((a, sign_a), (b, sign_b)) = (int_fetch(self), int_fetch(other));
            if let Some(product) = a.checked_mul(b) {
                return Ok(int_store(product, if product == 0 { 0 } else { sign_a ^ sign_b }));
            }
        }
        let (a, b) = (restack(self), restack(other));
        if a.exponent == 0 || b.exponent == 0 {
            return Ok(Number::ZERO);
        }
        let product = a.mantissa as u64 * b.mantissa as u64;
        let exponent = a.exponent as i32 + b.exponent as i32 - 0x80;
        finish(exponent, a.negative != b.negative, (product >> 32) as u32, (product >> 24) as u8)
    }

    /// `self / other`, the calculator's division at 31AFh.
    ///
    /// ```
    /// use zxtap::basic::number::Number;
    /// assert_eq!(Number::small(1).over(Number::small(10)), Ok(Number([0x7D, 0x4C, 0xCC, 0xCC, 0xCC])));
    /// ```
    ///
    /// # Errors
    /// [`TooBig`] when the exponent overflows or `other` is zero.
    pub const fn over(self, other: Number) -> Result<Number, TooBig> {
        let (a, b) = (restack(self), restack(other));
        if b.exponent == 0 {
            return Err(TooBig);
        }
        if a.exponent == 0 {
            return Ok(Number::ZERO);
        }
        let quotient = ((a.mantissa as u64) << 32) / b.mantissa as u64;
        let exponent = a.exponent as i32 - b.exponent as i32 + 0x81;
        finish(exponent, a.negative != b.negative, (quotient >> 1) as u32, (quotient as u8) << 7)
    }
}

const fn signed(n: Full) -> i64 {
    if n.negative { -(n.mantissa as i64) } else { n.mantissa as i64 }
}
