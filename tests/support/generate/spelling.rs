//! Typed bytes as a person would write them in a source file.
//!
//! | in the bytes | in the text |
//! |---|---|
//! | a token outside strings and REM | its word; the spaces it shows of itself are not in the bytes |
//! | a token inside a string or REM | `\{PRINT}` or `\{0xF5}` |
//! | 20 that a token behind it would swallow as its own | `\{32}` |
//! | 10..15 with a digit's value behind | `\{INK 2}` and so on |
//! | 80..8F, 90..A4 | `\.'`, `\a` or the Unicode block |
//! | 5C, 60, 7F | `\\`, pound or back-quote, `\*` or copyright |
//! | everything else below 20 | `\{6}` or `\{0x06}` |

use super::dice::Dice;

/// The ROM's words for A5..FF, in order (token table at 0095h).
#[rustfmt::skip]
pub const WORDS: [&str; 91] = [
    "RND", "INKEY$", "PI", "FN", "POINT", "SCREEN$", "ATTR", "AT", "TAB", "VAL$", "CODE", "VAL", "LEN", "SIN", "COS",
    "TAN", "ASN", "ACS", "ATN", "LN", "EXP", "INT", "SQR", "SGN", "ABS", "PEEK", "IN", "USR", "STR$", "CHR$", "NOT",
    "BIN", "OR", "AND", "<=", ">=", "<>", "LINE", "THEN", "TO", "STEP", "DEF FN", "CAT", "FORMAT", "MOVE", "ERASE",
    "OPEN #", "CLOSE #", "MERGE", "VERIFY", "BEEP", "CIRCLE", "INK", "PAPER", "FLASH", "BRIGHT", "INVERSE", "OVER",
    "OUT", "LPRINT", "LLIST", "STOP", "READ", "DATA", "RESTORE", "NEW", "BORDER", "CONTINUE", "DIM", "REM", "FOR",
    "GO TO", "GO SUB", "INPUT", "LOAD", "LIST", "LET", "PAUSE", "NEXT", "POKE", "PRINT", "PLOT", "RUN", "SAVE",
    "RANDOMIZE", "IF", "CLS", "DRAW", "CLEAR", "RETURN", "COPY",
];

/// Words that a source may use for a token besides the ROM's own.
pub const ALIASES: [(&str, u8); 8] = [
    ("GOTO", 0xEC),
    ("GOSUB", 0xED),
    ("DEFFN", 0xCE),
    ("OPEN#", 0xD3),
    ("CLOSE#", 0xD4),
    ("RAND", 0xF9),
    ("RANDOMISE", 0xF9),
    ("CONT", 0xE8),
];

/// The word of a token byte A5..FF.
pub fn word(token: u8) -> &'static str {
    WORDS[usize::from(token - 0xA5)]
}

/// True if a LIST puts a space in front (PO-TOKENS 0C10h: from C5 on, if the word begins with a letter).
pub fn shows_leading_space(token: u8) -> bool {
    token >= 0xC5 && !matches!(token, 0xC7..=0xC9)
}

/// True if a LIST puts a space behind (PO-TOKENS 0C10h: words ending in a letter or `$`, but for RND, INKEY$, PI).
pub fn shows_trailing_space(token: u8) -> bool {
    token >= 0xA8 && !matches!(token, 0xC7..=0xC9 | 0xD3 | 0xD4)
}

/// How the words are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As LIST shows them.
    Listed,
    /// Without the tokens' own spaces where no letter or digit touches the word.
    Tight,
    /// In lower case.
    Lower,
    /// In mixed case and with the other spellings.
    Loose,
}

/// What the screen showed last, as far as PO-TOKENS asks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    Space,
    Ink,
    /// A control code stands between: write so that it does not matter.
    Unsure,
}

/// The text of a typed line, without its number.
pub fn spell(typed: &[u8], style: Style, dice: &mut Dice) -> String {
    let mut text = String::new();
    // Behind the number stands a space, which may count or not.
    let mut shown = Shown::Unsure;
    let (mut string, mut rem) = (false, false);
    let mut i = 0;
    while i < typed.len() {
        let b = typed[i];
        if string || rem {
            i += quoted(typed, i, dice, &mut text);
            if b == b'"' && string {
                string = false;
                shown = Shown::Ink;
            }
            continue;
        }
        match b {
            b' ' => {
                let run = typed[i..].iter().take_while(|&&b| b == b' ').count();
                let swallowed = typed.get(i + run).is_some_and(|&n| n >= 0xA5 && shows_leading_space(n));
                let plain = i > 0
                    && (!swallowed
                        || match shown {
                            Shown::Space => true,
                            Shown::Ink => run > 1,
                            Shown::Unsure => false,
                        });
                for _ in 0..run {
                    if plain { text.push(' ') } else { text.push_str(dice.pick(&["\\{32}", "\\{0x20}"])) }
                }
                shown = Shown::Space;
                i += run;
            }
            0..=0x1F => {
                let kept = matches!(b, 0x10..=0x15) && shown == Shown::Ink;
                i += quoted(typed, i, dice, &mut text);
                shown = if kept { Shown::Ink } else { Shown::Unsure };
            }
            0xA5..=0xFF => {
                token(b, typed.get(i + 1).copied(), style, dice, &mut text, &mut shown);
                rem = b == 0xEA;
                i += 1;
            }
            _ => {
                string = b == b'"';
                i += quoted(typed, i, dice, &mut text);
                shown = Shown::Ink;
            }
        }
    }
    text
}

