//! The programs in `basic/` typed into the ROM line by line: what the machine then holds is what the tapes hold.

mod support;

use support::rom::Rom;
use zxtap::basic::keyword::Keyword;
use zxtap::basic::program::{Item, Program, items};

/// The text of a stored line as typed: without hidden numbers, and without the slots behind parameters.
fn typed(text: &[u8]) -> Vec<u8> {
    items(text)
        .filter(|(_, _, item)| !matches!(item, Item::Number(_)))
        .flat_map(|(at, length, _)| text[at..at + length].to_vec())
        .collect()
}

/// A program with zeros in the slots behind the parameters of DEF FN, where the ROM leaves whatever stood there.
fn masked(stored: &[u8]) -> Vec<u8> {
    let mut program = Program::decode(stored);
    for line in &mut program.lines {
        let mut masked = line.text.clone();
        let mut parameters = false;
        for (at, length, item) in items(&line.text) {
            match item {
                Item::Keyword(Keyword::DefFn) => parameters = true,
                Item::Character(b'=') => parameters = false,
                Item::Number(_) if parameters => masked[at + 1..at + length].fill(0),
                _ => (),
            }
        }
        line.text = masked;
    }
    program.encode()
}

#[test]
fn the_rom_stores_the_bytes_of_the_tapes() {
    for name in ["three", "three3d", "gray", "referee"] {
        let blocks = zxtap::tape::tap::read(&std::fs::read(format!("out/{name}.tap")).unwrap()).blocks;
        let data = blocks[1].payload().to_vec();
        let program = Program::decode(&data);
        assert_eq!(program.encode(), data);
        assert!(program.lines.len() > 50);
        let lines: Vec<(u16, Vec<u8>)> = program.lines.iter().map(|l| (l.number, typed(&l.text))).collect();
        let lines: Vec<(u16, &[u8])> = lines.iter().map(|(n, t)| (*n, t.as_slice())).collect();
        let stored = Rom::new().store(&lines);
        assert_eq!(stored.len(), data.len(), "{name}");
        assert!(masked(&stored) == masked(&data), "{name}: the machine holds other bytes than the tape");
    }
}
