//! The processor: how long every instruction takes, and what arithmetic does to the flags.
//!
//! The CPU crate's own tests run the ZEXALL exerciser over registers and flags (in its repository:
//! `cargo test --release -- --ignored`, 67 tests); that one does not look at time.

use zxtap::machine::Machine;

/// T-states of `code` at 8000h in memory without contention; F = 0, B = 2, HL IX IY in high memory.
fn tstates(code: &[u8]) -> u64 {
    thread_local!(static BASE: Machine = {
        let mut machine = Machine::new();
        machine.registers.sp = 0xF000;
        (machine.registers.ix, machine.registers.iy) = (0xA000, 0xA000);
        (machine.registers.bc, machine.registers.de, machine.registers.hl) = (0x0201, 0xB000, 0xC000);
        machine
    });
    let mut machine = BASE.with(Clone::clone);
    machine.write(0x8000, code);
    // A is not what CPIR finds at C000h.
    machine.write(0xBFFE, &[0xFF; 4]);
    machine.registers.jump(0x8000);
    machine.run_until(&[], 1);
    machine.tstates()
}

/// The manual's table for opcodes without a prefix, jumps taken as F = 0 has it; 0 for the prefixes.
const PLAIN: [[u64; 16]; 16] = [
    [4, 10, 7, 6, 4, 4, 7, 4, 4, 11, 7, 6, 4, 4, 7, 4],
    [13, 10, 7, 6, 4, 4, 7, 4, 12, 11, 7, 6, 4, 4, 7, 4],
    [12, 10, 16, 6, 4, 4, 7, 4, 7, 11, 16, 6, 4, 4, 7, 4],
    [12, 10, 13, 6, 11, 11, 10, 4, 7, 11, 13, 6, 4, 4, 7, 4],
    [4, 4, 4, 4, 4, 4, 7, 4, 4, 4, 4, 4, 4, 4, 7, 4],
    [4, 4, 4, 4, 4, 4, 7, 4, 4, 4, 4, 4, 4, 4, 7, 4],
    [4, 4, 4, 4, 4, 4, 7, 4, 4, 4, 4, 4, 4, 4, 7, 4],
    [7, 7, 7, 7, 7, 7, 4, 7, 4, 4, 4, 4, 4, 4, 7, 4],
    [4, 4, 4, 4, 4, 4, 7, 4, 4, 4, 4, 4, 4, 4, 7, 4],
    [4, 4, 4, 4, 4, 4, 7, 4, 4, 4, 4, 4, 4, 4, 7, 4],
    [4, 4, 4, 4, 4, 4, 7, 4, 4, 4, 4, 4, 4, 4, 7, 4],
    [4, 4, 4, 4, 4, 4, 7, 4, 4, 4, 4, 4, 4, 4, 7, 4],
    [11, 10, 10, 10, 17, 11, 7, 11, 5, 10, 10, 0, 10, 17, 7, 11],
    [11, 10, 10, 11, 17, 11, 7, 11, 5, 4, 10, 11, 10, 0, 7, 11],
    [11, 10, 10, 19, 17, 11, 7, 11, 5, 4, 10, 4, 10, 0, 7, 11],
    [11, 10, 10, 4, 17, 11, 7, 11, 5, 6, 10, 4, 10, 0, 7, 11],
];

fn plain(op: u8) -> u64 {
    PLAIN[usize::from(op >> 4)][usize::from(op & 15)]
}

fn prefix(op: u8) -> bool {
    plain(op) == 0
}

#[test]
fn times_without_prefix() {
    for op in (0..=255).filter(|op| !prefix(*op)) {
        assert_eq!(tstates(&[op, 0x10, 0x90]), plain(op), "{op:02X}");
    }
    // Not taken: DJNZ with B = 1, and the conditions that F = 0 does not meet.
    for (op, time) in [(0x28, 7), (0x38, 7), (0xC8, 5), (0xCC, 10), (0xCA, 10)] {
        assert_eq!(tstates(&[op, 0x10, 0x90]), time, "{op:02X}");
    }
}

