//! Tapes as sound: WAV files out and in.
//!
//! ```text
//! RIFF .... WAVE  "fmt " 16: PCM, 1 channel, rate, 8 or 16 bits  "data": samples
//!
//! rest                the middle of the range: silence
//! high, low           as far above and below it
//! an edge             at sample ceil(t * rate / 3500000) of its own time t, so rounding never adds up
//! ```
//!
//! [`write`] makes a recording of pulses; [`read`] takes the samples of any PCM WAV file, whatever its header says of
//! its length.
//!
//! Owns: samples. Must never know: blocks, or files by name.

pub mod decode;
pub mod edges;
pub mod read;
pub mod tone;
pub mod trellis;
pub mod write;

pub use decode::{Choice, Recording, decode};
pub use read::Samples;
pub use write::{Format, Shape, write};
