//! The variables area: what stands in memory from VARS to E_LINE, and on tape behind a program that was saved after it
//! had run.
//!
//! ```text
//! top three bits    then (the low five bits are the letter, 1 = a)
//! 011  number       five bytes                                                        a
//! 101  number       the other characters of the name, bit 7 set on the last; five bytes   total
//! 100  numbers      length 2, number of dimensions 1, each dimension 2, five bytes each   b(2,3)
//! 111  FOR          value 5, limit 5, step 5, line of the FOR 2, statement after it 1     i
//! 010  string       length 2, characters                                              s$
//! 110  characters   length 2, number of dimensions 1, each dimension 2, one byte each      c$(5,3)
//! 80                the end of the area; SAVE leaves it out
//!
//! 61  00 00 2A 00 00                                   a = 42
//! B4 6F 74 61 EC  00 00 07 00 00                       total = 7
//! 53  02 00  68 69                                     s$ = "hi"
//! 81  08 00  01  01 00  00 00 07 00 00                 a(1), a(1) = 7
//! E9  00 00 01 00 00  00 00 0A 00 00  00 00 02 00 00  14 00  02      FOR i=1 TO 10 STEP 2 at 20:1
//! ```
//!
//! All words are little-endian. The areas of the ROM's own NEXT-ONE (19B8h) are followed, whatever they hold.
//!
//! Owns: the area both ways, `encode(decode(b)) == b` for all bytes; values by name; the text of BasinC's `Var` lines
//! ([`basinc`]).
//! Must never know: programs, tapes, the machine.

use super::charset;
use super::number::Number;

pub mod basinc;
mod find;

pub use find::Reading;

/// The byte that ends the area in memory.
pub const END: u8 = 0x80;

/// A variables area.
///
/// ```
/// use zxtap::basic::variables::Variables;
/// let area = [0x61, 0x00, 0x00, 0x2A, 0x00, 0x00, 0x53, 0x02, 0x00, 0x68, 0x69];
/// let variables = Variables::decode(&area);
/// assert_eq!(variables.variables[0].to_string(), "a = 42");
/// assert_eq!(variables.variables[1].to_string(), "s$ = \"hi\"");
/// assert_eq!(variables.encode(), area);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variables {
    /// The variables in the order of the area.
    pub variables: Vec<Variable>,
    /// What follows the last whole variable: nothing, the end byte 80 and whatever is behind it, or bytes that are no
    /// variable.
    pub trailing: Vec<u8>,
}

/// One variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its letter, or letters and digits, as stored.
    pub name: Name,
    /// What it holds.
    pub value: Value,
}

/// The stored name. The ROM stores small letters; capitals and small letters are the same name to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The low five bits of the first byte, 1 for a. 0 and 27 to 31 are no letters, but can be stored.
    pub letter: u8,
    /// Of a long-named number the other characters, without bit 7; empty for all other kinds.
    pub rest: Vec<u8>,
}

/// What a variable holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number, whatever the length of its name.
    Number(Number),
    /// The variable of a loop.
    For {
        /// The value now.
        value: Number,
        /// The value behind TO.
        limit: Number,
        /// The value behind STEP, 1 when there is none.
        step: Number,
        /// The line NEXT goes back to.
        line: u16,
        /// The statement in that line NEXT goes back to: the one behind FOR.
        statement: u8,
    },
    /// A string of any length.
    String(Vec<u8>),
    /// An array of numbers. The last subscript counts fastest.
    Numbers {
        /// At least one, none of them 0.
        dimensions: Vec<u16>,
        /// As many as the product of the dimensions.
        elements: Vec<Number>,
    },
    /// An array of characters: strings of fixed length, which is the last dimension.
    Characters {
        /// At least one, none of them 0.
        dimensions: Vec<u16>,
        /// As many as the product of the dimensions.
        characters: Vec<u8>,
    },
    /// An array whose length does not agree with its dimensions.
    BadArray {
        /// Whether its first byte says characters, otherwise numbers.
        characters: bool,
        /// All that its length counts.
        body: Vec<u8>,
    },
}

/// What is odd in a variables area; the words are for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A name that the ROM cannot have stored.
    Name,
    /// An array whose length does not agree with its dimensions.
    Array,
    /// A first byte that no variable has.
    NoVariable(u8),
    /// A variable that runs past the end of the area.
    Cut,
    /// Bytes behind the end byte.
    BehindEnd,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Name => f.write_str("a variable's name is no name"),
            Fault::Array => f.write_str("the length of an array does not agree with its dimensions"),
            Fault::NoVariable(byte) => write!(f, "no variable begins with the byte {byte:02X}"),
            Fault::Cut => f.write_str("the last variable is cut off"),
            Fault::BehindEnd => f.write_str("bytes follow the end of the variables"),
        }
    }
}

