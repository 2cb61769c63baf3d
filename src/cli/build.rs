//! `zxtap build`: BASIC text to a tape.
//!
//! Owns: which input goes to which output; the summary.
//! Must never know: how a program or a tape is made.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::json;
use zxtap::diagnostic::{json as diagnostics_json, render};
use zxtap::source::Source;
use zxtap::toolchain::minify::{self, Minified, Step};
use zxtap::toolchain::{self, BuildOptions, Built, Format};

use super::input::{self, Input, is_stdio};
use super::terminal::{Terminal, count};
use super::{Failure, output};

/// BASIC text to a tape
///
/// Several texts become several programs on the one tape OUT, in order; without OUT each becomes a tape of its own,
/// beside the text. When anything is wrong nothing is written.
#[derive(Args)]
pub(super) struct Build {
    /// BASIC as text
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,

    /// The tape [default: IN with the extension .tap, or .bin for raw; stdout for stdin]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Name on the tape, at most ten characters [default: `#name` in the text, or the file name]
    #[arg(long, value_parser = tape_name)]
    name: Option<String>,

    /// Line that runs after loading [default: `#autostart` in the text, or none]
    #[arg(long, value_name = "LINE", value_parser = clap::value_parser!(u16).range(1..=9999))]
    autostart: Option<u16>,

    /// What to write [default: as the extension of OUT says]
    #[arg(long, value_enum)]
    format: Option<FormatName>,

    /// Write nothing when there is a warning
    #[arg(long)]
    deny_warnings: bool,

    /// Build a program that does not fit a 48K
    #[arg(long)]
    allow_oversize: bool,

    /// Make the program smaller: rem, names, spaces, join, numbers, val, with commas between [without STEPS: all but val]
    #[arg(long, value_name = "STEPS", num_args = 0..=1, require_equals = true, default_missing_value = "",
          value_parser = steps)]
    minify: Option<Steps>,

    /// Tell diagnostics and summary as JSON on stdout
    #[arg(long)]
    json: bool,
}

/// What `--minify` names.
#[derive(Clone)]
pub(super) struct Steps(pub(super) Vec<Step>);

/// Reads what stands behind `--minify`.
pub(super) fn steps(text: &str) -> Result<Steps, String> {
    if text.is_empty() {
        return Ok(Steps(Step::USUAL.to_vec()));
    }
    let step = |name: &str| {
        let known = || Step::ALL.map(Step::name).join(", ");
        Step::parse(name.trim()).ok_or_else(|| format!("there is no step {name}; there are {}", known()))
    };
    text.split(',').map(step).collect::<Result<_, _>>().map(Steps)
}

#[derive(Clone, Copy, ValueEnum)]
enum FormatName {
    /// A tape image, block by block
    Tap,
    /// A tape image with timing
    Tzx,
    /// The sound of the tape: 44100 Hz, 8 bits, mono
    Wav,
    /// The bytes of the program without header
    Raw,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Format {
        match name {
            FormatName::Tap => Format::Tap,
            FormatName::Tzx => Format::Tzx,
            FormatName::Wav => Format::Wav,
            FormatName::Raw => Format::Raw,
        }
    }
}

fn tape_name(text: &str) -> Result<String, String> {
    toolchain::tape_name(text).map(|_| text.to_owned())
}

/// A file to be written, and which inputs go into it.
struct Target {
    path: PathBuf,
    format: Format,
    inputs: std::ops::Range<usize>,
}

