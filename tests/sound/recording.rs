//! Tapes to recordings and back, for measurements: `recording out TAPE WAV [RATE BITS SHAPE POLARITY]`, `recording in WAV TAP`.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter};

use zxtap::tape::pulse::Signal;
use zxtap::tape::{self, Block, wav};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let word = |n: usize| arguments.get(n).map_or("", String::as_str);
    match word(0) {
        "out" => {
            let tape = tape::read(&fs::read(word(1))?);
            let shape = if word(5) == "soft" { wav::Shape::Soft } else { wav::Shape::Square };
            let format = wav::Format {
                rate: word(3).parse().unwrap_or(44_100),
                bits: word(4).parse().unwrap_or(8),
                shape,
                invert: word(6) == "inverted",
                ..wav::Format::default()
            };
            wav::write(Signal::new(&tape.entries), &format, BufWriter::new(File::create(word(2))?))?;
        }
        "in" => {
            let recording = wav::decode(BufReader::new(File::open(word(1))?))?;
            for heard in &recording.blocks {
                println!(
                    "{:8.3} s {:5} bytes {:?} speed {:.3} rom {} doubtful {} {:?}",
                    heard.data / 3.5e6,
                    heard.bytes.len(),
                    heard.checksum(),
                    heard.speed(),
                    heard.like_rom,
                    heard.doubtful,
                    heard.timing
                );
            }
            for lost in &recording.lost {
                println!("lost {lost:?}");
            }
            let blocks: Vec<Block> = recording.blocks.iter().map(|heard| heard.block()).collect();
            fs::write(word(2), tape::tap::write(&blocks)?)?;
        }
        _ => return Err("out TAPE WAV | in WAV TAP".into()),
    }
    Ok(())
}
