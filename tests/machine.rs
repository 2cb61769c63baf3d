//! The machine itself: time, tape, keys, picture, and that it is the same every time.

mod support;

use support::rom::{block, file};
use support::signal;
use zxtap::machine::keyboard::Key;
use zxtap::machine::memory::sysvar;
use zxtap::machine::{Activity, Machine, Registers, Stop, screen, ula};

/// 10 BORDER 2: PRINT "hi": STOP
const HI: &[u8] = b"\0\x0A\x12\0\xE72\x0E\0\0\x02\0\0:\xF5\"hi\":\xE2\x0D";

fn text(machine: &Machine) -> String {
    machine.screen_text().map(|row| row.trim_end().to_string()).join("\n").trim_end().to_string()
}

#[test]
fn boots_to_the_copyright_message() {
    let mut machine = Machine::booted();
    machine.run_frames(1);
    assert_eq!(machine.screen_text()[23].trim_end(), "© 1982 Sinclair Research Ltd");
    assert_eq!(machine.activity(), Activity::Editor);
    assert!(machine.report().is_none());
    assert_eq!(machine.picture().pixel(0, 0), 7, "the border is white");
}

#[test]
fn the_same_every_time_and_in_a_copy() {
    let play = |machine: &mut Machine| {
        machine.type_keys("10 ");
        machine.type_keys("pint\n");
        machine.run_frames(7);
    };
    let mut one = Machine::booted();
    let mut other = Machine::booted();
    play(&mut one);
    play(&mut other);
    assert_eq!(one.tstates(), other.tstates());
    assert_eq!(one.registers, other.registers);
    assert_eq!(one.read(0x4000..0x1_0000), other.read(0x4000..0x1_0000));
    assert_eq!(one.picture(), other.picture());

    // However a run is cut into pieces, and whichever piece a copy takes over, it goes the same way.
    let mut whole = one.clone();
    let mut pieces = one;
    whole.run_until(&[], 1_000_000);
    let end = whole.tstates();
    let mut step = 1;
    while pieces.tstates() < end {
        pieces.run_until(&[], step.min(end - pieces.tstates()));
        pieces = pieces.clone();
        step = step * 5 % 997 + 1;
    }
    assert_eq!(pieces.tstates(), end);
    assert_eq!(pieces.registers, whole.registers);
    assert_eq!(pieces.read(0x4000..0x1_0000), whole.read(0x4000..0x1_0000));
}

#[test]
fn a_halt_an_ei_and_prefixes_survive_being_cut_anywhere() {
    // EI: HALT: DD FD DD INC (IX+1): LD A,R: LD (9000),A: ADD A,A: SCF: PUSH AF: JR back
    let code =
        b"\xFB\x76\xDD\xFD\xDD\x34\x01\xED\x5F\x32\x28\x23\x87\x37\xF5\xF1\xDD\xDD\xFB\xDD\xED\x57\x18\xE8";
    let mut whole = Machine::booted();
    whole.write(0x8000, code);
    whole.registers.ix = 0x9000;
    whole.registers.jump(0x8000);
    let mut pieces = whole.clone();
    whole.run_until(&[], 300_000);
    let end = whole.tstates();
    while pieces.tstates() < end {
        pieces.run_until(&[], 1);
    }
    assert_eq!(pieces.registers, whole.registers);
    assert_eq!(pieces.read(0x4000..0x1_0000), whole.read(0x4000..0x1_0000));
}

#[test]
fn loads_at_once_and_by_its_own_ear() {
    let tape = file(b"hi        ", HI, 10);
    let mut at_once = Machine::booted();
    at_once.insert_tape(tape.clone());
    at_once.type_keys("j\"\"\n");
    assert!(at_once.run_until_report(100));

    let mut by_ear = Machine::booted();
    by_ear.deck().insert_pulses(signal::pulses(&tape));
    by_ear.type_keys("j\"\"\n");
    by_ear.run_frames(150);
    assert_eq!(by_ear.activity(), Activity::Tape);
    let stripes: std::collections::BTreeSet<u8> =
        (0..screen::HEIGHT).map(|y| by_ear.picture().pixel(3, y)).collect();
    assert_eq!(stripes, [2, 5].into(), "a pilot tone has red and cyan stripes");
    assert!(by_ear.run_until_report(1000));

    for machine in [&at_once, &by_ear] {
        assert_eq!(machine.report().unwrap().to_string(), "9 STOP statement, 10:3");
        assert!(text(machine).starts_with("\nProgram: hi\nhi\n"), "{}", text(machine));
        assert_eq!(machine.border(), 2);
    }
    assert_eq!(at_once.read(0x4000..0x5B00), by_ear.read(0x4000..0x5B00));
}

