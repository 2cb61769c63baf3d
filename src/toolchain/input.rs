//! From the bytes of a file to a build: what is wrong with the bytes and what is wrong with the text, told together.
//!
//! Owns: how the two lists become one.
//! Must never know: files; how bytes are decoded; BASIC.

use super::{BuildOptions, Built, build, check};
use crate::diagnostic::{Code, Diagnostic, Severity, encoding};
use crate::source::Source;

/// Builds the program in a file called `name` from its bytes.
///
/// ```
/// use zxtap::diagnostic::Code;
/// use zxtap::toolchain::{BuildOptions, build_bytes};
/// let (source, built) = build_bytes("a.bas", b"10 REM \xFF\n", &BuildOptions::default());
/// assert_eq!(source.name(), "a.bas");
/// assert!(!built.is_good());
/// assert_eq!(built.diagnostics[0].code, Code::InvalidUtf8);
/// ```
pub fn build_bytes(name: &str, bytes: &[u8], options: &BuildOptions) -> (Source, Built) {
    let (source, broken) = decode(name, bytes);
    if is_hopeless(&broken) {
        return (source, Built { diagnostics: broken, ..Built::default() });
    }
    let mut built = build(&source, options);
    built.diagnostics = together(broken, built.diagnostics);
    (source, built)
}

/// All that [`build_bytes`] would say.
pub fn check_bytes(name: &str, bytes: &[u8], options: &BuildOptions) -> (Source, Vec<Diagnostic>) {
    let (source, broken) = decode(name, bytes);
    if is_hopeless(&broken) {
        return (source, broken);
    }
    let found = check(&source, options);
    (source, together(broken, found))
}

fn decode(name: &str, bytes: &[u8]) -> (Source, Vec<Diagnostic>) {
    let (source, faults) = Source::decode(name, bytes);
    (source, faults.iter().map(encoding::diagnostic).collect())
}

/// Whether there is no text at all.
fn is_hopeless(broken: &[Diagnostic]) -> bool {
    broken.iter().any(|d| matches!(d.code, Code::NotText | Code::TooLarge))
}

/// Both lists in the order of the text. What stands where the bytes are broken is told once, by `broken`.
fn together(broken: Vec<Diagnostic>, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if broken.is_empty() {
        return found;
    }
    let errors: Vec<_> = broken.iter().filter(|d| d.severity() == Severity::Error).map(|d| d.span).collect();
    found.retain(|d| {
        let behind = errors.partition_point(|span| span.start <= d.span.start);
        behind.checked_sub(1).is_none_or(|i| d.span.start >= errors[i].end)
    });
    found.extend(broken);
    found.sort_by_key(|d| d.span.start);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    #[test]
    fn a_broken_place_is_told_once() {
        let at = |code, start, end| Diagnostic::new(code, Span::new(start, end), "");
        let broken =
            vec![at(Code::InvalidUtf8, 5, 8), at(Code::Latin1Sign, 12, 14), at(Code::NulByte, 20, 22)];
        let found = [1, 5, 7, 8, 12, 21, 22].map(|start| at(Code::MissingLet, start, start + 1)).to_vec();
        let told: Vec<_> = together(broken, found).into_iter().map(|d| (d.span.start, d.code)).collect();
        use Code::*;
        let expected = [
            (1, MissingLet),
            (5, InvalidUtf8),
            (8, MissingLet),
            (12, MissingLet),
            (12, Latin1Sign),
            (20, NulByte),
            (22, MissingLet),
        ];
        assert_eq!(told, expected);
    }
}
