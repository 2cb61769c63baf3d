//! The command line: arguments, files, exit codes.
//!
//! ```text
//! exit 0   good
//! exit 1   the input is at fault; diagnostics tell why
//! exit 2   wrong usage, or a file that cannot be read or written
//! ```
//!
//! Owns: the subcommands, one file each; what the process says to whom.
//! Must never know: BASIC, tapes, how a diagnostic is laid out.

mod build;
mod check;
mod collection;
mod completions;
mod convert;
mod explain;
mod extract;
mod fmt;
mod info;
mod input;
mod list;
mod new;
mod output;
mod parts;
mod play;
mod progress;
mod referee;
mod renum;
mod rewrite;
mod run;
mod screen;
mod summary;
mod tally;
mod terminal;
mod test;
mod verify;
mod watch;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use terminal::{ColorChoice, MessageFormat, Terminal};

/// Tape toolchain and cross-compiler for the 48K ZX Spectrum.
///
/// `-` stands for stdin or stdout. Exit code 0: good; 1: the input is at fault; 2: wrong usage, or a file that cannot
/// be read or written.
#[derive(Parser)]
#[command(name = "zxtap", version, propagate_version = true, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,

    /// Colours in messages; auto obeys NO_COLOR
    #[arg(long, value_enum, value_name = "WHEN", default_value_t, global = true)]
    color: ColorChoice,

    /// The form of messages on stderr
    #[arg(long, value_enum, value_name = "FORM", default_value_t, global = true)]
    message_format: MessageFormat,
}

#[derive(Subcommand)]
enum Command {
    Build(build::Build),
    Check(check::Check),
    Completions(completions::Completions),
    Convert(convert::Convert),
    Explain(explain::Explain),
    Extract(extract::Extract),
    Fmt(fmt::Fmt),
    Info(info::Info),
    List(list::List),
    Man(completions::Man),
    New(new::New),
    Renum(renum::Renum),
    Run(run::Run),
    Test(test::Test),
    Referee(referee::Referee),
    Screen(screen::Screen),
    Verify(verify::Verify),
    Watch(watch::Watch),
}

/// Why a command did not do what it was asked.
enum Failure {
    /// The input is at fault, and that is already told.
    Input,
    /// Wrong usage, or a file that cannot be read or written.
    Trouble(String),
    /// The same, already told.
    Told,
    /// Whoever read our output has gone: nothing to tell and nobody to tell it to.
    Closed,
}

impl Cli {
    /// Runs the subcommand and tells how it went.
    pub(crate) fn run(self) -> ExitCode {
        let terminal = Terminal::new(self.color, self.message_format);
        let result = match self.command {
            Command::Build(build) => build.run(&terminal),
            Command::Check(check) => check.run(&terminal),
            Command::Completions(completions) => completions.run(&terminal),
            Command::Convert(convert) => convert.run(&terminal),
            Command::Explain(explain) => explain.run(&terminal),
            Command::Extract(extract) => extract.run(&terminal),
            Command::Fmt(fmt) => fmt.run(&terminal),
            Command::Info(info) => info.run(&terminal),
            Command::List(list) => list.run(&terminal),
            Command::Man(man) => man.run(&terminal),
            Command::New(new) => new.run(&terminal),
            Command::Renum(renum) => renum.run(&terminal),
            Command::Run(run) => run.run(&terminal),
            Command::Test(test) => test.run(&terminal),
            Command::Referee(referee) => referee.run(&terminal),
            Command::Screen(screen) => screen.run(&terminal),
            Command::Verify(verify) => verify.run(&terminal),
            Command::Watch(watch) => watch.run(&terminal),
        };
        match result {
            Ok(()) | Err(Failure::Closed) => ExitCode::SUCCESS,
            Err(Failure::Input) => ExitCode::from(1),
            Err(Failure::Told) => ExitCode::from(2),
            Err(Failure::Trouble(message)) => {
                terminal.error(&message);
                ExitCode::from(2)
            }
        }
    }
}

/// Tells what clap has to say (a usage error, the help, the version) and gives its exit code. A closed pipe is no
/// matter.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}
