//! Files on a tape: a header and the data block behind it, or either alone.
//!
//! A header is what the ROM's loader takes for one: flag 00, 17 bytes and their checksum; what stands behind those 19
//! bytes is not looked at. A block of 18 or 19 bytes with flag 00 and a wrong checksum is shown as the header it
//! was, with the oddity. Data is the next block that is not empty, when its flag is FF. Empty blocks are no signal and
//! belong to no file.
//!
//! Owns: pairing, and what is odd about a pair. Must never know: containers, or what the data means.

use std::fmt;

use super::block::{Block, Checksum, DATA_FLAG, HEADER_FLAG, xor};
use super::header::{HEADER_LENGTH, Header};

/// A file: block numbers count from 0 in the blocks given to [`files`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The header and the block that holds it; none for data without header.
    pub header: Option<(usize, Header)>,
    /// The block that holds the data; none for a header without data.
    pub data: Option<usize>,
    /// What is odd about it.
    pub oddities: Vec<Oddity>,
}

/// What can be odd about a file. The ROM loads some of these, refuses others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oddity {
    /// The data block does not hold as many bytes as the header says. More: the ROM takes the byte behind the
    /// announced length for the checksum. Fewer: report R.
    Length {
        /// What the header says.
        header: u16,
        /// What the data block holds without flag and checksum.
        data: usize,
    },
    /// Bytes behind the header's checksum; the ROM does not read them.
    LongHeader {
        /// How many.
        extra: usize,
    },
    /// The header's checksum is wrong: the ROM passes over it.
    HeaderChecksum,
    /// The data block's checksum is wrong: report R.
    DataChecksum {
        /// The byte on the tape.
        stored: u8,
        /// What it should be.
        computed: u8,
    },
    /// No data block follows the header.
    NoData,
    /// No header stands in front of the data: the ROM's LOAD passes over it.
    NoHeader,
    /// A flag byte that is neither 00 nor FF: a block for a loader of its own.
    Flag(u8),
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Oddity::Length { header, data } => write!(f, "holds {data} data bytes, header says {header}"),
            Oddity::LongHeader { extra: 1 } => write!(f, "1 extra byte after the header's checksum"),
            Oddity::LongHeader { extra } => write!(f, "{extra} extra bytes after the header's checksum"),
            Oddity::HeaderChecksum => write!(f, "header checksum bad"),
            Oddity::DataChecksum { stored, computed } => {
                write!(f, "checksum bad: stored {stored:02X}, computed {computed:02X}")
            }
            Oddity::NoData => write!(f, "header without data"),
            Oddity::NoHeader => write!(f, "no header"),
            Oddity::Flag(flag) => write!(f, "flag {flag:02X}, for a loader of its own"),
        }
    }
}

impl File {
    /// The data as stored, flag and checksum left off; empty for a header without data. It may be longer or shorter
    /// than the header says.
    pub fn bytes<'a>(&self, blocks: &'a [Block]) -> &'a [u8] {
        self.data.and_then(|i| blocks.get(i)).map_or(&[], Block::payload)
    }
}

/// The header in a block, if the block is one; see the head of this file.
///
/// ```
/// use zxtap::tape::{Block, Header, file};
/// let header = Header::program("test", 10, None, 10);
/// let mut block = header.block();
/// assert_eq!(file::header(&block), Some(header));
/// block.bytes.push(0);
/// assert_eq!(file::header(&block), Some(header));
/// assert_eq!(file::header(&Block::new(0xFF, &header.encode())), None);
/// ```
pub fn header(block: &Block) -> Option<Header> {
    const WHOLE: usize = HEADER_LENGTH + 2;
    let length = block.bytes.len();
    if block.flag() != Some(HEADER_FLAG) || (length > WHOLE && xor(&block.bytes[..WHOLE]) != 0) {
        return None;
    }
    Header::decode(&block.bytes[1..])
}

