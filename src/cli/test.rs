//! `zxtap test`: many play scripts, over all cores, told in order.
//!
//! ```text
//! 1..2
//! ok 1 - tests/scripts/draw.play # 14 steps, 21.3 s
//! not ok 2 - tests/scripts/win.play # step 3 failed: "You win" is not on the screen
//! # (the step in its script, the program's error, the screen)
//! ```
//!
//! Owns: its arguments, which program a script is about, the form of the lines.
//! Must never know: what a script says, the machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use clap::Args;
use serde_json::{Value, json};
use zxtap::diagnostic::{Diagnostic, Severity, github, render};
use zxtap::script::Script;
use zxtap::source::Source;
use zxtap::toolchain::BuildOptions;
use zxtap::toolchain::project::FILE;
use zxtap::toolchain::run::junit::{self, Case, Verdict};
use zxtap::toolchain::run::{self, Outcome};

use super::parts::{self, Order};
use super::terminal::Terminal;
use super::{Failure, input, output};

/// Run play scripts against programs
///
/// The program is what the script's first step `load "FILE"` names, beside the script; or --program; or a file of the
/// script's name that ends in .bas, .tap, .tzx or .wav. Without any of them the script plays on a machine that has just
/// been switched on. Of a folder all files that end in .play are run.
///
/// Of a project the scripts in `tests` of its zxtap.toml are run. A script without a `load` step whose folder, or the one
/// above, has a zxtap.toml plays that project's tape; a script may load a zxtap.toml too.
///
/// One line for each script on stdout, as the Test Anything Protocol has them. Exit code 1: a script failed.
#[derive(Args)]
pub(super) struct Test {
    /// Play scripts, folders with them, or a project: its folder or zxtap.toml [default: the project here]
    #[arg(value_name = "SCRIPT")]
    scripts: Vec<PathBuf>,

    /// The program that scripts without a `load` step are about
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,

    /// Seconds of Spectrum time each script may take
    #[arg(long, value_name = "N", value_parser = super::run::seconds)]
    seconds: Option<f64>,

    /// Tell it as JSON on stdout
    #[arg(long)]
    json: bool,

    /// Write a JUnit XML file too
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    /// How many scripts run at once [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

/// A script to run, and the project it belongs to.
struct Found {
    path: PathBuf,
    project: Option<PathBuf>,
}

/// A script that was run, or could not be.
struct Tested {
    name: String,
    program: Option<String>,
    steps: usize,
    outcome: Option<Outcome>,
    /// Why not good, in a sentence; none when it is good.
    reason: Option<String>,
    /// The same in full.
    detail: String,
    /// The same as workflow commands.
    notes: String,
    /// Whether a file could not be read.
    unread: bool,
    json: Value,
}

impl Test {
    /// The tests of `script`, or of a project where that is none, against `program`.
    pub(super) fn of(script: Option<PathBuf>, program: Option<PathBuf>) -> Test {
        let scripts = script.clone().or(program.clone()).into_iter().collect();
        let program = program.filter(|_| script.is_some());
        Test { scripts, program, seconds: None, json: false, junit: None, jobs: None }
    }

    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        if self.json && self.junit.as_deref().is_some_and(input::is_stdio) {
            return Err(Failure::Trouble("--junit - and --json cannot both go to stdout".into()));
        }
        let scripts = self.find(terminal)?;
        if self.tells_lines() {
            terminal.show(format!("TAP version 14\n1..{}\n", scripts.len()).as_bytes())?;
        }
        let tested = self.all(terminal, &scripts)?;
        if let Some(path) = &self.junit {
            let cases: Vec<Case> = tested.iter().map(case).collect();
            output::stage(path, junit::document(&cases).as_bytes())?.commit(terminal)?;
        }
        let failed = tested.iter().filter(|tested| tested.reason.is_some()).count();
        if self.json {
            let list: Vec<&Value> = tested.iter().map(|tested| &tested.json).collect();
            let passed = tested.len() - failed;
            terminal.show_json(&json!({ "scripts": list, "passed": passed, "failed": failed }))?;
        }
        let seconds: f64 = tested.iter().map(Tested::seconds).sum();
        terminal.say(&format!(
            "{} passed, {failed} failed, {seconds:.1} s of Spectrum time",
            tested.len() - failed
        ));
        match tested.iter().find(|tested| tested.unread) {
            Some(unread) => Err(Failure::Trouble(unread.reason.clone().unwrap_or_default())),
            None if failed > 0 => Err(Failure::Input),
            None => Ok(()),
        }
    }

    /// Whether stdout is for a line a script.
    fn tells_lines(&self) -> bool {
        !self.json && !self.junit.as_deref().is_some_and(input::is_stdio)
    }