/// LD-BYTES called for `de` bytes at 9000h with `flag`, to load or to verify.
fn ld_bytes(machine: &mut Machine, flag: u8, de: u16, load: bool) -> (bool, bool, u16, u16, u8) {
    machine.registers.ix = 0x9000;
    machine.registers.de = de;
    machine.registers.set_a(flag);
    machine.registers.set_f(u8::from(load));
    assert!(machine.call(0x0556, 100_000_000), "LD-BYTES comes back");
    let r: Registers = machine.registers;
    (r.carry(), r.f() & 0x40 != 0, r.ix, r.de, (r.hl >> 8) as u8)
}

#[test]
fn instant_loading_ends_as_the_roms_own_does() {
    let good = block(0xFF, b"\x01\x02\x03\x04\x05");
    let mut damaged = good.clone();
    damaged[2] ^= 0x40;
    /// What it shows; flag asked for, length asked for, load, what is at 9000h before, the block.
    type Case<'a> = (&'a str, u8, u16, bool, &'a [u8], &'a [u8]);
    let cases: [Case; 13] = [
        ("right", 0xFF, 5, true, b"", &good),
        ("wrong flag", 0x00, 5, true, b"", &good),
        ("short block", 0xFF, 6, true, b"", &good),
        ("shorter still", 0xFF, 9, true, b"", &good),
        ("long block", 0xFF, 4, true, b"", &good),
        ("long block, parity happens to be right", 0xFF, 2, true, b"", &[0xFF, 1, 2, 0xFF ^ 3, 7, 7]),
        ("damaged", 0xFF, 5, true, b"", &damaged),
        ("verified", 0xFF, 5, false, b"\x01\x02\x03\x04\x05", &good),
        ("not the same", 0xFF, 5, false, b"\x01\x02\x09\x04\x05", &good),
        ("nothing asked for", 0xFF, 0, true, b"", &good),
        ("nothing asked for, parity 0", 0x00, 0, true, b"", &[0x00]),
        ("flag byte only", 0xFF, 5, true, b"", &[0xFF]),
        ("length of FFxx takes the flag as data", 0xFF, 0xFF05, true, b"", &good),
    ];
    for (name, flag, de, load, before, block) in cases {
        let mut at_once = Machine::booted();
        at_once.write(0x9000, before);
        let mut by_ear = at_once.clone();
        at_once.insert_tape(vec![block.to_vec()]);
        by_ear.deck().insert_pulses(signal::pulses(&[block.to_vec()]));
        let expected = ld_bytes(&mut by_ear, flag, de, load);
        assert_eq!(ld_bytes(&mut at_once, flag, de, load), expected, "{name}: C, Z, IX, DE, H");
        assert_eq!(at_once.read(0x8FF0..0x9010), by_ear.read(0x8FF0..0x9010), "{name}");
        assert_eq!(at_once.registers.a(), by_ear.registers.a(), "{name}: A");
        assert_eq!(at_once.registers.iff1, by_ear.registers.iff1, "{name}");
    }
}

