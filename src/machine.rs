//! A 48K Spectrum with the genuine ROM.
//!
//! Owns: the machine as a value: cloned, compared, run for so many T-states; same start and same keys, same end.
//! Must never know: BASIC source, tape files, windows, the wall clock.
//!
//! Boot, load, press, look:
//!
//! ```
//! use zxtap::machine::{Machine, keyboard::Key};
//! # let parity = |mut block: Vec<u8>| { block.push(block.iter().fold(0, |p, b| p ^ b)); block };
//! # // 10 PAUSE 0: PRINT INKEY$, with autostart
//! # let header = parity(b"\0\0key       \x10\0\x0A\0\x10\0".to_vec());
//! # let data = parity(b"\xFF\0\x0A\x0C\0\xF20\x0E\0\0\0\0\0:\xF5\xA6\x0D".to_vec());
//! let mut machine = Machine::booted();
//! machine.insert_tape(vec![header, data]);
//! machine.type_keys("j\"\"\n"); // the key J is LOAD at the start of a line
//! machine.tap(&[Key::of('x').unwrap()]);
//! assert!(machine.run_until_report(50) && machine.screen_text()[2].starts_with("x"));
//! assert_eq!(machine.report().unwrap().to_string(), "0 OK, 10:2");
//! ```
//!
//! # The processor
//!
//! `rustzx-z80`; its repository runs the ZEXALL exerciser (`cargo test --release -- --ignored`). How long each
//! instruction takes is `tests/machine_cpu.rs`; that [the shortcuts](Machine::set_shortcuts) change nothing is
//! `tests/machine_shortcut.rs`; that another emulator shows the same is `tests/second_opinion.rs`.
//!
//! # Known inaccuracies
//!
//! - The picture is made from memory as it is when asked for; changes while the beam is on the screen do not show.
//! - The two T-states an IN or OUT takes behind the access are not contended one by one, as the ULA does not see them.
//! - When an interrupt is taken its pushes come before its acknowledge cycle, 7 T early: the sum is right.
//! - An interrupt and the first instruction of its routine are one step: [`Machine::run_until`] cannot stop between.
//! - `HALT` reads its own address again and again, not the one behind it.
//! - No snow, no ULA "early" and "late" machines: contention begins at T 14335.
//! - RAM is zero at power on, before the ROM tests it.
//! - With no tape running the EAR input hears the loudspeaker bit alone, as boards of issue 3 do, without its decay.
//! - Instant loading and saving take no time.

pub mod activity;
pub mod beeper;
mod bus;
pub mod deck;
pub mod keyboard;
pub mod memory;
pub mod registers;
pub mod report;
pub mod rom;
pub mod screen;
mod shortcut;
mod text;
pub mod ula;

use std::ops::Range;
use std::sync::OnceLock;

use rustzx_z80::Z80;

use bus::Bus;
use deck::{Deck, LD_BREAK, SA_BYTES_SET_UP};
use keyboard::Key;
use memory::sysvar;
use report::Report;
use ula::{FRAME, INTERRUPT};

pub use activity::Activity;
pub use registers::Registers;
pub use text::UNKNOWN;

/// MAIN-2: work space cleared, last report on the screen, the ROM asks for a line.
pub const EDITOR: u16 = 0x12AC;
/// MAIN-4: a command has ended, ERR_NR holds its report.
const MAIN_4: u16 = 0x1303;
/// LINE-RUN: a typed command begins to run.
const LINE_RUN: u16 = 0x1B8A;
/// An address in the ROM's spare FF bytes that nothing jumps to: the return address of [`Machine::call`].
const CALL_RETURN: u16 = 0x3900;

/// How long a key is held, in frames, and how long none is held after it: the ROM takes a key again only when it was
/// seen up for five frames (KEYBOARD, 02BFh).
const HOLD: u32 = 4;
const PAUSE: u32 = 6;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// PC is at this address, one of those asked for; the instruction there has not run.
    Address(u16),
    /// The time is over.
    Time,
}

