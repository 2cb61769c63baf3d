//! Pulses: what a tape sounds like, as lengths in T-states between changes of level.
//!
//! ```text
//! a block at the ROM's speed      2168 x 8063 (or 3223), 667, 735, then two pulses a bit, then the pause
//! a pulse                         plays at the current level, which then changes
//! direct recording, CSW           leave the current level at what they played last
//! a pause                         1 ms at the current level, which ends the last pulse, then low; low is current
//! a pause of 0 ms                 nothing at all
//! the start of a tape             low is current
//! the end of a tape               1 ms at the current level, so that the last pulse ends in an edge
//! a stop (20 with 0 ms, 2A)       a pause of 5 s, since a recording cannot wait for a key
//! ```
//!
//! The rules are those of the TZX specification 1.20, but for the last two, of which it says nothing.
//!
//! [`Signal`] makes them one at a time, so a tape of any length needs no memory for its sound; [`decode`] is the way
//! back.
//!
//! Owns: signal, both ways. Must never know: samples, files or BASIC.

pub mod csw;
pub mod decode;
mod heard;
mod stage;

use std::collections::VecDeque;

use super::timing::{MILLISECOND, Timing};
use super::tzx::{Body, Entry, Player};
use stage::{Segment, Stage};

/// A stretch of one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pulse {
    /// The level: EAR high or low.
    pub high: bool,
    /// How long, in T-states; never 0.
    pub tstates: u64,
}

/// How long a stop command is silent for in a signal that nobody can stop.
pub const STOP_MS: u16 = 5000;

/// The pulses of a tape, in order. Levels alternate: each pulse ends in an edge.
///
/// ```
/// use zxtap::tape::pulse::{Pulse, Signal};
/// use zxtap::tape::tzx::Entry;
/// let tape = [Entry { id: 0x13, bytes: vec![2, 100, 0, 200, 0] }, Entry::pause(3)];
/// let pulses: Vec<(bool, u64)> = Signal::new(&tape).map(|p| (p.high, p.tstates)).collect();
/// assert_eq!(pulses, [(false, 100), (true, 200), (false, 10500)]);
/// ```
pub struct Signal<'a> {
    entries: &'a [Entry],
    order: Order<'a>,
    stages: VecDeque<Stage<'a>>,
    /// The level of the next pulse.
    current: bool,
    /// The level last played or set.
    last: bool,
    /// Whether the last thing played was a pulse whose end has no edge yet.
    open: bool,
    ended: bool,
    /// T-states of work that no sound has paid for; see [`MOST_OWED`].
    owed: u64,
    /// What will be owed for the present block unless it sounds.
    due: u64,
    pending: Option<Pulse>,
}

/// What a tape may owe before it ends. A hostile one could go on for ever without a sound, or with next to none: so each
/// stretch, and what a block may hold without a sound, costs as many T-states as no real tape has less of, and sound pays.
const MOST_OWED: u64 = 1 << 29;

/// What a stretch costs: no Spectrum tells pulses as short as this.
const STRETCH_COST: u64 = 16;

/// What a byte of samples or symbols costs: eight of them, of 8 T-states each.
const BYTE_COST: u64 = 64;

enum Order<'a> {
    Played(Box<Player<'a>>),
    One(std::ops::Range<usize>),
}

