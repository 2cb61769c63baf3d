//! `zxtap fmt`: the canonical text of a program.
//!
//! Owns: its arguments.
//! Must never know: what the canonical text is.

use std::path::PathBuf;

use clap::Args;
use zxtap::toolchain::rewrite::fmt_with;

use super::Failure;
use super::input;
use super::rewrite::Destination;
use super::terminal::Terminal;

/// The canonical text of a program, stored byte for byte as before
///
/// Keywords as LIST shows them, line numbers in four columns, block graphics as characters. Comments, directives, blank
/// lines and joined lines stay. A text with an error is left as it is.
#[derive(Args)]
pub(super) struct Fmt {
    /// BASIC as text
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,

    /// Take out stored spaces that tell nothing, outside strings and remarks
    #[arg(long)]
    tidy: bool,

    #[command(flatten)]
    destination: Destination,
}

impl Fmt {
    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        let inputs = input::read(&self.inputs)?;
        self.destination.run(terminal, &inputs, |read| {
            fmt_with(&read.name(), &read.bytes, self.tidy, &mut input::included)
        })
    }
}
