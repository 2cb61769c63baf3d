//! Arrays and strings as JSON, the way [`extract`](crate::toolchain::extract) writes them, back to variables.
//!
//! ```text
//! {"name":"b","dimensions":[2,3],"values":[[1,2,3],[4,5,6]]}      b(2,3)
//! {"name":"c$","dimensions":[2,5],"values":["ab","cde"]}          c$(2,5), padded with spaces
//! {"name":"s$","value":"hi"}                                      s$(2)
//! [1,2,3]    ["ab","cde"]    "hi"                                 the same without a name: a, or a$
//! ```
//!
//! The ROM loads a string without dimensions as an array with a broken head (the tests look), so a string becomes an
//! array of one dimension, which a program reads in the same way.
//!
//! Numbers go through the ROM's own arithmetic; strings may hold escapes as source text does.
//!
//! Owns: these forms. Must never know: files, tapes.

use serde_json::Value as Json;

use crate::basic::literal;
use crate::basic::number::{Number, scan};
use crate::basic::variables::{Name, Value, Variable};

/// The most bytes a file on tape holds.
const MOST_BYTES: usize = crate::basic::program::MOST_BYTES;

/// Reads an array or a string. `letter` (`a` to `z`) goes before the name in the text.
///
/// ```
/// use zxtap::toolchain::parts::array::read;
/// let array = read(br#"["ab","cde"]"#, Some('c')).unwrap();
/// assert_eq!(array.to_string(), r#"c$(2,3) = "ab ", "cde""#);
/// assert_eq!(read(b"[[1,2],[3]]", None).unwrap_err(), "the rows are not all of one length");
/// ```
///
/// # Errors
/// A sentence.
pub fn read(text: &[u8], letter: Option<char>) -> Result<Variable, String> {
    let json: Json = serde_json::from_slice(text).map_err(|error| format!("it is not JSON: {error}"))?;
    let (name, dimensions, content, bytes) = match &json {
        Json::Object(keys) => {
            if let Some(key) =
                keys.keys().find(|k| !["name", "dimensions", "values", "value", "bytes"].contains(&&k[..]))
            {
                return Err(format!("`{key}` is no key here: name, dimensions, values and value are"));
            }
            let content = keys.get("values").or(keys.get("value"));
            (keys.get("name"), keys.get("dimensions"), content, keys.get("bytes"))
        }
        other => (None, None, Some(other), None),
    };
    let name = match name {
        None => None,
        Some(name) => {
            Some(name.as_str().and_then(array_name).ok_or("`name` is a letter, with $ for characters")?)
        }
    };
    let value = match (content, bytes) {
        (Some(content), _) => value(content, dimensions)?,
        (None, Some(bytes)) => {
            let byte = |json: &Json| u8::try_from(json.as_u64()?).ok();
            let body = bytes.as_array().and_then(|all| all.iter().map(byte).collect::<Option<Vec<u8>>>());
            let body = body.ok_or("`bytes` is a list of numbers from 0 to 255")?;
            Value::BadArray { characters: name.is_some_and(|(_, dollar)| dollar), body }
        }
        (None, None) => return Err("`values` is missing".into()),
    };
    let is_text = matches!(value, Value::Characters { .. });
    if let Some((_, dollar)) = name
        && dollar != is_text
        && !matches!(value, Value::BadArray { .. })
    {
        return Err(if dollar { "a name with $ holds strings" } else { "strings need a name with $" }.into());
    }
    let letter = letter.or(name.map(|(letter, _)| letter)).unwrap_or('a').to_ascii_lowercase();
    if value.body().len() > MOST_BYTES {
        return Err(format!(
            "it takes {} bytes; a block on tape holds at most {MOST_BYTES}",
            value.body().len()
        ));
    }
    Ok(Variable { name: Name { letter: letter as u8 & 0x1F, rest: Vec::new() }, value })
}

/// The letter of `b` or `b$`, and whether the dollar is there.
pub(in crate::toolchain) fn array_name(text: &str) -> Option<(char, bool)> {
    let (letter, dollar) = text.strip_suffix('$').map_or((text, false), |letter| (letter, true));
    let mut characters = letter.chars();
    let first = characters.next().filter(char::is_ascii_alphabetic)?;
    characters.next().is_none().then_some((first, dollar))
}

fn value(content: &Json, dimensions: Option<&Json>) -> Result<Value, String> {
    let declared: Option<Vec<u16>> = match dimensions {
        None | Some(Json::Null) => None,
        Some(list) => {
            let size = |json: &Json| u16::try_from(json.as_u64()?).ok().filter(|&size| size > 0);
            let sizes = list.as_array().and_then(|all| all.iter().map(size).collect::<Option<_>>());
            Some(sizes.ok_or("`dimensions` is a list of numbers from 1 to 65535")?)
        }
    };
    if let Json::String(text) = content {
        let characters = literal::characters(text)?;
        if characters.is_empty() {
            return Err("a string has at least one character".into());
        }
        return strings(Vec::new(), vec![characters], declared);
    }
    let (sizes, leaves) = flat(content)?;
    if leaves.iter().all(|leaf| leaf.is_string()) {
        let texts = leaves.iter().filter_map(|leaf| leaf.as_str());
        return strings(sizes, texts.map(literal::characters).collect::<Result<_, _>>()?, declared);
    }
    if sizes.is_empty() {
        return Err("a number alone is no array: write [1]".into());
    }
    if declared.is_some_and(|declared| declared != sizes) {
        return Err("`values` has other sizes than `dimensions` says".into());
    }
    let elements = leaves.into_iter().map(number).collect::<Result<_, _>>()?;
    Ok(Value::Numbers { dimensions: sizes, elements })
}

