//! The BASIC program that loads what follows it on the tape.
//!
//! ```text
//! 10 CLEAR 32767                    below the lowest code
//! 20 LOAD "" SCREEN$
//! 30 POKE 23739,111                 from here on no file's name is printed onto the picture
//! 40 LOAD "" CODE
//! 50 POKE 23739,244
//! 60 RANDOMIZE USR 32768
//! ```
//!
//! A program that takes the loader's place must find the channel as it should be, so its own name is printed.
//!
//! 23739 is the low byte of the output routine of channel S, 09F4h. At 096Fh the ROM has a RET; the tests look.
//!
//! Owns: the text of the loader. Must never know: how it is built, where code may lie.

/// One thing the loader does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Loads a picture onto the screen.
    Screen,
    /// Loads bytes to the address in their header.
    Code,
    /// Loads an array or a string, by its name in BASIC: `b()`, `c$()`.
    Array(String),
    /// Loads a program, which takes the loader's place.
    Program,
}

/// The text of a loader that sets RAMTOP to `clear`, does `steps` and starts the code at `start`. Without code to start
/// and without a program that goes on, a picture stays until a key is pressed.
///
/// ```
/// use zxtap::toolchain::parts::loader::{Step, text};
/// assert_eq!(text(&[Step::Code], Some(32767), Some(32768)), "#autostart 10\n10 CLEAR 32767\n20 LOAD \"\" CODE\n30 RANDOMIZE USR 32768\n");
/// ```
pub fn text(steps: &[Step], clear: Option<u16>, start: Option<u16>) -> String {
    let mut statements: Vec<String> = clear.map(|address| format!("CLEAR {address}")).into_iter().collect();
    let mut silent = false;
    for (index, step) in steps.iter().enumerate() {
        if *step == Step::Program {
            break;
        }
        if !silent && steps[..index].contains(&Step::Screen) {
            statements.push("POKE 23739,111".into());
            silent = true;
        }
        statements.push(match step {
            Step::Screen => "LOAD \"\" SCREEN$".into(),
            Step::Array(name) => format!("LOAD \"\" DATA {name}"),
            Step::Code | Step::Program => "LOAD \"\" CODE".into(),
        });
    }
    let goes_on = steps.contains(&Step::Program);
    if silent {
        statements.push("POKE 23739,244".into());
    }
    statements.extend(start.map(|address| format!("RANDOMIZE USR {address}")));
    if goes_on {
        statements.push("LOAD \"\"".into());
    } else if start.is_none() && steps.contains(&Step::Screen) {
        statements.push("PAUSE 0".into());
    }
    let mut text = String::from("#autostart 10\n");
    for (index, statement) in statements.iter().enumerate() {
        text += &format!("{} {statement}\n", 10 * (index + 1));
    }
    text
}
