//! Statements behind a jump in the same line, which can never run.
//!
//! Owns: which commands never come back, and what need not be run to have its effect.
//! Must never know: anything but one line's tree.

use super::LineView;
use crate::basic::keyword::Keyword;
use crate::diagnostic::{Code, Diagnostic};

/// The first such statement of a line. STOP does not count: CONTINUE goes on behind it.
pub(super) fn check(line: &LineView<'_>) -> Option<Diagnostic> {
    let statements = &line.tree.statements;
    let jump = statements.iter().position(|s| {
        matches!(s.command, Some(Keyword::GoTo | Keyword::Return | Keyword::Run | Keyword::New))
    })?;
    // DATA and DEF FN are found wherever they stand; a REM and an empty statement do nothing anyway.
    let idle = |command| matches!(command, None | Some(Keyword::Data | Keyword::DefFn | Keyword::Rem));
    let dead = statements[jump + 1..].iter().find(|s| !idle(s.command))?;
    // A FOR whose loop is not entered goes on behind its NEXT, wherever that stands.
    let looped = statements[..jump].iter().any(|s| s.command == Some(Keyword::For));
    if looped || !line.tree.faults.is_empty() {
        return None;
    }
    let command = statements[jump].command?.spelling();
    Some(
        Diagnostic::new(Code::Unreachable, line.command_span(dead), "this statement can never run")
            .label(format!("behind {command} nothing of the same line is reached"))
            .related(line.command_span(&statements[jump]), "the line is left here")
            .at(line.number, dead.number),
    )
}
