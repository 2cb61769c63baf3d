//! Variables as lines of text: the `Var` lines that the BasinC editor writes before a program.
//!
//! ```text
//! Var score: Num = 370                          a number
//! Var f: NumFOR = 11, 10, 1, 1710, 3            value, limit, step, line, statement
//! Var h: NumArray(2, 3) = 1, 2, 3, 4, 5, 6      the last subscript counts fastest
//! Var a$: Str = "say "hi""                      up to the last quote of the line; quotes are not doubled
//! Var n$: StrArray(2, 3) = "ABCDEF"
//! Var s: Num = 0.9\{NUMBER 0x8066666665}        ours: the digits are for people, these are the five bytes
//! ```
//!
//! Owns: this notation both ways. Must never know: where in a source the lines stand, diagnostics.

use super::{Name, Value, Variable, joined, text};
use crate::basic::charset::{self, Escape};
use crate::basic::literal;
use crate::basic::number::{Number, scan};

/// The line for a variable, with its `Var`; `None` when [`read`] would not make the same bytes of it (no name, an array
/// that is none).
///
/// ```
/// use zxtap::basic::variables::{Variable, basinc};
/// let (variable, _) = Variable::decode(&[0x61, 0x00, 0x00, 0x2A, 0x00, 0x00]).unwrap();
/// assert_eq!(basinc::line(&variable).unwrap(), "Var a: Num = 42");
/// ```
pub fn line(variable: &Variable) -> Option<String> {
    let name = variable.full_name();
    let line = match &variable.value {
        Value::Number(value) => format!("Var {name}: Num = {}", numeral(*value)),
        Value::For { value, limit, step, line, statement } => {
            let [value, limit, step] = [value, limit, step].map(|number| numeral(*number));
            format!("Var {name}: NumFOR = {value}, {limit}, {step}, {line}, {statement}")
        }
        Value::String(characters) => format!("Var {name}: Str = \"{}\"", text(characters)),
        Value::Numbers { dimensions, elements } => {
            let elements: Vec<_> = elements.iter().map(|number| numeral(*number)).collect();
            format!("Var {name}: NumArray({}) = {}", joined(dimensions, ", "), elements.join(", "))
        }
        Value::Characters { dimensions, characters } => {
            format!("Var {name}: StrArray({}) = \"{}\"", joined(dimensions, ", "), text(characters))
        }
        Value::BadArray { .. } => return None,
    };
    let again = read(line.strip_prefix("Var ")?).ok()?;
    (again.encode() == variable.encode()).then_some(line)
}

/// Reads what stands behind `Var `.
///
/// ```
/// use zxtap::basic::variables::basinc;
/// let variable = basinc::read("s$: Str = \"hi\"").unwrap();
/// assert_eq!(variable.encode(), [0x53, 0x02, 0x00, 0x68, 0x69]);
/// assert!(basinc::read("s: Str = \"hi\"").is_err());
/// ```
///
/// # Errors
/// A sentence for people, when the text is no such variable.
pub fn read(line: &str) -> Result<Variable, String> {
    const SHAPE: &str = "a variable is written like `Var a: Num = 5`";
    let (name, rest) = line.split_once(':').ok_or(SHAPE)?;
    let (kind, value) = rest.split_once('=').ok_or(SHAPE)?;
    let (name, kind, value) = (name.trim(), kind.trim(), value.trim());
    let (kind, dimensions) = match kind.split_once('(') {
        Some((kind, rest)) => (kind.trim_end(), Some(dimensions(rest)?)),
        None => (kind, None),
    };
    let letters = name.strip_suffix('$').unwrap_or(name);
    let name = Named { name, letters, dollar: letters != name };
    match (kind, dimensions) {
        ("Num", None) => name.with(true, false, Value::Number(number(value)?)),
        ("NumFOR", None) => {
            let parts: Vec<_> = value.split(',').map(str::trim).collect();
            let [value, limit, step, line, statement] = parts[..] else {
                return Err("a FOR variable has value, limit, step, line and statement".into());
            };
            let value = Value::For {
                value: number(value)?,
                limit: number(limit)?,
                step: number(step)?,
                line: line.parse().map_err(|_| format!("`{line}` is no line"))?,
                statement: statement.parse().map_err(|_| format!("`{statement}` is no statement"))?,
            };
            name.with(false, false, value)
        }
        ("Str", None) => name.with(false, true, Value::String(quoted(value)?)),
        ("NumArray", Some(dimensions)) => {
            let elements = value.split(',').map(number).collect::<Result<Vec<_>, _>>()?;
            fits(&dimensions, elements.len(), 5)?;
            name.with(false, false, Value::Numbers { dimensions, elements })
        }
        ("StrArray", Some(dimensions)) => {
            let characters = quoted(value)?;
            fits(&dimensions, characters.len(), 1)?;
            name.with(false, true, Value::Characters { dimensions, characters })
        }
        _ => Err(format!("`{kind}` is none of Num, NumFOR, NumArray(..), Str and StrArray(..)")),
    }
}

