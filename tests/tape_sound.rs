//! Sound out and in: laws on arbitrary blocks, and recordings as they are found.

#[path = "support/dump.rs"]
mod dump;

use std::io::Cursor;

use proptest::collection::vec;
use proptest::prelude::*;
use zxtap::tape::pulse::{Pulse, Signal, decode};
use zxtap::tape::wav::{self, Choice, Format, Shape};
use zxtap::tape::{Block, Checksum, Header, tzx::Entry};

fn entries(blocks: &[Block]) -> Vec<Entry> {
    blocks.iter().map(|block| Entry::standard(1000, &block.bytes)).collect()
}

fn reference() -> Vec<Block> {
    let data: Vec<u8> = (0..200u32).map(|n| (n * n * 7 + n / 3) as u8).collect();
    vec![Header::program("reference", 200, Some(10), 200).block(), Block::new(0xFF, &data)]
}

fn recorded(entries: &[Entry], format: &Format) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    wav::write(Signal::new(entries), format, &mut file).unwrap();
    file.into_inner()
}

/// The samples of a recording of the reference tape, -1 to 1.
fn samples(format: &Format) -> Vec<f32> {
    let file = recorded(&entries(&reference()), &Format { bits: 16, ..*format });
    file[44..].chunks_exact(2).map(|b| f32::from(i16::from_le_bytes([b[0], b[1]])) / 32768.0).collect()
}

/// A WAV file of 16 bits with these samples.
fn wav_of(samples: &[f32], channels: u16, rate: u32) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    let spec = hound::WavSpec {
        channels,
        sample_rate: rate,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut writer = hound::WavWriter::new(&mut file, spec).unwrap();
    for sample in samples {
        writer.write_sample((sample.clamp(-1.0, 1.0) * 32767.0) as i16).unwrap();
    }
    writer.finalize().unwrap();
    file.into_inner()
}

fn heard(file: Vec<u8>) -> Vec<Block> {
    wav::decode(Cursor::new(file)).unwrap().blocks.iter().map(|heard| heard.block()).collect()
}

fn noise(seed: &mut u32) -> f32 {
    *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    (*seed >> 8) as f32 / (1 << 23) as f32 - 1.0
}

/// Damages the reference recording sample by sample and decodes it.
fn damaged(damage: impl FnMut(usize, f32) -> f32) -> Vec<Block> {
    let mut damage = damage;
    let clean = samples(&Format { volume: 20, ..Format::default() });
    let bad: Vec<f32> = clean.into_iter().enumerate().map(|(n, sample)| damage(n, sample)).collect();
    heard(wav_of(&bad, 1, 44_100))
}

fn turn(n: usize, hertz: f32) -> f32 {
    (n as f32 / 44_100.0 * hertz * std::f32::consts::TAU).sin()
}

/// What `info` says of a block is how long its signal is, whatever kind it is; the edge that ends the last pulse of a
/// tape comes on top.
#[test]
fn every_block_plays_as_long_as_is_said() {
    let mut kinds = std::collections::BTreeSet::new();
    for case in std::fs::read_dir("tests/cases/tape").unwrap() {
        let text = std::fs::read_to_string(case.unwrap().path()).unwrap();
        for entry in zxtap::tape::read(&dump::bytes(&text).unwrap()).entries {
            let played: u64 = Signal::of(std::slice::from_ref(&entry)).map(|pulse| pulse.tstates).sum();
            let said = entry.tstates();
            if entry.id == 0x2A || entry.bytes == [0, 0] {
                // A stop: no time on the tape, a silence in a recording.
                assert_eq!((said, played), (0, 17_500_000), "{entry}");
                continue;
            }
            assert!(played == said || played == said + 3500, "{entry}: {played}, said {said}");
            if said > 0 {
                kinds.insert(entry.id);
            }
        }
    }
    assert!(kinds.len() >= 7, "{kinds:02X?}");
}

#[test]
fn every_format_comes_back() {
    let blocks = reference();
    for rate in [8_000, 11_025, 22_050, 44_100, 48_000, 96_000] {
        for (bits, shape, invert) in [(8, Shape::Square, false), (16, Shape::Soft, true)] {
            let format = Format { rate, bits, shape, invert, ..Format::default() };
            assert_eq!(heard(recorded(&entries(&blocks), &format)), blocks, "{format:?}");
        }
    }
}

