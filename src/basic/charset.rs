//! THE character table: Spectrum bytes, the Unicode characters for them and the backslash notations.
//!
//! ```text
//! 00..1F   controls: 06 comma, 08 left, 0D end of line, 0E number (+5), 10..15 colours (+1), 16 AT (+2), 17 TAB (+2)
//! 20..7F   ASCII, but 5E is the up-arrow, 60 the pound sign and 7F the copyright sign
//! 80..8F   block graphics: 80 + 1 top right + 2 top left + 4 bottom right + 8 bottom left
//! 90..A4   the user-defined graphics (UDGs) A to U
//! A5..FF   keywords: see the keyword table
//! ```
//!
//! Owns: which byte a character of a source text is, what an escape says.
//! Must never know: which keywords there are (an escape hands their names on), lines, strings.

/// The byte of a character, for all that are one byte: ASCII, pound, copyright, up-arrow and block elements.
///
/// ```
/// use zxtap::basic::charset::byte;
/// assert_eq!(byte('A'), Some(0x41));
/// assert_eq!(byte('£'), Some(0x60));
/// assert_eq!(byte('▚'), Some(0x86));
/// assert_eq!(byte('ä'), None);
/// ```
pub fn byte(character: char) -> Option<u8> {
    match character {
        ' '..='~' => Some(character as u8),
        '£' => Some(0x60),
        '©' => Some(0x7F),
        '↑' => Some(0x5E),
        _ => BLOCKS.iter().position(|&b| b == character).map(|i| 0x80 + i as u8),
    }
}

/// The Unicode block elements for 80..8F, in order; the first is the empty block, here an em space.
pub const BLOCKS: [char; 16] =
    ['\u{2003}', '▝', '▘', '▀', '▗', '▐', '▚', '▜', '▖', '▞', '▌', '▛', '▄', '▟', '▙', '█'];

/// The Unicode character for a byte from 20 to 8F; none for controls, UDGs and keywords.
///
/// ```
/// use zxtap::basic::charset::character;
/// assert_eq!(character(0x60), Some('£'));
/// assert_eq!(character(0x8F), Some('█'));
/// assert_eq!(character(0x10), None);
/// ```
pub fn character(byte: u8) -> Option<char> {
    match byte {
        0x60 => Some('£'),
        0x7F => Some('©'),
        0x5E => Some('↑'),
        0x20..=0x7E => Some(byte as char),
        0x80..=0x8F => Some(BLOCKS[(byte - 0x80) as usize]),
        _ => None,
    }
}

/// What to write for a character that is not on a Spectrum, where an editor or a web page has put it for one that is.
///
/// ```
/// use zxtap::basic::charset::substitute;
/// assert_eq!(substitute('“'), Some("\""));
/// assert_eq!(substitute('≤'), Some("<="));
/// ```
pub fn substitute(character: char) -> Option<&'static str> {
    Some(match character {
        '“' | '”' | '„' | '‟' | '″' => "\"",
        '‘' | '’' | '‚' | '′' => "'",
        '–' | '—' | '−' | '‐' | '‑' => "-",
        '×' | '∗' => "*",
        '÷' | '∕' => "/",
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "<>",
        '\u{A0}' | '\u{2009}' | '\u{202F}' => " ",
        '…' => "...",
        'π' => "PI",
        '⇑' | '⬆' => "↑",
        _ => return None,
    })
}

/// The escape that stands for a byte, with its backslash: a drawing, a UDG's letter, or the byte in braces.
///
/// ```
/// use zxtap::basic::charset::spelled;
/// assert_eq!(spelled(0x87), "\\':");
/// assert_eq!(spelled(0x90), "\\a");
/// assert_eq!(spelled(0x01), "\\{0x01}");
/// ```
pub fn spelled(byte: u8) -> String {
    const HALVES: [char; 4] = [' ', '\'', '.', ':'];
    match byte {
        b'\\' => "\\\\".into(),
        0x80..=0x8F => {
            let half = |upper: u8, lower: u8| {
                HALVES[usize::from(byte & upper != 0) + 2 * usize::from(byte & lower != 0)]
            };
            format!("\\{}{}", half(2, 8), half(1, 4))
        }
        0x90..=0xA4 => format!("\\{}", (byte - 0x90 + b'a') as char),
        _ => format!("\\{{0x{byte:02X}}}"),
    }
}

