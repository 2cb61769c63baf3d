//! The picture: display file, attributes, FLASH and border as pixels.
//!
//! Owns: where a pixel of the display file is, the sixteen colours, and when the border changed.
//! Must never know: file formats for pictures, or what the characters on the screen say.
//!
//! ```text
//! bitmap of line y, cell column c   010y yyyy yyyc cccc with y split 76 210 543:  4000 | y76<<5 | y210<<8 | y543<<2 | c
//! attribute of row r, column c      5800 + 32 r + c:  FLASH 80, BRIGHT 40, PAPER 38 (<<3), INK 07
//! ```
//!
//! Known inaccuracy: the picture is made from memory as it is when asked for, not as the beam passed; only the border
//! is followed in time.

use super::memory::Memory;
use super::ula::{FIRST_CONTENDED, LINE};

/// Width of a picture in pixels: 256 and a border of 32 on each side.
pub const WIDTH: usize = 320;
/// Height of a picture in pixels: 192 and a border of 32 above and below.
pub const HEIGHT: usize = 256;
/// Border shown on each side, in pixels.
pub const MARGIN: usize = 32;

/// Red, green and blue of the colours 0 to 7 (black, blue, red, magenta, green, cyan, yellow, white) and, from 8 on,
/// the same with BRIGHT.
pub const PALETTE: [[u8; 3]; 16] = {
    let mut palette = [[0; 3]; 16];
    let mut colour = 0;
    while colour < 16 {
        let level = if colour < 8 { 0xCD } else { 0xFF };
        palette[colour] = [
            if colour & 2 != 0 { level } else { 0 },
            if colour & 4 != 0 { level } else { 0 },
            if colour & 1 != 0 { level } else { 0 },
        ];
        colour += 1;
    }
    palette
};

/// A picture of the screen with its border: one palette index a pixel, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// [`WIDTH`] times [`HEIGHT`] indices into [`PALETTE`].
    pub pixels: Vec<u8>,
}

impl Picture {
    /// The palette index at column `x` and row `y`; 0 outside the picture.
    pub fn pixel(&self, x: usize, y: usize) -> u8 {
        if x < WIDTH { self.pixels.get(y * WIDTH + x).copied().unwrap_or(0) } else { 0 }
    }

    /// Three bytes a pixel: red, green, blue.
    pub fn rgb(&self) -> Vec<u8> {
        self.pixels.iter().flat_map(|&index| PALETTE[usize::from(index & 15)]).collect()
    }
}

/// Colours of an attribute byte as palette indices: ink and paper, exchanged while `flash` is in its second half.
pub fn colours(attribute: u8, flash: bool) -> (u8, u8) {
    let bright = attribute >> 3 & 8;
    let (ink, paper) = (attribute & 7 | bright, attribute >> 3 & 7 | bright);
    if flash && attribute & 0x80 != 0 { (paper, ink) } else { (ink, paper) }
}

/// Address of the bitmap byte of pixel row `y` (0 to 191) and cell column `column` (0 to 31).
pub fn bitmap_address(y: u8, column: u8) -> u16 {
    let y = u16::from(y);
    0x4000 | (y & 0xC0) << 5 | (y & 7) << 8 | (y & 0x38) << 2 | u16::from(column & 31)
}

/// Address of the attribute of cell row `row` (0 to 23) and column `column` (0 to 31).
pub fn attribute_address(row: u8, column: u8) -> u16 {
    0x5800 + u16::from(row) * 32 + u16::from(column & 31)
}

/// The border's colour over this frame and the last whole one.
#[derive(Clone, Debug, Default)]
pub(super) struct Border {
    colour: u8,
    began_with: u8,
    changes: Vec<(u32, u8)>,
    last_began_with: u8,
    last_changes: Vec<(u32, u8)>,
}

impl Border {
    pub(super) fn colour(&self) -> u8 {
        self.colour
    }

    pub(super) fn set(&mut self, t: u32, colour: u8) {
        self.colour = colour;
        self.changes.push((t, colour));
    }

    pub(super) fn next_frame(&mut self) {
        self.last_began_with = self.began_with;
        std::mem::swap(&mut self.last_changes, &mut self.changes);
        self.changes.clear();
        self.began_with = self.colour;
    }
}

/// The picture: display file and attributes as they are in memory, the border as it was over the last whole frame.
pub(super) fn picture(memory: &Memory, border: &Border, flash: bool) -> Picture {
    let mut pixels = vec![0; WIDTH * HEIGHT];
    let mut colour = border.last_began_with;
    let mut changes = border.last_changes.iter().peekable();
    for (y, row) in pixels.chunks_exact_mut(WIDTH).enumerate() {
        // The ULA takes up a new colour every four T-states, that is eight pixels.
        for (cell, eight) in row.chunks_exact_mut(8).enumerate() {
            let t = (FIRST_CONTENDED as usize + 1 + y * LINE as usize + cell * 4)
                - MARGIN * LINE as usize
                - MARGIN / 2;
            while let Some((_, next)) = changes.next_if(|(when, _)| *when as usize <= t) {
                colour = *next;
            }
            eight.fill(colour);
        }
    }
    for y in 0..192_u8 {
        let start = (usize::from(y) + MARGIN) * WIDTH + MARGIN;
        for (column, eight) in (0..32_u8).zip(pixels[start..start + 256].chunks_exact_mut(8)) {
            let bits = memory.read(bitmap_address(y, column));
            let (ink, paper) = colours(memory.read(attribute_address(y / 8, column)), flash);
            for (x, pixel) in eight.iter_mut().enumerate() {
                *pixel = if bits << x & 0x80 != 0 { ink } else { paper };
            }
        }
    }
    Picture { pixels }
}