/// WAV-06: a fifth of the loudness, an offset of a tenth, inverted, 5 % slow and fast.
#[test]
fn quiet_shifted_and_off_speed() {
    let clean = samples(&Format { volume: 20, invert: true, ..Format::default() });
    let shifted: Vec<f32> = clean.iter().map(|sample| sample * 0.2 + 0.1).collect();
    for rate in [44_100, 41_895, 46_305, 37_500, 50_700] {
        assert_eq!(heard(wav_of(&shifted, 1, rate)), reference(), "{rate}");
    }
}

#[test]
fn hum_hiss_offset_and_clipping() {
    let blocks = reference();
    assert_eq!(damaged(|n, sample| sample + 0.4 * turn(n, 50.0)), blocks);
    assert_eq!(damaged(|_, sample| sample + 0.5), blocks);
    assert_eq!(damaged(|n, sample| (20.0 * (sample + 0.01 * turn(n, 3000.0))).clamp(-0.3, 0.3)), blocks);
    let mut seed = 7;
    // Uniform noise of 0.34 has the loudness of the signal, 0.2.
    assert_eq!(damaged(|_, sample| sample + 0.34 * noise(&mut seed)), blocks);
}

#[test]
fn a_low_pass_of_one_kilohertz() {
    let share = 1.0 - (-std::f32::consts::TAU * 1000.0 / 44_100.0).exp();
    let (mut one, mut two) = (0.0, 0.0);
    let blocks = damaged(|_, sample| {
        one += share * (sample - one);
        two += share * (one - two);
        two
    });
    assert_eq!(blocks, reference());
}

#[test]
fn wow_of_five_per_cent() {
    let clean = samples(&Format { volume: 20, ..Format::default() });
    let mut at = 0.0f64;
    let mut bad = Vec::new();
    while (at as usize) + 1 < clean.len() {
        let whole = at as usize;
        bad.push(clean[whole] + (clean[whole + 1] - clean[whole]) * (at - whole as f64) as f32);
        at += 1.0 + 0.05 * f64::from(turn(bad.len(), 2.0));
    }
    assert_eq!(heard(wav_of(&bad, 1, 44_100)), reference());
}

#[test]
fn the_better_channel_is_taken() {
    let clean = samples(&Format::default());
    let mut seed = 3;
    let both: Vec<f32> = clean.iter().flat_map(|&sample| [noise(&mut seed) * 0.5, sample * 0.1]).collect();
    assert_eq!(heard(wav_of(&both, 2, 44_100)), reference());
}

#[test]
fn blocks_in_the_middle_of_other_sounds() {
    let mut sound: Vec<f32> =
        (0..200_000).map(|n| 0.4 * turn(n, 220.0 + (n / 20_000) as f32 * 90.0) * turn(n, 3.0)).collect();
    let music = sound.clone();
    sound.extend(samples(&Format::default()));
    sound.extend(music);
    let recording = wav::decode(Cursor::new(wav_of(&sound, 1, 44_100))).unwrap();
    let right: Vec<Block> = recording
        .blocks
        .iter()
        .filter(|heard| heard.checksum() == Checksum::Ok)
        .map(|heard| heard.block())
        .collect();
    assert_eq!(right, reference());
    let found: Vec<&decode::Heard> =
        recording.blocks.iter().filter(|heard| heard.checksum() == Checksum::Ok).collect();
    let expected = 200_000.0 / 44_100.0 + 0.2 + 17_481_986.0 / 3.5e6;
    assert!(
        (found[0].data / 3.5e6 - expected).abs() < 0.01,
        "{:?}",
        recording.blocks.iter().map(ToString::to_string).collect::<Vec<_>>()
    );
}

#[test]
fn no_tape_at_all() {
    assert!(heard(wav_of(&[0.0; 44_100], 1, 44_100)).is_empty());
    assert!(heard(wav_of(&[], 1, 44_100)).is_empty());
    let mut seed = 1;
    let hiss: Vec<f32> = (0..441_000).map(|_| noise(&mut seed) * 0.5).collect();
    let recording = wav::decode(Cursor::new(wav_of(&hiss, 1, 44_100))).unwrap();
    assert!(recording.entries(Choice::default()).is_empty());
}