/// How many parameter bytes follow a code in a line: one a colour control (10 to 15), two AT and TAB (16, 17), none
/// anything else (SKIP-OVER, ROM 007Dh).
///
/// ```
/// use zxtap::basic::charset::parameters;
/// assert_eq!([parameters(0x06), parameters(0x10), parameters(0x17)], [0, 1, 2]);
/// ```
pub const fn parameters(code: u8) -> usize {
    match code {
        0x10..=0x15 => 1,
        0x16 | 0x17 => 2,
        _ => 0,
    }
}

/// The named controls: name and byte; [`parameters`] tells how many bytes follow it.
pub const CONTROLS: [(&str, u8); 16] = [
    ("COMMA", 0x06),
    ("EDIT", 0x07),
    ("LEFT", 0x08),
    ("RIGHT", 0x09),
    ("DOWN", 0x0A),
    ("UP", 0x0B),
    ("DELETE", 0x0C),
    ("ENTER", 0x0D),
    ("INK", 0x10),
    ("PAPER", 0x11),
    ("FLASH", 0x12),
    ("BRIGHT", 0x13),
    ("INVERSE", 0x14),
    ("OVER", 0x15),
    ("AT", 0x16),
    ("TAB", 0x17),
];

/// What an escape stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Escape<'a> {
    /// One byte.
    Byte(u8),
    /// A control with its parameter bytes: up to three in all.
    Control([u8; 3], usize),
    /// Colour controls in BasinC's short form: `{i6p0}`, INK 6 and PAPER 0. All their bytes.
    Colours(Vec<u8>),
    /// The hidden number: 0E and these five bytes.
    Number([u8; 5]),
    /// `{NONUMBER}`: the digits before it carry no hidden number.
    NoNumber,
    /// `{STORED}` at the start of a line: what follows is stored as it stands, no hidden number is put in.
    Stored,
    /// `{NOEND}` at the end of a line: its end-of-line byte is missing.
    NoEnd,
    /// `{LENGTH 40}` at the start of a line: its length word, where that lies.
    Length(u16),
    /// A name in braces that is none of the above: a keyword, or a mistake. The tokeniser knows the keywords.
    Name(&'a str),
    /// Not an escape. What is wrong, in words.
    Bad(String),
}

/// Reads the escape at the start of `text`, which begins behind the backslash. Gives it and how many bytes of `text`
/// it takes. Never fails: what is no escape is [`Escape::Bad`], of one character or, in braces, up to the brace.
///
/// ```
/// use zxtap::basic::charset::{escape, Escape};
/// assert_eq!(escape("a"), (Escape::Byte(0x90), 1));
/// assert_eq!(escape("':"), (Escape::Byte(0x87), 2));
/// assert_eq!(escape("{INK 2}x"), (Escape::Control([0x10, 2, 0], 2), 7));
/// assert_eq!(escape("{0x10}"), (Escape::Byte(0x10), 6));
/// assert_eq!(escape("#016"), (Escape::Byte(16), 4));
/// assert_eq!(escape("{i6p0}"), (Escape::Colours(vec![0x10, 6, 0x11, 0]), 6));
/// ```
pub fn escape(text: &str) -> (Escape<'_>, usize) {
    let bytes = text.as_bytes();
    let bad = |message: String| {
        let length = text.chars().next().map_or(0, char::len_utf8);
        (Escape::Bad(message), length)
    };
    match bytes {
        [b'{', ..] => match text.find('}') {
            Some(end) => (braces(&text[1..end]), end + 1),
            None => bad("a brace after a backslash needs its closing brace on the same line".into()),
        },
        [b'#', ..] => {
            let digits = bytes[1..].iter().take(3).take_while(|b| b.is_ascii_digit()).count();
            match text[1..1 + digits].parse::<u8>() {
                Ok(value) if digits == 3 => (Escape::Byte(value), 4),
                _ => bad("`\\#` takes exactly three digits, from 000 to 255".into()),
            }
        }
        [letter @ (b'a'..=b'u' | b'A'..=b'U'), ..] => {
            (Escape::Byte(letter.to_ascii_lowercase() - b'a' + 0x90), 1)
        }
        [b'\\', ..] => (Escape::Byte(b'\\'), 1),
        [b'@', ..] => (Escape::Byte(b'@'), 1),
        [b'*', ..] => (Escape::Byte(0x7F), 1),
        [b'`', ..] => (Escape::Byte(0x60), 1),
        &[left, right, ..] => match (half(left), half(right)) {
            (Some(left), Some(right)) => (Escape::Byte(0x80 + left * 2 + right), 2),
            _ => bad(unknown(text)),
        },
        _ => bad(unknown(text)),
    }
}

