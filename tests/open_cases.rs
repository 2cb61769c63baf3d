//! Every case of cases/open.json that is about building stands in the case files, with the answer it has there.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

mod support;

use serde_json::Value;
use support::notation::{mask_program, undump};
use zxtap::basic::program::Program;
use zxtap::basic::syntax::parse;

fn cases(kind: &str) -> Vec<Value> {
    let all: Vec<Value> = serde_json::from_str(include_str!("cases/open.json")).unwrap();
    all.into_iter().filter(|case| case["kind"] == kind).collect()
}

/// The one file of `folder` whose name begins with the case's id.
fn file(folder: &str, case: &Value, extension: &str) -> String {
    let id = case["id"].as_str().unwrap().to_lowercase() + "-";
    let found: Vec<PathBuf> = fs::read_dir(format!("tests/cases/{folder}"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().unwrap().to_string_lossy().starts_with(&id))
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .collect();
    assert_eq!(found.len(), 1, "{id} in {folder}");
    fs::read_to_string(&found[0]).unwrap()
}

fn bytes(hex: &str) -> Vec<u8> {
    let pairs: Vec<&str> = (0..hex.len()).step_by(2).map(|i| &hex[i..i + 2]).collect();
    undump(&pairs.join(" ")).unwrap()
}

#[test]
fn programs() {
    let cases = cases("tokenise");
    assert_eq!(cases.len(), 26);
    for case in &cases {
        let hex = file("bytes", case, "hex");
        let dump: Vec<&str> = hex.lines().filter(|l| !l.starts_with(['#', 't', 'r'])).collect();
        let mut expected = bytes(case["expect"]["bytes_hex"].as_str().unwrap());
        mask_program(&mut expected);
        assert_eq!(undump(&dump.join("\n")).unwrap(), expected, "{}", case["id"]);
        let text = file("bytes", case, "bas");
        // TOK-03 describes its input.
        if case["id"] != "TOK-03" {
            assert_eq!(text.trim_end(), case["input_text"].as_str().unwrap(), "{}", case["id"]);
        }
    }
}

/// Bytes that a tape may hold instead: they are read and kept as they are.
#[test]
fn other_forms_of_programs() {
    let mut seen = 0;
    for case in cases("tokenise") {
        let Some(other) = case["expect"]["also_accept"].as_str() else { continue };
        let stored = bytes(other.split(' ').next().unwrap());
        let program = Program::decode(&stored);
        assert_eq!(program.encode(), stored, "{}", case["id"]);
        for line in &program.lines {
            assert_eq!(parse(&line.text).fault(), None, "{}", case["id"]);
        }
        seen += 1;
    }
    assert!(seen > 0);
}

#[test]
fn numbers() {
    let cases = cases("number");
    assert_eq!(cases.len(), 4);
    for case in &cases {
        let text = file("number", case, "txt");
        let found: BTreeMap<String, &str> = text
            .lines()
            .filter_map(|l| l.rsplit_once(" = "))
            .map(|(numeral, answer)| (numeral.replace("{BIN}", "BIN "), answer))
            .collect();
        for (numeral, answer) in case["expect"].as_object().unwrap() {
            let key = if numeral == "BIN" { "BIN " } else { numeral };
            let answer = answer.as_str().unwrap();
            let answer = answer.strip_prefix("error ").map_or(answer.to_uppercase(), str::to_owned);
            assert_eq!(found.get(key), Some(&answer.as_str()), "{} {numeral}", case["id"]);
        }
    }
}

#[test]
fn refusals() {
    let cases = cases("reject");
    assert_eq!(cases.len(), 11);
    for case in &cases {
        let text = file("reject", case, "txt");
        let expect = &case["expect"];
        let rom = format!("rom {} at {}", expect["error"].as_str().unwrap(), expect["rom_marker_offset"]);
        assert!(text.lines().any(|l| l == rom), "{}: {rom}", case["id"]);
        let typed = text.lines().find_map(|l| l.strip_prefix("typed ")).unwrap();
        let expected = bytes(expect["rom_tokenised_input"].as_str().unwrap());
        assert_eq!(support::notation::typed(typed).unwrap(), expected, "{}", case["id"]);
    }
}
