//! Synthetic BASIC for measuring: legal on a 48K and in the notation that every tool accepts.
//!
//! Owns: the shape of the programs. The same number of lines always gives the same text.

/// A generator of numbers that is the same everywhere (Knuth's MMIX constants).
struct Dice(u64);

impl Dice {
    fn up_to(&mut self, most: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32 % (most + 1)
    }

    fn between(&mut self, least: u32, most: u32) -> u32 {
        least + self.up_to(most - least)
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.up_to(all.len() as u32 - 1) as usize]
    }
}

/// A program of `count` lines, numbered from 1.
pub(crate) fn lines(count: u32) -> String {
    let mut dice = Dice(48);
    let mut text = String::new();
    for number in 1..=count {
        let body = match dice.up_to(9) {
            0 => format!("REM {}", words(&mut dice)),
            1 => {
                let many = dice.between(5, 14);
                let list: Vec<String> = (0..many).map(|_| numeral(&mut dice)).collect();
                format!("DATA {}", list.join(","))
            }
            2 => {
                let target = dice.between(1, count);
                let (left, right) = (comparison(&mut dice), comparison(&mut dice));
                format!("IF {left} AND {right} THEN GO TO {target}")
            }
            _ => {
                let many = dice.between(3, 7);
                let all: Vec<String> = (0..many).map(|_| statement(&mut dice, count)).collect();
                all.join(": ")
            }
        };
        text.push_str(&format!("{number} {body}\n"));
    }
    text
}

fn statement(dice: &mut Dice, count: u32) -> String {
    match dice.up_to(9) {
        0..=2 => format!("LET {}={}", name(dice), expression(dice, 0)),
        3 => format!("LET {}=\"{}\"", string_name(dice), words(dice)),
        4 => {
            let (row, column, ink) = (dice.up_to(21), dice.up_to(31), dice.up_to(7));
            format!("PRINT AT {row},{column};INK {ink};\"{}\"", words(dice))
        }
        5 => format!("POKE {},{}", dice.between(23_296, 65_535), dice.up_to(255)),
        6 => format!("GO SUB {}", dice.between(1, count)),
        7 => {
            format!("PLOT {},{}: DRAW {},{}", dice.up_to(200), dice.up_to(150), dice.up_to(9), dice.up_to(9))
        }
        8 => format!("FOR i={} TO {}: NEXT i", dice.up_to(9), dice.between(10, 99)),
        _ => format!("PRINT {};\" \";{}", expression(dice, 0), name(dice)),
    }
}

fn comparison(dice: &mut Dice) -> String {
    format!("{}{}{}", name(dice), dice.one_of(&[">=", "<>", "<", "="]), expression(dice, 1))
}

fn expression(dice: &mut Dice, depth: u32) -> String {
    match dice.up_to(if depth > 1 { 1 } else { 5 }) {
        0 => numeral(dice),
        1 => name(dice).into(),
        2 => format!("({}{}{})", expression(dice, depth + 1), operator(dice), expression(dice, depth + 1)),
        3 => format!("{}{}{}", expression(dice, depth + 1), operator(dice), expression(dice, depth + 1)),
        4 => format!(
            "{} ({})",
            dice.one_of(&["SIN", "COS", "INT", "ABS", "PEEK"]),
            expression(dice, depth + 1)
        ),
        _ => format!("LEN {}", string_name(dice)),
    }
}

fn numeral(dice: &mut Dice) -> String {
    match dice.up_to(3) {
        0 => dice.up_to(255).to_string(),
        1 => dice.up_to(65_535).to_string(),
        2 => format!("{}.{}", dice.up_to(99), dice.between(1, 999)),
        _ => format!("{}e{}", dice.between(1, 9), dice.between(2, 6)),
    }
}

fn name(dice: &mut Dice) -> &'static str {
    dice.one_of(&["a", "b", "c", "x", "y", "score", "lives", "hi", "px", "py"])
}

fn string_name(dice: &mut Dice) -> &'static str {
    dice.one_of(&["a$", "b$", "k$", "n$"])
}

fn operator(dice: &mut Dice) -> &'static str {
    dice.one_of(&["+", "-", "*", "/"])
}

fn words(dice: &mut Dice) -> String {
    let count = dice.between(1, 4);
    let all: Vec<&str> = (0..count)
        .map(|_| dice.one_of(&["press", "any", "key", "HELLO", "the", "end", "Well done!", "go on,"]))
        .collect();
    all.join(" ")
}
