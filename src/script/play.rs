//! A script played on a machine.
//!
//! Owns: how long keys are held, when a look at the screen is due, why a step failed.
//! Must never know: files, where program and script came from.
//!
//! A key is held for 10 frames and let go for 10, so that a program that asks INKEY$ five times a second sees it; the
//! ROM repeats a key only after 35.

use std::fmt;

use super::nearest::{self, Nearest};
use super::{Action, Expectation, Expected, Script, Step};
use crate::basic::variables::{Reading, Variables};
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::keyboard::Key;
use crate::machine::report::Report;
use crate::machine::screen::Picture;
use crate::machine::{Activity, Machine};

/// How long `press` holds a key, and how long it lets it go, in frames.
pub const HOLD: u32 = 10;

/// When a text has come, the program goes on until the screen was quiet for so many frames, at most for [`SETTLE`]:
/// what is printed in one go is there as a whole.
const QUIET: u32 = 3;
const SETTLE: u32 = 15;

/// The screen is read anew after so many frames even if no byte of it has changed, since the fonts may have.
const LOOK: u32 = 25;

/// How a script came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How many steps were done.
    pub done: usize,
    /// Why the next one failed; none when all were done.
    pub failure: Option<Failure>,
    /// The pictures that were kept, with their names, in order.
    pub screenshots: Vec<(String, Picture)>,
    /// Whether a step has asked for the report that the program stopped with.
    pub report_expected: bool,
}

/// A step that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The step.
    pub step: Step,
    /// Why.
    pub why: Why,
    /// The screen then.
    pub screen: Box<[String; 24]>,
    /// What the machine was doing.
    pub activity: Activity,
    /// The report, where the program had stopped.
    pub report: Option<Report>,
}

/// Why a step failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The text is not on the screen; what comes nearest.
    NotThere(String, Option<Nearest>),
    /// The text is on the screen, there.
    There(String, Nearest),
    /// Something else stands there; the text may stand elsewhere.
    NotAt {
        /// What was expected.
        text: String,
        /// What stands there.
        there: Nearest,
        /// Where the text, or what comes nearest to it, stands.
        nearest: Option<Nearest>,
    },
    /// The variable has another value, as BASIC writes it; or there is none, but perhaps one whose name comes near.
    Variable {
        /// The name that was asked for.
        name: String,
        /// The value it should have.
        expected: String,
        /// The value it has.
        actual: Option<String>,
        /// A variable of nearly this name.
        similar: Option<String>,
    },
    /// The program has stopped with another report.
    Report(String, Report),
    /// The program has not stopped.
    NoReport,
    /// The whole time is over.
    Time,
}

/// Plays a script on a machine whose program is running, until it ends, a step fails or the clock reads `deadline`
/// T-states.
///
/// ```
/// use zxtap::{machine::Machine, script, source::Source};
/// let (script, _) = script::parse(&Source::new("s", "type \"p1+1\\n\"; wait report; expect at 0,0 \"2\""));
/// let mut machine = Machine::booted(); // the key P is PRINT at the start of a line
/// assert_eq!(script::play(&script, &mut machine, u64::MAX).failure, None);
/// ```
pub fn play(script: &Script, machine: &mut Machine, deadline: u64) -> Outcome {
    let mut player = Player { machine, deadline, looked: None };
    let mut outcome = Outcome { done: 0, failure: None, screenshots: Vec::new(), report_expected: false };
    for step in &script.steps {
        match player.step(&step.action) {
            Ok(()) => outcome.done += 1,
            Err(why) => {
                outcome.failure = Some(Failure {
                    step: step.clone(),
                    why,
                    screen: Box::new(player.machine.screen_text()),
                    activity: player.machine.activity(),
                    report: player.machine.report().cloned(),
                });
                break;
            }
        }
        match &step.action {
            Action::Screenshot(name) => outcome.screenshots.push((name.clone(), player.machine.picture())),
            Action::Expect(Expectation::Report(_)) => outcome.report_expected = true,
            // Whatever stops the program now is another matter.
            Action::Press(_) | Action::Type(_) => outcome.report_expected = false,
            _ => {}
        }
    }
    outcome
}

