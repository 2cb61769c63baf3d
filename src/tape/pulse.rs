//! Pulses: what a tape sounds like, as lengths in T-states between changes of level.
//!
//! Owns: signal, both ways. Must never know: samples, files or BASIC.

pub mod csw;
