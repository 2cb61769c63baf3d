//! Tapes as the bytes of an output file.
//!
//! Owns: which containers can be written and how a file name tells them apart.
//! Must never know: files; how a container is laid out.

use std::io::{self, Cursor, Seek, Write};

use crate::tape::pulse::Signal;
use crate::tape::tzx::{self, Entry};
use crate::tape::{Container, Tape, convert, tap, wav};

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

    /// A file with these blocks, in order. Fails with a sentence where a TAP cannot hold them, and for [`Format::Raw`],
    /// which is no tape.
    ///
    /// ```
    /// use zxtap::tape::tzx::Entry;
    /// use zxtap::toolchain::Format;
    /// let entries = [Entry::standard(1000, &[0xFF, 1, 0xFE])];
    /// assert_eq!(Format::Tap.encode(&entries), Ok(vec![3, 0, 0xFF, 1, 0xFE]));
    /// assert!(Format::Tap.encode(&[Entry::pause(5), Entry { id: 0x12, bytes: vec![1, 0, 1, 0] }]).is_err());
    /// ```
    pub fn encode(self, entries: &[Entry]) -> Result<Vec<u8>, String> {
        match self {
            Format::Tap => {
                let converted = convert::to_blocks(&Tape::of(entries.to_vec()));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::Block;
    use crate::tape::timing::ROM_PAUSE_MS;

    fn both() -> [Entry; 2] {
        [1, 2].map(|byte| Entry::standard(ROM_PAUSE_MS, &Block::new(0xFF, &[byte]).bytes))
    }

    #[test]
    fn blocks_follow_each_other_on_a_tape() {
        assert_eq!(Format::Tap.encode(&both()), Ok(vec![3, 0, 0xFF, 1, 0xFE, 3, 0, 0xFF, 2, 0xFD]));
        let tzx = Format::Tzx.encode(&both()).unwrap();
        assert_eq!(tzx, *b"ZXTape!\x1A\x01\x14\x10\xE8\x03\x03\0\xFF\x01\xFE\x10\xE8\x03\x03\0\xFF\x02\xFD");
        assert!(Format::Raw.encode(&both()).is_err());
    }

    #[test]
    fn the_sound_holds_the_blocks() {
        let sound = wav::decode(Cursor::new(Format::Wav.encode(&both()).unwrap())).unwrap();
        let heard: Vec<Block> = sound.blocks.iter().map(|heard| heard.block()).collect();
        assert_eq!(heard, [1, 2].map(|byte| Block::new(0xFF, &[byte])));
    }
}
