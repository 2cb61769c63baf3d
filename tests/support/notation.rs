//! Bytes as a person can review them: typed lines with named tokens, stored lines as an annotated hex dump.
//!
//! Typed: `10{PRINT}"{0x90}"`, a token or byte in braces, every other character itself.
//! Dump: hex pairs, two spaces, then words that are not read back.

use super::generate::spelling::{self, WORDS};

/// The bytes of a typed line in brace notation.
pub fn typed(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(inner) = rest.strip_prefix('{') {
            let end = inner.find('}').ok_or_else(|| format!("a brace stays open: {rest}"))?;
            bytes.push(byte(&inner[..end])?);
            rest = &inner[end + 1..];
        } else {
            bytes.push(u8::try_from(c).ok().filter(u8::is_ascii).ok_or_else(|| format!("{c} is no byte"))?);
            rest = &rest[c.len_utf8()..];
        }
    }
    Ok(bytes)
}

fn byte(name: &str) -> Result<u8, String> {
    if let Some(hex) = name.strip_prefix("0x") {
        return u8::from_str_radix(hex, 16).map_err(|e| format!("{name}: {e}"));
    }
    let at = WORDS.iter().position(|w| *w == name).ok_or_else(|| format!("no token {name}"))?;
    Ok(0xA5 + at as u8)
}

/// A typed line in brace notation.
pub fn braces(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &b in bytes {
        match b {
            0xA5..=0xFF => text.push_str(&format!("{{{}}}", spelling::word(b))),
            b' '..=b'z' | b'|' | b'~' if b != b'`' => text.push(char::from(b)),
            _ => text.push_str(&format!("{{0x{b:02X}}}")),
        }
    }
    text
}

/// A line number's digits and the rest of a typed line.
pub fn split_number(entry: &[u8]) -> Option<(u16, &[u8])> {
    let digits = entry.iter().take_while(|b| b.is_ascii_digit()).count();
    let number = std::str::from_utf8(&entry[..digits]).ok()?.parse().ok()?;
    Some((number, &entry[digits..]))
}

/// The bytes of a dump: on each row the pairs before two spaces.
pub fn undump(dump: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    for row in dump.lines() {
        for pair in row.split("  ").next().unwrap_or("").split_whitespace() {
            if pair.len() != 2 {
                return Err(format!("no hex pair: {pair} in {row}"));
            }
            bytes.push(u8::from_str_radix(pair, 16).map_err(|e| format!("{pair} in {row}: {e}"))?);
        }
    }
    Ok(bytes)
}

/// Where the five unknown bytes of DEF FN's parameters lie in the text of a stored line.
pub fn slots(text: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    let (mut i, mut string, mut list) = (0, false, false);
    while i < text.len() {
        match text[i] {
            0x0D => break,
            0xEA if !string => break,
            b'"' => string = !string,
            0x10..=0x15 => i += 1,
            0x16 | 0x17 => i += 2,
            0xCE if !string => list = true,
            b')' | b'=' if list => list = false,
            0x0E if !string => {
                if list {
                    found.push(i + 1);
                }
                i += 5;
            }
            _ => {}
        }
        i += 1;
    }
    found
}

/// Sets the unknown bytes of DEF FN's parameters to zero in the text of one stored line.
pub fn mask(text: &mut [u8]) {
    for at in slots(text) {
        let end = (at + 5).min(text.len());
        text[at..end].fill(0);
    }
}

/// The same over a whole program area.
pub fn mask_program(program: &mut [u8]) {
    let mut at = 0;
    while at + 4 <= program.len() {
        let length = usize::from(program[at + 2]) | usize::from(program[at + 3]) << 8;
        let end = (at + 4 + length).min(program.len());
        mask(&mut program[at + 4..end]);
        at = end;
    }
}

/// A program area as an annotated dump.
pub fn dump(program: &[u8]) -> String {
    let mut out = String::new();
    let mut at = 0;
    while at < program.len() {
        if at + 4 > program.len() {
            row(&mut out, &program[at..], "cut off");
            break;
        }
        let number = u16::from(program[at]) << 8 | u16::from(program[at + 1]);
        let length = usize::from(program[at + 2]) | usize::from(program[at + 3]) << 8;
        let end = (at + 4 + length).min(program.len());
        row(&mut out, &program[at..at + 4], &format!("line {number}, {length} bytes"));
        dump_text(&mut out, &program[at + 4..end]);
        at = end;
    }
    out
}

fn dump_text(out: &mut String, text: &[u8]) {
    let slots = slots(text);
    let mut i = 0;
    let (mut string, mut rem) = (false, false);
    while i < text.len() {
        let b = text[i];
        let n = match b {
            0x0D => 1,
            0x0E if !string && !rem => 6,
            0x10..=0x15 => 2,
            0x16 | 0x17 => 3,
            0xA5..=0xFF => 1,
            _ => {
                let mut n = 0;
                while n < 12 && i + n < text.len() && (0x20..0xA5).contains(&text[i + n]) {
                    string ^= text[i + n] == b'"' && !rem;
                    n += 1;
                    if text[i + n - 1] == b':' && !string && !rem {
                        break;
                    }
                }
                n.max(1)
            }
        }
        .min(text.len() - i);
        let bytes = &text[i..i + n];
        let words = match b {
            0x0D => "end of line".into(),
            0x0E if n == 6 && slots.contains(&(i + 1)) => "slot of a parameter".into(),
            0x0E if n == 6 => format!("= {}", value(&bytes[1..])),
            0x0E => "number".into(),
            0x10..=0x17 => "control".into(),
            0xA5..=0xFF => spelling::word(b).to_string(),
            _ => bytes.iter().map(|&b| if (0x20..0x7F).contains(&b) { char::from(b) } else { '?' }).collect(),
        };
        rem |= b == 0xEA && !string;
        row(out, bytes, &words);
        i += n;
    }
}

/// A five-byte number for the reader's eye.
fn value(bytes: &[u8]) -> String {
    if bytes[0] == 0 {
        return (i32::from(u16::from_le_bytes([bytes[2], bytes[3]])) - if bytes[1] == 0 { 0 } else { 65536 })
            .to_string();
    }
    let mantissa = u32::from_be_bytes([bytes[1] | 0x80, bytes[2], bytes[3], bytes[4]]);
    let sign = if bytes[1] & 0x80 == 0 { 1.0 } else { -1.0 };
    format!("{}", sign * f64::from(mantissa) * 2f64.powi(i32::from(bytes[0]) - 160))
}

fn row(out: &mut String, bytes: &[u8], words: &str) {
    let hex: Vec<String> = bytes.iter().map(|b| format!("{b:02X}")).collect();
    out.push_str(format!("{:<36}  {words}", hex.join(" ")).trim_end());
    out.push('\n');
}
