//! Text outside program lines as Spectrum characters: the name in a header, the strings among saved variables.
//!
//! Owns: which escapes such a text may hold.
//! Must never know: where the text stands, lines, diagnostics.

use super::charset::{self, Escape};
use super::keyword::Keyword;

/// The bytes of `text`: each character's own, escapes as they say.
///
/// ```
/// use zxtap::basic::literal::characters;
/// assert_eq!(characters("a\\{PRINT}£"), Ok(vec![b'a', 0xF5, 0x60]));
/// assert!(characters("ä").is_err());
/// ```
///
/// # Errors
/// A sentence for people: a character that the Spectrum lacks, a broken escape, or one that belongs to a program line.
pub fn characters(text: &str) -> Result<Vec<u8>, String> {
    let mut rest = text;
    let mut bytes = Vec::new();
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        if character != '\\' {
            let byte = charset::byte(character);
            bytes.push(byte.ok_or_else(|| format!("`{character}` is not a character of the Spectrum"))?);
            continue;
        }
        let (escape, length) = charset::escape(rest);
        rest = &rest[length..];
        match escape {
            Escape::Byte(byte) => bytes.push(byte),
            Escape::Control(control, count) => bytes.extend_from_slice(&control[..count]),
            Escape::Colours(controls) => bytes.extend(controls),
            Escape::Name(name) => {
                let keyword = Keyword::parse(name);
                let byte =
                    keyword.ok_or_else(|| format!("`\\{{{name}}}` names no keyword and no control"))?.byte();
                bytes.push(byte);
            }
            Escape::Bad(message) => return Err(message),
            Escape::Number(_) | Escape::NoNumber | Escape::Stored | Escape::NoEnd | Escape::Length(_) => {
                return Err("hidden numbers and marks of lines stand only in program lines".into());
            }
        }
    }
    Ok(bytes)
}
