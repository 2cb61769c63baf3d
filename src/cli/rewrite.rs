//! Where a rewritten text goes: stdout, a file, its own place, or nowhere.
//!
//! Owns: the arguments that `renum` and `fmt` share, files, the exit code.
//! Must never know: how a text is rewritten.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use zxtap::diagnostic::{json as diagnostics_json, render};
use zxtap::toolchain::rewrite::Rewritten;

use super::input::{Input, is_stdio};
use super::terminal::{Terminal, count, plural};
use super::{Failure, output};

/// What to do with the new text
#[derive(Args)]
pub(super) struct Destination {
    /// Where to write the text [default: stdout]
    #[arg(short, long, value_name = "OUT", conflicts_with_all = ["write", "check"])]
    output: Option<PathBuf>,

    /// Write the text to where it came from
    #[arg(long, conflicts_with = "check")]
    write: bool,

    /// Write nothing; exit with 1 when something would change
    #[arg(long)]
    check: bool,

    /// Tell diagnostics and the new text as JSON on stdout
    #[arg(long)]
    json: bool,
}

impl Destination {
    /// Rewrites every input and lets the texts appear, all or none.
    pub(super) fn run(
        &self,
        terminal: &Terminal,
        inputs: &[Input],
        rewrite: impl Fn(&Input) -> Rewritten,
    ) -> Result<(), Failure> {
        let trouble = |message: &str| Err(Failure::Trouble(message.into()));
        if inputs.len() > 1 && !self.write && !self.check && !self.json {
            return trouble("several texts cannot go to one place: give --write or --check");
        }
        if inputs.len() > 1 && self.output.is_some() {
            return trouble("several texts cannot go to one OUT: give --write");
        }
        if self.write && inputs.iter().any(|input| is_stdio(&input.path)) {
            return trouble("stdin cannot be written to: leave --write out");
        }
        if self.json && self.output.as_deref().is_some_and(is_stdio) {
            return trouble("the text and the JSON document cannot both go to stdout");
        }
        let all: Vec<Rewritten> = inputs.iter().map(rewrite).collect();
        let mut good = true;
        for rewritten in &all {
            if !self.json {
                terminal.diagnostics(&rewritten.source, &rewritten.diagnostics);
            }
            if !rewritten.is_good() {
                good = false;
                let (errors, warnings) = count(&rewritten.diagnostics);
                let counted = render::count(errors, warnings);
                terminal.error(&format!("{}: {counted}; nothing is written", rewritten.source.name()));
            }
        }
        let texts: Vec<String> = all.iter().map(Rewritten::text).collect();
        // Of a text with an error nothing can be said, of the others it can.
        if good || self.check {
            self.write(terminal, inputs, &all, &texts)?;
        }
        if self.json {
            let lists: Vec<_> = all.iter().map(|r| (&r.source, &r.diagnostics[..])).collect();
            let file = |(r, text): (&Rewritten, &String)| {
                json!({
                    "file": r.source.name(),
                    "changed": text != r.before(),
                    "lines": r.lines(),
                    "text": text,
                })
            };
            let files: Vec<_> = all.iter().zip(&texts).filter(|(r, _)| r.is_good()).map(file).collect();
            let (diagnostics, files) = (diagnostics_json::list(&lists), serde_json::Value::from(files));
            terminal.show_json(&format!("{{\"diagnostics\":{diagnostics},\"files\":{files}}}"))?;
        }
        let changes = all.iter().any(|rewritten| !rewritten.edits.is_empty());
        if good && !(self.check && changes) { Ok(()) } else { Err(Failure::Input) }
    }

    /// Lets the texts appear at their places; all are ready before the first one does.
    fn write(
        &self,
        terminal: &Terminal,
        inputs: &[Input],
        all: &[Rewritten],
        texts: &[String],
    ) -> Result<(), Failure> {
        let mut staged = Vec::new();
        let of_good = inputs.iter().zip(all).zip(texts).filter(|((_, rewritten), _)| rewritten.is_good());
        for ((input, rewritten), text) in of_good {
            let changes = !rewritten.edits.is_empty();
            let lines = plural(rewritten.lines(), "line");
            if self.check {
                let verdict = if changes { format!("{lines} would change") } else { "good".into() };
                terminal.say(&format!("{}: {verdict}", rewritten.source.name()));
            } else if self.write {
                if changes {
                    staged.push(output::stage(&input.path, text.as_bytes())?);
                }
                let verdict = if changes { format!("{lines} changed") } else { "nothing to change".into() };
                terminal.say(&format!("{}: {verdict}", rewritten.source.name()));
            } else if let Some(path) = &self.output {
                staged.push(output::stage(path, text.as_bytes())?);
            } else if !self.json {
                terminal.show(text.as_bytes())?;
            }
        }
        staged.into_iter().try_for_each(|staged| staged.commit(terminal))
    }
}
