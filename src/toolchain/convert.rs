//! A tape from one container into another.
//!
//! ```text
//! Tape ── plan ── what becomes of each block, what the target cannot hold
//!                   │ check    whether the recording asked for can carry it
//!                   │ write    TAP, TZX, or sound as it is made
//! ```
//!
//! Owns: what is written of a tape, and what is said of the rest.
//! Must never know: files, the terminal.

use std::fmt;
use std::io::{self, Seek, Write};

use crate::tape::convert::{self, Loss};
use crate::tape::pulse::Signal;
use crate::tape::timing::CLOCK;
use crate::tape::wav::decode::is_right;
use crate::tape::wav::write::{Error as SoundError, bytes_of};
use crate::tape::{Container, Tape, recording, tap, wav};

pub use crate::tape::wav::decode::Choice;
pub use crate::tape::wav::{Format as Sound, Shape};

/// What becomes of a block that was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was heard as it was saved.
    Whole,
    /// It is wrong, and written as it was heard.
    Kept,
    /// This bit, counted from the first of the block, was flipped to make its checksum right.
    Repaired(usize),
    /// It is wrong and left out.
    LeftOut,
}

/// A conversion that can be written.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What is written: of a recording only the blocks that are kept.
    pub tape: Tape,
    /// Into what.
    pub target: Container,
    /// For each block of a recording what becomes of it; empty where the source is no recording.
    pub fates: Vec<Fate>,
    /// What the target cannot hold, with the number of the block in the source.
    pub losses: Vec<(usize, Loss)>,
    /// The blocks of a TAP file.
    blocks: Vec<crate::tape::Block>,
}

/// Why nothing is written.
#[derive(Debug)]
pub enum Error {
    /// There is nothing on the tape that the target can hold.
    Nothing,
    /// The sound that was asked for cannot carry this tape.
    Sound(SoundError),
    /// A block that is too long for TAP.
    Tap(tap::BlockTooLong),
    /// The target cannot be written.
    Io(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Nothing => write!(f, "there is nothing on it that can be written"),
            Error::Sound(error) => write!(f, "{error}"),
            Error::Tap(error) => write!(f, "{error}"),
            Error::Io(error) => write!(f, "{error}"),
        }
    }
}

impl Error {
    /// Whether another rate would do.
    pub fn is_of_rate(&self) -> bool {
        matches!(self, Error::Sound(SoundError::Rate { lowest, .. }) if *lowest <= wav::write::HIGHEST_RATE)
    }
}

impl From<SoundError> for Error {
    fn from(error: SoundError) -> Error {
        match error {
            SoundError::Io(error) => Error::Io(error),
            error => Error::Sound(error),
        }
    }
}

/// What is to be written of a tape, and what is lost on the way.
///
/// ```
/// use zxtap::tape::{self, Container, tzx};
/// use zxtap::toolchain::convert::{Choice, plan};
/// let tape = tape::read(&tzx::write(tzx::VERSION, &[tzx::Entry::text("hi"), tzx::Entry::standard(1000, &[0xFF, 0xFF])]));
/// let plan = plan(tape, Container::Tap, Choice::default());
/// assert_eq!(plan.losses.len(), 1);
/// let mut file = std::io::Cursor::new(Vec::new());
/// plan.write(&Default::default(), &mut file).unwrap();
/// assert_eq!(file.into_inner(), [2, 0, 0xFF, 0xFF]);
/// ```
pub fn plan(mut tape: Tape, target: Container, choice: Choice) -> Plan {
    let mut fates = Vec::new();
    let mut kept = Vec::new();
    if let Some(recording) = &tape.recording {
        fates = recording.blocks.iter().map(|heard| fate(heard, choice)).collect();
        kept = (0..fates.len()).filter(|&index| fates[index] != Fate::LeftOut).collect();
        tape.entries = recording.entries(choice);
    }
    let mut blocks = Vec::new();
    let mut losses = match target {
        Container::Tap => {
            let converted = convert::to_blocks(&tape);
            blocks = converted.blocks;
            converted.losses
        }
        Container::Wav => convert::to_sound(&tape),
        Container::Tzx => Vec::new(),
    };
    for (index, _) in &mut losses {
        *index = kept.get(*index).copied().unwrap_or(*index);
    }
    Plan { tape, target, fates, losses, blocks }
}

fn fate(heard: &crate::tape::pulse::decode::Heard, choice: Choice) -> Fate {
    match heard.repaired().filter(|_| choice.repair) {
        Some((_, bit)) => Fate::Repaired(bit),
        None if is_right(heard) => Fate::Whole,
        None if choice.keep_bad => Fate::Kept,
        None => Fate::LeftOut,
    }
}