/// A 48K Spectrum. See the module's text.
#[derive(Clone)]
pub struct Machine {
    /// The processor's registers, free to change between runs.
    pub registers: Registers,
    bus: Bus,
    report: Option<Report>,
    /// A report that is being printed.
    coming: Option<Report>,
    /// A typed command is running.
    running: bool,
    /// How often the ROM was started from address 0.
    starts: u32,
    shortcuts: bool,
}

impl Machine {
    /// A machine at power on: all registers and RAM zero.
    pub fn new() -> Machine {
        Machine {
            registers: Registers::default(),
            bus: Bus::new(),
            report: None,
            coming: None,
            running: false,
            starts: 0,
            shortcuts: true,
        }
    }

    /// A machine that has been switched on and shows the copyright message: it stands where the ROM first asks for a
    /// line ([`EDITOR`]). Booted once a process; then a copy of 64 KiB.
    pub fn booted() -> Machine {
        static BOOTED: OnceLock<Machine> = OnceLock::new();
        BOOTED
            .get_or_init(|| {
                let mut machine = Machine::new();
                machine.run_until(&[EDITOR], 500 * u64::from(FRAME));
                machine
            })
            .clone()
    }

    /// T-states since power on.
    pub fn tstates(&self) -> u64 {
        self.bus.now()
    }

    /// Frames begun since power on.
    pub fn frames(&self) -> u64 {
        self.bus.frames
    }

    // ---- memory ----

    /// The byte at an address.
    pub fn peek(&self, address: u16) -> u8 {
        self.bus.memory.read(address)
    }

    /// The two bytes at an address, low byte first.
    pub fn peek_word(&self, address: u16) -> u16 {
        u16::from_le_bytes([self.peek(address), self.peek(address.wrapping_add(1))])
    }

    /// Stores a byte; nothing happens in the ROM.
    pub fn poke(&mut self, address: u16, value: u8) {
        self.bus.memory.write(address, value);
    }

    /// Stores two bytes, low byte first.
    pub fn poke_word(&mut self, address: u16, value: u16) {
        self.write(address, &value.to_le_bytes());
    }

    /// The bytes of a range of addresses; ends beyond FFFFh are cut off.
    pub fn read(&self, range: Range<usize>) -> &[u8] {
        let end = range.end.min(0x1_0000);
        &self.bus.memory.bytes()[range.start.min(end)..end]
    }

    /// Stores bytes from an address on, wrapping at FFFFh; nothing happens in the ROM.
    pub fn write(&mut self, address: u16, bytes: &[u8]) {
        for (n, byte) in bytes.iter().enumerate() {
            self.bus.memory.write(address.wrapping_add(n as u16), *byte);
        }
    }

    /// Makes RAM and registers those of another machine; clock, keys and tape stay. For asking the ROM thousands of
    /// questions from one clean start.
    pub fn restore(&mut self, from: &Machine) {
        self.bus.memory.restore_ram(&from.bus.memory);
        self.registers = from.registers;
        self.report.clone_from(&from.report);
        self.coming.clone_from(&from.coming);
        self.running = from.running;
        self.starts = from.starts;
    }

    /// Whether the commonest instructions may go round the CPU crate's decoder (the default). Nothing but the speed
    /// depends on it.
    pub fn set_shortcuts(&mut self, shortcuts: bool) {
        self.shortcuts = shortcuts;
    }

    // ---- running ----

    /// Runs to the end of the frame under way.
    pub fn frame(&mut self) {
        let end = (self.bus.frames + 1) * u64::from(FRAME);
        self.run(&[], end);
    }

    /// Runs `count` frames.
    pub fn run_frames(&mut self, count: u32) {
        for _ in 0..count {
            self.frame();
        }
    }

    /// Runs until PC is at one of `addresses`, at most `tstates`. At least one instruction runs, so that asking again
    /// goes on to the next time.
    pub fn run_until(&mut self, addresses: &[u16], tstates: u64) -> Stop {
        self.run(addresses, self.bus.now().saturating_add(tstates))
    }

