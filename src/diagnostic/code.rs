//! The codes table: one entry a kind of diagnostic, with what `zxtap explain` says about it.
//!
//! Owns: code, severity, title, explanation and example of every diagnostic.
//! Must never know: who raises them.

use super::Severity;

macro_rules! codes {
    ($($name:ident = $text:literal, $severity:ident, $title:literal, $explanation:literal, $example:literal;)*) => {
        /// One kind of diagnostic.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $title] $name,)*
        }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &[Code] = &[$(Code::$name),*];

            /// The code as printed: `E201`.
            pub fn text(self) -> &'static str {
                match self { $(Code::$name => $text,)* }
            }

            /// Error or warning.
            pub fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity,)* }
            }

            /// A few words that name it.
            pub fn title(self) -> &'static str {
                match self { $(Code::$name => $title,)* }
            }

            /// What it means and what to do, in a paragraph.
            pub fn explanation(self) -> &'static str {
                match self { $(Code::$name => $explanation,)* }
            }

            /// A source text that raises it. In the codes about bytes, `<E9>` stands for the byte E9.
            pub fn example(self) -> &'static str {
                match self { $(Code::$name => $example,)* }
            }
        }
    };
}

codes! {
    // Text
    NotText = "E101", Error, "a file that is not text",
        "The file is something else than BASIC as text: a tape, a recording, a picture, or bytes without sense. It is \
         recognised by how it begins, or because too many of its bytes are control characters or broken UTF-8.",
        "ZXTape!<1A><01><14>";
    TooLarge = "E102", Error, "a source file that is too large",
        "A source text may have up to 4 MiB (4,194,304 bytes), about a hundred times what fills a 48K. A longer file is \
         not read to its end. There is no switch to raise the limit.",
        "(a file of more than 4,194,304 bytes)";
    InvalidUtf8 = "E103", Error, "bytes that are not UTF-8",
        "A source text is UTF-8, with or without a mark at the start, or UTF-16. The only other bytes accepted are the \
         Latin-1 pound and copyright signs (A3 and A9). Save the text as UTF-8, and write only characters that the \
         Spectrum has; others can be drawn as UDGs and written \\a to \\u.",
        "10 PRINT \"caf<E9>\"\n";
    NulByte = "E104", Error, "a NUL byte",
        "A byte 00 stands in the text. No editor shows it; it comes from a damaged file, or from a program that pads \
         its texts. Take it out. To store a byte 00 in the program, write \\{0}.",
        "10 REM a<00>b\n";
    BrokenUtf16 = "E105", Error, "broken UTF-16",
        "The text is UTF-16 (it begins with FF FE or FE FF, or every second byte is 00), but holds half of a character \
         or ends in the middle of one. The file is damaged or was cut off.",
        "<FF><FE>1<00>0<00><00><D8>";
    // Lines
    NoProgram = "E201", Error, "a text without a program",
        "The text is empty, or holds nothing but comments and directives. A program has at least one line.",
        "# only a comment\n";
    // Statements
    MissingLet = "E304", Error, "an assignment without LET",
        "On a Spectrum an assignment is a statement of its own and begins with the keyword LET.",
        "10 a=1\n";
    // Warnings
    Latin1Sign = "W690", Warning, "a Latin-1 pound or copyright sign",
        "The file is not UTF-8, but the byte is the pound sign (A3) or the copyright sign (A9) in Latin-1, and a Spectrum \
         has both. It is taken as that. Save the text as UTF-8 to be rid of the warning.",
        "10 PRINT \"<A3>5\"\n";
}

impl Code {
    /// The code that is printed as `text`, in either case; none for a text that names no code.
    ///
    /// ```
    /// use zxtap::diagnostic::Code;
    /// assert_eq!(Code::parse("e304"), Some(Code::MissingLet));
    /// assert_eq!(Code::parse("E999"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|c| c.text().eq_ignore_ascii_case(text))
    }
}
