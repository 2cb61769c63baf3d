//! Files that are written: whole or not at all.
//!
//! A regular file is made beside its place under another name and moved there when it is complete, so that whoever
//! looks sees the old file or the new one. A symbolic link stays a link; the file it leads to is replaced. What is
//! no regular file (`/dev/null`, a pipe) is written to directly.
//!
//! Owns: the way from bytes to a file, its permissions.
//! Must never know: what the bytes mean. Does not do: force the bytes to the disk before it returns.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::Failure;
use super::input::{is_stdio, reason};
use super::terminal::Terminal;

/// Bytes ready to appear at their place. Dropped without [`Staged::commit`] they leave nothing behind.
pub(super) struct Staged<'a> {
    path: &'a Path,
    way: Way<'a>,
}

enum Way<'a> {
    Stdout(&'a [u8]),
    /// To a device or a pipe.
    Directly(&'a [u8]),
    /// A complete file elsewhere, for stdout, a device or a pipe.
    Copied(File),
    /// A complete file, beside the place it goes to.
    Beside(NamedTempFile, PathBuf),
}

/// Makes everything ready to write `bytes` to `path`, or to stdout for `-`; what stands at `path` is not touched.
pub(super) fn stage<'a>(path: &'a Path, bytes: &'a [u8]) -> Result<Staged<'a>, Failure> {
    if is_stdio(path) {
        return Ok(Staged { path, way: Way::Stdout(bytes) });
    }
    let old = fs::metadata(path).ok();
    let way = match &old {
        Some(old) if old.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Some(old) if !old.is_file() => Ok(Way::Directly(bytes)),
        Some(old) if old.permissions().readonly() => Err(io::ErrorKind::PermissionDenied.into()),
        _ => {
            let place = follow(path);
            beside(&place, old.map(|old| old.permissions()), bytes).map(|file| Way::Beside(file, place))
        }
    };
    way.map(|way| Staged { path, way }).map_err(|error| failure(path, &error))
}

/// As [`stage`], for bytes that `make` writes, so that they need not all be in memory.
pub(super) fn stage_made(
    path: &Path,
    make: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<Staged<'_>, Failure> {
    let fail = |error: io::Error| failure(path, &error);
    let beside = !is_stdio(path) && fs::metadata(path).map_or(true, |old| old.is_file() || old.is_dir());
    if !beside {
        let mut file = tempfile::tempfile().map_err(fail)?;
        make(&mut file).and_then(|()| file.rewind()).map_err(fail)?;
        return Ok(Staged { path, way: Way::Copied(file) });
    }
    let mut staged = stage(path, &[])?;
    if let Way::Beside(file, _) = &mut staged.way {
        make(file.as_file_mut()).map_err(fail)?;
    }
    Ok(staged)
}

impl Staged<'_> {
    /// Lets the bytes appear.
    pub(super) fn commit(self, terminal: &Terminal) -> Result<(), Failure> {
        let done = match self.way {
            Way::Stdout(bytes) => return terminal.show(bytes),
            Way::Directly(bytes) => {
                OpenOptions::new().write(true).open(self.path).and_then(|mut file| file.write_all(bytes))
            }
            Way::Copied(mut file) if is_stdio(self.path) => {
                let mut stdout = io::stdout().lock();
                io::copy(&mut file, &mut stdout).and_then(|_| stdout.flush())
            }
            Way::Copied(mut file) => OpenOptions::new()
                .write(true)
                .open(self.path)
                .and_then(|mut to| io::copy(&mut file, &mut to))
                .map(drop),
            Way::Beside(file, place) => file.persist(place).map(drop).map_err(|error| error.error),
        };
        done.map_err(|error| failure(self.path, &error))
    }
}

/// Writes a file whole at exactly this place: a link there is replaced, not followed. What is there stays unless `force`.
pub(super) fn place(path: &Path, bytes: &[u8], force: bool) -> Result<(), Failure> {
    let put = |file: NamedTempFile| {
        let put = if force { file.persist(path) } else { file.persist_noclobber(path) };
        put.map(drop).map_err(|error| error.error)
    };
    beside(path, None, bytes).and_then(put).map_err(|error| failure(path, &error))
}

fn failure(path: &Path, error: &io::Error) -> Failure {
    let why = match error.kind() {
        io::ErrorKind::BrokenPipe => return Failure::Closed,
        io::ErrorKind::NotFound => "no such folder".into(),
        _ => reason(error),
    };
    Failure::Trouble(format!("cannot write {}: {why}", path.display()))
}

/// A complete file in the folder of `place`. A new file has the permissions the umask gives, one that replaces another
/// those of the other.
fn beside(place: &Path, permissions: Option<fs::Permissions>, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let folder = match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".zxtap-");
    #[cfg(unix)]
    let umask_applies = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(umask_applies);
    let mut file = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
    file.write_all(bytes)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    Ok(file)
}

/// The path a symbolic link leads to, also where nothing is there yet.
fn follow(path: &Path) -> PathBuf {
    let mut place = path.to_owned();
    // As many links as Linux follows; a longer chain, or a ring, fails when it is opened.
    for _ in 0..40 {
        match fs::read_link(&place) {
            Ok(target) => place = place.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => break,
        }
    }
    place
}