impl Build {
    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        let targets = self.targets()?;
        let inputs = input::read(&self.inputs)?;
        let (sources, programs): (Vec<Source>, Vec<Built>) = inputs.iter().map(|i| self.build(i)).unzip();
        let good = self.tell(terminal, &sources, &programs);
        let files = if good { self.write(terminal, &targets, &programs)? } else { Vec::new() };
        if self.json {
            let lists: Vec<_> = sources.iter().zip(&programs).map(|(s, p)| (s, &p.diagnostics[..])).collect();
            let (diagnostics, outputs) = (diagnostics_json::list(&lists), serde_json::Value::from(files));
            terminal.show_json(&format!("{{\"diagnostics\":{diagnostics},\"outputs\":{outputs}}}"))?;
        }
        if good { Ok(()) } else { Err(Failure::Input) }
    }

    fn build(&self, input: &Input) -> (Source, Built) {
        let of_output = || {
            let path = self.output.as_ref().filter(|path| !is_stdio(path))?;
            Some(path.file_stem()?.to_string_lossy().into_owned())
        };
        let options = BuildOptions {
            name: self.name.clone(),
            autostart: self.autostart,
            allow_oversize: self.allow_oversize,
            file_stem: input.stem().or_else(of_output).unwrap_or_else(|| "program".into()),
            minify: self.minify.as_ref().map(|steps| steps.0.clone()).unwrap_or_default(),
        };
        toolchain::build_bytes(&input.name(), &input.bytes, &options)
    }

    /// Says what is to be said about every program; whether they may all be written.
    fn tell(&self, terminal: &Terminal, sources: &[Source], programs: &[Built]) -> bool {
        let mut good = true;
        for (source, built) in sources.iter().zip(programs) {
            if !self.json {
                terminal.diagnostics(source, &built.diagnostics);
            }
            let (errors, warnings) = count(&built.diagnostics);
            let denied = errors == 0 && warnings > 0 && self.deny_warnings;
            if errors > 0 || denied {
                good = false;
                let counted = render::count(errors, warnings);
                let denied = if denied { ", denied" } else { "" };
                terminal.error(&format!("{}: {counted}{denied}; nothing is written", source.name()));
            }
        }
        good
    }

    /// Writes every target and gives the summaries as JSON. All are ready before the first appears.
    fn write(
        &self,
        terminal: &Terminal,
        targets: &[Target],
        programs: &[Built],
    ) -> Result<Vec<serde_json::Value>, Failure> {
        let mut encoded = Vec::new();
        for target in targets {
            let programs = &programs[target.inputs.clone()];
            let bytes = target.format.encode(programs).map_err(|message| {
                terminal.error(&format!("{}: {message}; nothing is written", target.path.display()));
                Failure::Input
            })?;
            encoded.push(bytes);
        }
        let staged: Vec<_> = targets
            .iter()
            .zip(&encoded)
            .map(|(target, bytes)| output::stage(&target.path, bytes))
            .collect::<Result<_, _>>()?;
        let mut files = Vec::new();
        for (target, staged) in targets.iter().zip(staged) {
            staged.commit(terminal)?;
            for built in &programs[target.inputs.clone()] {
                terminal.say(&summary(&target.path, built));
                if let Some(minified) = &built.minified {
                    terminal.say(&saved(&target.path, minified));
                }
                files.push(json!({
                    "file": target.path.to_string_lossy(),
                    "name": built.title(),
                    "bytes": built.program.len(),
                    "lines": built.lines,
                    "autostart": built.autostart,
                    "seconds": built.seconds,
                    "free": built.free_bytes,
                    "minified": built.minified.as_ref().map(minified_json),
                }));
            }
        }
        Ok(files)
    }

    /// What goes where. Fails when that cannot be told, or would destroy an input.
    fn targets(&self) -> Result<Vec<Target>, Failure> {
        let trouble = |message: String| Err(Failure::Trouble(message));
        let targets = match &self.output {
            Some(path) => vec![Target {
                path: path.clone(),
                format: self.format_of(path)?,
                inputs: 0..self.inputs.len(),
            }],
            None => {
                let format = self.format.map_or(Format::Tap, Format::from);
                let path = |input: &PathBuf| {
                    if is_stdio(input) { input.clone() } else { input.with_extension(format.extension()) }
                };
                let target = |(i, input)| Target { path: path(input), format, inputs: i..i + 1 };
                self.inputs.iter().enumerate().map(target).collect()
            }
        };
        for (i, target) in targets.iter().enumerate() {
            let to_stdout = is_stdio(&target.path);
            if to_stdout && self.json {
                return trouble(
                    "the tape and the JSON document cannot both go to stdout: give -o OUT".into(),
                );
            }
            if targets[..i].iter().any(|other| other.path == target.path) {
                return trouble(format!("two inputs would both be written to {}", target.path.display()));
            }
            if let Some(input) = self.inputs.iter().find(|input| !to_stdout && is_same(input, &target.path)) {
                return trouble(format!("{} would be written over: give another -o OUT", input.display()));
            }
            if target.format == Format::Raw && target.inputs.len() > 1 {
                return trouble("the raw format holds one program: give one IN".into());
            }
        }
        if self.inputs.len() > 1 && self.name.is_some() {
            return trouble("--name cannot name several programs: write #name into each text".into());
        }
        Ok(targets)
    }

    fn format_of(&self, path: &Path) -> Result<Format, Failure> {
        if let Some(name) = self.format {
            return Ok(name.into());
        }
        match path.extension() {
            None => Ok(Format::Tap),
            Some(extension) => extension.to_str().and_then(Format::of_extension).ok_or_else(|| {
                Failure::Trouble(format!(
                    "the extension of {} does not say what to write: use .tap, .tzx or .wav, or give --format",
                    path.display()
                ))
            }),
        }
    }
}

