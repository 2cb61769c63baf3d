//! A picture as a screen: the two colours of each cell that do it least harm.
//!
//! ```text
//! 256x192            the screen                       each of them also two to eight times as large
//! 320x240, 320x256   with a border, which is cut off
//! ```
//!
//! A cell has an ink and a paper that are both BRIGHT or both not. Of the 72 pairs the one with the least error is taken
//! (squared distance in red, green and blue, green weighing most), the first of equals: bright after plain, colours in
//! their order. A picture of a Spectrum's screen in the colours of [`PALETTE`] comes back pixel for pixel.
//!
//! Dithered, a pair also stands for the mixtures of its colours, shown by a pattern of four by four pixels; a mixture costs
//! a little, so that a plain cell stays plain.
//!
//! Owns: sizes, distance, choice of colours. Must never know: file formats, where the picture comes from.

use super::{BYTES, HEIGHT, START, WIDTH};
use crate::machine::screen::{PALETTE, attribute_address, bitmap_address};

/// Sizes of pictures that show a screen: width, height, and how wide the border left and above it is.
const SIZES: [(usize, usize, usize, usize); 3] =
    [(WIDTH, HEIGHT, 0, 0), (320, 240, 32, 24), (320, 256, 32, 32)];

/// How many times as large a picture may be.
const LARGEST: usize = 8;

/// A screen made from a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fitted {
    /// The screen: [`BYTES`] bytes.
    pub bytes: Vec<u8>,
    /// Cells in which the picture has more colours than a cell can have, as row (0 to 23) and column (0 to 31).
    pub crowded: Vec<(u8, u8)>,
}

/// The screen that comes nearest to a picture: `width` pixels a row, each red, green and blue; with `dither` by patterns
/// of two colours.
///
/// ```
/// use zxtap::toolchain::screen::{self, fit};
/// let mut bytes = vec![0; screen::BYTES];
/// bytes[0] = 0x81;
/// bytes[0x1800..].fill(0x46); // bright yellow on black
/// let rgb = |bytes: &[u8]| -> Vec<[u8; 3]> {
///     screen::pixels(bytes).iter().map(|&p| zxtap::machine::screen::PALETTE[p as usize]).collect()
/// };
/// let fitted = fit::fit(256, &rgb(&bytes), false).unwrap();
/// assert!(rgb(&fitted.bytes) == rgb(&bytes));
/// assert!(fitted.crowded.is_empty());
/// assert!(fit::fit(255, &rgb(&bytes), false).is_err());
/// ```
///
/// # Errors
/// A sentence, where the picture has a size that no screen has.
pub fn fit(width: usize, pixels: &[[u8; 3]], dither: bool) -> Result<Fitted, String> {
    let height = pixels.len().checked_div(width).unwrap_or(0);
    let of_size = |&(w, h, ..): &(usize, usize, usize, usize)| {
        (1..=LARGEST).find(|times| (w * times, h * times) == (width, height))
    };
    let found = SIZES.iter().find_map(|size| Some((size, of_size(size)?)));
    let Some((&(_, _, left, top), times)) = found else {
        return Err(format!(
            "the picture is {width}x{height} pixels; a screen is {WIDTH}x{HEIGHT}, with a border 320x240 or 320x256, or \
             a whole number of times as large"
        ));
    };
    let mean = |x: usize, y: usize| -> [u8; 3] {
        let mut sum = [0_u32; 3];
        for row in 0..times {
            let start = ((y + top) * times + row) * width + (x + left) * times;
            for pixel in &pixels[start..start + times] {
                sum.iter_mut().zip(pixel).for_each(|(sum, &level)| *sum += u32::from(level));
            }
        }
        sum.map(|sum| (sum / (times * times) as u32) as u8)
    };
    let mut fitted = Fitted { bytes: vec![0; BYTES], crowded: Vec::new() };
    for row in 0..24_u8 {
        for column in 0..32_u8 {
            let place = |i: usize| (usize::from(column) * 8 + i % 8, usize::from(row) * 8 + i / 8);
            let cell: [[u8; 3]; 64] = std::array::from_fn(|i| mean(place(i).0, place(i).1));
            let (attribute, bits, crowded) = if dither { mixed(&cell) } else { two_colours(&cell) };
            if crowded {
                fitted.crowded.push((row, column));
            }
            fitted.bytes[usize::from(attribute_address(row, column) - START)] = attribute;
            for (line, byte) in (0..8).zip(bits) {
                fitted.bytes[usize::from(bitmap_address(row * 8 + line, column) - START)] = byte;
            }
        }
    }
    Ok(fitted)
}

