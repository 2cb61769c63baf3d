//! `zxtap convert`: a tape from one container into another.
//!
//! Owns: its arguments, what is said of what could not be kept, the exit code.
//! Must never know: containers, sound.

use std::io::{self, BufWriter};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use zxtap::toolchain::convert::{self, Choice, Error, Fate, Plan, Shape, Sound};
use zxtap::toolchain::inspect::json as inspection;
use zxtap::toolchain::{Container, Format};

use super::input::{self, is_same, is_stdio};
use super::terminal::Terminal;
use super::{Failure, output, progress};

/// A tape from one container into another: tap, tzx and wav
///
/// The source is known by its content. What the target cannot hold is told on stderr and is no error. Of a recording
/// everything that was heard right is written; what was not is told with its time, and the exit code is 1.
#[derive(Args)]
pub(super) struct Convert {
    /// A tape, or a recording of one; - for stdin
    #[arg(value_name = "IN")]
    source: PathBuf,

    /// The file to write; - for stdout
    #[arg(value_name = "OUT")]
    target: PathBuf,

    /// What to write [default: as the extension of OUT says]
    #[arg(long, value_enum)]
    format: Option<Target>,

    /// Keep blocks whose checksum is wrong as they were heard
    #[arg(long)]
    keep_bad: bool,

    /// Where one doubtful bit makes a checksum right, flip it
    #[arg(long)]
    repair: bool,

    /// Write nothing when the target cannot hold all there is
    #[arg(long)]
    deny_warnings: bool,

    /// Samples a second
    #[arg(long, value_name = "HZ", default_value_t = Sound::default().rate, value_parser = clap::value_parser!(u32).range(1..=384_000), help_heading = "Sound")]
    rate: u32,

    /// Bits a sample, 8 or 16
    #[arg(long, default_value_t = Sound::default().bits, value_parser = bits, help_heading = "Sound")]
    bits: u16,

    /// How edges look
    #[arg(long, value_enum, default_value_t, help_heading = "Sound")]
    shape: ShapeName,

    /// High is low and low is high
    #[arg(long, help_heading = "Sound")]
    invert: bool,

    /// How loud, in per cent
    #[arg(long, value_name = "PERCENT", default_value_t = Sound::default().volume, value_parser = clap::value_parser!(u8).range(1..=100), help_heading = "Sound")]
    volume: u8,

    /// Milliseconds of silence in front and behind
    #[arg(long, value_name = "MS", default_value_t = Sound::default().lead_ms, help_heading = "Sound")]
    lead_in: u16,

