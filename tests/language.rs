//! The examples in docs/language.md and docs/notation.md: of the rows with arrows what is written on the left is stored
//! as the bytes on the right; a block `written`, with the files of the blocks `included` behind it, is listed as the
//! block `listed` says.

mod support;

use std::fs;

use support::notation::mask;
use support::rom::{Rom, Verdict};
use zxtap::basic::program::{Item, items};

use zxtap::source::Source;
use zxtap::toolchain::{BuildOptions, ListOptions, build, build_with, list};

#[test]
fn every_row_is_stored_as_it_says() {
    let manual =
        ["docs/language.md", "docs/notation.md"].map(|page| fs::read_to_string(page).unwrap()).concat();
    let mut rows = 0;
    let mut rom = Rom::new();
    for block in manual.split("```stored\n").skip(1).map(|rest| rest.split("```\n").next().unwrap()) {
        for row in block.lines() {
            let (text, expected) = row.split_once(" -> ").unwrap_or_else(|| panic!("no arrow in {row}"));
            let built = build(&Source::new("row", text.trim_end()), &BuildOptions::default());
            assert!(built.is_good(), "{text}: {:#?}", built.diagnostics);
            let [_, _, _, _, stored @ .., 0x0D] = &built.program[..] else { panic!("{row}") };
            let stored: Vec<String> = stored.iter().map(|byte| format!("{byte:02X}")).collect();
            assert_eq!(stored.join(" "), expected, "{text}");
            // Typed with the numbers that the digits do not give left where they are.
            if !text.contains("{NUMBER") {
                let typed: Vec<u8> = items(&built.program[4..built.program.len() - 1])
                    .filter(|(_, _, item)| !matches!(item, Item::Number(_)))
                    .flat_map(|(at, length, _)| built.program[4 + at..4 + at + length].to_vec())
                    .collect();
                let verdict = rom.scan_entry(&[&b"10"[..], &typed].concat());
                let Verdict::Accepted(mut by_rom) = verdict else {
                    panic!("{text}: the ROM says {verdict:?}")
                };
                let mut by_rom = by_rom.split_off(2);
                mask(&mut by_rom);
                assert_eq!(by_rom, built.program[4..built.program.len() - 1], "{text}: as the ROM stores it");
            }
            rows += 1;
        }
    }
    assert!(rows > 30, "the rows were found: {rows}");
}

#[test]
fn what_is_written_is_listed_as_it_says() {
    let manual = fs::read_to_string("docs/language.md").unwrap();
    let mut fences = manual.split("\n```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'));
    let mut examples = 0;
    while let Some((kind, text)) = fences.next() {
        if kind != "written" {
            continue;
        }
        let mut files = Vec::new();
        let expected = loop {
            match fences.next() {
                Some(("listed", expected)) => break expected,
                Some((kind, text)) if kind.starts_with("included ") => files.push((&kind[9..], text)),
                other => panic!("{other:?} behind {text}"),
            }
        };
        let mut load = |path: &str| {
            let file = files.iter().find(|(name, _)| *name == path);
            file.map(|(_, text)| text.as_bytes().to_vec()).ok_or_else(|| "no such file".to_owned())
        };
        let options = BuildOptions { file_stem: "example".into(), ..BuildOptions::default() };
        let (_, built) = build_with("example.bas", text.as_bytes(), &options, &mut load);
        assert!(built.is_good(), "{text}: {:#?}", built.diagnostics);
        let tape = zxtap::tape::tap::write(&built.blocks).unwrap();
        let listed = list("example.tap", &zxtap::tape::read(&tape), ListOptions::default()).text;
        assert_eq!(listed.strip_prefix("#name example\n").unwrap().trim_end(), expected, "{text}");
        examples += 1;
    }
    assert!(examples > 3, "the examples were found: {examples}");
}
