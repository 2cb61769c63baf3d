//! A recording as a tape: what was heard as entries, what was not as faults.
//!
//! Owns: which of the things heard are faults. Must never know: samples, how a fault is shown.

use super::fault::{Fault, FaultKind};
use super::pulse::decode::Heard;
use super::timing::MILLISECOND;
use super::wav::decode::{Choice, is_right};
use super::wav::{Recording, read};
use super::{Container, Tape};

/// The tape that was heard. Every block is an entry, the wrong ones as the best reading has them; those, and pilots
/// without a block, are faults as well. A file that has no samples gives a tape without blocks and one fault.
///
/// ```
/// use std::io::Cursor;
/// use zxtap::tape::{recording, pulse::Signal, tzx::Entry, wav};
/// let saved = [Entry::standard(1000, &[0xFF, 1, 2, 3, 0xFF]), Entry::standard(1000, &[0xFF; 9])];
/// let mut file = Cursor::new(Vec::new());
/// wav::write(Signal::new(&saved), &wav::Format::default(), &mut file).unwrap();
/// let tape = recording::tape(wav::decode(file));
/// assert_eq!(tape.entries, saved);
/// let told = tape.faults[0].to_string();
/// assert_eq!(told, "block 1 at 5.223 s: 9 bytes, checksum bad: stored FF, computed 00; it ends at 5.293 s");
/// ```
pub fn tape(heard: Result<Recording, read::Error>) -> Tape {
    let mut tape = Tape {
        container: Container::Wav,
        version: None,
        entries: Vec::new(),
        offsets: Vec::new(),
        faults: Vec::new(),
        recording: None,
    };
    match heard {
        Ok(recording) => {
            tape.entries = recording.entries(Choice { keep_bad: true, repair: false });
            tape.offsets = vec![0; tape.entries.len()];
            tape.faults = faults(&recording);
            tape.recording = Some(Box::new(recording));
        }
        Err(error) => {
            let kind = FaultKind::Unreadable(error.to_string());
            tape.faults.push(Fault { offset: 0, block: None, kind });
        }
    }
    tape
}

/// When the first bit of a block begins, in ms from the start of the recording.
pub fn ms(heard: &Heard) -> u64 {
    (heard.data / MILLISECOND as f64).round() as u64
}

fn faults(recording: &Recording) -> Vec<Fault> {
    let wrong = recording.blocks.iter().enumerate().filter(|(_, heard)| !is_right(heard));
    let misheard = wrong.map(|(index, heard)| {
        let repair = heard.repaired().map(|(_, bit)| bit);
        let end_ms = (heard.end / MILLISECOND as f64).round() as u64;
        let kind = FaultKind::Misheard { ms: ms(heard), end_ms, quality: heard.quality(), repair };
        Fault { offset: 0, block: Some(index), kind }
    });
    let unheard = recording.lost.iter().map(|lost| {
        let ms = |seconds: f64| (seconds * 1000.0).round() as u64;
        let kind = FaultKind::Unheard { ms: ms(lost.end), pilot_ms: ms(lost.end - lost.start) };
        Fault { offset: 0, block: None, kind }
    });
    let mut faults: Vec<Fault> = misheard.chain(unheard).collect();
    faults.sort_by_key(|fault| fault.kind.ms());
    if recording.blocks.is_empty() && faults.is_empty() {
        let kind = FaultKind::Silent { ms: (recording.seconds * 1000.0).round() as u64 };
        faults.push(Fault { offset: 0, block: None, kind });
    }
    faults
}