/// A name as written.
struct Named<'a> {
    name: &'a str,
    letters: &'a str,
    dollar: bool,
}

impl Named<'_> {
    /// The variable, if its kind can have the name.
    fn with(self, long: bool, dollar: bool, value: Value) -> Result<Variable, String> {
        let letters = self.letters.to_ascii_lowercase();
        let name = match letters.as_bytes() {
            [letter @ b'a'..=b'z', rest @ ..] => Name { letter: letter & 0x1F, rest: rest.to_vec() },
            _ => return Err(format!("`{}` is no name of a variable", self.name)),
        };
        if !name.is_sound() || self.dollar != dollar || !long && !name.rest.is_empty() {
            let wanted = match (long, dollar) {
                (true, _) => "a letter, then letters and digits",
                (_, true) => "one letter and `$`",
                (_, false) => "one letter",
            };
            return Err(format!("`{}` cannot be the name: it is {wanted}", self.name));
        }
        let variable = Variable { name, value };
        match variable.value.body().len() {
            0..=0xFFFF => Ok(variable),
            n => Err(format!("{n} bytes are more than a variable can have")),
        }
    }
}

/// `22, 19)`.
fn dimensions(text: &str) -> Result<Vec<u16>, String> {
    let bad = || format!("`({text}` are no dimensions");
    let inside = text.trim_end().strip_suffix(')').ok_or_else(bad)?;
    let dimensions = inside.split(',').map(|d| d.trim().parse()).collect::<Result<Vec<u16>, _>>();
    dimensions.ok().filter(|d| d.len() < 256 && d.iter().all(|&n| n > 0)).ok_or_else(bad)
}

/// Whether there are as many elements as the dimensions say, and the whole is no longer than an array can be.
fn fits(dimensions: &[u16], count: usize, size: u64) -> Result<(), String> {
    let product = dimensions.iter().try_fold(1u64, |n, &d| n.checked_mul(d.into()));
    match product {
        Some(n) if n * size > 0xFFFF => Err(format!("{n} elements are more than an array can have")),
        Some(n) if n == count as u64 => Ok(()),
        Some(n) => Err(format!("the dimensions say {n} elements, there are {count}")),
        None => Err("there are more elements than an array can have".into()),
    }
}

/// A number as PRINT shows it, with its bytes in an escape where those digits would not bring them back.
fn numeral(number: Number) -> String {
    let shown = number.to_string();
    if self::number(&shown) == Ok(number) {
        return shown;
    }
    let [a, b, c, d, e] = number.0;
    format!("{shown}\\{{NUMBER 0x{a:02X}{b:02X}{c:02X}{d:02X}{e:02X}}}")
}

/// A numeral with a sign, read as the ROM reads it, or the bytes in the escape behind it.
fn number(text: &str) -> Result<Number, String> {
    let text = text.trim();
    let bad = || format!("`{text}` is no number");
    let (digits, escape) = match text.split_once('\\') {
        Some((digits, rest)) => match charset::escape(rest) {
            (Escape::Number(bytes), length) if length == rest.len() => (digits, Some(Number(bytes))),
            _ => return Err(bad()),
        },
        None => (text, None),
    };
    let (minus, digits) = match digits.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, digits.strip_prefix('+').unwrap_or(digits)),
    };
    let scanned = scan(digits.as_bytes());
    match scanned.outcome {
        Ok(_)
            if scanned.consumed < digits.len()
                || !digits.starts_with(|c: char| c == '.' || c.is_ascii_digit()) =>
        {
            Err(bad())
        }
        Ok(number) => Ok(escape.unwrap_or(if minus { number.negated() } else { number })),
        Err(_) => escape.ok_or_else(bad),
    }
}

/// The characters between the first and the last quote.
fn quoted(text: &str) -> Result<Vec<u8>, String> {
    let inside = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    literal::characters(inside.ok_or("a string stands between quotes")?)
}
