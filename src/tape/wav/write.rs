//! Pulses to samples.
//!
//! A stretch of one level longer than any pulse is silence: the level is held for 1 ms, so that the pulse before it ends
//! in a real edge, and then rests in the middle, as it would behind a capacitor.
//!
//! Owns: the shape of edges and levels. Must never know: where pulses come from.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Seek, SeekFrom, Write};

use byteorder::{ByteOrder, LittleEndian};

use crate::tape::pulse::Pulse;
use crate::tape::timing::{CLOCK, MILLISECOND};

/// How edges look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// From one level to the other between two samples.
    #[default]
    Square,
    /// Over four samples, as half a wave, placed between samples where the edge is: what a limited band leaves.
    Soft,
}

/// What the recording is to be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Samples a second.
    pub rate: u32,
    /// Bits a sample: 8 or 16.
    pub bits: u16,
    /// The shape of edges.
    pub shape: Shape,
    /// Whether high is below the middle.
    pub invert: bool,
    /// Distance of the levels from the middle, in per cent of the range.
    pub volume: u8,
    /// Silence in front and behind, in ms.
    pub lead_ms: u16,
}

impl Default for Format {
    /// 44100 Hz, 8 bits, square, 80 %, 200 ms of silence around it.
    fn default() -> Format {
        Format { rate: 44100, bits: 8, shape: Shape::Square, invert: false, volume: 80, lead_ms: 200 }
    }
}

