//! `zxtap screen`: a picture as a screen, a screen as a picture.
//!
//! Owns: its arguments, which file is written.
//! Must never know: how colours are chosen, what a PNG is.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use zxtap::diagnostic::{Code, Diagnostic, Severity};
use zxtap::source::{Source, Span};
use zxtap::toolchain::parts::crowded;
use zxtap::toolchain::{picture, screen};

use super::input::{self, is_same, is_stdio};
use super::terminal::Terminal;
use super::{Failure, output};

/// A PNG or GIF as a screen of 6912 bytes, and what it will look like
///
/// The picture has 256x192 pixels, or 320x240 or 320x256 with a border that is cut off, or a whole number of times as
/// many. Each cell of eight by eight pixels gets the two colours that change it least; a warning tells how many cells had
/// more. A picture of a Spectrum's screen comes back as it was. IN may be a screen too, to make a picture of it.
#[derive(Args)]
pub(super) struct Screen {
    /// A PNG, a GIF or a screen; - for stdin
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// The screen [default: IN with the extension .scr, unless only --preview is asked for]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Show colours in between by patterns of two: for photographs
    #[arg(long)]
    dither: bool,

    /// Write what the Spectrum will show as a PNG
    #[arg(long, value_name = "FILE")]
    preview: Option<PathBuf>,

    /// Write nothing when there is a warning
    #[arg(long)]
    deny_warnings: bool,

    /// Tell which cells had too many colours as JSON on stdout
    #[arg(long)]
    json: bool,
}

impl Screen {
    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        let read = input::read_tapes(std::slice::from_ref(&self.input))?.remove(0);
        let name = read.name();
        let (bytes, cells) = if read.bytes.len() == screen::BYTES {
            (read.bytes, Vec::new())
        } else {
            let fitted = picture::read(&read.bytes)
                .and_then(|picture| screen::fit::fit(picture.width, &picture.pixels, self.dither))
                .map_err(|why| {
                    self.say(terminal, &name, Code::PartForm, why);
                    Failure::Input
                })?;
            (fitted.bytes, fitted.crowded)
        };
        if let Some(why) = crowded(&cells) {
            self.say(terminal, &name, Code::Crowded, why);
        }
        let denied = self.deny_warnings && !cells.is_empty();
        if !denied {
            self.write(terminal, &bytes)?;
        }
        if self.json {
            let cells: Vec<_> = cells.iter().map(|&(row, column)| json!([row, column])).collect();
            terminal.show_json(&json!({ "crowded": cells }))?;
        }
        if denied { Err(Failure::Input) } else { Ok(()) }
    }

    fn say(&self, terminal: &Terminal, name: &str, code: Code, why: String) {
        if !self.json || code.severity() == Severity::Error {
            terminal.diagnostics(&Source::new(name, ""), &[Diagnostic::new(code, Span::default(), why)]);
        }
    }

    fn write(&self, terminal: &Terminal, bytes: &[u8]) -> Result<(), Failure> {
        let beside = || {
            let path = self.input.with_extension("scr");
            let wanted = self.preview.is_none() && !is_stdio(&self.input) && path != self.input;
            wanted.then_some(path)
        };
        let output = self.output.clone().or_else(beside);
        if let Some(path) = output.as_deref().filter(|path| is_picture(path)) {
            return Err(Failure::Trouble(format!(
                "{} would hold a screen, which is no picture: give --preview for the picture",
                path.display()
            )));
        }
        let written = [output.as_deref(), self.preview.as_deref()];
        if let Some(path) = written.into_iter().flatten().find(|path| is_same(path, &self.input)) {
            return Err(Failure::Trouble(format!(
                "{} would be written over: give another file",
                path.display()
            )));
        }
        let picture = match &self.preview {
            Some(_) => screen::png(screen::WIDTH, &screen::pixels(bytes)).map_err(Failure::Trouble)?,
            None => Vec::new(),
        };
        let files = [(output.as_deref(), bytes), (self.preview.as_deref(), &picture)];
        let mut files: Vec<(&Path, &[u8])> =
            files.into_iter().filter_map(|(path, bytes)| Some((path?, bytes))).collect();
        if files.is_empty() {
            return Err(Failure::Trouble("nothing is asked for: give -o FILE or --preview FILE".into()));
        }
        if files.iter().filter(|(path, _)| is_stdio(path)).count() + usize::from(self.json) > 1 {
            return Err(Failure::Trouble("only one result can go to stdout".into()));
        }
        files.dedup_by(|a, b| a.0 == b.0);
        let staged: Vec<_> =
            files.iter().map(|(path, bytes)| output::stage(path, bytes)).collect::<Result<_, _>>()?;
        for (staged, (path, bytes)) in staged.into_iter().zip(&files) {
            staged.commit(terminal)?;
            if !is_stdio(path) {
                terminal.say(&format!("{}: {} bytes", path.display(), bytes.len()));
            }
        }
        Ok(())
    }
}

/// Whether a file is called as a picture.
fn is_picture(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    ["png", "gif"].iter().any(|picture| extension.eq_ignore_ascii_case(picture))
}
