//! A value by its name, as an expression would name it: LOOK-VARS, 28B2h, and the subscripts of 2996h.
//!
//! Owns: which variable a name means and where an element stands. Must never know: expressions; subscripts are plain
//! whole numbers.

use super::{Value, Variable, Variables};
use crate::basic::number::Number;

/// What stands under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A number, of a loop's variable the value it has now.
    Number(Number),
    /// Characters.
    Text(Vec<u8>),
}

impl std::fmt::Display for Reading {
    /// As [`Variable`] shows it: a number as PRINT does, characters in quotes.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reading::Number(number) => number.fmt(f),
            Reading::Text(characters) => write!(f, "\"{}\"", super::text(characters)),
        }
    }
}

impl Variables {
    /// The value of a variable or an element: `score`, `a$`, `b(9)`, `c(2,3)`, `n$(2)`, `n$(2,1)`. Spaces and the
    /// difference between capitals and small letters count as little as for the ROM; the first of two variables of a
    /// name counts. `None` when there is none, when the subscripts are too few, too many or out of range.
    ///
    /// ```
    /// use zxtap::basic::number::Number;
    /// use zxtap::basic::variables::{Reading, Variables};
    /// let area = [0x81, 0x0D, 0x00, 0x01, 0x02, 0x00, 0, 0, 7, 0, 0, 0, 0, 8, 0, 0];
    /// let variables = Variables::decode(&area);
    /// assert_eq!(variables.value("a(2)"), Some(Reading::Number(Number::small(8))));
    /// assert_eq!(variables.value("a(3)"), None);
    /// ```
    pub fn value(&self, name: &str) -> Option<Reading> {
        let name: String = name.chars().filter(|c| *c != ' ').collect::<String>().to_ascii_lowercase();
        let (name, subscripts) = match name.split_once('(') {
            Some((name, rest)) => {
                let inside = rest.strip_suffix(')')?;
                let subscripts = inside.split(',').map(str::parse).collect::<Result<Vec<u16>, _>>().ok()?;
                (name.to_owned(), subscripts)
            }
            None => (name, Vec::new()),
        };
        let bracket = !subscripts.is_empty();
        let means = |variable: &&Variable| {
            let fits = match variable.value {
                Value::Number(_) | Value::For { .. } => !bracket,
                Value::Numbers { .. } | Value::BadArray { characters: false, .. } => bracket,
                _ => true,
            };
            fits && variable.full_name() == name
        };
        match &self.variables.iter().find(means)?.value {
            Value::Number(value) | Value::For { value, .. } => Some(Reading::Number(*value)),
            Value::String(characters) => match subscripts[..] {
                [] => Some(Reading::Text(characters.clone())),
                [n] => Some(Reading::Text(vec![*characters.get(usize::from(n).checked_sub(1)?)?])),
                _ => None,
            },
            Value::Numbers { dimensions, elements } => {
                let (at, length) = place(dimensions, &subscripts)?;
                if length == 1 && subscripts.len() == dimensions.len() {
                    elements.get(at).copied().map(Reading::Number)
                } else {
                    None
                }
            }
            Value::Characters { dimensions, characters } => {
                if subscripts.len() + 1 < dimensions.len() {
                    return None;
                }
                let (at, length) = place(dimensions, &subscripts)?;
                characters.get(at..at + length).map(|text| Reading::Text(text.to_vec()))
            }
            Value::BadArray { .. } => None,
        }
    }
}

/// Where the part of an array that has these first subscripts begins, and how many elements it has.
fn place(dimensions: &[u16], subscripts: &[u16]) -> Option<(usize, usize)> {
    if subscripts.len() > dimensions.len() {
        return None;
    }
    let mut at = 0;
    for (n, &dimension) in dimensions.iter().enumerate() {
        let subscript = match subscripts.get(n) {
            Some(&subscript) if (1..=dimension).contains(&subscript) => subscript - 1,
            Some(_) => return None,
            None => 0,
        };
        at = at * usize::from(dimension) + usize::from(subscript);
    }
    Some((at, dimensions[subscripts.len()..].iter().map(|&d| usize::from(d)).product()))
}
