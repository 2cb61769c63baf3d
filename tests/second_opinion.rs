//! A second opinion: rustzx-core's own emulator, given the same keys, has the same screen memory.

mod support;

use std::time::Duration;

use rustzx_core::host::{
    BufferCursor, FrameBuffer, FrameBufferSource, Host, HostContext, Stopwatch, StubDebugInterface,
    StubIoExtender, Tape,
};
use rustzx_core::zx::keys::ZXKey;
use rustzx_core::zx::machine::ZXMachine;
use rustzx_core::zx::video::colors::{ZXBrightness, ZXColor};
use rustzx_core::{EmulationMode, Emulator, RustzxSettings};
use zxtap::machine::Machine;
use zxtap::machine::keyboard::Key;
use zxtap::machine::memory::sysvar;

struct Other;

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

impl HostContext<Other> for Nothing {
    fn frame_buffer_context(&self) {}
}

impl Host for Other {
    type Context = Nothing;
    type TapeAsset = BufferCursor<Vec<u8>>;
    type FrameBuffer = Nothing;
    type EmulationStopwatch = Nothing;
    type IoExtender = StubIoExtender;
    type DebugInterface = StubDebugInterface;
}

/// Both machines at once.
struct Pair {
    ours: Machine,
    theirs: Emulator<Other>,
}

impl Pair {
    fn new(blocks: Vec<Vec<u8>>) -> Pair {
        let settings = RustzxSettings {
            machine: ZXMachine::Sinclair48K,
            emulation_mode: EmulationMode::FrameCount(1),
            tape_fastload_enabled: true,
            kempston_enabled: false,
            mouse_enabled: false,
            load_default_rom: true,
        };
        let mut theirs = Emulator::<Other>::new(settings, Nothing).unwrap_or_else(|_| panic!("an emulator"));
        let tap: Vec<u8> = blocks
            .iter()
            .flat_map(|block| [&(block.len() as u16).to_le_bytes()[..], block].concat())
            .collect();
        assert!(theirs.load_tape(Tape::Tap(BufferCursor::new(tap))).is_ok());
        let mut ours = Machine::new();
        ours.insert_tape(blocks);
        let mut pair = Pair { ours, theirs };
        pair.frames(120);
        pair
    }

    fn frames(&mut self, count: u32) {
        for _ in 0..count {
            self.ours.frame();
            assert!(self.theirs.emulate_frames(Duration::MAX).is_ok());
        }
    }

    fn tap(&mut self, keys: &[(Key, ZXKey)]) {
        for (ours, theirs) in keys {
            self.ours.press(*ours);
            self.theirs.send_key(*theirs, true);
        }
        self.frames(4);
        for (ours, theirs) in keys {
            self.ours.release(*ours);
            self.theirs.send_key(*theirs, false);
        }
        self.frames(6);
    }

    /// Where the screen memory or the program and its variables differ.
    fn differences(&self) -> Vec<u16> {
        let program = self.ours.peek_word(sysvar::PROG)..self.ours.peek_word(sysvar::E_LINE);
        (0x4000..0x5B00).chain(program).filter(|a| self.ours.peek(*a) != self.theirs.peek(*a)).collect()
    }

    fn agree(&self, when: &str) {
        let differences = self.differences();
        assert!(differences.is_empty(), "{when}: {differences:04X?}");
    }
}

const SYMBOL: (Key, ZXKey) = (Key::SYMBOL, ZXKey::SymShift);
const ENTER: (Key, ZXKey) = (Key::ENTER, ZXKey::Enter);

fn key(c: char, theirs: ZXKey) -> (Key, ZXKey) {
    (Key::of(c).unwrap(), theirs)
}

