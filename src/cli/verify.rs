//! `zxtap verify`: whether tapes are sound.
//!
//! Owns: its arguments, the lines it says, the exit code.
//! Must never know: tapes, what a fault is.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use zxtap::diagnostic::{Severity, github};
use zxtap::toolchain::Tape;
use zxtap::toolchain::inspect::{Finding, Inspection, json};

use super::Failure;
use super::collection::{self, Job, Unread};
use super::tally::{Tally, Told, Verdict, judgement, told_unread};
use super::terminal::Terminal;

/// Whether tapes are sound: every fault on a line
///
/// Checks checksums, lengths, pairs of header and data, the structure of TZX files and of BASIC programs, variables,
/// arrays, and whether a 48K holds them. Folders stand for all tapes below them, .zip archives for those in them.
#[derive(Args)]
pub(super) struct Verify {
    /// Tapes, folders or .zip archives; - for stdin
    #[arg(required = true, value_name = "TAPE")]
    tapes: Vec<PathBuf>,

    /// Tell warnings too when there are several tapes
    #[arg(long)]
    warnings: bool,

    /// Exit with 1 when there is a warning
    #[arg(long)]
    deny_warnings: bool,

    /// Say nothing of tapes that are sound
    #[arg(short, long)]
    quiet: bool,

    /// Tell it as JSON on stdout
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        let jobs = collection::find(&self.tapes)?;
        let several = jobs.len() > 1;
        let mut tally = Tally::default();
        if self.json {
            terminal.show(b"{\"tapes\":[")?;
        }
        let judge = |job: &Job, tape: Result<Tape, Unread>| match tape {
            Ok(tape) if terminal.is_github() && !self.json => self.annotate(job, &Inspection::of(tape)),
            Ok(tape) => self.judge(job, &Inspection::of(tape), several),
            Err(why) => told_unread(job, &why, self.json),
        };
        collection::each(&jobs, judge, |told: Told| tally.show(terminal, told, self.json))?;
        if self.json {
            terminal.show(format!("],{}}}\n", tally.json()).as_bytes())?;
        } else if several {
            terminal.show(format!("{tally}\n").as_bytes())?;
        }
        tally.outcome(self.deny_warnings)
    }

    /// What is wrong with a tape as workflow commands.
    fn annotate(&self, job: &Job, seen: &Inspection) -> Told {
        let line = |severity, finding: &Finding| github::line(severity, &job.name, &finding.to_string());
        let faults = seen.faults().map(|finding| line(Severity::Error, finding));
        let warnings = seen.warnings().map(|finding| line(Severity::Warning, finding));
        let verdict = Verdict::Seen { faults: seen.faults().count(), warnings: seen.warnings().count() };
        Told { text: faults.chain(warnings).collect(), verdict }
    }

    fn judge(&self, job: &Job, seen: &Inspection, several: bool) -> Told {
        let (faults, warnings) = (seen.faults().count(), seen.warnings().count());
        let verdict = Verdict::Seen { faults, warnings };
        if self.json {
            return Told { text: json::verdict(&job.name, seen), verdict };
        }
        let (name, mut text) = (&job.name, String::new());
        if faults + warnings > 0 || !self.quiet {
            let _ = writeln!(text, "{name}: {}", judgement(faults, warnings));
        }
        for finding in seen.faults() {
            let _ = writeln!(text, "{name}: {finding}");
        }
        if self.warnings || !several {
            for finding in seen.warnings() {
                let _ = writeln!(text, "{name}: warning: {finding}");
            }
        }
        Told { text, verdict }
    }
}
