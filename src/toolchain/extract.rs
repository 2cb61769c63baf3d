//! The files of a tape as files of today: what each is called and what is in it.
//!
//! ```text
//! program            .bas            source text that builds back to the same blocks
//! screen             .scr and .png   6912 bytes, and what they look like
//! other bytes        .bin            data without flag and checksum
//! array, string      .json           numbers as PRINT shows them
//! ```
//!
//! A name on a tape is ten bytes of anything. Of those only letters, digits and `-_+.` reach a file name; it never
//! begins with a dot, never is a name that Windows keeps for devices, and no two differ in case alone.
//!
//! Owns: names, kinds and contents. Must never know: folders, the terminal.

use std::collections::HashMap;

use super::inspect::{Inspection, row};
use super::{ListOptions, list, screen};
use crate::basic::variables::{Value, Variable};
use crate::tape::timing::{ROM_PAUSE_MS, Timing};
use crate::tape::tzx::{self, Entry};
use crate::tape::{self, File, FileType};

/// A file to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extract {
    /// Its name: no folder, nothing that leads out of one.
    pub name: String,
    /// What it will hold.
    pub form: Form,
    /// Which of the tape's files it comes from.
    pub file: usize,
    /// The number of the tape's block that it begins with.
    pub block: usize,
}

/// The forms of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Source text.
    Source,
    /// A screen's bytes.
    Screen,
    /// A screen as a picture.
    Picture,
    /// Bytes.
    Bytes,
    /// An array or a string.
    Array,
}

impl Form {
    /// The extension.
    pub fn extension(self) -> &'static str {
        match self {
            Form::Source => "bas",
            Form::Screen => "scr",
            Form::Picture => "png",
            Form::Bytes => "bin",
            Form::Array => "json",
        }
    }
}

/// What is to be made of a tape, in order. A header without data gives nothing.
///
/// ```
/// use zxtap::tape::{Block, Header, tap};
/// use zxtap::toolchain::{extract, inspect::inspect};
/// let tape = [Header::bytes("../code", 32768, 2).block(), Block::new(0xFF, &[1, 2])];
/// let seen = inspect(&tap::write(&tape).unwrap());
/// let plan = extract::plan(&seen);
/// assert_eq!(plan[0].name, "_._code.bin");
/// assert_eq!(extract::content(&seen, &plan[0]), Ok(vec![1, 2]));
/// ```
pub fn plan(seen: &Inspection) -> Vec<Extract> {
    let mut names = Names::default();
    let mut plan = Vec::new();
    for (index, file) in seen.files.iter().enumerate() {
        let Some(body) = file.data else { continue };
        let first = file.header.map_or(body, |(head, _)| head);
        let block = seen.data.entries[first];
        let stem = names.take(file.header.map(|(_, header)| header.name), block);
        for &form in forms(file, file.bytes(&seen.data.blocks).len()) {
            let name = format!("{stem}.{}", form.extension());
            plan.push(Extract { name, form, file: index, block });
        }
    }
    plan
}

fn forms(file: &File, length: usize) -> &'static [Form] {
    let announced = file.header.map(|(_, header)| header);
    let at_screen =
        announced.is_some_and(|h| h.parameter1 == 0x4000 && usize::from(h.length) == screen::BYTES);
    match announced.map(|header| header.kind) {
        Some(FileType::Program) => &[Form::Source],
        Some(FileType::Numbers | FileType::Characters) => &[Form::Array],
        Some(FileType::Bytes) if length == screen::BYTES || at_screen => &[Form::Screen, Form::Picture],
        None if length == screen::BYTES => &[Form::Screen, Form::Picture],
        _ => &[Form::Bytes],
    }
}

/// The bytes of a file in the plan. Fails with a sentence where it cannot be made.
pub fn content(seen: &Inspection, extract: &Extract) -> Result<Vec<u8>, String> {
    let Some(file) = seen.files.get(extract.file) else { return Err("it is not on this tape".into()) };
    let data = file.bytes(&seen.data.blocks);
    match extract.form {
        Form::Source => Ok(source(seen, file, extract)),
        Form::Screen | Form::Bytes => Ok(data.to_vec()),
        Form::Picture => screen::png(screen::WIDTH, &screen::pixels(data)),
        Form::Array => match file.header.and_then(|(_, header)| row::array(&header, data)) {
            Some(variable) => Ok(array(&variable).into_bytes()),
            None => Err("it is no array".into()),
        },
    }
}

