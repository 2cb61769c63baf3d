//! Pulses to blocks: pilot, sync, bits, whatever their speed.
//!
//! ```text
//! pilot    at least 48 pulses that differ little; their mean P is the measure of everything behind them
//! sync     two pulses, together shorter than 1.2 P
//! bits     two pulses each; their sums fall into two heaps, the ROM's at 0.79 P and 1.58 P, a turbo loader's elsewhere
//! end      a pulse longer than all of these, pulses that fit nothing, or a new pilot
//! ```
//!
//! Bits are told from sums of two pulses, which a shifted middle level does not change, against a threshold that
//! follows the speed of the tape.
//!
//! Owns: the reading of pulses. Must never know: samples, or what bytes mean besides their XOR.

use std::collections::VecDeque;

pub(crate) use super::heard::Bits;
pub use super::heard::{Heard, Quality};
use crate::tape::block::Checksum;
use crate::tape::pulse::Pulse;
use crate::tape::timing::Timing;

/// Pilot pulses that are taken for a pilot.
const FEWEST_PILOT_PULSES: u32 = 48;

/// Bits of the longest block that is read: more than any Spectrum can hold.
const MOST_BITS: usize = 1 << 21;

/// How far a pilot pulse may be from the mean.
const PILOT_TOLERANCE: f32 = 0.18;

/// A pulse of a 0 and of a 1 at the ROM's speed, where a pilot pulse is 1.
const ROM_ZERO: f32 = 855.0 / 2168.0;
const ROM_ONE: f32 = 1710.0 / 2168.0;

/// Reads blocks from pulses, given one at a time.
///
/// ```
/// use zxtap::tape::pulse::{Signal, decode::Decoder};
/// use zxtap::tape::{Block, tzx::Entry};
/// let block = Block::new(0xFF, b"hello");
/// let tape = [Entry::standard(1000, &block.bytes)];
/// let mut decoder = Decoder::new();
/// Signal::new(&tape).for_each(|pulse| decoder.push(pulse.tstates as f32));
/// decoder.finish();
/// let heard = decoder.next_heard().unwrap();
/// assert_eq!(heard.block(), block);
/// assert!(heard.like_rom);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    tempo: Tempo,
    now: f64,
    state: State,
    heard: VecDeque<Heard>,
}

/// How closely a decoder follows the speed of a tape.
#[derive(Clone, Copy, Debug)]
struct Tempo {
    /// Pilot pulses whose mean is the measure.
    pilot: u32,
    /// The share of its deviation by which each bit moves the measure.
    bit: f32,
    /// The same where the speed is known to swing.
    swing: f32,
    /// Bits at the start of a block that the pilot's measure holds for.
    start: usize,
}

/// Steady: noise moves it little.
const STEADY: Tempo = Tempo { pilot: 24, bit: 0.05, swing: 0.12, start: 16 };

/// For a speed that swings ten times a second.
const SWIFT: Tempo = Tempo { pilot: 6, bit: 0.25, swing: 0.3, start: 6 };

impl Default for Tempo {
    fn default() -> Tempo {
        STEADY
    }
}

#[derive(Clone, Debug)]
enum State {
    Pilot { mean: f32, last: f32, count: u32, start: f64 },
    Sync { pilot: Pilot, first: f32 },
    Data(Box<Data>),
}

impl Default for State {
    fn default() -> State {
        State::Pilot { mean: 0.0, last: 0.0, count: 0, start: 0.0 }
    }
}

#[derive(Clone, Copy, Debug)]
struct Pilot {
    mean: f32,
    count: u32,
    start: f64,
}

#[derive(Clone, Debug)]
struct Data {
    tempo: Tempo,
    pilot: Pilot,
    sync: (f32, f32),
    begin: f64,
    first: Option<f32>,
    /// What a pilot pulse would be at the tape's present speed.
    pace: f32,
    /// Sums of two pulses.
    pairs: Vec<f32>,
    /// Pairs in a row that look like pilot.
    pilot_like: u32,
    /// Pairs among the last eight that fit nothing, one bit each.
    misfits: u8,
    /// What a pair must have at least, relative to the pace.
    shortest: f32,
}

/// The shortest pair behind a pilot whose bits stand to it as the ROM's do, and less.
const SHORT_PAIR: f32 = 0.36;

