//! Lines to which nothing jumps join the line before.
//!
//! ```text
//! 10 LET a=1          10 LET a=1: IF a THEN PRINT a       behind IF nothing can be joined:
//! 20 IF a THEN PRINT a                                    it would belong to THEN
//! 30 GO TO 10         30 GO TO 10
//! ```
//!
//! Behind STOP, RETURN and the like nothing is joined but DATA and DEF FN: see [`left`].
//!
//! Owns: which lines can be one, and how long it may get.
//! Must never know: other steps.

use super::{Minifier, Small, replaced};
use crate::basic::keyword::Keyword;
use crate::basic::syntax::{Kind, MOST_STATEMENTS, Statement, parse};

/// How long the text of a joined line may get. NEXT and RETURN look for their line from the first one on, 255 T-states
/// each, and in it for their statement, 140 T-states a byte: in long lines that costs more than joining saves.
const MOST_BYTES: usize = 250;
/// How many bytes may stand before a line that begins a loop, to which NEXT comes back time and again.
const MOST_BEFORE_LOOP: usize = 40;

pub(super) fn take(program: &mut Minifier) {
    let named = program.named_lines();
    let fixed = program.open().start;
    let mut joined: Vec<Small> = Vec::with_capacity(program.lines.len());
    for (index, small) in std::mem::take(&mut program.lines).into_iter().enumerate() {
        if index > fixed
            && let Some(before) = joined.last_mut()
        {
            let landed = named.partition_point(|&line| line <= before.line.number)
                != named.partition_point(|&line| line <= small.line.number);
            let data = program.caution.restores && has(&small, Keyword::Data);
            if !landed && !data && join(before, &small) {
                continue;
            }
        }
        joined.push(small);
    }
    program.lines = joined;
}

/// Puts `small` behind `before`, if they can be one line.
fn join(before: &mut Small, small: &Small) -> bool {
    let closed = has(before, Keyword::If) || has(before, Keyword::Rem) || has(small, Keyword::Rem);
    let statements = before.tree.statements.len() + small.tree.statements.len();
    let length = before.line.text.len() + 1 + small.line.text.len();
    let slow = has(small, Keyword::For) && before.line.text.len() > MOST_BEFORE_LOOP;
    if closed
        || slow
        || left(before) && !small.tree.statements.iter().all(is_passive)
        || statements > usize::from(MOST_STATEMENTS)
        || length > MOST_BYTES
    {
        return false;
    }
    let end = before.line.text.len();
    let mut tail = vec![b':'];
    tail.extend_from_slice(&small.line.text);
    let text = replaced(&before.line.text, &[(end..end, tail)]);
    let tree = parse(&text);
    if !tree.faults.is_empty() || tree.statements.len() != statements {
        return false;
    }
    (before.line.text, before.tree) = (text, tree);
    before.origins.extend_from_slice(&small.origins);
    true
}

/// Whether what stands behind the line is not reached from it. Where nothing jumps there either, as to the line with
/// SAVE behind the last STOP, a person is meant to type its number.
fn left(small: &Small) -> bool {
    let last = small.tree.statements.iter().rev().find(|statement| !is_passive(statement));
    let leaves = [Keyword::Stop, Keyword::GoTo, Keyword::Return, Keyword::Run, Keyword::New].map(Some);
    last.is_some_and(|statement| leaves.contains(&statement.command))
}

/// Whether a statement is found wherever it stands.
fn is_passive(statement: &Statement) -> bool {
    matches!(statement.command, Some(Keyword::Data | Keyword::DefFn))
}

fn has(small: &Small, command: Keyword) -> bool {
    let remark = command == Keyword::Rem && small.tree.nodes.iter().any(|node| node.kind == Kind::Remark);
    remark || small.tree.statements.iter().any(|statement| statement.command == Some(command))
}
