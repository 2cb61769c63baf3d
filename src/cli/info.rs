//! `zxtap info`: what is on tapes.
//!
//! Owns: its arguments, one tape as a table or many as a line each, the exit code.
//! Must never know: tapes, how a block is described.

use std::path::PathBuf;

use clap::Args;
use zxtap::toolchain::Tape;
use zxtap::toolchain::inspect::{Inspection, json};

use super::Failure;
use super::collection::{self, Job, Unread};
use super::tally::{Tally, Told, Verdict, judgement, told_unread};
use super::terminal::Terminal;

/// What is on tapes: one row a block
///
/// When there are several, one line a tape. Folders stand for all tapes below them, .zip archives for those in them. Exit code 1 when a tape has faults; see
/// `zxtap verify`.
#[derive(Args)]
pub(super) struct Info {
    /// Tapes, folders or .zip archives; - for stdin
    #[arg(required = true, value_name = "TAPE")]
    tapes: Vec<PathBuf>,

    /// The blocks of each tape, also when there are several
    #[arg(long)]
    blocks: bool,

    /// Tell it as JSON on stdout
    #[arg(long)]
    json: bool,
}

impl Info {
    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        let jobs = collection::find(&self.tapes)?;
        let several = jobs.len() > 1;
        let mut tally = Tally::default();
        if self.json && several {
            terminal.show(b"{\"tapes\":[")?;
        }
        let describe = |job: &Job, tape: Result<Tape, Unread>| match tape {
            Ok(tape) => self.describe(job, &Inspection::of(tape), several),
            Err(why) => told_unread(job, &why, self.json),
        };
        collection::each(&jobs, describe, |told: Told| tally.show(terminal, told, self.json))?;
        match (self.json, several) {
            (true, true) => terminal.show(format!("],{}}}\n", tally.json()).as_bytes())?,
            (true, false) => terminal.show(b"\n")?,
            (false, true) => terminal.show(format!("{tally}\n").as_bytes())?,
            (false, false) => {}
        }
        tally.outcome(false)
    }

    fn describe(&self, job: &Job, seen: &Inspection, several: bool) -> Told {
        let (faults, warnings) = (seen.faults().count(), seen.warnings().count());
        let verdict = Verdict::Seen { faults, warnings };
        if self.json {
            return Told { text: json::document(&job.name, seen), verdict };
        }
        let table = if several && !self.blocks { String::new() } else { seen.text() };
        let text = format!("{}: {}, {}\n{table}", job.name, seen.summary(), judgement(faults, warnings));
        Told { text, verdict }
    }
}
