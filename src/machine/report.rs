//! The report a command ends with.
//!
//! Owns: report codes, and their words as they stand in the ROM. Must never know: source text.
//!
//! ```text
//! 1391 80 4F CB 4E 45 58 54 ...   a byte with bit 7, then the messages one behind the other, each ending with bit 7 set
//! ERR_NR + 1 is the number of the message: 0 to 9 are the codes 0-9, 10 on the codes A-R
//! ```

use super::memory::{Memory, sysvar};

/// The table of report messages in the ROM.
const MESSAGES: u16 = 0x1391;

/// A report as the ROM shows it: `2 Variable not found, 30:1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// `0` to `9`, `A` to `R`.
    pub code: char,
    /// The ROM's words, such as `Variable not found`.
    pub text: String,
    /// The line (PPC); 65534 for a typed command, which the ROM shows as 0.
    pub line: u16,
    /// The statement in it (SUBPPC), from 1.
    pub statement: u8,
}

impl Report {
    /// The report that the system variables speak of, as MAIN-4 (1303h) finds them. `None` when ERR_NR holds no
    /// report's number.
    pub(super) fn read(memory: &Memory) -> Option<Report> {
        let number = memory.read(sysvar::ERR_NR).wrapping_add(1);
        let code = code(number)?;
        let text = message(memory, number);
        let line = u16::from_le_bytes([memory.read(sysvar::PPC), memory.read(sysvar::PPC + 1)]);
        Some(Report { code, text, line, statement: memory.read(sysvar::SUBPPC) })
    }

    /// Whether the program ended as it should: `0 OK` or `9 STOP statement`.
    pub fn is_good(&self) -> bool {
        matches!(self.code, '0' | '9')
    }
}

/// The code of report number `number` (0 to 27): `0` to `9`, then `A` to `R`.
///
/// ```
/// use zxtap::machine::report::code;
/// assert_eq!(code(12), Some('C'));
/// assert_eq!(code(28), None);
/// ```
pub fn code(number: u8) -> Option<char> {
    match number {
        0..=9 => Some(char::from(b'0' + number)),
        10..=27 => Some(char::from(b'A' + number - 10)),
        _ => None,
    }
}

fn message(memory: &Memory, number: u8) -> String {
    let mut address = MESSAGES;
    // Each message, the first byte included, ends with a byte that has bit 7 set.
    for _ in 0..=number {
        while memory.read(address) & 0x80 == 0 {
            address += 1;
        }
        address += 1;
    }
    let mut text = String::new();
    loop {
        let byte = memory.read(address);
        text.push(char::from(byte & 0x7F));
        if byte & 0x80 != 0 {
            return text;
        }
        address += 1;
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let line = if self.line > 0x7FFF { 0 } else { self.line };
        write!(f, "{} {}, {}:{}", self.code, self.text, line, self.statement)
    }
}