impl Variables {
    /// Reads an area. Any bytes are one; nothing is lost.
    pub fn decode(mut bytes: &[u8]) -> Variables {
        let mut variables = Vec::new();
        while let Some((variable, length)) = Variable::decode(bytes) {
            variables.push(variable);
            bytes = &bytes[length..];
        }
        Variables { variables, trailing: bytes.to_vec() }
    }

    /// The bytes of the area.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for variable in &self.variables {
            variable.encode_into(&mut out);
        }
        out.extend_from_slice(&self.trailing);
        out
    }

    /// What is odd, each with the offset in the area.
    ///
    /// ```
    /// use zxtap::basic::variables::{Fault, Variables};
    /// assert_eq!(Variables::decode(&[0x61, 0x00, 0x00]).faults(), [(0, Fault::Cut)]);
    /// assert_eq!(Variables::decode(&[0x80]).faults(), []);
    /// ```
    pub fn faults(&self) -> Vec<(usize, Fault)> {
        let mut faults = Vec::new();
        let mut at = 0;
        for variable in &self.variables {
            if !variable.name.is_sound() {
                faults.push((at, Fault::Name));
            }
            if let Value::BadArray { .. } = variable.value {
                faults.push((at, Fault::Array));
            }
            at += variable.size();
        }
        match self.trailing[..] {
            [] | [END] => {}
            [END, ..] => faults.push((at + 1, Fault::BehindEnd)),
            [byte @ ..0x40, ..] => faults.push((at, Fault::NoVariable(byte))),
            _ => faults.push((at, Fault::Cut)),
        }
        faults
    }
}

impl Variable {
    /// The variable at the start of `bytes` and its length; `None` at the end byte, at a byte that no variable begins
    /// with and where the bytes end too soon.
    pub fn decode(bytes: &[u8]) -> Option<(Variable, usize)> {
        let (&first, rest) = bytes.split_first()?;
        let short = Name { letter: first & 0x1F, rest: Vec::new() };
        match first >> 5 {
            0b011 => {
                let value = Value::Number(number(rest.get(..5)?));
                Some((Variable { name: short, value }, 6))
            }
            0b101 => {
                let end = rest.iter().position(|byte| byte & 0x80 != 0)? + 1;
                let name = rest[..end].iter().map(|byte| byte & 0x7F).collect();
                let value = Value::Number(number(rest.get(end..end + 5)?));
                Some((Variable { name: Name { rest: name, ..short }, value }, 1 + end + 5))
            }
            0b111 => {
                let fixed: &[u8; 18] = rest.first_chunk()?;
                let value = Value::For {
                    value: number(&fixed[..5]),
                    limit: number(&fixed[5..10]),
                    step: number(&fixed[10..15]),
                    line: u16::from_le_bytes([fixed[15], fixed[16]]),
                    statement: fixed[17],
                };
                Some((Variable { name: short, value }, 19))
            }
            kind @ (0b010 | 0b100 | 0b110) if first != END => {
                let (&length, rest) = rest.split_first_chunk()?;
                let length = usize::from(u16::from_le_bytes(length));
                let body = rest.get(..length)?;
                let value = match kind {
                    0b010 => Value::String(body.to_vec()),
                    _ => Value::array(kind == 0b110, body),
                };
                Some((Variable { name: short, value }, 3 + length))
            }
            _ => None,
        }
    }

