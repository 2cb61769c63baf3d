//! From the bytes of a file to a build: what is wrong with the bytes and what is wrong with the text, told together.
//!
//! Owns: how the lists become one.
//! Must never know: files; how bytes are decoded; BASIC.

use super::{BuildOptions, Built, build, check};
use crate::basic::expand::{self, Expanded, Loader, no_files};
use crate::diagnostic::{Code, Diagnostic, Edit, Severity, encoding};
use crate::source::Source;

/// Builds the program in a file called `name` from its bytes. It cannot include other files; see [`build_with`].
///
/// The text that comes back is the one that was built: labels are numbers in it. Where its parts come from is told by
/// [`Source::origin`], by which diagnostics are shown.
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
    build_with(name, bytes, options, &mut no_files)
}

/// Builds the program in a file called `name` from its bytes; `load` reads the files that it includes.
///
/// ```
/// use zxtap::toolchain::{BuildOptions, build_with};
/// let mut load = |path: &str| match path {
///     "games/lib.bas" => Ok(b"@beep: BEEP 1,0: RETURN\n".to_vec()),
///     _ => Err("no such file".to_owned()),
/// };
/// let text = b"GO SUB @beep\nSTOP\n#include \"lib.bas\"\n";
/// let (source, built) = build_with("games/a.bas", text, &BuildOptions::default(), &mut load);
/// assert!(built.is_good());
/// assert_eq!(source.text().lines().last(), Some("14 BEEP 1,0: RETURN"));
/// ```
pub fn build_with(
    name: &str,
    bytes: &[u8],
    options: &BuildOptions,
    load: &mut Loader<'_>,
) -> (Source, Built) {
    let (expanded, broken) = read(name, bytes, options, load);
    if is_hopeless(&broken) {
        return (expanded.source, Built { diagnostics: broken, ..Built::default() });
    }
    let mut built = build(&expanded.source, &started(options, &expanded));
    built.diagnostics = together(&expanded.source, broken, expanded.with(built.diagnostics));
    if !built.is_good() {
        let Built { lines, free_bytes, diagnostics, .. } = built;
        built = Built { lines, free_bytes, diagnostics, ..Built::default() };
    }
    (expanded.source, built)
}

/// All that [`build_bytes`] would say.
pub fn check_bytes(name: &str, bytes: &[u8], options: &BuildOptions) -> (Source, Vec<Diagnostic>) {
    check_with(name, bytes, options, &mut no_files)
}

/// All that [`build_with`] would say.
pub fn check_with(
    name: &str,
    bytes: &[u8],
    options: &BuildOptions,
    load: &mut Loader<'_>,
) -> (Source, Vec<Diagnostic>) {
    let (expanded, broken) = read(name, bytes, options, load);
    if is_hopeless(&broken) {
        return (expanded.source, broken);
    }
    let found = check(&expanded.source, &started(options, &expanded));
    let said = together(&expanded.source, broken, expanded.with(found));
    (expanded.source, said)
}

/// The text with everything expanded, and what is wrong with its bytes and those of the files in it.
pub(super) fn read(
    name: &str,
    bytes: &[u8],
    options: &BuildOptions,
    load: &mut Loader<'_>,
) -> (Expanded, Vec<Diagnostic>) {
    let (source, broken) = decode(name, bytes);
    let wanted = expand::Options { lines: options.lines, start: options.start_label.clone() };
    let mut expanded = expand::expand(source, &wanted, load);
    let mut all: Vec<_> = broken.into_iter().map(|fault| (0, fault)).collect();
    all.append(&mut expanded.broken);
    let text = &expanded.source;
    let placed = |(file, mut fault): (usize, Diagnostic)| {
        fault.span = text.placed(file, fault.span);
        fault.edit = fault.edit.map(|edit| Edit { span: text.placed(file, edit.span), ..edit });
        fault
    };
    let mut broken: Vec<_> = all.into_iter().map(placed).collect();
    broken.sort_by_key(|fault| fault.span.start);
    (expanded, broken)
}

/// The options with the line at which the label stands that was asked for.
fn started(options: &BuildOptions, expanded: &Expanded) -> BuildOptions {
    BuildOptions { autostart: options.autostart.or(expanded.start), ..options.clone() }
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
pub(super) fn together(
    text: &Source,
    broken: Vec<Diagnostic>,
    mut found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    if broken.is_empty() {
        return found;
    }
    let errors: Vec<_> = broken.iter().filter(|d| d.severity() == Severity::Error).map(|d| d.span).collect();
    found.retain(|d| {
        let behind = errors.partition_point(|span| span.start <= d.span.start);
        behind.checked_sub(1).is_none_or(|i| d.span.start >= errors[i].end)
    });
    found.extend(broken);
    found.sort_by_key(|d| text.position(d.span));
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
        let told: Vec<_> = together(&Source::new("a.bas", ""), broken, found)
            .into_iter()
            .map(|d| (d.span.start, d.code))
            .collect();
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
