//! The stored program as text that the tokeniser makes the same bytes of.
//!
//! ```text
//! 00 0A 0B 00 F5 "a" 3A 20 F5 …     10 PRINT "a":\{0x20} PRINT …
//! ```
//!
//! The lines are first spelled as plainly as a listing shows them, and given to the tokeniser. Where other bytes come
//! back, the item at the first difference is spelled as an escape, and so on until the line comes back: so escapes stand
//! exactly where the plain spelling would not do. What no spelling brings back is marked `\{STORED}`, behind which
//! nothing is put in.
//!
//! Owns: spelling of items, and what `LIST` shows ([`shown`]).
//! Must never know: how the tokeniser decides, tapes.

use std::collections::BTreeSet;

use super::charset;
use super::keyword::Keyword;
use super::program::{Item, Line, Program};
use super::spacing::Spacing;
use super::tokenise;
use crate::source::Source;

/// How graphics are spelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Graphics {
    /// As drawings behind a backslash: `\':`.
    #[default]
    Drawn,
    /// As Unicode block elements: `▜`.
    Unicode,
}

/// Whether the lines of `program` could be typed as far as their numbers and ends say.
fn is_orderly(program: &Program) -> bool {
    let numbers = program.lines.iter().map(|l| l.number);
    program.trailing.is_empty()
        && !program.lines.is_empty()
        && program.lines.iter().all(|l| {
            !l.text.is_empty()
                && l.ended
                && l.declared.is_none()
                && (1..=tokenise::HIGHEST_LINE).contains(&l.number)
        })
        && numbers.clone().zip(numbers.skip(1)).all(|(a, b)| a < b)
}

/// Whether the grammar takes every line.
fn is_legal(program: &Program) -> bool {
    program.lines.iter().all(|l| super::syntax::parse(&l.text).faults.is_empty())
}

/// The program as source text, with the directives it needs and a line end behind every line.
///
/// ```
/// use zxtap::basic::{list::{list, Graphics}, program::Program};
/// let program = Program::decode(&[0, 10, 4, 0, 0xF5, b'a', b';', 0x0D]);
/// assert_eq!(list(&program, Graphics::Drawn), "10 PRINT a;\n");
/// ```
pub fn list(program: &Program, graphics: Graphics) -> String {
    let plain: Vec<String> = program.lines.iter().map(|line| Spelling::new(line, graphics).text()).collect();
    let orderly = is_orderly(program);
    if orderly {
        let text = plain.join("\n") + "\n";
        let again = tokenise::tokenise(&Source::new("", text.as_str()));
        if again.program.lines == program.lines && !again.has_errors() {
            return text;
        }
    }
    let mut out = String::new();
    if !(orderly && is_legal(program)) {
        out += "#stored\n";
    }
    let text = mended(program, plain, graphics);
    for line in &text {
        out += line;
        out.push('\n');
    }
    if !program.trailing.is_empty() {
        out += &format!("#trailing {}\n", hexadecimal(&program.trailing));
    }
    out
}

/// Spells anew what does not come back as part of the whole text. Names that are seen elsewhere can change how a line is
/// read, so that has to be seen again until nothing changes.
fn mended(program: &Program, mut text: Vec<String>, graphics: Graphics) -> Vec<String> {
    let anew: [fn(&Line, Graphics) -> String; 3] = [spell, spell_safely, spell_safely];
    for spell_anew in anew {
        let again = tokenise::tokenise(&Source::new("", format!("#stored\n{}", text.join("\n"))));
        if again.program.lines == program.lines {
            return text;
        }
        for (i, line) in program.lines.iter().enumerate() {
            if again.program.lines.get(i) != Some(line) {
                text[i] = spell_anew(line, graphics);
            }
        }
    }
    program.lines.iter().map(|line| spell_safely(line, graphics)).collect()
}

/// Bytes as directives write them: `0x0A0B`.
pub fn hexadecimal(bytes: &[u8]) -> String {
    use std::fmt::Write;
    let mut out = String::from("0x");
    for byte in bytes {
        let _ = write!(out, "{byte:02X}");
    }
    out
}

