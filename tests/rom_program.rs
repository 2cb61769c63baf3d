//! `basic/three.bas` typed into the ROM line by line: what the machine then holds is what the tape holds.

mod support;

use support::rom::Rom;
use zxtap::basic::keyword::Keyword;
use zxtap::basic::program::{Item, Program};

/// The text of a stored line as typed: without hidden numbers, and without the slots behind parameters.
fn typed(text: &[u8]) -> Vec<u8> {
    zxtap::basic::program::items(text)
        .filter(|(_, _, item)| !matches!(item, Item::Number(_)))
        .flat_map(|(at, length, _)| text[at..at + length].to_vec())
        .collect()
}

#[test]
fn the_rom_stores_the_bytes_of_the_tape() {
    let blocks = zxtap::tape::tap::read(&std::fs::read("out/three.tap").unwrap()).blocks;
    let data = blocks[1].payload().to_vec();
    let program = Program::decode(&data);
    assert_eq!(program.encode(), data);
    assert!(program.lines.len() > 50);
    assert!(
        program.lines.iter().all(|l| !l.text.contains(&Keyword::DefFn.byte())),
        "slots would need a mask"
    );
    let lines: Vec<(u16, Vec<u8>)> = program.lines.iter().map(|l| (l.number, typed(&l.text))).collect();
    let lines: Vec<(u16, &[u8])> = lines.iter().map(|(n, t)| (*n, t.as_slice())).collect();
    let stored = Rom::new().store(&lines);
    assert_eq!(stored.len(), data.len());
    assert!(stored == data, "the machine holds other bytes than the tape");
}
