//! Tapes: blocks, headers, files and the containers that hold them.
//!
//! [`read`] takes the bytes of any tape file and gives a [`Tape`]; the container is known by its content.
//!
//! Owns: what is on a tape, as stored, and how long it takes to load.
//! Must never know: BASIC. A program is bytes here.

pub mod block;
pub mod convert;
pub mod fault;
pub mod file;
pub mod header;
pub mod pulse;
pub mod recording;
pub mod tap;
pub mod timing;
pub mod tzx;
pub mod wav;

pub use block::{Block, Checksum};
pub use fault::{Fault, FaultKind};
pub use file::File;
pub use header::{FileType, Header};

use std::io::Cursor;

use timing::{CLOCK, ROM_PAUSE_MS};
use wav::Recording;

/// What holds a tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Container {
    /// Blocks with their lengths.
    Tap,
    /// Blocks of many kinds.
    Tzx,
    /// A recording.
    Wav,
}

impl Container {
    /// The word for it, which is also its usual extension: `tap`, `tzx`, `wav`.
    pub fn word(self) -> &'static str {
        match self {
            Container::Tap => "tap",
            Container::Tzx => "tzx",
            Container::Wav => "wav",
        }
    }
}

/// The container of a file, by its content; none when it looks like no tape at all.
///
/// TZX and WAV have signatures. TAP has none: a file is taken for TAP when its first block fits into it, or is a header
/// that does not.
///
/// ```
/// use zxtap::tape::{Container, sniff};
/// assert_eq!(sniff(b"ZXTape!\x1A\x01\x14"), Some(Container::Tzx));
/// assert_eq!(sniff(b"\x02\x00\xFF\xFF"), Some(Container::Tap));
/// assert_eq!(sniff(b"10 PRINT \"hi\"\n"), None);
/// ```
pub fn sniff(file: &[u8]) -> Option<Container> {
    if file.starts_with(tzx::SIGNATURE) {
        return Some(Container::Tzx);
    }
    if matches!(file.get(..4), Some(b"RIFF" | b"RIFX" | b"RF64")) && file.get(8..12) == Some(b"WAVE") {
        return Some(Container::Wav);
    }
    let &[low, high, ..] = file else { return None };
    let first = usize::from(u16::from_le_bytes([low, high]));
    let header = first == header::HEADER_LENGTH + 2 && file.get(2).is_none_or(|&flag| flag == 0);
    (first + 2 <= file.len() || header).then_some(Container::Tap)
}

/// What was read from a file: its blocks in the order they stand in, whatever container it was.
/// A TAP block is an entry of TZX kind 10 with the ROM's pause, an empty one without; of a recording every block that
/// was heard is an entry, right or wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Tape {
    /// Where it came from.
    pub container: Container,
    /// The version of a TZX file.
    pub version: Option<(u8, u8)>,
    /// Every block, the last one cut where the file is.
    pub entries: Vec<tzx::Entry>,
    /// Where each block stands in the file, in bytes; 0 in a recording, where [`Tape::recording`] has the times.
    pub offsets: Vec<usize>,
    /// What is wrong with the file.
    pub faults: Vec<Fault>,
    /// What was heard, when the file is a recording: its blocks are the entries, one for one.
    pub recording: Option<Box<Recording>>,
}

/// Reads a tape file, known by its content: TAP, TZX or a recording; what is none of them is read as TAP as far as it
/// goes. A long recording is better given to [`wav::decode`], which does not need all of it at once, and the outcome to
/// [`recording::tape`].
///
/// ```
/// let tape = zxtap::tape::read(b"\x02\x00\xFF\xFF\x05\x00\xFF");
/// assert_eq!(tape.entries.len(), 2);
/// assert_eq!(tape.faults.len(), 1);
/// ```
pub fn read(file: &[u8]) -> Tape {
    match sniff(file) {
        Some(Container::Tzx) => read_tzx(file),
        Some(Container::Wav) => recording::tape(wav::decode(Cursor::new(file))),
        _ => read_tap(file),
    }
}

