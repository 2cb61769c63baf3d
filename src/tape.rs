//! Tapes: blocks, headers, files and the containers that hold them.
//!
//! Owns: what is on a tape, as stored, and how long it takes to load.
//! Must never know: BASIC. A program is bytes here.

pub mod block;
pub mod fault;
pub mod file;
pub mod header;
pub mod tap;
pub mod timing;

pub use block::{Block, Checksum};
pub use fault::{Fault, FaultKind};
pub use file::File;
pub use header::{FileType, Header};