fn unknown(text: &str) -> String {
    match text.chars().next() {
        Some(c) => format!("`\\{c}` is not an escape"),
        None => "a backslash at the very end of the program joins nothing".into(),
    }
}

/// One column of a block drawing: bit 0 the upper half, bit 2 the lower.
fn half(drawing: u8) -> Option<u8> {
    match drawing {
        b' ' => Some(0),
        b'\'' => Some(1),
        b'.' => Some(4),
        b':' => Some(5),
        _ => None,
    }
}

/// What stands between the braces of an escape.
fn braces(inside: &str) -> Escape<'_> {
    let inside = inside.trim();
    if let Some(value) = number(inside) {
        return match u8::try_from(value) {
            Ok(byte) => Escape::Byte(byte),
            Err(_) => Escape::Bad(format!("a byte lies between 0 and 255, not {value}")),
        };
    }
    let (name, rest) = inside.split_once(' ').map_or((inside, ""), |(n, r)| (n, r.trim()));
    let name = name.to_ascii_uppercase();
    if name == "NUMBER" {
        return stored_number(rest);
    }
    if name == "LENGTH" {
        return match number(rest).and_then(|n| u16::try_from(n).ok()) {
            Some(length) => Escape::Length(length),
            None => Escape::Bad("`LENGTH` in an escape takes a number from 0 to 65535".into()),
        };
    }
    match name.as_str() {
        "NONUMBER" if rest.is_empty() => return Escape::NoNumber,
        "STORED" if rest.is_empty() => return Escape::Stored,
        "NOEND" if rest.is_empty() => return Escape::NoEnd,
        _ => {}
    }
    if name.len() == 1 && rest.is_empty() && matches!(name.as_bytes()[0], b'A'..=b'U') {
        return Escape::Byte(name.as_bytes()[0] - b'A' + 0x90);
    }
    if let Some(controls) = colours(inside.as_bytes()) {
        return Escape::Colours(controls);
    }
    let fits = |c: &&(&str, u8)| c.0 == name && (parameters(c.1) == 0) == rest.is_empty();
    let Some(&(_, code)) = CONTROLS.iter().find(fits) else {
        return Escape::Name(inside);
    };
    let count = parameters(code);
    let mut bytes = [code, 0, 0];
    let values: Vec<_> = rest.split(',').filter(|_| count > 0).map(|v| number(v.trim())).collect();
    match (code, values.as_slice()) {
        (_, []) => {}
        (0x17, &[Some(column)]) if column <= 0xFFFF => {
            bytes[1..].copy_from_slice(&(column as u16).to_le_bytes());
        }
        (_, values) if values.len() == count && values.iter().all(|v| v.is_some_and(|v| v <= 255)) => {
            for (byte, value) in bytes[1..].iter_mut().zip(values) {
                *byte = value.unwrap_or(0) as u8;
            }
        }
        _ => {
            let what = if count == 1 { "one number" } else { "two numbers with a comma between" };
            return Escape::Bad(format!("`{name}` in an escape takes {what}, each from 0 to 255"));
        }
    }
    Escape::Control(bytes, 1 + count)
}

/// One or more of BasinC's short controls: a letter (ink, paper, flash, bright, video, over, at, tab) and its digits.
/// `vn` and `vi` are INVERSE 0 and 1, `a10,5` is AT; `t5` is TAB with one parameter byte, the other stands behind.
fn colours(mut text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    while let [letter, rest @ ..] = text {
        let code = 0x10 + b"ipfbvoat".iter().position(|l| *l == letter.to_ascii_lowercase())? as u8;
        let (parameters, rest) = match (code, rest) {
            (0x14, [b'n' | b'N', rest @ ..]) => (vec![0], rest),
            (0x14, [b'i' | b'I', rest @ ..]) => (vec![1], rest),
            (0x10..=0x15, [digit @ b'0'..=b'9', rest @ ..]) => (vec![digit - b'0'], rest),
            (0x16, rest) => {
                let (row, rest) = decimal(rest)?;
                let (column, rest) = decimal(rest.strip_prefix(b",")?)?;
                (vec![row, column], rest)
            }
            (0x17, rest) => decimal(rest).map(|(column, rest)| (vec![column], rest))?,
            _ => return None,
        };
        bytes.push(code);
        bytes.extend(parameters);
        text = rest;
    }
    (!bytes.is_empty()).then_some(bytes)
}