/// One line as text that comes back by itself, with block graphics as characters.
///
/// ```
/// use zxtap::basic::{list::spelled, program::Line};
/// assert_eq!(spelled(&Line::new(10, vec![0xF5, b'"', 0x8F, b'"'])), "10 PRINT \"█\"");
/// ```
pub fn spelled(line: &Line) -> String {
    spell(line, Graphics::Unicode)
}

/// How often a line is spelled anew before everything doubtful in it becomes an escape.
const MOST_TRIES: usize = 64;

/// One line, as plainly as it comes back.
fn spell(line: &Line, graphics: Graphics) -> String {
    let mut spelling = Spelling::new(line, graphics);
    for _ in 0..MOST_TRIES {
        let text = spelling.text();
        let (stored, ended) = tokenise::one_line(&text);
        debug_assert_eq!(ended, line.ended);
        let Some(at) = difference(&stored, &line.text) else { return text };
        if !spelling.mend(at, stored.get(at).copied()) {
            break;
        }
    }
    spell_safely(line, graphics)
}

/// One line with `\{STORED}`, and if need be with escapes for all that is not inside strings and remarks.
fn spell_safely(line: &Line, graphics: Graphics) -> String {
    let mut spelling = Spelling::new(line, graphics);
    spelling.stored = true;
    for _ in 0..MOST_TRIES {
        let text = spelling.text();
        let Some(at) = difference(&tokenise::one_line(&text).0, &line.text) else { return text };
        if !spelling.mend(at, None) {
            break;
        }
    }
    spelling.escaped = (0..spelling.items.len()).collect();
    spelling.text()
}

/// Where two texts first differ.
fn difference(one: &[u8], other: &[u8]) -> Option<usize> {
    let common = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    (common < one.len() || common < other.len()).then_some(common)
}

/// One line on its way to text.
struct Spelling<'a> {
    line: &'a Line,
    graphics: Graphics,
    items: Vec<(usize, usize, Item)>,
    /// Items that are spelled as escapes.
    escaped: BTreeSet<usize>,
    /// Items before which it has to be said that the digits there carry no hidden number.
    bare: BTreeSet<usize>,
    stored: bool,
}

impl<'a> Spelling<'a> {
    fn new(line: &'a Line, graphics: Graphics) -> Self {
        let items = line.items().collect();
        Spelling { line, graphics, items, escaped: BTreeSet::new(), bare: BTreeSet::new(), stored: false }
    }

    /// Changes the spelling of what stands at offset `at`, where `came` came back instead. Gives whether that is
    /// possible.
    fn mend(&mut self, at: usize, came: Option<u8>) -> bool {
        let index = self.items.partition_point(|i| i.0 + i.1 <= at);
        let wants_mark = matches!(self.items.get(index), Some((start, _, Item::Number(_))) if *start == at);
        if came == Some(super::program::NUMBER_MARK) && !wants_mark && self.bare.insert(index) {
            return true;
        }
        // The item itself, or the nearest one before it that is not yet an escape.
        let candidate = (0..=index.min(self.items.len().saturating_sub(1)))
            .rev()
            .take(4)
            .find(|i| !self.escaped.contains(i));
        candidate.is_some_and(|i| self.escaped.insert(i))
    }

