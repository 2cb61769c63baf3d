//! `zxtap check`: all that build would say, no output file.
//!
//! Owns: the verdict on several texts.
//! Must never know: how a text is judged.

use std::path::PathBuf;

use clap::Args;
use zxtap::diagnostic::{Diagnostic, json, render};
use zxtap::source::Source;
use zxtap::toolchain::Numbering;

use super::parts::{Order, Wishes};
use super::terminal::{MessageFormat, Terminal, count};
use super::{Failure, input};

/// All that build would say, no output file
#[derive(Args)]
pub(super) struct Check {
    /// BASIC as text and other parts of a tape, or a project, as for build [default: the project here]
    #[arg(value_name = "IN")]
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

    /// Do not mind two things in one place of memory
    #[arg(long)]
    allow_overlap: bool,

    /// The form of messages, as --message-format
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<MessageFormat>,

    /// Tell diagnostics as JSON on stdout
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        let formed = self.format.map(|format| terminal.with_format(format));
        self.check(formed.as_ref().unwrap_or(terminal))
    }

    fn check(&self, terminal: &Terminal) -> Result<(), Failure> {
        let mut order = Order::of(&self.inputs)?;
        order.options.allow_overlap |= self.allow_overlap;
        if !order.diagnostics.is_empty() {
            return self.verdict(terminal, &[(&order.list, &order.diagnostics)]);
        }
        let wishes = Wishes { allow_oversize: self.allow_oversize, lines: self.lines, ..Wishes::default() };
        let stock = order.stock(terminal, &wishes)?;
        let reels = order.tapes(None).into_iter().map(|range| order.reel(&stock, range, &wishes));
        let on_list: Vec<Diagnostic> = reels.flat_map(|reel| reel.diagnostics).collect();
        let mut told: Vec<(&Source, &[Diagnostic])> = Vec::new();
        told.extend(stock.programs.iter().flatten().map(|(source, built)| (source, &built.diagnostics[..])));
        if told.is_empty() || !on_list.is_empty() || order.project.is_some() {
            told.push((&order.list, &on_list));
        }
        self.verdict(terminal, &told)
    }

    /// Tells all, and whether it is good.
    fn verdict(&self, terminal: &Terminal, told: &[(&Source, &[Diagnostic])]) -> Result<(), Failure> {
        let mut good = true;
        for (source, diagnostics) in told {
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
            terminal.show_json(&json::document(told))?;
        }
        if good { Ok(()) } else { Err(Failure::Input) }
    }
}