/// The files in a row of blocks, in order. Every block that is not empty belongs to exactly one of them.
///
/// ```
/// use zxtap::tape::{Block, Header, file};
/// let blocks = [Header::bytes("c", 32768, 3).block(), Block::new(0xFF, &[1, 2, 3]), Block::new(0xFF, &[4])];
/// let files = file::files(&blocks);
/// assert_eq!(files[0].bytes(&blocks), [1, 2, 3]);
/// assert_eq!((files[1].header, files[1].data), (None, Some(2)));
/// ```
pub fn files(blocks: &[Block]) -> Vec<File> {
    let mut files: Vec<File> = Vec::new();
    let mut pending: Option<File> = None;
    for (index, block) in blocks.iter().enumerate() {
        let Some(flag) = block.flag() else { continue };
        if let Some(header) = header(block) {
            files.extend(pending.take().map(without_data));
            let mut oddities = Vec::new();
            match block.bytes.len().checked_sub(HEADER_LENGTH + 2) {
                Some(0) if block.checksum() == Checksum::Ok => {}
                Some(0) | None => oddities.push(Oddity::HeaderChecksum),
                Some(extra) => oddities.push(Oddity::LongHeader { extra }),
            }
            pending = Some(File { header: Some((index, header)), data: None, oddities });
            continue;
        }
        let mut file = match pending.take() {
            Some(file) if flag == DATA_FLAG => file,
            other => {
                files.extend(other.map(without_data));
                File { header: None, data: None, oddities: vec![Oddity::NoHeader] }
            }
        };
        file.data = Some(index);
        if flag != HEADER_FLAG && flag != DATA_FLAG {
            file.oddities.push(Oddity::Flag(flag));
        }
        if let Some((_, header)) = file.header
            && usize::from(header.length) != block.payload().len()
        {
            file.oddities.push(Oddity::Length { header: header.length, data: block.payload().len() });
        }
        if let Checksum::Bad { stored, computed } = block.checksum() {
            file.oddities.push(Oddity::DataChecksum { stored, computed });
        }
        files.push(file);
    }
    files.extend(pending.map(without_data));
    files
}

fn without_data(mut file: File) -> File {
    file.oddities.push(Oddity::NoData);
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(length: u16) -> Block {
        Header::program("p", length, None, length).block()
    }

    #[test]
    fn empty_blocks_do_not_part_a_pair() {
        let blocks = [program(1), Block::default(), Block::new(0xFF, &[9])];
        let files = files(&blocks);
        assert_eq!(files.len(), 1);
        assert_eq!(files[0].data, Some(2));
        assert!(files[0].oddities.is_empty());
    }

    #[test]
    fn two_headers_in_a_row_leave_the_first_without_data() {
        let blocks = [program(1), program(1), Block::new(0xFF, &[9, 9])];
        let files = files(&blocks);
        assert_eq!(files[0].oddities, [Oddity::NoData]);
        assert_eq!(files[1].oddities, [Oddity::Length { header: 1, data: 2 }]);
    }

    #[test]
    fn another_flag_is_not_the_headers_data() {
        let blocks = [program(1), Block::new(0xAA, &[9])];
        let files = files(&blocks);
        assert_eq!(files[0].oddities, [Oddity::NoData]);
        assert_eq!(files[1].oddities, [Oddity::NoHeader, Oddity::Flag(0xAA)]);
    }

    #[test]
    fn a_cut_header_is_still_a_header() {
        let mut cut = program(1);
        cut.bytes.pop();
        assert_eq!(files(&[cut.clone()])[0].oddities, [Oddity::HeaderChecksum, Oddity::NoData]);
        cut.bytes.pop();
        assert_eq!(files(&[cut])[0].header, None);
    }

    #[test]
    fn a_long_block_with_flag_00_is_no_header_unless_the_rom_takes_it_for_one() {
        let long = Block::new(0x00, &(1..=40).collect::<Vec<u8>>());
        assert_eq!(files(&[long])[0].header, None);
    }
}