impl<'a> Signal<'a> {
    /// The signal of a whole tape: jumps, loops and calls followed.
    pub fn new(entries: &'a [Entry]) -> Signal<'a> {
        Signal::with_order(entries, Order::Played(Box::new(Player::new(entries))))
    }

    /// The signal of these entries one after the other, jumps, loops and calls left aside.
    pub fn of(entries: &'a [Entry]) -> Signal<'a> {
        Signal::with_order(entries, Order::One(0..entries.len()))
    }

    fn with_order(entries: &'a [Entry], order: Order<'a>) -> Signal<'a> {
        Signal {
            entries,
            order,
            stages: VecDeque::new(),
            current: false,
            last: false,
            open: false,
            ended: false,
            owed: 0,
            due: 0,
            pending: None,
        }
    }

    /// The next stretch, which may have the level of the one before it.
    fn stretch(&mut self) -> Option<Pulse> {
        loop {
            let Some(stage) = self.stages.front_mut() else {
                if self.ended {
                    return None;
                }
                self.load();
                continue;
            };
            let Some(segment) = stage.next(self.current) else {
                self.stages.pop_front();
                continue;
            };
            let (high, tstates) = match segment {
                Segment::Pulse(tstates) => (self.current, u64::from(tstates)),
                Segment::At(high, tstates) => (high, tstates),
                Segment::Level(high) => {
                    (self.current, self.last) = (high, high);
                    continue;
                }
                Segment::Stay => {
                    self.current = self.last;
                    continue;
                }
            };
            self.last = high;
            match segment {
                Segment::Pulse(_) => (self.current, self.open) = (!high, true),
                _ => (self.current, self.open) = (high, false),
            }
            self.owe(STRETCH_COST);
            let present = self.due.min(tstates);
            self.due -= present;
            self.owed = self.owed.saturating_sub(tstates - present);
            if tstates > 0 {
                return Some(Pulse { high, tstates });
            }
        }
    }

    /// Takes so much on; ends the tape when that is too much.
    fn owe(&mut self, cost: u64) {
        self.owed += cost;
        if self.owed > MOST_OWED {
            self.ended = true;
            self.stages.clear();
        }
    }

    /// Takes the next entry that plays, or the end.
    fn load(&mut self) {
        let next = match &mut self.order {
            Order::Played(player) => player.next(),
            Order::One(range) => range.next(),
        };
        let Some(index) = next else {
            self.ended = true;
            self.stages.push_back(Stage::Close { left: self.open });
            return;
        };
        let entry = &self.entries[index];
        let due = std::mem::take(&mut self.due);
        self.owe(due);
        if self.ended {
            return;
        }
        if matches!(entry.id, 0x15 | 0x19) {
            self.due = entry.bytes.len() as u64 * BYTE_COST;
        }
        let mut play = |stage| self.stages.push_back(stage);
        match entry.body() {
            Some(Body::Standard { pause, data }) => {
                if let Some(&flag) = data.first() {
                    Stage::block(&Timing::rom(flag), data, 8).into_iter().for_each(&mut play);
                }
                play(Stage::pause(pause));
            }
            Some(Body::Turbo { timing, used_bits, pause, data }) => {
                Stage::block(&timing, data, used_bits).into_iter().for_each(&mut play);
                play(Stage::pause(pause));
            }
            Some(Body::Tone { pulse, count }) => play(Stage::Tone { pulse, left: count }),
            Some(Body::Pulses(pulses)) => play(Stage::Words { pulses, at: 0 }),
            Some(Body::PureData { zero, one, used_bits, pause, data }) => {
                play(Stage::bits(data, used_bits, zero, one));
                play(Stage::pause(pause));
            }
            Some(Body::Direct { sample, pause, used_bits, data }) => {
                play(Stage::direct(sample, used_bits, data));
                play(Stage::pause(pause));
            }
            Some(Body::Csw { pause, rate, compression, pulses, data }) => {
                play(Stage::csw(rate, csw::Runs::new(compression, pulses, data), self.current));
                play(Stage::pause(pause));
            }
            Some(Body::Generalized(generalized)) => {
                let pause = generalized.pause;
                play(Stage::generalized(generalized));
                play(Stage::pause(pause));
            }
            Some(Body::Pause { ms: 0 } | Body::StopIf48K) => play(Stage::pause(STOP_MS)),
            Some(Body::Pause { ms }) => play(Stage::pause(ms)),
            Some(Body::Level { high }) => play(Stage::SetLevel(Some(high))),
            _ => {}
        }
    }
}

impl Iterator for Signal<'_> {
    type Item = Pulse;

    fn next(&mut self) -> Option<Pulse> {
        loop {
            let Some(stretch) = self.stretch() else { return self.pending.take() };
            match &mut self.pending {
                Some(pulse) if pulse.high == stretch.high => {
                    pulse.tstates = pulse.tstates.saturating_add(stretch.tstates);
                }
                pending => {
                    if let Some(pulse) = pending.replace(stretch) {
                        return Some(pulse);
                    }
                }
            }
        }
    }
}

