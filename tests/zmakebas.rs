//! The sources of tests/cases/labels through zmakebas itself (ignored: needs zmakebas): the same program and the same
//! autostart, except where docs/labels.md has a row that says why not.
//!
//! Then programs made at random.
//!
//! `cargo test --test zmakebas -- --ignored --nocapture`

#[path = "support/zmakebas.rs"]
mod options;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use proptest::prelude::*;
use zxtap::tape::Header;
use zxtap::toolchain::build_bytes;

/// The rows of docs/labels.md that name a source: the source and why it differs.
fn exceptions() -> BTreeMap<String, String> {
    let manual = fs::read_to_string("docs/labels.md").unwrap();
    let rows = manual.lines().filter_map(|line| line.strip_prefix("| [`")?.split_once(".bas`]("));
    rows.map(|(name, rest)| (name.to_owned(), rest.split('|').nth(1).unwrap().trim().to_owned())).collect()
}

/// Program and autostart of a tape with one program.
fn parts(tape: &[u8]) -> (Vec<u8>, Option<u16>) {
    let length = usize::from(u16::from_le_bytes([tape[0], tape[1]]));
    let header = Header::decode(&tape[3..2 + length - 1]).unwrap();
    (tape[2 + length + 3..tape.len() - 1].to_vec(), header.autostart())
}

#[test]
#[ignore = "needs zmakebas"]
fn zmakebas_makes_the_same() {
    let exceptions = exceptions();
    let folder = tempfile::tempdir().unwrap();
    let tape = folder.path().join("out.tap");
    let (mut same, mut different, mut wrong) = (0, Vec::new(), Vec::new());
    for entry in fs::read_dir("tests/cases/labels").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "bas") {
            continue;
        }
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let agrees = agrees(&path, &tape);
        match (&agrees, exceptions.contains_key(&name)) {
            (Ok(()), false) => same += 1,
            (Err(_), true) => different.push(name),
            (Ok(()), true) => wrong.push(format!("{name} is listed in docs/labels.md, but is the same")),
            (Err(why), false) => wrong.push(format!("{name}: {why}")),
        }
    }
    println!("{same} sources are the same bytes, {} differ as listed: {different:?}", different.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(different.len(), exceptions.len(), "every row has its source");
}

fn agrees(path: &Path, tape: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).unwrap();
    let (words, options) = options::options(&text);
    let (_, built) = build_bytes("case.bas", text.as_bytes(), &options);
    assert!(built.is_good(), "{}: {text}\n{:#?}", path.display(), built.diagnostics);
    let mut command = Command::new("zmakebas");
    let output = command.arg("-l").args(words).arg("-o").arg(tape).arg(path).output().unwrap();
    if !output.status.success() || !output.stderr.is_empty() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    let (program, autostart) = parts(&fs::read(tape).unwrap());
    if (&program, autostart) == (&built.program, built.autostart) {
        return Ok(());
    }
    let at = program.iter().zip(&built.program).take_while(|(a, b)| a == b).count();
    Err(format!("byte {at} differs, or the autostart {autostart:?}"))
}

/// Statements with labels, as both understand them: `X` and `Y` are labels. zmakebas wants a blank behind a label that
/// is followed by anything but a colon.
const STATEMENTS: &[&str] = &[
    "goto X",
    "GO SUB X",
    "gosub X",
    "if a=1 then goto X",
    "if X >a then goto Y",
    "restore X",
    "data X ,Y ,5,\"x\"",
    "let a=X *2+Y",
    "print X ;\" x \";a",
    "print at 1,2;Y",
    "save \"p\"line X",
    "list X",
    "randomize X",
    "run Y",
    "for i=X to Y",
    "next i",
    "print \"\\@x\"",
    "cls",
];

/// Names without letters that could make up a keyword.
fn name() -> impl Strategy<Value = String> {
    "[xqzXQZ0-9_.!?()=*+-]{1,8}"
}

fn program() -> impl Strategy<Value = String> {
    let line =
        (any::<bool>(), prop::collection::vec((0..STATEMENTS.len(), any::<usize>(), any::<usize>()), 1..4));
    let options = (1_u32..3000, 1_u32..40);
    (prop::collection::btree_set(name(), 1..12), prop::collection::vec(line, 12..40), options).prop_map(
        |(names, lines, (start, step))| {
            let names: Vec<&String> = names.iter().collect();
            let mut text = format!("# zmakebas -s {start} -i {step} -a @{}\n", names[0]);
            for (i, (alone, statements)) in lines.iter().enumerate() {
                if let Some(name) = names.get(i) {
                    text += &format!("@{name}:{}", if *alone { "\n" } else { " " });
                }
                let spelled = statements.iter().map(|&(statement, x, y)| {
                    let label = |at: usize| format!("@{}", names[at % names.len()]);
                    let letters = STATEMENTS[statement].replace("\\@x", "\u{1}").replace("\"x", "\u{2}");
                    let filled =
                        letters.replace('X', "\u{3}").replace('Y', &label(y)).replace('\u{3}', &label(x));
                    filled.replace('\u{1}', "\\@x").replace('\u{2}', "\"x")
                });
                text += &spelled.collect::<Vec<_>>().join(": ");
                text.push('\n');
            }
            text
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "needs zmakebas"]
    fn zmakebas_makes_the_same_of_any_program(text in program()) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bas");
        fs::write(&path, &text).unwrap();
        let agrees = agrees(&path, &folder.path().join("out.tap"));
        prop_assert!(agrees.is_ok(), "{}\n{}", agrees.unwrap_err(), text);
    }
}
