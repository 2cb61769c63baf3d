//! Samples from a WAV file, a few thousand at a time.
//!
//! ```text
//! RIFF length WAVE, then chunks: name 4, length 4, content, padded to an even length
//! "fmt "   tag 2 (1 PCM, 3 float, FFFE: the tag stands at 24) | channels 2 | rate 4 | 4 | 2 | bits 2
//! "data"   frames: one sample for each channel; 8 bits are unsigned, the rest signed, little-endian
//! ```
//!
//! RF64, the form for more than 4 GB, has a chunk "ds64" in front and -1 for the length of its data; it is read as RIFF.
//! Lengths are not believed: the data ends where the file does, if that is earlier, and a data length of 0 or of all
//! ones, which recorders leave behind when they are cut short, means the rest of the file.
//!
//! Owns: WAV in. Must never know: what the sound is.

use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};

use byteorder::{ByteOrder, LittleEndian};

/// Most channels that are read.
pub const MOST_CHANNELS: u16 = 8;

/// What a WAV file has for samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Samples of one channel a second.
    pub rate: u32,
    /// Channels.
    pub channels: u16,
    /// Bits a sample.
    pub bits: u16,
    /// Whether they are floating-point numbers.
    pub float: bool,
}

impl fmt::Display for Layout {
    /// `44100 Hz, 16 bits, stereo`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} Hz, {} bits, ", self.rate, self.bits)?;
        match self.channels {
            1 => write!(f, "mono"),
            2 => write!(f, "stereo"),
            channels => write!(f, "{channels} channels"),
        }
    }
}

/// Why the samples cannot be read.
#[derive(Debug)]
pub enum Error {
    /// The file does not begin with RIFF and WAVE.
    NotWav,
    /// A RIFX file.
    BigEndian,
    /// The file ends before its samples.
    NoSamples,
    /// A compressed kind of sound.
    Compressed(u16),
    /// Samples of a width that is not read.
    Bits(u16),
    /// No channel, or more than [`MOST_CHANNELS`].
    Channels(u16),
    /// Too few samples a second to hold a tape, or more than any device makes.
    Rate(u32),
    /// The file cannot be read.
    Io(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NotWav => write!(f, "not a WAV file"),
            Error::BigEndian => write!(f, "big-endian samples (RIFX); save it as an ordinary WAV file"),
            Error::NoSamples => write!(f, "the WAV file ends before its samples"),
            Error::Compressed(tag) => {
                write!(f, "compressed sound (format {tag:#x}); save it as PCM, 8 or 16 bit")
            }
            Error::Bits(bits) => write!(f, "{bits} bits a sample; 8, 16, 24 and 32 are read"),
            Error::Channels(channels) => write!(f, "{channels} channels; 1 to {MOST_CHANNELS} are read"),
            Error::Rate(rate) => {
                write!(f, "{rate} samples a second; {LOWEST_RATE} to {HIGHEST_RATE} are read")
            }
            Error::Io(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Error::NoSamples,
            _ => Error::Io(error),
        }
    }
}

/// The lowest rate that is read.
pub const LOWEST_RATE: u32 = 8_000;

/// The highest rate that is read.
pub const HIGHEST_RATE: u32 = 384_000;

/// The samples of a WAV file, one frame at a time.
pub struct Samples<R> {
    file: R,
    layout: Layout,
    /// Where the first sample stands in the file, and how many bytes are announced.
    data: (u64, u64),
    /// Bytes of the data chunk that are still to be read.
    left: u64,
    buffer: Vec<u8>,
    at: usize,
    filled: usize,
}

impl<R: Read> Samples<R> {
    /// Reads up to the first sample.
    ///
    /// # Errors
    ///
    /// Whatever stands in the way of reading samples; see [`Error`].
    pub fn new(mut file: R) -> Result<Samples<R>, Error> {
        let mut head = [0; 12];
        file.read_exact(&mut head).map_err(|_| Error::NotWav)?;
        match (&head[..4], &head[8..]) {
            (b"RIFF" | b"RF64", b"WAVE") => {}
            (b"RIFX", b"WAVE") => return Err(Error::BigEndian),
            _ => return Err(Error::NotWav),
        }
        let mut layout = None;
        let mut offset = 12;
        loop {
            let mut chunk = [0; 8];
            file.read_exact(&mut chunk)?;
            let length = u64::from(LittleEndian::read_u32(&chunk[4..]));
            offset += 8;
            match &chunk[..4] {
                b"fmt " => {
                    let mut format = [0; 40];
                    let present = length.min(40) as usize;
                    file.read_exact(&mut format[..present])?;
                    layout = Some(layout_of(&format, present)?);
                    skip(&mut file, length - present as u64 + length % 2)?;
                }
                b"data" => {
                    let layout = layout.ok_or(Error::NoSamples)?;
                    let frame = usize::from(layout.channels) * usize::from(layout.bits / 8);
                    let left = if matches!(length, 0 | 0xFFFF_FFFF) { u64::MAX } else { length };
                    let buffer = vec![0; frame * 4096];
                    return Ok(Samples {
                        file,
                        layout,
                        data: (offset, left),
                        left,
                        buffer,
                        at: 0,
                        filled: 0,
                    });
                }
                _ => skip(&mut file, length + length % 2)?,
            }
            offset += length + length % 2;
        }
    }