    fn text(&self) -> String {
        let mut out = format!("{} ", self.line.number);
        if let Some(length) = self.line.declared {
            out += &format!("\\{{LENGTH {length}}}");
        }
        if self.stored {
            out += "\\{STORED}";
        }
        let mut spacing = Spacing::LINE_START;
        let (mut quoted, mut remark, mut first) = (false, false, true);
        for (index, &(at, length, item)) in self.items.iter().enumerate() {
            if self.bare.contains(&index) {
                out += "\\{NONUMBER}";
            }
            let bytes = &self.line.text[at..at + length];
            let inside = quoted || remark;
            let escaped = self.escaped.contains(&index);
            match item {
                Item::Keyword(keyword) if !inside && !escaped => {
                    if spacing.before(keyword) && !first {
                        out.push(' ');
                    }
                    out += keyword.spelling();
                    spacing.keyword(keyword);
                    remark = keyword == Keyword::Rem;
                    let next = self.items.get(index + 1);
                    let tight = match next {
                        None => !remark,
                        Some((_, _, Item::Character(b':' | b')' | b',' | b';'))) => {
                            !remark && !self.escaped.contains(&(index + 1))
                        }
                        Some(_) => false,
                    };
                    if keyword.space_behind() && !tight {
                        out.push(' ');
                    }
                }
                Item::Keyword(keyword) => {
                    out += &format!("\\{{{}}}", keyword.spelling());
                    spacing.keyword(keyword);
                    remark |= !inside && keyword == Keyword::Rem;
                }
                Item::Number(number) => {
                    if escaped || inside || self.stored {
                        out += &format!("\\{{NUMBER {}}}", hexadecimal(&number.0));
                    }
                }
                Item::Control(code, parameters, count) => {
                    self.control(&mut out, code, &parameters[..count], bytes)
                }
                Item::Character(byte) => {
                    if byte == b'"' && !escaped && !remark {
                        quoted = !quoted;
                    }
                    self.character(&mut out, byte, escaped);
                    spacing.byte(byte);
                }
                Item::CutNumber(_) => bytes.iter().for_each(|&b| out += &charset::spelled(b)),
            }
            first = false;
        }
        if self.bare.contains(&self.items.len()) {
            out += "\\{NONUMBER}";
        }
        if !self.line.ended {
            out += "\\{NOEND}";
        }
        out
    }

    fn character(&self, out: &mut String, byte: u8, escaped: bool) {
        let unicode = self.graphics == Graphics::Unicode && (0x81..=0x8F).contains(&byte);
        match charset::character(byte) {
            Some(_) if escaped && byte < 0x80 => *out += &format!("\\{{0x{byte:02X}}}"),
            Some(_) if byte == b'\\' => *out += "\\\\",
            Some(_) if byte == b'^' => out.push('^'),
            Some(character) if byte < 0x80 || unicode => out.push(character),
            _ => match charset::CONTROLS.iter().find(|c| c.1 == byte && charset::parameters(byte) == 0) {
                Some((name, _)) => *out += &format!("\\{{{name}}}"),
                None => *out += &charset::spelled(byte),
            },
        }
    }

    fn control(&self, out: &mut String, code: u8, parameters: &[u8], bytes: &[u8]) {
        let whole = charset::parameters(code) == parameters.len();
        let Some((name, _)) = charset::CONTROLS.iter().find(|c| c.1 == code && whole) else {
            bytes.iter().for_each(|&b| *out += &charset::spelled(b));
            return;
        };
        match *parameters {
            [one] => *out += &format!("\\{{{name} {one}}}"),
            [column, 0] if code == 0x17 => *out += &format!("\\{{{name} {column}}}"),
            [one, two] => *out += &format!("\\{{{name} {one},{two}}}"),
            _ => {}
        }
    }
}

/// What `LIST` prints of the program, character by character, as it goes to the screen: keywords spelled out, hidden
/// numbers left out, controls as they stand. Each line ends with 0D.
///
/// LIST walks by the 0D bytes, not by the length words, and ends at a line number of 16384 or more (ROM 1835h,
/// 1855h); so it may show other lines than RUN runs.
///
/// ```
/// use zxtap::basic::list::shown;
/// assert_eq!(shown(&[0, 10, 2, 0, 0xFB, 0x0D]), b"  10 CLS \r");
/// ```
pub fn shown(program: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = program;
    while rest.len() >= 4 && rest[0] < 0x40 {
        let line_start = out.len();
        number(&mut out, u16::from_be_bytes([rest[0], rest[1]]));
        rest = &rest[4..];
        let mut spacing = Spacing::LINE_START;
        while let Some(&byte) = rest.first() {
            rest = &rest[1..];
            match byte {
                0x0D => break,
                0x0E => rest = rest.get(5..).unwrap_or(&[]),
                _ => match Keyword::from_byte(byte).filter(|_| byte >= Keyword::Rnd.byte()) {
                    Some(keyword) => {
                        if spacing.before(keyword) {
                            out.push(b' ');
                        }
                        out.extend_from_slice(keyword.spelling().as_bytes());
                        if keyword.space_behind() {
                            out.push(b' ');
                        }
                        spacing.keyword(keyword);
                    }
                    None => {
                        out.push(byte);
                        spacing.byte(byte);
                        let (with, behind) = rest.split_at(charset::parameters(byte).min(rest.len()));
                        out.extend_from_slice(with);
                        rest = behind;
                        if byte == 0x17 && printed(&out[line_start..]).last() == Some(&b' ') {
                            spacing.byte(b' ');
                        }
                    }
                },
            }
        }
        out.push(0x0D);
    }
    out
}