/// The shortest pair of a loader that has the ROM's pilot before bits that are much faster.
const SHORTEST_PAIR: f32 = 0.2;

/// So many pairs at the start of a block tell which of both it is.
const FIRST_PAIRS: usize = 32;

/// Later it is told by this: with the ROM's bits no pair is as short.
const LONGEST_FAST_PAIR: f32 = 0.72;

impl Decoder {
    /// A decoder at the start of a tape.
    pub fn new() -> Decoder {
        Decoder::default()
    }

    /// A decoder that follows a speed which swings fast, and is misled by noise sooner.
    pub fn swift() -> Decoder {
        Decoder { tempo: SWIFT, ..Decoder::default() }
    }

    /// The next block that was heard and not yet given.
    pub fn next_heard(&mut self) -> Option<Heard> {
        self.heard.pop_front()
    }

    /// T-states so far.
    pub fn now(&self) -> f64 {
        self.now
    }

    /// Takes a pulse of so many T-states.
    pub fn push(&mut self, pulse: f32) {
        let begin = self.now;
        self.now += f64::from(pulse);
        match &mut self.state {
            State::Pilot { mean, last, count, start } => {
                let pair = (pulse + *last) / 2.0;
                if (pair - *mean).abs() <= *mean * PILOT_TOLERANCE && pulse < *mean * 1.6 {
                    *count = count.saturating_add(1);
                    *mean += (pair - *mean) / (*count).min(self.tempo.pilot) as f32;
                    *last = pulse;
                } else if *count >= FEWEST_PILOT_PULSES && pulse < 0.75 * *mean {
                    let pilot = Pilot { mean: *mean, count: *count, start: *start };
                    self.state = State::Sync { pilot, first: pulse };
                } else {
                    *start = begin - f64::from(*last);
                    (*mean, *last, *count) = (pair, pulse, 1);
                }
            }
            State::Sync { pilot, first } => {
                let pilot = *pilot;
                let first = *first;
                if first + pulse < 1.2 * pilot.mean {
                    self.state = State::Data(Box::new(Data {
                        tempo: self.tempo,
                        pilot,
                        sync: (first, pulse),
                        begin: self.now,
                        first: None,
                        pace: pilot.mean,
                        pairs: Vec::new(),
                        pilot_like: 0,
                        misfits: 0,
                        shortest: SHORT_PAIR,
                    }));
                } else {
                    self.state = State::Pilot {
                        mean: pilot.mean,
                        last: pulse,
                        count: pilot.count / 2,
                        start: pilot.start,
                    };
                }
            }
            State::Data(data) => {
                let Some(end) = data.push(pulse) else { return };
                let State::Data(data) = std::mem::take(&mut self.state) else { return };
                let restart = data.pilot;
                let (kept, slack) = match end {
                    End::Long => (data.pairs.len(), 0),
                    End::Misfits(pairs) => (data.pairs.len().saturating_sub(pairs), 2),
                    End::Pilot(pairs) => (data.pairs.len().saturating_sub(pairs), 1),
                };
                if let End::Pilot(pairs) = end {
                    self.state = State::Pilot {
                        mean: restart.mean,
                        last: pulse,
                        count: 2 * pairs as u32,
                        start: self.now - 2.0 * pairs as f64 * f64::from(restart.mean),
                    };
                }
                self.heard.extend((*data).read(kept, slack));
            }
        }
    }

    /// The end of the tape: a block still open ends here.
    pub fn finish(&mut self) {
        if let State::Data(data) = std::mem::take(&mut self.state) {
            let pairs = data.pairs.len();
            self.heard.extend((*data).read(pairs, 2));
        }
    }
}

enum End {
    Long,
    Misfits(usize),
    Pilot(usize),
}

