//! Samples to pulses: where the signal crosses its own middle.
//!
//! A crossing counts when the signal then goes far enough to the other side; its place is found between the samples.
//! How far is far enough follows the loudness of the last 20 ms.
//!
//! Owns: filters and crossings. Must never know: pilots, bits or blocks.

use crate::tape::timing::CLOCK;

/// What is kept of the sound before crossings are looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Below this many Hz the sound is weakened, by 6 dB an octave.
    pub low: f32,
    /// How often by so much: up to 2.
    pub low_order: usize,
    /// Above this many Hz it is weakened; 0 leaves it alone.
    pub high: f32,
    /// The part of the loudness that a crossing must reach.
    pub reach: f32,
}

/// Filters of first order in a row.
#[derive(Clone, Debug)]
pub struct Filter {
    low: [f32; 2],
    low_rate: [f32; 2],
    high: [f32; 2],
    high_rate: f32,
}

impl Filter {
    /// The filter of a band at this many samples a second.
    pub fn new(band: &Band, rate: f32) -> Filter {
        let share = |hz: f32| (1.0 - (-2.0 * std::f32::consts::PI * hz / rate).exp()).clamp(0.0, 1.0);
        let passes_all = band.high <= 0.0 || band.high * 2.2 > rate;
        Filter {
            low: [0.0; 2],
            low_rate: std::array::from_fn(|order| if order < band.low_order { share(band.low) } else { 0.0 }),
            high: [0.0; 2],
            high_rate: if passes_all { 1.0 } else { share(band.high) },
        }
    }

    /// The next sample, filtered.
    #[inline]
    pub fn pass(&mut self, sample: f32) -> f32 {
        let mut sample = sample;
        for (mean, rate) in self.low.iter_mut().zip(self.low_rate) {
            *mean += rate * (sample - *mean);
            sample -= *mean;
        }
        for state in &mut self.high {
            *state += self.high_rate * (sample - *state);
            sample = *state;
        }
        sample
    }
}

/// Finds the pulses in samples, one sample at a time.
///
/// ```
/// use zxtap::tape::wav::edges::{Band, Edges};
/// let mut edges = Edges::new(&Band { low: 20.0, low_order: 1, high: 0.0, reach: 0.2 }, 35000);
/// let square = (0..1000).map(|n| if n / 10 % 2 == 0 { 0.5 } else { -0.5 });
/// let pulses: Vec<f32> = square.filter_map(|sample| edges.push(sample)).collect();
/// assert!(pulses[10..].iter().all(|pulse| (pulse - 1000.0).abs() < 5.0));
/// ```
#[derive(Clone, Debug)]
pub struct Edges {
    filter: Filter,
    tstates: f64,
    reach: f32,
    decay: f32,
    loudness: f32,
    before: f32,
    high: bool,
    at: u64,
    /// The last crossing that has not been gone beyond yet.
    crossing: Option<f64>,
    last: f64,
}

/// What is quieter than this is silence: two steps of 8 bits.
const SILENCE: f32 = 2.0 / 128.0;

impl Edges {
    /// A finder for samples of this many a second.
    pub fn new(band: &Band, rate: u32) -> Edges {
        Edges {
            filter: Filter::new(band, rate as f32),
            tstates: CLOCK as f64 / f64::from(rate),
            reach: band.reach,
            decay: (-1.0 / (0.02 * rate as f32)).exp(),
            loudness: 0.0,
            before: 0.0,
            high: false,
            at: 0,
            crossing: None,
            last: 0.0,
        }
    }

    /// Takes a sample; gives a pulse in T-states when one has ended.
    #[inline]
    pub fn push(&mut self, sample: f32) -> Option<f32> {
        let sample = self.filter.pass(sample);
        self.loudness = (self.loudness * self.decay).max(sample.abs());
        if (sample >= 0.0) != (self.before >= 0.0) {
            let part = self.before / (self.before - sample);
            self.crossing = Some(self.at as f64 - 1.0 + f64::from(part));
        }
        self.before = sample;
        self.at += 1;
        let far = (self.reach * self.loudness).max(SILENCE * self.reach);
        let beyond = if self.high { sample < -far } else { sample > far };
        if !beyond {
            return None;
        }
        self.high = !self.high;
        let at = self.crossing.take().unwrap_or(self.at as f64 - 1.0);
        let pulse = (at - self.last) * self.tstates;
        self.last = at;
        Some(pulse as f32)
    }

    /// T-states from the first sample to the last edge.
    pub fn last_edge(&self) -> f64 {
        self.last * self.tstates
    }
}
