//! What comes out of the MIC socket and the loudspeaker: a list of edges.
//!
//! Owns: when bits 3 and 4 of port FEh changed, in T-states. Must never know: samples, rates, files.

/// A change of the outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// T-states since power on.
    pub t: u64,
    /// MIC after the change (bit 3 of port FEh; set is low at the socket).
    pub mic: bool,
    /// The loudspeaker after the change (bit 4).
    pub speaker: bool,
}

/// The edges since recording began; nothing is kept unless asked for.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    list: Option<Vec<Edge>>,
}

impl Edges {
    /// Begins an empty list.
    pub fn record(&mut self) {
        self.list = Some(Vec::new());
    }

    /// Hands over the list and goes on with an empty one; empty when not recording.
    pub fn take(&mut self) -> Vec<Edge> {
        self.list.as_mut().map(std::mem::take).unwrap_or_default()
    }

    pub(super) fn push(&mut self, t: u64, output: u8) {
        if let Some(list) = &mut self.list {
            list.push(Edge { t, mic: output & 8 != 0, speaker: output & 0x10 != 0 });
        }
    }
}
