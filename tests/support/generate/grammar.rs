//! Legal lines: every command, every function, every form the ROM's tables allow.
//!
//! Written after the ROM's own description of the language: the parameter table at 1A7Ah (classes 00 to 0B) for the
//! commands, the routines those classes end in, and SCANNING 24FBh for expressions. Where the ROM skips spaces and
//! colour controls (every GET-CHAR 0018h and NEXT-CHAR 0020h) the writer may put some.

use super::dice::Dice;
use super::spelling::{ALIASES, Style, WORDS, spell};

/// One legal line, twice.
#[derive(Clone, Debug)]
pub struct Line {
    /// Line number, 1 to 9999.
    pub number: u16,
    /// The bytes behind the number as the editor holds them: tokens, no hidden numbers, no end mark.
    pub typed: Vec<u8>,
    /// The same as source text, with the number, without a line end.
    pub text: String,
}

/// A legal line: equal seeds give equal lines.
pub fn legal_line(seed: u64) -> Line {
    let mut dice = Dice::new(seed ^ 0x6C69_6E65);
    loop {
        let any = dice.between(1, 9999);
        let number = dice.pick(&[1, 10, 9999, any, any, any]) as u16;
        let mut writer = Writer::new(Dice::new(dice.bits()));
        writer.line();
        // A number alone is no line: tests/rom_facts.rs.
        if writer.out.is_empty() || writer.out.len() > 1500 {
            continue;
        }
        let style = dice.pick(&[Style::Listed, Style::Tight, Style::Glued, Style::Lower, Style::Loose]);
        let text = format!("{number} {}", spell(&writer.out, style, &mut dice));
        return Line { number, typed: writer.out, text };
    }
}

// Tokens, by the names the ROM prints.
#[rustfmt::skip]
mod t {
    pub const RND: u8 = 0xA5; pub const INKEY: u8 = 0xA6; pub const PI: u8 = 0xA7; pub const FN: u8 = 0xA8;
    pub const POINT: u8 = 0xA9; pub const SCREEN: u8 = 0xAA; pub const ATTR: u8 = 0xAB; pub const AT: u8 = 0xAC;
    pub const TAB: u8 = 0xAD; pub const VAL_S: u8 = 0xAE; pub const CODE: u8 = 0xAF; pub const VAL: u8 = 0xB0;
    pub const LEN: u8 = 0xB1; pub const SIN: u8 = 0xB2; pub const IN: u8 = 0xBF; pub const USR: u8 = 0xC0;
    pub const STR: u8 = 0xC1; pub const CHR: u8 = 0xC2; pub const NOT: u8 = 0xC3; pub const BIN: u8 = 0xC4;
    pub const OR: u8 = 0xC5; pub const AND: u8 = 0xC6; pub const LINE: u8 = 0xCA; pub const THEN: u8 = 0xCB;
    pub const TO: u8 = 0xCC; pub const STEP: u8 = 0xCD; pub const DEF_FN: u8 = 0xCE; pub const CAT: u8 = 0xCF;
    pub const FORMAT: u8 = 0xD0; pub const MOVE: u8 = 0xD1; pub const ERASE: u8 = 0xD2; pub const OPEN: u8 = 0xD3;
    pub const CLOSE: u8 = 0xD4; pub const MERGE: u8 = 0xD5; pub const VERIFY: u8 = 0xD6; pub const BEEP: u8 = 0xD7;
    pub const CIRCLE: u8 = 0xD8; pub const INK: u8 = 0xD9; pub const OVER: u8 = 0xDE; pub const OUT: u8 = 0xDF;
    pub const LPRINT: u8 = 0xE0; pub const LLIST: u8 = 0xE1; pub const STOP: u8 = 0xE2; pub const READ: u8 = 0xE3;
    pub const DATA: u8 = 0xE4; pub const RESTORE: u8 = 0xE5; pub const NEW: u8 = 0xE6; pub const BORDER: u8 = 0xE7;
    pub const CONTINUE: u8 = 0xE8; pub const DIM: u8 = 0xE9; pub const REM: u8 = 0xEA; pub const FOR: u8 = 0xEB;
    pub const GO_TO: u8 = 0xEC; pub const GO_SUB: u8 = 0xED; pub const INPUT: u8 = 0xEE; pub const LOAD: u8 = 0xEF;
    pub const LIST: u8 = 0xF0; pub const LET: u8 = 0xF1; pub const PAUSE: u8 = 0xF2; pub const NEXT: u8 = 0xF3;
    pub const POKE: u8 = 0xF4; pub const PRINT: u8 = 0xF5; pub const PLOT: u8 = 0xF6; pub const RUN: u8 = 0xF7;
    pub const SAVE: u8 = 0xF8; pub const RANDOMIZE: u8 = 0xF9; pub const IF: u8 = 0xFA; pub const CLS: u8 = 0xFB;
    pub const DRAW: u8 = 0xFC; pub const CLEAR: u8 = 0xFD; pub const RETURN: u8 = 0xFE; pub const COPY: u8 = 0xFF;
}

