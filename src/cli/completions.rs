//! `zxtap completions` and `zxtap man`: made from the same definitions as the arguments.
//!
//! Owns: which page is which file. Must never know: what the commands are.

use std::fs;
use std::path::PathBuf;

use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man as Page;

use super::terminal::Terminal;
use super::{Cli, Failure, input, output};

/// Completions for a shell, on stdout
#[derive(Args)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "zxtap", &mut script);
        terminal.show(&script)
    }
}

/// Manual pages
///
/// The page of zxtap, or of one of its commands, on stdout; with -d every page as a file of its own: zxtap.1,
/// zxtap-build.1 and so on.
#[derive(Args)]
pub(super) struct Man {
    /// The command whose page is wanted [default: zxtap itself]
    #[arg(conflicts_with = "directory")]
    command: Option<String>,

    /// Write all pages into this folder
    #[arg(short, long, value_name = "DIR")]
    directory: Option<PathBuf>,
}

impl Man {
    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        let mut all = Cli::command().disable_help_subcommand(true);
        all.build();
        let Some(folder) = &self.directory else {
            let command = match &self.command {
                None => &all,
                Some(name) => all
                    .get_subcommands()
                    .find(|command| command.get_name() == name)
                    .ok_or_else(|| Failure::Trouble(format!("there is no command `{name}`")))?,
            };
            return terminal.show(&page(command)?.1);
        };
        if input::is_stdio(folder) {
            return Err(Failure::Trouble("all pages are files of their own: give a folder, -d DIR".into()));
        }
        let pages: Vec<(String, Vec<u8>)> =
            std::iter::once(&all).chain(all.get_subcommands()).map(page).collect::<Result<_, _>>()?;
        fs::create_dir_all(folder).map_err(|error| {
            Failure::Trouble(format!("cannot make {}: {}", folder.display(), input::reason(&error)))
        })?;
        for (name, text) in &pages {
            output::place(&folder.join(name), text, true)?;
        }
        terminal.say(&format!("{}: {} pages", folder.display(), pages.len()));
        Ok(())
    }
}

/// The name of a page's file, and the page.
fn page(command: &Command) -> Result<(String, Vec<u8>), Failure> {
    let page = Page::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text).map_err(|error| Failure::Trouble(format!("cannot make a page: {error}")))?;
    Ok((page.get_filename(), text))
}