/// The characters that a listing of [`shown`] leaves on the screen: colour codes left out, the comma and TAB controls as
/// the spaces they print, `?` for codes without a meaning; where 08 and AT move the
/// cursor, what follows stands on what was there, here it stands behind it.
///
/// ```
/// use zxtap::basic::list::printed;
/// assert_eq!(printed(b"ab\x06c\x10\x02\x01\r"), b"ab              c?\r");
/// ```
pub fn printed(shown: &[u8]) -> Vec<u8> {
    const WIDTH: usize = 32;
    let mut out = Vec::with_capacity(shown.len());
    let mut column = 0;
    let mut rest = shown;
    while let Some(&byte) = rest.first() {
        rest = &rest[1..];
        let parameter = usize::from(rest.first().copied().unwrap_or(0));
        let spaces = match byte {
            0x0D => {
                out.push(byte);
                column = 0;
                0
            }
            0x06 => WIDTH / 2 - column % (WIDTH / 2),
            0x17 => (parameter + WIDTH - column % WIDTH) % WIDTH,
            0x16 => {
                column = usize::from(rest.get(1).copied().unwrap_or(0));
                0
            }
            0x08 => {
                column = column.saturating_sub(1);
                0
            }
            0x09 | 0x10..=0x15 => 0,
            _ => {
                out.push(if byte < 0x20 { b'?' } else { byte });
                column += 1;
                0
            }
        };
        out.resize(out.len() + spaces, b' ');
        column += spaces;
        rest = rest.get(charset::parameters(byte)..).unwrap_or(&[]);
    }
    out
}

/// A line number as OUT-NUM-2 prints it (ROM 1A28h): four places, blanks before; over 9999 the first digit is the
/// character that many places behind `0`.
fn number(out: &mut Vec<u8>, number: u16) {
    let mut blank = true;
    for unit in [1000, 100, 10, 1] {
        let digit = number / unit - if unit == 1000 { 0 } else { number / (unit * 10) * 10 };
        blank &= digit == 0 && unit > 1;
        out.push(if blank { b' ' } else { b'0' + digit as u8 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use proptest::prelude::*;

    fn comes_back(program: &Program) -> Result<(), TestCaseError> {
        for graphics in [Graphics::Drawn, Graphics::Unicode] {
            let text = list(program, graphics);
            let again = tokenise::tokenise(&Source::new("", text.clone()));
            prop_assert_eq!(&again.program, program, "{}", &text);
            prop_assert_eq!(list(&again.program, graphics), text);
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn any_bytes_come_back(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            comes_back(&Program::decode(&bytes))?;
        }

        #[test]
        fn any_lines_come_back(lines in proptest::collection::vec((any::<u16>(),
            proptest::collection::vec(prop_oneof![
                any::<u8>(), Just(b' '), Just(b'"'), Just(0x0E), Just(0xEA), Just(0xCE), Just(b'1'), Just(b'a'),
                Just(b'.'), Just(0xF5), Just(b':'), Just(b'('), Just(b'\\')
            ], 0..40), any::<bool>()), 0..6)) {
            let mut program = Program::default();
            for (number, text, ended) in lines {
                let ended = ended || text.last() == Some(&0x0D);
                program.lines.push(Line { number, text, ended, declared: None });
            }
            comes_back(&Program::decode(&program.encode()))?;
        }
    }
}
