//! The outcome of a run as JSON.
//!
//! ```text
//! {"report":{"code":"2","text":"Variable not found","line":30,"statement":1},
//!  "screen":["...", 24 rows], "variables":{"a":42,"b":[1,2,0],"s$":"hi"}, "frames":250, "tstates":17472000,
//!  "end":"report", "doing":"waiting for a line to be typed", "failure":null}
//! ```
//!
//! Owns: these keys. Must never know: how a run is made.

use serde_json::{Map, Value, json};

use super::{End, Outcome};
use crate::basic::number::Number;
use crate::basic::variables::{self, Reading, Variables};
use crate::machine::report::Report;
use crate::script::play::Failure;
use crate::source::Source;

/// A run. `script` is the text of the script that was played.
pub fn outcome(outcome: &Outcome, script: Option<&Source>) -> Map<String, Value> {
    let failure = outcome.script.as_ref().and_then(|script| script.failure.as_ref());
    let failure = failure.zip(script).map(|(f, source)| self::failure(f, source));
    let end = match outcome.end {
        End::Report => "report",
        End::Script => "script",
        End::Time => "time",
        End::Left => "left",
    };
    let mut keys = Map::new();
    keys.insert("report".into(), report(outcome.report.as_ref()));
    keys.insert("screen".into(), json!(outcome.screen));
    keys.insert("variables".into(), Value::Object(values(&outcome.variables)));
    keys.insert("frames".into(), json!(outcome.frames));
    keys.insert("tstates".into(), json!(outcome.tstates));
    keys.insert("end".into(), json!(end));
    keys.insert("doing".into(), json!(outcome.activity.to_string()));
    keys.insert("failure".into(), json!(failure));
    keys
}

/// A report; null for none.
pub fn report(report: Option<&Report>) -> Value {
    let Some(report) = report else { return Value::Null };
    let line = if report.line > 0x7FFF { 0 } else { report.line };
    json!({ "code": report.code.to_string(), "text": report.text, "line": line, "statement": report.statement })
}

/// A step that failed.
pub fn failure(failure: &Failure, source: &Source) -> Value {
    let place = source.location(failure.step.span.start);
    json!({
        "line": place.line,
        "column": place.column,
        "step": source.text().get(failure.step.span.range()),
        "message": failure.why.to_string(),
        "nearest": failure.why.nearest(),
        "doing": failure.activity.to_string(),
        "report": report(failure.report.as_ref()),
        "screen": failure.screen.as_slice(),
    })
}

/// Variables by name: numbers as PRINT shows them, strings, arrays as arrays of arrays; of a loop's variable the value
/// it has now. An array whose name a number has too is called `b()`.
pub fn values(variables: &Variables) -> Map<String, Value> {
    let mut found = Map::new();
    for variable in &variables.variables {
        let mut name = variable.full_name();
        let array = matches!(variable.value, variables::Value::Numbers { .. });
        if array && variables.value(&name).is_some() {
            name += "()";
        }
        // The first of a name counts, as for the ROM.
        found.entry(name).or_insert_with(|| value(&variable.value));
    }
    found
}

fn value(value: &variables::Value) -> Value {
    match value {
        variables::Value::Number(n) | variables::Value::For { value: n, .. } => number(*n),
        variables::Value::String(characters) => text(characters),
        variables::Value::Numbers { dimensions, elements } => {
            nested(dimensions, elements.iter().map(|n| number(*n)).collect())
        }
        variables::Value::Characters { dimensions, characters } => {
            let length = dimensions.last().map_or(1, |&n| usize::from(n.max(1)));
            let outer = dimensions.len().saturating_sub(1);
            nested(&dimensions[..outer], characters.chunks(length).map(text).collect())
        }
        variables::Value::BadArray { .. } => Value::Null,
    }
}

/// The elements in rows, rows of rows and so on: the last dimension counts fastest.
fn nested(dimensions: &[u16], mut elements: Vec<Value>) -> Value {
    for &dimension in dimensions.iter().skip(1).rev() {
        let mut rows = Vec::new();
        let mut rest = elements.into_iter().peekable();
        while rest.peek().is_some() {
            rows.push(Value::Array(rest.by_ref().take(usize::from(dimension.max(1))).collect()));
        }
        elements = rows;
    }
    match (dimensions, elements.len()) {
        ([], 1) => elements.remove(0),
        _ => Value::Array(elements),
    }
}

fn number(number: Number) -> Value {
    let shown = number.to_string();
    match (shown.parse::<i64>(), shown.parse::<f64>()) {
        (Ok(whole), _) => whole.into(),
        (_, Ok(fraction)) => fraction.into(),
        _ => Value::String(shown),
    }
}

/// Characters as source text writes them, escapes included, without quotes.
fn text(characters: &[u8]) -> Value {
    let quoted = Reading::Text(characters.to_vec()).to_string();
    Value::String(quoted[1..quoted.len() - 1].to_owned())
}
