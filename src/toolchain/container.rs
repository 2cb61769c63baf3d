//! Built programs as the bytes of an output file.
//!
//! Owns: which containers can be written and how a file name tells them apart.
//! Must never know: files; how a container is laid out.

use std::io::{self, Cursor, Seek, Write};

use super::Built;
use crate::tape::pulse::Signal;
use crate::tape::timing::ROM_PAUSE_MS;
use crate::tape::tzx::{self, Entry};
use crate::tape::{Block, Container, Tape, convert, tap, wav};

/// What kind of file a build gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Blocks with their lengths, as emulators take them.
    Tap,
    /// Blocks of kind 10, the ROM's speed.
    Tzx,
    /// The sound of the tape.
    Wav,
    /// The bytes of the program without header, flag and checksum.
    Raw,
}

impl Format {
    /// The format that a file name extension (without its dot, in either case) stands for.
    ///
    /// ```
    /// use zxtap::toolchain::Format;
    /// assert_eq!(Format::of_extension("TAP"), Some(Format::Tap));
    /// assert_eq!(Format::of_extension("txt"), None);
    /// ```
    pub fn of_extension(extension: &str) -> Option<Format> {
        let tapes = [Format::Tap, Format::Tzx, Format::Wav];
        tapes.into_iter().find(|format| extension.eq_ignore_ascii_case(format.extension()))
    }

    /// As a container of tapes; none for the bytes of a program.
    pub fn container(self) -> Option<Container> {
        match self {
            Format::Tap => Some(Container::Tap),
            Format::Tzx => Some(Container::Tzx),
            Format::Wav => Some(Container::Wav),
            Format::Raw => None,
        }
    }

    /// The extension of a file that is named after its source.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Tap => "tap",
            Format::Tzx => "tzx",
            Format::Wav => "wav",
            Format::Raw => "bin",
        }
    }

    /// The file with these programs, in order. Fails with a sentence where a program is longer than a tape block can
    /// be (65,533 bytes), or where several are to go into a format that holds one.
    pub fn encode(self, programs: &[Built]) -> Result<Vec<u8>, String> {
        let blocks = || programs.iter().flat_map(|program| &program.blocks);
        let entries = || -> Vec<Entry> { blocks().map(entry).collect() };
        match (self, programs) {
            (Format::Tap, [program]) => tap::write(&program.blocks).map_err(|error| error.to_string()),
            (Format::Tap, _) => {
                let blocks: Vec<Block> = blocks().cloned().collect();
                tap::write(&blocks).map_err(|error| error.to_string())
            }
            (Format::Tzx, _) => Ok(tzx::write(tzx::VERSION, &entries())),
            (Format::Wav, _) => sound(&entries()),
            (Format::Raw, [program]) => Ok(program.program.clone()),
            (Format::Raw, _) => Err("the raw format holds one program".into()),
        }
    }
}

/// A tape of any blocks as a file. Fails with a sentence where a TAP cannot hold them, or for [`Format::Raw`].
pub fn encode_entries(format: Format, entries: &[Entry]) -> Result<Vec<u8>, String> {
    match format {
        Format::Tap => {
            let standard = entries.iter().all(|e| e.id == 0x10);
            let container = if standard { Container::Tap } else { Container::Tzx };
            let converted = convert::to_blocks(&Tape::of(container, entries.to_vec()));
            if let Some((block, loss)) = converted.losses.iter().find(|(_, loss)| loss.is_signal()) {
                return Err(format!("block {block} cannot go into a TAP: {loss}; write a .tzx"));
            }
            tap::write(&converted.blocks).map_err(|error| error.to_string())
        }
        Format::Tzx => Ok(tzx::write(tzx::VERSION, entries)),
        Format::Wav => sound(entries),
        Format::Raw => Err("the raw format holds one program".into()),
    }
}

fn sound(entries: &[Entry]) -> Result<Vec<u8>, String> {
    let mut file = Cursor::new(Vec::new());
    write_sound(entries, &mut file).map_err(|error| error.to_string())?;
    Ok(file.into_inner())
}

/// The sound of a tape, written as it is made.
///
/// # Errors
///
/// More sound than a WAV file can hold, or the writer's own.
pub fn write_sound(entries: &[Entry], out: impl Write + Seek) -> io::Result<()> {
    match wav::write(Signal::new(entries), &wav::Format::default(), out) {
        Ok(_) => Ok(()),
        Err(wav::write::Error::Io(error)) => Err(error),
        Err(error) => Err(io::Error::other(error.to_string())),
    }
}

fn entry(block: &Block) -> Entry {
    Entry::standard(ROM_PAUSE_MS, &block.bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(byte: u8) -> Built {
        Built { program: vec![byte], blocks: vec![Block::new(0xFF, &[byte])], ..Built::default() }
    }

    #[test]
    fn programs_follow_each_other_on_a_tape() {
        let both = [program(1), program(2)];
        assert_eq!(Format::Tap.encode(&both), Ok(vec![3, 0, 0xFF, 1, 0xFE, 3, 0, 0xFF, 2, 0xFD]));
        let tzx = Format::Tzx.encode(&both).unwrap();
        assert_eq!(tzx, *b"ZXTape!\x1A\x01\x14\x10\xE8\x03\x03\0\xFF\x01\xFE\x10\xE8\x03\x03\0\xFF\x02\xFD");
        assert_eq!(Format::Raw.encode(&both[..1]), Ok(vec![1]));
        assert!(Format::Raw.encode(&both).is_err());
    }

    #[test]
    fn the_sound_holds_the_blocks() {
        let both = [program(1), program(2)];
        let sound = wav::decode(Cursor::new(Format::Wav.encode(&both).unwrap())).unwrap();
        let heard: Vec<Block> = sound.blocks.iter().map(|heard| heard.block()).collect();
        assert_eq!(heard, [both[0].blocks[0].clone(), both[1].blocks[0].clone()]);
    }
}
