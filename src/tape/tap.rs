//! TAP files: blocks one behind the other, each with its length in front.
//!
//! ```text
//! length 2, little-endian | block (flag, payload, checksum)      repeated to the end of the file
//!
//! 13 00 | 00 00 74 65 73 74 20 20 20 20 20 20 0a 00 0a 00 0a 00 1c      a header
//! 0c 00 | ff 00 0a 06 00 f5 22 68 69 22 0d 0a                           its data
//! ```
//!
//! A length of 0 is an empty block: nothing on the tape. Checksums are not looked at here.
//!
//! Owns: TAP both ways. Must never know: other containers, or what blocks mean.

use std::fmt;

use byteorder::{ByteOrder, LittleEndian};

use super::block::Block;
use super::fault::{Fault, FaultKind};

/// The longest block that TAP can hold, in bytes with flag and checksum.
pub const LONGEST_BLOCK: usize = 65535;

/// How many blocks are read from one file: bounds the memory that a hostile file can take.
pub const MOST_BLOCKS: usize = 1 << 20;

/// What was read from a TAP file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Every block, the last one cut where the file is.
    pub blocks: Vec<Block>,
    /// Where the length field of each block stands in the file.
    pub offsets: Vec<usize>,
    /// What is wrong with the file.
    pub faults: Vec<Fault>,
}

/// Reads a TAP file. Takes any bytes: what is whole is kept, what is not is a fault.
///
/// ```
/// use zxtap::tape::tap;
/// let reading = tap::read(&[2, 0, 0xFF, 0xFF, 9, 0, 0xFF, 0x01]);
/// assert_eq!(reading.blocks[0].bytes, [0xFF, 0xFF]);
/// assert_eq!(reading.blocks[1].bytes, [0xFF, 0x01]);
/// assert_eq!(
///     reading.faults[0].to_string(),
///     "block 1 at offset 0x4: truncated: length says 9, 2 present (7 missing)"
/// );
/// ```
pub fn read(file: &[u8]) -> Reading {
    let mut reading = Reading::default();
    if file.is_empty() {
        reading.faults.push(Fault { offset: 0, block: None, kind: FaultKind::Empty });
    }
    let mut offset = 0;
    while offset < file.len() {
        let index = reading.blocks.len();
        let mut fault = |block, kind| reading.faults.push(Fault { offset, block, kind });
        if index == MOST_BLOCKS {
            fault(None, FaultKind::TooManyBlocks { limit: MOST_BLOCKS });
            break;
        }
        let Some(head) = file.get(offset..offset + 2) else {
            fault(None, FaultKind::TruncatedHead { expected: 2, present: file.len() - offset });
            break;
        };
        let expected = usize::from(LittleEndian::read_u16(head));
        let start = offset + 2;
        let end = file.len().min(start + expected);
        if end - start < expected {
            fault(Some(index), FaultKind::Truncated { expected, present: end - start });
        }
        reading.blocks.push(Block::stored(file[start..end].to_vec()));
        reading.offsets.push(offset);
        offset = end;
    }
    reading
}

/// A block that TAP cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockTooLong {
    /// Which block, from 0.
    pub block: usize,
    /// Its length with flag and checksum.
    pub length: usize,
}

impl fmt::Display for BlockTooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "block {} has {} bytes with flag and checksum; a TAP block holds at most {LONGEST_BLOCK}",
            self.block, self.length
        )
    }
}

impl std::error::Error for BlockTooLong {}

/// The TAP file with these blocks, each as it is stored, wrong checksums included.
///
/// # Errors
///
/// A block over 65535 bytes has no length field that fits.
///
/// ```
/// use zxtap::tape::{Block, tap};
/// assert_eq!(tap::write(&[Block::new(0xFF, &[1])]).unwrap(), [3, 0, 0xFF, 0x01, 0xFE]);
/// assert!(tap::write(&[Block::new(0xFF, &[0; 65534])]).is_err());
/// ```
pub fn write(blocks: &[Block]) -> Result<Vec<u8>, BlockTooLong> {
    let mut file = Vec::with_capacity(blocks.iter().map(|b| b.bytes.len() + 2).sum());
    for (index, block) in blocks.iter().enumerate() {
        let length = u16::try_from(block.bytes.len())
            .map_err(|_| BlockTooLong { block: index, length: block.bytes.len() })?;
        file.extend_from_slice(&length.to_le_bytes());
        file.extend_from_slice(&block.bytes);
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_block_is_a_block() {
        let reading = read(&[0, 0, 1, 0, 5]);
        assert_eq!(reading.blocks, [Block::default(), Block::stored(vec![5])]);
        assert_eq!(reading.offsets, [0, 2]);
        assert!(reading.faults.is_empty());
    }

    #[test]
    fn a_file_of_nothing_but_empty_blocks_is_bounded() {
        let reading = read(&vec![0; 2 * MOST_BLOCKS + 2]);
        assert_eq!(reading.blocks.len(), MOST_BLOCKS);
        assert_eq!(reading.faults[0].kind, FaultKind::TooManyBlocks { limit: MOST_BLOCKS });
        assert_eq!(reading.faults[0].offset, 2 * MOST_BLOCKS);
    }
}
