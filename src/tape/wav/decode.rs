//! Recordings to blocks.
//!
//! ```text
//! first pass    every channel through each of BANDS: crossings, pulses, blocks; a listener notes where pilots sound
//! second pass   each pilot whose block did not come out right: a search over the samples behind it (`trellis`)
//! ```
//!
//! Of several readings of one block the one with the right checksum is kept, then the one with more bytes and fewer
//! doubts. Neither pass keeps the sound: memory does not grow with its length.
//!
//! Owns: what is tried and which reading wins. Must never know: TAP, TZX or files by name.

use std::io::{self, Read, Seek};

use super::edges::{Band, Edges, Filter};
use super::read::{Error, Layout, Samples};
use super::tone::{Listener, Tone};
use super::trellis::{Progress, Trellis};
use crate::tape::block::Checksum;
use crate::tape::pulse::decode::{Decoder, Heard};
use crate::tape::timing::{CLOCK, MILLISECOND, ROM_PAUSE_MS, Timing};
use crate::tape::tzx::Entry;

/// What is tried on every channel.
const BANDS: [Band; 2] = [
    Band { low: 25.0, low_order: 1, high: 0.0, reach: 0.3 },
    Band { low: 250.0, low_order: 2, high: 4500.0, reach: 0.2 },
];

/// The band of the second pass.
const SEARCH: Band = Band { low: 150.0, low_order: 2, high: 0.0, reach: 0.0 };

/// How often in all the sound may be searched through.
const MOST_SEARCHES: u64 = 6;

/// Bytes of the shortest block that a search is believed to have found: it finds bits in anything.
const SHORTEST_FOUND: usize = 12;

/// Readings that are kept before those of the first pass are sifted: sound can be made that is full of short ones.
const MOST_READINGS: usize = 1 << 13;

/// Seconds of the longest block: 65535 bytes of ones at four fifths of the Spectrum's speed take 640.
const LONGEST_BLOCK: u64 = 650;

/// A pilot whose block could not be read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lost {
    /// When the pilot begins, in seconds.
    pub start: f64,
    /// When it ends.
    pub end: f64,
}

impl Lost {
    /// Whether the pilot is that of a block, or sounds within one.
    fn is_of(&self, heard: &Heard) -> bool {
        let (data, end) = (heard.data / CLOCK as f64, heard.end / CLOCK as f64);
        (data - self.end).abs() <= 0.2
            || (self.start..self.end).contains(&data)
            || (data..end).contains(&self.end)
    }
}

/// What was heard in a recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// What its samples are like.
    pub layout: Layout,
    /// How long it is, in seconds.
    pub seconds: f64,
    /// The blocks, in order; their times are T-states from the start.
    pub blocks: Vec<Heard>,
    /// Pilots with nothing behind them that could be read.
    pub lost: Vec<Lost>,
}

