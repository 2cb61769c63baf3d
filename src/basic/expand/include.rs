//! `#include "FILE"`: which file is meant.
//!
//! Owns: how the line is written, how a path is joined to that of the including file.
//! Must never know: how a file is read, what stands in it.

use std::ops::Range;

/// How deep files may include others.
pub(super) const DEEPEST: usize = 16;
/// The most files of a text.
pub(super) const MOST_FILES: usize = 1000;

/// The file that is named behind `#include`, as a range of `value`; where it is written wrongly, what it was probably
/// meant to be.
///
/// Single quotes and no quotes at all are what people write by mistake.
pub(super) fn file(value: &str) -> Result<Range<usize>, Option<String>> {
    let inner = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    match inner {
        Some(name) if !name.is_empty() && !name.contains('"') => Ok(1..1 + name.len()),
        _ => {
            let bare = value.trim_matches(['"', '\'', '<', '>', ' ', '\t']);
            Err((!bare.is_empty() && !bare.contains(['"', '\\'])).then(|| format!("\"{bare}\"")))
        }
    }
}

/// The path of the file `name` that the file at `from` names: beside that, unless it begins at the root.
///
/// ```
/// use zxtap::basic::expand::joined;
/// assert_eq!(joined("games/main.bas", "lib/keys.bas"), "games/lib/keys.bas");
/// assert_eq!(joined("games/lib/keys.bas", "../main.bas"), "games/main.bas");
/// assert_eq!(joined("main.bas", "/tmp/a.bas"), "/tmp/a.bas");
/// assert_eq!(joined("<stdin>", "../a.bas"), "../a.bas");
/// ```
pub fn joined(from: &str, name: &str) -> String {
    let separators: &[char] = if cfg!(windows) { &['/', '\\'] } else { &['/'] };
    let rooted = name.starts_with(separators) || cfg!(windows) && name.get(1..2) == Some(":");
    let folder = from.rfind(separators).map_or("", |end| &from[..=end]);
    let whole = if rooted { name.to_owned() } else { format!("{folder}{name}") };
    let root = if whole.starts_with(separators) { &whole[..1] } else { "" };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split(separators) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if !root.is_empty() => {}
            part => parts.push(part),
        }
    }
    format!("{root}{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_stands_in_quotes() {
        assert_eq!(file("\"a.bas\""), Ok(1..6));
        assert_eq!(file("a.bas"), Err(Some("\"a.bas\"".into())));
        assert_eq!(file("<a.bas>"), Err(Some("\"a.bas\"".into())));
        assert_eq!(file("\"a.bas"), Err(Some("\"a.bas\"".into())));
        for nothing in ["", "\"", "\"\"", "\"\"\""] {
            assert_eq!(file(nothing), Err(None), "{nothing}");
        }
    }
}
