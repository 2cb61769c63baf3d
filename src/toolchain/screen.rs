//! A screen file as a picture: 6144 bytes of bitmap in the order of the display file, 768 attributes.
//!
//! ```text
//! 00 … 17FF   bitmap, addressed as 4000 … 57FF of the machine
//! 1800 …      attributes: FLASH 80, BRIGHT 40, PAPER 38, INK 07
//! ```
//!
//! Owns: bytes of a screen as pixels, pixels as PNG; a picture as a screen ([`fit`]). Must never know: files, tapes.

pub mod fit;

use crate::machine::screen::{PALETTE, attribute_address, bitmap_address, colours};

/// How long a screen is.
pub const BYTES: usize = 6912;

/// Pixels in a row of a screen.
pub const WIDTH: usize = 256;

/// Rows of a screen.
pub const HEIGHT: usize = 192;

/// Where the display file stands in memory.
const START: u16 = 0x4000;

/// The pixels of a screen as indices into [`PALETTE`], row by row; FLASH is shown steady, ink on paper. Bytes that are
/// missing count as 0, bytes beyond [`BYTES`] are not looked at.
///
/// ```
/// use zxtap::toolchain::screen;
/// let mut bytes = vec![0; screen::BYTES];
/// bytes[0] = 0x80;        // the leftmost pixel of the top row
/// bytes[0x1800] = 0xC2;   // FLASH, BRIGHT, red on black
/// let pixels = screen::pixels(&bytes);
/// assert_eq!(pixels[..2], [10, 8]);
/// ```
pub fn pixels(bytes: &[u8]) -> Vec<u8> {
    let byte = |address: u16| bytes.get(usize::from(address - START)).copied().unwrap_or(0);
    let mut pixels = Vec::with_capacity(WIDTH * HEIGHT);
    for y in 0..HEIGHT as u8 {
        for column in 0..32 {
            let bits = byte(bitmap_address(y, column));
            let (ink, paper) = colours(byte(attribute_address(y / 8, column)), false);
            pixels.extend((0..8).map(|x| if bits << x & 0x80 != 0 { ink } else { paper }));
        }
    }
    pixels
}

/// A PNG file of pixels that are indices into [`PALETTE`], `width` a row. Fails with a sentence where the pixels are
/// not whole rows, or none.
pub fn png(width: usize, pixels: &[u8]) -> Result<Vec<u8>, String> {
    let height = pixels.len().checked_div(width).unwrap_or(0);
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(PALETTE.as_flattened());
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer.write_image_data(pixels).map_err(|error| error.to_string())?;
    writer.finish().map_err(|error| error.to_string())?;
    Ok(file)
}
