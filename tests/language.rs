//! The rows with arrows in docs/language.md and docs/notation.md: what is written on the left is stored as the bytes on the right.

use std::fs;

use zxtap::source::Source;
use zxtap::toolchain::{BuildOptions, build};

#[test]
fn every_row_is_stored_as_it_says() {
    let manual =
        ["docs/language.md", "docs/notation.md"].map(|page| fs::read_to_string(page).unwrap()).concat();
    let mut rows = 0;
    for block in manual.split("```stored\n").skip(1).map(|rest| rest.split("```\n").next().unwrap()) {
        for row in block.lines() {
            let (text, expected) = row.split_once(" -> ").unwrap_or_else(|| panic!("no arrow in {row}"));
            let built = build(&Source::new("row", text.trim_end()), &BuildOptions::default());
            assert!(built.is_good(), "{text}: {:#?}", built.diagnostics);
            let [_, _, _, _, stored @ .., 0x0D] = &built.program[..] else { panic!("{row}") };
            let stored: Vec<String> = stored.iter().map(|byte| format!("{byte:02X}")).collect();
            assert_eq!(stored.join(" "), expected, "{text}");
            rows += 1;
        }
    }
    assert!(rows > 30, "the rows were found: {rows}");
}
