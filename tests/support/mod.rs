//! The only helpers of the tests.
#![allow(dead_code, missing_docs, unreachable_pub)]

pub mod rom;
pub mod signal;