/// Reads the blocks in a WAV file.
///
/// # Errors
///
/// A file that is no WAV file or has samples that cannot be read; see [`Error`].
///
/// ```
/// use std::io::Cursor;
/// use zxtap::tape::{pulse::Signal, tzx::Entry, wav};
/// let tape = [Entry::standard(1000, &[0xFF, 1, 2, 3, 0xFF])];
/// let mut file = Cursor::new(Vec::new());
/// wav::write(Signal::new(&tape), &wav::Format::default(), &mut file).unwrap();
/// let recording = wav::decode(file).unwrap();
/// assert_eq!(recording.blocks[0].bytes, [0xFF, 1, 2, 3, 0xFF]);
/// ```
pub fn decode(mut file: impl Read + Seek) -> Result<Recording, Error> {
    file.rewind()?;
    let mut samples = Samples::new(file)?;
    let layout = samples.layout();
    let first = first_pass(&mut samples)?;
    let mut blocks = best(first.heard);
    let mut lost = Vec::new();
    let per_sample = CLOCK as f64 / f64::from(layout.rate);
    // Searching takes time in proportion to the sound, whatever pilots it pretends to have.
    let mut budget = first.frames * MOST_SEARCHES * u64::from(layout.channels);
    for &(channel, tone) in &first.tones {
        let (start, end) = (tone.start as f64 * per_sample, tone.end as f64 * per_sample);
        // The pilot of a block ends where its bits begin, give or take the listener's frames.
        let slack = 0.12 * CLOCK as f64;
        let own =
            |heard: &Heard| (heard.data - end).abs() < slack || (heard.data > start && heard.data < end);
        let inside = |heard: &Heard| sound(heard) && (heard.data..heard.end + slack).contains(&end);
        if blocks.iter().any(inside) {
            continue;
        }
        if blocks.iter().any(|heard| sound(heard) && (heard.data - end).abs() < slack) {
            continue;
        }
        // A turbo block that was nearly read is looked for with its own timing, all others with the ROM's.
        let turbo =
            blocks.iter().filter(|heard| own(heard) && !heard.like_rom && sure(heard)).map(|h| h.timing);
        let mut found = None;
        for timing in std::iter::once(None).chain(turbo.map(Some).take(2)) {
            if budget == 0 {
                break;
            }
            let heard = search(&mut samples, channel, tone, timing, &mut budget)?;
            let heard = heard.filter(|heard| heard.bytes.len() >= SHORTEST_FOUND);
            found = match (found, heard) {
                (Some(found), Some(heard)) if !better(&heard, &found) => Some(found),
                (found, heard) => heard.or(found),
            };
            if found.as_ref().is_some_and(sound) {
                break;
            }
        }
        lost.push(Lost { start: start / CLOCK as f64, end: end / CLOCK as f64 });
        blocks.extend(found);
    }
    let mut blocks = best(blocks);
    blocks.retain(plausible);
    blocks.retain(|heard| !first.tones.iter().any(|(_, tone)| within(heard, tone, per_sample)));
    let seconds = first.frames as f64 / f64::from(layout.rate);
    lost.retain(|lost| lost.end - lost.start >= TOLD_PILOT || lost.end + 0.1 > seconds);
    lost.dedup_by(|a, b| (a.end - b.end).abs() < 0.2);
    lost.retain(|lost| !blocks.iter().any(|heard| lost.is_of(heard)));
    Ok(Recording { layout, seconds, blocks, lost })
}

/// Whether what was taken for a block is noise within a pilot.
fn within(heard: &Heard, tone: &Tone, per_sample: f64) -> bool {
    let slack = 0.06 * CLOCK as f64;
    let (start, end) = (tone.start as f64 * per_sample, tone.end as f64 * per_sample);
    heard.data > start && heard.end < end - slack && (heard.bytes.len() < 32 || !sound(heard))
}

/// What goes from a recording into a tape file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// Blocks whose checksum is wrong are kept as they were heard.
    pub keep_bad: bool,
    /// Where one doubtful bit makes the checksum right, it is flipped.
    pub repair: bool,
}

impl Recording {
    /// The blocks as entries of a tape, with the pauses between them; those at the ROM's speed are kind 10, others 11
    /// with their own timing. Blocks that are not right ([`is_right`]) are left out unless `choice` says otherwise.
    pub fn entries(&self, choice: Choice) -> Vec<Entry> {
        let mut entries = Vec::new();
        for (index, heard) in self.blocks.iter().enumerate() {
            let next = self.blocks.get(index + 1).map(|next| next.start.max(heard.end));
            let pause = pause(next.map(|next| next - heard.end));
            let repaired = heard.repaired().filter(|_| choice.repair);
            match repaired {
                Some((bytes, _)) => entries.push(Heard { bytes, ..heard.clone() }.entry(pause)),
                None if is_right(heard) || choice.keep_bad => entries.push(heard.entry(pause)),
                None => {}
            }
        }
        entries
    }
}

/// Whether a block is believed to be what was saved: by its checksum, or, at another speed than the ROM's, because hardly
/// any of its bits is doubtful: its loader need not have a checksum. But where a doubtful bit makes the checksum right, it
/// has one, and the bit is wrong.
pub fn is_right(heard: &Heard) -> bool {
    heard.checksum() == Checksum::Ok || (!heard.like_rom && clearly(heard) && heard.repaired().is_none())
}

/// A gap in T-states as a pause in ms; the ROM's own when it is about that, or when nothing follows.
fn pause(gap: Option<f64>) -> u16 {
    let ms = gap.map_or(f64::from(ROM_PAUSE_MS), |gap| gap / MILLISECOND as f64);
    if (ms - f64::from(ROM_PAUSE_MS)).abs() < 150.0 { ROM_PAUSE_MS } else { ms.round().min(65535.0) as u16 }
}

