//! A block as stored on tape: whatever bytes stand there, right or wrong.
//!
//! ```text
//! flag 1 | payload n | checksum 1         the checksum is the XOR of all bytes before it
//!
//! ff  00 0a 06 00 f5 22 68 69 22 0d  0a   ten bytes of data
//! ```
//!
//! Owns: the parts of a block and its checksum. Must never know: what the payload means, or where the block came from.

use super::timing::{CLOCK, MILLISECOND, ROM_PAUSE_MS, Timing};

/// The flag byte of a header block.
pub const HEADER_FLAG: u8 = 0x00;

/// The flag byte of a data block.
pub const DATA_FLAG: u8 = 0xFF;

/// One block of a tape, kept as it was found: it may be empty, cut off, or have a wrong checksum.
///
/// ```
/// use zxtap::tape::{Block, Checksum};
/// let block = Block::new(0xFF, &[0x0A, 0x06]);
/// assert_eq!(block.bytes, [0xFF, 0x0A, 0x06, 0xF3]);
/// assert_eq!(block.checksum(), Checksum::Ok);
/// assert_eq!(Block { bytes: vec![0xFF, 0x0A, 0x00] }.checksum(), Checksum::Bad { stored: 0x00, computed: 0xF5 });
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Block {
    /// Flag, payload and checksum, as stored.
    pub bytes: Vec<u8>,
}

/// What the checksum byte of a block says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checksum {
    /// The last byte is the XOR of all before it.
    Ok,
    /// It is not.
    Bad {
        /// The byte on the tape.
        stored: u8,
        /// The XOR of the bytes before it.
        computed: u8,
    },
    /// The block has no room for one: it is shorter than two bytes.
    None,
}

impl Checksum {
    /// The checksum of a block given as its bytes: flag, payload, checksum.
    pub fn of(bytes: &[u8]) -> Checksum {
        match bytes {
            [] | [_] => Checksum::None,
            [before @ .., stored] => match xor(before) {
                computed if computed == *stored => Checksum::Ok,
                computed => Checksum::Bad { stored: *stored, computed },
            },
        }
    }
}

impl Block {
    /// A block with this flag and payload, and the right checksum behind them.
    pub fn new(flag: u8, payload: &[u8]) -> Block {
        let mut bytes = Vec::with_capacity(payload.len() + 2);
        bytes.push(flag);
        bytes.extend_from_slice(payload);
        bytes.push(xor(&bytes));
        Block { bytes }
    }

    /// A block of bytes that are already flag, payload and checksum.
    pub fn stored(bytes: Vec<u8>) -> Block {
        Block { bytes }
    }

    /// The first byte; none in an empty block.
    pub fn flag(&self) -> Option<u8> {
        self.bytes.first().copied()
    }

    /// What stands between flag and checksum; empty in a block shorter than three bytes.
    pub fn payload(&self) -> &[u8] {
        self.bytes.get(1..self.bytes.len().saturating_sub(1)).unwrap_or(&[])
    }

    /// Whether the last byte is the XOR of all before it.
    pub fn checksum(&self) -> Checksum {
        Checksum::of(&self.bytes)
    }

    /// T-states at the ROM's speed: pilot, sync, data and the pause of one second. An empty block is no signal: 0.
    pub fn tstates(&self) -> u64 {
        match self.flag() {
            None => 0,
            Some(flag) => Timing::rom(flag).tstates(&self.bytes, 8) + u64::from(ROM_PAUSE_MS) * MILLISECOND,
        }
    }

    /// [`Block::tstates`] in seconds.
    ///
    /// ```
    /// # use zxtap::tape::Block;
    /// let header = Block::new(0, &[0; 17]);
    /// assert_eq!(header.tstates(), 2168 * 8063 + 667 + 735 + 19 * 16 * 855 + 3_500_000);
    /// assert_eq!(format!("{:.2}", header.seconds()), "6.07");
    /// ```
    pub fn seconds(&self) -> f64 {
        self.tstates() as f64 / CLOCK as f64
    }
}

/// The XOR of all bytes; 0 of none.
pub fn xor(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |sum, byte| sum ^ byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_blocks_have_no_checksum() {
        assert_eq!(Block::default().checksum(), Checksum::None);
        assert_eq!(Block::default().flag(), None);
        assert_eq!(Block::stored(vec![7]).checksum(), Checksum::None);
        assert_eq!(Block::stored(vec![7]).payload(), b"");
        assert_eq!(Block::stored(vec![7, 7]).checksum(), Checksum::Ok);
        assert_eq!(Block::stored(vec![7, 7]).payload(), b"");
    }

    #[test]
    fn an_empty_payload_still_has_flag_and_checksum() {
        assert_eq!(Block::new(0xFF, &[]).bytes, [0xFF, 0xFF]);
    }
}