    /// What the samples are like.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Puts the next frame into `frame`, -1 to 1 for each channel; false at the end. A frame cut off at the end of the
    /// file is left out.
    ///
    /// # Errors
    ///
    /// The reader's own.
    #[inline]
    pub fn next_frame(&mut self, frame: &mut [f32]) -> io::Result<bool> {
        let width = usize::from(self.layout.bits / 8);
        let size = width * usize::from(self.layout.channels);
        if self.filled - self.at < size && !self.fill(size)? {
            return Ok(false);
        }
        let bytes = &self.buffer[self.at..self.at + size];
        for (sample, bytes) in frame.iter_mut().zip(bytes.chunks_exact(width)) {
            *sample = match (width, self.layout.float) {
                (1, _) => (f32::from(bytes[0]) - 128.0) / 128.0,
                (2, _) => f32::from(LittleEndian::read_i16(bytes)) / 32_768.0,
                (3, _) => LittleEndian::read_i24(bytes) as f32 / 8_388_608.0,
                (4, false) => LittleEndian::read_i32(bytes) as f32 / 2_147_483_648.0,
                (4, true) => finite(LittleEndian::read_f32(bytes)),
                _ => finite(LittleEndian::read_f64(bytes) as f32),
            };
        }
        self.at += size;
        Ok(true)
    }

    /// Puts the next few thousand frames into `channels`, one list a channel, and says how many; 0 at the end.
    ///
    /// # Errors
    ///
    /// The reader's own.
    pub fn next_chunk(&mut self, channels: &mut [Vec<f32>]) -> io::Result<usize> {
        let mut frame = [0.0; MOST_CHANNELS as usize];
        let frame = &mut frame[..usize::from(self.layout.channels)];
        channels.iter_mut().for_each(Vec::clear);
        let mut frames = 0;
        while frames < 4096 && self.next_frame(frame)? {
            for (channel, &sample) in channels.iter_mut().zip(&*frame) {
                channel.push(sample);
            }
            frames += 1;
        }
        Ok(frames)
    }

    fn fill(&mut self, size: usize) -> io::Result<bool> {
        self.buffer.copy_within(self.at..self.filled, 0);
        self.filled -= self.at;
        self.at = 0;
        while self.filled < size && self.left > 0 {
            let room = (self.buffer.len() - self.filled).min(self.left.min(1 << 30) as usize);
            let read = self.file.read(&mut self.buffer[self.filled..self.filled + room])?;
            if read == 0 {
                self.left = 0;
            }
            self.filled += read;
            self.left = self.left.saturating_sub(read as u64);
        }
        Ok(self.filled >= size)
    }
}

impl<R: Read + Seek> Samples<R> {
    /// Goes to a frame; behind the end there are none.
    ///
    /// # Errors
    ///
    /// The reader's own.
    pub fn seek(&mut self, frame: u64) -> io::Result<()> {
        let size = u64::from(self.layout.channels) * u64::from(self.layout.bits / 8);
        let (start, length) = self.data;
        let distance = frame.saturating_mul(size).min(length);
        self.file.seek(SeekFrom::Start(start.saturating_add(distance).min(i64::MAX as u64)))?;
        self.left = length - distance;
        (self.at, self.filled) = (0, 0);
        Ok(())
    }
}

fn finite(sample: f32) -> f32 {
    if sample.is_finite() { sample.clamp(-8.0, 8.0) } else { 0.0 }
}

fn skip(file: &mut impl Read, bytes: u64) -> Result<(), Error> {
    io::copy(&mut file.take(bytes), &mut io::sink())?;
    Ok(())
}