/// A decimal byte at the start of `text`, and what follows it.
fn decimal(text: &[u8]) -> Option<(u8, &[u8])> {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(length);
    Some((std::str::from_utf8(digits).ok()?.parse().ok()?, rest))
}

/// The five bytes of `NUMBER 0x8F25800000`.
fn stored_number(text: &str) -> Escape<'_> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    match u64::from_str_radix(digits, 16) {
        Ok(value) if digits.len() == 10 && digits.bytes().all(|b| b.is_ascii_hexdigit()) => {
            let mut five = [0; 5];
            five.copy_from_slice(&value.to_be_bytes()[3..]);
            Escape::Number(five)
        }
        _ => Escape::Bad("`NUMBER` in an escape takes ten hexadecimal digits: the five stored bytes".into()),
    }
}

/// A number as escapes spell it: decimal, or hexadecimal behind `0x` or `$`.
fn number(text: &str) -> Option<u32> {
    let hexadecimal =
        text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).or_else(|| text.strip_prefix('$'));
    let (digits, radix) = hexadecimal.map_or((text, 10), |digits| (digits, 16));
    let all = !digits.is_empty() && digits.bytes().all(|b| (b as char).is_digit(radix));
    all.then(|| u32::from_str_radix(digits, radix).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_in_short() {
        for (text, bytes) in [
            ("{i9}", &[0x10, 9][..]),
            ("{P0f1B1}", &[0x11, 0, 0x12, 1, 0x13, 1]),
            ("{vnviv0o1}", &[0x14, 0, 0x14, 1, 0x14, 0, 0x15, 1]),
            ("{a10,5t31}", &[0x16, 10, 5, 0x17, 31]),
        ] {
            assert_eq!(escape(text), (Escape::Colours(bytes.to_vec()), text.len()));
        }
        for text in ["{i}", "{i10}", "{a5}", "{t256}", "{i6 p0}", "{vx}", "{pi}", "{at}", "{bin}", "{b}"] {
            assert!(!matches!(escape(text).0, Escape::Colours(_)), "{text}");
        }
    }

    #[test]
    fn characters_and_bytes_agree() {
        for byte_ in 0x20..=0x8F {
            let c = character(byte_).unwrap();
            assert_eq!(byte(c), Some(byte_), "{c}");
        }
    }

    #[test]
    fn block_drawings_follow_their_bits() {
        let column = [(' ', 0), ('\'', 1), ('.', 4), (':', 5)];
        for (l, left) in column {
            for (r, right) in column {
                let (left_bits, right_bits): (u8, u8) = (left, right);
                let expected = 0x80
                    + (left_bits & 1) * 2
                    + (left_bits >> 2) * 8
                    + (right_bits & 1)
                    + (right_bits >> 2) * 4;
                assert_eq!(escape(&format!("{l}{r}")), (Escape::Byte(expected), 2));
            }
        }
    }

    #[test]
    fn escapes_that_are_none_say_why() {
        for text in
            ["z", "", "{300}", "{INK}", "{NUMBER 12}", "#01", "{INK 1,2}", "{", "ä", "{AT 1}", "{INK 999}"]
        {
            let (what, length) = escape(text);
            assert!(length <= text.len());
            assert!(matches!(what, Escape::Bad(_) | Escape::Name("INK")), "{text}: {what:?}");
        }
        assert_eq!(escape("{AT 1,0x1F}").0, Escape::Control([0x16, 1, 31], 3));
        assert_eq!(escape("{TAB 5}").0, Escape::Control([0x17, 5, 0], 3));
        assert_eq!(escape("{TAB 5,1}").0, Escape::Control([0x17, 5, 1], 3));
        assert_eq!(escape("{NUMBER 0x8F25800000}").0, Escape::Number([0x8F, 0x25, 0x80, 0, 0]));
        assert_eq!(escape("{Go To}").0, Escape::Name("Go To"));
    }
}
