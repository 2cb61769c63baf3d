//! Legal lines, damaged: what the ROM refuses, and what it surprisingly takes.

use super::dice::Dice;
use super::grammar::legal_line;

/// A piece of a typed line that damage takes as a whole: a token or character, a numeral, a name, a string.
fn pieces(typed: &[u8]) -> Vec<&[u8]> {
    let mut pieces = Vec::new();
    let mut rest = typed;
    while let Some(&b) = rest.first() {
        let run = |test: fn(u8) -> bool| rest.iter().take_while(|&&b| test(b)).count();
        let n = match b {
            b'0'..=b'9' => run(|b| b.is_ascii_digit() || b == b'.'),
            b'a'..=b'z' | b'A'..=b'Z' => run(|b| b.is_ascii_alphanumeric()),
            b'"' => rest[1..].iter().position(|&b| b == b'"').map_or(rest.len(), |p| p + 2),
            0x10..=0x15 => 2.min(rest.len()),
            0x16 | 0x17 => 3.min(rest.len()),
            _ => 1,
        };
        pieces.push(&rest[..n]);
        rest = &rest[n..];
    }
    pieces
}

const PUNCTUATION: &[u8] = b"()(),,;;:'\"#$$+-*/^=<>.eE0123456789abxyzAB   ";

/// One piece out of nothing: mostly tokens and punctuation, now and then bytes that only an escape can write.
fn piece(dice: &mut Dice) -> Vec<u8> {
    match dice.below(20) {
        0..=6 => vec![dice.between(0xA5, 0xFF) as u8],
        7..=14 => vec![dice.pick(PUNCTUATION)],
        15 => dice
            .pick(&[
                b"a$" as &[u8],
                b"ab",
                b"a(1)",
                b"a$(1)",
                b"\"x\"",
                b"(a)",
                b"1",
                b"#1",
                b"65536",
                b"1e5",
            ])
            .to_vec(),
        16 => dice
            .pick(&[
                b"\xCC" as &[u8],
                b"\xCA",
                b"\xCB",
                b"\xCD",
                b"\xAF1",
                b"\xE4a()",
                b"\xD9 1;",
                b"\xAC1,1;",
            ])
            .to_vec(),
        17 => dice
            .pick(&[
                b"<=" as &[u8],
                b">=",
                b"<>",
                b"==",
                b"\"\"",
                b"()",
                b"a ()",
                b"**",
                b"--",
                b"++",
                b"\xC3",
            ])
            .to_vec(),
        18 => {
            let control = dice.pick(&[0x06, 0x08, 0x10, 0x11, 0x13, 0x16, 0x17, 0x00, 0x1F, 0x0F]);
            let n = match control {
                0x10..=0x15 => 1,
                0x16 | 0x17 => 2,
                _ => 0,
            };
            let mut out = vec![control];
            for _ in 0..n {
                out.push(dice.below(8) as u8);
            }
            out
        }
        _ => vec![dice.pick(&[
            b'@', b'[', b'\\', b']', b'_', b'`', b'{', b'|', b'}', b'~', 0x7F, 0x80, 0x8F, 0x90, 0xA3, 0xA4,
            b'!', b'?', b'%', b'&',
        ])],
    }
}

/// A legal line with one to three pieces of damage. It may happen to be legal still.
pub fn mutant(seed: u64) -> Vec<u8> {
    let dice = &mut Dice::new(seed ^ 0x6D75_7461);
    let mut line = legal_line(dice.bits()).typed;
    for _ in 0..dice.pick(&[1, 1, 1, 1, 2, 2, 3]) {
        line = damaged(&line, dice);
    }
    if line.first().is_some_and(u8::is_ascii_digit) {
        // Not a part of the line's number.
        line.insert(0, b' ');
    }
    line
}

fn damaged(line: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut parts: Vec<Vec<u8>> = pieces(line).into_iter().map(<[u8]>::to_vec).collect();
    let at = dice.below(parts.len());
    match dice.below(14) {
        0..=2 if !parts.is_empty() => {
            parts.remove(at);
        }
        3 | 4 => parts.insert(dice.below(parts.len() + 1), piece(dice)),
        5..=7 if !parts.is_empty() => parts[at] = piece(dice),
        8 if !parts.is_empty() => {
            let copy = parts[at].clone();
            parts.insert(dice.below(parts.len() + 1), copy);
        }
        9 if parts.len() > 1 => {
            let other = dice.below(parts.len());
            parts.swap(at, other);
        }
        10 if parts.len() > 1 => {
            // A stretch taken out, or put somewhere else.
            let n = dice.between(1, 4.min(parts.len() - at));
            let stretch: Vec<_> = parts.drain(at..at + n).collect();
            if dice.chance(500) {
                let to = dice.below(parts.len() + 1);
                parts.splice(to..to, stretch);
            }
        }
        11 => {
            // Cut short, between pieces or inside one.
            if dice.chance(500) {
                parts.truncate(at);
            } else {
                let whole = parts.concat();
                return whole[..dice.below(whole.len() + 1)].to_vec();
            }
        }
        12 => {
            // The head of this line and the tail of another.
            let other = legal_line(dice.bits()).typed;
            let tail = pieces(&other);
            let from = dice.below(tail.len());
            parts.truncate(at);
            parts.extend(tail[from..].iter().map(|p| p.to_vec()));
        }
        _ => {
            // One byte anywhere, also inside strings and numerals.
            let mut whole = parts.concat();
            let to = dice.below(whole.len() + 1);
            match dice.below(3) {
                0 if to < whole.len() => {
                    whole.remove(to);
                }
                1 if to < whole.len() => whole[to] = dice.pick(PUNCTUATION),
                _ => whole.insert(to, dice.pick(PUNCTUATION)),
            }
            return whole;
        }
    }
    parts.concat()
}