    /// Calls a routine as a function: pushes a return address, runs from `address` with the registers as they are
    /// until it returns, at most `tstates`. True when it returned; then SP is what it was.
    ///
    /// ```
    /// let mut machine = zxtap::machine::Machine::booted();
    /// machine.registers.hl = 12;
    /// machine.registers.de = 34;
    /// assert!(machine.call(0x30A9, 10_000)); // HL=HL*DE
    /// assert_eq!(machine.registers.hl, 12 * 34);
    /// ```
    pub fn call(&mut self, address: u16, tstates: u64) -> bool {
        let registers = &mut self.registers;
        registers.sp = registers.sp.wrapping_sub(2);
        registers.jump(address);
        let sp = registers.sp;
        self.poke_word(sp, CALL_RETURN);
        self.run_until(&[CALL_RETURN], tstates) == Stop::Address(CALL_RETURN)
    }

    /// Runs until a command has ended and its report is on the screen, at most `frames`. True at once when there is one.
    pub fn run_until_report(&mut self, frames: u32) -> bool {
        for _ in 0..frames {
            if self.report.is_some() {
                return true;
            }
            self.frame();
        }
        self.report.is_some()
    }

    /// The report of the last command, from when it stands on the screen until the next command begins to run.
    pub fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// What the machine is doing: found out by watching a copy for three frames, so it costs a few milliseconds.
    pub fn activity(&self) -> Activity {
        activity::of(self)
    }

    /// The BASIC program: the bytes from PROG to VARS. Empty when a program has spoilt those variables.
    pub fn program(&self) -> &[u8] {
        self.read(self.peek_word(sysvar::PROG).into()..self.peek_word(sysvar::VARS).into())
    }

    /// The variables: the bytes from VARS to E_LINE, the end marker 80h included. Empty when a program has spoilt those
    /// pointers.
    pub fn variables(&self) -> &[u8] {
        self.read(self.peek_word(sysvar::VARS).into()..self.peek_word(sysvar::E_LINE).into())
    }

    // ---- keys ----

    /// Puts a key down until it is released.
    pub fn press(&mut self, key: Key) {
        self.bus.keyboard.press(key);
    }

    /// Lets a key go.
    pub fn release(&mut self, key: Key) {
        self.bus.keyboard.release(key);
    }

    /// Lets all keys go.
    pub fn release_all(&mut self) {
        self.bus.keyboard.release_all();
    }

    /// Presses keys together for 4 frames and lets go for 6.
    pub fn tap(&mut self, keys: &[Key]) {
        for key in keys {
            self.press(*key);
        }
        self.run_frames(HOLD);
        for key in keys {
            self.release(*key);
        }
        self.run_frames(PAUSE);
    }

    /// Types the keys that print these characters in L mode; in K mode a letter key gives its keyword, as on the
    /// machine. Returns the characters that no key prints; they are left out.
    pub fn type_keys(&mut self, text: &str) -> String {
        let mut missing = String::new();
        for c in text.chars() {
            match Key::printing(c) {
                Some(keys) => self.tap(&keys),
                None => missing.push(c),
            }
        }
        missing
    }

    // ---- screen and sound ----

    /// The screen as 24 rows of 32 characters.
    pub fn screen_text(&self) -> [String; 24] {
        text::screen_text(&self.bus.memory)
    }

    /// The picture with its border, FLASH as it is now.
    pub fn picture(&self) -> screen::Picture {
        screen::picture(&self.bus.memory, &self.bus.border, self.bus.frames / 16 % 2 == 1)
    }

    /// The border's colour now, 0 to 7.
    pub fn border(&self) -> u8 {
        self.bus.border.colour()
    }

    /// The changes of loudspeaker and MIC since recording began.
    pub fn edges(&mut self) -> &mut beeper::Edges {
        &mut self.bus.edges
    }

    // ---- tape ----

    /// Puts a tape into the deck: blocks of flag, data and parity, which load at once.
    pub fn insert_tape(&mut self, blocks: Vec<Vec<u8>>) {
        self.bus.deck.insert_blocks(blocks);
    }

