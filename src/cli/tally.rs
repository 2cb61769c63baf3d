//! What many tapes come to: what is said of each, how many are sound, the exit code.
//!
//! Owns: the summary and its JSON. Must never know: what a fault is.

use std::fmt;

use serde_json::json;
use zxtap::diagnostic::render;

use super::Failure;
use super::collection::{Job, Unread};
use super::terminal::{Terminal, plural};

/// How one tape came out.
pub(super) enum Verdict {
    /// It was read; so many faults and warnings.
    Seen { faults: usize, warnings: usize },
    /// What it should be in is at fault.
    Bad,
    /// It cannot be read.
    Unread,
}

/// What is said of one tape.
pub(super) struct Told {
    pub(super) text: String,
    pub(super) verdict: Verdict,
}

/// What is said of a tape that was not read.
pub(super) fn told_unread(job: &Job, why: &Unread, as_json: bool) -> Told {
    let (message, verdict) = match why {
        Unread::Input(message) => (message, Verdict::Bad),
        Unread::Trouble(message) => (message, Verdict::Unread),
    };
    let text = if as_json {
        json!({ "file": job.name, "error": message }).to_string()
    } else {
        format!("{}: {message}", job.name)
    };
    Told { text, verdict }
}

/// `sound`, `1 fault`, `sound, 2 warnings`.
pub(super) fn judgement(faults: usize, warnings: usize) -> String {
    let mut words = match faults {
        0 => "sound".to_owned(),
        n => plural(n, "fault"),
    };
    if warnings > 0 {
        words += &format!(", {}", render::count(0, warnings));
    }
    words
}

/// The sum.
#[derive(Default)]
pub(super) struct Tally {
    tapes: usize,
    sound: usize,
    faulty: usize,
    faults: usize,
    warnings: usize,
    bad: usize,
    unread: usize,
}

impl Tally {
    /// Shows what is said of a tape and counts it.
    pub(super) fn show(&mut self, terminal: &Terminal, told: Told, as_json: bool) -> Result<(), Failure> {
        self.tapes += 1;
        let seen = matches!(told.verdict, Verdict::Seen { .. });
        match told.verdict {
            Verdict::Seen { faults, warnings } => {
                *(if faults == 0 { &mut self.sound } else { &mut self.faulty }) += 1;
                self.faults += faults;
                self.warnings += warnings;
            }
            Verdict::Bad => self.bad += 1,
            Verdict::Unread => self.unread += 1,
        }
        match (as_json, seen) {
            (true, _) if self.tapes > 1 => terminal.show(format!(",{}", told.text).as_bytes()),
            (false, false) => {
                terminal.error(&told.text);
                Ok(())
            }
            _ => terminal.show(told.text.as_bytes()),
        }
    }

    /// The members of a JSON object, without brackets.
    pub(super) fn json(&self) -> String {
        let sum = json!({
            "sound": self.sound,
            "faulty": self.faulty,
            "unreadable": self.bad + self.unread,
            "faults": self.faults,
            "warnings": self.warnings,
        });
        sum.to_string().trim_matches(['{', '}']).to_owned()
    }

    /// The exit code. A tape that cannot be read weighs more than a fault.
    pub(super) fn outcome(&self, deny_warnings: bool) -> Result<(), Failure> {
        match self.unread {
            0 if self.faulty + self.bad > 0 || (deny_warnings && self.warnings > 0) => Err(Failure::Input),
            0 => Ok(()),
            _ => Err(Failure::Told),
        }
    }
}

impl fmt::Display for Tally {
    /// `12 tapes: 9 sound, 2 faulty (5 faults), 1 not read`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} sound, {} faulty", plural(self.tapes, "tape"), self.sound, self.faulty)?;
        if self.faults > 0 {
            write!(f, " ({})", plural(self.faults, "fault"))?;
        }
        if self.warnings > 0 {
            write!(f, ", {}", render::count(0, self.warnings))?;
        }
        match self.bad + self.unread {
            0 => Ok(()),
            n => write!(f, ", {n} not read"),
        }
    }
}
