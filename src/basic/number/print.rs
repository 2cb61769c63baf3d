//! From five bytes to what PRINT and STR$ show: PRINT-FP, 2DE3h.
//!
//! Owns: the digits and their layout. Must never know: screens, columns.
//!
//! ```text
//! value             printed           rule
//! 0.00001 .. 10^8   .00001 0.5 123    plain when the point stands at most 4 places before or 8 behind the first digit
//! anything else     1E+8 1.5E-10      one digit before the point, exponent with its sign and without zeros in front
//! ```
//!
//! At most eight digits, rounded; zeros at the end are not shown. Numbers from 2^27 on are divided by a power of ten
//! first, numbers below one multiplied, both with the calculator's errors, which PRINT therefore shows.

use super::Number;
use super::arithmetic::{int_fetch, restack, shift_right};
use super::scan::scale;

/// The digits that PRINT-FP collects in the calculator's memory, mem-3 to mem-5.
#[derive(Default)]
struct Digits {
    /// 5CA1h.
    digit: [u8; 9],
    /// 5CABh.
    count: usize,
    /// 5CACh: where the point stands, counted from before the first digit.
    point: i32,
}

impl std::fmt::Display for Number {
    /// What the ROM's PRINT shows of these bytes.
    ///
    /// ```
    /// use zxtap::basic::number::Number;
    /// assert_eq!(Number([0x82, 0x49, 0x0F, 0xDA, 0xA2]).to_string(), "3.1415927");
    /// assert_eq!(Number([0x00, 0xFF, 0xFF, 0xFF, 0x00]).to_string(), "-1");
    /// // The ROM makes these bytes when it truncates -65536, and cannot print them.
    /// assert_eq!(Number([0x00, 0xFF, 0x00, 0x00, 0x00]).to_string(), "-1E-38");
    /// ```
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_zero() {
            return f.pad("0");
        }
        let mut text = String::with_capacity(14);
        let mut value = *self;
        if self.0[1] & 0x80 != 0 {
            text.push('-');
            value = value.absolute();
        }
        Digits::of(value).lay_out(&mut text);
        f.pad(&text)
    }
}

impl Digits {
    /// PF-LOOP, 2E01h, to PF-COUNT, 2F2Dh. The sign bit of `value` is 0.
    fn of(value: Number) -> Digits {
        let mut digits = Digits::default();
        let mut value = value;
        loop {
            let (whole, fraction) = parts(value);
            let exponent = whole.0[0];
            if exponent >= 0x9C {
                // PF-LARGE, 2E5Ch: ten to the log, less seven digits.
                let places = log_of_power(exponent - 0x80) - 7;
                digits.point += i32::from(places);
                value = scale(whole, places, true).expect("dividing by a power of ten makes it smaller");
                continue;
            }
            let magnitude = if exponent == 0 {
                u32::from(int_fetch(whole).0)
            } else {
                restack(whole).mantissa >> (0xA0 - exponent)
            };
            let up = if magnitude == 0 {
                digits.small(fraction)
            } else {
                digits.integer(magnitude);
                if digits.count == 9 {
                    digits.count = 8;
                    digits.digit[8] >= 5
                } else {
                    digits.fraction(fraction)
                }
            };
            digits.round(up);
            return digits;
        }
    }

    /// PF-SMALL, 2E24h: nothing before the point. The first digit is brought before it by a power of ten.
    fn small(&mut self, fraction: Number) -> bool {
        let places = log_of_power(fraction.0[0].wrapping_sub(0x7E));
        self.point -= i32::from(places);
        let scaled = scale(fraction, places, false).expect("below ten");
        let (first, rest) = parts(scaled);
        let first = int_fetch(first).0 as u8;
        self.digit[0] = first;
        if first != 0 {
            self.count = 1;
            self.point += 1;
        }
        self.fraction(rest)
    }

    /// PF-BITS, 2E7Bh, and PF-DIGITS, 2EA1h: the digits of a whole number below 2^27, at most nine.
    fn integer(&mut self, magnitude: u32) {
        for digit in magnitude.to_string().bytes() {
            self.digit[self.count] = digit - b'0';
            self.count += 1;
            self.point += 1;
        }
    }

    /// PF-FRACTN, 2ECFh: digits of the fraction until there are eight; whether the rest rounds up.
    fn fraction(&mut self, fraction: Number) -> bool {
        let [exponent, b1, b2, b3, b4] = fraction.0;
        let mantissa = u32::from_be_bytes([b1 | 0x80, b2, b3, b4]);
        let mut rest = shift_right(mantissa.into(), 0x80u8.wrapping_sub(exponent)) as u32;
        while self.count < 8 {
            let product = u64::from(rest) * 10;
            self.digit[self.count] = (product >> 32) as u8;
            self.count += 1;
            rest = product as u32;
        }
        rest & 0x8000_0000 != 0
    }

    /// PF-ROUND, 2F0Ch: rounds up, then drops zeros from the end.
    fn round(&mut self, up: bool) {
        let mut carry = up;
        while self.count > 0 {
            let digit = &mut self.digit[self.count - 1];
            *digit += u8::from(carry);
            carry = *digit > 9;
            if *digit != 0 && !carry {
                return;
            }
            self.count -= 1;
        }
        self.digit[0] = 1;
        self.count = 1;
        self.point += 1;
    }

    /// 2F36h: plain or with an exponent.
    fn lay_out(&self, text: &mut String) {
        if let -4..=8 = self.point {
            if self.point == 0 {
                text.push('0');
            }
            self.lay_out_at(self.point, text);
        } else {
            self.lay_out_at(1, text);
            text.push_str(&format!("E{:+}", self.point - 1));
        }
    }

    /// PF-E-SBRN, 2F4Ah: the digits with the point behind the `point`th.
    fn lay_out_at(&self, point: i32, text: &mut String) {
        let mut digits = self.digit[..self.count].iter().map(|digit| char::from(b'0' + digit));
        for _ in 0..point {
            text.push(digits.next().unwrap_or('0'));
        }
        if digits.len() > 0 {
            text.push('.');
            text.extend((point..0).map(|_| '0'));
            text.extend(digits);
        }
    }
}

/// The whole part, by TRUNCATE (3214h), and what is left, by subtraction. The sign bit of `value` is 0.
fn parts(value: Number) -> (Number, Number) {
    let whole = value.truncated();
    (whole, value.minus(whole).expect("a difference of two of the same sign"))
}

/// LOG(2^A), 2DC1h: the magnitude of INT (A * log10 2), A taken as signed.
fn log_of_power(a: u8) -> u8 {
    /// log10 2 as the ROM has it, 7F1A209A85, times 2^33.
    const LOG_2: u64 = 0x9A20_9A85;
    let a = a as i8;
    let product = u64::from(a.unsigned_abs()) * LOG_2;
    let up = if a < 0 { (1 << 33) - 1 } else { 0 };
    ((product + up) >> 33) as u8
}
