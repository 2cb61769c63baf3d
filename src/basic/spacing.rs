//! Which spaces a listing shows that are not stored (PO-TOKENS, ROM 0C10h).
//!
//! ```text
//! LET a=1: PRINT a AND b       typed
//! F1 61 = 1 3A F5 61 C6 62     stored: the spaces around keywords are the keywords' own
//! ```
//!
//! A keyword shows a space before it, if it has one, unless the last thing printed was a space; and a space behind it,
//! if it has one, always.
//!
//! Owns: that rule, for the tokeniser and for listings alike.
//! Must never know: where the bytes or the spaces come from.

use super::keyword::Keyword;

/// What a listing has printed last, as far as spaces depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spacing {
    after_space: bool,
}

impl Spacing {
    /// At the start of a line: the ROM has printed the number and no space (1870h); the one that a listing shows
    /// between number and keyword is the keyword's.
    pub const LINE_START: Spacing = Spacing { after_space: false };

    /// Whether a listing shows a space before `keyword` here.
    ///
    /// ```
    /// use zxtap::basic::{keyword::Keyword, spacing::Spacing};
    /// let mut spacing = Spacing::LINE_START;
    /// assert!(spacing.before(Keyword::Print));
    /// spacing.byte(b' ');
    /// assert!(!spacing.before(Keyword::And));
    /// spacing.byte(b'a');
    /// assert!(!spacing.before(Keyword::NotEqual));
    /// ```
    pub fn before(self, keyword: Keyword) -> bool {
        !self.after_space && keyword.space_before()
    }

    /// Prints a keyword.
    pub fn keyword(&mut self, keyword: Keyword) {
        self.after_space = keyword.space_behind();
    }

    /// Prints any other byte. Block graphics and colour controls change nothing (ROM 0B24h PO-ANY), UDGs do; the comma
    /// control prints spaces (ROM 0AC3h PO-FILL), a code without a meaning a `?`. What TAB prints depends on the column.
    pub fn byte(&mut self, byte: u8) {
        match byte {
            0x20 | 0x06 => self.after_space = true,
            0x08 | 0x09 | 0x0D | 0x0E | 0x10..=0x17 | 0x80..=0x8F => {}
            _ => self.after_space = false,
        }
    }
}