impl Data {
    /// Takes a pulse; gives the end of the block, with the number of pairs at its end that are not part of it.
    fn push(&mut self, pulse: f32) -> Option<End> {
        let mean = self.pilot.mean;
        if pulse > 1.3 * self.pace || self.pairs.len() == MOST_BITS {
            return Some(End::Long);
        }
        let Some(first) = self.first.take() else {
            self.first = Some(pulse);
            return None;
        };
        let pair = first + pulse;
        self.pairs.push(pair);
        for rom in [ROM_ZERO, ROM_ONE] {
            let off = pair / (2.0 * self.pace * rom) - 1.0;
            if off.abs() < 0.2 {
                self.pace *= 1.0 + self.tempo.bit * off;
            }
        }
        let fits = |pair: f32, shortest: f32| (shortest * self.pace..=2.4 * self.pace).contains(&pair);
        self.misfits = self.misfits << 1 | u8::from(!fits(pair, self.shortest));
        if self.misfits.count_ones() >= 5 {
            let is_short = |pair: f32| pair < LONGEST_FAST_PAIR * self.pace;
            let is_first = self.pairs.len() <= FIRST_PAIRS;
            if self.shortest > SHORTEST_PAIR
                && self.pairs.iter().all(|&pair| fits(pair, SHORTEST_PAIR) && (is_first || is_short(pair)))
            {
                (self.shortest, self.misfits) = (SHORTEST_PAIR, 0);
                return None;
            }
            return Some(End::Misfits(8 - self.misfits.leading_zeros() as usize));
        }
        let like = (pair / (2.0 * mean) - 1.0).abs() < 0.1;
        self.pilot_like = if like { self.pilot_like + 1 } else { 0 };
        (self.pilot_like == 40).then_some(End::Pilot(40))
    }

    /// The bits of all pairs; the speed begins at `scale` and follows each bit by a share of `gain`.
    fn bits(&self, heaps: &Heaps, mut scale: f32, gain: f32) -> Bits {
        let mut bits = Bits::default();
        for &pair in &self.pairs {
            let threshold = scale * heaps.threshold();
            let bit = pair > threshold;
            let expected = scale * if bit { heaps.one } else { heaps.zero };
            bits.push(bit, (pair - threshold).abs() / (scale * (heaps.one - heaps.zero) / 2.0));
            scale *= 1.0 + (pair / expected - 1.0).clamp(-0.15, 0.15) * gain;
        }
        bits
    }

    /// The block from the first `kept` pairs; none when there are too few to be one.
    fn read(mut self, kept: usize, slack: usize) -> Option<Heard> {
        self.pairs.truncate(kept);
        if self.pairs.len() < 8 {
            return None;
        }
        let mut heaps = Heaps::of(&self.pairs, self.pilot.mean);
        let (zero, one) = (2.0 * self.pilot.mean * ROM_ZERO, 2.0 * self.pilot.mean * ROM_ONE);
        // The mean of a block may not be its speed where it begins; the pilot's was just before.
        let scale = if heaps.like_rom { zero / heaps.zero } else { 1.0 };
        let mut bits = self.bits(&heaps, scale, 0.05);
        let mut end = bits.end(slack);
        if Checksum::of(&bits.bytes[..end / 8]) != Checksum::Ok {
            // A tape whose speed swings has no mean to go by: follow the pilot's speed alone, and closely.
            let swinging = Heaps { zero, one, like_rom: true };
            let closely = self.bits(&swinging, 1.0, self.tempo.swing);
            let its_end = closely.end(slack);
            let near = |pair: f32, rom: f32| (pair / rom - 1.0).abs() < 0.2;
            let first = self.pairs.iter().take(self.tempo.start);
            let strange = first.filter(|&&pair| !near(pair, zero) && !near(pair, one)).count();
            let right = Checksum::of(&closely.bytes[..its_end / 8]) == Checksum::Ok;
            if right && strange <= 2 && closely.doubts.len() * 8 < its_end {
                (heaps, bits, end) = (swinging, closely, its_end);
            } else if slack == 0 && !heaps.like_rom {
                end = bits.len();
            }
        }
        bits.truncate(end);
        let length: f64 = self.pairs[..end].iter().map(|&pair| f64::from(pair)).sum();
        let (bytes, used_bits, doubts, doubtful) = bits.finish();
        let tstates = |pulse: f32| pulse.round().clamp(0.0, 65535.0) as u16;
        let timing = Timing {
            pilot: tstates(self.pilot.mean),
            pilot_pulses: (self.pilot.count + 1).min(65535) as u16,
            sync1: tstates(self.sync.0),
            sync2: tstates(self.sync.1),
            zero: tstates(heaps.zero / 2.0),
            one: tstates(heaps.one / 2.0),
        };
        Some(Heard {
            bytes,
            used_bits,
            timing,
            like_rom: heaps.like_rom,
            start: self.pilot.start,
            data: self.begin,
            end: self.begin + length,
            doubts,
            doubtful,
        })
    }
}

