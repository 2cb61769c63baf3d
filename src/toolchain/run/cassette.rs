//! What goes into the deck: a source that is built, or a tape that is read.
//!
//! Owns: which of both a file is, by its content; whether a tape can load at once.
//! Must never know: files, what a program does.

use std::sync::OnceLock;

use super::locate;
use crate::basic::expand::no_files;
use crate::basic::variables::{Name, Value, Variable, Variables};
use crate::diagnostic::{Code, Diagnostic, has_errors};
use crate::machine::Machine;
use crate::machine::report::Report;
use crate::source::Source;
use crate::tape::convert::{self, Loss};
use crate::tape::pulse::Signal;
use crate::tape::{self, Container, Tape, tzx};
use crate::toolchain::minify::Minified;
use crate::toolchain::reading::Contents;
use crate::toolchain::{BuildOptions, Built, ListOptions, Loader, build_with, list};

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
    /// Where several programs are on the tape: the text of each, and its lines as they stand in memory.
    texts: Vec<Text>,
}

impl Cassette {
    /// Reads a file called `name`: TZX and WAV by their signatures, TAP by a header block at its start that is followed
    /// by whole blocks, otherwise a source if it is text, which includes no other files.
    ///
    /// ```
    /// use zxtap::toolchain::run::Cassette;
    /// assert!(Cassette::read("a.bas", b"10 CLS\n").is_good());
    /// let bad = Cassette::read("a.bas", b"10 CSL\n");
    /// assert!(!bad.is_good() && bad.source.is_some());
    /// ```
    pub fn read(name: &str, bytes: &[u8]) -> Cassette {
        Cassette::read_with(name, bytes, &BuildOptions::default(), &mut no_files)
    }

    /// The same; `load` reads the files that a source includes, `options` are for a source and lack only the name of
    /// the file.
    pub fn read_with(name: &str, bytes: &[u8], options: &BuildOptions, load: &mut Loader<'_>) -> Cassette {
        match tape::sniff(bytes) {
            Some(Container::Tzx | Container::Wav) => Cassette::of_tape(name, tape::read(bytes)),
            Some(Container::Tap) if bytes.starts_with(&[19, 0, 0]) => {
                Cassette::of_tape(name, tape::read(bytes))
            }
            other => {
                let built = Cassette::of_source(name, bytes, options, load);
                let text = !built.diagnostics.iter().any(|d| d.code == Code::NotText);
                if text || other.is_none() { built } else { Cassette::of_tape(name, tape::read(bytes)) }
            }
        }
    }

    /// What was read of a file called `name`: a recording as it was heard, anything else as [`Cassette::read_with`]
    /// takes it.
    pub fn of(name: &str, contents: Contents, options: &BuildOptions, load: &mut Loader<'_>) -> Cassette {
        match contents {
            Contents::Heard(tape) => Cassette::of_tape(name, tape),
            Contents::Bytes(bytes) => Cassette::read_with(name, &bytes, options, load),
        }
    }

    /// A tape that was made of parts, with the texts of its programs and what became of them.
    pub fn of_reel(name: &str, entries: &[tzx::Entry], programs: Vec<(Source, Built)>) -> Cassette {
        let mut cassette = Cassette::of_tape(name, Tape::of(entries.to_vec()));
        if let [(source, built)] = &programs[..] {
            cassette.source = Some(source.clone());
            cassette.diagnostics = built.diagnostics.clone();
        }
        for (source, built) in programs {
            let length =
                built.blocks.first().and_then(tape::file::header).and_then(|head| head.program_length());
            let lines = built.program.get(..usize::from(length.unwrap_or(0))).unwrap_or(&built.program);
            let lines = lines.to_vec();
            cassette.texts.push(Text { source, lines, minified: built.minified });
        }
        cassette
    }