impl Plan {
    /// How many blocks are written.
    pub fn count(&self) -> usize {
        match self.target {
            Container::Tap => self.blocks.len(),
            _ => self.tape.entries.len(),
        }
    }

    /// Seconds that what is written takes to play: of a recording the silence around it and the stops count.
    pub fn seconds(&self, sound: &Sound) -> f64 {
        match self.target {
            Container::Tap => {
                self.blocks.iter().filter(|block| !block.bytes.is_empty()).map(|block| block.seconds()).sum()
            }
            Container::Tzx => self.tape.seconds(),
            Container::Wav => {
                convert::sounding(&self.tape) as f64 / CLOCK as f64 + f64::from(sound.lead_ms) * 2.0 / 1000.0
            }
        }
    }

    /// How many bytes of sound will be written, as far as can be told; 0 for other targets.
    pub fn sound_bytes(&self, sound: &Sound) -> u64 {
        match self.target {
            Container::Wav => bytes_of(convert::sounding(&self.tape), sound),
            _ => 0,
        }
    }

    /// Whether there is anything to write and the sound can carry it.
    ///
    /// # Errors
    ///
    /// What stands in the way.
    pub fn check(&self, sound: &Sound) -> Result<(), Error> {
        let silent = self.tape.tstates() == 0;
        match self.target {
            Container::Tap if self.blocks.is_empty() => Err(Error::Nothing),
            Container::Tzx if self.tape.entries.is_empty() => Err(Error::Nothing),
            Container::Wav if silent => Err(Error::Nothing),
            Container::Wav => {
                sound.check(convert::shortest_pulse(&self.tape).unwrap_or(u64::MAX))?;
                if self.sound_bytes(sound) > wav::write::MOST_BYTES {
                    return Err(SoundError::TooLong.into());
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Writes it. Sound goes out as it is made, whatever its length.
    ///
    /// # Errors
    ///
    /// What [`Plan::check`] says, or the writer's own.
    pub fn write(&self, sound: &Sound, mut out: impl Write + Seek) -> Result<(), Error> {
        self.check(sound)?;
        match self.target {
            Container::Tap => {
                let bytes = tap::write(&self.blocks).map_err(Error::Tap)?;
                out.write_all(&bytes).map_err(Error::Io)
            }
            Container::Tzx => out.write_all(&self.tape.to_tzx()).map_err(Error::Io),
            Container::Wav => {
                wav::write(Signal::new(&self.tape.entries), sound, out)?;
                Ok(())
            }
        }
    }

    /// The losses, those of a kind together: `blocks 3, 5 to 9: its own speed; TAP blocks play at the ROM's`.
    pub fn losses_in_words(&self) -> Vec<String> {
        let is_pause = |loss: Loss| matches!(loss, Loss::Pause(_));
        let mut kinds: Vec<(Loss, Vec<usize>)> = Vec::new();
        for &(block, loss) in &self.losses {
            match kinds.iter_mut().find(|(kind, _)| *kind == loss || (is_pause(*kind) && is_pause(loss))) {
                Some((_, blocks)) => blocks.push(block),
                None => kinds.push((loss, vec![block])),
            }
        }
        let pauses = self.losses.iter().filter_map(|&(_, loss)| match loss {
            Loss::Pause(ms) => Some(ms),
            _ => None,
        });
        let (shortest, longest) = (pauses.clone().min(), pauses.max());
        let words = |(loss, blocks): &(Loss, Vec<usize>)| match (loss, shortest, longest) {
            (Loss::Pause(_), Some(shortest), Some(longest)) if shortest < longest => {
                format!("{}: their pauses of {shortest} to {longest} ms", numbers(blocks))
            }
            _ => format!("{}: {loss}", numbers(blocks)),
        };
        kinds.iter().map(words).collect()
    }

    /// In ms, when the block of this number was heard.
    pub fn ms(&self, block: usize) -> Option<u64> {
        self.tape.recording.as_ref()?.blocks.get(block).map(recording::ms)
    }
}

/// `block 3`, or `blocks 3, 5 to 9`.
fn numbers(blocks: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &block in blocks {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == block => *last = block,
            _ => runs.push((block, block)),
        }
    }
    let word = |&(first, last): &(usize, usize)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    };
    let words: Vec<String> = runs.iter().map(word).collect();
    format!("block{} {}", if blocks.len() == 1 { "" } else { "s" }, words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn numbers_in_a_row_are_told_together() {
        assert_eq!(numbers(&[3]), "block 3");
        assert_eq!(numbers(&[3, 5, 6, 7, 9, 10]), "blocks 3, 5 to 7, 9, 10");
    }
}
