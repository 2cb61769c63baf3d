//! A picture as the characters of a terminal.
//!
//! ```text
//! columns x rows   what a cell of the Spectrum's 32 x 24 becomes
//! 128 x 96         4 x 4 quadrant blocks: every pixel
//! 128 x 48         4 x 2 Braille patterns, quadrant blocks where they show the same: every pixel, as dots
//!  64 x 24         a letter of double width, or 2 x 1 quadrant blocks that stand for eight pixels each
//!  32 x 24         a letter, or a quadrant block; of a smaller window the upper left part
//! ```
//!
//! Every character has the two colours of its cell. The border takes what room is left, at most 32 pixels on each side.
//!
//! Owns: which characters stand for which pixels, where the picture stands in the window.
//! Must never know: how a terminal is told, keys, the machine's memory.

use crate::machine::screen::{HEIGHT, MARGIN, Picture, WIDTH};

/// A character in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The character; NUL for the right half of one of double width.
    pub glyph: char,
    /// Its colour, an index into [`crate::machine::screen::PALETTE`].
    pub ink: u8,
    /// The colour behind it; none outside of the border.
    pub paper: Option<u8>,
}

/// Outside of the border.
const NOTHING: Cell = Cell { glyph: ' ', ink: 7, paper: None };

/// How much of the picture the window has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Every pixel.
    Pixels,
    /// Every pixel, as a dot where need be.
    Dots,
    /// Letters of double width, coarse graphics.
    Wide,
    /// Letters, very coarse graphics.
    Narrow,
}

impl Detail {
    /// The most detailed one that fits into a window.
    pub fn of(columns: usize, rows: usize) -> Detail {
        let all = [Detail::Pixels, Detail::Dots, Detail::Wide];
        let fits = |detail: &Detail| {
            let (across, down) = detail.cell();
            32 * across <= columns && 24 * down <= rows
        };
        all.into_iter().find(fits).unwrap_or(Detail::Narrow)
    }

    /// Columns and rows that a cell of the Spectrum takes.
    fn cell(self) -> (usize, usize) {
        match self {
            Detail::Pixels => (4, 4),
            Detail::Dots => (4, 2),
            Detail::Wide => (2, 1),
            Detail::Narrow => (1, 1),
        }
    }
}

/// A window full of characters, row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Canvas {
    /// How wide the window is.
    pub columns: usize,
    /// `columns` times the rows.
    pub cells: Vec<Cell>,
}

/// Draws a picture, and its text where letters are letters, for a window of this size.
///
/// ```
/// use zxtap::machine::Machine;
/// use zxtap::view::draw;
/// let machine = Machine::booted();
/// let canvas = draw(&machine.picture(), &machine.screen_text(), 64, 24);
/// let bottom: String = canvas.cells[23 * 64..].iter().map(|cell| cell.glyph).filter(|c| *c != '\0').collect();
/// assert!(bottom.starts_with("©   １９８２"));
/// ```
pub fn draw(picture: &Picture, text: &[String; 24], columns: usize, rows: usize) -> Canvas {
    let detail = Detail::of(columns, rows);
    let (across, down) = detail.cell();
    let (left, top) = (columns.saturating_sub(32 * across) / 2, rows.saturating_sub(24 * down) / 2);
    let (width, height) = (8 / across, 8 / down);
    let text: Vec<Vec<char>> = text.iter().map(|row| row.chars().collect()).collect();
    let mut cells = vec![NOTHING; columns * rows];
    for (at, cell) in cells.iter_mut().enumerate() {
        let (column, row) = (at % columns, at / columns);
        // Pixels of the picture, whose border begins left of and above the first column.
        let x = (MARGIN + column * width).checked_sub(left * width);
        let y = (MARGIN + row * height).checked_sub(top * height);
        let (Some(x), Some(y)) = (x, y) else { continue };
        if x + width > WIDTH || y + height > HEIGHT {
            continue;
        }
        let area = Area { picture, x, y, width, height };
        let inside = x >= MARGIN && y >= MARGIN && x < WIDTH - MARGIN && y < HEIGHT - MARGIN;
        if !inside {
            let paper = area.most_common();
            *cell = Cell { glyph: ' ', ink: paper, paper: Some(paper) };
            continue;
        }
        let (spectrum_row, spectrum_column) = ((y - MARGIN) / 8, (x - MARGIN) / 8);
        let whole = Area {
            picture,
            x: MARGIN + 8 * spectrum_column,
            y: MARGIN + 8 * spectrum_row,
            width: 8,
            height: 8,
        };
        let paper = whole.most_common();
        let ink = whole.other(paper);
        let letter = text.get(spectrum_row).and_then(|row| row.get(spectrum_column)).copied().unwrap_or(' ');
        let glyph = match detail {
            _ if ink == paper => ' ',
            Detail::Pixels => QUADRANTS[area.quarters(paper, 1)],
            Detail::Dots => dots(&area, paper),
            Detail::Wide => match wide(letter) {
                Some(pair) => pair[usize::from(x % 8 != 0)],
                None => QUADRANTS[area.quarters(paper, 2)],
            },
            Detail::Narrow if is_letter(letter) => letter,
            Detail::Narrow => QUADRANTS[area.quarters(paper, 3)],
        };
        *cell = Cell { glyph, ink, paper: Some(paper) };
    }
    Canvas { columns, cells }
}

