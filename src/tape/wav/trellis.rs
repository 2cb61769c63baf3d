//! Bits out of noise: of all ways to lay pilot, sync and bits over the samples, the one that fits best.
//!
//! ```text
//! pilot +  --half a pilot wave-->  pilot -  --half a wave-->  pilot +
//! pilot +  --sync, + then - -->    data +
//! data +   --a 0 or a 1, + then - --> data +          and the same with the signs turned
//! ```
//!
//! Each arrow is a stretch of samples of about the length that it has on the tape, and scores how well a square wave of
//! that length follows the samples there (a sum over them, which running sums give at once). The best score for every
//! sample and state is kept with the arrow that gave it (Viterbi's way); what lies a tenth of a second back is settled.
//!
//! Owns: the search. Must never know: files or checksums.

use crate::tape::pulse::decode::Bits;
use crate::tape::timing::{CLOCK, Timing};

/// Samples that are kept; a power of two.
const KEPT: usize = 1 << 15;

/// How often what is settled is read off.
const STEP: usize = 1 << 11;

/// How far back things are settled.
const LAG: usize = 1 << 12;

/// How far the length of a stretch may be from what it should be.
const PLAY: f32 = 0.075;

const PILOT: usize = 0;
const DATA: usize = 2;
const STATES: usize = 4;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Arrow {
    #[default]
    None,
    Pilot,
    Sync,
    Zero,
    One,
}

#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    score: f64,
    arrow: Arrow,
    length: u16,
}

const UNREACHED: f64 = f64::NEG_INFINITY;

/// What the search has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Pilot so far.
    Pilot,
    /// Bits.
    Data,
    /// The block has ended.
    Ended,
}

/// A search that begins within a pilot.
#[derive(Debug)]
pub struct Trellis {
    /// T-states of a sample.
    tstates: f32,
    timing: Timing,
    /// How long things are on this tape, relative to the timing; it follows the tape.
    stretch: f32,
    sums: Vec<f64>,
    loudness: Vec<f64>,
    cells: Vec<[Cell; STATES]>,
    at: usize,
    /// The sample up to which everything is settled.
    settled: usize,
    data: Option<usize>,
    polarity: usize,
    bits: Bits,
    /// For each bit: where it ends and how well it fits.
    fits: Vec<(usize, f32)>,
    end: Option<usize>,
    lengths: [Lengths; 4],
}

#[derive(Clone, Copy, Debug, Default)]
struct Lengths {
    from: usize,
    to: usize,
    /// Where the first of the two pulses ends, as a part of the whole.
    middle: f32,
    ideal: f32,
}

impl Trellis {
    /// A search at this many samples a second for a block of this timing, which is played `stretch` times as slow.
    pub fn new(rate: f32, timing: Timing, stretch: f32) -> Trellis {
        let mut trellis = Trellis {
            tstates: CLOCK as f32 / rate,
            timing,
            stretch,
            sums: vec![0.0; KEPT],
            loudness: vec![0.0; KEPT],
            cells: vec![[Cell { score: UNREACHED, ..Cell::default() }; STATES]; KEPT],
            at: 0,
            settled: 0,
            data: None,
            polarity: 0,
            bits: Bits::default(),
            fits: Vec::new(),
            end: None,
            lengths: [Lengths::default(); 4],
        };
        for sign in 0..2 {
            trellis.cells[0][PILOT + sign].score = 0.0;
        }
        trellis.tune();
        trellis
    }

    /// The lengths of all arrows at the present stretch.
    fn tune(&mut self) {
        let samples = |tstates: f32| tstates * self.stretch / self.tstates;
        let t = &self.timing;
        let of = |tstates: f32, middle: f32, play: f32| {
            let ideal = samples(tstates);
            let from = (ideal * (1.0 - play) - 0.3).round().max(2.0) as usize;
            let to = (ideal * (1.0 + play) + 0.3).round().max(from as f32) as usize;
            Lengths { from, to: to.min(KEPT / 16), middle, ideal }
        };
        let sync = f32::from(t.sync1) + f32::from(t.sync2);
        self.lengths = [
            of(f32::from(t.pilot), 1.0, PLAY),
            of(sync, f32::from(t.sync1) / sync.max(1.0), 2.0 * PLAY),
            of(2.0 * f32::from(t.zero), 0.5, PLAY),
            of(2.0 * f32::from(t.one), 0.5, PLAY),
        ];
    }