/// Whether both paths lead to one existing file.
fn is_same(input: &Path, output: &Path) -> bool {
    match (fs::canonicalize(output), fs::canonicalize(input)) {
        (Ok(output), Ok(input)) => output == input,
        _ => false,
    }
}

/// What minifying saved, step by step.
fn saved(path: &Path, minified: &Minified) -> String {
    let path = if is_stdio(path) { "<stdout>".into() } else { path.to_string_lossy() };
    let share = 100.0 * minified.bytes() as f64 / minified.before.max(1) as f64;
    let steps: Vec<String> = minified
        .savings
        .iter()
        .map(|s| format!("{} {} ({:.1} s)", s.step.name(), s.bytes, s.seconds))
        .collect();
    let mut out = format!(
        "{path}: {} bytes ({share:.1} %) and {:.1} seconds saved: {}",
        minified.bytes(),
        minified.seconds(),
        steps.join(", ")
    );
    for note in minified.notes() {
        out += &format!("\n{path}: {note}");
    }
    out
}

fn minified_json(minified: &Minified) -> serde_json::Value {
    let step = |s: &minify::Saving| json!({ "step": s.step.name(), "bytes": s.bytes, "seconds": s.seconds });
    let name = |(old, new): &(String, String)| (old.clone(), serde_json::Value::from(new.as_str()));
    json!({
        "before": minified.before,
        "saved": minified.bytes(),
        "seconds": minified.seconds(),
        "steps": minified.savings.iter().map(step).collect::<Vec<_>>(),
        "names": minified.renamed().iter().map(name).collect::<serde_json::Map<_, _>>(),
        "notes": minified.notes(),
    })
}

fn summary(path: &Path, built: &Built) -> String {
    let path = if is_stdio(path) { "<stdout>".into() } else { path.to_string_lossy() };
    let plural = |n: usize, noun: &str| if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") };
    let room = match built.free_bytes {
        free @ 0.. => format!("{} free on a 48K", plural(free as usize, "byte")),
        over => format!("{} too many for a 48K", plural(over.unsigned_abs() as usize, "byte")),
    };
    let start = built.autostart.map_or(String::new(), |line| format!(", runs from line {line}"));
    let (bytes, lines) = (plural(built.program.len(), "byte"), plural(built.lines, "line"));
    format!(
        "{path}: \"{}\", {bytes}, {lines}{start}, {:.1} seconds to load, {room}",
        built.title(),
        built.seconds
    )
}
