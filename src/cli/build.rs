//! `zxtap build`: BASIC text to a tape.
//!
//! Owns: which input goes to which output; the summary.
//! Must never know: how a program or a tape is made.

use std::io::BufWriter;
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use zxtap::diagnostic::{Code, Diagnostic, json as diagnostics_json, render};
use zxtap::source::Source;
use zxtap::toolchain::container::write_sound;
use zxtap::toolchain::minify::Step;
use zxtap::toolchain::parts::{self, FORMS, Form, Kind, Piece, Reel};
use zxtap::toolchain::{self, Format, Numbering};

use super::input::{self, is_same, is_stdio};
use super::parts::{Order, Wishes};
use super::summary::{about, saved, shown, summary};
use super::terminal::{Terminal, count};
use super::{Failure, output};

/// BASIC text, screens, code and more to a tape
///
/// Parts stand on the tape OUT in the order given: NAME.bas is BASIC as text, NAME.scr a screen, NAME.png or .gif a
/// picture that becomes one, NAME@32768 code that loads there, NAME.json an array, NAME@raw a block without header,
/// NAME.tap or .tzx another tape's blocks. Where the first part is no program, a loader is made that loads the others
/// and starts the code.
///
/// Several texts without OUT become a tape each, beside the text. Without IN, or with a folder or a zxtap.toml as IN, the
/// project in zxtap.toml is built. When anything is wrong nothing is written.
#[derive(Args)]
pub(super) struct Build {
    /// Parts of the tape, a project's folder, or its zxtap.toml [default: the project here]
    #[arg(value_name = "IN")]
    inputs: Vec<PathBuf>,

    /// The tape [default: IN with the extension .tap, or .bin for raw; stdout for stdin]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Name on the tape, at most ten characters [default: `#name` in the text, or the file name]
    #[arg(long, value_parser = tape_name)]
    name: Option<String>,

    /// Line that runs after loading, a number or @LABEL [default: `#autostart` in the text, or none]
    #[arg(long, value_name = "LINE", value_parser = autostart)]
    autostart: Option<Autostart>,

    /// Number lines that have no number from START on in steps of STEP [default: `#lines` in the text, or 10,2 where
    /// it has labels]
    #[arg(long, value_name = "START,STEP", value_parser = input::numbering)]
    lines: Option<Numbering>,

    /// What to write [default: as the extension of OUT says]
    #[arg(long, value_enum)]
    format: Option<FormatName>,

    /// Write nothing when there is a warning
    #[arg(long)]
    deny_warnings: bool,

    /// Build a program that does not fit a 48K
    #[arg(long)]
    allow_oversize: bool,

    /// Show colours between those of the Spectrum by patterns, in all pictures
    #[arg(long)]
    dither: bool,

    /// Make a loader for the parts, also where the first is a program
    #[arg(long, conflicts_with = "no_loader")]
    loader: bool,

    /// Make no loader
    #[arg(long)]
    no_loader: bool,

    /// RAMTOP in the loader [default: below the lowest code]
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    clear: Option<u16>,

    /// Where the loader starts the code [default: the address of the last code]
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    start: Option<u16>,

    /// Do not mind two things in one place of memory
    #[arg(long)]
    allow_overlap: bool,
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

pub(super) fn address(text: &str) -> Result<u16, String> {
    parts::address(text)
}

fn tape_name(text: &str) -> Result<String, String> {
    toolchain::tape_name(text).map(|_| text.to_owned())
}

/// What --autostart names.
#[derive(Clone)]
enum Autostart {
    Line(u16),
    Label(String),
}

fn autostart(text: &str) -> Result<Autostart, String> {
    match (text.strip_prefix('@'), text.parse::<u16>()) {
        (Some(label), _) if !label.is_empty() => Ok(Autostart::Label(label.to_owned())),
        (None, Ok(line @ 1..=9999)) => Ok(Autostart::Line(line)),
        _ => Err("a line from 1 to 9999 is wanted, or a label such as @start".into()),
    }
}

/// A file to be written, and which parts go into it.
struct Target {
    path: PathBuf,
    format: Format,
    parts: Range<usize>,
}

impl Build {
    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        self.build(terminal).map(drop)
    }

    /// The parts as they were given.
    pub(super) fn inputs(&self) -> &[PathBuf] {
        &self.inputs
    }

