//! From any tape to the blocks that TAP can hold, or to sound, with a list of what they cannot.
//!
//! Blocks are taken in the order in which they play, loops and calls followed. A pilot and sync given as tone and pulses
//! in front of pure data belong to that data.
//!
//! Owns: what is lost between containers. Must never know: files, or how losses are shown.

use std::fmt;

use super::block::Block;
use super::pulse::STOP_MS;
use super::tap::LONGEST_BLOCK;
use super::timing::{MILLISECOND, ROM_PAUSE_MS, Timing};
use super::tzx::{Body, Entry, Speed};
use super::{Container, Tape};

/// Bytes that loops may add to a tape; what goes beyond is left out.
pub const MOST_REPEATED_BYTES: usize = 64 << 20;

/// The blocks of a tape as TAP holds them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Converted {
    /// The blocks, in the order in which they play.
    pub blocks: Vec<Block>,
    /// What they do not say any more, each once for an entry, in the order of the entries.
    pub losses: Vec<(usize, Loss)>,
}

/// What TAP cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loss {
    /// A block without bytes, which is nothing on a tape.
    Empty,
    /// The block is sent at another speed; a TAP block is sent at the ROM's.
    Speed,
    /// The bits are sent at the ROM's speed, but not behind a pilot and sync that the ROM would take.
    Pilot,
    /// The last byte is not whole on the tape.
    UsedBits(u8),
    /// A pause other than the ROM's.
    Pause(u16),
    /// A command to stop the tape.
    Stop,
    /// The same in sound, where it is a silence.
    Halt,
    /// A signal that is no block of bytes; it is left out.
    Signal,
    /// Text or other information; it is left out.
    Information,
    /// The block has more bytes than TAP can hold; it is left out.
    TooLong(usize),
    /// Loops repeat this block more often than is written.
    Repeats,
}

impl Loss {
    /// Whether the signal changes; the others are for people, or make no difference to the ROM.
    pub fn is_signal(self) -> bool {
        !matches!(self, Loss::Information | Loss::Pause(_) | Loss::Empty | Loss::Stop | Loss::Halt)
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Empty => write!(f, "an empty block, left out"),
            Loss::Speed => write!(f, "its own speed; TAP blocks play at the ROM's"),
            Loss::Pilot => write!(f, "no pilot and sync like the ROM's; TAP blocks have them"),
            Loss::UsedBits(bits) => write!(f, "{} bits of the last byte are not on the tape", 8 - bits),
            Loss::Pause(ms) => write!(f, "its pause of {ms} ms"),
            Loss::Stop => write!(f, "a stop of the tape"),
            Loss::Halt => write!(f, "a stop of the tape; it is {} s of silence", STOP_MS / 1000),
            Loss::Signal => write!(f, "a signal that is no block of bytes, left out"),
            Loss::Information => write!(f, "information, left out"),
            Loss::TooLong(bytes) => {
                write!(f, "{bytes} bytes, left out; a TAP block holds at most {LONGEST_BLOCK}")
            }
            Loss::Repeats => write!(f, "loops make the tape longer than is written"),
        }
    }
}

/// The blocks of `tape` for TAP. A TAP file gives its own blocks, empty ones included, without a loss.
///
/// ```
/// use zxtap::tape::{self, convert, tzx};
/// let entries = [tzx::Entry::text("hi"), tzx::Entry::standard(1000, &[0xFF, 0xFF])];
/// let tape = tape::read(&tzx::write(tzx::VERSION, &entries));
/// let converted = convert::to_blocks(&tape);
/// assert_eq!(converted.blocks[0].bytes, [0xFF, 0xFF]);
/// assert_eq!(converted.losses, [(0, convert::Loss::Information)]);
/// ```
pub fn to_blocks(tape: &Tape) -> Converted {
    if tape.container == Container::Tap {
        return Converted { blocks: tape.data_blocks().blocks, losses: Vec::new() };
    }
    let mut seen = vec![false; tape.entries.len()];
    let mut converted = Converted::default();
    let mut repeated = 0;
    let mut lead: Vec<usize> = Vec::new();
    for index in tape.play() {
        let entry = &tape.entries[index];
        if matches!(entry.id, 0x12 | 0x13) {
            lead.push(index);
            lead.truncate(1 << 16);
            continue;
        }
        let losses = &mut converted.losses;
        if entry.id == 0x14 {
            let own_speed = entry.data().is_none_or(|data| !data.like_rom() || data.bytes.is_empty());
            if !seen[index] && !own_speed && !leads_like_rom(lead.iter().map(|&tone| &tape.entries[tone])) {
                losses.push((index, Loss::Pilot));
            }
            lead.clear();
        }
        for tone in lead.drain(..) {
            if !std::mem::replace(&mut seen[tone], true) {
                losses.push((tone, Loss::Signal));
            }
        }
        let again = std::mem::replace(&mut seen[index], true);
        if !again {
            losses.extend(losses_of(entry).into_iter().map(|loss| (index, loss)));
        }
        let Some(data) = entry.data().filter(|d| (1..=LONGEST_BLOCK).contains(&d.bytes.len())) else {
            continue;
        };
        if again {
            repeated += data.bytes.len();
            if repeated > MOST_REPEATED_BYTES {
                losses.push((index, Loss::Repeats));
                break;
            }
        }
        converted.blocks.push(data.block());
    }
    converted.losses.extend(lead.into_iter().filter(|&tone| !seen[tone]).map(|tone| (tone, Loss::Signal)));
    converted.losses.sort_unstable();
    converted.losses.dedup();
    converted
}

