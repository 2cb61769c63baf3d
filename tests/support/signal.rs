//! The signal of a block, as SA-BYTES means it: a second opinion for the tests of the machine.

/// Pulse lengths in T-states, a second of pause behind each block. A block of no bytes is no signal.
pub fn pulses(blocks: &[Vec<u8>]) -> Vec<u32> {
    let mut pulses = Vec::new();
    for block in blocks.iter().filter(|block| !block.is_empty()) {
        let pilot = if block.first().is_some_and(|flag| *flag < 0x80) { 8063 } else { 3223 };
        pulses.extend(std::iter::repeat_n(2168, pilot));
        pulses.extend([667, 735]);
        for byte in block {
            for bit in (0..8).rev() {
                let length = if byte >> bit & 1 == 0 { 855 } else { 1710 };
                pulses.extend([length, length]);
            }
        }
        pulses.push(3_500_000);
    }
    pulses
}
