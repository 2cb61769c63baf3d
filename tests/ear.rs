//! Recordings in the ear of a 48K: the genuine LD-BYTES (0556h) hears the samples that zxtap writes.
//!
//! Between the two stands nothing of zxtap's own hearing: a sample above the middle is high, one below it low.

#[path = "support/dump.rs"]
mod dump;

use std::io::Cursor;

use zxtap::machine::Machine;
use zxtap::source::Source;
use zxtap::tape::pulse::Signal;
use zxtap::tape::tzx::Entry;
use zxtap::tape::wav::{self, Format, Shape};
use zxtap::tape::{self, Block, Checksum};
use zxtap::toolchain::{BuildOptions, build};

const LD_BYTES: u16 = 0x0556;

/// Where blocks are loaded, and how long they may be there.
const DATA: u16 = 0x6000;
const ROOM: usize = 0x9E00;

/// The pulses of a recording, in T-states: times of crossings, rounded down to a sample.
fn pulses(file: Vec<u8>) -> Vec<u32> {
    let mut reader = hound::WavReader::new(Cursor::new(file)).unwrap();
    let rate = u64::from(reader.spec().sample_rate);
    let (mut high, mut before, mut pulses) = (false, 0, Vec::new());
    for (n, sample) in reader.samples::<i32>().enumerate() {
        let sample = sample.unwrap();
        if sample != 0 && (sample > 0) != high {
            let now = n as u64 * 3_500_000 / rate;
            pulses.push((now - before) as u32);
            (high, before) = (!high, now);
        }
    }
    pulses.push(3_500_000);
    pulses
}

/// Plays blocks to the ROM as a recording; fails with the first that does not come out as it went in.
fn heard_by_the_rom(blocks: &[Block], format: &Format) -> Result<(), String> {
    let entries: Vec<Entry> = blocks.iter().map(|block| Entry::standard(1000, &block.bytes)).collect();
    let mut file = Cursor::new(Vec::new());
    wav::write(Signal::new(&entries), format, &mut file).unwrap();
    let mut machine = Machine::booted();
    let pulses = pulses(file.into_inner());
    let length: u64 = pulses.iter().map(|&pulse| u64::from(pulse)).sum();
    machine.deck().insert_pulses(pulses);
    for (index, block) in blocks.iter().enumerate() {
        let payload = block.payload();
        machine.registers.ix = DATA;
        machine.registers.de = payload.len() as u16;
        machine.registers.set_a(block.flag().unwrap());
        machine.registers.set_f(1);
        if !machine.call(LD_BYTES, length) {
            return Err(format!("block {index} never ends"));
        }
        let right = block.checksum() == Checksum::Ok;
        if machine.registers.carry() != right {
            return Err(format!("block {index}: the ROM says {}", !right));
        }
        let start = usize::from(DATA);
        if machine.read(start..start + payload.len()) != payload {
            return Err(format!("block {index}: other bytes"));
        }
    }
    Ok(())
}

/// The blocks of a tape that the ROM can be asked to load.
fn blocks_of(file: &[u8]) -> Vec<Block> {
    let mut blocks = tape::read(file).data_blocks().blocks;
    blocks.retain(|block| (3..ROOM).contains(&block.bytes.len()));
    blocks
}

/// Every tape there is: the programs', and those of the cases.
fn tapes() -> Vec<(String, Vec<Block>)> {
    let mut tapes = Vec::new();
    for folder in ["out", "tests/cases/tape"] {
        let mut paths: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            let bytes = match path.extension().and_then(|e| e.to_str()) {
                Some("tap" | "tzx") => std::fs::read(&path).unwrap(),
                Some("txt") => dump::bytes(&std::fs::read_to_string(&path).unwrap()).unwrap(),
                _ => continue,
            };
            let blocks = blocks_of(&bytes);
            if !blocks.is_empty() {
                tapes.push((path.display().to_string(), blocks));
            }
        }
    }
    tapes
}

fn formats() -> Vec<Format> {
    let mut formats = Vec::new();
    for rate in [44_100, 48_000] {
        for bits in [8, 16] {
            for shape in [Shape::Square, Shape::Soft] {
                for invert in [false, true] {
                    formats.push(Format { rate, bits, shape, invert, ..Format::default() });
                }
            }
        }
    }
    formats
}

#[test]
fn the_rom_hears_a_tape() {
    let blocks = blocks_of(&std::fs::read("out/three.tap").unwrap());
    for format in formats().into_iter().step_by(5) {
        assert_eq!(heard_by_the_rom(&blocks, &format), Ok(()), "{format:?}");
    }
}

/// The other way round: where the signal is too coarse the ROM must not load, or the test proves nothing.
#[test]
fn the_rom_does_not_hear_what_is_too_coarse() {
    let blocks = blocks_of(&std::fs::read("out/three.tap").unwrap());
    assert!(heard_by_the_rom(&blocks, &Format { rate: 5_000, ..Format::default() }).is_err());
}

#[test]
#[ignore = "every tape in every format; `just ear`"]
fn the_rom_hears_every_tape_in_every_format() {
    let (tapes, formats) = (tapes(), formats());
    let (mut blocks, mut bytes) = (0, 0);
    for (name, tape) in &tapes {
        for format in &formats {
            assert_eq!(heard_by_the_rom(tape, format), Ok(()), "{name}, {format:?}");
        }
        blocks += tape.len();
        bytes += tape.iter().map(|block| block.bytes.len()).sum::<usize>();
    }
    println!("{} tapes, {blocks} blocks, {bytes} bytes, each in {} formats", tapes.len(), formats.len());
    for rate in [11_025, 16_000, 22_050, 96_000] {
        let good = tapes
            .iter()
            .filter(|(_, tape)| heard_by_the_rom(tape, &Format { rate, ..Format::default() }).is_ok());
        println!("{rate} Hz: {} of {} tapes", good.count(), tapes.len());
    }
}

/// `build` says how long it takes until the ROM has the last byte: the pause behind it is not waited for.
#[test]
fn the_rom_takes_as_long_as_build_says() {
    for name in ["three", "referee"] {
        let source = std::fs::read_to_string(format!("basic/{name}.bas")).unwrap();
        let built = build(&Source::new(name, source), &BuildOptions::default());
        let entries: Vec<Entry> = built.blocks.iter().map(|b| Entry::standard(1000, &b.bytes)).collect();
        let mut machine = Machine::booted();
        machine.deck().insert_pulses(Signal::new(&entries).map(|pulse| pulse.tstates as u32));
        let before = machine.tstates();
        for block in &built.blocks {
            machine.registers.ix = DATA;
            machine.registers.de = block.payload().len() as u16;
            machine.registers.set_a(block.flag().unwrap());
            machine.registers.set_f(1);
            assert!(machine.call(LD_BYTES, 3_500_000 * 60) && machine.registers.carry());
        }
        let seconds = (machine.tstates() - before) as f64 / 3.5e6;
        assert!((seconds - built.seconds).abs() < 0.01, "{name}: {seconds}, build says {}", built.seconds);
    }
}
