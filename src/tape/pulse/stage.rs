//! The parts of a signal, each giving its stretches one at a time.
//!
//! Owns: how each kind of TZX signal becomes stretches. Must never know: the order of blocks.

use super::CLOSING;
use super::csw::Runs;
use crate::tape::timing::{CLOCK, MILLISECOND, Timing};
use crate::tape::tzx::body::Words;
use crate::tape::tzx::entry::samples;
use crate::tape::tzx::generalized::{Generalized, Start, Symbol};

/// What a stage gives next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Segment {
    /// A pulse at the current level, which changes after it.
    Pulse(u32),
    /// A stretch at this level, which then is current.
    At(bool, u64),
    /// This level is current from here.
    Level(bool),
    /// The level last played is current from here, so that the next pulse prolongs it.
    Stay,
}

/// One part of a block's signal.
pub(super) enum Stage<'a> {
    /// Pulses of one length.
    Tone { pulse: u16, left: u16 },
    /// Pulses from a list.
    Words { pulses: Words<'a>, at: usize },
    /// Two pulses of a length.
    Pair { first: Option<u16>, second: Option<u16> },
    /// Bits, two pulses each; `half` counts the pulses.
    Bits { data: &'a [u8], halves: u64, half: u64, zero: u16, one: u16 },
    /// Samples of one bit.
    Direct { data: &'a [u8], samples: u64, at: u64, sample: u16 },
    /// Runs of samples at a rate.
    Csw { rate: u32, runs: Runs<'a>, level: bool, samples: u64, tstates: u64 },
    /// Symbols.
    Generalized(Box<Symbols<'a>>),
    /// Silence.
    Pause { closing: u64, low: Option<u64> },
    /// A level to take.
    SetLevel(Option<bool>),
    /// The end of the tape: the last pulse, if it is open, ends in an edge.
    Close { left: bool },
}

/// Where a generalized block is.
pub(super) struct Symbols<'a> {
    block: Generalized<'a>,
    run: usize,
    repetition: u16,
    data: u64,
    symbol: Option<(Symbol<'a>, usize)>,
}

impl<'a> Stage<'a> {
    /// Pilot, sync and bits of a data block.
    pub(super) fn block(timing: &Timing, data: &'a [u8], used_bits: u8) -> [Stage<'a>; 3] {
        [
            Stage::Tone { pulse: timing.pilot, left: timing.pilot_pulses },
            Stage::Pair { first: Some(timing.sync1), second: Some(timing.sync2) },
            Stage::bits(data, used_bits, timing.zero, timing.one),
        ]
    }

    pub(super) fn bits(data: &'a [u8], used_bits: u8, zero: u16, one: u16) -> Stage<'a> {
        Stage::Bits { data, halves: 2 * samples(data, used_bits), half: 0, zero, one }
    }

    pub(super) fn direct(sample: u16, used_bits: u8, data: &'a [u8]) -> Stage<'a> {
        Stage::Direct { data, samples: samples(data, used_bits), at: 0, sample }
    }

    pub(super) fn csw(rate: u32, runs: Runs<'a>, level: bool) -> Stage<'a> {
        Stage::Csw { rate, runs, level, samples: 0, tstates: 0 }
    }

    pub(super) fn generalized(block: Generalized<'a>) -> Stage<'a> {
        Stage::Generalized(Box::new(Symbols { block, run: 0, repetition: 0, data: 0, symbol: None }))
    }

    pub(super) fn pause(ms: u16) -> Stage<'a> {
        let tstates = u64::from(ms) * MILLISECOND;
        let closing = tstates.min(CLOSING);
        Stage::Pause { closing, low: (tstates > 0).then_some(tstates - closing) }
    }

    /// The next stretch; `current` is the level that a pulse would have.
    pub(super) fn next(&mut self, current: bool) -> Option<Segment> {
        match self {
            Stage::Tone { pulse, left } => {
                *left = left.checked_sub(1)?;
                Some(Segment::Pulse(u32::from(*pulse)))
            }
            Stage::Words { pulses, at } => {
                let pulse = pulses.get(*at)?;
                *at += 1;
                Some(Segment::Pulse(u32::from(pulse)))
            }
            Stage::Pair { first, second } => {
                first.take().or_else(|| second.take()).map(|pulse| Segment::Pulse(u32::from(pulse)))
            }
            Stage::Bits { data, halves, half, zero, one } => {
                if half == halves {
                    return None;
                }
                let bit = bit(data, *half / 2);
                *half += 1;
                Some(Segment::Pulse(u32::from(if bit { *one } else { *zero })))
            }
            Stage::Direct { data, samples, at, sample } => {
                if at == samples {
                    return None;
                }
                let level = bit(data, *at);
                let first = *at;
                while *at < *samples && bit(data, *at) == level {
                    *at += 1;
                }
                Some(Segment::At(level, (*at - first) * u64::from(*sample)))
            }
            Stage::Csw { rate, runs, level, samples, tstates } => {
                let run = runs.next()?;
                *samples += u64::from(run);
                let end = u128::from(*samples) * u128::from(CLOCK);
                let end = end.checked_div(u128::from(*rate)).unwrap_or(0) as u64;
                let length = end - *tstates;
                *tstates = end;
                *level = !*level;
                Some(Segment::At(!*level, length))
            }
            Stage::Generalized(symbols) => symbols.next(),
            Stage::Pause { closing, low } => {
                if *closing > 0 {
                    return Some(Segment::At(current, std::mem::take(closing)));
                }
                match low.take()? {
                    0 => Some(Segment::Level(false)),
                    low => Some(Segment::At(false, low)),
                }
            }
            Stage::SetLevel(level) => level.take().map(Segment::Level),
            Stage::Close { left } => std::mem::take(left).then_some(Segment::At(current, CLOSING)),
        }
    }
}

/// The bit at `index`, most significant first; 0 behind the end.
fn bit(data: &[u8], index: u64) -> bool {
    data.get((index / 8) as usize).is_some_and(|byte| byte >> (7 - index % 8) & 1 == 1)
}

impl<'a> Symbols<'a> {
    /// The next symbol: runs of pilot symbols first, then the data.
    fn advance(&mut self) -> Option<Symbol<'a>> {
        while let Some((number, repetitions)) = self.block.pilot_run(self.run) {
            if self.repetition < repetitions {
                self.repetition += 1;
                if let Some(symbol) = self.block.pilot_symbols.get(usize::from(number)) {
                    if symbol.pulse(0).is_none() {
                        self.repetition = repetitions;
                    }
                    return Some(symbol);
                }
            }
            self.run += 1;
            self.repetition = 0;
        }
        while self.data < self.block.data_count {
            let symbol = self.block.data_symbols.get(self.block.data_symbol(self.data));
            // A symbol that needs no bits and makes no sound can be there four thousand million times.
            let silent = symbol.is_none_or(|symbol| symbol.pulse(0).is_none());
            self.data =
                if silent && self.block.is_without_bits() { self.block.data_count } else { self.data + 1 };
            if symbol.is_some() {
                return symbol;
            }
        }
        None
    }

    fn next(&mut self) -> Option<Segment> {
        loop {
            if let Some((symbol, at)) = &mut self.symbol {
                if let Some(pulse) = symbol.pulse(*at) {
                    *at += 1;
                    return Some(Segment::Pulse(u32::from(pulse)));
                }
                self.symbol = None;
            }
            let symbol = self.advance()?;
            self.symbol = Some((symbol, 0));
            match symbol.start {
                Start::Edge => {}
                Start::NoEdge if symbol.pulse(0).is_none() => {}
                Start::NoEdge => return Some(Segment::Stay),
                Start::Low => return Some(Segment::Level(false)),
                Start::High => return Some(Segment::Level(true)),
            }
        }
    }
}
