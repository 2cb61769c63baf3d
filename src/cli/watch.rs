//! `zxtap watch`: builds, checks, runs and tests again whenever a file changes.
//!
//! The system wakes it when something happens in a folder; what counts is whether a file that matters has another time
//! or length than before the last round, so that editors that write a new file and rename it are noticed, and files that
//! a round writes itself are not. Where the system cannot watch, it looks twice a second.
//!
//! Owns: which files matter, the rounds. Must never know: what a round does.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime};

use clap::Args;
use notify::{RecursiveMode, Watcher};
use zxtap::source::decode;
use zxtap::toolchain::{BuildOptions, check_with};

use super::Failure;
use super::build::Build;
use super::input::{self, is_stdio};
use super::parts::{Order, project_file};
use super::run::Run;
use super::terminal::Terminal;
use super::test::Test;

/// Build again whenever a file changes; run and test too
///
/// Takes what build takes. An error ends a round, not the watching. Ctrl-C ends it.
#[derive(Args)]
pub(super) struct Watch {
    #[command(flatten)]
    build: Build,

    /// Run the tape after each build and print the final screen
    #[arg(long)]
    run: bool,

    /// Run play scripts after each build: those of the project, or SCRIPT, a file or a folder
    #[arg(long, value_name = "SCRIPT", num_args = 0..=1, require_equals = true)]
    test: Option<Option<PathBuf>>,
}

/// How long it waits for the system to tell of a change before it looks itself.
const LOOK: Duration = Duration::from_millis(500);

/// How long a file has to be left alone before it counts as written.
const QUIET: Duration = Duration::from_millis(80);

/// How many files are looked at.
const MOST_FILES: usize = 20_000;

/// What texts are made of; other files matter when they are parts.
const TEXTS: [&str; 6] = ["bas", "txt", "inc", "toml", "play", "json"];

/// Files that matter, each with its time and length.
type Seen = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

impl Watch {
    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        let trouble = |error: io::Error| Failure::Trouble(format!("cannot watch: {error}"));
        if self.build.inputs().iter().any(|path| is_stdio(path)) {
            return Err(Failure::Trouble("stdin cannot be watched: give a file".into()));
        }
        if self.build.inputs().is_empty() {
            super::parts::here()?;
        }
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            // The second one ends a round that takes long.
            signal_hook::flag::register_conditional_shutdown(signal, 0, Arc::clone(&stop))
                .map_err(trouble)?;
            signal_hook::flag::register(signal, Arc::clone(&stop)).map_err(trouble)?;
        }
        let (sender, changes) = mpsc::channel();
        let mut watcher = notify::recommended_watcher(move |_| {
            let _ = sender.send(());
        })
        .ok();
        let mut watched: Vec<PathBuf> = Vec::new();
        let mut round = 1;
        loop {
            let (folders, parts) = self.places();
            for (folder, deep) in &folders {
                if !watched.contains(folder) {
                    watched.push(folder.clone());
                    let mode = if *deep { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
                    let _ = watcher.as_mut().map(|watcher| watcher.watch(folder, mode));
                }
            }
            let before = seen(&folders, &parts);
            self.round(terminal, round)?;
            let files = if before.len() == 1 { "file" } else { "files" };
            terminal.say(&format!("watching {} {files}; Ctrl-C ends", before.len()));
            let Some(changed) = wait(&changes, &stop, || seen(&folders, &parts), &before) else {
                return Ok(());
            };
            round += 1;
            let rule = "-".repeat(40);
            terminal.say(&format!("\n{rule}\n{changed} has changed: round {round}"));
        }
    }

    /// Builds, then runs and tests as far as it goes. Only a terminal that has gone away ends the watching.
    fn round(&self, terminal: &Terminal, round: usize) -> Result<(), Failure> {
        let done = self.build.build(terminal).and_then(|tapes| {
            let tape = tapes.first().cloned().unwrap_or_default();
            let program = match self.build.inputs() {
                [] => None,
                [one] => Some(one.clone()),
                _ => Some(tape),
            };
            if self.run {
                Run::headless(program.clone()).run(terminal)?;
            }
            match &self.test {
                Some(None) if program.as_ref().is_some_and(|program| project_file(program).is_none()) => {
                    Err(Failure::Trouble(
                        "without a project it has to be said what to play: --test=SCRIPT".into(),
                    ))
                }
                Some(script) => Test::of(script.clone(), program).run(terminal),
                None => Ok(()),
            }
        });
        let verdict = match done {
            Err(Failure::Closed) => return Err(Failure::Closed),
            Err(Failure::Trouble(message)) => {
                terminal.error(&message);
                "failed"
            }
            Err(_) => "failed",
            Ok(()) => "good",
        };
        terminal.say(&format!("round {round}: {verdict}"));
        Ok(())
    }

    /// The folders that are watched, each with whether those below it are too, and files that matter whatever they are
    /// called.
    fn places(&self) -> (Vec<(PathBuf, bool)>, Vec<PathBuf>) {
        let arguments = self.build.inputs();
        let project = match arguments {
            [] => Some(PathBuf::from(zxtap::toolchain::project::FILE)),
            [one] => project_file(one),
            _ => None,
        };
        let mut files: Vec<PathBuf> = project.iter().cloned().collect();
        match Order::of(arguments) {
            Ok(order) => files.extend(order.paths.into_iter().chain(order.tests)),
            Err(_) => files.extend(arguments.iter().cloned()),
        }
        let included: Vec<PathBuf> = files.iter().flat_map(|file| included_by(file)).collect();
        files.extend(included);
        files.extend(self.test.iter().flatten().cloned());
        let mut folders: Vec<(PathBuf, bool)> = project.iter().map(|file| (folder_of(file), true)).collect();
        for file in &files {
            let folder = if file.is_dir() { file.clone() } else { folder_of(file) };
            if !folders.iter().any(|(known, _)| *known == folder) {
                folders.push((folder, false));
            }
        }
        (folders, files)
    }
}

