//! Sinclair BASIC: the language as text and the program as the machine stores it.

pub mod advice;
pub mod charset;
pub mod check;
pub mod hidden;
pub mod keyword;
pub mod list;
pub mod number;
pub mod program;
pub mod source_map;
pub mod spacing;
pub mod syntax;
pub mod tokenise;
pub mod variables;