/// The pairs of colours a cell can have, paper first.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    [0, 8].into_iter().flat_map(|bright| {
        (0..8).flat_map(move |paper| (paper..8).map(move |ink| (paper + bright, ink + bright)))
    })
}

/// Attribute and bits of a cell, and whether its pixels, each as the colour nearest to it, are more than two colours or
/// two that do not go together.
fn two_colours(cell: &[[u8; 3]; 64]) -> (u8, [u8; 8], bool) {
    let errors = errors(cell);
    let cost = |paper: usize, ink: usize| -> u32 { errors.iter().map(|e| e[ink].min(e[paper])).sum() };
    let (paper, ink) = pairs().min_by_key(|&(paper, ink)| cost(paper, ink)).unwrap_or((0, 7));
    let bits = bits(|i| errors[i][ink] < errors[i][paper]);
    (attribute(paper, ink), bits, crowded(&errors, paper, ink))
}

/// The same with patterns of both colours.
fn mixed(cell: &[[u8; 3]; 64]) -> (u8, [u8; 8], bool) {
    let errors = errors(cell);
    let cost = |(paper, ink): (usize, usize)| -> u32 {
        let apart = distance(PALETTE[paper], PALETTE[ink]);
        let of_pixel = |pixel: &[u8; 3]| {
            let share = share(*pixel, PALETTE[paper], PALETTE[ink]);
            let level = |i: usize| {
                let (from, to) = (u32::from(PALETTE[paper][i]), u32::from(PALETTE[ink][i]));
                ((from * (SHARES - share) + to * share) / SHARES) as u8
            };
            let grain = apart / GRAIN * (share * (SHARES - share)) / (SHARES * SHARES);
            distance(*pixel, [level(0), level(1), level(2)]) + grain
        };
        cell.iter().map(of_pixel).sum()
    };
    let (paper, ink) = pairs().min_by_key(|&pair| cost(pair)).unwrap_or((0, 7));
    let threshold = |i: usize| 2 * PATTERN[i / 8 % 4][i % 4] + 1;
    let bits = bits(|i| share(cell[i], PALETTE[paper], PALETTE[ink]) > threshold(i));
    (attribute(paper, ink), bits, crowded(&errors, paper, ink))
}

/// In how many steps a mixture is told: twice the places of the pattern.
const SHARES: u32 = 32;

/// The part of the distance of two colours that the pattern of both costs.
const GRAIN: u32 = 4;