#[test]
fn instant_saving_ends_as_the_roms_own_does() {
    let save = |machine: &mut Machine| {
        machine.write(0x9000, b"\x01\x02\x03\x04\x05");
        machine.registers.ix = 0x9000;
        machine.registers.de = 5;
        machine.registers.set_a(0xFF);
        assert!(machine.call(0x04C2, 100_000_000));
        let r = machine.registers;
        (r.carry(), r.ix, r.de, r.iff1)
    };
    let mut at_once = Machine::booted();
    let mut by_signal = at_once.clone();
    by_signal.deck().set_instant_save(false);
    by_signal.edges().record();
    assert_eq!(save(&mut at_once), save(&mut by_signal));
    assert_eq!(at_once.saved_blocks(), [block(0xFF, b"\x01\x02\x03\x04\x05")]);
    assert!(by_signal.saved_blocks().is_empty());

    // The signal that the ROM made goes back into the EAR socket of another machine.
    let edges = by_signal.edges().take();
    let pulses = edges.windows(2).map(|two| (two[1].t - two[0].t) as u32);
    let mut other = Machine::booted();
    other.deck().insert_pulses(pulses.chain([10_000]));
    let (carry, ..) = ld_bytes(&mut other, 0xFF, 5, true);
    assert!(carry);
    assert_eq!(other.read(0x9000..0x9005), b"\x01\x02\x03\x04\x05");
}

#[test]
fn a_pulse_of_nothing_stops_the_tape_until_the_rom_looks_for_it() {
    let mut pulses = signal::pulses(&[block(0xFF, b"one")]);
    pulses.push(0);
    pulses.extend(signal::pulses(&[block(0xFF, b"two")]));
    let mut machine = Machine::booted();
    machine.deck().insert_pulses(pulses);
    for word in [b"one", b"two"] {
        assert!(ld_bytes(&mut machine, 0xFF, 3, true).0);
        assert_eq!(machine.read(0x9000..0x9003), word);
        machine.run_frames(500);
    }
    assert!(machine.deck().at_end());
}

#[test]
fn says_what_it_is_doing() {
    let run = |program: &[u8], keys: &str, frames: u32| {
        let mut machine = Machine::booted();
        machine.insert_tape(file(b"x         ", program, 10));
        machine.type_keys("j\"\"\n");
        machine.type_keys(keys);
        machine.run_frames(frames);
        machine.activity()
    };
    // 10 GO TO 10
    assert_eq!(
        run(b"\0\x0A\x0A\0\xEC10\x0E\0\0\x0A\0\0\x0D", "", 50),
        Activity::Line { line: 10, statement: 1 }
    );
    // 10 CLS : INPUT a
    assert_eq!(run(b"\0\x0A\x05\0\xFB:\xEEa\x0D", "", 50), Activity::Key);
    // 10 PAUSE 0
    assert_eq!(run(b"\0\x0A\x09\0\xF20\x0E\0\0\0\0\0\x0D", "", 50), Activity::Key);
    // 10 LOAD ""
    assert_eq!(run(b"\0\x0A\x04\0\xEF\"\"\x0D", "", 50), Activity::Tape);
    // 10 STOP
    assert_eq!(run(b"\0\x0A\x02\0\xE2\x0D", "", 50), Activity::Editor);
    // Machine code that stops for good, that loops, that starts the machine anew.
    let machine_code = |code: &[u8]| {
        let mut machine = Machine::booted();
        machine.write(0x8000, code);
        machine.registers.jump(0x8000);
        machine.run_frames(200);
        machine.activity()
    };
    assert_eq!(machine_code(b"\xF3\x76"), Activity::Halted { pc: 0x8001 });
    assert_eq!(machine_code(b"\x18\xFE"), Activity::MachineCode { pc: 0x8000 });
    assert_eq!(machine_code(b"\xC3\0\0"), Activity::Restarted);
}

#[test]
fn contention() {
    // NOP at 4000h: 4 T, and what the ULA adds when the fetch begins at T 14335 + n.
    for (n, wait) in [(0, 6), (1, 5), (5, 1), (6, 0), (7, 0), (8, 6), (127, 0), (128, 0), (223, 0), (224, 6)]
    {
        assert_eq!(time(0x4000, b"\0", ula::FIRST_CONTENDED + n), 4 + wait, "T 14335 + {n}");
    }
    assert_eq!(time(0x4000, b"\0", 14_330), 4);
    assert_eq!(time(0x8000, b"\0", 14_335), 4);
    assert_eq!(time(0x4000, b"\0", 14_335 + 191 * 224), 10);
    assert_eq!(time(0x4000, b"\0", 14_335 + 192 * 224), 4);
    // OUT (FEh),A from uncontended memory with A=0: fetch 4, operand 3, then N:1 C:3 at T 14335 + 0: waits at its
    // second T.
    assert_eq!(time(0x8000, b"\xD3\xFE", 14_335 - 7), 11 + 5);
    assert_eq!(time(0x8000, b"\xD3\xFE", 14_335 - 8), 11 + 6);
    // OUT (FFh),A: no wait at all.
    assert_eq!(time(0x8000, b"\xD3\xFF", 14_335 - 7), 11);
    // LD (4000h),A from uncontended memory: its write at T 13.
    assert_eq!(time(0x8000, b"\x32\0\x40", 14_335 - 10), 13 + 6);
}

