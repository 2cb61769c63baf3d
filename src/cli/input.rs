//! Files that are read.
//!
//! Owns: paths and stdin as bytes with a name; how much is read at most.
//! Must never know: what the bytes mean.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use zxtap::source::decode;
use zxtap::toolchain::Numbering;

use super::Failure;

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

/// The name of a path for messages.
pub(super) fn name(path: &Path) -> String {
    if is_stdio(path) { "<stdin>".into() } else { path.to_string_lossy().into() }
}

/// The longest tape that is read: a collection of some thousand programs.
pub(super) const LONGEST_TAPE: u64 = 256 * 1024 * 1024;

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
