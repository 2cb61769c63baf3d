//! The screen read back as text: each cell compared with the fonts.
//!
//! Owns: which character a cell of eight bytes shows. Must never know: BASIC, or how a source file spells a character.
//!
//! A cell is looked up, as drawn and inverted, in the font the CHARS variable points to, in the ROM's font, among the
//! sixteen block graphics and among the user-defined graphics. Codes 5E 60 7F are `↑` `£` `©`, block graphics their
//! Unicode shapes, the UDGs A to U the letters `Ⓐ` to `Ⓤ`; anything else drawn is `▒`. A cell whose ink is its paper
//! shows nothing and reads as a space, as it does to a person.

use super::memory::{Memory, sysvar};
use super::screen::{attribute_address, bitmap_address, colours};

/// What a cell reads as when nothing matches.
pub const UNKNOWN: char = '▒';

/// Block graphics 80h to 8Fh: bit 0 top right, 1 top left, 2 bottom right, 3 bottom left.
const BLOCKS: [char; 16] = [' ', '▝', '▘', '▀', '▗', '▐', '▚', '▜', '▖', '▞', '▌', '▛', '▄', '▟', '▙', '█'];

/// The 24 rows of the screen, 32 characters each.
pub(super) fn screen_text(memory: &Memory) -> [String; 24] {
    let word = |address| u16::from_le_bytes([memory.read(address), memory.read(address + 1)]);
    let fonts = [word(sysvar::CHARS), 0x3C00];
    let udg = word(sysvar::UDG);
    std::array::from_fn(|row| {
        (0..32).map(|column| character(memory, fonts, udg, row as u8, column)).collect()
    })
}

fn character(memory: &Memory, fonts: [u16; 2], udg: u16, row: u8, column: u8) -> char {
    let (ink, paper) = colours(memory.read(attribute_address(row, column)), false);
    let top = bitmap_address(row * 8, column);
    let cell: [u8; 8] = std::array::from_fn(|line| memory.read(top + 256 * line as u16));
    if cell == [0; 8] || ink == paper {
        return ' ';
    }
    if let Some(code) = (0..16).find(|code| cell == block(*code)) {
        return BLOCKS[usize::from(code)];
    }
    let inverse = cell.map(|byte| !byte);
    for shape in [cell, inverse] {
        for font in fonts {
            if let Some(code) = (0x21..=0x7F).find(|code| at(memory, font, *code) == shape) {
                return letter(code);
            }
        }
        if let Some(n) = (0..21).find(|n| at(memory, udg, *n) == shape) {
            return char::from_u32(0x24B6 + u32::from(n)).unwrap_or(UNKNOWN);
        }
    }
    UNKNOWN
}

/// The shape of character `code` in a table of eight bytes each.
fn at(memory: &Memory, table: u16, code: u8) -> [u8; 8] {
    let start = table.wrapping_add(u16::from(code) * 8);
    std::array::from_fn(|line| memory.read(start.wrapping_add(line as u16)))
}

/// The shape of block graphic 80h + `code`, as PO-GR-1 (0B38h) makes it.
fn block(code: u8) -> [u8; 8] {
    let half = |bits: u8| (if bits & 1 != 0 { 0x0F } else { 0 }) | (if bits & 2 != 0 { 0xF0 } else { 0 });
    std::array::from_fn(|line| half(if line < 4 { code } else { code >> 2 }))
}

/// The character of a code from 20h to 7Fh.
fn letter(code: u8) -> char {
    match code {
        0x5E => '↑',
        0x60 => '£',
        0x7F => '©',
        code => char::from(code),
    }
}
