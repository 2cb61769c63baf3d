//! Labels, line numbers, `#define` and `#include` over arbitrary texts: no panic, no endless work, places that exist.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use zxtap::basic::expand::{Expanded, Options, expand, no_files};
use zxtap::basic::tokenise::tokenise;
use zxtap::diagnostic::{Code, Diagnostic, json, render};
use zxtap::source::{Source, Span};
use zxtap::tape::{Block, Header, tap};
use zxtap::toolchain::{BuildOptions, ListOptions, Numbering, build_bytes, build_with, list};

/// Pieces that texts with labels are made of, and pieces that break them.
const PIECES: &[&str] = &[
    "@a",
    "@a:",
    "@b:",
    "@b",
    "@ab",
    "@a b",
    "@",
    "@:",
    "@é:",
    "@é",
    ":",
    "\n",
    "\n",
    "\r\n",
    "\r",
    " ",
    "\t",
    "\\\n",
    "\\",
    "\\@",
    "\\{REM}",
    "\\{",
    "\"",
    "\"@a\"",
    "PRINT ",
    "GO TO ",
    "goto",
    "REM ",
    "REM",
    "THEN ",
    "10 ",
    "20",
    "5",
    "9999 ",
    "10000 ",
    "1e",
    ".5",
    "A",
    "B",
    "A$",
    "(",
    ")",
    "+",
    "£",
    "\u{FFFD}",
    "Auto 10",
    "Var a: Num = 5",
    "\n#define A B",
    "\n#define B A+A",
    "\n#define A$ \"x\"",
    "\n#define B",
    "\n#define C REM",
    "C",
    "\n#include \"one\"\n",
    "\n#include \"two\"",
    "\n#include \"none\"",
    "\n#include \"x/../one\"\n",
    "\n#include x",
    "\n#lines 100,10\n",
    "\n#lines 5\n",
    "\n#lines\n",
    "\n#lines 9998,1\n",
    "\n#stored\n",
    "\n#autostart @a\n",
    "\n#name x\n",
    "\n#autostart 10\n",
    "\n#Name x\n",
    "\n#header more=0x00\n",
];

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..60).prop_map(|pieces| pieces.concat())
}

fn file() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => text().prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..60),
        1 => (text(), any::<u8>()).prop_map(|(text, byte)| [text.as_bytes(), &[byte]].concat()),
    ]
}

/// A byte of a stored line that could look like a label, or like where none can be.
fn byte() -> impl Strategy<Value = u8> {
    prop::sample::select(&[b'@', b'@', b'a', b':', b'"', b' ', b'#', b'1', b'\\', 0xEA, 0xEC, 0xF5, 0xCB][..])
}

/// Pieces of statements with a name in them, and with all that begins or ends strings and remarks.
const STATEMENT_PIECES: &[&str] = &[
    "ZQ",
    "ZQ",
    " ZQ ",
    "ZQ$",
    "\"",
    "\"ZQ\"",
    "\"\"",
    "REM",
    "REM ",
    "REMZQ",
    " rem ZQ",
    ":",
    ": ",
    "THEN ",
    "THEN",
    "1",
    "1e5",
    ".5",
    "x",
    "PRINT ",
    "PRINT",
    "GO TO ",
    "LET a=",
    "(",
    ")",
    "$",
    "+",
    " ",
    "\\\n  ",
    "\\@",
    "\\a",
    "\\::",
    "\\{REM}",
    "\\{0xEA}",
    "\\{THEN}",
    "\\{PRINT}",
    "\\#234",
    "\\{INK 2}",
    "\\*",
    "_",
    "£",
    "IF a",
];

