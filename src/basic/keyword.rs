//! THE keyword table: every token of Sinclair BASIC with its byte, its spelling, how people write it and its class.
//!
//! ```text
//! A3..A4   SPECTRUM PLAY        tokens on a 128 only; on a 48K these two bytes are the UDGs T and U
//! A5..A7   RND INKEY$ PI        operands without an argument
//! A8..C4   FN .. BIN            functions
//! C5..CD   OR .. STEP           operators and words that stand inside a statement
//! CE..FF   DEF FN .. COPY       the fifty commands
//! ```
//!
//! Owns: byte, spelling, the source pattern with the accepted other spellings, the class. The enum, both look-ups and
//! the lexer's patterns ([`Lexeme`]) are made from the one table by one macro; a test reads the ROM's own table at
//! 0095h and compares.
//! Must never know: lines, tapes.

use logos::Logos;

/// What a keyword is in the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// An operand by itself: `RND`, `INKEY$`, `PI`.
    Operand,
    /// A function of something that follows it.
    Function,
    /// A binary operator of more than one character.
    Operator,
    /// A word inside a statement: `THEN`, `TO`, `AT`, `LINE`.
    Word,
    /// A command, which begins a statement.
    Command,
    /// A command of the 128K's BASIC, which a 48K does not have.
    Command128,
}

macro_rules! keywords {
    ($($name:ident = $byte:literal, $spelling:literal, $pattern:literal, $class:ident;)*) => {
        /// A keyword of Sinclair BASIC. Its discriminant is the byte that stands for it in a stored line.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum Keyword { $($name = $byte,)* }

        impl Keyword {
            /// Every keyword, in the order of the bytes.
            pub const ALL: &[Keyword] = &[$(Keyword::$name),*];

            /// The keyword that `byte` stands for: `F5` is `PRINT`. None below A3.
            ///
            /// ```
            /// use zxtap::basic::keyword::Keyword;
            /// assert_eq!(Keyword::from_byte(0xF5), Some(Keyword::Print));
            /// assert_eq!(Keyword::from_byte(0x41), None);
            /// ```
            pub const fn from_byte(byte: u8) -> Option<Keyword> {
                match byte { $($byte => Some(Keyword::$name),)* _ => None }
            }

            /// The spelling, as the ROM prints it but without the spaces around it (ROM 0095h).
            pub const fn spelling(self) -> &'static str {
                match self { $(Keyword::$name => $spelling,)* }
            }

            /// The class of the keyword in the grammar.
            pub const fn class(self) -> Class {
                match self { $(Keyword::$name => Class::$class,)* }
            }
        }

        /// What a source line is made of, outside strings and behind anything but `REM`: the lexer's first cut.
        #[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Lexeme {
            /// A keyword, in any case and any accepted spelling.
            $(#[regex($pattern, |_| Keyword::$name, priority = 100, ignore(case))])*
            Keyword(Keyword),
            /// Letters and digits that begin with a letter.
            #[regex("[A-Za-z][A-Za-z0-9]*", priority = 5)]
            Word,
            /// A decimal numeral. What it is worth is decided by [`crate::basic::number`].
            #[regex(r"[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?", priority = 5)]
            #[regex(r"\.[0-9]+([eE][+-]?[0-9]+)?", priority = 5)]
            Numeral,
            /// A run of spaces.
            #[regex(" +")]
            Spaces,
            /// An opening quote; the rest of the string is not the lexer's.
            #[token("\"")]
            Quote,
            /// A backslash, which begins an escape.
            #[token("\\")]
            Backslash,
            /// Any other character.
            #[regex(".", priority = 1)]
            Other,
        }
    };
}

