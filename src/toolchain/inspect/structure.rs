//! What is wrong inside a file: lines, hidden numbers, variables, arrays, and whether a 48K holds it.
//!
//! Owns: which irregularities of stored BASIC are faults.
//! Must never know: blocks, containers, how a finding is told.

use super::finding::{Severity, What};
use super::parts;
use crate::basic::number::{Number, Scan, scan, scan_binary};
use crate::basic::program::{Item, Line, NUMBER_MARK, Program};
use crate::basic::syntax::{self, FaultKind, Kind, Tree};
use crate::basic::variables::{self, Value, Variables};
use crate::tape::{FileType, Header};
use crate::toolchain::build::MOST_LOADABLE;

/// A finding with its offset in the data.
type Found = (usize, Severity, What);

/// What is wrong with the data of a file. `short`: the data is known to lack its end, which is told elsewhere.
pub(super) fn findings(header: &Header, data: &[u8], short: bool) -> Vec<Found> {
    let mut found = Vec::new();
    match header.kind {
        FileType::Program => program(header, data, short, &mut found),
        FileType::Numbers | FileType::Characters => {
            let value = Value::of_file((header.parameter1 >> 8) as u8, data);
            let array = value.unwrap_or_else(|| Value::array(header.kind == FileType::Characters, data));
            if matches!(array, Value::BadArray { .. }) && !short {
                found.push((0, Severity::Fault, What::Array));
            }
        }
        FileType::Bytes => bytes(header.parameter1, data, &mut found),
        FileType::Unknown(_) => {}
    }
    found
}

fn bytes(start: u16, data: &[u8], found: &mut Vec<Found>) {
    if usize::from(start) + data.len() > 0x1_0000 {
        found.push((0, Severity::Fault, What::PastMemory { start, bytes: data.len() }));
    }
    if start < 0x4000 && !data.is_empty() {
        found.push((0, Severity::Warning, What::IntoRom { start }));
    }
}

fn program(header: &Header, data: &[u8], short: bool, found: &mut Vec<Found>) {
    let (lines, area) = parts(header, data);
    if usize::from(header.parameter2) > data.len() && !short {
        let what = What::ProgramLength { header: header.parameter2, data: data.len() };
        found.push((0, Severity::Fault, what));
    }
    if data.len() > MOST_LOADABLE {
        found.push((0, Severity::Fault, What::DoesNotFit { bytes: data.len() }));
    }
    let program = Program::decode(lines);
    let mut at = 0;
    let mut before = None;
    for line in &program.lines {
        line_findings(line, at, before, short, found);
        before = Some(line.number);
        at += line.size();
    }
    if !program.trailing.is_empty() && !short {
        found.push((at, Severity::Fault, What::Trailing { bytes: program.trailing.len() }));
    }
    variables(area, lines.len(), short, found);
}

fn line_findings(line: &Line, at: usize, before: Option<u16>, short: bool, found: &mut Vec<Found>) {
    let number = line.number;
    if let Some(before) = before.filter(|&before| before >= number) {
        found.push((at, Severity::Fault, What::LineOrder { line: number, before }));
    }
    match number {
        0..10_000 => {}
        10_000..0x4000 => found.push((at, Severity::Warning, What::LineNumber { line: number })),
        0x4000.. => found.push((at, Severity::Fault, What::LineNumber { line: number })),
    }
    if let Some(declared) = line.declared.filter(|_| !short) {
        let what = What::LineLength { line: number, declared, present: line.size() - 4 };
        found.push((at + 2, Severity::Fault, what));
    }
    if !line.ended {
        found.push((at + line.size(), Severity::Fault, What::LineEnd { line: number }));
    }
    let tree = syntax::parse(&line.text);
    if let Some((place, digits, hidden)) = other_number(&line.text, &tree) {
        found.push((at + 4 + place, Severity::Warning, What::OtherNumber { line: number, digits, hidden }));
    }
    let faults = tree.faults;
    // What stands behind REM is no BASIC; a fault before it is where the ROM stops.
    let cut = line.items().find(|(_, _, item)| matches!(item, Item::CutNumber(_)));
    if let Some((place, ..)) = cut.filter(|_| faults.iter().any(|fault| fault.end <= line.text.len())) {
        found.push((at + 4 + place, Severity::Fault, What::CutNumber { line: number }));
        return;
    }
    for fault in faults {
        let severity = match fault.kind {
            FaultKind::NoHiddenNumber | FaultKind::NoSlot => Severity::Fault,
            _ => Severity::Warning,
        };
        found.push((at + 4 + fault.at, severity, What::Syntax { line: number, fault }));
    }
}

/// The first numeral of a line whose hidden number shows as another: its offset, what its digits say as PRINT shows it
/// (or the digits themselves where they are no number), what is hidden. A number that is only rounded otherwise than
/// the ROM does shows the same.
fn other_number(text: &[u8], tree: &Tree) -> Option<(usize, String, String)> {
    tree.nodes.iter().find_map(|node| {
        let (numeral, scan): (_, fn(&[u8]) -> Scan) = match node.kind {
            Kind::Number => (node.range(), scan),
            Kind::Binary => (node.range().start + 1..node.range().end, scan_binary),
            _ => return None,
        };
        let stretch = text.get(numeral)?;
        let mark = stretch.iter().position(|&byte| byte == NUMBER_MARK)?;
        let hidden = Number(stretch.get(mark + 1..mark + 6)?.try_into().ok()?);
        let shown = match scan(&stretch[..mark]).outcome {
            Ok(number) if number == hidden => return None,
            Ok(number) => number.to_string(),
            Err(_) => stretch[..mark].iter().take(24).map(|&byte| byte as char).collect(),
        };
        let hidden = hidden.to_string();
        (shown != hidden).then(|| (node.range().start, shown, hidden))
    })
}

/// What is wrong with the bytes behind the program, which begin at `at`.
fn variables(area: &[u8], at: usize, short: bool, found: &mut Vec<Found>) {
    // No variable begins with a byte below 40, but every line that the ROM lists does.
    if area.first().is_some_and(|&byte| byte < 0x40) {
        let hidden = Program::decode(area);
        if let (Some(line), true) = (hidden.lines.first(), hidden.trailing.is_empty()) {
            let what = What::HiddenLine { bytes: area.len(), line: line.number };
            found.push((at, Severity::Warning, what));
            return;
        }
    }
    for (place, fault) in Variables::decode(area).faults() {
        if !(short && fault == variables::Fault::Cut) {
            found.push((at + place, Severity::Fault, What::Variables(fault)));
        }
    }
}