    /// The scripts that the arguments stand for.
    fn find(&self, terminal: &Terminal) -> Result<Vec<Found>, Failure> {
        let mut found = Vec::new();
        let here = if self.scripts.is_empty() { vec![parts::here()?] } else { Vec::new() };
        for path in self.scripts.iter().chain(&here) {
            let Some(file) = parts::project_file(path) else {
                found.extend(scripts(path)?.into_iter().map(|path| {
                    let project = project_of(&path);
                    Found { path, project }
                }));
                continue;
            };
            let order = Order::of(std::slice::from_ref(&file))?;
            if !order.diagnostics.is_empty() {
                terminal.diagnostics(&order.list, &order.diagnostics);
                terminal.error(&format!("{}: nothing is run", file.display()));
                return Err(Failure::Input);
            }
            if order.tests.is_empty() {
                return Err(Failure::Trouble(format!(
                    "{} names no tests: tests = [\"tests\"]",
                    file.display()
                )));
            }
            for path in &order.tests {
                let project = Some(file.clone());
                found.extend(scripts(path)?.into_iter().map(|path| Found { path, project: project.clone() }));
            }
        }
        Ok(found)
    }

    /// Runs all scripts and tells of each in its turn.
    fn all(&self, terminal: &Terminal, scripts: &[Found]) -> Result<Vec<Tested>, Failure> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let workers = self.jobs.map_or(cores, usize::from).min(scripts.len());
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        let sender = Mutex::new(sender);
        thread::scope(|scope| {
            for _ in 0..workers {
                let sender = sender.lock().unwrap_or_else(PoisonError::into_inner).clone();
                let next = &next;
                scope.spawn(move || {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(found) = scripts.get(index) else { break };
                        if sender.send((index, self.one(terminal, found))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting: Vec<Option<Tested>> = scripts.iter().map(|_| None).collect();
            let mut tested = Vec::new();
            for (index, result) in receiver {
                waiting[index] = Some(result);
                while let Some(result) = waiting.get_mut(tested.len()).and_then(Option::take) {
                    if self.tells_lines() {
                        terminal.show(lines(tested.len() + 1, &result).as_bytes())?;
                    }
                    if terminal.is_github() && !result.notes.is_empty() {
                        terminal.say(result.notes.trim_end());
                    }
                    self.screenshots(terminal, &result)?;
                    tested.push(result);
                }
            }
            Ok(tested)
        })
    }

    fn screenshots(&self, terminal: &Terminal, tested: &Tested) -> Result<(), Failure> {
        let script = tested.outcome.as_ref().and_then(|outcome| outcome.script.as_ref());
        for (name, picture) in script.map_or(&[][..], |script| &script.screenshots) {
            super::run::write_png(terminal, Path::new(name), picture)?;
        }
        Ok(())
    }

    /// Runs one script.
    fn one(&self, terminal: &Terminal, found: &Found) -> Tested {
        let path = &found.path;
        let name = path.to_string_lossy().into_owned();
        let bytes = match input::read(&[path.to_owned()]) {
            Ok(mut inputs) => inputs.remove(0).bytes,
            Err(failure) => return Tested::unread(name, None, failure),
        };
        let (source, script, wrong) = run::read_script(&name, &bytes);
        if !wrong.is_empty() {
            let reason = "the script is at fault".to_owned();
            return Tested::broken(name, None, reason, render::render(&source, &wrong, false));
        }
        let Some(program) = self.program_of(found, &script) else {
            let outcome = run::play_bare(&script);
            return self.told(name, None, &source, &script, outcome);
        };
        let shown = program.to_string_lossy().into_owned();
        let cassette = match parts::cassette(terminal, &program, &BuildOptions::default()) {
            Ok(cassette) => cassette,
            Err(failure) => return Tested::unread(name, Some(shown), failure),
        };
        if !cassette.is_good() {
            let mut detail = cassette.faults.iter().map(|fault| format!("{fault}\n")).collect::<String>();
            if let Some(source) = &cassette.source {
                let errors: Vec<Diagnostic> = cassette
                    .diagnostics
                    .iter()
                    .filter(|diagnostic| diagnostic.severity() == Severity::Error)
                    .cloned()
                    .collect();
                detail += &render::render(source, &errors, false);
            }
            let reason = format!("{shown} cannot be run");
            return Tested::broken(name, Some(shown), reason, detail);
        }
        let outcome = run::run(&cassette, Some(&script), self.seconds, false);
        self.told(name, Some(shown), &source, &script, outcome)
    }

    /// The program that a script is about.
    fn program_of(&self, found: &Found, script: &Script) -> Option<PathBuf> {
        let path = &found.path;
        if let Some(program) = &script.program {
            return Some(path.parent().unwrap_or(Path::new("")).join(program));
        }
        let beside = || {
            let named = ["bas", "tap", "tzx", "wav"].map(|extension| path.with_extension(extension));
            named.into_iter().find(|path| path.is_file())
        };
        self.program.clone().or_else(beside).or_else(|| found.project.clone())
    }

    fn told(
        &self,
        name: String,
        program: Option<String>,
        source: &Source,
        script: &Script,
        outcome: Outcome,
    ) -> Tested {
        let reason = (!outcome.is_good()).then(|| super::run::reason(&outcome, self.seconds));
        let (mut detail, mut notes) = (String::new(), String::new());
        if let Some(reason) = &reason {
            if let Some(failure) = outcome.script.as_ref().and_then(|script| script.failure.as_ref()) {
                detail += &render::render(source, &[failure.diagnostic()], false);
                notes += &github::lines(source, &[failure.diagnostic()]);
            }
            if let (Some(diagnostic), Some(text)) = (&outcome.diagnostic, &outcome.source) {
                detail += &render::render(text, std::slice::from_ref(diagnostic), false);
                notes += &github::lines(text, std::slice::from_ref(diagnostic));
            }
            if notes.is_empty() {
                notes = github::line(Severity::Error, &name, reason);
            }
            for row in &outcome.screen {
                detail += &format!("|{row}|\n");
            }
        }
        let mut keys = run::json::outcome(&outcome, Some(source));
        keys.insert("script".into(), json!(name));
        keys.insert("program".into(), json!(program));
        keys.insert("ok".into(), json!(reason.is_none()));
        keys.insert("steps".into(), json!(script.steps.len()));
        keys.insert("reason".into(), json!(reason));
        let json = Value::Object(keys);
        let steps = script.steps.len();
        Tested { name, program, steps, outcome: Some(outcome), reason, detail, notes, unread: false, json }
    }
}

impl Tested {
    fn broken(name: String, program: Option<String>, reason: String, detail: String) -> Tested {
        let json =
            json!({ "script": name, "program": program, "ok": false, "reason": reason, "detail": detail });
        let notes = github::line(Severity::Error, &name, &format!("{reason}\n{detail}"));
        let reason = Some(reason);
        Tested { name, program, steps: 0, outcome: None, reason, detail, notes, unread: false, json }
    }

    fn unread(name: String, program: Option<String>, failure: Failure) -> Tested {
        let reason = match failure {
            Failure::Trouble(message) => message,
            _ => format!("cannot read {name}"),
        };
        Tested { unread: true, ..Tested::broken(name, program, reason, String::new()) }
    }

    /// Seconds of Spectrum time.
    fn seconds(&self) -> f64 {
        self.outcome.as_ref().map_or(0.0, Outcome::seconds)
    }
}

/// The project that a script belongs to: a zxtap.toml in its folder or the one above.
fn project_of(script: &Path) -> Option<PathBuf> {
    let folder = script.parent().unwrap_or(Path::new(""));
    let above = folder.parent().map_or_else(|| folder.join(".."), Path::to_owned);
    [folder.join(FILE), above.join(FILE)].into_iter().find(|file| file.is_file())
}

/// The script that a path is, or those in the folder that it is.
fn scripts(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path).map_err(|error| {
        Failure::Trouble(format!("cannot read {}: {}", path.display(), input::reason(&error)))
    })?;
    let files = entries.flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = files.filter(|path| has_extension(path, "play")).collect();
    found.sort();
    if found.is_empty() {
        return Err(Failure::Trouble(format!("no .play file in the folder {}", path.display())));
    }
    Ok(found)
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension))
}

/// The line of a script, and below it as comments what went wrong.
fn lines(number: usize, tested: &Tested) -> String {
    let name = &tested.name;
    let Some(reason) = &tested.reason else {
        let steps = if tested.steps == 1 { "step" } else { "steps" };
        return format!("ok {number} - {name} # {} {steps}, {:.1} s\n", tested.steps, tested.seconds());
    };
    let mut text = format!("not ok {number} - {name} # {reason}\n");
    if let Some(program) = &tested.program {
        text += &format!("# program: {program}\n");
    }
    for line in tested.detail.lines() {
        text += &format!("# {}\n", line.trim_end());
    }
    text
}

fn case(tested: &Tested) -> Case {
    let verdict = match &tested.reason {
        None => Verdict::Passed,
        Some(reason) if tested.outcome.is_some() => Verdict::Failed(reason.clone(), tested.detail.clone()),
        Some(reason) => Verdict::Broken(reason.clone(), tested.detail.clone()),
    };
    Case { name: tested.name.clone(), seconds: tested.seconds(), verdict }
}
