//! Sinclair BASIC: the language as text and the program as the machine stores it.

pub mod charset;
pub mod keyword;
pub mod number;
