//! Files that are damaged, or made to harm: what is whole is read, and nothing takes long.

#[path = "support/dump.rs"]
mod dump;

use std::time::{Duration, Instant};

use proptest::prelude::*;
use zxtap::tape::{self, Block, Container, FaultKind, Header, convert, tap, tzx};

/// Reads a file in every way there is and says how long it took.
fn read_in_every_way(file: &[u8]) -> Duration {
    let start = Instant::now();
    let tape = tape::read(file);
    let entries: usize = tape.entries.iter().map(|entry| entry.to_string().len()).sum();
    let played = tape.tstates();
    let blocks = convert::to_blocks(&tape).blocks.len();
    let files = tape.data_blocks().files().len();
    std::hint::black_box((entries, played, blocks, files));
    start.elapsed()
}

fn two_blocks() -> Vec<Block> {
    vec![Header::program("test", 10, Some(10), 10).block(), Block::new(0xFF, b"\0\x0A\x06\0\xF5\"hi\"\x0D")]
}

fn tzx_of(parts: &[&[u8]]) -> Vec<u8> {
    [&tzx::SIGNATURE[..], &[1, 20], &parts.concat()].concat()
}

#[test]
fn a_tap_cut_at_every_position_keeps_what_is_whole() {
    let whole = tap::write(&two_blocks()).unwrap();
    for length in 0..whole.len() {
        let reading = tap::read(&whole[..length]);
        let kept = tap::write(&reading.blocks).unwrap();
        let offset_of_cut = if length < 21 { 0 } else { 21 };
        match length {
            21 => assert!(reading.faults.is_empty()),
            _ => {
                assert_eq!(reading.faults.len(), 1, "cut at {length}");
                assert_eq!(reading.faults[0].offset, offset_of_cut, "cut at {length}");
            }
        }
        assert_eq!(reading.blocks.len(), usize::from(length >= 2) + usize::from(length >= 23));
        assert_eq!(kept.len(), if [1, 22].contains(&length) { length - 1 } else { length });
    }
}

#[test]
fn a_tzx_cut_at_every_position_keeps_what_is_whole() {
    let mut whole = tzx_of(&[b"\x30\x05Hello"]);
    let mut ends = vec![whole.len()];
    for block in two_blocks() {
        let entry = tzx::Entry::standard(1000, &block.bytes);
        whole.push(entry.id);
        whole.extend(entry.bytes);
        ends.push(whole.len());
    }
    for length in 0..whole.len() {
        let tape = tzx::read(&whole[..length]);
        let complete = ends.iter().filter(|&&end| end <= length).count();
        let at_an_end = length == tzx::HEAD_LENGTH || ends.contains(&length);
        assert_eq!(tape.faults.is_empty(), at_an_end, "cut at {length}");
        assert!(tape.entries.len() == complete + usize::from(!at_an_end && length > tzx::HEAD_LENGTH));
        read_in_every_way(&whole[..length]);
    }
}

#[test]
fn lengths_past_the_end_of_the_file() {
    for id in 0..=255u8 {
        for fill in [0x00, 0x01, 0x7F, 0x80, 0xFF] {
            for rest in [0, 1, 2, 3, 4, 9, 20, 40] {
                let file = tzx_of(&[&[id], &vec![fill; rest]]);
                assert!(read_in_every_way(&file) < Duration::from_secs(2), "{id:02X} {fill:02X} {rest}");
                assert_eq!(tape::read(&file).to_tzx(), file);
            }
        }
    }
}

#[test]
fn neither_tape_nor_tape_cut_to_nothing() {
    assert_eq!(tape::read(b"").faults[0].kind, FaultKind::Empty);
    assert_eq!(tape::read(b"\x13").faults[0].kind, FaultKind::TruncatedHead { expected: 2, present: 1 });
    assert_eq!(tape::sniff(b"Not a tape at all"), None);
    assert_eq!(
        tape::read(b"Not a tape at all").faults[0].kind,
        FaultKind::Truncated { expected: 28494, present: 15 }
    );
    let cut = tape::read(b"ZXTape!\x1A\x01");
    assert_eq!(cut.container, Container::Tzx);
    assert_eq!(cut.faults[0].kind, FaultKind::TruncatedHead { expected: 10, present: 9 });
    let cut = FaultKind::Unreadable("the WAV file ends before its samples".into());
    assert_eq!(tape::read(b"RIFF\0\0\0\0WAVE").faults[0].kind, cut);
}

#[test]
fn a_hundred_thousand_blocks() {
    let block = Block::new(0xFF, &[7; 10]);
    let blocks = vec![block; 100_000];
    let tap = tap::write(&blocks).unwrap();
    assert_eq!(tape::read(&tap).entries.len(), 100_000);
    assert!(read_in_every_way(&tap) < Duration::from_secs(5));
    let entries: Vec<_> = blocks.iter().map(|block| tzx::Entry::standard(0, &block.bytes)).collect();
    assert!(read_in_every_way(&tzx::write(tzx::VERSION, &entries)) < Duration::from_secs(5));
}

