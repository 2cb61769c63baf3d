//! `zxtap referee`: judges a board of three in a row.
//!
//! Owns: its arguments, the verdict as JSON, the exit code.
//! Must never know: the rules.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use zxtap::tris::{Board, Malformed, Verdict};

use super::terminal::Terminal;
use super::{Failure, input};

/// Judge a board of three in a row
///
/// A board is three rows of three squares: X, O (either case) or - for empty; spaces inside a row do not count. X moves
/// first. Exit code 0 for a board that play can reach, 1 for one that it cannot reach and for a text that is no board.
#[derive(Args)]
pub(super) struct Referee {
    /// The board [default: stdin]
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: PathBuf,

    /// Tell the verdict as JSON on stdout
    #[arg(long)]
    json: bool,
}

impl Referee {
    pub(super) fn run(self, terminal: &Terminal) -> Result<(), Failure> {
        let inputs = input::read(std::slice::from_ref(&self.file))?;
        let board = Board::parse(&inputs[0].bytes);
        let verdict = board.map(|board| board.verdict());
        match &verdict {
            _ if self.json => terminal.show_json(&document(&verdict))?,
            Ok(verdict) => terminal.show(format!("{verdict}\n").as_bytes())?,
            Err(malformed) => terminal.error(&format!("{}: malformed: {malformed}", inputs[0].name())),
        }
        match verdict {
            Ok(Verdict::Win { .. } | Verdict::Draw | Verdict::InProgress { .. }) => Ok(()),
            Ok(Verdict::Illegal(_)) | Err(_) => Err(Failure::Input),
        }
    }
}

/// The verdict as JSON; every key is always there.
fn document(verdict: &Result<Verdict, Malformed>) -> Value {
    let mut document = json!({ "winner": null, "lines": [], "next_player": null, "reason": null });
    let result = match verdict {
        Ok(Verdict::Win { winner, lines }) => {
            document["winner"] = json!(winner.to_string());
            document["lines"] = json!(lines.iter().map(|line| line.squares()).collect::<Vec<_>>());
            "win"
        }
        Ok(Verdict::Draw) => "draw",
        Ok(Verdict::InProgress { next }) => {
            document["next_player"] = json!(next.to_string());
            "in_progress"
        }
        Ok(Verdict::Illegal(reason)) => {
            document["reason"] = json!(reason.to_string());
            "illegal"
        }
        Err(malformed) => {
            document["reason"] = json!(malformed.to_string());
            "malformed"
        }
    };
    document["result"] = json!(result);
    document
}
