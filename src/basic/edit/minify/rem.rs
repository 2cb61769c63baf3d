//! Remarks out.
//!
//! A jump to a line that is gone goes to the next one, as after a remark. What holds more than text stays: it may be
//! machine code, or DATA and NEXT that the ROM would find there.
//!
//! Owns: which remarks go, and what goes with them.
//! Must never know: other steps.

use super::{Minifier, Small, caution};
use crate::basic::keyword::Keyword;

pub(super) fn take(program: &mut Minifier) {
    let mut alone = Vec::new();
    for index in program.open() {
        match without(&program.lines[index]) {
            Some(text) if text.is_empty() => alone.push(index),
            Some(text) => {
                program.replace(index, text);
            }
            None => {}
        }
    }
    // The last line stays if something jumps to it and would otherwise run out of the program in another place.
    if let Some(&last) = alone.last().filter(|&&last| last + 1 == program.lines.len()) {
        let behind =
            (0..last).rev().find(|index| !alone.contains(index)).map(|i| program.lines[i].line.number);
        let named = program.named_lines();
        let wanted = program.caution.jumps
            || behind.is_none()
            || behind.is_some_and(|behind| named.last().is_some_and(|&highest| highest > behind));
        if wanted {
            alone.pop();
        }
    }
    for index in alone.into_iter().rev() {
        program.lines.remove(index);
    }
}

/// The line's text without its remark; empty if nothing else is in it. None if there is no remark that may go.
fn without(small: &Small) -> Option<Vec<u8>> {
    let last = small.tree.statements.last().filter(|s| s.command == Some(Keyword::Rem))?;
    let text = &small.line.text;
    let start = small.tree[last.node].range().start;
    if !caution::is_text(&text[start + 1..]) {
        return None;
    }
    let before = text[..start].iter().rposition(|&byte| byte != b' ').map_or(0, |n| n + 1);
    let kept = match text[..before].last() {
        Some(b':') => &text[..before - 1],
        _ => &text[..before],
    };
    Some(kept.to_vec())
}