/// Quadrant blocks: bit 0 upper left, 1 upper right, 2 lower left, 3 lower right.
const QUADRANTS: [char; 16] =
    [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];

/// Pixels that become one character.
struct Area<'a> {
    picture: &'a Picture,
    x: usize,
    y: usize,
    width: usize,
    height: usize,
}

impl Area<'_> {
    fn pixels(&self) -> impl Iterator<Item = u8> + '_ {
        (0..self.height)
            .flat_map(move |y| (0..self.width).map(move |x| self.picture.pixel(self.x + x, self.y + y)))
    }

    fn most_common(&self) -> u8 {
        let mut counts = [0; 16];
        self.pixels().for_each(|pixel| counts[usize::from(pixel & 15)] += 1);
        (0..16).max_by_key(|&colour| (counts[usize::from(colour)], 16 - colour)).unwrap_or(0)
    }

    /// The first colour that is not `paper`.
    fn other(&self, paper: u8) -> u8 {
        self.pixels().find(|pixel| *pixel != paper).unwrap_or(paper)
    }

    /// Which quarters have at least so many pixels that are not `paper`.
    fn quarters(&self, paper: u8, least: usize) -> usize {
        let (width, height) = (self.width / 2, self.height / 2);
        (0..4)
            .filter(|quarter| {
                let (x, y) = (self.x + quarter % 2 * width, self.y + quarter / 2 * height);
                let area = Area { picture: self.picture, x, y, width, height };
                area.pixels().filter(|pixel| *pixel != paper).count() >= least
            })
            .map(|quarter| 1 << quarter)
            .sum()
    }
}

