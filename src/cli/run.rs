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
use zxtap::toolchain::{BuildOptions, Numbering};

use super::build::{Steps, steps};
use super::terminal::Terminal;
use super::{Failure, input, output, parts, play};

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
    /// BASIC as text, or a tape (.tap, .tzx, .wav), known by its content; - for stdin. Or a project: its folder or its
    /// zxtap.toml [default: the project here]
    #[arg(value_name = "IN")]
    program: Option<PathBuf>,

    /// Steps to do, separated by `;`, such as: wait "Your move"; press 5; expect "O chose"
    #[arg(long = "do", value_name = "STEPS", conflicts_with = "script")]
    steps: Option<String>,

    /// A file with steps to do
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,

    /// Number lines of a source that have no number from START on in steps of STEP
    #[arg(long, value_name = "START,STEP", value_parser = input::numbering)]
    lines: Option<Numbering>,

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

    /// Whether a program may still run when the time is over
    #[arg(skip)]
    endless: bool,
}

/// A number of seconds that makes sense.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e9 => Ok(seconds),
        _ => Err("a number of seconds above 0 is wanted".into()),
    }
}

impl Run {
    /// A run that nobody watches, of a program that need not end.
    pub(super) fn headless(program: Option<PathBuf>) -> Run {
        Run {
            program,
            steps: None,
            script: None,
            seconds: None,
            png: None,
            vars: false,
            lines: None,
            minify: None,
            json: false,
            real_tape: false,
            headless: true,
            endless: true,
        }
    }

    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        let program = match &self.program {
            Some(program) => program.clone(),
            None => parts::here()?,
        };
        let picture_to_stdout = self.png.as_deref().is_some_and(input::is_stdio);
        if picture_to_stdout && self.json {
            return Err(Failure::Trouble("--png - and --json cannot both go to stdout".into()));
        }
        let both = [Some(&program), self.script.as_ref()];
        if both.into_iter().flatten().filter(|path| input::is_stdio(path)).count() > 1 {
            return Err(Failure::Trouble("stdin can be read only once".into()));
        }
        let cassette = parts::cassette(terminal, &program, &self.options())?;
        let script = match (&self.steps, &self.script) {
            (Some(steps), _) => Some(run::read_script("--do", steps.as_bytes())),
            (None, Some(path)) => {
                let file = input::read_tapes(std::slice::from_ref(path))?.remove(0);
                Some(run::read_script(&file.name(), &file.bytes))
            }
            (None, None) => None,
        };
        if let Some((source, script, wrong)) = &script {
            self.script_is_good(terminal, &program, source, script, wrong)?;
        }
        let name = input::name(&program);
        self.tell(terminal, &name, &cassette)?;
        let script = script.map(|(source, script, _)| (source, script));
        let watched = io::stdout().is_terminal() && io::stdin().is_terminal();
        if watched && script.is_none() && !self.headless && !self.json && !picture_to_stdout {
            let outcome = play::play(&cassette, self.real_tape, self.seconds, terminal)?;
            self.files(terminal, &outcome)?;
            return self.verdict(terminal, &name, &outcome, None);
        }
        let outcome =
            run::run(&cassette, script.as_ref().map(|(_, script)| script), self.seconds, self.real_tape);
        self.files(terminal, &outcome)?;
        let source = script.as_ref().map(|(source, _)| source);
        if self.json {
            terminal.show_json(&Value::Object(self.document(&cassette, &outcome, source)))?;
        } else if !picture_to_stdout {
            terminal.show(text(&outcome, self.vars).as_bytes())?;
        }
        self.verdict(terminal, &name, &outcome, source)
    }

    fn script_is_good(
        &self,
        terminal: &Terminal,
        played: &Path,
        source: &Source,
        script: &Script,
        wrong: &[zxtap::diagnostic::Diagnostic],
    ) -> Result<(), Failure> {
        if !wrong.is_empty() {
            terminal.diagnostics(source, wrong);
            terminal.sum(&format!("{}: nothing is run", source.name()));
            if self.json {
                terminal.show_json(&diagnostics_json::document(&[(source, wrong)]))?;
            }
            return Err(Failure::Input);
        }
        if let Some(program) = &script.program {
            let same = Path::new(program).file_name() == played.file_name();
            if !same {
                terminal.say(&format!(
                    "{} loads {program} when it is tested; here it plays {}",
                    source.name(),
                    played.display()
                ));
            }
        }
        Ok(())
    }

    /// How a source is built.
    fn options(&self) -> BuildOptions {
        let minify = self.minify.as_ref().map(|steps| steps.0.clone()).unwrap_or_default();
        BuildOptions { lines: self.lines, minify, ..BuildOptions::default() }
    }

    /// Tells what is wrong with the tape to run.
    fn tell(&self, terminal: &Terminal, name: &str, cassette: &Cassette) -> Result<(), Failure> {
        if let Some(source) = &cassette.source {
            terminal.diagnostics(source, &cassette.diagnostics);
        }
        for fault in &cassette.faults {
            terminal.say(&format!("{name}: {fault}"));
        }
        if !cassette.is_good() {
            terminal.sum(&format!("{name}: nothing is run"));
            if self.json {
                let lists: Vec<_> = cassette.source.iter().map(|s| (s, &cassette.diagnostics[..])).collect();
                terminal.show_json(&diagnostics_json::document(&lists))?;
            }
            return Err(Failure::Input);
        }
        Ok(())
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
        let of_text = cassette.source.iter().map(|source| (source, &cassette.diagnostics[..]));
        let of_run = outcome.source.iter().zip(&outcome.diagnostic);
        let of_run = of_run.map(|(source, diagnostic)| (source, std::slice::from_ref(diagnostic)));
        let lists: Vec<_> = of_text.chain(of_run).collect();
        let list = serde_json::from_str(&diagnostics_json::list(&lists)).unwrap_or(Value::Null);
        keys.insert("diagnostics".into(), list);
        keys
    }

    /// Says what went wrong, if anything did.
    fn verdict(
        &self,
        terminal: &Terminal,
        name: &str,
        outcome: &Outcome,
        script: Option<&Source>,
    ) -> Result<(), Failure> {
        let failure = outcome.script.as_ref().and_then(|script| script.failure.as_ref());
        if let (Some(failure), Some(source)) = (failure, script) {
            terminal.diagnostics(source, &[failure.diagnostic()]);
        }
        if let (Some(diagnostic), Some(source)) = (&outcome.diagnostic, &outcome.source) {
            terminal.diagnostics(source, std::slice::from_ref(diagnostic));
        }
        if outcome.is_good() || (self.endless && outcome.end == End::Time) {
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
