//! The command: parse, dispatch, exit code.
//!
//! Owns: the process. Must never know: what the subcommands do.

mod cli;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match cli::Cli::try_parse() {
        Ok(cli) => cli.run(),
        Err(usage) => cli::usage(&usage),
    }
}
