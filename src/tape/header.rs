//! The 17 bytes in front of every saved file.
//!
//! ```text
//! 0   type        0 program, 1 number array, 2 character array, 3 bytes
//! 1   name        10 bytes, padded with spaces
//! 11  length      of the data block's payload, little-endian
//! 13  parameter 1 program: autostart line; array: variable in the high byte; bytes: start address
//! 15  parameter 2 program: length without the variables; otherwise 8000h as the ROM writes it
//!
//! 00 | 74 65 73 74 20 20 20 20 20 20 | 0a 00 | 0a 00 | 0a 00     Program: test, 10 bytes, LINE 10
//! ```
//!
//! Owns: the header both ways and the ROM's rule for autostart. Must never know: what a program is.

use byteorder::{ByteOrder, LittleEndian};

use super::block::{Block, HEADER_FLAG};

/// Bytes in a header's payload.
pub const HEADER_LENGTH: usize = 17;

/// Parameter 1 of a program saved without LINE.
pub const NO_AUTOSTART: u16 = 0x8000;

/// What kind of file a header announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileType {
    /// 0: a BASIC program, perhaps with variables behind it.
    Program,
    /// 1: a number array.
    Numbers,
    /// 2: a character array or a string.
    Characters,
    /// 3: bytes from memory.
    Bytes,
    /// Any other value, kept as it stands.
    Unknown(u8),
}

impl FileType {
    /// The type that a byte stands for. Cannot fail.
    pub fn from_byte(byte: u8) -> FileType {
        match byte {
            0 => FileType::Program,
            1 => FileType::Numbers,
            2 => FileType::Characters,
            3 => FileType::Bytes,
            other => FileType::Unknown(other),
        }
    }

    /// The byte on the tape.
    pub fn byte(self) -> u8 {
        match self {
            FileType::Program => 0,
            FileType::Numbers => 1,
            FileType::Characters => 2,
            FileType::Bytes => 3,
            FileType::Unknown(byte) => byte,
        }
    }

    /// One word for it: `program`, `numbers`, `characters`, `bytes` or `unknown`.
    pub fn word(self) -> &'static str {
        match self {
            FileType::Program => "program",
            FileType::Numbers => "numbers",
            FileType::Characters => "characters",
            FileType::Bytes => "bytes",
            FileType::Unknown(_) => "unknown",
        }
    }
}

/// A header: what SAVE writes in front of the data.
///
/// ```
/// use zxtap::tape::{FileType, Header};
/// let header = Header::program("loader", 10, Some(10), 10);
/// assert_eq!(header.encode(), *b"\x00loader    \x0A\x00\x0A\x00\x0A\x00");
/// assert_eq!(header.block().bytes[18], 0x1B);
/// assert_eq!(header.autostart(), Some(10));
/// assert_eq!(Header::decode(&header.encode()), Some(header));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Header {
    /// What follows.
    pub kind: FileType,
    /// Ten bytes: Spectrum characters, control codes and tokens included.
    pub name: [u8; 10],
    /// Bytes in the data block, without flag and checksum.
    pub length: u16,
    /// Autostart line, variable or start address.
    pub parameter1: u16,
    /// Length of a program without its variables.
    pub parameter2: u16,
}

/// The first ten bytes of a name, padded with spaces as SAVE pads them.
pub fn padded_name(name: &[u8]) -> [u8; 10] {
    let mut padded = [b' '; 10];
    for (to, from) in padded.iter_mut().zip(name) {
        *to = *from;
    }
    padded
}

impl Header {
    /// Header of a program: `length` bytes, of which the first `program_length` are lines and the rest variables.
    /// No autostart is stored as 8000h. A name over ten bytes is cut; SAVE would refuse it with report F.
    pub fn program(name: &str, length: u16, autostart: Option<u16>, program_length: u16) -> Header {
        Header {
            kind: FileType::Program,
            name: padded_name(name.as_bytes()),
            length,
            parameter1: autostart.unwrap_or(NO_AUTOSTART),
            parameter2: program_length,
        }
    }

    /// Header of bytes that load at `start`; parameter 2 is 8000h as the ROM writes it.
    pub fn bytes(name: &str, start: u16, length: u16) -> Header {
        Header {
            kind: FileType::Bytes,
            name: padded_name(name.as_bytes()),
            length,
            parameter1: start,
            parameter2: 0x8000,
        }
    }