struct FirstPass {
    heard: Vec<Heard>,
    tones: Vec<(usize, Tone)>,
    frames: u64,
}

fn first_pass<R: Read>(samples: &mut Samples<R>) -> io::Result<FirstPass> {
    let Layout { rate, channels, .. } = samples.layout();
    let channels = usize::from(channels);
    let reader = |band| (Edges::new(band, rate), [Decoder::new(), Decoder::swift()]);
    let mut readers: Vec<Vec<(Edges, [Decoder; 2])>> = vec![BANDS.iter().map(reader).collect(); channels];
    let mut listeners = vec![Listener::new(rate); channels];
    let mut found = FirstPass { heard: Vec::new(), tones: Vec::new(), frames: 0 };
    let mut chunk = vec![Vec::new(); channels];
    let mut most = MOST_READINGS;
    loop {
        if found.heard.len() > most {
            found.heard.retain(plausible);
            most = MOST_READINGS.max(2 * found.heard.len());
        }
        match samples.next_chunk(&mut chunk)? {
            0 => break,
            frames => found.frames += frames as u64,
        }
        for (channel, chunk) in chunk.iter().enumerate() {
            for (edges, decoders) in &mut readers[channel] {
                for pulse in chunk.iter().filter_map(|&sample| edges.push(sample)) {
                    decoders.iter_mut().for_each(|decoder| decoder.push(pulse));
                }
                for decoder in decoders {
                    found.heard.extend(deliberate(decoder));
                }
            }
            let tones = chunk.iter().filter_map(|&sample| listeners[channel].push(sample));
            found.tones.extend(tones.map(|tone| (channel, tone)));
        }
    }
    for (channel, readers) in readers.iter_mut().enumerate() {
        for decoder in readers.iter_mut().flat_map(|(_, decoders)| decoders) {
            decoder.finish();
            found.heard.extend(deliberate(decoder));
        }
        found.tones.extend(listeners[channel].finish().map(|tone| (channel, tone)));
    }
    Ok(found)
}

/// The search behind one pilot.
fn search<R: Read + Seek>(
    samples: &mut Samples<R>,
    channel: usize,
    tone: Tone,
    timing: Option<Timing>,
    budget: &mut u64,
) -> io::Result<Option<Heard>> {
    let Layout { rate, channels, .. } = samples.layout();
    let lead = u64::from(rate) * 2 / 5;
    let start = tone.start.max(tone.end.saturating_sub(lead));
    samples.seek(start)?;
    let (slower, faster) = ((rate / 32_000).max(1), 22_050u32.div_ceil(rate).max(1));
    let inner_rate = rate as f32 / slower as f32 * faster as f32;
    let stretch = 2.0 * CLOCK as f32 / 4.0 / tone.hz / f32::from(Timing::rom(0).pilot);
    let pilot_pulses = (2.0 * tone.hz * (tone.end - tone.start) as f32 / rate as f32) as u16;
    let (timing, stretch) = match timing {
        Some(timing) => (timing, 1.0),
        None => (Timing { pilot_pulses, ..Timing::rom(0) }, stretch),
    };
    let mut trellis = Trellis::new(inner_rate, timing, stretch);
    let mut filter = Filter::new(&SEARCH, rate as f32);
    let mut frame = vec![0.0; usize::from(channels)];
    let (mut sum, mut summed, mut before) = (0.0, 0, 0.0);
    let mut frames = 0;
    'sound: while samples.next_frame(&mut frame)? {
        frames += 1;
        if *budget == 0 || frames > LONGEST_BLOCK * u64::from(rate) {
            break;
        }
        *budget -= 1;
        let sample = filter.pass(frame[channel]);
        sum += sample;
        summed += 1;
        if summed < slower {
            continue;
        }
        let mean = sum / slower as f32;
        (sum, summed) = (0.0, 0);
        for part in 1..=faster {
            let between = before + (mean - before) * part as f32 / faster as f32;
            match trellis.push(between) {
                Progress::Ended => break 'sound,
                Progress::Pilot if frames > tone.end - start + u64::from(rate) => break 'sound,
                _ => {}
            }
        }
        before = mean;
    }
    trellis.finish();
    let per_sample = CLOCK as f64 / f64::from(inner_rate);
    let begin = start as f64 * CLOCK as f64 / f64::from(rate);
    Ok(trellis.heard().and_then(|(data, end, mut bits, stretch)| {
        let length = bits.end(4);
        bits.truncate(length);
        if bits.len() < 16 {
            return None;
        }
        let (bytes, used_bits, doubts, doubtful) = bits.finish();
        let like_rom = timing == Timing { pilot_pulses: timing.pilot_pulses, ..Timing::rom(0) };
        // Another timing was measured on this very block, and better than the search does.
        let stretch = if like_rom { stretch } else { 1.0 };
        let scaled = |tstates: u16| (f32::from(tstates) * stretch).round().clamp(0.0, 65535.0) as u16;
        Some(Heard {
            bytes,
            used_bits,
            timing: Timing {
                pilot: scaled(timing.pilot),
                pilot_pulses: timing.pilot_pulses,
                sync1: scaled(timing.sync1),
                sync2: scaled(timing.sync2),
                zero: scaled(timing.zero),
                one: scaled(timing.one),
            },
            like_rom,
            start: tone.start as f64 * CLOCK as f64 / f64::from(rate),
            data: begin + data as f64 * per_sample,
            end: begin + end as f64 * per_sample,
            doubts,
            doubtful,
        })
    }))
}

