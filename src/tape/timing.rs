//! Lengths of pulses, in T-states of the 3.5 MHz clock.
//!
//! ```text
//! pilot      2168 T a pulse, 8063 pulses before a header (flag below 80h), 3223 before data
//! sync        667 T, then 735 T
//! bit 0       855 T twice
//! bit 1      1710 T twice             most significant bit first
//! pause      1000 ms after the block
//! ```
//!
//! These are the round figures of the TZX specification. The ROM's own SA-BYTES (04C2h) differs by a few T-states
//! on the first pulse of each byte.
//!
//! Owns: the table above and sums over it. Must never know: containers or samples.

/// T-states in a second.
pub const CLOCK: u64 = 3_500_000;

/// T-states in a millisecond.
pub const MILLISECOND: u64 = CLOCK / 1000;

/// Pause that SAVE leaves between blocks, in milliseconds.
pub const ROM_PAUSE_MS: u16 = 1000;

/// How a data block sounds: every length in T-states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Timing {
    /// Length of a pilot pulse.
    pub pilot: u16,
    /// Number of pilot pulses.
    pub pilot_pulses: u16,
    /// First sync pulse.
    pub sync1: u16,
    /// Second sync pulse.
    pub sync2: u16,
    /// Each of the two pulses of a 0.
    pub zero: u16,
    /// Each of the two pulses of a 1.
    pub one: u16,
}

impl Timing {
    /// What the ROM uses for a block with this flag byte: the long pilot when the flag is below 80h (SA-FLAG 04C2h).
    ///
    /// ```
    /// use zxtap::tape::timing::Timing;
    /// assert_eq!(Timing::rom(0x00).pilot_pulses, 8063);
    /// assert_eq!(Timing::rom(0xFF).pilot_pulses, 3223);
    /// ```
    pub const fn rom(flag: u8) -> Timing {
        let pilot_pulses = if flag < 0x80 { 8063 } else { 3223 };
        Timing { pilot: 2168, pilot_pulses, sync1: 667, sync2: 735, zero: 855, one: 1710 }
    }

    /// T-states of pilot, sync and data, without the pause. Of the last byte only the first `used_bits` bits count.
    /// Cannot overflow: a byte takes at most 16 * 65535 T.
    pub fn tstates(&self, bytes: &[u8], used_bits: u8) -> u64 {
        let pilot = u64::from(self.pilot) * u64::from(self.pilot_pulses);
        pilot
            + u64::from(self.sync1)
            + u64::from(self.sync2)
            + data_tstates(bytes, used_bits, self.zero, self.one)
    }
}

/// T-states of the data bits alone; see [`Timing::tstates`].
pub fn data_tstates(bytes: &[u8], used_bits: u8, zero: u16, one: u16) -> u64 {
    let Some((&last, whole)) = bytes.split_last() else { return 0 };
    let used = u32::from(used_bits.clamp(1, 8));
    let last = last >> (8 - used);
    let bits = whole.len() as u64 * 8 + u64::from(used);
    let ones = whole.iter().map(|b| u64::from(b.count_ones())).sum::<u64>() + u64::from(last.count_ones());
    2 * ((bits - ones) * u64::from(zero) + ones * u64::from(one))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn used_bits_count_the_bits_of_the_last_byte() {
        assert_eq!(data_tstates(&[], 8, 855, 1710), 0);
        assert_eq!(data_tstates(&[0x00], 8, 855, 1710), 16 * 855);
        assert_eq!(data_tstates(&[0x80], 1, 855, 1710), 2 * 1710);
        assert_eq!(data_tstates(&[0x01], 7, 855, 1710), 14 * 855);
        assert_eq!(data_tstates(&[0xFF, 0xC0], 3, 1, 10), 160 + 40 + 2);
    }
}
