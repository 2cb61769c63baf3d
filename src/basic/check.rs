//! Warnings about a program that the ROM accepts: what it will do that its author may not expect.
//!
//! Owns: the lints over trees.
//! Must never know: files, tapes.

use super::tokenise::Tokenised;
use crate::diagnostic::Diagnostic;

/// All warnings about a program.
pub fn check(_program: &Tokenised) -> Vec<Diagnostic> {
    Vec::new()
}