    /// Builds, and gives the files that were written.
    pub(super) fn build(&self, terminal: &Terminal) -> Result<Vec<PathBuf>, Failure> {
        let mut order = self.order()?;
        if !order.diagnostics.is_empty() {
            let list = [(&order.list, &order.diagnostics[..])];
            self.tell(terminal, &list);
            self.document(terminal, &list, Vec::new())?;
            return Err(Failure::Input);
        }
        let targets = self.targets(&order)?;
        let wishes = self.wishes(&order);
        let stock = order.stock(terminal, &wishes)?;
        if !self.json && order.parts.iter().all(|listed| listed.part.kind != Kind::Program) {
            self.tell_idle(terminal);
        }
        let reels: Vec<Reel> =
            targets.iter().map(|target| order.reel(&stock, target.parts.clone(), &wishes)).collect();
        let on_list: Vec<Diagnostic> = reels.iter().flat_map(|reel| reel.diagnostics.clone()).collect();
        let programs =
            stock.programs.iter().flatten().map(|(source, built)| (source, &built.diagnostics[..]));
        let told: Vec<(&Source, &[Diagnostic])> = programs
            .chain(std::iter::once((&order.list, &on_list[..])).filter(|(_, all)| !all.is_empty()))
            .collect();
        let good = self.tell(terminal, &told);
        let written = if good { self.write(terminal, &targets, &reels) } else { Ok(Vec::new()) };
        self.document(terminal, &told, written.as_ref().map_or(Vec::new(), Clone::clone))?;
        written?;
        if good { Ok(targets.into_iter().map(|target| target.path).collect()) } else { Err(Failure::Input) }
    }

    /// Says which options have nothing to work on where no part is a text.
    fn tell_idle(&self, terminal: &Terminal) {
        let given = [
            ("--autostart", self.autostart.is_some()),
            ("--lines", self.lines.is_some()),
            ("--minify", self.minify.is_some()),
        ];
        for (option, _) in given.iter().filter(|(_, given)| *given) {
            terminal.say(&format!("{option} is for BASIC as text, and no part is: it changes nothing"));
        }
    }

    /// The parts, with what the arguments say of the loader.
    fn order(&self) -> Result<Order, Failure> {
        let mut order = Order::of(&self.inputs)?;
        let mut said = |words: String| order.say(&words);
        let loader = (self.loader || self.no_loader).then_some(self.loader);
        let loader =
            loader.map(|wanted| (wanted, said(if wanted { "--loader" } else { "--no-loader" }.into())));
        let clear = self.clear.map(|address| (address, said(format!("--clear {address}"))));
        let start = self.start.map(|address| (address, said(format!("--start {address}"))));
        let options = &mut order.options;
        (options.loader, options.clear, options.start) =
            (loader.or(options.loader), clear.or(options.clear), start.or(options.start));
        options.allow_overlap |= self.allow_overlap;
        for listed in order.parts.iter_mut().filter(|_| self.dither) {
            if let Kind::Picture { dither } = &mut listed.part.kind {
                *dither = true;
            }
        }
        Ok(order)
    }

    fn wishes(&self, order: &Order) -> Wishes {
        let output = self.output.as_ref().or(order.output.as_ref()).filter(|path| !is_stdio(path));
        let output = output.and_then(|path| Some(path.file_stem()?.to_string_lossy().into_owned()));
        Wishes {
            name: self.name.clone(),
            autostart: match self.autostart {
                Some(Autostart::Line(line)) => Some(line),
                _ => None,
            },
            start_label: match &self.autostart {
                Some(Autostart::Label(label)) => Some(label.clone()),
                _ => None,
            },
            lines: self.lines,
            allow_oversize: self.allow_oversize,
            output_stem: output,
            minify: self.minify.as_ref().map(|steps| steps.0.clone()).unwrap_or_default(),
        }
    }

    /// Tells diagnostics and outputs as JSON, if that is asked for.
    fn document(
        &self,
        terminal: &Terminal,
        told: &[(&Source, &[Diagnostic])],
        files: Vec<Value>,
    ) -> Result<(), Failure> {
        if !self.json {
            return Ok(());
        }
        let (diagnostics, outputs) = (diagnostics_json::list(told), Value::from(files));
        terminal.show_json(&format!("{{\"diagnostics\":{diagnostics},\"outputs\":{outputs}}}"))
    }

    /// Says what is to be said about every text; whether the tapes may be written.
    fn tell(&self, terminal: &Terminal, told: &[(&Source, &[Diagnostic])]) -> bool {
        let mut good = true;
        for (source, diagnostics) in told {
            if !self.json {
                terminal.diagnostics(source, diagnostics);
            }
            let (errors, warnings) = count(diagnostics);
            let denied = errors == 0 && warnings > 0 && self.deny_warnings;
            if errors > 0 || denied {
                good = false;
                let counted = render::count(errors, warnings);
                let denied = if denied { ", denied" } else { "" };
                terminal.sum(&format!("{}: {counted}{denied}; nothing is written", source.name()));
            }
            let not_text = diagnostics.iter().any(|d| d.code == Code::NotText);
            if not_text && !self.json {
                terminal.say(&format!("{}: {FORMS}", source.name()));
            }
        }
        good
    }

