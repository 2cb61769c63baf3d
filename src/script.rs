//! Play scripts: what to do with a program under test and what to expect of it, as data.
//!
//! ```text
//! load "three.bas"              the program, beside the script; only as the first step
//! wait "Your move"              until the text is on the screen, at most 30 s of Spectrum time
//! wait 90s "TEXT"               the same with another limit
//! wait report                   until the program stops
//! press 5                       a key: 1 a enter space caps+5 symbol+p break left "?" ...
//! type "10\n"                   keys one after the other
//! frames 50                     lets 50 frames pass, a second
//! expect "O chose"              the text is on the screen
//! expect not "TEXT"             it is not
//! expect at 19,0 "TEXT"         it stands at this row and column
//! expect var b(5) = 1           a variable as PRINT shows it; texts in quotes
//! expect report "0"             the code of the report, or how it begins: "2 Variable not found"
//! poke 23692,255                a byte into memory
//! screenshot "a.png"            keeps the picture under this name
//! # comment
//! ```
//!
//! Steps are separated by line ends or `;`. Within quotes `\n` is ENTER, `\"` a quote, `\\` a backslash.
//!
//! Owns: steps, expectations, the outcome. [`parse`] reads a script, [`mod@play`] plays it on a machine.
//! Must never know: files, how a program came into the machine, who shows the outcome.

mod cursor;
pub mod nearest;
pub mod parse;
pub mod play;

pub use parse::parse;
pub use play::{Outcome, play};

use crate::machine::keyboard::Key;
use crate::source::Span;

/// How long `wait` waits where it does not say, in seconds of Spectrum time.
pub const PATIENCE: u32 = 30;

/// The most seconds a script may wait for something, and the most `frames` may let pass: a day.
pub const LONGEST_WAIT: u32 = 24 * 60 * 60;

/// A script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// The program that `load` names.
    pub program: Option<String>,
    /// The steps in their order.
    pub steps: Vec<Step>,
}

/// One step and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What to do.
    pub action: Action,
    /// Where it stands in the script.
    pub span: Span,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Waits until a text is on the screen, at most so many frames.
    Wait(String, u32),
    /// Waits until the program has stopped and its report is on the screen, at most so many frames.
    WaitReport(u32),
    /// Presses keys together and lets them go.
    Press(Vec<Key>),
    /// Presses the keys that print these characters in L mode, one after the other.
    Type(String),
    /// Lets frames pass.
    Frames(u32),
    /// Looks.
    Expect(Expectation),
    /// Stores a byte.
    Poke(u16, u8),
    /// Keeps the picture under this name.
    Screenshot(String),
}

/// What is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// The text is on the screen. It may go on from one row to the next, as PRINT does.
    Text(String),
    /// The text is not on the screen.
    NoText(String),
    /// The text stands there.
    At {
        /// Row, 0 to 23.
        row: u8,
        /// Column, 0 to 31.
        column: u8,
        /// The text.
        text: String,
    },
    /// The variable has this value.
    Variable {
        /// The name as BASIC has it: `winner`, `a$`, `b(9)`.
        name: String,
        /// The value.
        value: Expected,
    },
    /// The program has stopped with this report: its code, or how it begins.
    Report(String),
}

/// The value a variable should have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A number, compared as PRINT shows it.
    Number(crate::basic::number::Number),
    /// Characters of a string; blanks at its end count.
    Text(Vec<u8>),
}
