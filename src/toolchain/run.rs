//! A program in a machine: from the bytes of a source or a tape to a report on the user's own text.
//!
//! ```text
//! Cassette::read    a .bas is built in memory, a .tap, .tzx or .wav is read; known by content
//! Session::new      switched on, the tape in the deck, LOAD "" typed
//! Session::frame    a frame; RUN is typed where a program was loaded that does not start by itself
//! run               all of that until the program stops, the script ends or the time is over
//! locate            2 Variable not found, 30:1 -> the statement in the source
//! ```
//!
//! Load, press and look at a program from a test in Rust:
//!
//! ```
//! use zxtap::machine::keyboard::Key;
//! use zxtap::toolchain::run::{Cassette, Session};
//!
//! let cassette = Cassette::read("a.bas", b"10 PAUSE 0: PRINT INKEY$: LET n=7\n");
//! let mut session = Session::new(&cassette, false);
//! assert!(!session.run(session.deadline(2.0))); // two seconds: it waits for a key
//! session.machine.tap(&[Key::of('x').unwrap()]);
//! assert!(session.run(session.deadline(2.0)));
//! assert!(session.machine.screen_text()[0].starts_with("x"));
//! ```
//!
//! Owns: how a program gets into the machine and when it counts as running; how a run ended.
//! Must never know: files, the terminal, the wall clock.

pub mod cassette;
pub mod json;
pub mod junit;
pub mod locate;

pub use crate::machine::screen::Picture;
pub use cassette::Cassette;
pub use locate::locate;

use crate::basic::variables::Variables;
use crate::diagnostic::{Diagnostic, encoding};
use crate::machine::keyboard::Key;
use crate::machine::memory::sysvar;
use crate::machine::report::Report;
use crate::machine::screen::WIDTH;
use crate::machine::ula::FRAME;
use crate::machine::{Activity, Machine};
use crate::script::{self, Script};
use crate::source::Source;
use crate::tape::timing::CLOCK;
use crate::toolchain::screen;

/// How long a run may take when nobody says, in seconds of Spectrum time.
pub const SECONDS: f64 = 60.0;

/// LINE-RUN in the ROM: a typed command begins.
const LINE_RUN: u16 = 0x1B8A;

/// PPC while a typed command runs.
const TYPED: u16 = 0xFFFE;

/// A machine with a program on its way in, or running.
#[derive(Clone)]
pub struct Session {
    /// The machine.
    pub machine: Machine,
    loading: bool,
    /// RUN was typed.
    ran: bool,
    /// T-states the tape needs for itself, because it plays.
    tape: u64,
}

impl Session {
    /// Switches a machine on, puts the tape in and types `LOAD ""`. With `real_tape` the ROM hears the tape's sound;
    /// else its blocks load at once, unless the tape has a loader of its own.
    pub fn new(cassette: &Cassette, real_tape: bool) -> Session {
        let mut machine = Machine::booted();
        let tape = cassette.insert(&mut machine, real_tape);
        machine.type_keys("j\"\"");
        enter(&mut machine);
        Session { machine, loading: true, ran: false, tape }
    }

    /// Whether the program has been loaded and started.
    pub fn started(&self) -> bool {
        !self.loading
    }

    /// The report the program has stopped with, or that loading has failed with.
    pub fn report(&self) -> Option<&Report> {
        self.machine.report().filter(|_| !self.loading)
    }

    /// Runs to the end of the frame, and sees to it that what was loaded runs.
    pub fn frame(&mut self) {
        self.machine.frame();
        if !self.loading {
            return;
        }
        match self.machine.report() {
            Some(report) if report.code == '0' && report.line == TYPED && !self.ran => {
                self.ran = true;
                if self.machine.program().is_empty() {
                    self.loading = false;
                } else {
                    self.machine.type_keys("r");
                    enter(&mut self.machine);
                }
            }
            Some(_) => self.loading = false,
            None => self.loading = self.machine.peek_word(sysvar::PPC) == TYPED,
        }
    }

    /// The T-state at which `seconds` of Spectrum time are over, counted from now; the time the tape takes to play is
    /// not counted.
    pub fn deadline(&self, seconds: f64) -> u64 {
        let allowed = (seconds.max(0.0) * CLOCK as f64) as u64;
        self.machine.tstates().saturating_add(allowed).saturating_add(self.tape)
    }

    /// Runs until the program stops; false when the clock reads `deadline` T-states before.
    pub fn run(&mut self, deadline: u64) -> bool {
        while self.report().is_none() {
            if self.machine.tstates() >= deadline {
                return false;
            }
            self.frame();
        }
        true
    }

    /// Runs until the program has started; false when the clock reads `deadline` before.
    pub fn start(&mut self, deadline: u64) -> bool {
        while self.loading {
            if self.machine.tstates() >= deadline {
                return false;
            }
            self.frame();
        }
        true
    }
}

/// Presses ENTER and lets go when the command begins, so that no program finds the key still down.
fn enter(machine: &mut Machine) {
    machine.press(Key::ENTER);
    machine.run_until(&[LINE_RUN], 20 * u64::from(FRAME));
    machine.release(Key::ENTER);
}

