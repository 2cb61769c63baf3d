//! The address space: 16 KiB of ROM, 48 KiB of RAM.
//!
//! Owns: 65,536 bytes and the rule that ROM cannot be written. Must never know: what the ROM keeps where; the names
//! below are for those who ask it.
//!
//! ```text
//! 0000 ROM | 4000 display file | 5800 attributes | 5B00 printer buffer | 5C00 system variables | 5CB6 channels
//! then PROG, VARS, E_LINE, WORKSP, STKBOT, STKEND ... the machine stack, RAMTOP, UDG (FF58 at power on)
//! ```

use super::rom::{ROM_SIZE, image};

/// Addresses of the ROM's variables.
pub mod sysvar {
    /// Report code minus one, FF while running.
    pub const ERR_NR: u16 = 23610;
    /// Bit 7: set when running, reset when checking syntax; bit 5: a key is waiting.
    pub const FLAGS: u16 = 23611;
    /// Address of the item on the machine stack that errors return to.
    pub const ERR_SP: u16 = 23613;
    /// Line of the statement being run; 65534 for a typed command.
    pub const PPC: u16 = 23621;
    /// Statement within the line.
    pub const SUBPPC: u16 = 23623;
    /// Line with the program cursor.
    pub const E_PPC: u16 = 23625;
    /// The variables.
    pub const VARS: u16 = 23627;
    /// Channel records.
    pub const CHANS: u16 = 23631;
    /// The BASIC program.
    pub const PROG: u16 = 23635;
    /// The line being typed.
    pub const E_LINE: u16 = 23641;
    /// The interpreter's place in the text.
    pub const CH_ADD: u16 = 23645;
    /// Where the `?` marker stands.
    pub const X_PTR: u16 = 23647;
    /// The work space.
    pub const WORKSP: u16 = 23649;
    /// Bottom of the calculator's stack.
    pub const STKBOT: u16 = 23651;
    /// Top of the calculator's stack.
    pub const STKEND: u16 = 23653;
    /// Font address minus 256.
    pub const CHARS: u16 = 23606;
    /// The seed of RND.
    pub const SEED: u16 = 23670;
    /// Frames counted since power on, three bytes.
    pub const FRAMES: u16 = 23672;
    /// The user-defined graphics.
    pub const UDG: u16 = 23675;
    /// Scrolls left before `scroll?`.
    pub const SCR_CT: u16 = 23692;
    /// Last address of BASIC's memory.
    pub const RAMTOP: u16 = 23730;
}

/// The memory as the processor sees it.
#[derive(Clone)]
pub struct Memory {
    bytes: Box<[u8; 0x1_0000]>,
}

impl Memory {
    /// The ROM, and RAM full of zeros.
    pub fn new() -> Memory {
        let mut bytes = Box::new([0; 0x1_0000]);
        bytes[..ROM_SIZE].copy_from_slice(image());
        Memory { bytes }
    }

    /// The byte at an address.
    #[inline(always)]
    pub fn read(&self, address: u16) -> u8 {
        self.bytes[usize::from(address)]
    }

    /// Stores a byte; below 4000h nothing happens, as on the machine.
    #[inline(always)]
    pub fn write(&mut self, address: u16, value: u8) {
        if address >= 0x4000 {
            self.bytes[usize::from(address)] = value;
        }
    }

    /// All 64 KiB.
    pub fn bytes(&self) -> &[u8; 0x1_0000] {
        &self.bytes
    }

    /// Makes the 48 KiB of RAM those of another machine.
    pub fn restore_ram(&mut self, from: &Memory) {
        self.bytes[ROM_SIZE..].copy_from_slice(&from.bytes[ROM_SIZE..]);
    }
}

impl Default for Memory {
    fn default() -> Self {
        Memory::new()
    }
}
