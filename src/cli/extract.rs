//! `zxtap extract`: the files of a tape as files of today.
//!
//! Owns: its arguments, the folder, that nothing is overwritten unasked.
//! Must never know: tapes, what a file is called or holds.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use zxtap::toolchain::extract::{self, Extract as Planned};
use zxtap::toolchain::inspect::Inspection;

use super::terminal::Terminal;
use super::{Failure, input, output};

/// Every file on a tape as a file of its own
///
/// Programs become .bas, screens .scr and .png, other bytes .bin, arrays .json. Names from the tape never lead out of
/// the folder.
#[derive(Args)]
pub(super) struct Extract {
    /// A tape (.tap, .tzx or .wav, known by its content); - for stdin
    tape: PathBuf,

    /// The folder to write to; made when it is not there
    #[arg(short, long, value_name = "DIR")]
    directory: PathBuf,

    /// Overwrite files that are there
    #[arg(long)]
    force: bool,

    /// Tell it as JSON on stdout
    #[arg(long)]
    json: bool,
}

impl Extract {
    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        let name = input::name(&self.tape);
        if input::is_stdio(&self.directory) {
            return Err(Failure::Trouble("files cannot go to stdout: give a folder, -d DIR".into()));
        }
        let none = |why: &str| json!({ "files": [], "faults": [why] });
        let seen = Inspection::of(input::tape(terminal, &self.tape, self.json.then_some(none))?);
        let plan = extract::plan(&seen);
        for fault in seen.faults() {
            terminal.say(&format!("{name}: {fault}"));
        }
        self.make_room(&plan)?;
        let mut files = Vec::new();
        let mut good = seen.faults().next().is_none();
        for planned in &plan {
            let path = self.directory.join(&planned.name);
            match extract::content(&seen, planned) {
                Ok(bytes) => {
                    output::place(&path, &bytes, self.force)?;
                    files.push(json!({
                        "block": planned.block,
                        "file": path.to_string_lossy(),
                        "bytes": bytes.len(),
                    }));
                    if !self.json {
                        let line =
                            format!("{}: block {}, {} bytes\n", path.display(), planned.block, bytes.len());
                        terminal.show(line.as_bytes())?;
                    }
                }
                Err(message) => {
                    good = false;
                    terminal.error(&format!("{name}: block {}: {message}", planned.block));
                }
            }
        }
        if self.json {
            let faults: Vec<String> = seen.faults().map(ToString::to_string).collect();
            terminal.show_json(&json!({ "files": files, "faults": faults }))?;
        } else if plan.is_empty() {
            terminal.say(&format!("{name}: there is no file on this tape"));
        }
        if good && !plan.is_empty() { Ok(()) } else { Err(Failure::Input) }
    }

    /// Makes the folder; fails when something that is there would be overwritten.
    fn make_room(&self, plan: &[Planned]) -> Result<(), Failure> {
        let trouble = |message: String| Err(Failure::Trouble(message));
        if plan.is_empty() {
            return Ok(());
        }
        if let Err(error) = fs::create_dir_all(&self.directory) {
            return trouble(format!("cannot make {}: {}", self.directory.display(), input::reason(&error)));
        }
        let is_there = |path: &Path| fs::symlink_metadata(path).is_ok();
        let mut there = plan.iter().map(|planned| self.directory.join(&planned.name)).filter(|p| is_there(p));
        match there.next() {
            Some(path) if !self.force => trouble(format!(
                "{} is there already; nothing is written (--force overwrites)",
                path.display()
            )),
            _ => Ok(()),
        }
    }
}