/// How a run came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The program has stopped with a report.
    Report,
    /// The script has ended, or one of its steps has failed.
    Script,
    /// The time was over.
    Time,
    /// Whoever played it left.
    Left,
}

/// What there is to say about a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// The report, where the program had stopped.
    pub report: Option<Report>,
    /// The screen as text.
    pub screen: [String; 24],
    /// The picture.
    pub picture: Picture,
    /// The variables.
    pub variables: Variables,
    /// What the machine was doing.
    pub activity: Activity,
    /// Frames since the machine was switched on.
    pub frames: u64,
    /// T-states since the machine was switched on.
    pub tstates: u64,
    /// How the script went, where one was played.
    pub script: Option<script::Outcome>,
    /// The report on the user's source, where it is an error.
    pub diagnostic: Option<Diagnostic>,
    /// The text that `diagnostic` is about.
    pub source: Option<Source>,
}

impl Outcome {
    /// The outcome of a session as it stands.
    pub fn of(session: &Session, cassette: Option<&Cassette>, end: End) -> Outcome {
        let machine = &session.machine;
        let report = session.report().cloned();
        let variables = Variables::decode(machine.variables());
        let located = report
            .as_ref()
            .filter(|report| !report.is_good())
            .and_then(|report| cassette?.locate(report, &variables, machine.program()));
        let (diagnostic, source) = located.unzip();
        Outcome {
            end,
            report,
            screen: machine.screen_text(),
            picture: machine.picture(),
            variables,
            activity: machine.activity(),
            frames: machine.frames(),
            tstates: machine.tstates(),
            script: None,
            diagnostic,
            source,
        }
    }

    /// Seconds of Spectrum time since the machine was switched on.
    pub fn seconds(&self) -> f64 {
        self.tstates as f64 / CLOCK as f64
    }

    /// Whether all went well: the program did not stop with an error that the script did not ask for, no step failed,
    /// the time was not over.
    pub fn is_good(&self) -> bool {
        let failed = self.script.as_ref().is_some_and(|script| script.failure.is_some());
        let expected = self.script.as_ref().is_some_and(|script| script.report_expected);
        let stopped = self.report.as_ref().is_some_and(|report| !report.is_good());
        self.end != End::Time && !failed && (!stopped || expected)
    }
}

/// Loads and runs a program: without a script until it stops or `seconds` ([`SECONDS`]) of Spectrum time are over, with
/// one until that ends; then `seconds` bound it only when they are given.
///
/// ```
/// use zxtap::toolchain::run::{Cassette, run};
/// let cassette = Cassette::read("a.bas", b"10 PRINT 6*7\n20 PRINT b\n");
/// let outcome = run(&cassette, None, None, false);
/// assert_eq!(outcome.screen[0].trim_end(), "42");
/// assert_eq!(outcome.report.unwrap().to_string(), "2 Variable not found, 20:1");
/// assert_eq!(outcome.diagnostic.unwrap().span.range(), 16..23); // PRINT b
/// ```
pub fn run(cassette: &Cassette, script: Option<&Script>, seconds: Option<f64>, real_tape: bool) -> Outcome {
    let mut session = Session::new(cassette, real_tape);
    let Some(script) = script else {
        let deadline = session.deadline(seconds.unwrap_or(SECONDS));
        let end = if session.run(deadline) { End::Report } else { End::Time };
        return Outcome::of(&session, Some(cassette), end);
    };
    let deadline = seconds.map_or(u64::MAX, |seconds| session.deadline(seconds));
    if !session.start(deadline.min(session.deadline(SECONDS))) {
        return Outcome::of(&session, Some(cassette), End::Time);
    }
    let played = script::play(script, &mut session.machine, deadline);
    let outcome = Outcome::of(&session, Some(cassette), End::Script);
    Outcome { script: Some(played), ..outcome }
}

/// Reads the bytes of a script called `name`: its text, its steps, what is wrong with them.
pub fn read_script(name: &str, bytes: &[u8]) -> (Source, Script, Vec<Diagnostic>) {
    let (source, faults) = Source::decode(name, bytes);
    if !faults.is_empty() {
        let wrong = faults.iter().map(encoding::diagnostic).collect();
        return (source, Script::default(), wrong);
    }
    let (script, wrong) = script::parse(&source);
    (source, script, wrong)
}

/// A picture with its border as a PNG file.
///
/// # Errors
///
/// None that a whole picture can raise; a sentence from the encoder.
pub fn png(picture: &Picture) -> Result<Vec<u8>, String> {
    screen::png(WIDTH, &picture.pixels)
}

/// Plays a script on a machine in the editor, without any program.
pub fn play_bare(script: &Script) -> Outcome {
    let mut session = Session { machine: Machine::booted(), loading: false, ran: true, tape: 0 };
    let played = script::play(script, &mut session.machine, u64::MAX);
    Outcome { script: Some(played), ..Outcome::of(&session, None, End::Script) }
}