#[test]
fn times_with_cb() {
    for op in 0..=255_u8 {
        let (memory, bit) = (op & 7 == 6, op >> 6 == 1);
        let time = match (memory, bit) {
            (false, _) => 8,
            (true, true) => 12,
            (true, false) => 15,
        };
        assert_eq!(tstates(&[0xCB, op]), time, "CB {op:02X}");
        let time = if bit { 20 } else { 23 };
        for index in [0xDD, 0xFD] {
            assert_eq!(tstates(&[index, 0xCB, 5, op]), time, "{index:02X} CB {op:02X}");
        }
    }
}

#[test]
fn times_with_ed() {
    for op in 0..=255_u8 {
        let time = match op {
            0x40..=0x7F => match op & 0x0F {
                0 | 1 | 8 | 9 => 12,
                2 | 0xA => 15,
                3 | 0xB => 20,
                5 | 0xD => 14,
                7 if op < 0x60 => 9,
                0xF if op < 0x60 => 9,
                7 | 0xF if op < 0x70 => 18,
                _ => 8,
            },
            0xA0..=0xA3 | 0xA8..=0xAB => 16,
            0xB0..=0xB3 | 0xB8..=0xBB => 21,
            _ => 8,
        };
        assert_eq!(tstates(&[0xED, op, 0x10, 0x90]), time, "ED {op:02X}");
    }
}

#[test]
fn times_with_an_index_register() {
    for op in (0..=255_u8).filter(|op| !prefix(*op)) {
        let memory = match op {
            0x34..=0x36 => true,
            0x76 => false,
            0x40..=0xBF => op & 7 == 6 || (0x70..=0x77).contains(&op),
            _ => false,
        };
        let time = match op {
            0x34 | 0x35 => 23,
            _ if memory => 19,
            _ => plain(op) + 4,
        };
        for index in [0xDD, 0xFD] {
            assert_eq!(tstates(&[index, op, 5, 0x90]), time, "{index:02X} {op:02X}");
        }
    }
}

/// What the manual says ADD, ADC, SUB, SBC, AND, XOR, OR and CP do, bit by bit; bits 3 and 5 left out.
fn arithmetic(kind: u8, a: u8, b: u8, carry: u8) -> (u8, u8) {
    let signed = |x: u8| i16::from(x as i8);
    let c = if kind == 1 || kind == 3 { carry } else { 0 };
    let (result, mut f) = match kind {
        0 | 1 => {
            let sum = u16::from(a) + u16::from(b) + u16::from(c);
            let overflow = !(-128..=127).contains(&(signed(a) + signed(b) + i16::from(c)));
            let half = (a & 15) + (b & 15) + c > 15;
            (sum as u8, u8::from(sum > 255) | u8::from(overflow) << 2 | u8::from(half) << 4)
        }
        2 | 3 | 7 => {
            let difference = i16::from(a) - i16::from(b) - i16::from(c);
            let overflow = !(-128..=127).contains(&(signed(a) - signed(b) - i16::from(c)));
            let half = (a & 15) < (b & 15) + c;
            (difference as u8, u8::from(difference < 0) | 2 | u8::from(overflow) << 2 | u8::from(half) << 4)
        }
        _ => {
            let result = match kind {
                4 => a & b,
                5 => a ^ b,
                _ => a | b,
            };
            (result, u8::from(result.count_ones() % 2 == 0) << 2 | u8::from(kind == 4) << 4)
        }
    };
    f |= result & 0x80 | u8::from(result == 0) << 6;
    (if kind == 7 { a } else { result }, f)
}

#[test]
fn flags_of_arithmetic_for_every_pair_of_bytes() {
    let mut machine = Machine::new();
    machine.set_shortcuts(false);
    let mut quick = Machine::new();
    for kind in 0..8 {
        for m in [&mut machine, &mut quick] {
            // op A,B: JR back
            m.write(0x8000, &[0x80 | kind << 3, 0x18, 0xFD]);
        }
        for (a, b, carry) in (0..=255).flat_map(|a| (0..=255).flat_map(move |b| [(a, b, 0), (a, b, 1)])) {
            for m in [&mut machine, &mut quick] {
                m.registers.af = u16::from_be_bytes([a, carry]);
                m.registers.bc = u16::from_be_bytes([b, 0]);
                m.registers.jump(0x8000);
                m.run_until(&[], 1);
                let (result, f) = arithmetic(kind, a, b, carry);
                assert_eq!((m.registers.a(), m.registers.f() & 0xD7), (result, f), "{kind} {a} {b} {carry}");
            }
        }
    }
}