/// Two by four pixels: a quadrant block if that is all there is to see, else a Braille pattern.
fn dots(area: &Area<'_>, paper: u8) -> char {
    let is_set = |x: usize, y: usize| area.picture.pixel(area.x + x, area.y + y) != paper;
    if (0..2).all(|x| is_set(x, 0) == is_set(x, 1) && is_set(x, 2) == is_set(x, 3)) {
        return QUADRANTS[area.quarters(paper, 1)];
    }
    // The dots are numbered down the left column, down the right one, then the bottom row.
    const DOTS: [[u32; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
    let pattern: u32 = (0..8).filter(|dot| is_set(dot / 4, dot % 4)).map(|dot| DOTS[dot / 4][dot % 4]).sum();
    char::from_u32(0x2800 + pattern).unwrap_or(' ')
}

/// Whether a character of the screen's text is one that every terminal has.
fn is_letter(c: char) -> bool {
    c.is_ascii_graphic() || matches!(c, '£' | '©' | '↑')
}

/// A letter in two columns.
fn wide(c: char) -> Option<[char; 2]> {
    match c {
        '!'..='~' => char::from_u32(c as u32 + 0xFEE0).map(|c| [c, '\0']),
        '£' => Some(['￡', '\0']),
        '©' | '↑' => Some([c, ' ']),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A black picture with white pixels where `is_set` says, counted from the upper left of the screen.
    fn picture(is_set: impl Fn(usize, usize) -> bool) -> Picture {
        let mut pixels = vec![0; WIDTH * HEIGHT];
        for y in 0..192 {
            for x in 0..256 {
                if is_set(x, y) {
                    pixels[(y + MARGIN) * WIDTH + x + MARGIN] = 7;
                }
            }
        }
        Picture { pixels }
    }

    fn blank() -> [String; 24] {
        std::array::from_fn(|_| " ".repeat(32))
    }

    #[test]
    fn the_window_decides() {
        for (columns, rows, detail) in [
            (128, 96, Detail::Pixels),
            (300, 95, Detail::Dots),
            (127, 96, Detail::Wide),
            (80, 24, Detail::Wide),
            (63, 24, Detail::Narrow),
            (80, 23, Detail::Narrow),
            (0, 0, Detail::Narrow),
        ] {
            assert_eq!(Detail::of(columns, rows), detail, "{columns} x {rows}");
            let canvas = draw(&picture(|_, _| false), &blank(), columns, rows);
            assert_eq!(canvas.cells.len(), columns * rows);
        }
    }

    /// Every pixel is seen in the two detailed forms: what is drawn gives the picture back.
    #[test]
    fn no_pixel_is_lost() {
        let wild = |x: usize, y: usize| (x * 7 + y * 13 + x * y).is_multiple_of(5);
        let picture = picture(wild);
        for (columns, rows, height) in [(128, 96, 2), (128, 48, 4)] {
            let canvas = draw(&picture, &blank(), columns, rows);
            for y in 0..192 {
                for x in 0..256 {
                    let cell = canvas.cells[y / height * columns + x / 2];
                    let set = match cell.glyph {
                        ' ' => false,
                        c @ '\u{2800}'..='\u{28FF}' => {
                            let dots = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
                            (c as u32 - 0x2800) & dots[x % 2][y % 4] != 0
                        }
                        c => {
                            let bits = QUADRANTS.iter().position(|q| *q == c).unwrap();
                            let lower = y % height >= height / 2;
                            bits >> (x % 2 + if lower { 2 } else { 0 }) & 1 != 0
                        }
                    };
                    let shown = if set { cell.ink } else { cell.paper.unwrap() };
                    assert_eq!(shown, picture.pixel(x + MARGIN, y + MARGIN), "{x},{y} of {columns} x {rows}");
                }
            }
        }
    }

    #[test]
    fn thin_lines_do_not_vanish() {
        let canvas = draw(&picture(|x, y| x == 8 || y == 3), &blank(), 64, 24);
        assert_eq!(canvas.cells[0].glyph, '▀');
        assert_eq!(canvas.cells[64 + 2].glyph, '▌');
        let canvas = draw(&picture(|x, _| x == 8), &blank(), 32, 24);
        assert_eq!(canvas.cells[1].glyph, '▌');
    }

    #[test]
    fn the_border_surrounds_the_picture() {
        let mut all = picture(|_, _| false);
        all.pixels.iter_mut().enumerate().for_each(|(at, pixel)| {
            let (x, y) = (at % WIDTH, at / WIDTH);
            if !(MARGIN..WIDTH - MARGIN).contains(&x) || !(MARGIN..HEIGHT - MARGIN).contains(&y) {
                *pixel = 2;
            }
        });
        let canvas = draw(&all, &blank(), 100, 40);
        let paper = |column: usize, row: usize| canvas.cells[row * 100 + column].paper;
        // 64 columns in the middle of 100, a border of 8 on each side, nothing beyond.
        assert_eq!(
            [paper(9, 20), paper(10, 20), paper(17, 20), paper(18, 20)],
            [None, Some(2), Some(2), Some(0)]
        );
        assert_eq!(
            [paper(81, 20), paper(82, 20), paper(89, 20), paper(90, 20)],
            [Some(0), Some(2), Some(2), None]
        );
        assert_eq!(
            [paper(50, 3), paper(50, 4), paper(50, 7), paper(50, 8)],
            [None, Some(2), Some(2), Some(0)]
        );
    }
}