struct Player<'a> {
    machine: &'a mut Machine,
    deadline: u64,
    /// The display file and attributes when the screen was last read as text, and when that was.
    looked: Option<(Vec<u8>, u64)>,
}

/// Display file and attributes.
const SCREEN: std::ops::Range<usize> = 0x4000..0x5B00;

impl Player<'_> {
    fn step(&mut self, action: &Action) -> Result<(), Why> {
        match action {
            Action::Wait(text, frames) => self.wait(text, *frames),
            Action::WaitReport(frames) => {
                for _ in 0..*frames {
                    if self.machine.report().is_some() {
                        return Ok(());
                    }
                    self.frames(1)?;
                }
                if self.machine.report().is_some() { Ok(()) } else { Err(Why::NoReport) }
            }
            Action::Press(keys) => self.press(keys),
            Action::Type(text) => {
                for c in text.chars() {
                    self.frames(0)?;
                    self.machine.type_keys(c.encode_utf8(&mut [0; 4]));
                }
                Ok(())
            }
            Action::Frames(count) => self.frames(*count),
            Action::Expect(expectation) => self.expect(expectation),
            Action::Poke(address, value) => {
                self.machine.poke(*address, *value);
                Ok(())
            }
            Action::Screenshot(_) => Ok(()),
        }
    }

    fn frames(&mut self, count: u32) -> Result<(), Why> {
        for _ in 0..count {
            self.frames(0)?;
            self.machine.frame();
        }
        if self.machine.tstates() >= self.deadline { Err(Why::Time) } else { Ok(()) }
    }

    fn press(&mut self, keys: &[Key]) -> Result<(), Why> {
        keys.iter().for_each(|key| self.machine.press(*key));
        let held = self.frames(HOLD);
        keys.iter().for_each(|key| self.machine.release(*key));
        held.and_then(|()| self.frames(HOLD))
    }

    fn wait(&mut self, text: &str, frames: u32) -> Result<(), Why> {
        self.looked = None;
        for _ in 0..frames {
            if self.changed() && find(&self.machine.screen_text(), text).is_some() {
                self.settle();
                return Ok(());
            }
            // Nobody presses a key: what has stopped stays as it is.
            if self.machine.report().is_some() {
                break;
            }
            self.frames(1)?;
        }
        self.expect(&Expectation::Text(text.to_owned()))
    }

    /// Lets the statement that is printing come to its end.
    fn settle(&mut self) {
        let (mut before, mut quiet) = (Vec::new(), 0);
        for _ in 0..SETTLE {
            let screen = self.machine.read(SCREEN);
            if before == screen {
                quiet += 1;
            } else {
                (before, quiet) = (screen.to_vec(), 0);
            }
            if quiet == QUIET || self.frames(1).is_err() {
                break;
            }
        }
    }

    /// Whether the screen may show another text than when this was asked last.
    fn changed(&mut self) -> bool {
        let (now, screen) = (self.machine.frames(), self.machine.read(SCREEN));
        let same =
            self.looked.as_ref().is_some_and(|(bytes, when)| bytes == screen && now - when < u64::from(LOOK));
        if !same {
            self.looked = Some((screen.to_vec(), now));
        }
        !same
    }

    fn expect(&self, expectation: &Expectation) -> Result<(), Why> {
        let screen = self.machine.screen_text();
        match expectation {
            Expectation::Text(text) => match find(&screen, text) {
                Some(_) => Ok(()),
                None => Err(Why::NotThere(text.clone(), nearest::on_screen(&screen, text))),
            },
            Expectation::NoText(text) => match find(&screen, text) {
                None => Ok(()),
                Some(place) => Err(Why::There(text.clone(), place)),
            },
            Expectation::At { row, column, text } => {
                let (row, column) = (usize::from(*row), usize::from(*column));
                let there: String = screen[row].chars().skip(column).take(text.chars().count()).collect();
                if there == *text {
                    return Ok(());
                }
                let nearest = find(&screen, text).or_else(|| nearest::on_screen(&screen, text));
                Err(Why::NotAt { text: text.clone(), there: Nearest { row, column, text: there }, nearest })
            }
            Expectation::Variable { name, value } => variable(self.machine, name, value),
            Expectation::Report(expected) => match self.machine.report() {
                None => Err(Why::NoReport),
                Some(report) if is_report(report, expected) => Ok(()),
                Some(report) => Err(Why::Report(expected.clone(), report.clone())),
            },
        }
    }
}