/// What sound does not tell of a tape, each once for an entry: blocks without a signal.
///
/// ```
/// use zxtap::tape::{self, convert, tzx};
/// let tape = tape::read(&tzx::write(tzx::VERSION, &[tzx::Entry::text("hi"), tzx::Entry::pause(0)]));
/// assert_eq!(convert::to_sound(&tape), [(0, convert::Loss::Information), (1, convert::Loss::Halt)]);
/// ```
pub fn to_sound(tape: &Tape) -> Vec<(usize, Loss)> {
    let mut losses = Vec::new();
    for (index, entry) in tape.entries.iter().enumerate() {
        for loss in losses_of(entry) {
            match loss {
                Loss::Stop => losses.push((index, Loss::Halt)),
                Loss::Information | Loss::Empty => losses.push((index, loss)),
                _ => {}
            }
        }
    }
    losses
}

/// T-states that a tape sounds in a recording, loops followed and stops as silence. Saturates.
pub fn sounding(tape: &Tape) -> u64 {
    let length = |entry: &Entry| match entry.body() {
        Some(Body::Pause { ms: 0 } | Body::StopIf48K) => u64::from(STOP_MS) * MILLISECOND,
        _ => entry.tstates(),
    };
    let lengths: Vec<u64> = tape.entries.iter().map(length).collect();
    tape.play().fold(0, |sum, index| sum.saturating_add(lengths[index]))
}

/// The shortest pulse that a loader has to tell from others, in T-states; none where a tape has no such pulse. Direct
/// recordings, CSW and generalized data may have shorter ones, which are mostly noise.
pub fn shortest_pulse(tape: &Tape) -> Option<u64> {
    let shortest_of = |entry: &Entry| -> Option<u16> {
        match entry.body()? {
            Body::Standard { data, .. } => (!data.is_empty()).then(|| Timing::rom(0).sync1),
            Body::Turbo { timing, data, .. } => {
                let Timing { pilot, pilot_pulses, sync1, sync2, zero, one } = timing;
                let pilot = if pilot_pulses == 0 { 0 } else { pilot };
                let bits = if data.is_empty() { [0, 0] } else { [zero, one] };
                [pilot, sync1, sync2].into_iter().chain(bits).filter(|&pulse| pulse > 0).min()
            }
            Body::Tone { pulse, count } => (count > 0 && pulse > 0).then_some(pulse),
            Body::Pulses(pulses) => pulses.iter().filter(|&pulse| pulse > 0).min(),
            Body::PureData { zero, one, data, .. } if !data.is_empty() => {
                [zero, one].into_iter().filter(|&pulse| pulse > 0).min()
            }
            _ => None,
        }
    };
    tape.entries.iter().filter_map(shortest_of).min().map(u64::from)
}

/// Whether a pulse is within a tenth of the ROM's own.
fn near(is: u16, rom: u16) -> bool {
    is.abs_diff(rom) <= rom / 10
}

/// Whether so many pulses are enough of a pilot: nine tenths of the ROM's shorter one.
fn is_long_enough(pilot_pulses: u32) -> bool {
    pilot_pulses >= u32::from(Timing::rom(0xFF).pilot_pulses) * 9 / 10
}

/// Whether tones and pulses are a pilot and sync like the ROM's.
fn leads_like_rom<'a>(lead: impl Iterator<Item = &'a Entry>) -> bool {
    let rom = Timing::rom(0);
    let (mut pilot_pulses, mut sync) = (0u32, Vec::new());
    for entry in lead {
        match entry.body() {
            Some(Body::Tone { pulse, count }) if sync.is_empty() && near(pulse, rom.pilot) => {
                pilot_pulses = pilot_pulses.saturating_add(u32::from(count));
            }
            Some(Body::Tone { pulse, count }) => sync.extend((0..count.min(3)).map(|_| pulse)),
            Some(Body::Pulses(pulses)) => sync.extend(pulses.iter().take(3)),
            _ => {}
        }
        sync.truncate(3);
    }
    let is_sync = matches!(sync[..], [one, two] if near(one, rom.sync1) && near(two, rom.sync2));
    is_long_enough(pilot_pulses) && is_sync
}

