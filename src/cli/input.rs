//! Files that are read.
//!
//! Owns: paths and stdin as bytes with a name; how much is read at most.
//! Must never know: what the bytes mean.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use zxtap::source::decode;

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

fn name(path: &Path) -> String {
    if is_stdio(path) { "<stdin>".into() } else { path.to_string_lossy().into() }
}

/// Reads every file, or none.
pub(super) fn read(paths: &[PathBuf]) -> Result<Vec<Input>, Failure> {
    if paths.iter().filter(|path| is_stdio(path)).count() > 1 {
        return Err(Failure::Trouble("stdin can be read only once".into()));
    }
    paths
        .iter()
        .map(|path| {
            let read = if is_stdio(path) { text(io::stdin().lock(), 0) } else { file(path) };
            match read {
                Ok(bytes) => Ok(Input { path: path.clone(), bytes }),
                Err(error) => {
                    Err(Failure::Trouble(format!("cannot read {}: {}", name(path), reason(&error))))
                }
            }
        })
        .collect()
}

fn file(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    text(file, length)
}

/// At most one byte more than a source text may have, whatever `length` the file claims.
fn text(from: impl Read, length: u64) -> io::Result<Vec<u8>> {
    let most = decode::LIMIT as u64 + 1;
    let mut bytes = Vec::with_capacity(length.min(most) as usize + 1);
    from.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
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
