//! The only helpers of the tests.
#![allow(dead_code, missing_docs, unreachable_pub)]

pub mod generate;
pub mod notation;
pub mod rom;
pub mod signal;
pub mod verdict;
pub mod zmakebas;
