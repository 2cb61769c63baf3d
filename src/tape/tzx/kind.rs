//! The block kinds of TZX 1.20: THE table of identifiers, names and how long each block is.
//!
//! ```text
//! shape            the bytes behind the identifier
//! Fixed n          always n
//! Counted          head bytes, then a count times a unit; the count is a little-endian field in the head
//! Whole            the deprecated C64 kinds: the first four bytes are the length of the whole
//! ```
//!
//! Any identifier that is not in the table has a four-byte length in front (the specification's extension rule).
//!
//! Owns: the table. Must never know: what the fields mean.

use byteorder::{ByteOrder, LittleEndian};

/// How the length of a block is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// So many bytes.
    Fixed(usize),
    /// `head` bytes, of which `width` bytes at `at` count the units of `unit` bytes that follow.
    Counted {
        /// Bytes of the fields in front.
        head: usize,
        /// Where the count stands.
        at: usize,
        /// Bytes of the count, 1 to 4.
        width: usize,
        /// Bytes counted by one.
        unit: usize,
    },
    /// A four-byte length that, by the specification, counts itself; some writers leave it out. `head` bytes, the
    /// last three of them the length of the data, tell which.
    Whole {
        /// Bytes in front of the data, the length included.
        head: usize,
    },
}

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The identifier.
    pub id: u8,
    /// What people call it.
    pub name: &'static str,
    /// How long it is.
    pub shape: Shape,
}

const fn fixed(id: u8, name: &'static str, bytes: usize) -> Kind {
    Kind { id, name, shape: Shape::Fixed(bytes) }
}

const fn counted(id: u8, name: &'static str, head: usize, at: usize, width: usize, unit: usize) -> Kind {
    Kind { id, name, shape: Shape::Counted { head, at, width, unit } }
}

const fn whole(id: u8, name: &'static str, head: usize) -> Kind {
    Kind { id, name, shape: Shape::Whole { head } }
}

/// What an identifier outside the table is taken for.
const UNKNOWN: Shape = Shape::Counted { head: 4, at: 0, width: 4, unit: 1 };

/// Every kind of the specification, deprecated ones included.
pub const KINDS: &[Kind] = &[
    //           name                     head at width unit
    counted(0x10, "standard speed data", 4, 2, 2, 1),
    counted(0x11, "turbo speed data", 18, 15, 3, 1),
    fixed(0x12, "pure tone", 4),
    counted(0x13, "pulse sequence", 1, 0, 1, 2),
    counted(0x14, "pure data", 10, 7, 3, 1),
    counted(0x15, "direct recording", 8, 5, 3, 1),
    whole(0x16, "C64 ROM type data", 0x28),
    whole(0x17, "C64 turbo tape data", 0x16),
    counted(0x18, "CSW recording", 4, 0, 4, 1),
    counted(0x19, "generalized data", 4, 0, 4, 1),
    fixed(0x20, "pause", 2),
    counted(0x21, "group start", 1, 0, 1, 1),
    fixed(0x22, "group end", 0),
    fixed(0x23, "jump", 2),
    fixed(0x24, "loop start", 2),
    fixed(0x25, "loop end", 0),
    counted(0x26, "call sequence", 2, 0, 2, 2),
    fixed(0x27, "return", 0),
    counted(0x28, "select", 2, 0, 2, 1),
    counted(0x2A, "stop the tape if 48K", 4, 0, 4, 1),
    counted(0x2B, "set signal level", 4, 0, 4, 1),
    counted(0x30, "text", 1, 0, 1, 1),
    counted(0x31, "message", 2, 1, 1, 1),
    counted(0x32, "archive info", 2, 0, 2, 1),
    counted(0x33, "hardware", 1, 0, 1, 3),
    fixed(0x34, "emulation info", 8),
    counted(0x35, "custom info", 20, 16, 4, 1),
    counted(0x40, "snapshot", 4, 1, 3, 1),
    fixed(0x5A, "glue", 9),
];

/// The row of an identifier; none for one that the specification does not have.
///
/// ```
/// use zxtap::tape::tzx::kind;
/// assert_eq!(kind::find(0x11).unwrap().name, "turbo speed data");
/// assert_eq!(kind::find(0x7F), None);
/// ```
pub fn find(id: u8) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.id == id)
}

/// How long a block is, as far as the bytes that are there can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// The block has so many bytes behind its identifier. They need not all be there.
    Known(usize),
    /// The file ends inside the fields in front, which take so many bytes.
    HeadCut(usize),
}

/// The length of the block with this identifier at the start of `rest` (the bytes behind the identifier).
pub fn length(id: u8, rest: &[u8]) -> Length {
    match find(id).map_or(UNKNOWN, |kind| kind.shape) {
        Shape::Fixed(bytes) if rest.len() < bytes => Length::HeadCut(bytes),
        Shape::Fixed(bytes) => Length::Known(bytes),
        Shape::Counted { head, .. } if rest.len() < head => Length::HeadCut(head),
        Shape::Counted { head, at, width, unit } => {
            let count = LittleEndian::read_uint(&rest[at..], width) as usize;
            Length::Known(count.saturating_mul(unit).saturating_add(head))
        }
        Shape::Whole { .. } if rest.len() < 4 => Length::HeadCut(4),
        Shape::Whole { head } => Length::Known(whole_length(rest, head)),
    }
}

/// Bytes in front of what the count of this kind counts; 0 for kinds without one.
pub fn head(id: u8) -> usize {
    match find(id).map_or(UNKNOWN, |kind| kind.shape) {
        Shape::Counted { head, .. } => head,
        Shape::Fixed(_) | Shape::Whole { .. } => 0,
    }
}

/// The length of a C64 block. Both readings of its length field are found in files: the one that agrees with the
/// length of the data wins, then the specification's (the field counts itself) if a block or the end follows there.
fn whole_length(rest: &[u8], head: usize) -> usize {
    let field = LittleEndian::read_u32(rest) as usize;
    let without_itself = field.saturating_add(4);
    let by_data = rest.get(head - 3..head).map(|n| LittleEndian::read_u24(n) as usize + head);
    if by_data == Some(without_itself) {
        return without_itself;
    }
    let plausible = field >= 4 && rest.get(field).is_none_or(|&id| find(id).is_some()) && field <= rest.len();
    if by_data == Some(field) || plausible { field.max(4) } else { without_itself }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_counts_lie_in_their_heads() {
        assert!(KINDS.windows(2).all(|pair| pair[0].id < pair[1].id));
        for kind in KINDS {
            if let Shape::Counted { head, at, width, .. } = kind.shape {
                assert!(at + width <= head, "{}", kind.name);
            }
        }
    }

    #[test]
    fn both_readings_of_a_c64_length() {
        let mut block = vec![0; 0x16 + 2];
        block[0x13] = 2;
        block[0] = 0x16 + 2;
        block.push(0x10);
        assert_eq!(length(0x17, &block), Length::Known(0x18));
        block[0] -= 4;
        assert_eq!(length(0x17, &block), Length::Known(0x18));
        assert_eq!(length(0x17, &[6, 0, 0, 0, 0xAA, 0xAA, 0x10]), Length::Known(6));
        assert_eq!(length(0x17, &[2, 0, 0, 0, 0xAA, 0xAA, 0x10]), Length::Known(6));
    }
}