/// The two lengths that the bits of a block have.
struct Heaps {
    zero: f32,
    one: f32,
    like_rom: bool,
}

impl Heaps {
    fn threshold(&self) -> f32 {
        (self.zero + self.one) / 2.0
    }

    /// The lengths in these sums, behind a pilot whose pulses have this mean.
    fn of(pairs: &[f32], pilot: f32) -> Heaps {
        let rom = Timing::rom(0);
        let (zero, one) = {
            let scale = 2.0 * pilot / f32::from(rom.pilot);
            (f32::from(rom.zero) * scale, f32::from(rom.one) * scale)
        };
        let near = |is: f32, rom: f32| (is / rom - 1.0).abs() < 0.2;
        // Loaders of their own are faster than the ROM's, never slower.
        let close = |pilot: f32| (0.7..1.7).contains(&(pilot / f32::from(rom.pilot)));
        let (below, above) = means(pairs, (zero + one) / 2.0);
        let fits = below.is_none_or(|mean| near(mean, zero)) && above.is_none_or(|mean| near(mean, one));
        let at_home = pairs.iter().filter(|&&pair| near(pair, zero) || near(pair, one)).count();
        if fits && close(pilot) && at_home * 10 >= pairs.len() * 7 {
            return Heaps { zero: below.unwrap_or(zero), one: above.unwrap_or(one), like_rom: true };
        }
        let mut sorted = pairs.to_vec();
        sorted.sort_by(f32::total_cmp);
        let (low, high) = (sorted[sorted.len() / 50], sorted[sorted.len() - 1 - sorted.len() / 50]);
        if high < 1.35 * low {
            let heap = (low + high) / 2.0;
            return match heap < (zero + one) / 2.0 {
                true => Heaps { zero: heap, one: 2.0 * heap, like_rom: false },
                false => Heaps { zero: heap / 2.0, one: heap, like_rom: false },
            };
        }
        let mut heaps = Heaps { zero: low, one: high, like_rom: false };
        for _ in 0..8 {
            let (below, above) = means(pairs, heaps.threshold());
            heaps.zero = below.unwrap_or(heaps.zero);
            heaps.one = above.unwrap_or(heaps.one);
        }
        heaps
    }
}

/// The means of what is below and above a threshold.
fn means(pairs: &[f32], threshold: f32) -> (Option<f32>, Option<f32>) {
    let mut sums = [(0.0f64, 0u32); 2];
    for &pair in pairs {
        let heap = &mut sums[usize::from(pair > threshold)];
        heap.0 += f64::from(pair);
        heap.1 += 1;
    }
    let mean = |(sum, count): (f64, u32)| (count > 0).then(|| (sum / f64::from(count)) as f32);
    (mean(sums[0]), mean(sums[1]))
}