    /// The bytes of the variable. More than 65,535 bytes in a string or an array, which the caller must not ask for,
    /// give a length word modulo 65,536.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.size());
        self.encode_into(&mut out);
        out
    }

    fn encode_into(&self, out: &mut Vec<u8>) {
        let kind = match &self.value {
            Value::Number(_) if self.name.rest.is_empty() => 0b011,
            Value::Number(_) => 0b101,
            Value::For { .. } => 0b111,
            Value::String(_) => 0b010,
            Value::Numbers { .. } | Value::BadArray { characters: false, .. } => 0b100,
            Value::Characters { .. } | Value::BadArray { characters: true, .. } => 0b110,
        };
        out.push(kind << 5 | self.name.letter & 0x1F);
        if let Value::Number(_) = self.value {
            out.extend_from_slice(&self.name.rest);
            if let (Some(last), false) = (out.last_mut(), self.name.rest.is_empty()) {
                *last |= 0x80;
            }
        }
        match &self.value {
            Value::Number(number) => out.extend_from_slice(&number.0),
            Value::For { value, limit, step, line, statement } => {
                for number in [value, limit, step] {
                    out.extend_from_slice(&number.0);
                }
                out.extend_from_slice(&line.to_le_bytes());
                out.push(*statement);
            }
            _ => {
                let body = self.value.body();
                out.extend_from_slice(&(body.len() as u16).to_le_bytes());
                out.extend_from_slice(&body);
            }
        }
    }

    /// How many bytes [`Variable::encode`] gives.
    pub fn size(&self) -> usize {
        match &self.value {
            Value::Number(_) => 6 + self.name.rest.len(),
            Value::For { .. } => 19,
            Value::String(characters) => 3 + characters.len(),
            Value::Numbers { dimensions, elements } => 4 + 2 * dimensions.len() + 5 * elements.len(),
            Value::Characters { dimensions, characters } => 4 + 2 * dimensions.len() + characters.len(),
            Value::BadArray { body, .. } => 3 + body.len(),
        }
    }

    /// The name as BASIC writes it: `a`, `total`, `s$`; without brackets for arrays.
    pub fn full_name(&self) -> String {
        let dollar = match self.value {
            Value::String(_) | Value::Characters { .. } | Value::BadArray { characters: true, .. } => "$",
            _ => "",
        };
        format!("{}{dollar}", self.name)
    }
}

impl Name {
    /// Whether the ROM can have stored it: a letter, then small letters and digits.
    pub fn is_sound(&self) -> bool {
        (1..=26).contains(&self.letter)
            && self.rest.iter().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    }
}

impl std::fmt::Display for Name {
    /// The characters; what cannot be one as an escape.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&text(&[0x60 | self.letter]))?;
        f.write_str(&text(&self.rest))
    }
}

impl Value {
    /// An array from its body: number of dimensions, dimensions, elements. So it stands in a file of its own on tape,
    /// too (SAVE ... DATA).
    ///
    /// ```
    /// use zxtap::basic::{number::Number, variables::Value};
    /// let body = [0x01, 0x01, 0x00, 0x00, 0x00, 0x07, 0x00, 0x00];
    /// assert_eq!(Value::array(false, &body), Value::Numbers { dimensions: vec![1], elements: vec![Number::small(7)] });
    /// ```
    pub fn array(characters: bool, body: &[u8]) -> Value {
        let size = if characters { 1 } else { 5 };
        match shape(body, size) {
            Some((dimensions, elements)) if characters => {
                Value::Characters { dimensions, characters: elements.to_vec() }
            }
            Some((dimensions, elements)) => {
                Value::Numbers { dimensions, elements: elements.chunks_exact(5).map(number).collect() }
            }
            None => Value::BadArray { characters, body: body.to_vec() },
        }
    }

    /// The value in a file of an array or a string: `variable` is the byte that the header has for it (the high byte
    /// of parameter 1), the first byte it has in the area. `None` when that byte is neither of an array nor a string.
    pub fn of_file(variable: u8, body: &[u8]) -> Option<Value> {
        match variable >> 5 {
            0b010 => Some(Value::String(body.to_vec())),
            0b100 => Some(Value::array(false, body)),
            0b110 => Some(Value::array(true, body)),
            _ => None,
        }
    }

    /// What the length word of a string or an array counts; empty for numbers.
    pub fn body(&self) -> Vec<u8> {
        match self {
            Value::Number(_) | Value::For { .. } => Vec::new(),
            Value::String(body) | Value::BadArray { body, .. } => body.clone(),
            Value::Numbers { dimensions, elements } => {
                let mut body = head(dimensions);
                body.extend(elements.iter().flat_map(|element| element.0));
                body
            }
            Value::Characters { dimensions, characters } => {
                let mut body = head(dimensions);
                body.extend_from_slice(characters);
                body
            }
        }
    }
}

