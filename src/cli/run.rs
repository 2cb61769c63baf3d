//! `zxtap run`: a program in the machine, played or watched.
//!
//! Owns: its arguments, what is shown of the outcome and where.
//! Must never know: the machine, how a program gets into it.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value;
use zxtap::diagnostic::json as diagnostics_json;
use zxtap::script::Script;
use zxtap::source::Source;
use zxtap::toolchain::run::{self, Cassette, End, Outcome, Picture, SECONDS};

use super::build::{Steps, steps};
use super::input::Input;
use super::terminal::Terminal;
use super::{Failure, input, output, play};

/// Load a program into a 48K Spectrum and run it
///
/// On a terminal it can be played: keys go by what they print, the cursor keys are CAPS SHIFT and 5 to 8, Esc is BREAK,
/// Ctrl-C ends. Without a terminal, with a script or with --headless the final screen is printed as text.
///
/// A program that stops with an error is shown at the statement of its source that stopped.
///
/// Exit code 1: the program stopped with an error that no `expect report` asked for, a step of the script failed, or
/// the time was over.
#[derive(Args)]
pub(super) struct Run {
    /// BASIC as text, or a tape (.tap, .tzx, .wav), known by its content; - for stdin
    #[arg(value_name = "IN")]
    program: PathBuf,

    /// Steps to do, separated by `;`, such as: wait "Your move"; press 5; expect "O chose"
    #[arg(long = "do", value_name = "STEPS", conflicts_with = "script")]
    steps: Option<String>,

    /// A file with steps to do
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,

    /// Seconds of Spectrum time it may take [default: 60, with a script none]
    #[arg(long, value_name = "N", value_parser = seconds)]
    seconds: Option<f64>,

    /// Write the final picture, with its border
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,

    /// Print the variables below the screen
    #[arg(long)]
    vars: bool,

    /// Tell the outcome as JSON on stdout
    #[arg(long)]
    json: bool,

    /// Minify a source by these steps, as `build` does; a report is shown on the text all the same
    #[arg(long, value_name = "STEPS", num_args = 0..=1, require_equals = true, default_missing_value = "",
          value_parser = steps)]
    minify: Option<Steps>,

    /// Let the ROM hear the tape's sound instead of loading at once
    #[arg(long)]
    real_tape: bool,

    /// Print the final screen as text also on a terminal
    #[arg(long)]
    headless: bool,
}

/// A number of seconds that makes sense.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e9 => Ok(seconds),
        _ => Err("a number of seconds above 0 is wanted".into()),
    }
}