fn layout_of(format: &[u8; 40], present: usize) -> Result<Layout, Error> {
    if present < 16 {
        return Err(Error::NoSamples);
    }
    let word = |at: usize| LittleEndian::read_u16(&format[at..]);
    let tag = if word(0) == 0xFFFE && present >= 26 { word(24) } else { word(0) };
    let layout = Layout {
        rate: LittleEndian::read_u32(&format[4..]),
        channels: word(2),
        bits: word(14),
        float: tag == 3,
    };
    let widths: &[u16] = if layout.float { &[32, 64] } else { &[8, 16, 24, 32] };
    if !matches!(tag, 1 | 3) {
        return Err(Error::Compressed(tag));
    }
    if !widths.contains(&layout.bits) {
        return Err(Error::Bits(layout.bits));
    }
    if !(1..=MOST_CHANNELS).contains(&layout.channels) {
        return Err(Error::Channels(layout.channels));
    }
    if !(LOWEST_RATE..=HIGHEST_RATE).contains(&layout.rate) {
        return Err(Error::Rate(layout.rate));
    }
    Ok(layout)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(tag: u16, channels: u16, rate: u32, bits: u16, length: u32, data: &[u8]) -> Vec<u8> {
        let mut file = b"RIFF\0\0\0\0WAVELIST\x03\0\0\0abc\0fmt \x10\0\0\0".to_vec();
        file.extend(tag.to_le_bytes());
        file.extend(channels.to_le_bytes());
        file.extend(rate.to_le_bytes());
        file.extend([0; 6]);
        file.extend(bits.to_le_bytes());
        file.extend(b"data");
        file.extend(length.to_le_bytes());
        file.extend(data);
        file
    }

    fn frames(file: &[u8]) -> Vec<Vec<f32>> {
        let mut samples = Samples::new(file).unwrap();
        let mut frame = vec![0.0; usize::from(samples.layout().channels)];
        let mut frames = Vec::new();
        while samples.next_frame(&mut frame).unwrap() {
            frames.push(frame.clone());
        }
        frames
    }

    #[test]
    fn every_width() {
        assert_eq!(frames(&file(1, 1, 44_100, 8, 2, &[0, 192])), [[-1.0], [0.5]]);
        assert_eq!(frames(&file(1, 2, 44_100, 16, 4, &[0, 0x80, 0, 0x40])), [[-1.0, 0.5]]);
        assert_eq!(frames(&file(1, 1, 44_100, 24, 3, &[0, 0, 0x40])), [[0.5]]);
        assert_eq!(frames(&file(1, 1, 44_100, 32, 4, &[0, 0, 0, 0xC0])), [[-0.5]]);
        assert_eq!(frames(&file(3, 1, 44_100, 32, 4, &0.25f32.to_le_bytes())), [[0.25]]);
        assert_eq!(frames(&file(3, 1, 44_100, 64, 8, &f64::NAN.to_le_bytes())), [[0.0]]);
    }

    #[test]
    fn lengths_are_not_believed() {
        for length in [0, 3, 1000, u32::MAX] {
            assert_eq!(frames(&file(1, 1, 44_100, 8, length, &[128; 3])).len(), 3);
        }
        assert_eq!(frames(&file(1, 2, 44_100, 16, 7, &[0; 7])).len(), 1);
    }

    #[test]
    fn more_than_four_gigabytes_and_the_wrong_way_round() {
        let plain = file(1, 1, 44_100, 8, 0xFFFF_FFFF, &[0, 128, 255]);
        let sizes = [b"ds64\x1C\0\0\0".as_slice(), &[0; 28]].concat();
        let mut long = [&plain[..12], &sizes, &plain[12..]].concat();
        long[..4].copy_from_slice(b"RF64");
        assert_eq!(frames(&long), frames(&plain));
        long[..4].copy_from_slice(b"RIFX");
        assert!(matches!(Samples::new(&long[..]), Err(Error::BigEndian)));
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let error = |file: &[u8]| Samples::new(file).err().unwrap().to_string();
        assert_eq!(error(b"RIFF"), "not a WAV file");
        let no_data = file(1, 1, 44_100, 8, 0, b"");
        assert_eq!(error(&no_data[..no_data.len() - 4]), "the WAV file ends before its samples");
        assert_eq!(error(&file(1, 64, 44_100, 8, 0, b"")), "64 channels; 1 to 8 are read");
        assert_eq!(error(&file(1, 1, 0, 8, 0, b"")), "0 samples a second; 8000 to 384000 are read");
        assert_eq!(
            error(&file(85, 1, 44_100, 8, 0, b"")),
            "compressed sound (format 0x55); save it as PCM, 8 or 16 bit"
        );
        assert_eq!(error(&file(1, 1, 44_100, 12, 0, b"")), "12 bits a sample; 8, 16, 24 and 32 are read");
    }
}
