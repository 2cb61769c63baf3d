//! Many tapes: files, folders and archives, read over all cores and told in order.
//!
//! Owns: which tapes there are, who reads which, the progress bar.
//! Must never know: what is on a tape, what is told of it.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use zip::ZipArchive;
use zxtap::toolchain::Tape;
use zxtap::toolchain::reading::Contents;

use super::Failure;
use super::input::{self, LONGEST_TAPE, bytes, is_stdio, name, reason};

/// One tape to read.
pub(super) struct Job {
    /// The name for messages: a path; of a tape in an archive the archive's path, a slash and its name there.
    pub(super) name: String,
    place: Place,
}

enum Place {
    File(PathBuf),
    Member { archive: Arc<Path>, index: usize },
    Nowhere(Unread),
}

/// Why a tape was not read.
#[derive(Clone, Debug)]
pub(super) enum Unread {
    /// What it should be in is at fault.
    Input(String),
    /// A file that cannot be read.
    Trouble(String),
}

impl Unread {
    fn of(error: &io::Error) -> Unread {
        Unread::Trouble(format!("cannot be read: {}", reason(error)))
    }
}

/// How many results wait for their turn at most before the readers wait, in tapes for each reader.
const AHEAD: usize = 64;

/// The tapes that `paths` stand for: files as they are, folders with all `.tap`, `.tzx` and `.zip` below them, archives
/// with all `.tap` and `.tzx` in them. Whatever is at fault is a job too and is told in its turn.
pub(super) fn find(paths: &[PathBuf]) -> Result<Vec<Job>, Failure> {
    if paths.iter().filter(|path| is_stdio(path)).count() > 1 {
        return Err(Failure::Trouble("stdin can be read only once".into()));
    }
    let mut jobs = Vec::new();
    for path in paths {
        if !is_stdio(path) && path.is_dir() {
            let before = jobs.len();
            folder(path, &mut jobs);
            if jobs.len() == before {
                jobs.push(nowhere(path, Unread::Input("no tape in this folder".into())));
            }
        } else if !is_stdio(path) && is_archive(path) {
            archive(path, &mut jobs);
        } else {
            jobs.push(Job { name: safe(&name(path)), place: Place::File(path.clone()) });
        }
    }
    Ok(jobs)
}

fn nowhere(path: &Path, why: Unread) -> Job {
    Job { name: safe(&name(path)), place: Place::Nowhere(why) }
}

/// A name without characters that steer a terminal.
fn safe(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { '?' } else { c }).collect()
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension()
        .and_then(|e| e.to_str())
        .is_some_and(|e| extensions.iter().any(|x| e.eq_ignore_ascii_case(x)))
}

fn is_archive(path: &Path) -> bool {
    let mut first = [0; 4];
    File::open(path).and_then(|mut file| file.read_exact(&mut first)).is_ok()
        && matches!(&first, b"PK\x03\x04" | b"PK\x05\x06")
}