fn token(b: u8, next: Option<u8>, style: Style, dice: &mut Dice, text: &mut String, shown: &mut Shown) {
    let touches_word = text.ends_with(|c: char| c.is_ascii_alphanumeric());
    if touches_word && word(b).starts_with(|c: char| c.is_ascii_alphabetic()) && !shows_leading_space(b) {
        // `SAVE CHR$ aCODE 1`: the ROM takes it, a text reader would see a name.
        text.push_str(&format!("\\{{{}}}", word(b)));
        *shown = Shown::Unsure;
        return;
    }
    let tight = style == Style::Tight;
    if shows_leading_space(b) && *shown == Shown::Ink && !text.is_empty() && (touches_word || !tight) {
        text.push(' ');
    }
    match style {
        Style::Listed | Style::Tight => text.push_str(word(b)),
        Style::Lower => text.push_str(&word(b).to_lowercase()),
        Style::Loose => {
            let others: Vec<&str> = ALIASES.iter().filter(|a| a.1 == b).map(|a| a.0).collect();
            let chosen = if others.is_empty() || dice.chance(400) { word(b) } else { dice.pick(&others) };
            text.extend(chosen.chars().map(|c| if dice.chance(500) { c.to_ascii_lowercase() } else { c }));
        }
    }
    *shown = Shown::Ink;
    if shows_trailing_space(b) {
        *shown = Shown::Space;
        let needed = match next {
            None => false,
            Some(b' ' | b'$' | b'#' | b'_') => true,
            Some(n) => n.is_ascii_alphanumeric() || n >= 0xA5,
        };
        if needed || (!tight && next.is_some()) {
            text.push(' ');
        }
    }
}

/// One character or control code, wherever it stands; returns how many bytes it took.
fn quoted(typed: &[u8], i: usize, dice: &mut Dice, text: &mut String) -> usize {
    const BLOCKS: [&str; 16] =
        [" ", "▝", "▘", "▀", "▗", "▐", "▚", "▜", "▖", "▞", "▌", "▛", "▄", "▟", "▙", "█"];
    const COLOURS: [&str; 6] = ["INK", "PAPER", "FLASH", "BRIGHT", "INVERSE", "OVER"];
    let b = typed[i];
    match b {
        0x10..=0x15 if typed.get(i + 1).is_some_and(|&p| p < 10) && dice.chance(800) => {
            text.push_str(&format!("\\{{{} {}}}", COLOURS[usize::from(b - 0x10)], typed[i + 1]));
            return 2;
        }
        b'\\' => text.push_str("\\\\"),
        b'`' => text.push_str(dice.pick(&["£", "`", "£"])),
        0x7F => text.push_str(dice.pick(&["©", "\\*"])),
        b'^' => text.push_str(dice.pick(&["^", "^", "↑"])),
        0x21..=0x7E | b' ' => text.push(char::from(b)),
        0x81..=0x8F if dice.chance(300) => text.push_str(BLOCKS[usize::from(b - 0x80)]),
        0x80..=0x8F if dice.chance(800) => {
            let column = |top: bool, bottom: bool| match (top, bottom) {
                (false, false) => ' ',
                (true, false) => '\'',
                (false, true) => '.',
                (true, true) => ':',
            };
            text.push('\\');
            text.push(column(b & 2 != 0, b & 8 != 0));
            text.push(column(b & 1 != 0, b & 4 != 0));
        }
        0x90..=0xA4 if dice.chance(800) => {
            text.push('\\');
            text.push(char::from(b'a' + (b - 0x90)));
        }
        0xA5..=0xFF if dice.chance(700) => text.push_str(&format!("\\{{{}}}", word(b))),
        _ if dice.chance(500) => text.push_str(&format!("\\{{{b}}}")),
        _ => text.push_str(&format!("\\{{0x{b:02X}}}")),
    }
    1
}