#[test]
fn typing_a_program_and_running_it() {
    let mut pair = Pair::new(Vec::new());
    pair.agree("at power on");
    // 1 LET a=7, 2 LET a=a+9, 3 PRINT a;, 4 GO TO 2, RUN
    let lines: [&[(Key, ZXKey)]; 5] = [
        &[
            key('1', ZXKey::N1),
            key('l', ZXKey::L),
            key('a', ZXKey::A),
            key('l', ZXKey::L),
            key('7', ZXKey::N7),
        ],
        &[
            key('2', ZXKey::N2),
            key('l', ZXKey::L),
            key('a', ZXKey::A),
            key('l', ZXKey::L),
            key('a', ZXKey::A),
            key('k', ZXKey::K),
            key('9', ZXKey::N9),
        ],
        &[key('3', ZXKey::N3), key('p', ZXKey::P), key('a', ZXKey::A), key('o', ZXKey::O)],
        &[key('4', ZXKey::N4), key('g', ZXKey::G), key('2', ZXKey::N2)],
        &[key('r', ZXKey::R)],
    ];
    for (n, line) in lines.iter().enumerate() {
        for (at, key) in line.iter().enumerate() {
            // The signs `=` `+` `;` stand on keys that come behind a name.
            let shifted = matches!((n, at), (0 | 1, 3) | (1, 5) | (2, 3));
            if shifted {
                pair.tap(&[SYMBOL, *key])
            } else {
                pair.tap(&[*key])
            }
            pair.agree(&format!("line {n}, key {at}"));
        }
        pair.tap(&[ENTER]);
        pair.agree(&format!("line {n}"));
    }
    for frame in 0..300 {
        pair.frames(1);
        pair.agree(&format!("frame {frame}"));
    }
    assert!(pair.ours.screen_text()[0].starts_with("1625344352617079"), "{:?}", pair.ours.screen_text()[0]);
}

#[test]
fn a_program_from_tape_played_by_keys() {
    let mut rom = support::rom::Rom::new();
    let program = rom.store(&[
        (10, b"\xE7\x31:\xDA\x31:\xD9\x36:\xFB:\xF1s=0"),
        (20, b"\xFA\xA6\xC9\"\"\xCB\xEC20"),
        (30, b"\xFA\xA6=\"\"\xCB\xEC30"),
        (40, b"\xF1k$=\xA6:\xFA k$=\"q\"\xCB\xF5\"bye\":\xE2"),
        (50, b"\xFA k$<\"1\"\xC5k$>\"9\"\xCB\xF5\x23\x31;\xAC0,0;\"a digit, please\":\xEC20"),
        (60, b"\xF1n=\xB0k$:\xF1s=s+n:\xF5\xAC n,n;\xDB\x31;k$;\xDB\x30;\xAC 20,0;\"sum \";s;\" \""),
        (70, b"\xF6n*20,80:\xFC\x31\x30,5:\xD8\x31\x30\x30,n*10,5:\xD7.05,n:\xEC20"),
    ]);
    let mut pair = Pair::new(support::rom::file(b"play      ", &program, 10));
    let quote = [SYMBOL, key('p', ZXKey::P)];
    pair.tap(&[key('j', ZXKey::J)]);
    pair.tap(&quote);
    pair.tap(&quote);
    pair.tap(&[ENTER]);
    pair.frames(100);
    for pressed in [
        key('1', ZXKey::N1),
        key('5', ZXKey::N5),
        key('x', ZXKey::X),
        key('5', ZXKey::N5),
        key('9', ZXKey::N9),
        key('q', ZXKey::Q),
    ] {
        pair.tap(&[pressed]);
        pair.frames(60);
        pair.agree(&format!("{:?}", pressed.0));
    }
    let screen = pair.ours.screen_text();
    assert!(screen[20].starts_with("sum 20 "), "{screen:#?}");
    assert!(screen[23].starts_with("9 STOP statement, 40:4"), "{screen:#?}");
}

#[test]
fn three_in_a_row() {
    for moves in ["15", "1376"] {
        let mut pair = Pair::new(support::rom::tap(include_bytes!("../out/three.tap")));
        let quote = [SYMBOL, key('p', ZXKey::P)];
        pair.tap(&[key('j', ZXKey::J)]);
        pair.tap(&quote);
        pair.tap(&quote);
        pair.tap(&[ENTER]);
        pair.frames(500);
        pair.agree("the empty board");
        let empty = pair.ours.picture();
        for square in moves.chars() {
            let theirs = match square {
                '1' => ZXKey::N1,
                '3' => ZXKey::N3,
                '5' => ZXKey::N5,
                '6' => ZXKey::N6,
                _ => ZXKey::N7,
            };
            pair.tap(&[key(square, theirs)]);
            pair.frames(400);
            pair.agree(&format!("after {square} of {moves}"));
        }
        assert_ne!(pair.ours.picture(), empty);
        let answer = if moves == "15" { "O chose 9: block" } else { "O chose 8: win" };
        assert!(pair.ours.screen_text().iter().any(|row| row.contains(answer)));
    }
}
