//! What goes into the deck: a source that is built, or a tape that is read.
//!
//! Owns: which of both a file is, by its content; whether a tape can load at once.
//! Must never know: files, what a program does.

use std::io::Cursor;
use std::sync::OnceLock;

use super::locate;
use crate::basic::variables::{Name, Value, Variable, Variables};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::machine::Machine;
use crate::machine::report::Report;
use crate::source::Source;
use crate::tape::convert::{self, Loss};
use crate::tape::pulse::Signal;
use crate::tape::{self, Container, Tape, tzx, wav};
use crate::toolchain::minify::{Minified, Step};
use crate::toolchain::{BuildOptions, ListOptions, build_bytes, list};

/// The most pulses that go into the deck: some thirty tapes that fill a 48K.
const MOST_PULSES: usize = 25_000_000;

/// A program on tape.
#[derive(Clone, Debug)]
pub struct Cassette {
    /// The text it was built from.
    pub source: Option<Source>,
    /// What is to say about the text.
    pub diagnostics: Vec<Diagnostic>,
    /// What is wrong with the tape, a sentence each.
    pub faults: Vec<String>,
    minified: Option<Minified>,
    name: String,
    tape: Tape,
    blocks: Vec<Vec<u8>>,
    signal: bool,
    listing: OnceLock<Option<Source>>,
}

impl Cassette {
    /// Reads a file called `name`: TZX and WAV by their signatures, TAP by a header block at its start that is followed
    /// by whole blocks, otherwise a source if it is text.
    ///
    /// ```
    /// use zxtap::toolchain::run::Cassette;
    /// assert!(Cassette::read("a.bas", b"10 CLS\n").is_good());
    /// let bad = Cassette::read("a.bas", b"10 CSL\n");
    /// assert!(!bad.is_good() && bad.source.is_some());
    /// ```
    pub fn read(name: &str, bytes: &[u8]) -> Cassette {
        Cassette::read_minified(name, bytes, &[])
    }

    /// As [`Cassette::read`]; a source is minified by these steps when it is built.
    pub fn read_minified(name: &str, bytes: &[u8], steps: &[Step]) -> Cassette {
        match tape::sniff(bytes) {
            Some(Container::Tzx) => Cassette::of_tape(name, tape::read(bytes)),
            Some(Container::Wav) => Cassette::of_recording(name, bytes),
            Some(Container::Tap) if bytes.starts_with(&[19, 0, 0]) => {
                Cassette::of_tape(name, tape::read(bytes))
            }
            other => {
                let built = Cassette::of_source(name, bytes, steps);
                let text = !built.diagnostics.iter().any(|d| d.code == Code::NotText);
                if text || other.is_none() { built } else { Cassette::of_tape(name, tape::read(bytes)) }
            }
        }
    }

    fn new(name: &str, tape: Tape) -> Cassette {
        let converted = convert::to_blocks(&tape);
        let signal = converted
            .losses
            .iter()
            .any(|(_, loss)| matches!(loss, Loss::Speed | Loss::Signal | Loss::UsedBits(_)));
        Cassette {
            source: None,
            diagnostics: Vec::new(),
            minified: None,
            faults: tape.faults.iter().map(ToString::to_string).collect(),
            name: name.to_owned(),
            blocks: converted.blocks.into_iter().map(|block| block.bytes).collect(),
            tape,
            signal,
            listing: OnceLock::new(),
        }
    }

    fn of_source(name: &str, bytes: &[u8], steps: &[Step]) -> Cassette {
        let stem = name.rsplit(['/', '\\']).next().unwrap_or(name).split('.').next().unwrap_or_default();
        let file_stem = if stem.is_empty() || name.starts_with('<') { "program" } else { stem };
        let minify = steps.to_vec();
        let options = BuildOptions { file_stem: file_stem.to_owned(), minify, ..BuildOptions::default() };
        let (source, built) = build_bytes(name, bytes, &options);
        let entries = built.blocks.iter().map(|b| tzx::Entry::standard(1000, &b.bytes)).collect();
        Cassette {
            source: Some(source),
            diagnostics: built.diagnostics,
            minified: built.minified,
            ..Cassette::new(name, tape_of(Container::Tap, entries))
        }
    }

    fn of_tape(name: &str, tape: Tape) -> Cassette {
        let mut cassette = Cassette::new(name, tape);
        if cassette.blocks.iter().all(Vec::is_empty) && !cassette.signal {
            cassette.faults.push("there is nothing to load on this tape".into());
        }
        cassette
    }

    fn of_recording(name: &str, bytes: &[u8]) -> Cassette {
        match wav::decode(Cursor::new(bytes)) {
            Ok(recording) => {
                let choice = wav::decode::Choice { keep_bad: true, repair: false };
                Cassette::of_tape(name, tape_of(Container::Wav, recording.entries(choice)))
            }
            Err(error) => {
                let mut cassette = Cassette::new(name, tape_of(Container::Wav, Vec::new()));
                cassette.faults.push(error.to_string());
                cassette
            }
        }
    }

    /// Whether there is something to load: a source without errors, or a tape with a block or a signal on it.
    pub fn is_good(&self) -> bool {
        let errors = self.diagnostics.iter().any(|d| d.severity() == Severity::Error);
        !errors && (self.signal || self.blocks.iter().any(|block| !block.is_empty()))
    }

    /// Whether the tape cannot load at once, because it has a loader of its own.
    pub fn needs_signal(&self) -> bool {
        self.signal
    }

    /// Puts the tape into the deck of a machine; gives the T-states it plays, 0 where it loads at once.
    pub fn insert(&self, machine: &mut Machine, real_tape: bool) -> u64 {
        if !real_tape && !self.signal {
            machine.insert_tape(self.blocks.clone());
            return 0;
        }
        let mut played = 0_u64;
        let pulses = Signal::new(&self.tape.entries).take(MOST_PULSES).map(|pulse| {
            played = played.saturating_add(pulse.tstates);
            u32::try_from(pulse.tstates).unwrap_or(u32::MAX)
        });
        machine.deck().insert_pulses(pulses);
        played
    }

    /// The diagnostic that a report gives on the text: of a minified program on the statement as it was written.
    pub fn locate(&self, report: &Report, variables: &Variables) -> Option<Diagnostic> {
        let Some(minified) = &self.minified else { return locate(self.listing()?, report, variables) };
        let origin = minified.origin(report.line, report.statement.into())?;
        let report =
            Report { line: origin.line, statement: u8::try_from(origin.statement).ok()?, ..report.clone() };
        let mut variables = variables.clone();
        for (old, new) in minified.renamed() {
            let is_it = |v: &&mut Variable| matches!(v.value, Value::Number(_)) && v.full_name() == *new;
            if let (Some(variable), [first, rest @ ..]) =
                (variables.variables.iter_mut().find(is_it), old.as_bytes())
            {
                variable.name = Name { letter: first - b'`', rest: rest.to_vec() };
            }
        }
        locate(self.listing()?, &report, &variables)
    }

    /// The text that a report can be shown on: the source, or what `zxtap list` makes of the tape.
    pub fn listing(&self) -> Option<&Source> {
        let of_tape = || {
            let listing = list(&self.name, &self.tape.to_tzx(), ListOptions::default());
            (listing.programs == 1).then(|| Source::new(self.name.as_str(), listing.text))
        };
        self.source.as_ref().or_else(|| self.listing.get_or_init(of_tape).as_ref())
    }
}

fn tape_of(container: Container, entries: Vec<tzx::Entry>) -> Tape {
    let offsets = vec![0; entries.len()];
    Tape { container, version: None, entries, offsets, faults: Vec::new() }
}