/// T-states that the instruction takes when it begins at T `t` of a frame.
fn time(address: u16, code: &[u8], t: u32) -> u64 {
    let mut machine = Machine::new();
    machine.write(0xC000, b"\x00\x18\xFD");
    machine.registers.pc = 0xC000;
    machine.registers.sp = 0xFFF0;
    // A bus at T `t` exactly: NOPs of 4 T and jumps of 12 cannot reach every T, an instruction of 7 T can.
    let frame = u64::from(ula::FRAME);
    let target = frame + u64::from(t);
    machine.write(0xC000, b"\x18\xFE");
    while machine.tstates() + 12 + 7 * 4 <= target {
        machine.registers.pc = 0xC000;
        machine.run_until(&[], 1);
    }
    while machine.tstates() < target {
        let left = target - machine.tstates();
        let step: &[u8] = match left % 4 {
            0 => b"\0",
            _ if left >= 7 => b"\x3E\0",
            _ => panic!("T {t} is out of reach"),
        };
        machine.write(0xC000, step);
        machine.registers.pc = 0xC000;
        machine.run_until(&[], 1);
    }
    assert_eq!(machine.tstates(), target);
    machine.write(address, code);
    machine.registers.pc = address;
    machine.registers.af = 0;
    machine.run_until(&[], 1);
    machine.tstates() - target
}

#[test]
fn interrupts_come_once_a_frame_and_end_a_halt() {
    let mut machine = Machine::booted();
    machine.write(0x8000, b"\x76\x18\xFD");
    machine.registers.jump(0x8000);
    machine.registers.iff1 = true;
    machine.run_frames(1);
    let before = machine.peek_word(sysvar::FRAMES);
    machine.run_frames(100);
    assert_eq!(machine.peek_word(sysvar::FRAMES) - before, 100);
    // Not while they are disabled.
    machine.write(0x8000, b"\x18\xFE");
    machine.registers.jump(0x8000);
    machine.registers.iff1 = false;
    let before = machine.peek_word(sysvar::FRAMES);
    machine.run_frames(10);
    assert_eq!(machine.peek_word(sysvar::FRAMES), before);
}

#[test]
fn screen_reads_back() {
    let mut machine = Machine::booted();
    // PRINT "A£©↑"; INVERSE 1;"b"; block graphics; UDG A redefined
    for (row, udg) in (0..).zip([0x81_u8, 0x42, 0x24, 0x18, 0x18, 0x24, 0x42, 0x81]) {
        let start = machine.peek_word(sysvar::UDG);
        machine.poke(start + row, udg);
    }
    let line = b"\0\x0A\x13\0\xF5\"A\x60\x7F\x5E\x14\x01b\x14\x00\x81\x86\x8F\x90\x91\"\x0D";
    machine.insert_tape(file(b"x         ", line, 10));
    machine.type_keys("j\"\"\n");
    assert!(machine.run_until_report(100));
    assert_eq!(machine.report().unwrap().code, '0');
    assert!(text(&machine).contains("A£©↑b▝▚█ⒶB"), "{}", text(&machine));
    // Ink like paper shows nothing; flashing exchanges.
    machine.write(0x5800, &[0; 0x300]);
    assert_eq!(text(&machine), "");
    assert_eq!(screen::colours(0xC7, false), (15, 8));
    assert_eq!(screen::colours(0xC7, true), (8, 15));
    assert_eq!(screen::colours(0x47, true), (15, 8));
}

