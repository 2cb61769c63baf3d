//! `zxtap check`: all that build would say, no output file.
//!
//! Owns: the verdict on several texts.
//! Must never know: how a text is judged.

use std::path::PathBuf;

use clap::Args;
use zxtap::diagnostic::{json, render};
use zxtap::toolchain::{self, BuildOptions, Numbering};

use super::terminal::{Terminal, count};
use super::{Failure, input};

/// All that build would say, no output file
#[derive(Args)]
pub(super) struct Check {
    /// BASIC as text
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,

    /// Number lines that have no number from START on in steps of STEP
    #[arg(long, value_name = "START,STEP", value_parser = input::numbering)]
    lines: Option<Numbering>,

    /// Exit with 1 when there is a warning
    #[arg(long)]
    deny_warnings: bool,

    /// Do not mind a program that does not fit a 48K
    #[arg(long)]
    allow_oversize: bool,

    /// Tell diagnostics as JSON on stdout
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        let checked: Vec<_> = input::read(&self.inputs)?
            .iter()
            .map(|input| {
                let options = BuildOptions {
                    allow_oversize: self.allow_oversize,
                    lines: self.lines,
                    file_stem: input.stem().unwrap_or_default(),
                    ..BuildOptions::default()
                };
                toolchain::check_with(&input.name(), &input.bytes, &options, &mut input::included)
            })
            .collect();
        let mut good = true;
        for (source, diagnostics) in &checked {
            let (errors, warnings) = count(diagnostics);
            good &= errors == 0 && !(self.deny_warnings && warnings > 0);
            if !self.json {
                terminal.diagnostics(source, diagnostics);
                let counted = render::count(errors, warnings);
                let verdict = if counted.is_empty() { "good" } else { &counted };
                terminal.say(&format!("{}: {verdict}", source.name()));
            }
        }
        if self.json {
            let lists: Vec<_> = checked.iter().map(|(source, list)| (source, &list[..])).collect();
            terminal.show_json(&json::document(&lists))?;
        }
        if good { Ok(()) } else { Err(Failure::Input) }
    }
}