    fn sum(&self, at: usize) -> f64 {
        self.sums[at % KEPT]
    }

    /// How well a positive pulse and a negative one behind it fit the samples from `start` on.
    fn fit(&self, start: usize, length: usize, middle: f32) -> f64 {
        let turn = start as f32 + length as f32 * middle - start as f32;
        let whole = turn.floor() as usize;
        let part = f64::from(turn - whole as f32);
        let first = self.sum(start + whole);
        let turn = if part > 0.0 { first + part * (self.sum(start + whole + 1) - first) } else { first };
        2.0 * turn - self.sum(start) - self.sum(start + length)
    }

    /// Takes a sample, whose mean over time should be 0.
    pub fn push(&mut self, sample: f32) -> Progress {
        if self.end.is_some() {
            return Progress::Ended;
        }
        self.at += 1;
        let (now, before) = (self.at % KEPT, (self.at - 1) % KEPT);
        self.sums[now] = self.sums[before] + f64::from(sample);
        self.loudness[now] = self.loudness[before] + f64::from(sample.abs());
        let mut cells = [Cell { score: UNREACHED, ..Cell::default() }; STATES];
        const ARROWS: [(Arrow, usize, usize, usize); 4] = [
            (Arrow::Pilot, PILOT, PILOT, 1),
            (Arrow::Sync, PILOT, DATA, 0),
            (Arrow::Zero, DATA, DATA, 0),
            (Arrow::One, DATA, DATA, 0),
        ];
        for (index, (arrow, from, to, turns)) in ARROWS.into_iter().enumerate() {
            let in_data = self.data.is_some();
            if in_data && from == PILOT {
                continue;
            }
            let lengths = self.lengths[index];
            for length in lengths.from..=lengths.to.min(self.at) {
                let start = self.at - length;
                if start < self.settled {
                    break;
                }
                let fit = self.fit(start, length, lengths.middle);
                let strain = (length as f32 - lengths.ideal) / lengths.ideal;
                let loud = self.loudness[now] - self.loudness[start % KEPT];
                let strain = loud * f64::from(4.0 * strain * strain);
                for sign in 0..2 {
                    let origin = self.cells[start % KEPT][from + sign].score;
                    let score = origin + if sign == 0 { fit } else { -fit } - strain;
                    let cell = &mut cells[to + (sign ^ turns)];
                    if score > cell.score {
                        *cell = Cell { score, arrow, length: length as u16 };
                    }
                }
            }
        }
        self.cells[now] = cells;
        if self.at.is_multiple_of(STEP) && self.at >= self.settled + LAG + STEP {
            self.settle(self.at - LAG);
        }
        match (self.end, self.data) {
            (Some(_), _) => Progress::Ended,
            (None, Some(_)) => Progress::Data,
            (None, None) => Progress::Pilot,
        }
    }

    /// The end of the sound.
    pub fn finish(&mut self) {
        if self.end.is_none() {
            self.settle(self.at);
        }
    }