/// The order in which the places of a pattern become ink.
const PATTERN: [[u32; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

/// How much ink, of [`SHARES`], the mixture nearest to a pixel has.
fn share(pixel: [u8; 3], paper: [u8; 3], ink: [u8; 3]) -> u32 {
    const WEIGHTS: [i64; 3] = [2, 4, 3];
    let (mut along, mut whole) = (0, 0);
    for i in 0..3 {
        let way = i64::from(ink[i]) - i64::from(paper[i]);
        along += WEIGHTS[i] * way * (i64::from(pixel[i]) - i64::from(paper[i]));
        whole += WEIGHTS[i] * way * way;
    }
    let steps = (along * i64::from(SHARES) + whole / 2).checked_div(whole).unwrap_or(0);
    steps.clamp(0, i64::from(SHARES)) as u32
}

/// How far each pixel is from each colour.
fn errors(cell: &[[u8; 3]; 64]) -> [[u32; 16]; 64] {
    cell.map(|pixel| PALETTE.map(|colour| distance(pixel, colour)))
}

/// Whether a pixel is nearer to a colour that the pair has not.
fn crowded(errors: &[[u32; 16]; 64], paper: usize, ink: usize) -> bool {
    let nearest = |error: &[u32; 16]| error.iter().min().copied().unwrap_or(0);
    errors.iter().any(|error| error[ink].min(error[paper]) > nearest(error))
}

fn attribute(paper: usize, ink: usize) -> u8 {
    ((ink & 8) << 3 | (paper & 7) << 3 | ink & 7) as u8
}

fn bits(is_ink: impl Fn(usize) -> bool) -> [u8; 8] {
    let mut bits = [0; 8];
    for i in 0..64 {
        bits[i / 8] |= u8::from(is_ink(i)) << (7 - i % 8);
    }
    bits
}

/// How far two colours are apart.
fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    let [red, green, blue] = [0, 1, 2].map(|i| u32::from(a[i].abs_diff(b[i])).pow(2));
    2 * red + 4 * green + 3 * blue
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toolchain::screen::pixels;

    fn rgb(bytes: &[u8]) -> Vec<[u8; 3]> {
        pixels(bytes).iter().map(|&pixel| PALETTE[usize::from(pixel)]).collect()
    }

    /// Bytes without any order, but the same each time.
    fn noise() -> Vec<u8> {
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        (0..BYTES).map(|_| next()).collect()
    }

    #[test]
    fn what_a_screen_shows_comes_back() {
        for bytes in [noise(), vec![0xFF; BYTES], vec![0; BYTES]] {
            let shown = rgb(&bytes);
            for dither in [false, true] {
                let fitted = fit(WIDTH, &shown, dither).unwrap();
                assert!(rgb(&fitted.bytes) == shown);
                assert_eq!(fitted.crowded, []);
            }
        }
    }

    #[test]
    fn larger_pictures_and_borders_show_the_same() {
        let shown = rgb(&noise());
        for (width, height, left, top) in SIZES {
            for times in [1, 2, 3] {
                let mut large = vec![[1, 2, 3]; width * height * times * times];
                for (i, pixel) in shown.iter().enumerate() {
                    let (x, y) = ((i % WIDTH + left) * times, (i / WIDTH + top) * times);
                    for copy in 0..times * times {
                        large[(y + copy / times) * width * times + x + copy % times] = *pixel;
                    }
                }
                let fitted = fit(width * times, &large, false).unwrap();
                assert!(rgb(&fitted.bytes) == shown, "{width}x{height} {times} times");
            }
        }
    }

    #[test]
    fn a_third_colour_in_a_cell_is_told() {
        let mut picture = vec![PALETTE[1]; WIDTH * HEIGHT];
        picture[9 * WIDTH + 17] = PALETTE[2];
        assert_eq!(fit(WIDTH, &picture, false).unwrap().crowded, []);
        picture[9 * WIDTH + 18] = PALETTE[4];
        assert_eq!(fit(WIDTH, &picture, false).unwrap().crowded, [(1, 2)]);
        picture[9 * WIDTH + 18] = PALETTE[9];
        assert_eq!(fit(WIDTH, &picture, false).unwrap().crowded, [(1, 2)], "BRIGHT is for the whole cell");
    }

    #[test]
    fn a_grey_is_a_pattern_of_black_and_white() {
        for (level, ink) in [(0x00, 0), (0x33, 16), (0x66, 32), (0x9A, 48), (0xCD, 64)] {
            let fitted = fit(WIDTH, &vec![[level; 3]; WIDTH * HEIGHT], true).unwrap();
            let white = rgb(&fitted.bytes[..]).iter().filter(|pixel| **pixel == PALETTE[7]).count();
            assert_eq!(white, ink * 24 * 32, "{level:X}");
        }
    }
}