/// The pause stage's first part.
const CLOSING: u64 = MILLISECOND;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::Block;

    fn runs(entries: &[Entry]) -> Vec<(u64, usize)> {
        let mut runs: Vec<(u64, usize)> = Vec::new();
        for pulse in Signal::new(entries) {
            match runs.last_mut() {
                Some((length, count)) if *length == pulse.tstates => *count += 1,
                _ => runs.push((pulse.tstates, 1)),
            }
        }
        runs
    }

    fn entry(id: u8, bytes: &[u8]) -> Entry {
        Entry { id, bytes: bytes.to_vec() }
    }

    /// WAV-03, in the round figures of the specification.
    #[test]
    fn a_data_block_at_the_roms_speed() {
        let tape = [Entry::standard(1000, &Block::new(0xFF, &[0x80, 0x01]).bytes)];
        let expected = [(2168, 3223), (667, 1), (735, 1), (1710, 18), (855, 28), (1710, 2), (855, 2)];
        let runs = runs(&tape);
        assert_eq!(runs[..7], expected);
        assert_eq!(runs.iter().map(|run| run.1).sum::<usize>(), 3289 + 2);
        let total: u64 = Signal::new(&tape).map(|pulse| pulse.tstates).sum();
        assert_eq!(total, tape[0].tstates());
    }

    #[test]
    fn levels_alternate_and_begin_low() {
        let tape = [Entry::standard(0, &[0x00, 0xFF]), Entry::standard(1000, &[0xFF])];
        let pulses: Vec<Pulse> = Signal::new(&tape).collect();
        assert!(!pulses[0].high);
        assert!(pulses.windows(2).all(|pair| pair[0].high != pair[1].high));
    }

    /// WAV-04: the last bit ends in an edge and a level that holds for 1 ms, whatever the pause says.
    #[test]
    fn the_last_pulse_is_closed() {
        let tape = [Entry::standard(0, &[0xFF, 0xFF])];
        let pulses: Vec<Pulse> = Signal::new(&tape).collect();
        assert_eq!(pulses.len(), 3223 + 2 + 32 + 1);
        assert_eq!(pulses.last().unwrap().tstates, 3500);
    }

    #[test]
    fn a_pause_ends_low() {
        let one = entry(0x13, &[1, 100, 0]);
        assert_eq!(runs(&[one.clone(), Entry::pause(2)]), [(100, 1), (3500, 2)]);
        assert_eq!(runs(&[one.clone(), one.clone(), Entry::pause(2)]), [(100, 2), (7000, 1)]);
        assert_eq!(runs(&[Entry::pause(1), one.clone(), Entry::pause(1)]), [(3600, 1), (3500, 1)]);
        assert_eq!(
            runs(&[one.clone(), Entry::pause(1), one.clone()]),
            [(100, 1), (3500, 1), (100, 1), (3500, 1)]
        );
        let stop = runs(&[one.clone(), one.clone(), Entry::pause(0)]);
        assert_eq!(stop, [(100, 2), (5000 * 3500, 1)]);
        assert_eq!(runs(&[one, entry(0x2B, &[1, 0, 0, 0, 0])]), [(3600, 1)]);
    }

    #[test]
    fn pulses_without_length_end() {
        let tape = [entry(0x24, &[0xFF, 0xFF]), entry(0x12, &[0, 0, 0xFF, 0xFF]), entry(0x25, &[])];
        assert_eq!(Signal::new(&tape).count(), 0);
    }

    /// Loops around blocks that hold much and sound little.
    #[test]
    fn what_goes_on_without_a_sound_ends() {
        let tone = entry(0x12, &[10, 0, 1, 0]);
        let zeros = vec![0; 300_000];
        let length = &(zeros.len() as u32).to_le_bytes()[..3];
        let instant = entry(0x15, &[&[0, 0, 0, 0, 8], length, &zeros].concat());
        let symbols = (8 * zeros.len() as u32).to_le_bytes();
        let head = [&[0; 8], &symbols[..], &[1, 2], &[0; 6]].concat();
        let length = (head.len() + zeros.len()) as u32;
        let silent = entry(0x19, &[&length.to_le_bytes()[..], &head, &zeros].concat());
        for block in [instant, silent] {
            let tape = [entry(0x24, &[0xFF, 0xFF]), block, tone.clone(), entry(0x25, &[])];
            assert!(Signal::new(&tape).count() < 1000);
        }
        // Pulses of 1 T-state, 4294967295 of them.
        let shortest =
            [&[20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 1, 1][..], &[0, 1, 0]].concat();
        let ticks: u64 = Signal::new(&[entry(0x19, &shortest)]).map(|pulse| pulse.tstates).sum();
        assert!(ticks < 1 << 27, "{ticks}");
    }

    #[test]
    fn a_level_decides_the_next_pulse() {
        let tape = [entry(0x2B, &[1, 0, 0, 0, 1]), entry(0x12, &[10, 0, 3, 0])];
        let first = Signal::new(&tape).next().unwrap();
        assert_eq!(first, Pulse { high: true, tstates: 10 });
    }

    /// TZX-08: runs of equal samples are one pulse; the level stays what it was last.
    #[test]
    fn direct_recording() {
        let tape = [
            entry(0x15, &[79, 0, 0, 0, 4, 2, 0, 0, 0b0011_1010, 0b1111_0000]),
            entry(0x13, &[1, 100, 0]),
            Entry::pause(1),
        ];
        let pulses: Vec<(bool, u64)> = Signal::new(&tape).map(|p| (p.high, p.tstates / 79)).collect();
        assert_eq!(pulses[..4], [(false, 2), (true, 3), (false, 1), (true, 1)]);
        assert_eq!(pulses[4..6], [(false, 1), (true, 5)]);
        assert_eq!(Signal::new(&tape).nth(5).unwrap().tstates, 4 * 79 + 100);
    }

    /// TZX-09: lengths in samples become T-states without drift.
    #[test]
    fn csw_runs() {
        let mut bytes = vec![0, 0, 0, 0, 0, 0, 0x44, 0xAC, 0, 1, 200, 0, 0, 0];
        bytes.extend([1; 200]);
        let tape = [entry(0x18, &bytes), Entry::pause(1)];
        let pulses: Vec<u64> = Signal::new(&tape).map(|pulse| pulse.tstates).collect();
        assert!(pulses[..199].iter().all(|&length| length == 79 || length == 80));
        assert_eq!(pulses[..199].iter().sum::<u64>(), 199 * 3_500_000 / 44_100);
        assert!(Signal::new(&tape[..1]).zip([false, true]).all(|(pulse, high)| pulse.high == high));
    }

    #[test]
    fn generalized_data_like_a_standard_block() {
        let mut block = vec![0, 0];
        block.extend(2u32.to_le_bytes());
        block.extend([2, 2]);
        block.extend(16u32.to_le_bytes());
        block.extend([2, 2]);
        block.extend([0, 0x78, 0x08, 0, 0, 0, 0x9B, 0x02, 0xDF, 0x02]);
        block.extend([0, 0x97, 0x0C, 1, 1, 0]);
        block.extend([0, 0x57, 0x03, 0x57, 0x03, 0, 0xAE, 0x06, 0xAE, 0x06]);
        block.extend([0xFF, 0x81]);
        let bytes = [&(block.len() as u32).to_le_bytes()[..], &block].concat();
        let tape = [entry(0x19, &bytes)];
        let same = [Entry::standard(0, &[0xFF, 0x81])];
        assert!(Signal::new(&tape).eq(Signal::new(&same)));
        assert_eq!(tape[0].data().unwrap().bytes[..], [0xFF, 0x81]);
        assert_eq!(tape[0].tstates(), same[0].tstates());
    }

    #[test]
    fn generalized_symbols_choose_their_level() {
        let mut block = vec![0, 0, 4, 0, 0, 0, 1, 4, 0, 0, 0, 0, 0, 0];
        block.extend([0, 10, 0, 1, 20, 0, 2, 30, 0, 3, 40, 0]);
        block.extend([0, 2, 0, 1, 1, 0, 2, 1, 0, 3, 2, 0]);
        let bytes = [&(block.len() as u32).to_le_bytes()[..], &block].concat();
        let tape = [entry(0x19, &bytes), entry(0x13, &[1, 7, 0])];
        let pulses: Vec<(bool, u64)> = Signal::new(&tape).map(|p| (p.high, p.tstates)).collect();
        assert_eq!(pulses, [(false, 10), (true, 30), (false, 30), (true, 80), (false, 7), (true, 3500)]);
    }

    /// A symbol without an edge prolongs what was before it, a pause or a level that was set as well as a pulse.
    #[test]
    fn a_symbol_without_an_edge_keeps_the_level() {
        let mut block = vec![0, 0, 1, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0];
        block.extend([1, 10, 0, 20, 0, 0, 1, 0]);
        let stays = entry(0x19, &[&(block.len() as u32).to_le_bytes()[..], &block].concat());
        let first = |tape: &[Entry]| Signal::new(tape).map(|p| (p.high, p.tstates)).next();
        assert_eq!(first(std::slice::from_ref(&stays)), Some((false, 10)));
        assert_eq!(first(&[Entry::pause(1), stays.clone()]), Some((false, 3510)));
        assert_eq!(first(&[entry(0x2B, &[1, 0, 0, 0, 1]), stays.clone()]), Some((true, 10)));
        assert_eq!(first(&[entry(0x13, &[1, 100, 0]), stays]), Some((false, 110)));
    }
}
