//! docs/notation.md tells how every byte is listed. `UPDATE_GOLDENFILES=1 cargo test --test notation` renews its table.

use std::collections::BTreeSet;
use std::fs;

use zxtap::basic::charset;
use zxtap::basic::list::{Graphics, list};
use zxtap::basic::program::Program;
use zxtap::source::Source;
use zxtap::toolchain::{BuildOptions, build};

const PAGE: &str = "docs/notation.md";
const MARK: &str = "<!-- bytes: made by tests/notation.rs -->\n```text\n";

/// A remark that holds a byte, with parameters of zero where it takes some, as a stored program.
fn remark(byte: u8) -> Vec<u8> {
    let parameters = if byte == 0x0E { 5 } else { charset::parameters(byte) };
    let text = [&[0xEA, byte][..], &vec![0; parameters]].concat();
    [&[0, 10, text.len() as u8 + 1, 0][..], &text, b"\r"].concat()
}

/// How a byte is listed in a remark.
fn listed(byte: u8) -> String {
    let text = list(&Program::decode(&remark(byte)), Graphics::Drawn);
    let line = text.lines().last().unwrap();
    line.strip_prefix("10 REM ").unwrap_or_else(|| panic!("{text}")).to_owned()
}

fn table() -> String {
    let mut out = String::new();
    for row in 0..64u8 {
        let columns: Vec<String> = (0..4)
            .map(|column| row + 64 * column)
            .map(|byte| format!("{byte:02X} {:<24}", listed(byte)))
            .collect();
        out += columns.concat().trim_end();
        out.push('\n');
    }
    out
}

#[test]
fn the_table_is_current() {
    let page = fs::read_to_string(PAGE).unwrap();
    let (before, rest) = page.split_once(MARK).expect("the mark");
    let (_, after) = rest.split_once("```").expect("the end of the table");
    let renewed = format!("{before}{MARK}{}```{after}", table());
    if std::env::var_os("UPDATE_GOLDENFILES").is_some() {
        fs::write(PAGE, renewed).unwrap();
    } else {
        assert!(page == renewed, "{PAGE} is not current: renew it");
    }
}

#[test]
fn every_byte_comes_back_and_each_is_spelled_differently() {
    let spellings: BTreeSet<String> = (0..=255).map(listed).collect();
    assert_eq!(spellings.len(), 256);
    for byte in 0..=255 {
        for graphics in [Graphics::Drawn, Graphics::Unicode] {
            let text = list(&Program::decode(&remark(byte)), graphics);
            let built = build(&Source::new("remark", text.as_str()), &BuildOptions::default());
            assert_eq!(built.program, remark(byte), "{text}");
        }
    }
}

#[test]
fn the_page_names_every_control_and_mark() {
    let page = fs::read_to_string(PAGE).unwrap();
    for (name, _) in charset::CONTROLS {
        assert!(page.contains(name), "{name}");
    }
}
