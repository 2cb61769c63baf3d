//! Sinclair BASIC: the language as text and the program as the machine stores it.
//!
//! Owns: its rooms, one file or folder each; what each may import stands in ARCHITECTURE.
//! Must never know: files, tapes, the machine.

pub mod advice;
pub mod charset;
pub mod check;
pub mod edit;
pub mod expand;
pub mod hidden;
pub mod keyword;
pub mod list;
pub mod literal;
pub mod number;
pub mod program;
pub mod source_map;
pub mod spacing;
pub mod syntax;
pub mod tokenise;
pub mod variables;