impl std::fmt::Display for Variable {
    /// For people: `a = 42`, `b(2,3) = 1, 2, 3, 4, 5, 6`, `c$(2,2) = "ab", "cd"`, numbers as PRINT shows them.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = self.full_name();
        match &self.value {
            Value::Number(number) => write!(f, "{name} = {number}"),
            Value::For { value, limit, step, line, statement } => {
                write!(f, "{name} = {value} TO {limit} STEP {step}, NEXT goes to {line}:{statement}")
            }
            Value::String(characters) => write!(f, "{name} = \"{}\"", text(characters)),
            Value::Numbers { dimensions, elements } => {
                write!(f, "{name}({}) = ", joined(dimensions, ","))?;
                f.write_str(&joined(elements, ", "))
            }
            Value::Characters { dimensions, characters } => {
                let length = dimensions.last().map_or(1, |&n| usize::from(n.max(1)));
                let strings = characters.chunks(length).map(|string| format!("\"{}\"", text(string)));
                write!(f, "{name}({}) = ", joined(dimensions, ","))?;
                f.write_str(&strings.collect::<Vec<_>>().join(", "))
            }
            Value::BadArray { body, .. } => write!(f, "{name}() = {} bytes that are no array", body.len()),
        }
    }
}

/// The dimensions and the elements of an array's body, if they agree.
fn shape(body: &[u8], size: u64) -> Option<(Vec<u16>, &[u8])> {
    let (&count, rest) = body.split_first()?;
    let (words, elements) = rest.split_at_checked(2 * usize::from(count))?;
    let dimensions: Vec<u16> = words.chunks_exact(2).map(|w| u16::from_le_bytes([w[0], w[1]])).collect();
    let product = dimensions.iter().try_fold(size, |n, &d| n.checked_mul(d.into()))?;
    (count > 0 && product > 0 && product == elements.len() as u64).then_some((dimensions, elements))
}

/// What stands before the elements of an array.
fn head(dimensions: &[u16]) -> Vec<u8> {
    let mut head = vec![dimensions.len() as u8];
    head.extend(dimensions.iter().flat_map(|dimension| dimension.to_le_bytes()));
    head
}

fn number(bytes: &[u8]) -> Number {
    bytes.try_into().map_or(Number::ZERO, Number)
}

/// Characters as source text writes them, all others as escapes.
fn text(bytes: &[u8]) -> String {
    bytes
        .iter()
        .map(|&byte| match charset::character(byte) {
            Some(character) if byte < 0x80 && byte != b'\\' => character.to_string(),
            _ => charset::spelled(byte),
        })
        .collect()
}

fn joined<T: ToString>(items: &[T], separator: &str) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Bytes that look like variables more often than chance would have it.
    fn area() -> impl Strategy<Value = Vec<u8>> {
        let first = prop_oneof![
            Just(0x61u8),
            Just(0xB4),
            Just(0x81),
            Just(0xE9),
            Just(0x53),
            Just(0xC1),
            any::<u8>()
        ];
        let length = prop_oneof![0u8..30, any::<u8>()];
        let variable = (
            first,
            length,
            prop_oneof![Just(0u8), Just(0), any::<u8>()],
            prop::collection::vec(any::<u8>(), 0..40),
        )
            .prop_map(|(first, low, high, rest)| [&[first, low, high], &rest[..]].concat());
        prop::collection::vec(variable, 0..6).prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn decoding_loses_nothing(bytes in area()) {
            let variables = Variables::decode(&bytes);
            prop_assert_eq!(variables.encode(), bytes);
            for variable in &variables.variables {
                prop_assert_eq!(variable.size(), variable.encode().len());
                prop_assert_eq!(Variable::decode(&variable.encode()), Some((variable.clone(), variable.size())));
            }
            variables.faults();
        }
    }

    #[test]
    fn faults_have_places() {
        let area = |bytes: &[u8]| Variables::decode(bytes).faults();
        assert_eq!(area(&[0x60, 0, 0, 0, 0, 0]), [(0, Fault::Name)]);
        assert_eq!(area(&[0xB4, b'X', 0x80 | b'Y', 0, 0, 0, 0, 0]), [(0, Fault::Name)]);
        assert_eq!(area(&[0x53, 0, 0, 0x81, 1, 0, 1]), [(3, Fault::Array)]);
        assert_eq!(area(&[0x53, 0, 0, 0x81, 3, 0, 1, 0, 0]), [(3, Fault::Array)]);
        assert_eq!(area(&[0x53, 0, 0, 0x3F]), [(3, Fault::NoVariable(0x3F))]);
        assert_eq!(area(&[0x53, 1, 0]), [(0, Fault::Cut)]);
        assert_eq!(area(&[0x80, 0x0D]), [(1, Fault::BehindEnd)]);
        assert_eq!(area(&[0xB4, b'o', b'o']), [(0, Fault::Cut)]);
    }
}
