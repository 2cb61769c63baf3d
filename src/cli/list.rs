//! `zxtap list`: the programs of a tape as text.
//!
//! Owns: its arguments, where the text goes, the exit code.
//! Must never know: tapes, how a program is spelled.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::json;
use zxtap::toolchain::{self, Graphics, ListOptions, Style};

use super::terminal::Terminal;
use super::{Failure, input, output};

/// Programs of a tape as source text that builds back to the same bytes
#[derive(Args)]
pub(super) struct List {
    /// A tape (.tap, .tzx or .wav, known by its content); - for stdin
    tape: PathBuf,

    /// Only the program in this block, counted as `info` counts; it may have lost its header
    #[arg(long, value_name = "N")]
    block: Option<usize>,

    /// How to list
    #[arg(long, value_enum, default_value_t)]
    style: ListStyle,

    /// Only what a person wants to read: no directives, no controls
    #[arg(long, conflicts_with = "style")]
    plain: bool,

    /// Block graphics as Unicode characters instead of drawings behind a backslash
    #[arg(long)]
    unicode: bool,

    /// Where to write the text [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Tell it as JSON on stdout
    #[arg(long)]
    json: bool,
}

/// The styles of a listing.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum ListStyle {
    /// Text that builds back to the same bytes
    #[default]
    Source,
    /// What LIST shows on the machine
    Rom,
}

impl List {
    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        let style = match self.style {
            _ if self.plain => Style::Plain,
            ListStyle::Source => Style::Source,
            ListStyle::Rom => Style::Rom,
        };
        let graphics = if self.unicode { Graphics::Unicode } else { Graphics::Drawn };
        let none = |why: &str| json!({ "text": "", "programs": 0, "faults": [why] });
        let tape = input::tape(terminal, &self.tape, self.json.then_some(none))?;
        let name = input::name(&self.tape);
        let options = ListOptions { block: self.block, style, graphics };
        let listing = toolchain::list(&name, &tape, options);
        for fault in &listing.faults {
            terminal.say(&format!("{name}: {fault}"));
        }
        if self.json {
            let (text, programs, faults) = (&listing.text, listing.programs, &listing.faults);
            terminal.show_json(&json!({ "text": text, "programs": programs, "faults": faults }))?;
        } else if listing.programs > 0 {
            match &self.output {
                Some(path) => output::stage(path, listing.text.as_bytes())?.commit(terminal)?,
                None => terminal.show(listing.text.as_bytes())?,
            }
        }
        if listing.faults.is_empty() { Ok(()) } else { Err(Failure::Input) }
    }
}
