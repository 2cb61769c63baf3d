//! A tape as JSON: the contract of `info --json` and `verify --json`.
//!
//! Documents are made piece by piece as text: a tape may have a million blocks.
//!
//! Owns: the keys. Must never know: files, streams.

use serde_json::{Value, json};

use super::row::checksum_word;
use super::{Finding, Inspection, Row, parts, shown_name};
use crate::basic::program::Program;
use crate::basic::variables::Variables;
use crate::tape::timing::CLOCK;
use crate::tape::{FileType, Header};
use crate::toolchain::convert::{Fate, Plan};

/// The document of one tape, without a line end: `{"file":…,"format":…,"blocks":[…],"faults":[…],"warnings":[…]}`.
///
/// ```
/// use zxtap::toolchain::inspect::{inspect, json};
/// let document = json::document("a.tap", &inspect(b"\x02\x00\xFF\xFF"));
/// assert!(document.starts_with(r#"{"file":"a.tap","format":"tap","version":null,"#));
/// ```
pub fn document(name: &str, seen: &Inspection) -> String {
    let version = seen.tape.version.map(|(major, minor)| format!("{major}.{minor}"));
    let mut text = format!(
        r#"{{"file":{},"format":"{}","version":{},"seconds":{},"blocks":["#,
        json!(name),
        seen.tape.container.word(),
        json!(version),
        json!(seen.tape.seconds())
    );
    join(&mut text, seen.rows().map(|row| block(&row)));
    text.push_str(r#"],"#);
    findings_into(&mut text, seen);
    text.push('}');
    text
}

/// What was found on a tape: `{"file":…,"format":…,"sound":…,"faults":[…],"warnings":[…]}`.
pub fn verdict(name: &str, seen: &Inspection) -> String {
    let sound = seen.faults().next().is_none();
    let mut text =
        format!(r#"{{"file":{},"format":"{}","sound":{sound},"#, json!(name), seen.tape.container.word());
    findings_into(&mut text, seen);
    text.push('}');
    text
}

fn findings_into(text: &mut String, seen: &Inspection) {
    text.push_str(r#""faults":["#);
    join(text, seen.faults().map(finding));
    text.push_str(r#"],"warnings":["#);
    join(text, seen.warnings().map(finding));
    text.push(']');
}

fn join(text: &mut String, values: impl Iterator<Item = Value>) {
    for (index, value) in values.enumerate() {
        if index > 0 {
            text.push(',');
        }
        text.push_str(&value.to_string());
    }
}

/// One finding.
fn finding(finding: &Finding) -> Value {
    json!({
        "block": finding.block,
        "offset": if finding.ms.is_none() { Some(finding.offset) } else { None },
        "time": finding.ms.map(|ms| ms as f64 / 1000.0),
        "code": finding.what.code(),
        "message": finding.what.to_string(),
    })
}

/// One block. The keys of the contract are there in every block, null where they mean nothing.
fn block(row: &Row<'_>) -> Value {
    let header = row.header();
    let mut value = json!({
        "index": row.index,
        "offset": row.offset(),
        "id": row.id(),
        "kind": row.kind(),
        "description": row.description(),
        "flag": row.flag(),
        "length": row.bytes(),
        "checksum": checksum_word(row.checksum()),
        "name": header.map(|header| shown_name(&header.name)),
        "file_type": header.map(|header| header.kind.word()),
        "file_length": header.map(|header| header.length),
        "autostart": header.and_then(|header| header.autostart()),
        "program_length": header.and_then(|header| header.program_length()),
        "start": header.and_then(|header| header.start()),
        "variable": header.and_then(|header| header.variable()),
        "partner": row.partner(),
        "seconds": row.seconds(),
        "findings": row.findings.iter().map(|finding| finding.what.to_string()).collect::<Vec<_>>(),
    });
    if let Some(heard) = row.heard() {
        let seconds = |tstates: f64| tstates / CLOCK as f64;
        value["time"] = json!(seconds(heard.data));
        value["heard"] = json!({
            "pilot": seconds(heard.start),
            "data": seconds(heard.data),
            "end": seconds(heard.end),
            "speed": if heard.like_rom { Some(heard.speed()) } else { None },
            "doubtful_bits": heard.doubtful,
        });
    }
    if let Some(header) = header {
        let name: String = header.name.iter().map(|byte| format!("{byte:02x}")).collect();
        value["name_bytes"] = name.into();
        value["parameters"] = json!([header.parameter1, header.parameter2]);
    }
    if let Some(header) = row.header_of_data().filter(|header| header.kind == FileType::Program) {
        value["program"] = program(&header, row.payload());
    }
    value
}

/// What becomes of each block of a recording: `[{"block":…,"time":…,"length":…,"checksum":…,"fate":…,"flipped":…}]`.
pub fn fates(plan: &Plan) -> Value {
    let heard = plan.tape.recording.iter().flat_map(|recording| &recording.blocks);
    let fates = heard.zip(&plan.fates).enumerate().map(|(index, (heard, fate))| {
        let (word, bit) = match fate {
            Fate::Whole => ("whole", None),
            Fate::Kept => ("kept", None),
            Fate::Repaired(bit) => ("repaired", Some(bit)),
            Fate::LeftOut => ("left out", None),
        };
        json!({
            "block": index,
            "time": heard.data / CLOCK as f64,
            "length": heard.bytes.len(),
            "checksum": checksum_word(heard.checksum()),
            "doubtful_bits": heard.doubtful,
            "fate": word,
            "flipped": bit.map(|bit| json!({ "byte": bit / 8, "bit": 7 - bit % 8 })),
        })
    });
    fates.collect()
}

fn program(header: &Header, data: &[u8]) -> Value {
    let (lines, area) = parts(header, data);
    let variables = Variables::decode(area).variables;
    json!({
        "lines": Program::decode(lines).lines.len(),
        "variable_bytes": area.len(),
        "variables": variables.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}
