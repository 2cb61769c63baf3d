//! The codes table, its manual and the look of a diagnostic.
//!
//! `UPDATE_GOLDENFILES=1 cargo test --test diagnostics` renews docs/diagnostics.md and tests/golden/diagnostics.

use std::collections::BTreeSet;
use std::io::Write;

use goldenfile::Mint;
use zxtap::diagnostic::{Code, Diagnostic, Severity, manual, render};
use zxtap::source::{Source, Span};
use zxtap::toolchain::{BuildOptions, check_bytes};

#[test]
fn the_manual_is_current() {
    let mut mint = Mint::new("docs");
    let mut file = mint.new_goldenfile("diagnostics.md").unwrap();
    file.write_all(manual::markdown().as_bytes()).unwrap();
}

#[test]
fn codes_are_unique_and_say_their_severity() {
    let mut seen = BTreeSet::new();
    for &code in Code::ALL {
        let text = code.text();
        assert!(seen.insert(text), "{text} stands twice in the table");
        let letter = match code.severity() {
            Severity::Error => "E",
            Severity::Warning => "W",
        };
        let digits =
            text.strip_prefix(letter).unwrap_or_else(|| panic!("{text} is an {:?}", code.severity()));
        assert!(digits.len() == 3 && digits.bytes().all(|b| b.is_ascii_digit()), "{text}");
        assert_eq!(Code::parse(text), Some(code));
        assert!(!code.title().is_empty() && !code.title().ends_with('.'), "the title of {text}");
        assert!(code.explanation().ends_with('.'), "the explanation of {text} is sentences");
    }
}

#[test]
fn every_example_raises_its_code() {
    for &code in Code::ALL {
        let options = BuildOptions { file_stem: "example".into(), ..BuildOptions::default() };
        let (_, said) = check_bytes("example.bas", &code.example_bytes(), &options);
        let raised = said.iter().any(|d| d.code == code);
        // What would be too long to show is described in brackets.
        let shown = !code.example().starts_with('(');
        assert_eq!(raised, shown, "{}: the example gives {said:#?}", code.text());
    }
}

/// A source with everything that is hard to show, and diagnostics at the hard places.
fn difficult() -> (Source, Vec<Diagnostic>) {
    let long = format!("40 REM {}£{}\n", "x".repeat(40_000), "y".repeat(30_000));
    let text = format!("10 a=1: PRNT \"£\"\t+q\n20 GO TO 10\n30 PRINT \"abc\n{long}");
    let source = Source::new("hard.bas", text.as_str());
    let at = |what: &str| text.find(what).unwrap();
    let span = |what: &str| Span::new(at(what), at(what) + what.len());
    let insert = |offset: usize| Span::new(offset, offset);
    let new = |span, message: &str| Diagnostic::new(Code::MissingLet, span, message);
    let pound = Span::new(at("£y"), at("£y") + 2);
    let diagnostics =
        vec![
            new(span("a="), "an insertion").label("under the mark").at(10, 1).edit(
                "put LET before it",
                insert(3),
                "LET ",
            ),
            new(span("PRNT"), "a replacement, and other places")
                .at(10, 2)
                .related(span("a="), "a place in the same line")
                .related(span("GO TO"), "a place in another line")
                .edit("did you mean PRINT?", span("PRNT"), "PRINT"),
            new(span("+q"), "behind a tab, and advice in words").label("this").help("write something else"),
            new(insert(at("\n30")), "the end of a line").at(20, 1),
            new(span("20 GO TO 10\n30 PRINT"), "over two lines").edit("join them", span("\n30"), ":"),
            Diagnostic::new(Code::Latin1Sign, pound, "far inside a long line").edit("write", pound, "GBP"),
            new(Span::new(at("xxx"), at("yyy")), "longer than what is shown")
                .related(span("a="), "here")
                .edit("take it out", Span::new(at("xxx"), at("yyy")), ""),
            new(insert(text.len() + 9), "an escape \x1B[31m in the message").help("and \x1B[31m in the help"),
        ];
    (source, diagnostics)
}

#[test]
fn the_look_of_diagnostics() {
    let (source, diagnostics) = difficult();
    let empty = Source::new("empty.bas", "");
    let nothing = [Diagnostic::new(Code::NotText, Span::default(), "no text to point into").help("give one")];
    let mut mint = Mint::new("tests/golden/diagnostics");
    for (name, color) in [("plain.txt", false), ("color.txt", true)] {
        let mut file = mint.new_goldenfile(name).unwrap();
        let text = render::render(&source, &diagnostics, color) + &render::render(&empty, &nothing, color);
        file.write_all(text.replace('\x1B', "\\e").as_bytes()).unwrap();
    }
}

#[test]
fn the_list_is_cut_by_severity() {
    let source = Source::new("many.bas", "10 a=1\n");
    let of = |code, count| vec![Diagnostic::new(code, Span::new(3, 4), "again"); count];
    let mut list = of(Code::Latin1Sign, render::SHOWN + 1);
    list.extend(of(Code::MissingLet, render::SHOWN + 2));
    let text = render::render(&source, &list, false);
    assert_eq!(text.matches("error[E304]").count(), render::SHOWN);
    assert_eq!(text.matches("warning[W690]").count(), render::SHOWN);
    assert!(text.ends_with("\nmany.bas: 2 errors, 1 warning more\n\n"));
    assert_eq!(render::render(&source, &[], false), "");
}