impl Run {
    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        let mut paths = vec![self.program.clone()];
        paths.extend(self.script.clone());
        let inputs = input::read_tapes(&paths)?;
        let script = match (&self.steps, inputs.get(1)) {
            (Some(steps), _) => Some(run::read_script("--do", steps.as_bytes())),
            (None, Some(file)) => Some(run::read_script(&file.name(), &file.bytes)),
            (None, None) => None,
        };
        if let Some((source, script, wrong)) = &script {
            self.script_is_good(terminal, source, script, wrong)?;
        }
        let cassette = self.cassette(terminal, &inputs[0])?;
        let script = script.map(|(source, script, _)| (source, script));
        let watched = io::stdout().is_terminal() && io::stdin().is_terminal();
        if watched && script.is_none() && !self.headless && !self.json {
            let outcome = play::play(&cassette, self.real_tape, self.seconds, terminal)?;
            self.files(terminal, &outcome)?;
            return self.verdict(terminal, &cassette, &outcome, None);
        }
        let outcome =
            run::run(&cassette, script.as_ref().map(|(_, script)| script), self.seconds, self.real_tape);
        self.files(terminal, &outcome)?;
        let source = script.as_ref().map(|(source, _)| source);
        if self.json {
            terminal.show_json(&Value::Object(self.document(&cassette, &outcome, source)))?;
        } else {
            terminal.show(text(&outcome, self.vars).as_bytes())?;
        }
        self.verdict(terminal, &cassette, &outcome, source)
    }

    fn script_is_good(
        &self,
        terminal: &Terminal,
        source: &Source,
        script: &Script,
        wrong: &[zxtap::diagnostic::Diagnostic],
    ) -> Result<(), Failure> {
        if !wrong.is_empty() {
            terminal.diagnostics(source, wrong);
            terminal.error(&format!("{}: nothing is run", source.name()));
            return Err(Failure::Input);
        }
        if let Some(program) = &script.program {
            let same = Path::new(program).file_name() == self.program.file_name();
            if !same {
                terminal.say(&format!(
                    "{} loads {program} when it is tested; here it plays {}",
                    source.name(),
                    self.program.display()
                ));
            }
        }
        Ok(())
    }

    /// The tape to run. What is wrong with it is told.
    fn cassette(&self, terminal: &Terminal, program: &Input) -> Result<Cassette, Failure> {
        let steps = self.minify.as_ref().map_or(&[][..], |steps| &steps.0);
        let cassette = Cassette::read_minified(&program.name(), &program.bytes, steps);
        if let Some(source) = &cassette.source {
            terminal.diagnostics(source, &cassette.diagnostics);
        }
        for fault in &cassette.faults {
            terminal.say(&format!("{}: {fault}", program.name()));
        }
        if !cassette.is_good() {
            terminal.error(&format!("{}: nothing is run", program.name()));
            if self.json {
                let lists: Vec<_> = cassette.source.iter().map(|s| (s, &cassette.diagnostics[..])).collect();
                terminal.show_json(&diagnostics_json::document(&lists))?;
            }
            return Err(Failure::Input);
        }
        Ok(cassette)
    }

    /// The pictures that were asked for.
    fn files(&self, terminal: &Terminal, outcome: &Outcome) -> Result<(), Failure> {
        if let Some(script) = &outcome.script {
            for (name, picture) in &script.screenshots {
                write_png(terminal, Path::new(name), picture)?;
            }
        }
        match &self.png {
            Some(path) => write_png(terminal, path, &outcome.picture),
            None => Ok(()),
        }
    }

    fn document(
        &self,
        cassette: &Cassette,
        outcome: &Outcome,
        script: Option<&Source>,
    ) -> serde_json::Map<String, Value> {
        let mut keys = run::json::outcome(outcome, script);
        let all: Vec<_> = cassette.diagnostics.iter().chain(&outcome.diagnostic).cloned().collect();
        let lists: Vec<_> =
            cassette.listing().filter(|_| !all.is_empty()).map(|s| (s, &all[..])).into_iter().collect();
        let list = serde_json::from_str(&diagnostics_json::list(&lists)).unwrap_or(Value::Null);
        keys.insert("diagnostics".into(), list);
        keys
    }

    /// Says what went wrong, if anything did.
    fn verdict(
        &self,
        terminal: &Terminal,
        cassette: &Cassette,
        outcome: &Outcome,
        script: Option<&Source>,
    ) -> Result<(), Failure> {
        let name = if super::input::is_stdio(&self.program) {
            "<stdin>".into()
        } else {
            self.program.to_string_lossy()
        };
        let failure = outcome.script.as_ref().and_then(|script| script.failure.as_ref());
        if let (Some(failure), Some(source)) = (failure, script) {
            terminal.diagnostics(source, &[failure.diagnostic()]);
        }
        if let (Some(diagnostic), Some(source)) = (&outcome.diagnostic, cassette.listing()) {
            terminal.diagnostics(source, std::slice::from_ref(diagnostic));
        }
        if outcome.is_good() {
            return Ok(());
        }
        terminal.error(&format!("{name}: {}", reason(outcome, self.seconds)));
        Err(Failure::Input)
    }
}

/// Why a run was not good, in a sentence.
pub(super) fn reason(outcome: &Outcome, seconds: Option<f64>) -> String {
    let script = outcome.script.as_ref();
    if let Some(failure) = script.and_then(|script| script.failure.as_ref()) {
        let done = script.map_or(0, |script| script.done);
        return format!("step {} failed: {}", done + 1, failure.why);
    }
    match (&outcome.report, &outcome.end) {
        (Some(report), _) => format!("the program stopped with {report}"),
        (None, End::Time) => {
            let limit = seconds.unwrap_or(SECONDS);
            format!("not ended after {limit} seconds of Spectrum time, {}", outcome.activity)
        }
        (None, _) => format!("{}", outcome.activity),
    }
}

/// The screen, and below it the variables.
fn text(outcome: &Outcome, variables: bool) -> String {
    let mut text = String::new();
    for row in &outcome.screen {
        text += row.trim_end();
        text.push('\n');
    }
    if variables {
        text.push('\n');
        for variable in &outcome.variables.variables {
            text += &format!("{variable}\n");
        }
    }
    text
}

/// Writes a picture to a file, whole or not at all.
pub(super) fn write_png(terminal: &Terminal, path: &Path, picture: &Picture) -> Result<(), Failure> {
    let bytes = run::png(picture).map_err(Failure::Trouble)?;
    output::stage(path, &bytes)?.commit(terminal)
}
