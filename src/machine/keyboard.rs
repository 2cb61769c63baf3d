//! The keyboard: forty keys in eight half rows of five.
//!
//! Owns: the matrix, the names of the keys, and which keys print a character.
//! Must never know: what the ROM makes of a key (in K mode the key `p` means PRINT).
//!
//! ```text
//! port  bit 0  1  2  3  4        port  bit 0  1   2 3 4
//! FEFE  caps   Z  X  C  V        EFFE  0      9   8 7 6
//! FDFE  A      S  D  F  G        DFFE  P      O   I U Y
//! FBFE  Q      W  E  R  T        BFFE  enter  L   K J H
//! F7FE  1      2  3  4  5        7FFE  space  sym M N B
//! ```
//!
//! A pressed key reads as 0. Several address lines low at once read several half rows, ANDed.

/// A key: one of forty, by its half row and bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    row: u8,
    bit: u8,
}

/// The keys by half row (A8 first) and bit; `^` is CAPS SHIFT, `$` SYMBOL SHIFT, `\n` ENTER.
const MATRIX: [&[u8; 5]; 8] =
    [b"^zxcv", b"asdfg", b"qwert", b"12345", b"09876", b"poiuy", b"\nlkjh", b" $mnb"];

/// What SYMBOL SHIFT and a key print, one character a key.
const SYMBOL: [(char, u8); 27] = [
    ('!', b'1'),
    ('@', b'2'),
    ('#', b'3'),
    ('$', b'4'),
    ('%', b'5'),
    ('&', b'6'),
    ('\'', b'7'),
    ('(', b'8'),
    (')', b'9'),
    ('_', b'0'),
    ('<', b'r'),
    ('>', b't'),
    (';', b'o'),
    ('"', b'p'),
    ('↑', b'h'),
    ('^', b'h'),
    ('-', b'j'),
    ('+', b'k'),
    ('=', b'l'),
    (':', b'z'),
    ('£', b'x'),
    ('?', b'c'),
    ('/', b'v'),
    ('*', b'b'),
    (',', b'n'),
    ('.', b'm'),
    ('`', b'x'),
];

impl Key {
    /// CAPS SHIFT.
    pub const CAPS: Key = Key { row: 0, bit: 0 };
    /// SYMBOL SHIFT.
    pub const SYMBOL: Key = Key { row: 7, bit: 1 };
    /// ENTER.
    pub const ENTER: Key = Key { row: 6, bit: 0 };
    /// SPACE; with CAPS SHIFT it is BREAK.
    pub const SPACE: Key = Key { row: 7, bit: 0 };

    /// The key with this letter (either case) or digit, or space or newline on it.
    ///
    /// ```
    /// use zxtap::machine::keyboard::Key;
    /// assert_eq!(Key::of('q'), Key::named("Q"));
    /// assert_eq!(Key::of('!'), None);
    /// ```
    pub fn of(c: char) -> Option<Key> {
        let c = match c {
            '\r' | '\n' => b'\n',
            ' ' => b' ',
            c if c.is_ascii_alphanumeric() => c.to_ascii_lowercase() as u8,
            _ => return None,
        };
        MATRIX.iter().zip(0..).find_map(|(keys, row)| {
            keys.iter().zip(0..).find(|(k, _)| **k == c).map(|(_, bit)| Key { row, bit })
        })
    }

    /// The key with this name: a letter or digit, `enter`, `space`, `caps`, `symbol` (any case).
    pub fn named(name: &str) -> Option<Key> {
        match name.to_ascii_lowercase().as_str() {
            "enter" => Some(Key::ENTER),
            "space" => Some(Key::SPACE),
            "caps" => Some(Key::CAPS),
            "symbol" => Some(Key::SYMBOL),
            other => {
                let mut chars = other.chars();
                match (chars.next(), chars.next()) {
                    (Some(c), None) if c.is_ascii_alphanumeric() => Key::of(c),
                    _ => None,
                }
            }
        }
    }

    /// The keys of a chord as a play script writes it: names joined by `+` (`caps+5`, `symbol+p`), or `break`,
    /// `delete`, `left`, `down`, `up`, `right`, `edit`, `graphics`, `extend`.
    ///
    /// ```
    /// use zxtap::machine::keyboard::Key;
    /// assert_eq!(Key::chord("break"), Some(vec![Key::CAPS, Key::SPACE]));
    /// assert_eq!(Key::chord("symbol+p"), Key::printing('"'));
    /// assert_eq!(Key::chord("caps+"), None);
    /// ```
    pub fn chord(names: &str) -> Option<Vec<Key>> {
        let caps = |c| Key::of(c).map(|key| vec![Key::CAPS, key]);
        match names.to_ascii_lowercase().as_str() {
            "break" => caps(' '),
            "delete" => caps('0'),
            "left" => caps('5'),
            "down" => caps('6'),
            "up" => caps('7'),
            "right" => caps('8'),
            "edit" => caps('1'),
            "graphics" => caps('9'),
            "extend" => Some(vec![Key::CAPS, Key::SYMBOL]),
            other => other.split('+').map(Key::named).collect(),
        }
    }

    /// The keys to hold down to print `c` in L mode: one key, or a shift and a key. `None` if no key prints it.
    ///
    /// ```
    /// use zxtap::machine::keyboard::Key;
    /// assert_eq!(Key::printing('a'), Some(vec![Key::named("a").unwrap()]));
    /// assert_eq!(Key::printing('A'), Some(vec![Key::CAPS, Key::named("a").unwrap()]));
    /// assert_eq!(Key::printing('['), None);
    /// ```
    pub fn printing(c: char) -> Option<Vec<Key>> {
        if let Some(key) = Key::of(c) {
            return Some(if c.is_ascii_uppercase() { vec![Key::CAPS, key] } else { vec![key] });
        }
        let key = SYMBOL.iter().find(|(s, _)| *s == c).and_then(|(_, k)| Key::of(char::from(*k)))?;
        Some(vec![Key::SYMBOL, key])
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match MATRIX[usize::from(self.row)][usize::from(self.bit)] {
            b'^' => f.write_str("caps"),
            b'$' => f.write_str("symbol"),
            b'\n' => f.write_str("enter"),
            b' ' => f.write_str("space"),
            c => write!(f, "{}", char::from(c)),
        }
    }
}

/// Which keys are down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keyboard {
    down: [u8; 8],
}

impl Keyboard {
    /// Puts a key down.
    pub fn press(&mut self, key: Key) {
        self.down[usize::from(key.row)] |= 1 << key.bit;
    }

    /// Lets a key go.
    pub fn release(&mut self, key: Key) {
        self.down[usize::from(key.row)] &= !(1 << key.bit);
    }

    /// Lets all keys go.
    pub fn release_all(&mut self) {
        self.down = [0; 8];
    }

    /// Whether any key is down.
    pub fn any(&self) -> bool {
        self.down != [0; 8]
    }

    /// Bits 0 to 4 as read from a port with this high byte.
    pub(super) fn read(&self, high: u8) -> u8 {
        let mut down = 0;
        for (row, keys) in self.down.iter().enumerate() {
            if high >> row & 1 == 0 {
                down |= keys;
            }
        }
        !down & 0x1F
    }
}
