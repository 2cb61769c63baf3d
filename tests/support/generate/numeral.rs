//! Numerals of every shape the ROM reads, and some it refuses.
//!
//! Every integer length with and without leading zeros, fractions with and without integer part, a point with nothing
//! behind it, exponents with either letter and either sign, BIN, spaces where the ROM skips them and where it does
//! not, and clusters round 65535, the largest number and the smallest one.

use super::dice::Dice;

const BIN: u8 = 0xC4;

fn digits(dice: &mut Dice, n: usize, out: &mut Vec<u8>) {
    for _ in 0..n {
        out.push(b'0' + dice.below(10) as u8);
    }
}

/// Zeros, one of `counts` of them.
fn zeros(dice: &mut Dice, counts: &[usize], out: &mut Vec<u8>) {
    out.resize(out.len() + dice.pick(counts), b'0');
}

/// Mostly short, now and then very long.
fn length(dice: &mut Dice) -> usize {
    match dice.below(20) {
        0..=11 => dice.between(1, 6),
        12..=17 => dice.between(5, 14),
        18 => dice.between(10, 45),
        _ => dice.between(1, 2),
    }
}

fn exponent(dice: &mut Dice, out: &mut Vec<u8>) {
    out.push(dice.pick(b"eE"));
    match dice.below(5) {
        0 => out.push(b'+'),
        1 | 2 => out.push(b'-'),
        _ => {}
    }
    zeros(dice, &[0, 0, 0, 0, 1, 3], out);
    let value = match dice.below(10) {
        0..=4 => dice.between(0, 12),
        5 | 6 => dice.between(0, 40),
        7 => dice.between(30, 46),
        8 => dice.between(100, 140),
        _ => dice.between(0, 400),
    };
    out.extend_from_slice(value.to_string().as_bytes());
}

fn fraction(dice: &mut Dice, out: &mut Vec<u8>) {
    out.push(b'.');
    zeros(dice, &[0, 0, 0, 0, 1, 2, 5, 9], out);
    let n = length(dice);
    digits(dice, n, out);
}

fn binary(dice: &mut Dice) -> Vec<u8> {
    let mut out = vec![BIN];
    zeros(dice, &[0, 0, 0, 1, 4, 20], &mut out);
    let n = match dice.below(8) {
        0 => 0,
        1 => 16,
        2 => 17,
        3 => dice.between(14, 18),
        _ => dice.between(1, 16),
    };
    for i in 0..n {
        out.push(if i == 0 || dice.chance(500) { b'1' } else { b'0' });
        if dice.chance(40) {
            out.push(b' ');
        }
    }
    if dice.chance(25) {
        out.push(b'2' + dice.below(8) as u8);
    }
    out
}

/// A numeral near one of the edges of the two forms and of the range.
fn edge(dice: &mut Dice) -> Vec<u8> {
    match dice.below(9) {
        0 => (65_530 + dice.below(12)).to_string(),
        1 => format!(
            "{}.{}",
            65_530 + dice.below(12),
            dice.pick(&["0", "5", "00", "9", "999999999", "0000000001"])
        ),
        2 => (4_294_967_290u64 + dice.below(12) as u64).to_string(),
        3 => (1u64 << dice.between(8, 40)).wrapping_add(dice.below(5) as u64).wrapping_sub(2).to_string(),
        4 => format!("1.7014118{}e38", dice.below(1000)),
        5 => format!("{}.{}e-39", dice.between(1, 3), dice.below(100_000)),
        6 => format!("{}e{}", dice.between(1, 99_999), dice.between(30, 40)),
        7 => format!("0.{}{}", "0".repeat(dice.between(30, 45)), dice.between(1, 99_999)),
        _ => format!("{}e-{}", dice.between(1, 99_999), dice.between(35, 45)),
    }
    .into_bytes()
}

/// Puts spaces into a numeral: inside, at the ends, round the point and the exponent letter.
fn spaced(dice: &mut Dice, plain: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for &b in plain {
        if !out.is_empty() && dice.chance(150) {
            out.resize(out.len() + dice.between(1, 2), b' ');
        }
        out.push(b);
    }
    if dice.chance(300) {
        out.push(b' ');
    }
    out
}

/// One numeral as typed, tokens as bytes. Most are read by the ROM; some are refused with 6 or C.
pub fn numeral(seed: u64) -> Vec<u8> {
    let dice = &mut Dice::new(seed ^ 0x6E75_6D65);
    let mut out = Vec::new();
    match dice.below(20) {
        0..=3 => {
            zeros(dice, &[0, 0, 0, 1, 2, 6], &mut out);
            let n = length(dice);
            digits(dice, n, &mut out);
        }
        4..=8 => {
            let n = length(dice);
            digits(dice, n, &mut out);
            fraction(dice, &mut out);
        }
        9 | 10 => fraction(dice, &mut out),
        11 => {
            let n = length(dice);
            digits(dice, n, &mut out);
            out.push(b'.');
            if dice.chance(300) {
                exponent(dice, &mut out);
            }
        }
        12 | 13 => {
            let n = dice.between(1, 6);
            digits(dice, n, &mut out);
            exponent(dice, &mut out);
        }
        14 | 15 => {
            if dice.chance(700) {
                let n = dice.between(1, 4);
                digits(dice, n, &mut out);
            }
            fraction(dice, &mut out);
            exponent(dice, &mut out);
        }
        16 => out = binary(dice),
        17 | 18 => out = edge(dice),
        _ => {
            // Things that look like numerals and are none, or end early.
            let n = dice.between(0, 3);
            digits(dice, n, &mut out);
            out.extend_from_slice(dice.pick(&[
                b"." as &[u8],
                b"e",
                b"e+",
                b"1e-",
                b"1..2",
                b".e5",
                b"5e5.5",
                b"1.e",
                b"e5",
            ]));
            let n = dice.between(0, 2);
            digits(dice, n, &mut out);
        }
    }
    if dice.chance(60) { spaced(dice, &out) } else { out }
}