    /// The 17 bytes.
    pub fn encode(&self) -> [u8; HEADER_LENGTH] {
        let mut bytes = [0; HEADER_LENGTH];
        bytes[0] = self.kind.byte();
        bytes[1..11].copy_from_slice(&self.name);
        LittleEndian::write_u16(&mut bytes[11..], self.length);
        LittleEndian::write_u16(&mut bytes[13..], self.parameter1);
        LittleEndian::write_u16(&mut bytes[15..], self.parameter2);
        bytes
    }

    /// The header in the first 17 bytes of a payload; none when there are fewer.
    pub fn decode(payload: &[u8]) -> Option<Header> {
        let bytes = payload.get(..HEADER_LENGTH)?;
        let mut name = [0; 10];
        name.copy_from_slice(&bytes[1..11]);
        Some(Header {
            kind: FileType::from_byte(bytes[0]),
            name,
            length: LittleEndian::read_u16(&bytes[11..]),
            parameter1: LittleEndian::read_u16(&bytes[13..]),
            parameter2: LittleEndian::read_u16(&bytes[15..]),
        })
    }

    /// The header as a block with flag 00.
    pub fn block(&self) -> Block {
        Block::new(HEADER_FLAG, &self.encode())
    }

    /// The line a program starts at after loading: parameter 1 when the top two bits of its high byte are clear
    /// (the test at 08E5h in LD-CONTRL), so 0 to 16383. None for other kinds.
    ///
    /// ```
    /// # use zxtap::tape::Header;
    /// # let with = |line| Header { parameter1: line, ..Header::program("", 0, None, 0) }.autostart();
    /// assert_eq!(with(16383), Some(16383));
    /// assert_eq!(with(16384), None);
    /// assert_eq!(with(33023), None);
    /// ```
    pub fn autostart(&self) -> Option<u16> {
        (self.kind == FileType::Program && self.parameter1 & 0xC000 == 0).then_some(self.parameter1)
    }

    /// Length of the program without its variables; none for other kinds. It may be larger than [`Header::length`].
    pub fn program_length(&self) -> Option<u16> {
        (self.kind == FileType::Program).then_some(self.parameter2)
    }

    /// Where bytes load; none for other kinds.
    pub fn start(&self) -> Option<u16> {
        (self.kind == FileType::Bytes).then_some(self.parameter1)
    }

    /// The letter of an array, in lower case: the low six bits of parameter 1's high byte above 60h. None for other
    /// kinds, and when it is no letter.
    pub fn variable(&self) -> Option<char> {
        if !matches!(self.kind, FileType::Numbers | FileType::Characters) {
            return None;
        }
        let letter = ((self.parameter1 >> 8) as u8 & 0x3F) + 0x60;
        letter.is_ascii_lowercase().then_some(char::from(letter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_17_bytes_come_back() {
        let bytes: Vec<u8> = (0..17).map(|i| i * 15 + 4).collect();
        assert_eq!(Header::decode(&bytes).unwrap().encode().as_slice(), bytes);
        assert_eq!(Header::decode(&bytes[..16]), None);
    }

    /// HDR-01 and HDR-02: what the ROM's SAVE sends for a program with and without LINE.
    #[test]
    fn headers_of_the_rom() {
        let with = b"\x00\x00loader    \x0A\x00\x0A\x00\x0A\x00\x1B";
        assert_eq!(Header::program("loader", 10, Some(10), 10).block().bytes, with);
        let without = b"\x00\x00prog      \x0A\x00\x00\x80\x0A\x00\x8A";
        assert_eq!(Header::program("prog", 10, None, 10).block().bytes, without);
    }

    #[test]
    fn array_letters() {
        let mut header = Header::program("", 8, Some(0x8100), 0);
        assert_eq!(header.variable(), None);
        header.kind = FileType::Numbers;
        assert_eq!(header.variable(), Some('a'));
        header.kind = FileType::Characters;
        header.parameter1 = 0xC2FF;
        assert_eq!(header.variable(), Some('b'));
        header.parameter1 = 0xBF00;
        assert_eq!(header.variable(), None);
    }
}
