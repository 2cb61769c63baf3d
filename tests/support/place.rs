//! A folder of its own for one test, and zxtap run in it.
//!
//! Owns: what holds for every run: it ends by itself, in time, with an exit code of the contract and without a panic.
//! Must never know: what is asked of zxtap.
#![allow(dead_code, unreachable_pub)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use tempfile::TempDir;

/// How long one run may take, process and slow machine included.
const PATIENCE: Duration = Duration::from_secs(60);

/// The folder.
pub struct Place {
    folder: TempDir,
    patience: Duration,
}

impl Place {
    pub fn new() -> Place {
        Place::within(PATIENCE)
    }

    /// A folder in which every run ends within `patience`.
    pub fn within(patience: Duration) -> Place {
        Place { folder: TempDir::new().unwrap(), patience }
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    /// A file in the folder; gives its name.
    pub fn file<'a>(&self, name: &'a str, bytes: impl AsRef<[u8]>) -> &'a str {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        name
    }

    /// The same folder with one more file.
    pub fn with(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Place {
        self.file(name, bytes);
        self
    }

    pub fn command(&self, arguments: &[&str]) -> assert_cmd::Command {
        let mut command = assert_cmd::cargo::cargo_bin_cmd!("zxtap");
        command.args(arguments).current_dir(self.folder()).env_remove("NO_COLOR").timeout(self.patience);
        command
    }

    pub fn zxtap(&self, arguments: &[&str]) -> Output {
        self.zxtap_with_stdin(arguments, b"")
    }

    pub fn zxtap_with_stdin(&self, arguments: &[&str], stdin: &[u8]) -> Output {
        ended(self.command(arguments).write_stdin(stdin).output().unwrap())
    }

    /// The names of all that is in a folder here, sorted.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

#[track_caller]
pub fn ended(output: Output) -> Output {
    assert!(output.status.code().is_some_and(|code| code <= 2), "{output:?}");
    assert!(!stderr(&output).contains("panicked"), "{output:?}");
    output
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}