#[test]
fn loops_for_ever() {
    let tone = b"\x12\xFF\xFF\xFF\xFF";
    let data = tzx::Entry::standard(1000, &[0xAA; 60_000]);
    let data = [&[data.id][..], &data.bytes].concat();
    let endless: [&[&[u8]]; 7] = [
        &[b"\x23\0\0"],
        &[tone, b"\x23\xFF\xFF"],
        &[&data, b"\x23\xFF\xFF"],
        &[b"\x24\xFF\xFF", &data, b"\x25"],
        &[b"\x24\xFF\xFF", &data, b"\x23\xFF\xFF", b"\x25"],
        &[b"\x26\x01\0\0\0", &data],
        &[b"\x24\xFF\xFF\x24\xFF\xFF", &data, b"\x25\x25\x23\xFD\xFF"],
    ];
    for parts in endless {
        let file = tzx_of(parts);
        assert!(read_in_every_way(&file) < Duration::from_secs(5), "{:02x?}", &file[10..16]);
    }
}

#[test]
fn a_small_file_cannot_ask_for_much_work() {
    let tones: Vec<u8> = b"\x12\xFF\xFF\xFF\xFF".repeat(10_000);
    let runs: Vec<u8> = [&b"\0\0\0\0"[..]; 1].concat();
    let generalized = [
        &[0x19][..],
        &(14u32 + 511 + 30_000).to_le_bytes(),
        &[0, 0],
        &10_000u32.to_le_bytes(),
        &[255, 1],
        &u32::MAX.to_le_bytes(),
        &[255, 1],
        &[0xFF; 511],
        &[0, 0xFF, 0xFF].repeat(10_000),
    ]
    .concat();
    for parts in [[&tones[..], &b"\x24\xFF\xFF"[..], &tones, b"\x25"], [&generalized, &runs, b"", b""]] {
        assert!(read_in_every_way(&tzx_of(&parts)) < Duration::from_secs(5));
    }
}

/// Hours of pilots with nothing behind them but more pilots: searching stays within bounds.
#[test]
fn a_recording_of_pilots_without_end() {
    use zxtap::tape::{pulse::Pulse, wav};
    let pulses = (0..90_000u64).map(|n| {
        let tstates = if n / 700 % 2 == 0 { 2168 } else { 855 + n * 7919 % 900 };
        Pulse { high: n % 2 == 1, tstates }
    });
    let mut file = std::io::Cursor::new(Vec::new());
    let format = wav::Format { rate: 11_025, ..wav::Format::default() };
    wav::write(pulses, &format, &mut file).unwrap();
    let start = Instant::now();
    let recording = wav::decode(file).unwrap();
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert!(recording.blocks.len() + recording.lost.len() > 0);
}

fn dumps() -> Vec<Vec<u8>> {
    let mut paths: Vec<_> =
        std::fs::read_dir("tests/cases/tape").unwrap().map(|case| case.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| dump::bytes(&std::fs::read_to_string(path).unwrap()).unwrap()).collect()
}

/// Writes what is planned, sound only where there is little of it.
fn convert_in_every_way(file: &[u8]) {
    use zxtap::toolchain::convert::{Choice, Sound, plan};
    for target in [Container::Tap, Container::Tzx, Container::Wav] {
        for choice in [Choice::default(), Choice { keep_bad: true, repair: true }] {
            let plan = plan(tape::read(file), target, choice);
            let sound = Sound { rate: 8_000, ..Sound::default() };
            std::hint::black_box((plan.losses_in_words(), plan.seconds(&Default::default()), plan.count()));
            if plan.sound_bytes(&sound) > 4 << 20 {
                continue;
            }
            let mut out = std::io::Cursor::new(Vec::new());
            let written = plan.write(&sound, &mut out);
            if tape::sniff(file) == Some(Container::Tzx) && target == Container::Tzx && written.is_ok() {
                assert_eq!(out.into_inner(), file);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn damaged_tapes_convert(
        which in any::<prop::sample::Index>(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let dumps = dumps();
        let mut file = which.get(&dumps).clone();
        for (place, byte) in damage {
            if !file.is_empty() {
                let at = place.index(file.len());
                file[at] = byte;
            }
        }
        file.truncate(file.len() - cut.index(file.len() + 1) / 4);
        let start = Instant::now();
        convert_in_every_way(&file);
        prop_assert!(start.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn damaged_recordings_convert(
        damage in prop::collection::vec((0usize..48, any::<u8>()), 0..6),
        samples in prop::collection::vec(any::<u8>(), 0..3000),
    ) {
        let mut file = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x44\xAC\0\0\x44\xAC\0\0\x01\0\x08\0data\0\0\0\0".to_vec();
        file.extend(samples);
        for (at, byte) in damage {
            if let Some(place) = file.get_mut(at) {
                *place = byte;
            }
        }
        let start = Instant::now();
        convert_in_every_way(&file);
        prop_assert!(start.elapsed() < Duration::from_secs(10));
    }
}