/// The insides of strings and the text of a remark in a stored line.
fn verbatim(line: &[u8]) -> Vec<Vec<u8>> {
    let (mut found, mut at, mut string) = (Vec::new(), 0, false);
    while at < line.len() {
        match line[at] {
            b'"' => {
                string = !string;
                if string {
                    found.push(Vec::new());
                }
            }
            byte if string => found.last_mut().unwrap().push(byte),
            0x0E => at += 5,
            0x10..=0x15 => at += 1,
            0x16 | 0x17 => at += 2,
            0xEA => {
                found.push(line[at..].to_vec());
                break;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

fn from(files: &BTreeMap<&str, Vec<u8>>, path: &str) -> Result<Vec<u8>, String> {
    files.get(path).cloned().ok_or_else(|| "no such file".to_owned())
}

/// Every place that is told exists in the file that it names.
fn places_exist(text: &Source, told: &[Diagnostic]) {
    for diagnostic in told {
        let related = diagnostic.related.iter().map(|(span, _)| span);
        let edit = diagnostic.edit.iter().map(|edit| &edit.span);
        for &span in [&diagnostic.span].into_iter().chain(related).chain(edit) {
            let origin = text.origin(span);
            let there = origin.source.text();
            assert!(there.get(origin.span.range()).is_some(), "{diagnostic:?} is at {origin:?}");
        }
    }
    render::render(text, told, false);
    assert!(serde_json::from_str::<serde_json::Value>(&json::document(&[(text, told)])).is_ok());
}

/// What leads back exactly is the same text there.
fn copies_are_copies(text: &Source) {
    let whole = text.text();
    let places: Vec<usize> = (0..=whole.len()).filter(|&at| whole.is_char_boundary(at)).collect();
    for (i, &start) in places.iter().enumerate() {
        for &end in &places[i..(i + 12).min(places.len())] {
            let origin = text.origin(Span::new(start, end));
            let there = origin.source.text().get(origin.span.range());
            assert!(there.is_some(), "{start}..{end} leads to {origin:?}");
            if origin.exact {
                assert_eq!(there, Some(&whole[start..end]), "{start}..{end} leads to {origin:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_comes_through(main in file(), one in file(), two in file(), lines in any::<bool>(), start in any::<bool>()) {
        let files = BTreeMap::from([("one", one), ("two", two)]);
        let options = BuildOptions {
            lines: lines.then_some(Numbering { start: 100, step: 5 }),
            start_label: start.then(|| "a".to_owned()),
            ..BuildOptions::default()
        };
        let mut load = |path: &str| from(&files, path);
        let (text, built) = build_with("main", &main, &options, &mut load);
        places_exist(&text, &built.diagnostics);
        copies_are_copies(&text);
        prop_assert_eq!(built.is_good(), !built.blocks.is_empty());
    }

    /// Where every line has its number and no label is used, nothing is touched.
    #[test]
    fn what_uses_nothing_stays(lines in prop::collection::vec("[ -?A-\\[\\]-~]{0,30}", 0..8)) {
        let numbered = |(i, line): (usize, &String)| format!("{} {line}\n", i + 1);
        let text: String = lines.iter().enumerate().map(numbered).collect();
        let out = expand(Source::new("a", text.as_str()), &Options::default(), &mut no_files);
        prop_assert_eq!(out.source.text(), text);
        prop_assert!(out.diagnostics.is_empty());
    }

    /// A name is replaced outside strings and remarks only, and what these are the tokeniser knows: they hold the same
    /// text whether the name is defined or not.
    #[test]
    fn strings_and_remarks_stay(pieces in prop::collection::vec(prop::sample::select(STATEMENT_PIECES), 1..14)) {
        let line = format!("10 {}\n", pieces.concat());
        let stored = |text: &str| {
            let out = expand(Source::new("a", text), &Options::default(), &mut no_files);
            let tokenised = tokenise(&out.source);
            let good = tokenised.diagnostics.is_empty() && tokenised.program.lines.len() == 1;
            good.then(|| verbatim(&tokenised.program.lines[0].text))
        };
        // Of a line that the ROM refuses nobody can say what was meant.
        if let (Some(plain), Some(replaced)) = (stored(&line), stored(&format!("#define ZQ 7\n{line}"))) {
            prop_assert_eq!(plain, replaced, "{}", line);
        }
    }

    /// What a tape holds is no text with labels, whatever bytes it has: its listing builds back to them.
    #[test]
    fn listings_have_no_labels(lines in prop::collection::vec(prop::collection::vec(byte(), 0..20), 1..6)) {
        let mut program = Vec::new();
        for (i, line) in lines.iter().enumerate() {
            program.extend([0, 10 + i as u8, line.len() as u8 + 1, 0]);
            program.extend(line);
            program.push(0x0D);
        }
        let header = Header::program("a", program.len() as u16, None, program.len() as u16);
        let tape = tap::write(&[header.block(), Block::new(0xFF, &program)]).unwrap();
        let listed = list("a.tap", &zxtap::tape::read(&tape), ListOptions::default()).text;
        let (_, built) = build_bytes("a.bas", listed.as_bytes(), &BuildOptions::default());
        prop_assert!(built.is_good(), "{}: {:?}", listed, built.diagnostics);
        prop_assert_eq!(built.program, program, "{}", listed);
    }

    /// Labels and numbers agree: where each line prints its own label, it prints its own number.
    #[test]
    fn a_label_is_the_number_of_its_line(gaps in prop::collection::vec(prop::option::of(1_u32..300), 1..30)) {
        let (mut text, mut next, mut expected) = (String::new(), 10, Vec::new());
        for (i, gap) in gaps.iter().enumerate() {
            let number = gap.map_or(next, |gap| next - 2 + gap);
            let own = gap.map_or(String::new(), |_| format!("{number} "));
            text += &format!("{own}@line-{i}: PRINT @line-{i}\n");
            expected.push(format!("{number} PRINT {number}"));
            next = number + 2;
        }
        let out = expand(Source::new("a", text), &Options::default(), &mut no_files);
        prop_assert!(out.diagnostics.is_empty(), "{:?}", out.diagnostics);
        let found: Vec<&str> = out.source.text().lines().collect();
        prop_assert_eq!(found, expected);
    }
}

fn within(seconds: u64, text: &str, what: &str) -> Expanded {
    let start = Instant::now();
    let out = expand(Source::new("hostile", text), &Options::default(), &mut no_files);
    assert!(start.elapsed() < Duration::from_secs(seconds), "{what}: {:?}", start.elapsed());
    assert!(out.source.text().len() < 8 * 1024 * 1024, "{what}: {} bytes", out.source.text().len());
    out
}

fn has(out: &Expanded, code: Code) -> bool {
    out.diagnostics.iter().any(|d| d.code == code)
}

/// A text of about 1 MiB of `piece`, behind `head`.
fn full_of(head: &str, piece: impl Fn(usize) -> String) -> String {
    let mut text = head.to_owned();
    let mut i = 0;
    while text.len() < 1_040_000 {
        text += &piece(i);
        i += 1;
    }
    text
}

#[test]
fn hostile_texts_end_soon() {
    let doubling = |seed: &str, by: &str| {
        let mut text = format!("#define A0 {seed}\n");
        for i in 1..60 {
            let before = format!("A{}", i - 1);
            text += &format!("#define A{i} {before}{by}{before}\n");
        }
        text + "10 PRINT A59\n20 PRINT A59: PRINT A59\n"
    };
    assert!(has(&within(5, &doubling("x", "+"), "2^59 names"), Code::Replacement));
    assert!(has(&within(5, &doubling("", " "), "2^59 names for nothing"), Code::Replacement));
    let long = format!("#define L {}\n", "x".repeat(500_000));
    assert!(has(&within(5, &full_of(&long, |_| "L ".into()), "long texts in a line"), Code::Replacement));
    assert!(has(&within(5, &full_of(&long, |i| format!("{i} L\n")), "long texts"), Code::Replacement));
    let chain = full_of("", |i| format!("#define N{i} N{}\n", i + 1)) + "10 PRINT N0\n";
    assert!(has(&within(5, &chain, "a chain of names"), Code::Replacement));
    assert!(has(&within(5, &full_of("", |i| format!("@l{i}:\n")), "labels alone"), Code::UnusedLabel));
    within(5, &full_of("", |i| format!("@l{i}: GO TO @l{}\n", i + 1)), "labels");
    assert!(has(
        &within(9, &full_of("@abc:\n", |i| format!("{i} GO TO @abd{i}\n")), "undefined"),
        Code::NoLabel
    ));
    within(5, &full_of("@a:\n", |_| "@a".into()), "references in a line");
    within(5, &full_of("@a: PRINT ", |_| "@a+".into()), "references in an expression");
    within(5, &full_of("@a: PRINT ", |_| "\\\n@a+".into()), "joined lines");
    within(5, &full_of("", |_| "@a:".into()), "one label again and again");
    within(5, &full_of("#lines 1,1\n", |_| "\"\n".into()), "more lines than there are numbers");
    within(5, &full_of("@a:\n", |_| "#include x\n".into()), "includes");
    within(5, &format!("@{}:\n#define {} x\n@a", "b".repeat(500_000), "c".repeat(500_000)), "long names");
}

#[test]
fn includes_are_bounded() {
    let build = |load: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>| {
        let text = b"#include \"1\"\n10 STOP\n";
        build_with("0", text, &BuildOptions::default(), load).1.diagnostics
    };
    let message = |told: &[Diagnostic], words: &str| {
        assert!(told.iter().any(|d| d.code == Code::Include && d.message.contains(words)), "{told:#?}");
    };
    let mut deeper =
        |path: &str| Ok(format!("#include \"{}\"", path.parse::<u32>().unwrap() + 1).into_bytes());
    message(&build(&mut deeper), "one file too many");
    let mut reads = 0;
    let mut wider = |_: &str| {
        reads += 1;
        Ok(format!("#include \"{reads}a\"\n#include \"{reads}b\"\n#include \"{reads}c\"\n").into_bytes())
    };
    message(&build(&mut wider), "one file too many");
    assert!(reads <= 1000, "{reads} files were read");
    let mut larger = |path: &str| {
        let again = format!("#include \"{path}x\"\n");
        Ok([again.into_bytes(), vec![b'#'; 200_000]].concat())
    };
    message(&build(&mut larger), "longer than 1 MiB");
}
