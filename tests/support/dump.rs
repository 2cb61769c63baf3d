//! The dumps of tests/cases/tape: bytes in hexadecimal, `00*6912` for a byte repeated, `#` before a comment; `---` ends
//! it.
#![allow(unreachable_pub)]

use std::num::ParseIntError;

/// The bytes of a dump.
pub fn bytes(text: &str) -> Result<Vec<u8>, ParseIntError> {
    let dump = text.split("---\n").next().unwrap_or_default();
    let mut bytes = Vec::new();
    for word in dump.lines().flat_map(|line| line.split('#').next().unwrap_or("").split_whitespace()) {
        let (byte, times) = word.split_once('*').unwrap_or((word, "1"));
        bytes.extend(std::iter::repeat_n(u8::from_str_radix(byte, 16)?, times.parse()?));
    }
    Ok(bytes)
}
