//! `zxtap new`: the folder of a project that builds and passes its test.
//!
//! Owns: what a new project holds. Must never know: how it is built.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use zxtap::toolchain::project::FILE;
use zxtap::toolchain::{stem_name, tape_name, title};

use super::terminal::Terminal;
use super::{Failure, input};

/// Start a project: a folder that builds and passes its test at once
#[derive(Args)]
pub(super) struct New {
    /// The folder to make; its name, cut to ten characters, is the program's
    #[arg(value_name = "NAME")]
    folder: PathBuf,
}

impl New {
    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        let trouble = |why: String| Failure::Trouble(format!("{}: {why}", self.folder.display()));
        let stem = self.folder.file_name().map(|name| name.to_string_lossy().into_owned());
        let stem = stem
            .filter(|stem| !stem.starts_with('-'))
            .ok_or_else(|| trouble("that is no name for a folder".into()))?;
        let there = match fs::read_dir(&self.folder) {
            Ok(mut entries) => match entries.next() {
                None => true,
                Some(_) => return Err(trouble("the folder is there already, and not empty".into())),
            },
            Err(_) if fs::symlink_metadata(&self.folder).is_ok() => {
                return Err(trouble("it is there already, and is no folder".into()));
            }
            Err(_) => false,
        };
        let name = match tape_name(&stem) {
            Ok(_) => stem,
            Err(_) => title(&stem_name(&stem)).replace(['?', '"', '\\'], "-"),
        };
        let name = if name.is_empty() { "program".to_owned() } else { name };
        let make = || {
            let parent = self.folder.parent().filter(|parent| !parent.as_os_str().is_empty());
            let half =
                tempfile::Builder::new().prefix(".zxtap-").tempdir_in(parent.unwrap_or(Path::new(".")))?;
            let whole = half.path().join("project");
            for (file, text) in files(&name) {
                let path = whole.join(file);
                fs::create_dir_all(path.parent().unwrap_or(&whole))?;
                fs::write(path, text)?;
            }
            if there {
                fs::remove_dir(&self.folder)?;
            }
            fs::rename(&whole, &self.folder)
        };
        make().map_err(|error: std::io::Error| {
            let why = match error.kind() {
                std::io::ErrorKind::NotFound => "no such folder".into(),
                _ => input::reason(&error),
            };
            Failure::Trouble(format!("cannot make {}: {why}", self.folder.display()))
        })?;
        let folder = self.folder.display();
        let plain = |c: char| c.is_alphanumeric() || "-_+./\\:".contains(c);
        let word = match folder.to_string() {
            text if text.chars().all(plain) => text,
            text => format!("\"{text}\""),
        };
        terminal.say(&format!("{folder}: a project; try `zxtap run {word}` and `zxtap test {word}`"));
        Ok(())
    }
}

/// The files of a new project: path and text.
fn files(name: &str) -> [(&'static str, String); 5] {
    [
        (
            FILE,
            format!(
                "name = \"{name}\"\n\
                 output = \"{tape}.tap\"\n\
                 parts = [\"src/main.bas\"]\n\
                 tests = [\"tests\"]\n",
                tape = name.replace(['/', '\\', ' '], "-"),
            ),
        ),
        (
            "src/main.bas",
            "#autostart 10\n\
             10 REM A first program\n\
             20 BORDER 1: PAPER 1: INK 7: CLS\n\
             30 PRINT AT 10,8;\"Press any key\"\n\
             40 PAUSE 0\n\
             50 LET k$=INKEY$\n\
             60 PRINT AT 12,8;\"That was \"; k$\n\
             70 GO TO 40\n"
                .to_owned(),
        ),
        (
            "tests/start.play",
            "# The keys that a player presses, and what the screen must show then.\n\
             wait \"Press any key\"\n\
             press a\n\
             wait \"That was a\"\n\
             press 7\n\
             wait \"That was 7\"\n"
                .to_owned(),
        ),
        (
            "README.md",
            format!(
                "# {name}\n\n\
                 A program for the 48K ZX Spectrum, made with zxtap.\n\n\
                 ```sh\n\
                 zxtap build   # the tape, as zxtap.toml says\n\
                 zxtap run     # play it here\n\
                 zxtap test    # the play scripts in tests/\n\
                 zxtap watch --test\n\
                 ```\n"
            ),
        ),
        (".gitignore", "*.tap\n*.tzx\n*.wav\n".to_owned()),
    ]
}