/// The listing of one program: of a tape that holds nothing else.
fn source(seen: &Inspection, file: &File, extract: &Extract) -> Vec<u8> {
    let blocks = file.header.map(|(block, _)| block).into_iter().chain(file.data);
    let entries: Vec<Entry> = blocks
        .map(|block| {
            let bytes = &seen.data.blocks[block].bytes;
            Entry::turbo(Timing::rom(bytes.first().copied().unwrap_or(0)), 8, ROM_PAUSE_MS, bytes)
        })
        .collect();
    let tape = tape::read(&tzx::write(tzx::VERSION, &entries));
    list(&extract.name, &tape, ListOptions::default()).text.into_bytes()
}

/// An array or a string as JSON: `{"name":"b","dimensions":[2],"values":[1,.5]}` with the numbers as PRINT shows
/// them, but with a 0 before a leading point, which JSON wants.
///
/// ```
/// use zxtap::basic::{number::Number, variables::{Name, Value, Variable}};
/// let value = Value::array(false, &[1, 2, 0, 0, 0, 7, 0, 0, 0x80, 0, 0, 0, 0]);
/// let array = Variable { name: Name { letter: 2, rest: vec![] }, value };
/// assert_eq!(zxtap::toolchain::extract::array(&array), "{\"name\":\"b\",\"dimensions\":[2],\"values\":[7,0.5]}\n");
/// ```
pub fn array(variable: &Variable) -> String {
    let name = text(&variable.full_name());
    let body = match &variable.value {
        Value::Numbers { dimensions, elements } => {
            let numbers = elements.iter().map(|number| number_text(&number.to_string()));
            format!(r#""dimensions":{},"values":{}"#, row_of(dimensions), nested(dimensions, numbers))
        }
        Value::Characters { dimensions, characters } => {
            let (&length, sizes) = dimensions.split_last().unwrap_or((&1, &[]));
            let strings = characters.chunks(usize::from(length.max(1))).map(|string| text(&spelled(string)));
            format!(r#""dimensions":{},"values":{}"#, row_of(dimensions), nested(sizes, strings))
        }
        Value::String(characters) => format!(r#""value":{}"#, text(&spelled(characters))),
        Value::BadArray { body, .. } => format!(r#""dimensions":null,"bytes":{}"#, row_of(body)),
        Value::Number(number) => format!(r#""value":{}"#, number_text(&number.to_string())),
        Value::For { value, .. } => format!(r#""value":{}"#, number_text(&value.to_string())),
    };
    format!("{{\"name\":{name},{body}}}\n")
}

/// Numbers as an array of JSON.
fn row_of<T: ToString>(numbers: &[T]) -> String {
    format!("[{}]", numbers.iter().map(T::to_string).collect::<Vec<_>>().join(","))
}

/// A number that PRINT shows as a number of JSON.
fn number_text(printed: &str) -> String {
    match (printed.strip_prefix("-."), printed.strip_prefix('.')) {
        (Some(rest), _) => format!("-0.{rest}"),
        (_, Some(rest)) => format!("0.{rest}"),
        _ => printed.to_owned(),
    }
}

/// Characters as source text writes them.
fn spelled(bytes: &[u8]) -> String {
    use crate::basic::charset;
    let spell = |&byte: &u8| match charset::character(byte) {
        Some(character) if byte < 0x80 && byte != b'\\' => character.to_string(),
        _ => charset::spelled(byte),
    };
    bytes.iter().map(spell).collect()
}

/// A string of JSON.
fn text(characters: &str) -> String {
    let mut text = String::with_capacity(characters.len() + 2);
    text.push('"');
    for character in characters.chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            '\0'..' ' => text.push_str(&format!("\\u{:04x}", u32::from(character))),
            _ => text.push(character),
        }
    }
    text.push('"');
    text
}

/// Values in the order of memory as arrays in arrays, the last of `sizes` innermost; one value alone without any.
fn nested(sizes: &[u16], values: impl Iterator<Item = String>) -> String {
    let mut out = String::new();
    for (index, value) in values.enumerate() {
        if index > 0 {
            let mut span = 1_usize;
            let closed = sizes.iter().rev().take_while(|&&size| {
                span *= usize::from(size.max(1));
                index.is_multiple_of(span)
            });
            let closed = closed.count();
            out.extend(std::iter::repeat_n(']', closed));
            out.push(',');
            out.extend(std::iter::repeat_n('[', closed));
        } else {
            out.extend(std::iter::repeat_n('[', sizes.len()));
        }
        out.push_str(&value);
    }
    out.extend(std::iter::repeat_n(']', sizes.len()));
    out
}

/// Stems that are taken, in small letters, each with the number it was last tried with.
#[derive(Default)]
struct Names(HashMap<String, usize>);

impl Names {
    /// A stem that is not taken, made from the ten bytes or, where they give none, from the block's number.
    fn take(&mut self, name: Option<[u8; 10]>, block: usize) -> String {
        let stem = name.map(|name| stem(&name)).unwrap_or_default();
        let stem = if stem.is_empty() { format!("block-{block}") } else { stem };
        let key = stem.to_ascii_lowercase();
        let Some(&last) = self.0.get(&key) else {
            self.0.insert(key, 1);
            return stem;
        };
        let free = (last + 1..).find(|number| !self.0.contains_key(&format!("{key}-{number}")));
        let number = free.unwrap_or(last);
        self.0.insert(format!("{key}-{number}"), 1);
        self.0.insert(key, number);
        format!("{stem}-{number}")
    }
}

/// Names that Windows keeps for devices, whatever extension they have.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// A file name without extension; empty where the name on tape is.
fn stem(name: &[u8; 10]) -> String {
    let length = name.iter().rposition(|&byte| byte != b' ').map_or(0, |n| n + 1);
    let keep = |byte: u8| byte.is_ascii_alphanumeric() || b"-_+.".contains(&byte);
    let safe = |&byte: &u8| if keep(byte) { char::from(byte) } else { '_' };
    let mut stem: String = name[..length].iter().map(safe).collect();
    if stem.starts_with(['.', '-']) {
        stem.replace_range(..1, "_");
    }
    let device = stem.split('.').next().unwrap_or("").to_ascii_lowercase();
    let numbered = |word: &str| {
        device.strip_prefix(word).is_some_and(|n| n.len() == 1 && n.as_bytes()[0].is_ascii_digit())
    };
    if DEVICES.contains(&&device[..]) || numbered("com") || numbered("lpt") {
        stem.insert(0, '_');
    }
    stem
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::header::padded_name;

    fn names(given: &[&[u8]]) -> Vec<String> {
        let mut names = Names::default();
        given.iter().enumerate().map(|(i, name)| names.take(Some(padded_name(name)), i)).collect()
    }

    #[test]
    fn names_stay_in_the_folder() {
        let given: [&[u8]; 12] = [
            b"../x",
            b"..",
            b"/etc/pass",
            b"C:\\x",
            b"a\0b",
            b"con",
            b"LPT1.x",
            b"-rf",
            b"",
            b"\xF5b",
            b"x y",
            b"COM",
        ];
        let safe = names(&given);
        assert_eq!(
            safe,
            [
                "_._x",
                "_.",
                "_etc_pass",
                "C__x",
                "a_b",
                "_con",
                "_LPT1.x",
                "_rf",
                "block-8",
                "_b",
                "x_y",
                "COM"
            ]
        );
    }

    #[test]
    fn no_two_names_are_the_same() {
        assert_eq!(names(&[b"a", b"A", b"a-2", b"a", b"a-2"]), ["a", "A-2", "a-2-2", "a-3", "a-2-3"]);
        assert_eq!(names(&[b"", b"block-0", b""]), ["block-0", "block-0-2", "block-2"]);
    }

    #[test]
    fn values_stand_in_rows() {
        let six = || (1..=6).map(|n| n.to_string());
        assert_eq!(nested(&[2, 3], six()), "[[1,2,3],[4,5,6]]");
        assert_eq!(nested(&[6], six()), "[1,2,3,4,5,6]");
        assert_eq!(nested(&[1, 3, 2], six()), "[[[1,2],[3,4],[5,6]]]");
        assert_eq!(nested(&[], ["x".to_owned()].into_iter()), "x");
    }

    #[test]
    fn numbers_are_numbers_of_json() {
        for (printed, json) in
            [(".5", "0.5"), ("-.25", "-0.25"), ("1E+20", "1E+20"), ("-0", "-0"), ("1.2E-9", "1.2E-9")]
        {
            assert_eq!(number_text(printed), json);
            assert!(serde_json::from_str::<serde_json::Value>(json).is_ok());
        }
    }
}
