//! # zxtap
//!
//! A tape toolchain and cross-compiler for the 48K ZX Spectrum. The ROM is the specification: every table, parser
//! and number routine here is right when the genuine 48K ROM agrees with it.

pub mod basic;
pub mod diagnostic;
pub mod machine;
pub mod script;
pub mod source;
pub mod tape;
pub mod toolchain;
pub mod tris;
pub mod view;
