//! Pictures as people's programs save them: PNG and GIF as red, green and blue.
//!
//! Transparent parts are shown on black. Of a GIF or PNG that moves the first picture counts. Sixteen bits a channel are
//! cut to eight.
//!
//! Owns: how such a file becomes pixels, how large one may be. Must never know: the Spectrum's colours, screens, files.

use std::io::Cursor;

/// The widest and the highest picture that is looked at, in pixels.
pub const MOST: usize = 4096;

/// The most bytes a decoder may take for itself.
const MOST_MEMORY: usize = 256 << 20;

/// The pixels of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels in a row.
    pub width: usize,
    /// Red, green and blue, row by row.
    pub pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// How many rows there are.
    pub fn height(&self) -> usize {
        self.pixels.len().checked_div(self.width).unwrap_or(0)
    }
}

/// Reads a PNG or a GIF, known by its signature.
///
/// ```
/// use zxtap::toolchain::{picture, screen};
/// let file = screen::png(2, &[10, 8]).unwrap(); // bright red, black
/// let picture = picture::read(&file).unwrap();
/// assert_eq!((picture.width, picture.pixels), (2, vec![[255, 0, 0], [0, 0, 0]]));
/// assert!(picture::read(b"BM").is_err());
/// ```
///
/// # Errors
/// A sentence: another kind of file, a broken one, or a picture of more than [`MOST`] pixels in a row or in height.
pub fn read(file: &[u8]) -> Result<Picture, String> {
    if file.starts_with(b"\x89PNG\r\n\x1A\n") {
        png(file).map_err(|error| format!("the PNG is broken: {error}"))?
    } else if file.starts_with(b"GIF8") {
        gif(file).map_err(|error| format!("the GIF is broken: {error}"))?
    } else {
        Err("it is neither a PNG nor a GIF".into())
    }
}

/// Whether a picture of this size is looked at.
fn fits(width: usize, height: usize) -> Result<(), String> {
    if width == 0 || height == 0 {
        return Err("the picture has no pixels".into());
    }
    if width > MOST || height > MOST {
        return Err(format!("the picture is {width}x{height} pixels; at most {MOST}x{MOST} are read"));
    }
    Ok(())
}

/// Red, green, blue and how much is seen, on black.
fn on_black(&[r, g, b, alpha]: &[u8; 4]) -> [u8; 3] {
    [r, g, b].map(|level| (u16::from(level) * u16::from(alpha) / 255) as u8)
}

type Read<E> = Result<Result<Picture, String>, E>;

fn png(file: &[u8]) -> Read<png::DecodingError> {
    let limits = png::Limits { bytes: MOST_MEMORY };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(file), limits);
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    // Colour profiles and texts may be packed a thousandfold, and are not looked at.
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_ignore_text_chunk(true);
    let mut reader = decoder.read_info()?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    if let Err(why) = fits(width, height) {
        return Ok(Err(why));
    }
    let Some(size) = reader.output_buffer_size() else { return Ok(Err("the picture is too large".into())) };
    let mut bytes = vec![0; size];
    let frame = reader.next_frame(&mut bytes)?;
    let bytes = &bytes[..frame.buffer_size().min(size)];
    let pixels = match frame.color_type {
        png::ColorType::GrayscaleAlpha => {
            bytes.as_chunks().0.iter().map(|&[grey, alpha]| on_black(&[grey, grey, grey, alpha])).collect()
        }
        png::ColorType::Rgba => bytes.as_chunks().0.iter().map(on_black).collect(),
        other => return Ok(Err(format!("a PNG with {other:?} pixels is not read"))),
    };
    Ok(Ok(Picture { width, pixels }))
}

fn gif(file: &[u8]) -> Read<gif::DecodingError> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    options.set_memory_limit(gif::MemoryLimit::Bytes(
        (MOST_MEMORY as u64).try_into().unwrap_or(std::num::NonZeroU64::MAX),
    ));
    let mut decoder = options.read_info(Cursor::new(file))?;
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    if let Err(why) = fits(width, height) {
        return Ok(Err(why));
    }
    let Some(frame) = decoder.read_next_frame()? else {
        return Ok(Err("there is no picture in the GIF".into()));
    };
    let mut pixels = vec![[0; 3]; width * height];
    let (left, top) = (usize::from(frame.left), usize::from(frame.top));
    let of_frame = usize::from(frame.width).max(1);
    for (index, pixel) in frame.buffer.as_chunks().0.iter().enumerate() {
        let (x, y) = (left + index % of_frame, top + index / of_frame);
        if x < width && y < height {
            pixels[y * width + x] = on_black(pixel);
        }
    }
    Ok(Ok(Picture { width, pixels }))
}
