//! The 48K ROM image.
//!
//! Owns: where the 16 KiB come from and the proof that they are the genuine ones. The image is carried by
//! `rustzx-core` (feature `embedded-roms`); there it has one byte patched, which is restored here.
//! Must never know: what any of the bytes do.
//!
//! ```text
//! 0000 F3 AF 11 FF FF C3 CB 11   DI; XOR A; LD DE,FFFFh; JP START-NEW
//! 0066 F5 E5 2A B0 5C 7C B5 20   the NMI routine; 006Dh is 20h (JR NZ), an emulator's patch makes it 28h (JR Z)
//! 3D00 00 00 00 00 00 00 00 00   the font, from the space on
//! ```

use std::sync::OnceLock;
use std::time::Duration;

use rustzx_core::host::{
    BufferCursor, FrameBuffer, FrameBufferSource, Host, HostContext, Stopwatch, StubDebugInterface,
    StubIoExtender,
};
use rustzx_core::zx::machine::ZXMachine;
use rustzx_core::zx::video::colors::{ZXBrightness, ZXColor};
use rustzx_core::{EmulationMode, Emulator, RustzxSettings};

/// Size of the ROM in bytes.
pub const ROM_SIZE: usize = 0x4000;

/// Where the image differs from the genuine ROM: address and genuine byte.
const RESTORED: (usize, u8) = (0x006D, 0x20);

/// The genuine 48K ROM, CRC-32 `DDEE531F`. Made once, on first use; cannot fail.
///
/// ```
/// let rom = zxtap::machine::rom::image();
/// assert_eq!(rom[0x3D00..0x3D08], [0; 8]);
/// assert_eq!(crc32fast::hash(rom), 0xDDEE_531F);
/// ```
pub fn image() -> &'static [u8; ROM_SIZE] {
    static IMAGE: OnceLock<Box<[u8; ROM_SIZE]>> = OnceLock::new();
    IMAGE.get_or_init(|| {
        let settings = RustzxSettings {
            machine: ZXMachine::Sinclair48K,
            emulation_mode: EmulationMode::FrameCount(1),
            tape_fastload_enabled: false,
            kempston_enabled: false,
            mouse_enabled: false,
            load_default_rom: true,
        };
        let mut image = Box::new([0; ROM_SIZE]);
        if let Ok(carrier) = Emulator::<Carrier>::new(settings, Nothing) {
            for (address, byte) in image.iter_mut().enumerate() {
                *byte = carrier.peek(address as u16);
            }
        }
        image[RESTORED.0] = RESTORED.1;
        image
    })
}

/// The host type the carrier crate asks for; nothing of it is ever used.
struct Carrier;

#[derive(Clone)]
struct Nothing;

impl FrameBuffer for Nothing {
    type Context = ();
    fn new(_: usize, _: usize, _: FrameBufferSource, (): ()) -> Self {
        Nothing
    }
    fn set_color(&mut self, _: usize, _: usize, _: ZXColor, _: ZXBrightness) {}
}

impl Stopwatch for Nothing {
    fn new() -> Self {
        Nothing
    }
    fn measure(&self) -> Duration {
        Duration::ZERO
    }
}

impl HostContext<Carrier> for Nothing {
    fn frame_buffer_context(&self) {}
}

impl Host for Carrier {
    type Context = Nothing;
    type TapeAsset = BufferCursor<[u8; 0]>;
    type FrameBuffer = Nothing;
    type EmulationStopwatch = Nothing;
    type IoExtender = StubIoExtender;
    type DebugInterface = StubDebugInterface;
}
