//! Files that are read.
//!
//! Owns: paths and stdin as bytes with a name; how much is read at most.
//! Must never know: what the bytes mean.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek};
use std::path::{Path, PathBuf};

use zxtap::source::decode;
use zxtap::toolchain::reading::{self, Contents};
use zxtap::toolchain::{Numbering, Tape};

use super::{Failure, progress};

/// A file as it was read.
pub(super) struct Input {
    /// The path as given.
    pub(super) path: PathBuf,
    /// Its bytes; one more than the limit where the file is longer than that.
    pub(super) bytes: Vec<u8>,
}

impl Input {
    /// The name for messages.
    pub(super) fn name(&self) -> String {
        name(&self.path)
    }

    /// The file name without folder and extension; none for stdin.
    pub(super) fn stem(&self) -> Option<String> {
        if is_stdio(&self.path) {
            None
        } else {
            self.path.file_stem().map(|stem| stem.to_string_lossy().into())
        }
    }
}

/// Whether a path stands for stdin or stdout.
pub(super) fn is_stdio(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Whether both paths lead to one file, also where it is not there yet.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        fs::canonicalize(path).ok().or_else(|| {
            let folder =
                path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
        })
    };
    one == other || place(one).is_some_and(|one| place(other) == Some(one))
}

/// The name of a path for messages.
pub(super) fn name(path: &Path) -> String {
    if is_stdio(path) { "<stdin>".into() } else { path.to_string_lossy().into() }
}

/// The longest tape that is read: a collection of some thousand programs.
pub(super) const LONGEST_TAPE: u64 = 256 * 1024 * 1024;

/// The most bytes of sound that are taken from a pipe, which are kept in a file: as many as a WAV file can hold.
const LONGEST_SOUND: u64 = 1 << 32;

/// Reads a tape, or a recording of one.
pub(super) fn tape(path: &Path) -> Result<Tape, Failure> {
    program(path).map(Contents::tape)
}

/// Reads a source text, a tape or a recording.
pub(super) fn program(path: &Path) -> Result<Contents, Failure> {
    contents(path, LONGEST_TAPE, true)
        .map_err(|error| Failure::Trouble(format!("cannot read {}: {}", name(path), reason(&error))))
}

/// Reads a file, or stdin for `-`: a recording of any length, of anything else at most `most` bytes. `watched`: a bar
/// shows how far it is with a long recording.
pub(super) fn contents(path: &Path, most: u64, watched: bool) -> io::Result<Contents> {
    if is_stdio(path) {
        return piped(io::stdin().lock(), most, watched);
    }
    let file = File::open(path)?;
    let about = file.metadata()?;
    if !about.is_file() {
        return piped(file, most, watched);
    }
    let mut file = BufReader::new(file);
    let head = reading::head(&mut file)?;
    if reading::is_recording(&head) {
        return listen(file, about.len(), watched);
    }
    reading::whole(head, file, most).map(Contents::Bytes)
}

/// What comes from a pipe. Sound is listened to twice, so it goes to a file first.
fn piped(mut pipe: impl Read, most: u64, watched: bool) -> io::Result<Contents> {
    let head = reading::head(&mut pipe)?;
    if !reading::is_recording(&head) {
        return reading::whole(head, pipe, most).map(Contents::Bytes);
    }
    let mut file = tempfile::tempfile()?;
    let length = io::copy(&mut head.chain(pipe).take(LONGEST_SOUND + 1), &mut file)?;
    if length > LONGEST_SOUND {
        return Err(io::Error::other("more than 4 GB of sound"));
    }
    listen(BufReader::new(file), length, watched)
}

fn listen(file: impl Read + Seek, length: u64, watched: bool) -> io::Result<Contents> {
    let bar = progress::bar(if watched { length } else { 0 }, "listening");
    reading::listen(bar.wrap_read(file)).map(Contents::Heard)
}

/// Reads every source text, or none.
pub(super) fn read(paths: &[PathBuf]) -> Result<Vec<Input>, Failure> {
    read_up_to(paths, decode::LIMIT as u64 + 1)
}

/// Reads every tape, or none.
pub(super) fn read_tapes(paths: &[PathBuf]) -> Result<Vec<Input>, Failure> {
    read_up_to(paths, LONGEST_TAPE)
}

/// Reads every file, at most so many bytes of it, or none.
fn read_up_to(paths: &[PathBuf], most: u64) -> Result<Vec<Input>, Failure> {
    if paths.iter().filter(|path| is_stdio(path)).count() > 1 {
        return Err(Failure::Trouble("stdin can be read only once".into()));
    }
    paths
        .iter()
        .map(|path| match file_or_stdin(path, most) {
            Ok(bytes) => Ok(Input { path: path.clone(), bytes }),
            Err(error) => Err(Failure::Trouble(format!("cannot read {}: {}", name(path), reason(&error)))),
        })
        .collect()
}

/// At most `most` bytes of a file, or of stdin for `-`.
pub(super) fn file_or_stdin(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if is_stdio(path) { bytes(io::stdin().lock(), 0, most) } else { file(path, most) }
}

/// Reads the files that a source includes, none of them longer than a source may be.
pub(super) fn included(path: &str) -> Result<Vec<u8>, String> {
    file(Path::new(path), decode::LIMIT as u64 + 1).map_err(|error| reason(&error))
}

fn file(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    bytes(file, length, most)
}

/// At most `most` bytes, whatever `length` the file claims.
pub(super) fn bytes(from: impl Read, length: u64, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(length.min(most) as usize + 1);
    from.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// `START,STEP` behind --lines.
pub(super) fn numbering(text: &str) -> Result<Numbering, String> {
    Numbering::read(text, Numbering::default())
}

/// An I/O error in few words, without the number.
pub(super) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".into(),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        io::ErrorKind::IsADirectory => "it is a folder".into(),
        io::ErrorKind::StorageFull => "the disk is full".into(),
        _ => error.to_string(),
    }
}
