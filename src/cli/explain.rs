//! `zxtap explain`: what a diagnostic means.
//!
//! Owns: the page on one code, and the list of all.
//! Must never know: the codes themselves.

use clap::Args;
use serde_json::json;
use zxtap::diagnostic::{Code, render};
use zxtap::toolchain::{BuildOptions, check_bytes};

use super::Failure;
use super::terminal::Terminal;

/// What a diagnostic means, with an example
#[derive(Args)]
pub(super) struct Explain {
    /// A code, such as E304 [default: a list of all codes]
    code: Option<String>,

    /// Tell it as JSON on stdout
    #[arg(long)]
    json: bool,
}

impl Explain {
    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        let Some(text) = self.code else {
            return self.list(terminal);
        };
        let Some(code) = Code::parse(text.trim()) else {
            let message = format!("there is no code {text}: `zxtap explain` without a code lists them all");
            return Err(Failure::Trouble(message));
        };
        if self.json {
            return terminal.show_json(&object(code));
        }
        terminal.show(format!("{}{}", code.page(), answer(code)).as_bytes())
    }

    fn list(&self, terminal: &Terminal) -> Result<(), Failure> {
        if self.json {
            let all: Vec<_> = Code::ALL.iter().map(|&code| object(code)).collect();
            return terminal.show_json(&json!({ "codes": all }));
        }
        let rows: String =
            Code::ALL.iter().map(|code| format!("{}  {}\n", code.text(), code.title())).collect();
        terminal.show(rows.as_bytes())
    }
}

/// What zxtap says to the example; nothing for an example that is only described.
fn answer(code: Code) -> String {
    let (source, mut said) = check_bytes("example.bas", &code.example_bytes(), &BuildOptions::default());
    said.retain(|diagnostic| diagnostic.code == code);
    said.truncate(1);
    let text = render::render(&source, &said, false);
    if text.is_empty() { text } else { format!("\nzxtap says:\n\n{}\n", text.trim_end()) }
}

fn object(code: Code) -> serde_json::Value {
    json!({
        "code": code.text(),
        "severity": code.severity().word(),
        "title": code.title(),
        "explanation": code.explanation(),
        "example": code.example(),
    })
}
