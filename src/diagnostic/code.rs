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

            /// A source text that raises it.
            pub fn example(self) -> &'static str {
                match self { $(Code::$name => $example,)* }
            }
        }
    };
}

codes! {
    // Text
    // Lines
    // Statements
    MissingLet = "E304", Error, "an assignment without LET",
        "On a Spectrum an assignment is a statement of its own and begins with the keyword LET.",
        "10 a=1\n";
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