/// The blocks in a signal.
///
/// ```
/// use zxtap::tape::pulse::{Signal, decode};
/// use zxtap::tape::tzx::Entry;
/// let tape = [Entry::standard(1000, &[0xFF, 1, 2, 0xFC]), Entry::standard(1000, &[0x00, 0x00])];
/// let heard = decode::blocks(Signal::new(&tape));
/// assert_eq!(heard.iter().map(|h| h.bytes.len()).collect::<Vec<_>>(), [4, 2]);
/// ```
pub fn blocks(pulses: impl Iterator<Item = Pulse>) -> Vec<Heard> {
    let mut decoder = Decoder::new();
    pulses.for_each(|pulse| decoder.push(pulse.tstates as f32));
    decoder.finish();
    decoder.heard.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::block::Block;
    use crate::tape::pulse::Signal;
    use crate::tape::tzx::Entry;

    /// The ROM's pilot, and bits up to three times as fast.
    #[test]
    fn fast_bits_behind_the_roms_pilot() {
        let mixed: Vec<u8> = (0..=255).collect();
        let late = [vec![0xFF; 100], mixed.clone()].concat();
        for bytes in [Block::new(0xFF, &mixed).bytes, Block::new(0xFF, &late).bytes, vec![0x2D; 40]] {
            for zero in [300, 342, 427, 570] {
                let timing = Timing { pilot_pulses: 1500, zero, one: 2 * zero, ..Timing::rom(0) };
                let found = heard(&[Entry::turbo(timing, 8, 1000, &bytes)]);
                assert_eq!(found.len(), 1, "{zero}");
                assert_eq!((&found[0].bytes, found[0].timing.zero), (&bytes, zero));
            }
        }
    }

    fn heard(entries: &[Entry]) -> Vec<Heard> {
        blocks(Signal::new(entries))
    }

    #[test]
    fn blocks_without_pause_between() {
        let data = |n: u8| Block::new(0xFF, &[n; 40]).bytes;
        let tape =
            [Entry::standard(0, &data(0xFF)), Entry::standard(0, &data(0)), Entry::standard(0, &data(0x55))];
        let heard = heard(&tape);
        assert_eq!(
            heard.iter().map(|h| h.bytes.clone()).collect::<Vec<_>>(),
            [data(0xFF), data(0), data(0x55)]
        );
        assert!(heard.iter().all(|h| h.like_rom && h.checksum() == Checksum::Ok && h.doubtful == 0));
    }

    #[test]
    fn a_turbo_block_and_its_timing() {
        let timing = Timing { pilot: 1500, pilot_pulses: 2000, sync1: 400, sync2: 500, zero: 480, one: 960 };
        let bytes = Block::new(0x07, &(0..=255).collect::<Vec<u8>>()).bytes;
        let heard = heard(&[Entry::turbo(timing, 8, 500, &bytes)]);
        assert_eq!(heard[0].bytes, bytes);
        assert!(!heard[0].like_rom);
        let measured = Timing { pilot_pulses: 2000, ..heard[0].timing };
        assert_eq!(measured, timing);
        assert!(heard[0].timing.pilot_pulses.abs_diff(2000) <= 1);
    }

    #[test]
    fn used_bits_of_a_turbo_block() {
        let timing = Timing { pilot: 2168, pilot_pulses: 900, sync1: 667, sync2: 735, zero: 500, one: 1000 };
        let heard = heard(&[Entry::turbo(timing, 3, 500, &[0xFF, 0x12, 0x34, 0b0110_0000])]);
        assert_eq!((heard[0].bytes.clone(), heard[0].used_bits), (vec![0xFF, 0x12, 0x34, 0b0110_0000], 3));
    }

    #[test]
    fn any_speed_within_a_fifth() {
        let bytes = Block::new(0xFF, b"speed").bytes;
        let tape = [Entry::standard(1000, &bytes)];
        for percent in [80, 90, 110, 120] {
            let mut decoder = Decoder::new();
            for pulse in Signal::new(&tape) {
                decoder.push(pulse.tstates as f32 * percent as f32 / 100.0);
            }
            decoder.finish();
            let heard = decoder.next_heard().unwrap();
            assert_eq!(heard.bytes, bytes);
            assert!(heard.like_rom, "{percent}");
            assert!((heard.speed() * percent as f64 / 100.0 - 1.0).abs() < 0.01);
        }
    }

    #[test]
    fn a_doubtful_bit_is_repaired() {
        let block = Block::new(0xFF, b"repair");
        let tape = [Entry::standard(1000, &block.bytes)];
        let mut decoder = Decoder::new();
        let bit_19 = 3223 + 2 + 2 * 19;
        for (index, pulse) in Signal::new(&tape).enumerate() {
            let is_one = block.bytes[19 / 8] & (0x80 >> (19 % 8)) != 0;
            let wrong = if is_one { 1250.0 } else { 1310.0 };
            decoder.push(if (bit_19..bit_19 + 2).contains(&index) { wrong } else { pulse.tstates as f32 });
        }
        decoder.finish();
        let heard = decoder.next_heard().unwrap();
        assert_ne!(heard.block(), block);
        assert_eq!(heard.repaired(), Some((block.bytes, 19)));
    }

    #[test]
    fn hostile_pulses_end() {
        let mut decoder = Decoder::new();
        let odd = [0.0, 1.0, f32::MAX, f32::NAN, f32::INFINITY, 2168.0, 700.0, 1.0e-30];
        for n in 0..200_000usize {
            decoder.push(odd[n * n % odd.len()]);
        }
        (0..4_000_000).for_each(|_| decoder.push(0.0));
        decoder.finish();
    }
}
