//! What is told of the pieces of a tape that was written.
//!
//! Owns: the words and the JSON keys of a summary. Must never know: how a piece is made.

use std::path::Path;

use serde_json::{Value, json};
use zxtap::toolchain::minify::{self, Minified};
use zxtap::toolchain::parts::{Form, Piece};
use zxtap::toolchain::{Header, title};

use super::input::is_stdio;
use super::terminal::plural;

/// A path for messages.
pub(super) fn shown(path: &Path) -> String {
    if is_stdio(path) { "<stdout>".into() } else { path.to_string_lossy().into() }
}

/// What minifying saved, step by step.
pub(super) fn saved(path: &Path, minified: &Minified) -> String {
    let path = shown(path);
    let share = 100.0 * minified.bytes() as f64 / minified.before.max(1) as f64;
    let steps: Vec<String> = minified
        .savings
        .iter()
        .map(|s| format!("{} {} ({:.1} s)", s.step.name(), s.bytes, s.seconds))
        .collect();
    let mut out = format!(
        "{path}: {} bytes ({share:.1} %) and {:.1} seconds saved: {}",
        minified.bytes(),
        minified.seconds(),
        steps.join(", ")
    );
    for note in minified.notes() {
        out += &format!("\n{path}: {note}");
    }
    out
}

fn minified_json(minified: &Minified) -> Value {
    let step = |s: &minify::Saving| json!({ "step": s.step.name(), "bytes": s.bytes, "seconds": s.seconds });
    let name = |(old, new): &(String, String)| (old.clone(), Value::from(new.as_str()));
    json!({
        "before": minified.before,
        "saved": minified.bytes(),
        "seconds": minified.seconds(),
        "steps": minified.savings.iter().map(step).collect::<Vec<_>>(),
        "names": minified.renamed().iter().map(name).collect::<serde_json::Map<_, _>>(),
        "notes": minified.notes(),
    })
}

/// What is told of a piece as JSON, but for the file it is in.
pub(super) fn about(piece: &Piece) -> Value {
    let of_header = |kind: &str, header: &Header| {
        let (name, seconds) = (title(&header.name), piece.seconds());
        json!({ "name": name, "kind": kind, "bytes": header.length, "seconds": seconds })
    };
    match &piece.form {
        Form::Program(built) => json!({
            "name": built.title(),
            "kind": "program",
            "bytes": built.program.len(),
            "lines": built.lines,
            "autostart": built.autostart,
            "seconds": built.seconds,
            "free": built.free_bytes,
            "minified": built.minified.as_ref().map(minified_json),
        }),
        Form::File(header) => {
            let mut keys = of_header("bytes", header);
            keys["start"] = json!(header.parameter1);
            keys
        }
        Form::Array(header, variable) => {
            let mut keys = of_header(header.kind.word(), header);
            keys["variable"] = json!(variable);
            keys
        }
        Form::Headerless(bytes) => {
            json!({ "kind": "headerless", "bytes": bytes, "seconds": piece.seconds() })
        }
        Form::Tape => json!({ "kind": "tape", "blocks": piece.entries.len(), "seconds": piece.seconds() }),
    }
}

/// A line on a piece.
pub(super) fn summary(path: &Path, piece: &Piece) -> String {
    let path = shown(path);
    let built = match &piece.form {
        Form::Program(built) => built,
        other => {
            let what = match other {
                Form::File(header) => format!(
                    "\"{}\", {} at {}",
                    title(&header.name),
                    plural(header.length.into(), "byte"),
                    header.parameter1
                ),
                Form::Array(header, variable) => format!("\"{}\", the array {variable}", title(&header.name)),
                Form::Headerless(bytes) => format!("{} without a header", plural(*bytes, "byte")),
                Form::Tape | Form::Program(_) => plural(piece.entries.len(), "block"),
            };
            return format!("{path}: {what}, {:.1} seconds to load", piece.seconds());
        }
    };
    let room = match built.free_bytes {
        free @ 0.. => format!("{} free on a 48K", plural(free as usize, "byte")),
        over => format!("{} too many for a 48K", plural(over.unsigned_abs() as usize, "byte")),
    };
    let start = built.autostart.map_or(String::new(), |line| format!(", runs from line {line}"));
    let (bytes, lines) = (plural(built.program.len(), "byte"), plural(built.lines, "line"));
    let loader = if piece.part.is_none() { ", made to load the rest" } else { "" };
    format!(
        "{path}: \"{}\", {bytes}, {lines}{loader}{start}, {:.1} seconds to load, {room}",
        built.title(),
        built.seconds
    )
}