#[test]
fn flash_changes_every_sixteen_frames() {
    let mut machine = Machine::booted();
    machine.poke(0x5800, 0xB8);
    let at = |machine: &Machine| machine.picture().pixel(screen::MARGIN, screen::MARGIN);
    let mut seen = Vec::new();
    for _ in 0..64 {
        machine.frame();
        seen.push(at(&machine));
    }
    let changes: Vec<usize> = (1..64).filter(|n| seen[*n] != seen[n - 1]).collect();
    assert_eq!(changes.len(), 4);
    assert!(changes.windows(2).all(|two| two[1] - two[0] == 16));
}

#[test]
fn border_stripes_are_where_the_beam_was() {
    // EI: HALT: then 100 lines later OUT (FE),2; loop.
    let mut machine = Machine::booted();
    machine
        .write(0x8000, b"\xFB\x76\x3E\x07\xD3\xFE\x01\x40\x03\x0B\x78\xB1\x20\xFB\x3E\x02\xD3\xFE\x18\xEC");
    machine.registers.jump(0x8000);
    machine.run_frames(3);
    let picture = machine.picture();
    let column: Vec<u8> = (0..screen::HEIGHT).map(|y| picture.pixel(0, y)).collect();
    let change = column.iter().position(|c| *c == 2).unwrap();
    assert!(column[..change].iter().all(|c| *c == 7) && column[change..].iter().all(|c| *c == 2));
    // The OUT at 8010h as the clock has it: its value comes 8 T after it begins; then up to 4 T to the next cell.
    assert_eq!(machine.run_until(&[0x8010], 100_000), Stop::Address(0x8010));
    let t = machine.tstates() % u64::from(ula::FRAME) + 8;
    let row = (t + 32 * 224 + 16).saturating_sub(14_336).div_ceil(224);
    assert_eq!(change as u64, row);
}

#[test]
fn keys_do_what_they_print() {
    let mut machine = Machine::booted();
    assert_eq!(machine.type_keys("p\"aB1!@#$%&'()_<>;+-=:?/*,.£↑[\"\n"), "[");
    assert!(machine.run_until_report(100));
    assert_eq!(text(&machine).lines().next(), Some("aB1!@#$%&'()_<>;+-=:?/*,.£↑"));
    assert_eq!(Key::chord("caps+5"), Key::chord("left"));
    assert_eq!(format!("{:?}", Key::chord("break").unwrap()), "[caps, space]");
}

#[test]
fn break_ends_a_program() {
    let mut machine = Machine::booted();
    machine.type_keys("1g1\nr\n");
    machine.run_frames(20);
    assert!(machine.report().is_none());
    machine.tap(&Key::chord("break").unwrap());
    assert!(machine.run_until_report(10));
    assert_eq!(machine.report().unwrap().to_string(), "L BREAK into program, 1:1");
}

#[test]
fn edges_of_a_beep() {
    let mut machine = Machine::booted();
    // 10 BEEP 1,9: 440 Hz, 880 edges.
    machine.insert_tape(file(b"x         ", b"\0\x0A\x11\0\xD71\x0E\0\0\x01\0\0,9\x0E\0\0\x09\0\0\x0D", 10));
    machine.type_keys("j\"\"");
    machine.edges().record();
    machine.type_keys("\n");
    assert!(machine.run_until_report(500));
    let edges = machine.edges().take();
    let tone: Vec<u64> =
        edges.windows(2).map(|two| two[1].t - two[0].t).filter(|t| (3_900..4_100).contains(t)).collect();
    assert!((870..=890).contains(&tone.len()), "{}", tone.len());
}

#[test]
fn stops_where_it_is_told() {
    let mut machine = Machine::booted();
    machine.press(Key::of('p').unwrap());
    assert_eq!(machine.run_until(&[0x02BF], 100_000), Stop::Address(0x02BF));
    let first = machine.tstates();
    assert_eq!(machine.run_until(&[0x02BF], 100_000), Stop::Address(0x02BF));
    assert!((machine.tstates() - first).abs_diff(u64::from(ula::FRAME)) < 300);
    assert_eq!(machine.run_until(&[], 1000), Stop::Time);
}
