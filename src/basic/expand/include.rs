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

/// What parts the folders of a path.
const SEPARATORS: &[char] = if cfg!(windows) { &['/', '\\'] } else { &['/'] };

/// The path of the file `name` that the file at `from` names: beside that, unless it begins at the root.
///
/// ```
/// use zxtap::basic::expand::joined;
/// assert_eq!(joined("games/main.bas", "lib/keys.bas"), "games/lib/keys.bas");
/// assert_eq!(joined("games/lib/keys.bas", "./../main.bas"), "games/lib/../main.bas");
/// assert_eq!(joined("main.bas", "/tmp/a.bas"), "/tmp/a.bas");
/// assert_eq!(joined("<stdin>", "../a.bas"), "../a.bas");
/// ```
pub fn joined(from: &str, name: &str) -> String {
    let rooted = name.starts_with(SEPARATORS) || cfg!(windows) && name.get(1..2) == Some(":");
    if rooted {
        return name.to_owned();
    }
    let folder = from.rfind(SEPARATORS).map_or("", |end| &from[..=end]);
    format!("{folder}{}", name.trim_start_matches("./"))
}

/// A path in one spelling, to know a file again. A link to a folder may make two of one file, never one of two that
/// are read one inside the other without end: how deep that goes is bounded.
pub(super) fn known_as(path: &str) -> String {
    let root = if path.starts_with(SEPARATORS) { &path[..1] } else { "" };
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split(SEPARATORS) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("{root}{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_has_one_spelling() {
        for (path, name) in [("a/./b", "a/b"), ("a/../b//c", "b/c"), ("../../a", "../../a"), ("/a/..", "/")] {
            assert_eq!(known_as(path), name);
        }
    }

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