keywords! {
    Spectrum  = 0xA3, "SPECTRUM",  r"SPECTRUM",          Command128;
    Play      = 0xA4, "PLAY",      r"PLAY",              Command128;
    Rnd       = 0xA5, "RND",       r"RND",               Operand;
    InkeyS    = 0xA6, "INKEY$",    r"INKEY\$",           Operand;
    Pi        = 0xA7, "PI",        r"PI",                Operand;
    Fn        = 0xA8, "FN",        r"FN",                Function;
    Point     = 0xA9, "POINT",     r"POINT",             Function;
    ScreenS   = 0xAA, "SCREEN$",   r"SCREEN\$",          Function;
    Attr      = 0xAB, "ATTR",      r"ATTR",              Function;
    At        = 0xAC, "AT",        r"AT",                Word;
    Tab       = 0xAD, "TAB",       r"TAB",               Word;
    ValS      = 0xAE, "VAL$",      r"VAL\$",             Function;
    Code      = 0xAF, "CODE",      r"CODE",              Function;
    Val       = 0xB0, "VAL",       r"VAL",               Function;
    Len       = 0xB1, "LEN",       r"LEN",               Function;
    Sin       = 0xB2, "SIN",       r"SIN",               Function;
    Cos       = 0xB3, "COS",       r"COS",               Function;
    Tan       = 0xB4, "TAN",       r"TAN",               Function;
    Asn       = 0xB5, "ASN",       r"ASN",               Function;
    Acs       = 0xB6, "ACS",       r"ACS",               Function;
    Atn       = 0xB7, "ATN",       r"ATN",               Function;
    Ln        = 0xB8, "LN",        r"LN",                Function;
    Exp       = 0xB9, "EXP",       r"EXP",               Function;
    Int       = 0xBA, "INT",       r"INT",               Function;
    Sqr       = 0xBB, "SQR",       r"SQR",               Function;
    Sgn       = 0xBC, "SGN",       r"SGN",               Function;
    Abs       = 0xBD, "ABS",       r"ABS",               Function;
    Peek      = 0xBE, "PEEK",      r"PEEK",              Function;
    In        = 0xBF, "IN",        r"IN",                Function;
    Usr       = 0xC0, "USR",       r"USR",               Function;
    StrS      = 0xC1, "STR$",      r"STR\$",             Function;
    ChrS      = 0xC2, "CHR$",      r"CHR\$",             Function;
    Not       = 0xC3, "NOT",       r"NOT",               Function;
    Bin       = 0xC4, "BIN",       r"BIN",               Function;
    Or        = 0xC5, "OR",        r"OR",                Operator;
    And       = 0xC6, "AND",       r"AND",               Operator;
    LessEqual = 0xC7, "<=",        r"<=",                Operator;
    MoreEqual = 0xC8, ">=",        r">=",                Operator;
    NotEqual  = 0xC9, "<>",        r"<>",                Operator;
    Line      = 0xCA, "LINE",      r"LINE",              Word;
    Then      = 0xCB, "THEN",      r"THEN",              Word;
    To        = 0xCC, "TO",        r"TO",                Word;
    Step      = 0xCD, "STEP",      r"STEP",              Word;
    DefFn     = 0xCE, "DEF FN",    r"DEF[ \t]*FN",           Command;
    Cat       = 0xCF, "CAT",       r"CAT",               Command;
    Format    = 0xD0, "FORMAT",    r"FORMAT",            Command;
    Move      = 0xD1, "MOVE",      r"MOVE",              Command;
    Erase     = 0xD2, "ERASE",     r"ERASE",             Command;
    OpenS     = 0xD3, "OPEN #",    r"OPEN[ \t]*#",           Command;
    CloseS    = 0xD4, "CLOSE #",   r"CLOSE[ \t]*#",          Command;
    Merge     = 0xD5, "MERGE",     r"MERGE",             Command;
    Verify    = 0xD6, "VERIFY",    r"VERIFY",            Command;
    Beep      = 0xD7, "BEEP",      r"BEEP",              Command;
    Circle    = 0xD8, "CIRCLE",    r"CIRCLE",            Command;
    Ink       = 0xD9, "INK",       r"INK",               Command;
    Paper     = 0xDA, "PAPER",     r"PAPER",             Command;
    Flash     = 0xDB, "FLASH",     r"FLASH",             Command;
    Bright    = 0xDC, "BRIGHT",    r"BRIGHT",            Command;
    Inverse   = 0xDD, "INVERSE",   r"INVERSE",           Command;
    Over      = 0xDE, "OVER",      r"OVER",              Command;
    Out       = 0xDF, "OUT",       r"OUT",               Command;
    Lprint    = 0xE0, "LPRINT",    r"LPRINT",            Command;
    Llist     = 0xE1, "LLIST",     r"LLIST",             Command;
    Stop      = 0xE2, "STOP",      r"STOP",              Command;
    Read      = 0xE3, "READ",      r"READ",              Command;
    Data      = 0xE4, "DATA",      r"DATA",              Command;
    Restore   = 0xE5, "RESTORE",   r"RESTORE",           Command;
    New       = 0xE6, "NEW",       r"NEW",               Command;
    Border    = 0xE7, "BORDER",    r"BORDER",            Command;
    Continue  = 0xE8, "CONTINUE",  r"CONT(INUE)?",       Command;
    Dim       = 0xE9, "DIM",       r"DIM",               Command;
    Rem       = 0xEA, "REM",       r"REM",               Command;
    For       = 0xEB, "FOR",       r"FOR",               Command;
    GoTo      = 0xEC, "GO TO",     r"GO[ \t]*TO",            Command;
    GoSub     = 0xED, "GO SUB",    r"GO[ \t]*SUB",           Command;
    Input     = 0xEE, "INPUT",     r"INPUT",             Command;
    Load      = 0xEF, "LOAD",      r"LOAD",              Command;
    List      = 0xF0, "LIST",      r"LIST",              Command;
    Let       = 0xF1, "LET",       r"LET",               Command;
    Pause     = 0xF2, "PAUSE",     r"PAUSE",             Command;
    Next      = 0xF3, "NEXT",      r"NEXT",              Command;
    Poke      = 0xF4, "POKE",      r"POKE",              Command;
    Print     = 0xF5, "PRINT",     r"PRINT",             Command;
    Plot      = 0xF6, "PLOT",      r"PLOT",              Command;
    Run       = 0xF7, "RUN",       r"RUN",               Command;
    Save      = 0xF8, "SAVE",      r"SAVE",              Command;
    Randomize = 0xF9, "RANDOMIZE", r"RAND(OMI[ZS]E)?",   Command;
    If        = 0xFA, "IF",        r"IF",                Command;
    Cls       = 0xFB, "CLS",       r"CLS",               Command;
    Draw      = 0xFC, "DRAW",      r"DRAW",              Command;
    Clear     = 0xFD, "CLEAR",     r"CLEAR",             Command;
    Return    = 0xFE, "RETURN",    r"RETURN",            Command;
    Copy      = 0xFF, "COPY",      r"COPY",              Command;
}