#[test]
fn a_recording_cut_anywhere_keeps_the_whole_blocks() {
    let file = recorded(&entries(&reference()), &Format::default());
    let whole = 44 + 44_100 * 6;
    for cut in [0, 20, 43, 44, 45, 1000, whole, file.len() - 100_000] {
        match wav::decode(Cursor::new(file[..cut].to_vec())) {
            Ok(recording) => {
                let right = recording.blocks.iter().filter(|heard| heard.checksum() == Checksum::Ok).count();
                assert_eq!(right, usize::from(cut >= whole), "{cut}");
            }
            Err(error) => assert!(cut < 44, "{error}"),
        }
    }
}

#[test]
fn a_turbo_block_keeps_its_timing() {
    use zxtap::tape::timing::Timing;
    let timing = Timing { pilot: 1600, pilot_pulses: 3000, sync1: 500, sync2: 550, zero: 500, one: 1000 };
    let block = Block::new(0x42, &(0..200).collect::<Vec<u8>>());
    let tape = [Entry::turbo(timing, 8, 800, &block.bytes)];
    let recording = wav::decode(Cursor::new(recorded(&tape, &Format::default()))).unwrap();
    let entries = recording.entries(Choice::default());
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0].data().unwrap().block(), block);
    let measured = recording.blocks[0].timing;
    let near = |is: u16, was: u16| is.abs_diff(was) < 12;
    assert!(
        near(measured.pilot, 1600) && near(measured.zero, 500) && near(measured.one, 1000),
        "{measured:?}"
    );
}

#[test]
fn a_bad_block_is_placed_kept_and_repaired_on_request() {
    let blocks = reference();
    let mut bad = blocks[1].clone();
    bad.bytes[50] ^= 4;
    let tape = entries(&[blocks[0].clone(), bad.clone()]);
    let recording = wav::decode(Cursor::new(recorded(&tape, &Format::default()))).unwrap();
    assert_eq!(recording.entries(Choice::default()).len(), 1);
    let kept = recording.entries(Choice { keep_bad: true, repair: false });
    assert_eq!(kept[1].data().unwrap().block(), bad);
    let seconds = (recording.blocks[1].data / 3.5e6).floor();
    assert!(recording.blocks[1].to_string().starts_with(&format!("{seconds}")), "{}", recording.blocks[1]);
    assert!(recording.blocks[1].to_string().contains("202 bytes, checksum bad"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn blocks_to_pulses_and_back(payloads in vec((any::<u8>(), vec(any::<u8>(), 0..60)), 1..4)) {
        let blocks: Vec<Block> = payloads.iter().map(|(flag, payload)| Block::new(*flag, payload)).collect();
        let heard = decode::blocks(Signal::new(&entries(&blocks)));
        prop_assert_eq!(heard.iter().map(|heard| heard.block()).collect::<Vec<_>>(), blocks);
    }

    #[test]
    fn pulses_to_samples_and_back(lengths in vec(300u64..4000, 20..200), rate in 30_000u32..96_000) {
        let pulses = lengths.iter().enumerate().map(|(n, &tstates)| Pulse { high: n % 2 == 1, tstates });
        let mut file = Cursor::new(Vec::new());
        let format = Format { rate, lead_ms: 0, volume: 100, ..Format::default() };
        wav::write(pulses, &format, &mut file).unwrap();
        let file = file.into_inner();
        let bytes = u32::from_le_bytes([file[40], file[41], file[42], file[43]]) as usize;
        let levels: Vec<bool> = file[44..44 + bytes].iter().map(|&sample| sample > 128).collect();
        let edges: Vec<usize> = (1..levels.len()).filter(|&n| levels[n] != levels[n - 1]).collect();
        prop_assert_eq!(edges.len() + 1, lengths.len());
        let mut time = 0;
        for (edge, length) in edges.iter().zip(&lengths) {
            time += length;
            let exact = time as f64 * f64::from(rate) / 3.5e6;
            prop_assert!((*edge as f64 - exact) >= 0.0 && (*edge as f64 - exact) < 1.0);
        }
    }
}
