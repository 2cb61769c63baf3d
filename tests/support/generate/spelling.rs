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
    /// Without them also where a reader can tell the keyword by its place: `FORn=1TO9`, `IFa=1THENSTOP`, `CHR$a`.
    Glued,
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

/// What stands before, as far as a reader of text asks whether a word can be a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// The start of a statement: only a command can follow.
    Start,
    /// A numeral, a string, a bracket: only an operator or a separator can follow.
    Operand,
    /// A name, which letters and digits would go on with.
    Name,
    /// Anything else.
    Other,
}

/// The text of a typed line, without its number.
pub fn spell(typed: &[u8], style: Style, dice: &mut Dice) -> String {
    // Behind the number stands a space, which may count or not.
    let mut speller =
        Speller { style, dice, text: String::new(), shown: Shown::Unsure, before: Before::Start };
    let (mut string, mut rem) = (false, false);
    let mut i = 0;
    while i < typed.len() {
        let b = typed[i];
        if string || rem {
            i += quoted(typed, i, speller.dice, &mut speller.text);
            if b == b'"' && string {
                string = false;
                speller.shown = Shown::Ink;
                speller.before = Before::Operand;
            }
            continue;
        }
        match b {
            b' ' => i += speller.spaces(typed, i),
            0..=0x1F => {
                let kept = matches!(b, 0x10..=0x15) && speller.shown == Shown::Ink;
                i += quoted(typed, i, speller.dice, &mut speller.text);
                speller.shown = if kept { Shown::Ink } else { Shown::Unsure };
            }
            0xA5..=0xFF => {
                speller.token(b, typed.get(i + 1).copied());
                rem = b == 0xEA;
                i += 1;
            }
            _ => {
                string = b == b'"';
                i += quoted(typed, i, speller.dice, &mut speller.text);
                speller.shown = Shown::Ink;
                speller.before = match (b, speller.before) {
                    (b'e' | b'E', Before::Operand) | (b'.', _) => Before::Operand,
                    (b'0'..=b'9', Before::Name) | (b'a'..=b'z' | b'A'..=b'Z', _) => Before::Name,
                    (b'0'..=b'9' | b')' | b'$', _) => Before::Operand,
                    (b':', _) => Before::Start,
                    _ => Before::Other,
                };
            }
        }
    }
    speller.text
}

struct Speller<'a> {
    style: Style,
    dice: &'a mut Dice,
    text: String,
    shown: Shown,
    before: Before,
}

impl Speller<'_> {
    /// A run of stored spaces; returns its length.
    fn spaces(&mut self, typed: &[u8], i: usize) -> usize {
        let run = typed[i..].iter().take_while(|&&b| b == b' ').count();
        let swallowed = typed.get(i + run).is_some_and(|&n| n >= 0xA5 && shows_leading_space(n));
        let plain = i > 0
            && (!swallowed
                || match self.shown {
                    Shown::Space => true,
                    Shown::Ink => run > 1,
                    Shown::Unsure => false,
                });
        for _ in 0..run {
            self.text.push_str(if plain { " " } else { self.dice.pick(&["\\{32}", "\\{0x20}"]) });
        }
        self.shown = Shown::Space;
        run
    }

    fn token(&mut self, b: u8, next: Option<u8>) {
        let touches_word = self.text.ends_with(|c: char| c.is_ascii_alphanumeric());
        if touches_word && word(b).starts_with(|c: char| c.is_ascii_alphabetic()) && !shows_leading_space(b) {
            // `SAVE CHR$ aCODE 1`: the ROM takes it, a text reader would see a name.
            self.text.push_str(&format!("\\{{{}}}", word(b)));
            self.shown = Shown::Unsure;
            self.before = Before::Other;
            return;
        }
        let tight = matches!(self.style, Style::Tight | Style::Glued);
        let glued = self.style == Style::Glued;
        let may_touch = !touches_word || glued && self.before == Before::Operand;
        if shows_leading_space(b)
            && self.shown == Shown::Ink
            && !self.text.is_empty()
            && !(tight && may_touch)
        {
            self.text.push(' ');
        }
        self.word(b);
        self.shown = Shown::Ink;
        if shows_trailing_space(b) {
            self.shown = Shown::Space;
            // A reader knows the word for a keyword by what stands before it, or by its `$`.
            let known =
                glued && (matches!(self.before, Before::Start | Before::Operand) || word(b).ends_with('$'));
            let needed = match next {
                None => false,
                Some(b' ' | b'$' | b'#' | b'_') => true,
                Some(n) => {
                    !known && n.is_ascii_alphanumeric() || n >= 0xA5 && !(known && shows_leading_space(n))
                }
            };
            if needed || (!tight && next.is_some()) {
                self.text.push(' ');
            }
        }
        self.before = match b {
            0xCB => Before::Start,
            0xA6 => Before::Operand,
            _ => Before::Other,
        };
    }

    fn word(&mut self, b: u8) {
        match self.style {
            Style::Listed | Style::Tight | Style::Glued => self.text.push_str(word(b)),
            Style::Lower => self.text.push_str(&word(b).to_lowercase()),
            Style::Loose => {
                let others: Vec<&str> = ALIASES.iter().filter(|a| a.1 == b).map(|a| a.0).collect();
                let plain = others.is_empty() || self.dice.chance(400);
                for c in if plain { word(b) } else { self.dice.pick(&others) }.chars() {
                    self.text.push(if self.dice.chance(500) { c.to_ascii_lowercase() } else { c });
                }
            }
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