/// Why no recording can be made.
#[derive(Debug)]
pub enum Error {
    /// Bits a sample other than 8 or 16.
    Bits(u16),
    /// A volume of 0, or over 100.
    Volume(u8),
    /// Too few samples a second for the shortest pulse, or over 384000.
    Rate {
        /// The rate asked for.
        rate: u32,
        /// The lowest that carries the signal.
        lowest: u32,
    },
    /// More sound than a WAV file can hold, 4 GB.
    TooLong,
    /// The file cannot be written.
    Io(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Bits(bits) => write!(f, "{bits} bits a sample; 8 and 16 can be written"),
            Error::Volume(volume) => write!(f, "a volume of {volume} %; 1 to 100 can be written"),
            Error::Rate { lowest, .. } if *lowest > HIGHEST_RATE => {
                write!(
                    f,
                    "this signal has pulses too short for any rate; up to {HIGHEST_RATE} Hz can be written"
                )
            }
            Error::Rate { rate, lowest } if rate < lowest => {
                write!(f, "{rate} Hz is too low for this signal; it takes at least {lowest} Hz")
            }
            Error::Rate { rate, .. } => {
                write!(f, "{rate} Hz is too high; up to {HIGHEST_RATE} Hz can be written")
            }
            Error::TooLong => write!(f, "more sound than a WAV file can hold"),
            Error::Io(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Io(error)
    }
}

/// The most bytes of samples that go into one file: their number has 32 bits.
pub const MOST_BYTES: u64 = u32::MAX as u64 - 64;

/// How many bytes of samples a signal of so many T-states becomes, about.
///
/// ```
/// use zxtap::tape::wav::{self, write::bytes_of};
/// assert_eq!(bytes_of(3_500_000, &wav::Format { lead_ms: 500, bits: 16, ..Default::default() }), 2 * 2 * 44_100);
/// ```
pub fn bytes_of(tstates: u64, format: &Format) -> u64 {
    let all = u128::from(tstates) + 2 * u128::from(u64::from(format.lead_ms) * MILLISECOND);
    let bytes = all * u128::from(format.rate) * u128::from(format.bits / 8) / u128::from(CLOCK);
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

/// The highest rate that is written.
pub const HIGHEST_RATE: u32 = 384_000;

/// What is longer than this, in T-states, is no pulse but silence. The longest pulse of TZX is 65535.
pub const LONGEST_PULSE: u64 = 70_000;

/// How long a level is held before it rests.
const HOLD: u64 = MILLISECOND;

/// Samples on each side of an edge that the soft shape reaches.
const REACH: f64 = 2.0;

impl Format {
    /// Whether this format can carry a signal whose shortest pulse has so many T-states: a pulse takes at least one and
    /// a half samples.
    ///
    /// # Errors
    ///
    /// Bits, volume or rate outside what can be written.
    ///
    /// ```
    /// use zxtap::tape::wav::Format;
    /// assert!(Format { rate: 8000, ..Format::default() }.check(667).is_ok());
    /// let low = Format { rate: 4000, ..Format::default() }.check(667);
    /// assert_eq!(low.unwrap_err().to_string(), "4000 Hz is too low for this signal; it takes at least 7872 Hz");
    /// ```
    pub fn check(&self, shortest: u64) -> Result<(), Error> {
        if !matches!(self.bits, 8 | 16) {
            return Err(Error::Bits(self.bits));
        }
        if !(1..=100).contains(&self.volume) {
            return Err(Error::Volume(self.volume));
        }
        let lowest = (3 * CLOCK).div_ceil(shortest.max(1).saturating_mul(2)).max(1) as u32;
        if self.rate < lowest || self.rate > HIGHEST_RATE {
            return Err(Error::Rate { rate: self.rate, lowest });
        }
        Ok(())
    }
}

/// Writes pulses as a recording and says how many samples it has. Takes one pulse at a time, so its memory does not
/// depend on their number.
///
/// # Errors
///
/// A format that cannot be written, more than 4 GB of samples, or the writer's own error.
///
/// ```
/// use zxtap::tape::{pulse::Signal, tzx::Entry, wav};
/// let tape = [Entry::standard(1000, &[0xFF, 0xFF])];
/// let mut file = std::io::Cursor::new(Vec::new());
/// let samples = wav::write(Signal::new(&tape), &wav::Format::default(), &mut file).unwrap();
/// assert_eq!(file.into_inner().len() as u64, 44 + samples + samples % 2);
/// ```
pub fn write(
    pulses: impl Iterator<Item = Pulse>,
    format: &Format,
    out: impl Write + Seek,
) -> Result<u64, Error> {
    format.check(u64::MAX)?;
    let top = f64::from((1u32 << (format.bits - 1)) - 1);
    let mut recorder = Recorder {
        out,
        wide: format.bits == 16,
        buffer: Vec::with_capacity(BUFFER + 2),
        rate: u128::from(format.rate),
        shape: format.shape,
        amplitude: top * f64::from(format.volume) / 100.0,
        room: MOST_BYTES / u64::from(format.bits / 8),
        written: 0,
        now: 0,
        level: 0.0,
        edges: VecDeque::new(),
    };
    let start = recorder.out.stream_position()?;
    recorder.out.write_all(&head(format, 0))?;
    let sign = if format.invert { -1.0 } else { 1.0 };
    let lead = u64::from(format.lead_ms) * MILLISECOND;
    recorder.stretch(0.0, lead)?;
    for pulse in pulses {
        let level = if pulse.high { sign } else { -sign };
        if pulse.tstates <= LONGEST_PULSE {
            recorder.stretch(level, pulse.tstates)?;
        } else {
            recorder.stretch(level, HOLD)?;
            recorder.stretch(0.0, pulse.tstates - HOLD)?;
        }
    }
    recorder.stretch(0.0, lead)?;
    recorder.samples_up_to(recorder.sample_at(recorder.now))?;
    let written = recorder.written;
    if !recorder.wide && !written.is_multiple_of(2) {
        // Chunks have an even length; the byte that makes it even is not counted.
        recorder.buffer.push(0);
    }
    recorder.flush()?;
    let end = recorder.out.stream_position()?;
    recorder.out.seek(SeekFrom::Start(start))?;
    recorder.out.write_all(&head(format, written))?;
    recorder.out.seek(SeekFrom::Start(end))?;
    recorder.out.flush()?;
    Ok(written)
}

/// The 44 bytes in front of so many samples.
fn head(format: &Format, samples: u64) -> [u8; 44] {
    let width = u32::from(format.bits / 8);
    let bytes = samples as u32 * width;
    let mut head = *b"RIFF....WAVEfmt ....__--rate/sec__--data....";
    LittleEndian::write_u32(&mut head[4..], 36 + bytes + bytes % 2);
    LittleEndian::write_u32(&mut head[16..], 16);
    LittleEndian::write_u16(&mut head[20..], 1);
    LittleEndian::write_u16(&mut head[22..], 1);
    LittleEndian::write_u32(&mut head[24..], format.rate);
    LittleEndian::write_u32(&mut head[28..], format.rate * width);
    LittleEndian::write_u16(&mut head[32..], width as u16);
    LittleEndian::write_u16(&mut head[34..], format.bits);
    LittleEndian::write_u32(&mut head[40..], bytes);
    head
}

/// Bytes that are written at a time.
const BUFFER: usize = 1 << 16;

struct Recorder<W: Write + Seek> {
    out: W,
    /// Samples of 16 bits.
    wide: bool,
    buffer: Vec<u8>,
    rate: u128,
    shape: Shape,
    amplitude: f64,
    room: u64,
    written: u64,
    /// T-states so far.
    now: u64,
    /// The level, -1 to 1.
    level: f64,
    /// Edges that still shape samples: when, in samples, and how far they go.
    edges: VecDeque<(f64, f64)>,
}

impl<W: Write + Seek> Recorder<W> {
    /// The first sample at or behind a time.
    fn sample_at(&self, tstates: u64) -> u64 {
        (u128::from(tstates) * self.rate).div_ceil(u128::from(CLOCK)) as u64
    }

    /// A level for so many T-states from now.
    fn stretch(&mut self, level: f64, tstates: u64) -> Result<(), Error> {
        if self.shape == Shape::Soft && level != self.level {
            let at = self.now as f64 / CLOCK as f64 * self.rate as f64;
            self.edges.push_back((at, level - self.level));
        }
        let end = self.now.saturating_add(tstates);
        // A soft edge is felt before it comes: the samples just in front of the next one wait for it.
        let ahead = if self.shape == Shape::Soft { REACH as u64 } else { 0 };
        let last = self.sample_at(end).saturating_sub(ahead);
        if last > self.room {
            return Err(Error::TooLong);
        }
        self.level = level;
        self.now = end;
        self.samples_up_to(last)
    }

    fn samples_up_to(&mut self, last: u64) -> Result<(), Error> {
        while self.written < last {
            let (value, count) = match self.shape {
                Shape::Soft if !self.edges.is_empty() => (self.soft(), 1),
                _ => (self.level, last - self.written),
            };
            let sample = (value * self.amplitude).round() as i16;
            self.written += count;
            self.put(sample, count)?;
        }
        Ok(())
    }

    /// So many samples of one value.
    fn put(&mut self, sample: i16, mut count: u64) -> Result<(), Error> {
        while count > 0 {
            let room = (BUFFER - self.buffer.len().min(BUFFER)) / if self.wide { 2 } else { 1 };
            let now = count.min(room as u64) as usize;
            match sample.to_le_bytes() {
                [low, high] if self.wide => self.buffer.extend([low, high].iter().cycle().take(2 * now)),
                [low, _] => self.buffer.resize(self.buffer.len() + now, low ^ 0x80),
            }
            count -= now as u64;
            if count > 0 || self.buffer.len() >= BUFFER {
                self.flush()?;
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Error> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    /// The level of the sample to write, with the edges around it.
    fn soft(&mut self) -> f64 {
        let now = self.written as f64;
        while self.edges.front().is_some_and(|&(at, _)| at + REACH <= now) {
            self.edges.pop_front();
        }
        let mut level = self.level;
        for &(at, height) in &self.edges {
            let x = (now - at) / REACH;
            let passed = if x <= -1.0 {
                0.0
            } else {
                0.5 * (1.0 + x + (x * std::f64::consts::PI).sin() / std::f64::consts::PI)
            };
            level -= height * (1.0 - passed);
        }
        level
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn samples(pulses: &[(bool, u64)], format: &Format) -> Vec<i32> {
        let pulses = pulses.iter().map(|&(high, tstates)| Pulse { high, tstates });
        let mut file = Cursor::new(Vec::new());
        let written = write(pulses, format, &mut file).unwrap();
        file.set_position(0);
        let samples: Vec<i32> =
            hound::WavReader::new(file).unwrap().into_samples().map(Result::unwrap).collect();
        assert_eq!(samples.len() as u64, written);
        samples
    }

    const BARE: Format =
        Format { rate: 35_000, bits: 8, shape: Shape::Square, invert: false, volume: 100, lead_ms: 0 };

    #[test]
    fn levels_are_centred() {
        assert_eq!(samples(&[(true, 200), (false, 100)], &BARE), [127, 127, -127]);
        let half = Format { volume: 50, invert: true, lead_ms: 1, ..BARE };
        let line = samples(&[(true, 100)], &half);
        assert_eq!(line, [[0; 35].as_slice(), &[-64], &[0; 35]].concat());
        let wide = Format { bits: 16, ..BARE };
        assert_eq!(samples(&[(true, 100), (false, 100)], &wide), [32767, -32767]);
    }

    #[test]
    fn edges_do_not_drift() {
        let pulses: Vec<(bool, u64)> = (0..3000).map(|n| (n % 2 == 0, 855)).collect();
        let line = samples(&pulses, &Format { rate: 44_100, ..BARE });
        let edges: Vec<usize> = (1..line.len()).filter(|&n| (line[n] > 0) != (line[n - 1] > 0)).collect();
        assert_eq!(edges.len(), 2999);
        for (n, &edge) in edges.iter().enumerate() {
            assert_eq!(edge as u64, ((n as u64 + 1) * 855 * 44_100).div_ceil(CLOCK));
        }
    }

    #[test]
    fn silence_rests_in_the_middle_but_ends_the_pulse_before() {
        let line = samples(&[(true, 1000), (false, 3_500_000), (true, 1000)], &BARE);
        assert_eq!(line[..10], [127; 10]);
        assert_eq!(line[10..45], [-127; 35]);
        assert!(line[45..35010].iter().all(|&sample| sample == 0));
        assert_eq!(line[35010..], [127; 10]);
    }

    #[test]
    fn soft_edges_cross_the_middle_where_the_edge_is() {
        let soft = Format { shape: Shape::Soft, bits: 16, ..BARE };
        let line = samples(&[(true, 1050), (false, 1000), (true, 1000)], &soft);
        assert_eq!(line.len(), 31);
        let before = line.iter().rposition(|&sample| sample < 0).unwrap();
        let crossing = before as f64 + f64::from(-line[before]) / f64::from(line[before + 1] - line[before]);
        assert!((crossing - 20.5).abs() < 0.02, "{crossing}");
        assert!(line.windows(2).all(|pair| (pair[1] - pair[0]).abs() < 40_000));
    }
}
