//! Run lengths of samples, as CSW stores them.
//!
//! ```text
//! 01..FF            a run of so many samples
//! 00 nn nn nn nn    a run of n samples, little-endian
//! ```
//!
//! Compression 1 stores these bytes as they are, 2 deflates them (zlib).
//!
//! Owns: reading the runs, a few kilobytes at a time. Must never know: what the runs spell.

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZFlush};

use crate::tape::timing::CLOCK;

/// Bytes inflated at a time.
const WINDOW: usize = 1 << 15;

/// The runs of a CSW recording, in samples.
pub struct Runs<'a> {
    bytes: Bytes<'a>,
    left: u64,
}

enum Bytes<'a> {
    Plain(&'a [u8]),
    Deflated { rest: &'a [u8], state: Box<InflateState>, window: Vec<u8>, at: usize, done: bool },
    None,
}

impl<'a> Runs<'a> {
    /// The runs in `data`, at most `pulses` of them. An unknown compression has none; damaged data ends the runs.
    pub fn new(compression: u8, pulses: u32, data: &'a [u8]) -> Runs<'a> {
        let bytes = match compression {
            1 => Bytes::Plain(data),
            2 => Bytes::Deflated {
                rest: data,
                state: InflateState::new_boxed(DataFormat::Zlib),
                window: Vec::new(),
                at: 0,
                done: false,
            },
            _ => Bytes::None,
        };
        Runs { bytes, left: u64::from(pulses) }
    }

    /// T-states of all runs at this many samples a second; 0 at 0 Hz.
    pub fn tstates(self, rate: u32) -> u64 {
        let samples = self.fold(0u64, |sum, run| sum.saturating_add(u64::from(run)));
        (u128::from(samples) * u128::from(CLOCK)).checked_div(u128::from(rate)).unwrap_or(0) as u64
    }
}

impl Bytes<'_> {
    fn next(&mut self) -> Option<u8> {
        match self {
            Bytes::None => None,
            Bytes::Plain(rest) => {
                let (&first, tail) = rest.split_first()?;
                *rest = tail;
                Some(first)
            }
            Bytes::Deflated { rest, state, window, at, done } => {
                if *at == window.len() {
                    *at = 0;
                    window.clear();
                    while !*done {
                        window.resize(WINDOW, 0);
                        let result = inflate(state, rest, window, MZFlush::None);
                        *rest = &rest[result.bytes_consumed..];
                        window.truncate(result.bytes_written);
                        let stuck = result.bytes_written == 0 && result.bytes_consumed == 0;
                        *done = result.status != Ok(miniz_oxide::MZStatus::Ok) || stuck;
                        if !window.is_empty() {
                            break;
                        }
                    }
                }
                let byte = window.get(*at).copied()?;
                *at += 1;
                Some(byte)
            }
        }
    }
}

impl Iterator for Runs<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        self.left = self.left.checked_sub(1)?;
        match self.bytes.next()? {
            0 => {
                let mut long = [0; 4];
                for byte in &mut long {
                    *byte = self.bytes.next()?;
                }
                Some(u32::from_le_bytes(long))
            }
            short => Some(u32::from(short)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_runs() {
        let runs: Vec<u32> = Runs::new(1, 3, &[20, 20, 0, 0x10, 0x27, 0, 0, 9]).collect();
        assert_eq!(runs, [20, 20, 10000]);
        assert_eq!(Runs::new(1, 9, &[1, 0, 5]).count(), 1);
        assert_eq!(Runs::new(3, 9, &[1, 2]).count(), 0);
    }

    #[test]
    fn deflated_runs_longer_than_the_window() {
        let plain: Vec<u8> = (0..200_000u32).map(|n| (n % 255 + 1) as u8).collect();
        let deflated = miniz_oxide::deflate::compress_to_vec_zlib(&plain, 6);
        let runs: Vec<u32> = Runs::new(2, u32::MAX, &deflated).collect();
        assert_eq!(runs.len(), plain.len());
        assert!(runs.iter().zip(&plain).all(|(&run, &byte)| run == u32::from(byte)));
        let cut = &deflated[..deflated.len() / 2];
        let some = Runs::new(2, u32::MAX, cut).count();
        assert!(some > 0 && some < plain.len());
        assert_eq!(Runs::new(2, u32::MAX, b"\x78\x9Cnonsense").count(), 0);
    }

    #[test]
    fn tstates_of_runs() {
        assert_eq!(Runs::new(1, 2, &[7, 7]).tstates(35000), 1400);
        assert_eq!(Runs::new(1, 2, &[7, 7]).tstates(0), 0);
    }
}