    /// The tape deck.
    pub fn deck(&mut self) -> &mut Deck {
        &mut self.bus.deck
    }

    /// The blocks that were saved, parity included.
    pub fn saved_blocks(&self) -> &[Vec<u8>] {
        self.bus.deck.saved()
    }

    // ---- the loop ----

    /// Runs until T-state `end` or until PC is at one of `addresses`.
    fn run(&mut self, addresses: &[u16], end: u64) -> Stop {
        if self.bus.now() >= end {
            return Stop::Time;
        }
        // One bit an address: where the loop has to look up.
        let mut watched = [0_u64; 1024];
        for address in [0, LD_BREAK, SA_BYTES_SET_UP, MAIN_4, LINE_RUN, EDITOR].iter().chain(addresses) {
            watched[usize::from(address >> 6)] |= 1 << (address & 63);
        }
        let mut z80 = self.registers.processor();
        let bus = &mut self.bus;
        let mut first = true;
        let mut plain = self.shortcuts && self.registers.is_plain();
        let stop = 'run: loop {
            let frame_start = bus.frames * u64::from(FRAME);
            let until = end.saturating_sub(frame_start).min(u64::from(FRAME)) as u32;
            while bus.t < until {
                let pc = z80.regs.get_pc();
                if watched[usize::from(pc >> 6)] >> (pc & 63) & 1 != 0 {
                    match pc {
                        MAIN_4 => {
                            self.coming = Report::read(&bus.memory);
                            self.running = false;
                        }
                        LINE_RUN => {
                            (self.report, self.coming) = (None, None);
                            self.running = true;
                        }
                        EDITOR => {
                            self.report = self.coming.take().or(self.report.take());
                            self.running = false;
                        }
                        _ => {}
                    }
                    if !first && addresses.contains(&pc) {
                        break 'run Stop::Address(pc);
                    }
                    match pc {
                        // Not Z: BREAK was pressed while the ROM looked for a pilot tone.
                        LD_BREAK if z80.regs.get_flags() & registers::flag::ZERO != 0 => {
                            let now = bus.now();
                            bus.deck.play(now);
                            if bus.deck.load(&mut z80, &mut bus.memory) {
                                ret(&mut z80, bus);
                                continue;
                            }
                        }
                        SA_BYTES_SET_UP if bus.deck.save(&mut z80, &bus.memory) => {
                            ret(&mut z80, bus);
                            continue;
                        }
                        0 => self.starts += 1,
                        _ => {}
                    }
                }
                first = false;
                // Interrupts, and what EI, DI and prefixes leave behind, are the crate's.
                if plain && bus.t >= INTERRUPT && shortcut::step(&mut z80, bus) {
                    continue;
                }
                bus.fetched = 0;
                z80.emulate(bus);
                if z80.is_halted() && self.shortcuts && bus.t >= INTERRUPT {
                    wait_halted(&mut z80, bus, until);
                }
                plain = self.shortcuts && !matches!(bus.fetched as u8, 0xDD | 0xED | 0xF3 | 0xFB | 0xFD);
            }
            if bus.t >= FRAME {
                bus.next_frame();
            }
            if bus.now() >= end {
                break Stop::Time;
            }
        };
        self.registers = Registers::of(z80, bus.fetched);
        stop
    }
}

/// HALT after HALT, 4 T each, until T `until` of the frame: no interrupt can come before.
fn wait_halted(z80: &mut Z80, bus: &mut Bus, until: u32) {
    if z80.regs.get_pc() & 0xC000 == 0x4000 {
        return;
    }
    let times = until.saturating_sub(bus.t).div_ceil(4);
    bus.t += 4 * times;
    let r = z80.regs.get_r();
    z80.regs.set_r(r & 0x80 | r.wrapping_add(times as u8) & 0x7F);
}

/// A RET, with its time, so that whatever the stack holds time goes on.
fn ret(z80: &mut Z80, bus: &mut Bus) {
    z80.pop_pc_from_stack(bus);
    bus.t += 10;
}

impl Default for Machine {
    fn default() -> Self {
        Machine::new()
    }
}