impl Keyword {
    /// The byte that stands for the keyword in a stored line.
    ///
    /// ```
    /// use zxtap::basic::keyword::Keyword;
    /// assert_eq!(Keyword::GoSub.byte(), 0xED);
    /// ```
    pub const fn byte(self) -> u8 {
        self as u8
    }

    /// Whether the ROM prints a space before the keyword, unless the last thing printed was one: the tokens from
    /// `OR` on that begin with a letter (ROM 0C41h PO-SEARCH).
    pub const fn space_before(self) -> bool {
        self.byte() >= 0xC5 && self.spelling().as_bytes()[0].is_ascii_alphabetic()
    }

    /// Whether the ROM prints a space behind the keyword: those from `FN` on that end in a letter or `$`
    /// (ROM 0C35h PO-TR-SP).
    pub const fn space_behind(self) -> bool {
        let spelling = self.spelling().as_bytes();
        let last = spelling[spelling.len() - 1];
        self.byte() >= 0xA8 && (last.is_ascii_alphabetic() || last == b'$')
    }

    /// The keyword that the whole of `text` spells, in any case and any accepted spelling.
    ///
    /// ```
    /// use zxtap::basic::keyword::Keyword;
    /// assert_eq!(Keyword::parse("goto"), Some(Keyword::GoTo));
    /// assert_eq!(Keyword::parse("total"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Keyword> {
        let mut lexer = Lexeme::lexer(text);
        match lexer.next() {
            Some(Ok(Lexeme::Keyword(keyword))) if lexer.remainder().is_empty() => Some(keyword),
            _ => None,
        }
    }

    /// The longest keyword that `text` begins with, and how many bytes of it; what follows may be anything.
    ///
    /// ```
    /// use zxtap::basic::keyword::Keyword;
    /// assert_eq!(Keyword::prefix("FORn"), Some((Keyword::For, 3)));
    /// assert_eq!(Keyword::prefix("forty"), Some((Keyword::For, 3)));
    /// assert_eq!(Keyword::prefix("level"), None);
    /// ```
    pub fn prefix(text: &str) -> Option<(Keyword, usize)> {
        Keyword::prefixes(text).next()
    }

    /// The longest command that `text` begins with; see [`Keyword::prefix`].
    ///
    /// ```
    /// use zxtap::basic::keyword::Keyword;
    /// assert_eq!(Keyword::command_prefix("PRINTER"), Some((Keyword::Print, 5)));
    /// assert_eq!(Keyword::command_prefix("PIRNT"), None);
    /// ```
    pub fn command_prefix(text: &str) -> Option<(Keyword, usize)> {
        Keyword::prefixes(text).find(|(keyword, _)| keyword.class() == Class::Command)
    }

    /// The keywords that `text` begins with, longest first.
    fn prefixes(text: &str) -> impl Iterator<Item = (Keyword, usize)> + '_ {
        let limit = text.bytes().take_while(u8::is_ascii_alphanumeric).count();
        (2..=limit.min(LONGEST)).rev().filter_map(|n| Keyword::parse(&text[..n]).map(|k| (k, n)))
    }
}

/// Length of the longest accepted spelling that is letters only: `RANDOMIZE`.
const LONGEST: usize = 9;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keyword_is_found_by_byte_and_by_spelling() {
        assert_eq!(Keyword::ALL.len(), 0x100 - 0xA3);
        for (i, &keyword) in Keyword::ALL.iter().enumerate() {
            assert_eq!(keyword.byte() as usize, 0xA3 + i);
            assert_eq!(Keyword::from_byte(keyword.byte()), Some(keyword));
            assert_eq!(Keyword::parse(keyword.spelling()), Some(keyword));
            assert_eq!(Keyword::parse(&keyword.spelling().to_lowercase()), Some(keyword));
        }
    }

    #[test]
    fn a_word_that_contains_a_keyword_stays_a_word() {
        for word in ["total", "forty", "print1", "android", "Level42", "inkey", "spin", "PRINTER"] {
            let mut lexer = Lexeme::lexer(word);
            assert_eq!((lexer.next(), lexer.slice()), (Some(Ok(Lexeme::Word)), word));
        }
    }

    #[test]
    fn numerals_take_their_exponent_with_them() {
        for numeral in ["1", "1.5", ".5", "5.", "1e5", "1E-5", "1.5e+4"] {
            let mut lexer = Lexeme::lexer(numeral);
            assert_eq!((lexer.next(), lexer.slice()), (Some(Ok(Lexeme::Numeral)), numeral));
        }
    }
}