/// The sizes of arrays in arrays, and what stands innermost.
fn flat(content: &Json) -> Result<(Vec<u16>, Vec<&Json>), String> {
    let (mut sizes, mut level) = (Vec::new(), vec![content]);
    while level.iter().any(|json| json.is_array()) {
        let rows: Vec<&Vec<Json>> = level.iter().filter_map(|json| json.as_array()).collect();
        let length = rows[0].len();
        if rows.len() != level.len() || rows.iter().any(|row| row.len() != length) {
            return Err("the rows are not all of one length".into());
        }
        if length == 0 {
            return Err("an array has at least one element".into());
        }
        sizes.push(u16::try_from(length).map_err(|_| "a dimension is at most 65535")?);
        level = rows.into_iter().flatten().collect();
    }
    if sizes.len() > usize::from(u8::MAX) {
        return Err("an array has at most 255 dimensions".into());
    }
    Ok((sizes, level))
}

/// Strings of one length: the last of the dimensions, or that of the longest string.
fn strings(mut sizes: Vec<u16>, texts: Vec<Vec<u8>>, declared: Option<Vec<u16>>) -> Result<Value, String> {
    let longest = texts.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let length = match &declared {
        Some(declared) if declared.len() == sizes.len() + 1 && declared.starts_with(&sizes) => {
            usize::from(declared[sizes.len()])
        }
        Some(_) => return Err("`values` has other sizes than `dimensions` says".into()),
        None => longest,
    };
    if texts.iter().any(|text| text.len() > length) {
        return Err(format!("a string is longer than the {length} characters that `dimensions` says"));
    }
    if texts.len().saturating_mul(length) > MOST_BYTES {
        return Err(format!("it takes more than {MOST_BYTES} bytes"));
    }
    sizes.push(u16::try_from(length).map_err(|_| "a string is at most 65535 characters long")?);
    let padded = |text: Vec<u8>| {
        let blanks = length - text.len();
        text.into_iter().chain(std::iter::repeat_n(b' ', blanks))
    };
    Ok(Value::Characters { dimensions: sizes, characters: texts.into_iter().flat_map(padded).collect() })
}

fn number(json: &Json) -> Result<Number, String> {
    let Json::Number(number) = json else { return Err(format!("`{json}` is no number")) };
    let text = number.to_string();
    let digits = text.trim_start_matches('-');
    let scanned = scan(digits.as_bytes());
    match scanned.outcome {
        Ok(number) if text.starts_with('-') => Ok(number.negated()),
        Ok(number) => Ok(number),
        Err(_) => Err(format!("`{text}` is too big for the Spectrum")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toolchain::extract::array;

    #[test]
    fn what_extract_writes_comes_back() {
        for text in [
            r#"{"name":"b","dimensions":[2,3],"values":[[1,2,3],[4,5,-0.5]]}"#,
            r#"{"name":"c$","dimensions":[2,5],"values":["ab   ","c\\{0x10}\\{0x02}e "]}"#,
            r#"{"name":"d$","dimensions":[3],"values":"abc"}"#,
            r#"{"name":"n","dimensions":[2],"values":[1E+20,-1.2E-9]}"#,
            r#"{"name":"x","dimensions":null,"bytes":[1,2,0]}"#,
        ] {
            let text = format!("{text}\n");
            let variable = read(text.as_bytes(), None).unwrap();
            assert_eq!(array(&variable), text);
        }
    }

    #[test]
    fn what_is_no_array_is_refused_in_words() {
        for (text, why) in [
            ("", "it is not JSON: EOF while parsing a value at line 1 column 0"),
            ("[1,]", "it is not JSON: trailing comma at line 1 column 4"),
            ("1", "a number alone is no array: write [1]"),
            ("\"\"", "a string has at least one character"),
            ("[]", "an array has at least one element"),
            ("[1,\"a\"]", "`\"a\"` is no number"),
            ("[[1],2]", "the rows are not all of one length"),
            ("[1e99]", "`1e+99` is too big for the Spectrum"),
            ("{\"name\":\"ab\",\"values\":[1]}", "`name` is a letter, with $ for characters"),
            ("{\"name\":\"a$\",\"values\":[1]}", "a name with $ holds strings"),
            ("{\"name\":\"a\",\"values\":[\"x\"]}", "strings need a name with $"),
            ("{\"vals\":[1]}", "`vals` is no key here: name, dimensions, values and value are"),
            ("{\"values\":[1,2],\"dimensions\":[3]}", "`values` has other sizes than `dimensions` says"),
            ("{}", "`values` is missing"),
        ] {
            assert_eq!(read(text.as_bytes(), None).unwrap_err(), why, "{text}");
        }
        let deep = "[".repeat(100_000);
        assert!(read(deep.as_bytes(), None).is_err());
    }
}