    /// Something that cannot be run because of errors in a text.
    pub fn broken(name: &str, source: Source, diagnostics: Vec<Diagnostic>) -> Cassette {
        let nothing = Cassette::new(name, Tape::of(Vec::new()));
        Cassette { source: Some(source), diagnostics, ..nothing }
    }

    fn new(name: &str, tape: Tape) -> Cassette {
        let converted = convert::to_blocks(&tape);
        let signal = converted
            .losses
            .iter()
            .any(|(_, loss)| matches!(loss, Loss::Speed | Loss::Pilot | Loss::Signal | Loss::UsedBits(_)));
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
            texts: Vec::new(),
        }
    }

    fn of_source(name: &str, bytes: &[u8], options: &BuildOptions, load: &mut Loader<'_>) -> Cassette {
        let stem = name.rsplit(['/', '\\']).next().unwrap_or(name).split('.').next().unwrap_or_default();
        let file_stem = if stem.is_empty() || name.starts_with('<') { "program" } else { stem };
        let options = BuildOptions { file_stem: file_stem.to_owned(), ..options.clone() };
        let (source, built) = build_with(name, bytes, &options, load);
        let entries = built.blocks.iter().map(|b| tzx::Entry::standard(1000, &b.bytes)).collect();
        Cassette {
            source: Some(source),
            diagnostics: built.diagnostics,
            minified: built.minified,
            ..Cassette::new(name, Tape::of(entries))
        }
    }

    fn of_tape(name: &str, tape: Tape) -> Cassette {
        let mut cassette = Cassette::new(name, tape);
        if cassette.blocks.iter().all(Vec::is_empty) && !cassette.signal {
            cassette.faults.push("there is nothing to load on this tape".into());
        }
        cassette
    }

    /// Whether there is something to load: a source without errors, or a tape with a block or a signal on it.
    pub fn is_good(&self) -> bool {
        !has_errors(&self.diagnostics) && (self.signal || self.blocks.iter().any(|block| !block.is_empty()))
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

    /// The diagnostic that a report gives on a text, while the lines `in_memory` are there, and the text: of a minified
    /// program on the statement as it was written.
    pub fn locate(
        &self,
        report: &Report,
        variables: &Variables,
        in_memory: &[u8],
    ) -> Option<(Diagnostic, Source)> {
        let (source, minified) = self.listing(in_memory)?;
        let Some(minified) = minified else {
            return Some((locate(source, report, variables)?, source.clone()));
        };
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
        Some((locate(source, &report, &variables)?, source.clone()))
    }

    /// The text that a report can be shown on while the lines `in_memory` are there: the source, of several that of the
    /// program in memory, or what `zxtap list` makes of the tape. With it how the program was minified.
    fn listing(&self, in_memory: &[u8]) -> Option<(&Source, Option<&Minified>)> {
        // The slots of DEF FN change when the program runs; nothing else does.
        let alike = |lines: &[u8]| lines.iter().zip(in_memory).filter(|(a, b)| a == b).count();
        let same_length = self.texts.iter().filter(|text| text.lines.len() == in_memory.len());
        let nearest = same_length.map(|text| (alike(&text.lines), text)).max_by_key(|(count, _)| *count);
        if let Some((count, text)) = nearest
            && 2 * count >= in_memory.len()
        {
            return Some((&text.source, text.minified.as_ref()));
        }
        if !self.texts.is_empty() {
            return None;
        }
        if let Some(source) = &self.source {
            return Some((source, self.minified.as_ref()));
        }
        let of_tape = || {
            let listing = list(&self.name, &self.tape, ListOptions::default());
            (listing.programs == 1).then(|| Source::new(self.name.as_str(), listing.text))
        };
        self.listing.get_or_init(of_tape).as_ref().map(|source| (source, None))
    }
}

/// The text of a program among others on a tape.
#[derive(Clone, Debug)]
struct Text {
    source: Source,
    /// The lines as they stand in memory.
    lines: Vec<u8>,
    minified: Option<Minified>,
}
