//! The generators by themselves.
#[path = "support/generate.rs"]
mod generate;