/// The best of all readings of each block, in order of time. A reading that is not sound gives way to any sound one
/// that it overlaps, pilot included.
fn best(heard: Vec<Heard>) -> Vec<Heard> {
    let (sound, other): (Vec<_>, Vec<_>) = heard.into_iter().partition(sound);
    let sound = one_of_each(sound);
    let free = |reading: &Heard| {
        let next = sound.partition_point(|heard| heard.end <= reading.data);
        sound.get(next).is_none_or(|heard| heard.start.min(heard.data) >= reading.end)
    };
    let mut other = one_of_each(other);
    other.retain(free);
    let mut kept = sound;
    kept.append(&mut other);
    kept.sort_by(|a, b| a.data.total_cmp(&b.data));
    kept
}

/// Of readings that overlap the best.
fn one_of_each(mut heard: Vec<Heard>) -> Vec<Heard> {
    heard.sort_by(|a, b| a.data.total_cmp(&b.data));
    let mut kept: Vec<Heard> = Vec::new();
    for reading in heard {
        match kept.last_mut() {
            Some(other) if reading.data < other.end || reading.data - other.data < CLOCK as f64 * 0.01 => {
                let less = if better(&reading, other) { std::mem::replace(other, reading) } else { reading };
                other.doubt(&less);
            }
            _ => kept.push(reading),
        }
    }
    kept
}

/// Whether a reading is to be believed: the right checksum, and not by chance. Music and hiss are full of short blocks; an
/// even number of equal bytes has the right checksum.
fn sound(heard: &Heard) -> bool {
    let enough = match heard.like_rom {
        true if heard.timing.pilot_pulses >= LONG_PILOT => heard.bytes.len() >= 2,
        true => heard.bytes.len() >= 19 && !single_tone(heard),
        false => heard.bytes.len() >= SHORTEST_FOUND && !single_tone(heard),
    };
    heard.checksum() == Checksum::Ok && enough && sure(heard)
}

/// Whether nearly all bits are the same, as in a tone that goes on.
fn single_tone(heard: &Heard) -> bool {
    let most =
        |tone: u8| heard.bytes.iter().filter(|&&byte| byte == tone).count() * 20 >= heard.bytes.len() * 19;
    most(0x00) || most(0xFF)
}

/// T-states of the slowest pilot pulse of a turbo block, on a slow tape.
const SLOWEST_TURBO: u16 = 2500;

/// What a decoder has heard, without accidents.
fn deliberate(decoder: &mut Decoder) -> impl Iterator<Item = Heard> {
    std::iter::from_fn(|| decoder.next_heard()).filter(|heard| !accidental(heard))
}