/// Where a text stands on the screen; it may go on in the next row.
fn find(screen: &[String; 24], text: &str) -> Option<Nearest> {
    let whole = screen.concat();
    let at = whole[..whole.find(text)?].chars().count();
    Some(Nearest { row: at / 32, column: at % 32, text: text.to_owned() })
}

/// Whether a report has this code, or its text begins so.
fn is_report(report: &Report, expected: &str) -> bool {
    let mut chars = expected.chars();
    match (chars.next(), chars.next()) {
        (Some(code), None) => report.code.eq_ignore_ascii_case(&code),
        _ => report.to_string().starts_with(expected),
    }
}

fn variable(machine: &Machine, name: &str, expected: &Expected) -> Result<(), Why> {
    let variables = Variables::decode(machine.variables());
    let reading = variables.value(name);
    let same = match (&reading, expected) {
        (Some(Reading::Number(there)), Expected::Number(expected)) => {
            there.to_string() == expected.to_string()
        }
        (Some(Reading::Text(there)), Expected::Text(expected)) => there == expected,
        _ => false,
    };
    if same {
        return Ok(());
    }
    let similar = match reading {
        Some(_) => None,
        None => similar(&variables, name),
    };
    let expected = match expected {
        Expected::Number(number) => number.to_string(),
        Expected::Text(text) => Reading::Text(text.clone()).to_string(),
    };
    Err(Why::Variable {
        name: name.to_owned(),
        expected,
        actual: reading.map(|reading| reading.to_string()),
        similar,
    })
}

/// A variable whose name is nearly this one, with its value.
fn similar(variables: &Variables, name: &str) -> Option<String> {
    let bare = |name: &str| name.split('(').next().unwrap_or_default().replace(' ', "").to_lowercase();
    let wanted = bare(name);
    let far = |other: &str| nearest::distance(&wanted, other);
    let all = variables.variables.iter();
    let best = all.min_by_key(|variable| far(&variable.full_name()))?;
    let near = far(&best.full_name()) <= wanted.len() / 3;
    near.then(|| best.to_string())
}

impl Failure {
    /// The failure on the text of the script.
    pub fn diagnostic(&self) -> Diagnostic {
        let diagnostic = Diagnostic::new(Code::Expectation, self.step.span, self.why.to_string());
        let doing = match &self.report {
            Some(report) => format!("the program has stopped: {report}"),
            None => format!("the machine is {}", self.activity),
        };
        let diagnostic = diagnostic.label("this step");
        match self.why.nearest() {
            Some(nearest) => diagnostic.help(format!("{nearest}; {doing}")),
            None => diagnostic.help(doing),
        }
    }
}

impl Why {
    /// What comes nearest to what was expected, in words.
    pub fn nearest(&self) -> Option<String> {
        match self {
            Why::NotThere(_, Some(nearest)) | Why::NotAt { nearest: Some(nearest), .. } => {
                Some(format!("the nearest is {nearest}"))
            }
            Why::Variable { similar: Some(similar), .. } => Some(format!("there is {similar}")),
            _ => None,
        }
    }
}

impl fmt::Display for Nearest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at {},{}", self.text, self.row, self.column)
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::NotThere(text, _) => write!(f, "{text:?} is not on the screen"),
            Why::There(_, place) => write!(f, "{place} is on the screen"),
            Why::NotAt { text, there, .. } => {
                write!(f, "{text:?} is not at {},{}; there is {:?}", there.row, there.column, there.text)
            }
            Why::Variable { name, expected, actual: Some(actual), .. } => {
                write!(f, "{name} is {actual}, not {expected}")
            }
            Why::Variable { name, .. } => write!(f, "there is no variable {name}"),
            Why::Report(expected, report) => write!(f, "the report is `{report}`, not `{expected}`"),
            Why::NoReport => f.write_str("the program has not stopped"),
            Why::Time => f.write_str("the time is over"),
        }
    }
}