/// The files that a text names with #include, also those that are not there yet.
fn included_by(text: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    if let Ok(bytes) = input::file_or_stdin(text, decode::LIMIT as u64 + 1) {
        check_with(&input::name(text), &bytes, &BuildOptions::default(), &mut |path| {
            files.push(PathBuf::from(path));
            input::included(path)
        });
    }
    files
}

fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Waits until the files are others than `before`; gives one that is. None when it is to stop.
fn wait(
    changes: &mpsc::Receiver<()>,
    stop: &AtomicBool,
    look: impl Fn() -> Seen,
    before: &Seen,
) -> Option<String> {
    let mut last = before.clone();
    let mut still_since = Instant::now();
    loop {
        let pause = if last == *before { LOOK } else { QUIET };
        let told = changes.recv_timeout(pause.min(Duration::from_millis(100)));
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if told == Err(RecvTimeoutError::Disconnected) {
            // Nobody wakes us: then the pause has to be made here.
            std::thread::sleep(pause);
        }
        while changes.try_recv().is_ok() {}
        let now = look();
        if now != last {
            still_since = Instant::now();
            last = now;
        } else if now != *before && still_since.elapsed() >= QUIET {
            let differs = |(path, state): &(&PathBuf, _)| before.get(*path) != Some(*state);
            let changed = now.iter().find(differs).map(|(path, _)| path);
            let gone = before.keys().find(|path| !now.contains_key(*path));
            return changed.or(gone).map(|path| path.display().to_string());
        }
    }
}

/// The files that matter as they are now.
fn seen(folders: &[(PathBuf, bool)], parts: &[PathBuf]) -> Seen {
    let mut seen = Seen::new();
    let state = |path: &Path| {
        let about = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        Some((about.modified().ok(), about.len()))
    };
    let mut waiting: Vec<(PathBuf, bool)> = folders.to_vec();
    let mut looked_at = 0;
    while let Some((folder, deep)) = waiting.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            looked_at += 1;
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            if looked_at > MOST_FILES || hidden {
                continue;
            }
            let path = entry.path();
            if deep && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                waiting.push((path, true));
                continue;
            }
            let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            if TEXTS.iter().any(|text| text.eq_ignore_ascii_case(extension))
                && let Some(state) = state(&path)
            {
                seen.insert(path.strip_prefix(".").unwrap_or(&path).to_owned(), state);
            }
        }
    }
    for path in parts {
        if let Some(state) = state(path) {
            seen.insert(path.strip_prefix(".").unwrap_or(path).to_owned(), state);
        }
    }
    seen
}