/// Whether what was taken for a block may well be a change of tone in music: a short one whose sync is not the ROM's, or
/// one at another speed than the ROM's that is a single tone or has a slower pilot, as no turbo loader's has.
fn accidental(heard: &Heard) -> bool {
    let sync = f32::from(heard.timing.sync1) + f32::from(heard.timing.sync2);
    let rom = Timing::rom(0);
    let expected = f32::from(rom.sync1) + f32::from(rom.sync2);
    let scale = f32::from(heard.timing.pilot) / f32::from(rom.pilot);
    let short = heard.bytes.len() < SHORTEST_FOUND;
    let strange = !(0.8..1.2).contains(&(sync / (expected * scale).max(1.0)));
    let odd = single_tone(heard) || heard.timing.pilot > SLOWEST_TURBO;
    (short && strange) || (!heard.like_rom && heard.checksum() != Checksum::Ok && odd)
}

/// Pilot pulses that are no accident: a second and a half.
const LONG_PILOT: u16 = 2400;

/// Pilot pulses that may be an accident.
const SHORT_PILOT: u16 = 256;

/// Seconds of pilot for whose block something is said when it cannot be read: longer than most notes. Where the sound
/// ends in it a shorter one will do.
const TOLD_PILOT: f64 = 1.5;

/// Whether a reading that is not sound is worth a line: behind a pilot that is no accident, or with hardly a doubt.
fn plausible(heard: &Heard) -> bool {
    let long = heard.like_rom && heard.timing.pilot_pulses >= LONG_PILOT;
    let clear = heard.timing.pilot_pulses >= SHORT_PILOT && heard.bytes.len() >= 32;
    sound(heard) || long || (clear && clearly(heard))
}

/// Whether hardly any of its bits is doubtful.
fn clearly(heard: &Heard) -> bool {
    heard.doubtful * 50 < heard.bytes.len() * 8
}

/// Whether few of its bits are doubtful.
fn sure(heard: &Heard) -> bool {
    heard.doubtful * 6 < heard.bytes.len() * 8
}

/// Whether a reading is better than another of the same block.
fn better(reading: &Heard, other: &Heard) -> bool {
    let rank =
        |heard: &Heard| (sound(heard), heard.bytes.len() - heard.doubtful.div_ceil(4).min(heard.bytes.len()));
    rank(reading) > rank(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pilot_is_lost_unless_a_block_is_left_at_its_end() {
        let pilot = Lost { start: 2.0, end: 4.0 };
        let block = |data: f64, end: f64| Heard {
            bytes: vec![0xFF; 2],
            used_bits: 8,
            timing: Timing::rom(0xFF),
            like_rom: true,
            start: 0.0,
            data: data * CLOCK as f64,
            end: end * CLOCK as f64,
            doubts: Vec::new(),
            doubtful: 0,
        };
        for (data, end) in [(4.1, 5.0), (3.9, 5.0), (2.5, 5.0), (1.0, 5.0)] {
            assert!(pilot.is_of(&block(data, end)), "{data}");
        }
        for (data, end) in [(4.3, 5.0), (1.0, 3.0)] {
            assert!(!pilot.is_of(&block(data, end)), "{data}");
        }
    }

    /// A hundred times a second something like a turbo block of three bytes.
    #[test]
    fn memory_does_not_grow_with_what_is_no_block() {
        let mut bytes = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0".to_vec();
        bytes.extend(44_100u32.to_le_bytes());
        bytes.extend([0, 0, 0, 0, 1, 0, 8, 0]);
        bytes.extend(b"data\0\0\0\0");
        let (mut level, mut seed) = (36, 1u32);
        let mut pulse = |samples: usize| {
            bytes.extend(std::iter::repeat_n(level, samples));
            level ^= 36 ^ 220;
        };
        for _ in 0..5000 {
            (0..60).for_each(|_| pulse(6));
            (0..2).for_each(|_| pulse(2));
            for _ in 0..24 {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let samples = if seed >> 31 == 1 { 5 } else { 3 };
                (0..2).for_each(|_| pulse(samples));
            }
            pulse(12);
        }
        let mut samples = Samples::new(&bytes[..]).unwrap();
        let first = first_pass(&mut samples).unwrap();
        assert!(first.frames > 40 * 44_100);
        assert!(first.heard.len() < MOST_READINGS + 1000, "{}", first.heard.len());
    }
}