/// Names that hold keywords, look like exponents or differ by case.
#[rustfmt::skip]
const NAMES: [&str; 44] = [
    "total", "forty", "print1", "inkey", "android", "spin", "Level42", "e5", "E", "e", "ink2", "atone", "tabs", "orbit",
    "notes", "fnord", "steps", "toto", "iffy", "codes", "valley", "bins", "pie", "rnds", "score", "hi", "x", "y", "X1",
    "lives", "nexts", "theme", "letter", "datas", "rembrandt", "gotham", "gosubs", "listing", "ending", "b1n", "a1e5",
    "usrs", "lined", "stopper",
];

/// Keywords no function or separator bears: as names they are legal where only a name can stand.
const KEYWORD_NAMES: [&str; 8] = ["ink", "Paper", "border", "copy", "clear", "pause", "PLOT", "draw"];

/// Writes one line. Every method writes one thing of the grammar.
struct Writer {
    dice: Dice,
    out: Vec<u8>,
    /// How often, per mille, a place that the ROM skips gets spaces.
    spaces: usize,
    /// How often, per mille, it gets a control code.
    controls: usize,
    /// How much more this line may grow, in expressions.
    fuel: usize,
}

impl Writer {
    fn new(mut dice: Dice) -> Self {
        let (spaces, controls) = match dice.below(10) {
            0..=3 => (0, 0),
            4..=6 => (60, 0),
            7 => (250, 0),
            8 => (60, 30),
            _ => (0, 60),
        };
        let fuel = dice.pick(&[6, 12, 12, 25, 60]);
        Writer { dice, out: Vec::new(), spaces, controls, fuel }
    }

    // ---- bytes ---------------------------------------------------------------------------------------------------

    /// What the ROM skips between two things.
    fn gap(&mut self) {
        if self.dice.chance(self.spaces) {
            let n = self.dice.pick(&[1, 1, 1, 2, 3]);
            self.out.resize(self.out.len() + n, b' ');
        }
        if self.dice.chance(self.controls) {
            self.control();
        }
    }

    fn control(&mut self) {
        let code = self
            .dice
            .pick(&[0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x10, 0x11, 0x16, 0x17, 0x06, 0x08, 0x0F, 0x1C]);
        self.out.push(code);
        match code {
            0x10 | 0x11 => self.out.push(self.dice.below(10) as u8),
            0x12 | 0x13 => self.out.push(self.dice.pick(&[0, 1, 8])),
            0x14 | 0x15 => self.out.push(self.dice.below(2) as u8),
            0x16 => {
                let (row, column) = (self.dice.below(12) as u8, self.dice.below(12) as u8);
                self.out.extend([row, column]);
            }
            0x17 => {
                let column = self.dice.below(12) as u8;
                self.out.extend([column, 0]);
            }
            _ => {}
        }
    }

    /// A token or a character, with whatever may be skipped before it.
    fn put(&mut self, b: u8) {
        self.gap();
        self.out.push(b);
    }

    fn coin(&mut self) -> bool {
        self.dice.chance(500)
    }

