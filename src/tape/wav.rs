//! Tapes as sound: WAV files out and in.
//!
//! ```text
//! "RIFF" length "WAVE"
//! "fmt " 16 | 1 PCM 2 | channels 2 | rate 4 | bytes a second 4 | bytes a frame 2 | bits 2
//! "data" length | samples: 8 bits unsigned, 16 signed, little-endian
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
