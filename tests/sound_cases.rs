//! Recordings as files: each file in `cases/sound` tells how a recording is made and what is done with it, then a line
//! `---`, and what comes of it. `UPDATE_GOLDENFILES=1` writes the part below the line anew.
//!
//! | line | |
//! |---|---|
//! | `rate N`, `channels N`, `tag N` | what the head of the file says (44100, 1, 1: PCM); samples have 16 bits |
//! | `claim N` | the length of the samples that the head says |
//! | `silence S`, `noise S LOUD`, `tone S HERTZ LOUD` | so many seconds of it |
//! | `tape` | a program of 40 bytes and its header, 200 ms of rest around them |
//! | `tape BLOCK BIT T` | the same, but each pulse of that bit has so many T-states |
//! | `turbo` | a block of 64 bytes at half as fast again, 300 ms of pause, and a block of zeros at the ROM's speed |
//! | `turbo BIT T` | the same, but each pulse of that bit of the first block has so many T-states |
//! | `gain AT S FACTOR` | everything so far: from then on, for so many seconds, so much louder |
//! | `cut N` | the file without its last N bytes |
//! | `run WORDS` | zxtap with these words; the recording is `in.wav`, what it writes begins with `out.` |

#[path = "support/place.rs"]
mod place;

use std::fmt::Write;
use std::io::Cursor;
use std::path::Path;

use place::{Place, stderr, stdout};
use zxtap::tape::pulse::{Pulse, Signal};
use zxtap::tape::timing::Timing;
use zxtap::tape::tzx::{Body, Entry};
use zxtap::tape::{self, Block, Header, wav};

const RATE: f64 = 44_100.0;

struct Sound {
    rate: u32,
    channels: u16,
    tag: u16,
    claim: Option<u32>,
    cut: usize,
    samples: Vec<f32>,
    seed: u32,
}

impl Sound {
    fn new() -> Sound {
        Sound { rate: 44_100, channels: 1, tag: 1, claim: None, cut: 0, samples: Vec::new(), seed: 1 }
    }

    fn make(&mut self, seconds: f64, mut sample: impl FnMut(f64, &mut u32) -> f32) {
        for n in 0..(seconds * RATE) as usize {
            let sample = sample(n as f64 / RATE, &mut self.seed);
            self.samples.push(sample);
        }
    }

    fn pulses(&mut self, pulses: impl Iterator<Item = Pulse>) {
        let format = wav::Format { bits: 16, volume: 50, ..wav::Format::default() };
        let mut file = Cursor::new(Vec::new());
        wav::write(pulses, &format, &mut file).unwrap();
        let bytes = &file.into_inner()[44..];
        self.samples
            .extend(bytes.chunks_exact(2).map(|b| f32::from(i16::from_le_bytes([b[0], b[1]])) / 32_768.0));
    }

    fn file(&self) -> Vec<u8> {
        let length = self.claim.unwrap_or(2 * self.samples.len() as u32);
        let mut file = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0".to_vec();
        file.extend(self.tag.to_le_bytes());
        file.extend(self.channels.to_le_bytes());
        file.extend(self.rate.to_le_bytes());
        file.extend((self.rate.wrapping_mul(2 * u32::from(self.channels))).to_le_bytes());
        file.extend((2 * self.channels).to_le_bytes());
        file.extend(16u16.to_le_bytes());
        file.extend(b"data");
        file.extend(length.to_le_bytes());
        for sample in &self.samples {
            file.extend(((sample.clamp(-1.0, 1.0) * 32_767.0) as i16).to_le_bytes());
        }
        file.truncate(file.len() - self.cut);
        file
    }
}

fn program() -> Vec<Block> {
    let text: Vec<u8> = (0..34u8).map(|n| b'A' + n % 26).collect();
    let line = [&[0, 10, 36, 0, 0xEA][..], &text, b"\r"].concat();
    let length = line.len() as u16;
    vec![Header::program("sound", length, Some(10), length).block(), Block::new(0xFF, &line)]
}

fn entries(blocks: &[Block]) -> Vec<Entry> {
    blocks.iter().map(|block| Entry::standard(1000, &block.bytes)).collect()
}

/// The pulses of blocks, those of one bit with another length.
fn with_bit(entries: &[Entry], block: usize, bit: usize, tstates: u64) -> Vec<Pulse> {
    // The first pulse of a pilot is low, as the pause before it, and one with it.
    let before: usize =
        entries[..block].iter().map(|entry| Signal::of(std::slice::from_ref(entry)).count() - 1).sum();
    let pilot_pulses = match entries[block].body() {
        Some(Body::Turbo { timing, .. }) => timing.pilot_pulses,
        _ => Timing::rom(if block == 0 { 0x00 } else { 0xFF }).pilot_pulses,
    };
    let first = before + usize::from(pilot_pulses) + 2 + 2 * bit;
    let mut pulses: Vec<Pulse> = Signal::new(entries).collect();
    pulses[first].tstates = tstates;
    pulses[first + 1].tstates = tstates;
    pulses
}