    /// Tell it as JSON on stdout
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Target {
    /// A tape image, block by block
    Tap,
    /// A tape image with timing
    Tzx,
    /// The sound of the tape
    Wav,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum ShapeName {
    /// From one level to the other between two samples
    #[default]
    Square,
    /// Over four samples, as a limited band leaves them
    Soft,
}

fn bits(text: &str) -> Result<u16, String> {
    match text {
        "8" => Ok(8),
        "16" => Ok(16),
        _ => Err("8 or 16 is wanted".into()),
    }
}

impl Convert {
    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        let target = self.target()?;
        let name = input::name(&self.source);
        let contents = input::program(&self.source)?;
        let unknown = || "neither a tape (.tap, .tzx) nor a recording (.wav)".to_owned();
        if let Some(why) = contents.stranger().or_else(|| (!contents.is_tape()).then(unknown)) {
            terminal.error(&format!("{name}: {why}; nothing is written"));
            if self.json {
                terminal.show_json(&json!({
                    "source": { "file": name, "format": null },
                    "target": null,
                    "heard": [],
                    "losses": [],
                    "faults": [why],
                }))?;
            }
            return Err(Failure::Input);
        }
        let choice = Choice { keep_bad: self.keep_bad, repair: self.repair };
        let plan = convert::plan(contents.tape(), target, choice);
        let good = self.tell(terminal, &name, &plan);
        let why_not = match plan.check(&self.sound()) {
            Err(error) if error.is_of_rate() => {
                return Err(Failure::Trouble(format!("{error}; give --rate")));
            }
            // Why there is nothing is told already.
            Err(Error::Nothing) if !plan.tape.faults.is_empty() => Some(String::new()),
            Err(error) => Some(format!("{error}; ")),
            Ok(()) if self.deny_warnings && !plan.losses.is_empty() => Some("warnings are denied; ".into()),
            Ok(()) => None,
        };
        if let Some(why) = why_not {
            terminal.error(&format!("{name}: {why}nothing is written"));
            self.report(terminal, &name, &plan, None)?;
            return Err(Failure::Input);
        }
        let bytes = self.write(terminal, &plan)?;
        self.report(terminal, &name, &plan, Some(bytes))?;
        if good { Ok(()) } else { Err(Failure::Input) }
    }

    fn sound(&self) -> Sound {
        let shape = match self.shape {
            ShapeName::Square => Shape::Square,
            ShapeName::Soft => Shape::Soft,
        };
        Sound {
            rate: self.rate,
            bits: self.bits,
            shape,
            invert: self.invert,
            volume: self.volume,
            lead_ms: self.lead_in,
        }
    }

    fn target(&self) -> Result<Container, Failure> {
        let trouble = |message: String| Err(Failure::Trouble(message));
        let path = &self.target;
        if is_stdio(path) && self.json {
            return trouble(
                "the tape and the JSON document cannot both go to stdout: give OUT a name".into(),
            );
        }
        if !is_stdio(path) && is_same(&self.source, path) {
            return trouble(format!("{} would be written over: give another OUT", path.display()));
        }
        let format = match (self.format, path.extension()) {
            (Some(Target::Tap), _) => Some(Format::Tap),
            (Some(Target::Tzx), _) => Some(Format::Tzx),
            (Some(Target::Wav), _) => Some(Format::Wav),
            (None, Some(extension)) => extension.to_str().and_then(Format::of_extension),
            (None, None) => None,
        };
        match format.and_then(Format::container) {
            Some(container) => Ok(container),
            None if is_stdio(path) => {
                trouble("stdout has no extension: give --format tap, tzx or wav".into())
            }
            None => trouble(format!(
                "the extension of {} does not say what to write: use .tap, .tzx or .wav, or give --format",
                path.display()
            )),
        }
    }

    /// Says what is wrong with the source and what the target cannot hold; whether all of the source was good.
    fn tell(&self, terminal: &Terminal, name: &str, plan: &Plan) -> bool {
        let mut good = true;
        for fault in &plan.tape.faults {
            let fate = fault.block.and_then(|block| plan.fates.get(block));
            good &= matches!(fate, Some(Fate::Repaired(_)));
            let done = match fate {
                Some(Fate::LeftOut) if fault.kind.repair().is_some() => {
                    "; left out (--repair flips it, --keep-bad keeps the block)"
                }
                Some(Fate::LeftOut) => "; left out (--keep-bad keeps it)",
                Some(Fate::Kept) => "; kept as it was heard",
                Some(Fate::Repaired(_)) => "; flipped",
                Some(Fate::Whole) | None => "",
            };
            terminal.say(&format!("{name}: {fault}{done}"));
        }
        for loss in plan.losses_in_words() {
            terminal.say(&format!("{name}: warning: {loss}"));
        }
        good
    }

    /// Writes the target, whole or not at all; gives its length.
    fn write(&self, terminal: &Terminal, plan: &Plan) -> Result<u64, Failure> {
        let sound = self.sound();
        let bar = progress::bar(plan.sound_bytes(&sound), "writing");
        let mut bytes = 0;
        let staged = output::stage_made(&self.target, |file| {
            let mut out = BufWriter::new(bar.wrap_write(&mut *file));
            plan.write(&sound, &mut out).map_err(|error| match error {
                Error::Io(error) => error,
                error => io::Error::other(error.to_string()),
            })?;
            drop(out.into_inner()?);
            bytes = file.metadata()?.len();
            Ok(())
        })?;
        bar.finish_and_clear();
        staged.commit(terminal)?;
        Ok(bytes)
    }

    /// The summary, or the JSON document; `bytes` are those of the target, if it was written.
    fn report(
        &self,
        terminal: &Terminal,
        name: &str,
        plan: &Plan,
        bytes: Option<u64>,
    ) -> Result<(), Failure> {
        let target = if is_stdio(&self.target) { "<stdout>".into() } else { self.target.to_string_lossy() };
        if let Some(bytes) = bytes {
            let (count, seconds) = (plan.count(), plan.seconds(&self.sound()));
            let plural = if count == 1 { "" } else { "s" };
            let word = plan.target.word().to_uppercase();
            terminal.say(&format!(
                "{target}: {word}, {count} block{plural}, {bytes} bytes, {seconds:.1} seconds to play"
            ));
        }
        if !self.json {
            return Ok(());
        }
        let losses: Vec<Value> = plan
            .losses
            .iter()
            .map(|(block, loss)| json!({ "block": block, "message": loss.to_string() }))
            .collect();
        let written = bytes.map(|bytes| {
            json!({
                "file": target,
                "format": plan.target.word(),
                "bytes": bytes,
                "blocks": plan.count(),
                "seconds": plan.seconds(&self.sound()),
            })
        });
        terminal.show_json(&json!({
            "source": { "file": name, "format": plan.tape.container.word() },
            "target": written,
            "heard": inspection::fates(plan),
            "losses": losses,
            "faults": plan.tape.faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
        }))
    }
}
