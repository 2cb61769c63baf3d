//! What is said on stderr and shown on stdout.
//!
//! Owns: whether there are colours, the form of a message, a pipe that closes.
//! Must never know: what is said.

use std::fmt;
use std::io::{self, IsTerminal, Write};

use clap::ValueEnum;
use serde_json::json;
use zxtap::diagnostic::{Diagnostic, Severity, github, json as objects, render};
use zxtap::source::Source;

use super::Failure;

#[derive(Clone, Copy, Default, ValueEnum)]
pub(super) enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set or TERM is dumb
    #[default]
    Auto,
    Always,
    Never,
}

impl fmt::Display for ColorChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ColorChoice::Auto => "auto",
            ColorChoice::Always => "always",
            ColorChoice::Never => "never",
        })
    }
}

/// The form of messages.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum MessageFormat {
    /// For people
    #[default]
    Human,
    /// A JSON object a line, with the keys of `check --json`, and nothing else
    Json,
    /// Workflow commands of GitHub Actions
    Github,
}

impl fmt::Display for MessageFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MessageFormat::Human => "human",
            MessageFormat::Json => "json",
            MessageFormat::Github => "github",
        })
    }
}

/// The two streams of the process.
pub(super) struct Terminal {
    color: bool,
    format: MessageFormat,
}

impl Terminal {
    pub(super) fn new(choice: ColorChoice, format: MessageFormat) -> Terminal {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let color = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => !set("NO_COLOR") && !dumb() && io::stderr().is_terminal(),
        };
        Terminal { color, format }
    }

    /// The same streams with another form of messages.
    pub(super) fn with_format(&self, format: MessageFormat) -> Terminal {
        Terminal { format, ..*self }
    }

    /// Whether messages are workflow commands.
    pub(super) fn is_github(&self) -> bool {
        self.format == MessageFormat::Github
    }

    /// Whether there are colours.
    pub(super) fn has_color(&self) -> bool {
        self.color
    }

    /// Says a line for people on stderr; nothing where only JSON is wanted. That nobody listens is no error.
    pub(super) fn say(&self, line: &str) {
        if self.format == MessageFormat::Json {
            return;
        }
        let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
    }

    /// Says what the errors come to that are already told.
    pub(super) fn sum(&self, message: &str) {
        if self.format == MessageFormat::Human { self.error(message) } else { self.say(message) }
    }

    /// Says why there is no result.
    pub(super) fn error(&self, message: &str) {
        let told = match self.format {
            MessageFormat::Human => None,
            MessageFormat::Json => Some(format!("{}\n", json!({ "severity": "error", "message": message }))),
            MessageFormat::Github => Some(github::line(Severity::Error, "", message)),
        };
        if let Some(line) = told {
            let _ = io::stderr().write_all(line.as_bytes());
            return;
        }
        let (on, off) = if self.color { ("\x1B[1m\x1B[91m", "\x1B[0m") } else { ("", "") };
        self.say(&format!("{on}error{off}: {message}"));
    }

    /// Says all diagnostics of a source.
    pub(super) fn diagnostics(&self, source: &Source, diagnostics: &[Diagnostic]) {
        let text = match self.format {
            MessageFormat::Human => render::render(source, diagnostics, self.color),
            MessageFormat::Json => objects::lines(source, diagnostics),
            MessageFormat::Github => github::lines(source, diagnostics),
        };
        let _ = io::stderr().write_all(text.as_bytes());
    }

    /// Puts a result on stdout.
    pub(super) fn show(&self, result: &[u8]) -> Result<(), Failure> {
        let mut stdout = io::stdout().lock();
        match stdout.write_all(result).and_then(|()| stdout.flush()) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::Closed),
            Err(error) => Err(Failure::Trouble(format!("cannot write to stdout: {error}"))),
        }
    }

    /// Puts a JSON document on stdout.
    pub(super) fn show_json(&self, document: &impl fmt::Display) -> Result<(), Failure> {
        self.show(format!("{document}\n").as_bytes())
    }
}

/// `1 line`, `2 lines`.
pub(super) fn plural(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// How many errors and warnings there are.
pub(super) fn count(diagnostics: &[Diagnostic]) -> (usize, usize) {
    let errors = diagnostics.iter().filter(|d| d.severity() == Severity::Error).count();
    (errors, diagnostics.len() - errors)
}