    /// Reads off the best way back from the last samples, up to `limit`.
    fn settle(&mut self, limit: usize) {
        let longest = self.lengths.iter().map(|lengths| lengths.to).max().unwrap_or(0);
        let mut best = (UNREACHED, self.at, 0);
        for back in 0..longest.min(self.at) {
            // Each sample that is not covered yet may still add its own loudness.
            let at = self.at - back;
            let open = self.loudness[self.at % KEPT] - self.loudness[at % KEPT];
            for state in 0..STATES {
                let score = self.cells[at % KEPT][state].score + 0.5 * open;
                if score > best.0 {
                    best = (score, at, state);
                }
            }
        }
        let mut way = Vec::new();
        let (mut at, mut state) = (best.1, best.2);
        while at > self.settled {
            let cell = self.cells[at % KEPT][state];
            if cell.arrow == Arrow::None {
                break;
            }
            way.push((at, state, cell));
            at -= usize::from(cell.length);
            state = match cell.arrow {
                Arrow::Pilot => state ^ 1,
                Arrow::Sync => state - DATA + PILOT,
                _ => state,
            };
        }
        let mut tuning = (0.0, 0.0);
        for &(at, state, cell) in way.iter().rev().filter(|step| step.0 <= limit) {
            self.settled = at;
            match cell.arrow {
                Arrow::Pilot | Arrow::None => {}
                Arrow::Sync => {
                    self.data = Some(at);
                    self.polarity = state - DATA;
                }
                Arrow::Zero | Arrow::One => self.bit(at, cell),
            }
            let ideal = match cell.arrow {
                Arrow::Pilot => self.lengths[0].ideal,
                Arrow::Zero => self.lengths[2].ideal,
                Arrow::One => self.lengths[3].ideal,
                _ => continue,
            };
            tuning.0 += f32::from(cell.length);
            tuning.1 += ideal;
        }
        // Only the way that was read off may go on.
        for back in 0..KEPT.min(self.at + 1) {
            let at = self.at - back;
            if at < self.settled || back + 1 == KEPT {
                break;
            }
            if at == self.settled
                && let Some(&(_, state, _)) = way.iter().find(|step| step.0 == at)
            {
                let score = self.cells[at % KEPT][state].score;
                for cell in &mut self.cells[at % KEPT] {
                    cell.score = UNREACHED;
                }
                self.cells[at % KEPT][state].score = score;
            }
        }
        if tuning.1 > 0.0 {
            let ratio = (tuning.0 / tuning.1).clamp(0.9, 1.1);
            self.stretch *= 1.0 + (ratio - 1.0) * 0.5;
            self.tune();
        }
        self.look_for_end();
    }

    /// Notes a bit that ends at `at`.
    fn bit(&mut self, at: usize, cell: Cell) {
        let length = usize::from(cell.length);
        let start = at - length;
        let sign = if self.polarity == 0 { 1.0 } else { -1.0 };
        let loud = (self.loudness[at % KEPT] - self.loudness[start % KEPT]).max(1e-9);
        let fit = sign * self.fit(start, length, 0.5);
        let one = cell.arrow == Arrow::One;
        let other = if one {
            let half = length / 2;
            sign * (self.fit(start, half, 0.5) + self.fit(start + half, length - half, 0.5))
        } else {
            let double = (2 * length).min(self.at - start);
            sign * self.fit(start, double, 0.5) / 2.0
        };
        self.bits.push(one, ((fit - other) / loud) as f32);
        self.fits.push((at, (fit / loud) as f32));
    }

    /// The block ends where fits go bad and stay bad: where their sum above half of what they are in the block is
    /// highest.
    fn look_for_end(&mut self) {
        const WINDOW: usize = 64;
        if self.fits.len() < 2 * WINDOW {
            return;
        }
        let usual = self.usual_fit();
        let last = &self.fits[self.fits.len() - WINDOW..];
        let mean = last.iter().map(|fit| fit.1).sum::<f32>() / WINDOW as f32;
        if mean < 0.6 * usual {
            self.cut(usual);
        }
    }

    fn usual_fit(&self) -> f32 {
        let mut fits: Vec<f32> =
            self.fits.iter().step_by(1 + self.fits.len() / 500).map(|fit| fit.1).collect();
        fits.sort_by(f32::total_cmp);
        fits[fits.len() * 2 / 3]
    }

    fn cut(&mut self, usual: f32) {
        let first = self.fits.len().saturating_sub(1024);
        let (mut sum, mut best) = (0.0, (0.0, first));
        for (index, fit) in self.fits[first..].iter().enumerate() {
            sum += fit.1 - 0.6 * usual;
            if sum > best.0 {
                best = (sum, first + index + 1);
            }
        }
        self.fits.truncate(best.1);
        self.bits.truncate(best.1);
        self.end = Some(self.fits.last().map_or(self.settled, |fit| fit.0));
    }

    /// What was heard: the sample of the first bit, of the end of the last, the bits and the stretch; none without bits.
    pub(crate) fn heard(mut self) -> Option<(usize, usize, Bits, f32)> {
        if self.end.is_none() && self.fits.len() >= 64 {
            let usual = self.usual_fit();
            let last = &self.fits[self.fits.len() - 16..];
            if last.iter().map(|fit| fit.1).sum::<f32>() < 16.0 * 0.6 * usual {
                self.cut(usual);
            }
        }
        let end = self.end.or(self.fits.last().map(|fit| fit.0))?;
        Some((self.data?, end, self.bits, self.stretch))
    }
}
