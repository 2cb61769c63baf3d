//! Laws of the containers, on arbitrary bytes.

use proptest::collection::vec;
use proptest::prelude::*;
use zxtap::tape::timing::Timing;
use zxtap::tape::{self, Block, Container, Header, convert, file, tap, tzx};

fn blocks() -> impl Strategy<Value = Vec<Block>> {
    let any_bytes = vec(any::<u8>(), 0..200).prop_map(Block::stored);
    let right =
        (any::<u8>(), vec(any::<u8>(), 0..100)).prop_map(|(flag, payload)| Block::new(flag, &payload));
    vec(prop_oneof![any_bytes, right], 0..12)
}

fn timing() -> impl Strategy<Value = Timing> {
    any::<[u16; 6]>().prop_map(|[pilot, pilot_pulses, sync1, sync2, zero, one]| Timing {
        pilot,
        pilot_pulses,
        sync1,
        sync2,
        zero,
        one,
    })
}

fn entry() -> impl Strategy<Value = tzx::Entry> {
    let data = || vec(any::<u8>(), 0..60);
    prop_oneof![
        (any::<u16>(), data()).prop_map(|(pause, data)| tzx::Entry::standard(pause, &data)),
        (timing(), 1u8..9, any::<u16>(), data())
            .prop_map(|(timing, used, pause, data)| tzx::Entry::turbo(timing, used, pause, &data)),
        any::<u16>().prop_map(tzx::Entry::pause),
        ".{0,300}".prop_map(|text| tzx::Entry::text(&text)),
    ]
}

/// Files that begin like a TZX file and go on with bytes that are often identifiers and small lengths.
fn tzx_like() -> impl Strategy<Value = Vec<u8>> {
    let ids: Vec<u8> = tzx::kind::KINDS.iter().map(|kind| kind.id).collect();
    let byte = prop_oneof![proptest::sample::select(ids), 0u8..4, any::<u8>()];
    vec(byte, 0..400).prop_map(|rest| [&tzx::SIGNATURE[..], &[1, 20], &rest].concat())
}

proptest! {
    #[test]
    fn blocks_to_tap_and_back(blocks in blocks()) {
        let file = tap::write(&blocks).unwrap();
        let reading = tap::read(&file);
        prop_assert_eq!(&reading.blocks, &blocks);
        prop_assert_eq!(reading.faults.is_empty(), !file.is_empty());
    }

    #[test]
    fn any_bytes_read_as_tap_lose_nothing(bytes in vec(any::<u8>(), 1..400)) {
        let reading = tap::read(&bytes);
        let whole = tap::write(&reading.blocks).unwrap();
        if reading.faults.is_empty() {
            prop_assert_eq!(whole, bytes);
        } else {
            let kept: Vec<u8> = reading.blocks.iter().flat_map(|block| block.bytes.clone()).collect();
            prop_assert!(kept.len() + 2 * reading.blocks.len() + 1 >= bytes.len());
            prop_assert!(bytes.ends_with(&reading.blocks.last().map(|b| b.bytes.clone()).unwrap_or_default())
                || bytes.len() == kept.len() + 2 * reading.blocks.len() + 1);
        }
    }

    #[test]
    fn entries_to_tzx_and_back(entries in vec(entry(), 0..12)) {
        let reading = tzx::read(&tzx::write(tzx::VERSION, &entries));
        prop_assert_eq!(reading.entries, entries);
        prop_assert!(reading.faults.is_empty());
    }

    #[test]
    fn any_tzx_file_comes_back_byte_for_byte(bytes in tzx_like()) {
        let tape = tape::read(&bytes);
        prop_assert_eq!(tape.container, Container::Tzx);
        prop_assert_eq!(tape.to_tzx(), bytes);
        for entry in &tape.entries {
            prop_assert!(!entry.to_string().is_empty());
            entry.tstates();
        }
        convert::to_blocks(&tape);
        tape.data_blocks().files();
    }

    #[test]
    fn blocks_to_tzx_and_back(blocks in blocks()) {
        let entries: Vec<_> = blocks.iter().map(|block| tzx::Entry::standard(1000, &block.bytes)).collect();
        let tape = tape::read(&tzx::write(tzx::VERSION, &entries));
        prop_assert_eq!(tape.data_blocks().blocks, blocks.clone());
        let signals: Vec<_> = blocks.into_iter().filter(|block| !block.bytes.is_empty()).collect();
        prop_assert_eq!(convert::to_blocks(&tape).blocks, signals);
    }

    #[test]
    fn any_header_comes_back(bytes in any::<[u8; 17]>()) {
        prop_assert_eq!(Header::decode(&bytes).unwrap().encode(), bytes);
    }

    #[test]
    fn every_block_belongs_to_one_file(blocks in blocks()) {
        let mut seen = vec![0; blocks.len()];
        for file in file::files(&blocks) {
            file.header.iter().map(|(block, _)| *block).chain(file.data).for_each(|block| seen[block] += 1);
        }
        for (block, seen) in blocks.iter().zip(seen) {
            prop_assert_eq!(seen, usize::from(!block.bytes.is_empty()));
        }
    }
}