fn read_tap(file: &[u8]) -> Tape {
    let reading = tap::read(file);
    let pause = |block: &Block| if block.bytes.is_empty() { 0 } else { ROM_PAUSE_MS };
    let entries = reading.blocks.iter().map(|b| tzx::Entry::standard(pause(b), &b.bytes)).collect();
    Tape {
        container: Container::Tap,
        version: None,
        entries,
        offsets: reading.offsets,
        faults: reading.faults,
        recording: None,
    }
}

fn read_tzx(file: &[u8]) -> Tape {
    let tzx::Reading { version, entries, offsets, mut faults } = tzx::read(file);
    let mut player = tzx::Player::new(&entries);
    player.by_ref().for_each(drop);
    faults.extend(player.faults().iter().map(|fault| Fault {
        offset: fault.block.and_then(|block| offsets.get(block).copied()).unwrap_or(0),
        ..fault.clone()
    }));
    Tape { container: Container::Tzx, version: Some(version), entries, offsets, faults, recording: None }
}

/// The data blocks of a tape, with the entries that hold them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DataBlocks {
    /// The blocks.
    pub blocks: Vec<Block>,
    /// For each of them the number of its entry.
    pub entries: Vec<usize>,
    /// For each of them what its checksum says; see [`tzx::Data::checksum`].
    pub checksums: Vec<Checksum>,
}

impl DataBlocks {
    /// The files they make up. A checksum that says nothing because the loader is not the ROM's is no oddity.
    pub fn files(&self) -> Vec<File> {
        let mut files = file::files(&self.blocks);
        for file in &mut files {
            if file.data.is_some_and(|block| self.checksums[block] == Checksum::None) {
                file.oddities.retain(|oddity| !matches!(oddity, file::Oddity::DataChecksum { .. }));
            }
        }
        files
    }
}

impl Tape {
    /// A tape of these entries that stands in no file: at no offsets, without faults. Where all are blocks at the ROM's
    /// speed it is a TAP, whose blocks say nothing of pauses.
    ///
    /// ```
    /// use zxtap::tape::{Container, Tape, tzx::Entry};
    /// let tape = Tape::of(vec![Entry::pause(1000)]);
    /// assert_eq!((tape.container, tape.seconds()), (Container::Tzx, 1.0));
    /// ```
    pub fn of(entries: Vec<tzx::Entry>) -> Tape {
        let standard = entries.iter().all(|entry| entry.id == 0x10);
        let container = if standard { Container::Tap } else { Container::Tzx };
        let offsets = vec![0; entries.len()];
        Tape { container, version: None, entries, offsets, faults: Vec::new(), recording: None }
    }

    /// The data blocks in the order they are stored in, each once.
    pub fn data_blocks(&self) -> DataBlocks {
        let mut found = DataBlocks::default();
        for (index, entry) in self.entries.iter().enumerate() {
            if let Some(data) = entry.data() {
                found.checksums.push(data.checksum());
                found.blocks.push(data.block());
                found.entries.push(index);
            }
        }
        found
    }

    /// The numbers of the entries in the order in which they play; see [`tzx::Player`].
    pub fn play(&self) -> tzx::Player<'_> {
        tzx::Player::new(&self.entries)
    }

    /// T-states that the whole tape plays, loops followed. Saturates.
    pub fn tstates(&self) -> u64 {
        let lengths: Vec<u64> = self.entries.iter().map(tzx::Entry::tstates).collect();
        self.play().fold(0, |sum, index| sum.saturating_add(lengths[index]))
    }

    /// [`Tape::tstates`] in seconds.
    pub fn seconds(&self) -> f64 {
        self.tstates() as f64 / CLOCK as f64
    }

    /// The file as TZX: a TZX file comes back byte for byte.
    ///
    /// ```
    /// let tape = zxtap::tape::read(b"\x02\x00\xFF\xFF");
    /// assert_eq!(tape.to_tzx(), b"ZXTape!\x1A\x01\x14\x10\xE8\x03\x02\x00\xFF\xFF");
    /// ```
    pub fn to_tzx(&self) -> Vec<u8> {
        tzx::write(self.version.unwrap_or(tzx::VERSION), &self.entries)
    }
}
