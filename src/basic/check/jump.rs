//! Jumps to lines that do not exist.
//!
//! Owns: which statements name a line, and where the ROM ends up (LINE-ADDR, ROM 196Eh: the first line not below).
//! Must never know: anything but lines and trees.

use super::{LineView, lines};
use crate::basic::keyword::Keyword;
use crate::basic::syntax::{Kind, NodeId, Statement};
use crate::basic::tokenise::Tokenised;
use crate::diagnostic::{Code, Diagnostic};

/// The bits of an autostart that say there is none (ROM 08D1h).
const NO_AUTOSTART: u16 = 0xC000;
/// From here on GO TO gives report B (ROM 1E6Dh).
const OUT_OF_RANGE: u16 = 0xF000;

pub(super) fn check(program: &Tokenised) -> Vec<Diagnostic> {
    let numbers: Vec<u16> = program.program.lines.iter().map(|l| l.number).collect();
    let mut out = Vec::new();
    for line in lines(program) {
        for statement in &line.tree.statements {
            let Some((id, command)) = target(&line, statement) else { continue };
            let Some(value) = line.constant(id).and_then(|v| u16::try_from(v).ok()) else { continue };
            if value == 0 || numbers.binary_search(&value).is_ok() {
                continue;
            }
            let next = numbers.get(numbers.partition_point(|&n| n < value));
            let label = outcome(command, value, next.copied());
            out.push(
                Diagnostic::new(Code::NoSuchLine, line.span(id), format!("there is no line {value}"))
                    .label(label)
                    .at(line.number, statement.number),
            );
        }
    }
    if let Some((value, span)) = program.directives.autostart
        && !numbers.is_empty()
        && value & NO_AUTOSTART == 0
        && numbers.binary_search(&value).is_err()
    {
        let next = numbers.get(numbers.partition_point(|&n| n < value));
        let message = format!("the program starts at line {value}, which does not exist");
        out.push(Diagnostic::new(Code::NoSuchLine, span, message).label(outcome(
            Keyword::GoTo,
            value,
            next.copied(),
        )));
    }
    out
}

/// The node that names a line, and the word that says what happens there.
fn target(line: &LineView<'_>, statement: &Statement) -> Option<(NodeId, Keyword)> {
    let command = statement.command?;
    match command {
        Keyword::GoTo | Keyword::GoSub | Keyword::Restore | Keyword::Run => {
            Some((line.tree.children(statement.node).next()?, command))
        }
        Keyword::Save => {
            let clause = line.tree.children(statement.node).last()?;
            let is_line =
                line.tree[clause].kind == Kind::Clause && line.tree[clause].keyword() == Some(Keyword::Line);
            is_line.then(|| line.tree.children(clause).next().map(|id| (id, command)))?
        }
        _ => None,
    }
}

/// What happens instead.
fn outcome(command: Keyword, value: u16, next: Option<u16>) -> String {
    match (command, next) {
        (Keyword::Restore, Some(line)) => format!("READ goes on at the first DATA from line {line} on"),
        (Keyword::Restore, None) => "READ will find no DATA behind it".into(),
        (_, None) if value >= OUT_OF_RANGE => "the machine stops with B Integer out of range".into(),
        (_, Some(line)) => format!("the machine goes on at line {line}"),
        (_, None) => "no line stands behind it: the program ends there".into(),
    }
}