/// Every tape below a folder, in the order of names. Links to folders are not followed: they may lead in a ring.
fn folder(path: &Path, jobs: &mut Vec<Job>) {
    let mut left = vec![path.to_owned()];
    while let Some(path) = left.pop() {
        let entries = fs::read_dir(&path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let mut entries = match entries {
            Ok(entries) => entries,
            Err(error) => {
                jobs.push(nowhere(&path, Unread::of(&error)));
                continue;
            }
        };
        entries.sort_by_key(fs::DirEntry::file_name);
        let mut folders = Vec::new();
        for entry in entries {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else if has_extension(&path, &["zip"]) {
                archive(&path, jobs);
            } else if has_extension(&path, &["tap", "tzx"]) && !path.is_dir() {
                jobs.push(Job { name: safe(&name(&path)), place: Place::File(path) });
            }
        }
        left.extend(folders.into_iter().rev());
    }
}

/// Every tape in an archive.
fn archive(path: &Path, jobs: &mut Vec<Job>) {
    let archive = match open(path) {
        Ok(archive) => archive,
        Err(why) => return jobs.push(nowhere(path, why)),
    };
    let before = jobs.len();
    let shared: Arc<Path> = path.into();
    for index in 0..archive.len() {
        let Some(Ok(member)) = archive.name_for_index(index) else { continue };
        if has_extension(Path::new(&*member), &["tap", "tzx"]) {
            let name = safe(&format!("{}/{member}", name(path)));
            jobs.push(Job { name, place: Place::Member { archive: shared.clone(), index } });
        }
    }
    if jobs.len() == before {
        jobs.push(nowhere(path, Unread::Input("no tape in this archive".into())));
    }
}

type Archive = ZipArchive<BufReader<File>>;

fn open(path: &Path) -> Result<Archive, Unread> {
    let file = File::open(path).map_err(|error| Unread::of(&error))?;
    ZipArchive::new(BufReader::new(file)).map_err(|error| Unread::Input(format!("a bad archive: {error}")))
}

/// Reads tapes, one after the other; keeps the last archive open.
#[derive(Default)]
struct Reader {
    open: Option<(Arc<Path>, Archive)>,
}

impl Reader {
    fn read(&mut self, job: &Job) -> Result<Tape, Unread> {
        let read = match &job.place {
            Place::File(path) => {
                input::contents(path, LONGEST_TAPE + 1, false).map_err(|error| Unread::of(&error))
            }
            Place::Member { archive, index } => self.member(archive, *index).map(Contents::Bytes),
            Place::Nowhere(why) => Err(why.clone()),
        }?;
        match read {
            Contents::Bytes(bytes) if bytes.len() as u64 > LONGEST_TAPE => {
                Err(Unread::Input(format!("longer than {} MiB", LONGEST_TAPE >> 20)))
            }
            contents => match contents.stranger() {
                Some(why) => Err(Unread::Input(why)),
                None => Ok(contents.tape()),
            },
        }
    }

    fn member(&mut self, path: &Arc<Path>, index: usize) -> Result<Vec<u8>, Unread> {
        if self.open.as_ref().is_none_or(|(other, _)| other != path) {
            self.open = Some((path.clone(), open(path)?));
        }
        let Some((_, archive)) = &mut self.open else { return Ok(Vec::new()) };
        let bad = |error: &dyn std::fmt::Display| Unread::Input(format!("cannot be unpacked: {error}"));
        let member = archive.by_index(index).map_err(|error| bad(&error))?;
        bytes(member, 0, LONGEST_TAPE + 1).map_err(|error| bad(&error))
    }
}

/// Does `work` on every tape, over all cores, and shows the results in the order of the jobs. Stops early where `show`
/// fails.
pub(super) fn each<R: Send>(
    jobs: &[Job],
    work: impl Fn(&Job, Result<Tape, Unread>) -> R + Sync,
    mut show: impl FnMut(R) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let threads = thread::available_parallelism().map_or(1, |n| n.get()).min(jobs.len()).max(1);
    let (next, shown, stop) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let bar = bar(jobs.len());
    let result = thread::scope(|scope| {
        let (send, receive) = mpsc::sync_channel(AHEAD);
        for _ in 0..threads {
            let send = send.clone();
            let (next, shown, stop, work) = (&next, &shown, &stop, &work);
            scope.spawn(move || {
                let _guard = StopOnPanic(stop);
                let mut reader = Reader::default();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(index) else { return };
                    // One tape that takes long must not let the results behind it fill the memory.
                    while index > shown.load(Ordering::Relaxed) + AHEAD * threads {
                        if stop.load(Ordering::Relaxed) {
                            return;
                        }
                        thread::sleep(std::time::Duration::from_millis(1));
                    }
                    let result = work(job, reader.read(job));
                    if stop.load(Ordering::Relaxed) || send.send((index, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut waiting = BTreeMap::new();
        let mut turn = 0;
        for (index, result) in receive {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&turn) {
                if let Err(failure) = bar.suspend(|| show(result)) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(failure);
                }
                turn += 1;
                shown.store(turn, Ordering::Relaxed);
                bar.inc(1);
            }
        }
        Ok(())
    });
    bar.finish_and_clear();
    result
}

/// Lets the other readers end when one of them panics, so that the panic is told.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// A bar on stderr where somebody sees it and there is something to wait for.
fn bar(length: usize) -> ProgressBar {
    if length < 2 || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length as u64);
    match ProgressStyle::with_template("{bar:40} {pos} of {len} tapes, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