fn turbo() -> Vec<Entry> {
    let timing = Timing { pilot: 1500, pilot_pulses: 2000, sync1: 450, sync2: 480, zero: 570, one: 1140 };
    let bytes = Block::new(0x42, &(0..62u8).map(|n| n.wrapping_mul(37)).collect::<Vec<u8>>()).bytes;
    vec![Entry::turbo(timing, 8, 300, &bytes), Entry::standard(1000, &Block::new(0xFF, &[0; 17]).bytes)]
}

fn told(place: &Place, words: &[&str]) -> String {
    for name in place.names(".") {
        if name.starts_with("out.") {
            std::fs::remove_file(place.path(&name)).unwrap();
        }
    }
    let output = place.zxtap(words);
    let mut told = format!("> {}\nexit {}\n", words.join(" "), output.status.code().unwrap());
    for line in stdout(&output).lines() {
        writeln!(told, "stdout {line}").unwrap();
    }
    for line in stderr(&output).lines() {
        writeln!(told, "stderr {line}").unwrap();
    }
    for name in place.names(".").iter().filter(|name| name.starts_with("out.")) {
        let tape = tape::read(&std::fs::read(place.path(name)).unwrap());
        writeln!(told, "{name} {}", tape.container.word()).unwrap();
        for entry in &tape.entries {
            let first: String = entry
                .data()
                .iter()
                .flat_map(|d| d.bytes.iter().take(20))
                .map(|b| format!("{b:02x}"))
                .collect();
            let checksum = entry.data().map(|data| format!("{:?}", data.block().checksum()));
            writeln!(told, "  {entry}; {first}; {}", checksum.unwrap_or_default()).unwrap();
        }
    }
    told
}

fn case(path: &Path) -> datatest_stable::Result<()> {
    let text = std::fs::read_to_string(path)?;
    let (recipe, expected) = text.split_once("---\n").unwrap_or((&text, ""));
    let place = Place::new();
    let mut sound = Sound::new();
    let mut made = false;
    let mut found = String::new();
    for line in recipe.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number =
            |n: usize| -> f64 { words.get(n).and_then(|word| word.parse().ok()).unwrap_or(f64::NAN) };
        match (words[0], words.len()) {
            ("rate", 2) => sound.rate = number(1) as u32,
            ("channels", 2) => sound.channels = number(1) as u16,
            ("tag", 2) => sound.tag = number(1) as u16,
            ("claim", 2) => sound.claim = Some(number(1) as u32),
            ("cut", 2) => sound.cut = number(1) as usize,
            ("silence", 2) => sound.make(number(1), |_, _| 0.0),
            ("noise", 3) => sound.make(number(1), |_, seed| {
                *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                number(2) as f32 * ((*seed >> 8) as f32 / (1 << 23) as f32 - 1.0)
            }),
            ("tone", 4) => {
                let (hertz, loud) = (number(2), number(3));
                sound.make(number(1), |at, _| (loud * (at * hertz * std::f64::consts::TAU).sin()) as f32);
            }
            ("tape", 1) => sound.pulses(Signal::new(&entries(&program()))),
            ("tape", 4) => {
                let (block, bit, tstates) = (number(1) as usize, number(2) as usize, number(3) as u64);
                sound.pulses(with_bit(&entries(&program()), block, bit, tstates).into_iter());
            }
            ("turbo", 3) => {
                sound.pulses(with_bit(&turbo(), 0, number(1) as usize, number(2) as u64).into_iter());
            }
            ("turbo", 1) => sound.pulses(Signal::new(&turbo())),
            ("gain", 4) => {
                let (from, to) = ((number(1) * RATE) as usize, ((number(1) + number(2)) * RATE) as usize);
                sound.samples[from..to].iter_mut().for_each(|sample| *sample *= number(3) as f32);
            }
            ("run", _) => {
                if !std::mem::replace(&mut made, true) {
                    place.file("in.wav", sound.file());
                }
                found.push_str(&told(&place, &words[1..]));
            }
            _ => return Err(format!("no such line: {line}").into()),
        }
    }
    if std::env::var_os("UPDATE_GOLDENFILES").is_some() {
        std::fs::write(path, format!("{recipe}---\n{found}"))?;
        return Ok(());
    }
    if found != expected {
        return Err(format!("expected\n{expected}\nfound\n{found}").into());
    }
    Ok(())
}

datatest_stable::harness! {
    { test = case, root = "tests/cases/sound", pattern = r"\.txt$" },
}