    fn dry(&mut self) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        self.fuel == 0
    }

    // ---- atoms ---------------------------------------------------------------------------------------------------

    fn letter(&mut self) {
        let letter = self.dice.pick(b"abcdefghijklmnopqrstuvwxyzABXYZ");
        self.put(letter);
    }

    /// A numeric name, of any length, perhaps with spaces or controls inside it.
    fn name(&mut self) {
        let name: String = match self.dice.below(10) {
            0..=4 => return self.letter(),
            5..=7 => self.dice.pick(&NAMES).into(),
            _ => {
                let n = self.dice.between(1, 11);
                let mut made = String::from(char::from(self.dice.pick(b"abcdefgxyzABXYZ")));
                for _ in 0..n {
                    made.push(char::from(self.dice.pick(b"abcdefghijklmnopqrstuvwxyzABZ0123456789")));
                }
                made
            }
        };
        // A gap inside a name must not leave a piece that a reader of text would take for a keyword.
        let mut cut = name.clone();
        for _ in 0..2 {
            if self.dice.chance(self.spaces) && cut.len() > 1 {
                let at = self.dice.between(1, cut.len() - 1);
                cut.insert(at, ' ');
            }
        }
        let name = if cut.split(' ').any(reads_as_keyword) { name } else { cut };
        if reads_as_keyword(&name) {
            return self.letter();
        }
        self.gap();
        self.out.extend_from_slice(name.as_bytes());
        if self.controls > 0 && self.dice.chance(100) {
            self.out.extend([0x10, 0x03, b'z']);
        }
    }

    fn string_name(&mut self) {
        self.letter();
        self.put(b'$');
    }

    fn number(&mut self) {
        self.gap();
        let d = &mut self.dice;
        let text = match d.below(16) {
            0..=5 => d.below(256).to_string(),
            6 | 7 => d.below(10).to_string(),
            8 => d.below(65_536).to_string(),
            9 => format!("{}.{}", d.below(1000), d.below(100_000)),
            10 => format!(".{}", d.below(1000)),
            11 => format!("{}.", d.below(300)),
            12 => format!("{}e{}", d.below(100), d.below(20)),
            13 => format!("{}.{}E-{}", d.below(10), d.below(1000), d.below(12)),
            14 => format!("0{}", d.below(1000)),
            _ => format!("{}e+{}", d.below(10), d.below(9)),
        };
        self.out.extend_from_slice(text.as_bytes());
    }

    fn binary(&mut self) {
        self.put(t::BIN);
        for _ in 0..self.dice.pick(&[0, 1, 8, 8, 16]) {
            let bit = self.dice.pick(b"01");
            self.put(bit);
        }
    }

    /// A string in quotes, with anything a string may hold.
    fn literal(&mut self) {
        self.put(b'"');
        let n = self.dice.pick(&[0, 1, 3, 5, 8, 15]);
        let plain = self.dice.chance(700);
        for _ in 0..n {
            self.character(plain);
        }
        self.out.push(b'"');
    }

    fn character(&mut self, plain: bool) {
        match self.dice.below(if plain { 16 } else { 30 }) {
            0..=10 => {
                let c = self.dice.pick(b"abcdefgijklmnoprstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
                self.out.push(c);
            }
            11 => self.out.push(b' '),
            12 => {
                let c = self.dice.pick(b"!#$%&'()*+,-./:;<=>?@[]^_{|}~");
                self.out.push(c);
            }
            13 => self.out.extend(b"\"\""),
            14 => {
                let c = self.dice.pick(&[b'\\', b'`', 0x7F, b'^', b'#', b'@']);
                self.out.push(c);
            }
            15 => {
                let words: [&[u8]; 4] = [b" print ", b"goto", b":", b"REM "];
                let word = self.dice.pick(&words);
                self.out.extend_from_slice(word);
            }
            16..=19 => self.out.push(self.dice.between(0x80, 0x8F) as u8),
            20..=23 => self.out.push(self.dice.between(0x90, 0xA4) as u8),
            24..=27 => self.out.push(self.dice.between(0xA5, 0xFF) as u8),
            _ => self.control(),
        }
    }

    // ---- expressions (SCANNING 24FBh); priorities: OR 2, AND 3, NOT 4, comparing 5, + - 6, * / 8, minus 9, ^ 10 ----

    fn numeric(&mut self) {
        self.conjunction();
        while self.dice.chance(60) && !self.dry() {
            self.put(t::OR);
            self.conjunction();
        }
    }

    fn conjunction(&mut self) {
        self.negation();
        while self.dice.chance(60) && !self.dry() {
            self.put(t::AND);
            self.negation();
        }
    }

    fn negation(&mut self) {
        while self.dice.chance(40) {
            self.put(t::NOT);
        }
        self.comparison();
    }

    fn comparison(&mut self) {
        if self.dice.chance(60) && !self.dry() {
            self.string_sum();
            self.comparator();
            self.string_sum();
        } else {
            self.sum();
        }
        while self.dice.chance(70) && !self.dry() {
            self.comparator();
            self.sum();
        }
    }

    fn comparator(&mut self) {
        let operator = self.dice.pick(b"=<>=<>\xC7\xC8\xC9");
        self.put(operator);
    }

    fn sum(&mut self) {
        self.term();
        while self.dice.chance(200) && !self.dry() {
            let sign = self.dice.pick(b"+-");
            self.put(sign);
            if self.dice.chance(20) {
                // NOT binds looser than what stands before it and takes all that follows.
                self.put(t::NOT);
            }
            self.term();
        }
    }

    fn term(&mut self) {
        self.power();
        while self.dice.chance(150) && !self.dry() {
            let sign = self.dice.pick(b"*/");
            self.put(sign);
            self.power();
        }
    }

    fn power(&mut self) {
        self.signed();
        while self.dice.chance(50) && !self.dry() {
            self.put(b'^');
            self.signed();
        }
    }

    fn signed(&mut self) {
        while self.dice.chance(50) {
            let sign = self.dice.pick(b"--+");
            self.put(sign);
        }
        self.operand();
    }

    fn operand(&mut self) {
        if self.dry() {
            return if self.coin() { self.number() } else { self.name() };
        }
        match self.dice.below(30) {
            0..=7 => self.number(),
            8..=13 => self.name(),
            14 | 15 => {
                self.letter();
                self.subscripts();
            }
            16 | 17 => {
                self.put(b'(');
                self.numeric();
                self.put(b')');
            }
            18 => self.put(t::RND),
            19 => self.put(t::PI),
            20 => {
                self.put(t::FN);
                self.letter();
                self.arguments();
            }
            21 => {
                let function = self.dice.pick(&[t::POINT, t::ATTR]);
                self.put(function);
                self.pair();
            }
            22 => self.binary(),
            23 | 24 => {
                let function = self.dice.pick(&[t::CODE, t::VAL, t::LEN, t::USR]);
                self.put(function);
                self.string_operand();
            }
            _ => {
                // SIN .. PEEK, IN, USR of a number.
                let function = self.dice.between(usize::from(t::SIN), usize::from(t::USR)) as u8;
                self.put(function);
                self.signed();
            }
        }
    }

    fn pair(&mut self) {
        self.put(b'(');
        self.numeric();
        self.put(b',');
        self.numeric();
        self.put(b')');
    }

    fn subscripts(&mut self) {
        self.put(b'(');
        self.numeric();
        while self.dice.chance(250) {
            self.put(b',');
            self.numeric();
        }
        self.put(b')');
    }

    fn arguments(&mut self) {
        self.put(b'(');
        if self.dice.chance(700) {
            loop {
                self.any();
                if !self.dice.chance(400) {
                    break;
                }
                self.put(b',');
            }
        }
        self.put(b')');
    }

    fn any(&mut self) {
        if self.coin() { self.numeric() } else { self.string() }
    }

    fn string(&mut self) {
        self.string_sum();
        while self.dice.chance(50) && !self.dry() {
            self.put(t::AND);
            self.negation();
        }
    }

    fn string_sum(&mut self) {
        if self.dice.chance(20) {
            self.put(b'+');
        }
        self.string_operand();
        while self.dice.chance(150) && !self.dry() {
            self.put(b'+');
            self.string_operand();
        }
    }

    fn string_operand(&mut self) {
        if self.dry() {
            return if self.coin() { self.literal() } else { self.string_name() };
        }
        match self.dice.below(20) {
            0..=6 => self.literal(),
            7..=10 => self.string_name(),
            11 | 12 => {
                self.string_name();
                self.string_subscripts();
            }
            13 => {
                self.put(b'(');
                self.string();
                self.put(b')');
            }
            14 => {
                self.put(t::FN);
                self.letter();
                self.put(b'$');
                self.arguments();
            }
            15 => {
                self.put(t::STR);
                return self.signed();
            }
            16 => {
                self.put(t::CHR);
                return self.signed();
            }
            17 => return self.put(t::INKEY),
            18 => {
                self.put(t::SCREEN);
                return self.pair();
            }
            _ => {
                self.put(t::VAL_S);
                return self.string_operand();
            }
        }
        while self.dice.chance(100) {
            self.slice();
        }
    }

    /// Subscripts of a string array, the last perhaps a slice.
    fn string_subscripts(&mut self) {
        if self.coin() {
            return self.slice();
        }
        self.put(b'(');
        self.numeric();
        while self.dice.chance(300) {
            self.put(b',');
            self.numeric();
        }
        if self.dice.chance(400) {
            self.put(b',');
            self.range();
        }
        self.put(b')');
    }

    fn range(&mut self) {
        if self.coin() {
            self.numeric();
        }
        self.put(t::TO);
        if self.coin() {
            self.numeric();
        }
    }

    fn slice(&mut self) {
        self.put(b'(');
        match self.dice.below(8) {
            0 => {}
            1 | 2 => self.numeric(),
            _ => self.range(),
        }
        self.put(b')');
    }

    // ---- variables that take a value -----------------------------------------------------------------------------

    fn numeric_target(&mut self) {
        if self.dice.chance(250) {
            self.letter();
            self.subscripts();
        } else {
            self.name();
        }
    }

    fn string_target(&mut self) {
        self.string_name();
        if self.dice.chance(250) {
            self.string_subscripts();
        }
    }

    fn target(&mut self) {
        if self.coin() { self.numeric_target() } else { self.string_target() }
    }

    // ---- lines and statements ------------------------------------------------------------------------------------

    fn line(&mut self) {
        let statements = match self.dice.below(40) {
            0 => {
                let n = self.dice.between(60, 126);
                for _ in 0..n {
                    if self.coin() {
                        self.put(t::CLS);
                    }
                    self.put(b':');
                }
                return self.put(t::NEW);
            }
            1 => self.dice.between(8, 25),
            2..=20 => 1,
            _ => self.dice.between(2, 5),
        };
        for i in 0..statements {
            if i > 0 {
                self.put(b':');
            }
            self.statement();
            if self.out.contains(&t::REM) && self.rem_open() {
                return;
            }
        }
        self.gap();
    }

    /// True if the line has come to a REM that takes all the rest.
    fn rem_open(&self) -> bool {
        let (mut string, mut skip) = (false, 0);
        for &b in &self.out {
            match b {
                _ if skip > 0 => skip -= 1,
                b'"' => string = !string,
                0x10..=0x15 => skip = 1,
                0x16 | 0x17 => skip = 2,
                t::REM if !string => return true,
                _ => {}
            }
        }
        false
    }

    fn statement(&mut self) {
        match self.dice.below(60) {
            0 => self.gap(),
            1..=6 => self.assignment(),
            7..=12 => self.printing(t::PRINT),
            13..=15 => self.condition(),
            16..=18 => self.tape(),
            19 | 20 => self.input(),
            21 | 22 => self.definition(),
            23 | 24 => self.drawing(),
            _ => {
                let command = self.dice.between(0xCE, 0xFF) as u8;
                self.command(command);
            }
        }
    }

    fn command(&mut self, command: u8) {
        match command {
            t::DEF_FN => self.definition(),
            t::CAT | t::STOP | t::NEW | t::CONTINUE | t::CLS | t::RETURN | t::COPY => self.put(command),
            t::FORMAT | t::ERASE => {
                self.put(command);
                self.string();
            }
            t::MOVE => {
                self.put(command);
                self.string();
                self.put(b',');
                self.string();
            }
            t::OPEN => {
                self.put(command);
                self.numeric();
                self.put(b',');
                self.string();
            }
            t::MERGE | t::VERIFY | t::LOAD | t::SAVE => self.tape(),
            t::BEEP | t::OUT | t::POKE => {
                self.put(command);
                self.numeric();
                self.put(b',');
                self.numeric();
            }
            t::CIRCLE | t::PLOT | t::DRAW => self.drawing(),
            t::CLOSE | t::INK..=t::OVER | t::BORDER | t::GO_TO | t::GO_SUB | t::PAUSE => {
                self.put(command);
                self.numeric();
            }
            t::PRINT | t::LPRINT => self.printing(command),
            t::LIST | t::LLIST => {
                self.put(command);
                match self.dice.below(5) {
                    0 => {}
                    1 => self.numeric(),
                    n => {
                        self.stream();
                        if n > 2 {
                            let separator = self.dice.pick(b",;");
                            self.put(separator);
                            self.numeric();
                        }
                    }
                }
            }
            t::READ => {
                self.put(command);
                self.target();
                while self.dice.chance(300) {
                    self.put(b',');
                    self.target();
                }
            }
            t::DATA => {
                self.put(command);
                self.any();
                while self.dice.chance(500) {
                    self.put(b',');
                    self.any();
                }
            }
            t::RESTORE | t::RUN | t::RANDOMIZE | t::CLEAR => {
                self.put(command);
                if self.coin() {
                    self.numeric();
                }
            }
            t::DIM => {
                self.put(command);
                self.letter();
                if self.coin() {
                    self.put(b'$');
                }
                self.subscripts();
            }
            t::REM => self.remark(),
            t::FOR => {
                self.put(command);
                self.letter();
                self.put(b'=');
                self.numeric();
                self.put(t::TO);
                self.numeric();
                if self.coin() {
                    self.put(t::STEP);
                    self.numeric();
                }
            }
            t::NEXT => {
                self.put(command);
                self.letter();
            }
            t::INPUT => self.input(),
            t::LET => self.assignment(),
            t::IF => self.condition(),
            _ => unreachable!("every byte CE..FF is a command"),
        }
    }

    fn assignment(&mut self) {
        self.put(t::LET);
        if self.dice.chance(40) {
            let name = self.dice.pick(&KEYWORD_NAMES);
            self.out.extend_from_slice(name.as_bytes());
            self.out.push(b'=');
            self.numeric();
        } else if self.coin() {
            self.numeric_target();
            self.put(b'=');
            self.numeric();
        } else {
            self.string_target();
            self.put(b'=');
            self.string();
        }
    }

    fn condition(&mut self) {
        self.put(t::IF);
        self.numeric();
        self.put(t::THEN);
        if self.dice.chance(900) {
            self.statement();
        }
    }

    fn remark(&mut self) {
        self.put(t::REM);
        for _ in 0..self.dice.pick(&[0, 1, 5, 20]) {
            match self.dice.below(12) {
                0 => self.out.push(b'"'),
                1 => self.out.push(b':'),
                2 => self.out.push(b' '),
                _ => self.character(false),
            }
        }
    }

    fn stream(&mut self) {
        self.put(b'#');
        self.numeric();
    }

    /// One thing a PRINT may hold (PR-ITEM-1 203Ch).
    fn item(&mut self) {
        match self.dice.below(12) {
            0 => {
                self.put(t::AT);
                self.numeric();
                self.put(b',');
                self.numeric();
            }
            1 => {
                self.put(t::TAB);
                self.numeric();
            }
            2 | 3 => {
                let colour = self.dice.between(usize::from(t::INK), usize::from(t::OVER)) as u8;
                self.put(colour);
                self.numeric();
            }
            4 => self.stream(),
            _ => self.any(),
        }
    }

    fn separators(&mut self, least: usize) {
        let n = least + self.dice.pick(&[0, 0, 0, 0, 1, 2]);
        for _ in 0..n {
            let separator = self.dice.pick(b";;,'");
            self.put(separator);
        }
    }

    fn items(&mut self) {
        self.separators(0);
        for i in 0..self.dice.pick(&[0, 1, 1, 2, 3, 5]) {
            if i > 0 {
                self.separators(1);
            }
            self.item();
        }
        if self.dice.chance(250) {
            self.separators(0);
        }
    }

    fn printing(&mut self, command: u8) {
        self.put(command);
        self.items();
    }

    /// INPUT (2089h): variables, LINE, bracketed PRINT items, and any PRINT item that begins with no letter.
    fn input(&mut self) {
        self.put(t::INPUT);
        self.separators(0);
        for i in 0..self.dice.pick(&[1, 1, 2, 2, 3]) {
            if i > 0 {
                self.separators(1);
            }
            match self.dice.below(10) {
                0..=3 => self.target(),
                4 => {
                    self.put(t::LINE);
                    self.string_target();
                }
                5 => {
                    self.put(b'(');
                    self.items();
                    self.put(b')');
                }
                6 | 7 => {
                    self.literal();
                }
                8 => {
                    self.put(t::AT);
                    self.numeric();
                    self.put(b',');
                    self.numeric();
                }
                _ => {
                    if self.coin() {
                        self.stream();
                    } else {
                        let colour = self.dice.between(usize::from(t::INK), usize::from(t::OVER)) as u8;
                        self.put(colour);
                        self.numeric();
                    }
                }
            }
        }
        if self.dice.chance(150) {
            self.separators(1);
        }
    }

    /// DEF FN (1F60h).
    fn definition(&mut self) {
        self.put(t::DEF_FN);
        self.letter();
        let string = self.coin();
        if string {
            self.put(b'$');
        }
        self.put(b'(');
        let parameters = self.dice.pick(&[0, 1, 1, 2, 3, 8]);
        for i in 0..parameters {
            if i > 0 {
                self.put(b',');
            }
            self.letter();
            if self.dice.chance(350) {
                self.put(b'$');
            }
        }
        self.put(b')');
        self.put(b'=');
        if string { self.string() } else { self.numeric() }
    }

    /// PLOT, DRAW, CIRCLE (class 09), colour items first.
    fn drawing(&mut self) {
        let command = self.dice.pick(&[t::PLOT, t::DRAW, t::CIRCLE]);
        self.put(command);
        while self.dice.chance(200) {
            let colour = self.dice.between(usize::from(t::INK), usize::from(t::OVER)) as u8;
            self.put(colour);
            self.numeric();
            let separator = self.dice.pick(b";;,");
            self.put(separator);
        }
        self.numeric();
        self.put(b',');
        self.numeric();
        if command == t::CIRCLE || (command == t::DRAW && self.coin()) {
            self.put(b',');
            self.numeric();
        }
    }

    /// SAVE, LOAD, VERIFY, MERGE (class 0B, SAVE-ETC 0605h).
    fn tape(&mut self) {
        let command = self.dice.pick(&[t::SAVE, t::LOAD, t::VERIFY, t::MERGE]);
        self.put(command);
        self.string();
        let form = if command == t::MERGE { 0 } else { self.dice.below(7) };
        match form {
            1 if command == t::SAVE => {
                self.put(t::LINE);
                self.numeric();
            }
            2 => self.put(t::SCREEN),
            3 | 4 => {
                self.put(t::DATA);
                self.letter();
                if self.coin() {
                    self.put(b'$');
                }
                self.put(b'(');
                self.put(b')');
            }
            5 | 6 => {
                self.put(t::CODE);
                let numbers = if command == t::SAVE { 2 } else { self.dice.below(3) };
                if numbers > 0 {
                    self.numeric();
                }
                if numbers > 1 {
                    self.put(b',');
                    self.numeric();
                }
            }
            _ => {}
        }
    }
}

/// True if a reader of text would take the word for a keyword, or for the first half of one.
fn reads_as_keyword(word: &str) -> bool {
    let word = word.to_ascii_uppercase();
    WORDS.iter().chain(ALIASES.iter().map(|a| &a.0)).any(|w| w.split([' ', '#']).next() == Some(&word))
        || matches!(word.as_str(), "SPECTRUM" | "PLAY")
}
