//! `zxtap renum`: other line numbers.
//!
//! Owns: its arguments.
//! Must never know: which statements name a line.

use std::path::PathBuf;

use clap::{Args, value_parser};
use zxtap::toolchain::rewrite::{Numbering, renum_with};

use super::Failure;
use super::input;
use super::rewrite::Destination;
use super::terminal::Terminal;

/// Other line numbers, and every jump with them
///
/// A jump to a line that does not exist gets the number of the line where the machine goes on. A jump whose line is
/// computed is told and left.
#[derive(Args)]
pub(super) struct Renum {
    /// BASIC as text
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// The first new number [default: 10, or where the range begins]
    #[arg(long, value_name = "LINE", value_parser = value_parser!(u16).range(1..=9999))]
    start: Option<u16>,

    /// From each number to the next
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u16).range(1..=9999))]
    step: u16,

    /// Only these lines: A-B, A- or -B
    #[arg(long, value_name = "A-B", value_parser = range, conflicts_with_all = ["from", "to"])]
    range: Option<Range>,

    /// Only lines from this one on
    #[arg(long, value_name = "LINE")]
    from: Option<u16>,

    /// Only lines up to this one
    #[arg(long, value_name = "LINE")]
    to: Option<u16>,

    #[command(flatten)]
    destination: Destination,
}

/// The two ends of a range, as far as they are given.
#[derive(Clone, Copy)]
struct Range(Option<u16>, Option<u16>);

fn range(text: &str) -> Result<Range, String> {
    let wrong = || "a range is two line numbers with - between: 100-200, 100- or -200".to_owned();
    let (from, to) = text.split_once('-').ok_or_else(wrong)?;
    let end = |text: &str| match text.trim() {
        "" => Ok(None),
        digits => digits.parse().map(Some).map_err(|_| wrong()),
    };
    match (end(from)?, end(to)?) {
        (None, None) => Err(wrong()),
        (Some(from), Some(to)) if from > to => Err(format!("there is nothing between {from} and {to}")),
        (from, to) => Ok(Range(from, to)),
    }
}

impl Renum {
    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        let Range(from, to) = self.range.unwrap_or(Range(self.from, self.to));
        let numbering = Numbering {
            start: self.start.or(from.filter(|&from| from > 0)).unwrap_or(10),
            step: self.step,
            range: from.unwrap_or(0)..=to.unwrap_or(u16::MAX),
        };
        let inputs = input::read(std::slice::from_ref(&self.input))?;
        self.destination.run(terminal, &inputs, |read| {
            renum_with(&read.name(), &read.bytes, &numbering, &mut input::included)
        })
    }
}