/// What a single entry says that a TAP block does not.
fn losses_of(entry: &Entry) -> Vec<Loss> {
    let mut losses = Vec::new();
    if let Some(data) = entry.data() {
        match data.bytes.len() {
            0 => losses.push(Loss::Empty),
            length if length > LONGEST_BLOCK => losses.push(Loss::TooLong(length)),
            _ if !data.like_rom() => losses.push(Loss::Speed),
            _ => {
                let rom = Timing::rom(0);
                let has_its_own = |timing: Timing| {
                    let is_sync = near(timing.sync1, rom.sync1) && near(timing.sync2, rom.sync2);
                    !is_sync || !is_long_enough(u32::from(timing.pilot_pulses))
                };
                if matches!(data.speed, Speed::Turbo(timing) if has_its_own(timing)) {
                    losses.push(Loss::Pilot);
                }
            }
        }
        if data.used_bits < 8 {
            losses.push(Loss::UsedBits(data.used_bits));
        }
    }
    match entry.body() {
        Some(Body::Standard { pause, .. } | Body::Turbo { pause, .. } | Body::PureData { pause, .. })
            if pause != ROM_PAUSE_MS =>
        {
            losses.push(Loss::Pause(pause))
        }
        Some(Body::Pause { ms: 0 } | Body::StopIf48K) => losses.push(Loss::Stop),
        Some(Body::Pause { ms }) => losses.push(Loss::Pause(ms)),
        Some(Body::Direct { .. } | Body::Csw { .. } | Body::Level { .. }) => losses.push(Loss::Signal),
        Some(Body::Generalized(_)) if entry.data().is_none() => losses.push(Loss::Signal),
        Some(Body::Generalized(data)) if data.pause != ROM_PAUSE_MS => losses.push(Loss::Pause(data.pause)),
        Some(
            Body::GroupStart(_)
            | Body::Select(_)
            | Body::Text(_)
            | Body::Message { .. }
            | Body::Archive(_)
            | Body::Hardware(_)
            | Body::Custom { .. }
            | Body::Deprecated { .. }
            | Body::Unknown { .. },
        ) => losses.push(Loss::Information),
        _ => {}
    }
    losses
}

#[cfg(test)]
mod tests {
    use super::*;

    fn losses(entries: Vec<Entry>) -> Vec<(usize, Loss)> {
        to_blocks(&Tape { container: Container::Tzx, ..Tape::of(entries) }).losses
    }

    fn tone(pulse: u16, count: u16) -> Entry {
        Entry { id: 0x12, bytes: [pulse.to_le_bytes(), count.to_le_bytes()].concat() }
    }

    /// Data at the ROM's speed that the ROM would not load, since what is in front of it is not the ROM's.
    #[test]
    fn a_pilot_that_is_not_the_roms_is_told() {
        let data = Entry { id: 0x14, bytes: vec![0x57, 3, 0xAE, 6, 8, 0xE8, 3, 2, 0, 0, 0xFF, 0xFF] };
        let sync = Entry { id: 0x13, bytes: vec![2, 0x9B, 2, 0xDF, 2] };
        let pilot = tone(2168, 3223);
        assert_eq!(losses(vec![pilot.clone(), sync.clone(), data.clone()]), []);
        assert_eq!(losses(vec![pilot.clone(), tone(667, 1), tone(735, 1), data.clone()]), []);
        for lead in [
            vec![],
            vec![sync.clone()],
            vec![pilot.clone()],
            vec![pilot.clone(), tone(700, 3)],
            vec![tone(2168, 1000), sync.clone()],
            vec![tone(1500, 3223), sync.clone()],
        ] {
            let at = lead.len();
            assert_eq!(losses([lead, vec![data.clone()]].concat()), [(at, Loss::Pilot)]);
        }
        let rom = Timing::rom(0xFF);
        for (timing, is_like_rom) in [
            (rom, true),
            (Timing { pilot_pulses: 1000, ..rom }, false),
            (Timing { sync1: 300, ..rom }, false),
        ] {
            let lost = losses(vec![Entry::turbo(timing, 8, 1000, &[0xFF, 0xFF])]);
            assert_eq!(lost.is_empty(), is_like_rom, "{lost:?}");
        }
    }
}