    /// Writes every target and gives the summaries as JSON. All are ready before the first appears.
    fn write(&self, terminal: &Terminal, targets: &[Target], reels: &[Reel]) -> Result<Vec<Value>, Failure> {
        let mut encoded = Vec::new();
        for (target, reel) in targets.iter().zip(reels) {
            if target.format == Format::Wav {
                encoded.push(Vec::new());
                continue;
            }
            let bytes = encode(target.format, reel).map_err(|message| {
                terminal.error(&format!("{}: {message}; nothing is written", target.path.display()));
                Failure::Input
            })?;
            encoded.push(bytes);
        }
        let staged: Vec<_> = targets
            .iter()
            .zip(reels)
            .zip(&encoded)
            .map(|((target, reel), bytes)| match target.format {
                Format::Wav => output::stage_made(&target.path, |file| {
                    write_sound(&reel.entries(), BufWriter::new(file))
                }),
                _ => output::stage(&target.path, bytes),
            })
            .collect::<Result<_, _>>()?;
        let mut files = Vec::new();
        for ((target, reel), staged) in targets.iter().zip(reels).zip(staged) {
            staged.commit(terminal)?;
            for piece in &reel.pieces {
                terminal.say(&summary(&target.path, piece));
                if let Form::Program(built) = &piece.form
                    && let Some(minified) = &built.minified
                {
                    terminal.say(&saved(&target.path, minified));
                }
                let mut keys = about(piece);
                keys["file"] = json!(target.path.to_string_lossy());
                files.push(keys);
            }
            if reel.pieces.len() > 1 {
                let seconds: f64 = reel.pieces.iter().map(Piece::seconds).sum();
                let path = shown(&target.path);
                terminal.say(&format!("{path}: {} parts, {seconds:.1} seconds to load", reel.pieces.len()));
            }
        }
        Ok(files)
    }

    /// What goes where. Fails when that cannot be told, or would destroy an input.
    fn targets(&self, order: &Order) -> Result<Vec<Target>, Failure> {
        let trouble = |message: String| Err(Failure::Trouble(message));
        let output = self.output.as_ref().or(order.output.as_ref());
        let ranges = order.tapes(output);
        let mut targets = Vec::new();
        for parts in ranges {
            let (path, format) = match output {
                Some(path) => match (&self.output, self.format.map(Format::from)) {
                    // What the project calls .tzx holds no TAP because this once another format is wanted.
                    (None, Some(format)) => (path.with_extension(format.extension()), format),
                    _ => (path.clone(), self.format_of(path)?),
                },
                None => {
                    let format = self.format.map_or(Format::Tap, Format::from);
                    let input = &order.paths[parts.start];
                    if parts.len() > 1 {
                        return trouble("several parts make one tape: say where it goes, -o OUT".into());
                    }
                    let path = if is_stdio(input) {
                        input.clone()
                    } else {
                        input.with_extension(format.extension())
                    };
                    (path, format)
                }
            };
            targets.push(Target { path, format, parts });
        }
        for (i, target) in targets.iter().enumerate() {
            let to_stdout = is_stdio(&target.path);
            if to_stdout && self.json {
                return trouble(
                    "the tape and the JSON document cannot both go to stdout: give -o OUT".into(),
                );
            }
            if targets[..i].iter().any(|other| is_same(&other.path, &target.path)) {
                return trouble(format!("two inputs would both be written to {}", target.path.display()));
            }
            let inputs = order.paths.iter().chain(&order.project);
            if let Some(input) = inputs.into_iter().find(|input| !to_stdout && is_same(input, &target.path)) {
                return trouble(format!("{} would be written over: give another -o OUT", input.display()));
            }
            if target.format == Format::Raw
                && (target.parts.len() > 1 || !order.only_programs() || order.has_loader())
            {
                return trouble("the raw format holds one program: give one IN".into());
            }
        }
        if targets.len() > 1 && self.name.is_some() {
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

/// The bytes of a tape.
fn encode(format: Format, reel: &Reel) -> Result<Vec<u8>, String> {
    match (format, &reel.pieces[..]) {
        (Format::Raw, [Piece { form: Form::Program(built), .. }]) => Ok(built.program.clone()),
        _ => format.encode(&reel.entries()),
    }
}
