//! Time on a 48K: the frame, the interrupt, and when the ULA makes the processor wait.
//!
//! Owns: the timing constants and the contention table. Must never know: the processor or what is in memory.
//!
//! ```text
//! T      0   interrupt line low for 32 T; the beam is at the top of the frame
//! T  14335   the ULA begins to fetch the first of 192 picture lines: 128 T of fetching, 96 T of border and retrace
//! T  57247   the last picture line begins; T 69888 is T 0 of the next frame (312 lines of 224 T, 50.08 Hz)
//! ```
//!
//! While it fetches, an access to 4000h-7FFFh at T 14335 + 8n + 0..7 waits 6 5 4 3 2 1 0 0 T.

/// T-states in a second.
pub const CLOCK: u32 = 3_500_000;
/// T-states in a frame.
pub const FRAME: u32 = 69_888;
/// T-states in a line.
pub const LINE: u32 = 224;
/// How long the interrupt line stays low, in T-states.
pub const INTERRUPT: u32 = 32;
/// Where in the frame the first contended access can be.
pub const FIRST_CONTENDED: u32 = 14_335;

/// An instruction that begins in one frame may end in the next: the table goes on a little.
const OVERHANG: usize = 512;

/// T-states to wait for an access that begins at T of the frame.
pub(super) static CONTENTION: [u8; FRAME as usize + OVERHANG] = contention();

const fn contention() -> [u8; FRAME as usize + OVERHANG] {
    let mut table = [0; FRAME as usize + OVERHANG];
    let mut line = 0;
    while line < 192 {
        let mut t = 0;
        while t < 128 {
            table[(FIRST_CONTENDED + line * LINE + t) as usize] = match t % 8 {
                7 => 0,
                slot => (6 - slot) as u8,
            };
            t += 1;
        }
        line += 1;
    }
    table
}
