//! The commonest instructions, done without the CPU crate's decoder.
//!
//! Owns: most of the instructions without a prefix. The crate is the authority: everything here does to registers,
//! flags, memory and clock exactly what the crate does, which `tests/machine_shortcut.rs` proves for every opcode; it
//! is only two to three times as fast. Must never know: the Spectrum beyond its bus.
//!
//! Left to the crate: interrupts, HALT, DI, EI, DAA, IN, OUT, LD (nn),A and all that has a prefix.

use rustzx_z80::{
    FLAG_CARRY as C, FLAG_F3, FLAG_F5, FLAG_HALF_CARRY as H, FLAG_PV as PV, FLAG_SIGN as S, FLAG_SUB as N,
    FLAG_ZERO as Z, RegName8, RegName16, Regs, Z80, Z80Bus,
};

use super::bus::Bus;

const XY: u8 = FLAG_F3 | FLAG_F5;

/// Runs one instruction if it is one of those known here. No interrupt may be due.
#[inline(always)]
pub(super) fn step(z80: &mut Z80, bus: &mut Bus) -> bool {
    let regs = &mut z80.regs;
    let pc = regs.get_pc();
    let op = bus.memory.read(pc);
    if matches!(op, 0x27 | 0x32 | 0x76 | 0xCB | 0xD3 | 0xDB | 0xDD | 0xED | 0xF3 | 0xFB | 0xFD) {
        return false;
    }
    bus.wait_mreq(pc, 4);
    bus.fetched = u32::from(op);
    regs.set_pc(pc.wrapping_add(1));
    regs.inc_r();
    regs.step_q();
    match op {
        0x00 => {}
        0x01 | 0x11 | 0x21 | 0x31 => {
            let value = operand_word(regs, bus);
            set_pair(regs, op, value);
        }
        0x02 | 0x12 => {
            let address = pair(regs, op);
            let a = regs.get_acc();
            bus.write(address, a, 3);
            regs.set_mem_ptr(address.wrapping_add(1) & 0xFF | u16::from(a) << 8);
        }
        0x0A | 0x1A => {
            let address = pair(regs, op);
            let a = bus.read(address, 3);
            regs.set_acc(a);
            regs.set_mem_ptr(address.wrapping_add(1));
        }
        0x22 => {
            let address = operand_word(regs, bus);
            bus.write_word(address, regs.get_hl(), 3);
            regs.set_mem_ptr(address.wrapping_add(1));
        }
        0x2A => {
            let address = operand_word(regs, bus);
            let value = bus.read_word(address, 3);
            regs.set_hl(value);
            regs.set_mem_ptr(address.wrapping_add(1));
        }
        0x3A => {
            let address = operand_word(regs, bus);
            let a = bus.read(address, 3);
            regs.set_acc(a);
            regs.set_mem_ptr(address.wrapping_add(1));
        }
        0x03 | 0x13 | 0x23 | 0x33 => {
            bus.wait_loop(regs.get_ir(), 2);
            let value = pair(regs, op).wrapping_add(1);
            set_pair(regs, op, value);
        }
        0x0B | 0x1B | 0x2B | 0x3B => {
            bus.wait_loop(regs.get_ir(), 2);
            let value = pair(regs, op).wrapping_sub(1);
            set_pair(regs, op, value);
        }
        0x09 | 0x19 | 0x29 | 0x39 => {
            bus.wait_loop(regs.get_ir(), 7);
            let (hl, operand) = (regs.get_hl(), pair(regs, op));
            let (sum, carry) = hl.overflowing_add(operand);
            regs.set_mem_ptr(hl.wrapping_add(1));
            let half = ((hl ^ operand ^ sum) >> 8) as u8 & H;
            regs.set_flags(regs.get_flags() & (S | Z | PV) | (sum >> 8) as u8 & XY | half | u8::from(carry));
            regs.set_hl(sum);
        }
        0x04 | 0x0C | 0x14 | 0x1C | 0x24 | 0x2C | 0x3C => {
            let value = increment(regs, register(regs, op >> 3));
            set_register(regs, op >> 3, value);
        }
        0x05 | 0x0D | 0x15 | 0x1D | 0x25 | 0x2D | 0x3D => {
            let value = decrement(regs, register(regs, op >> 3));
            set_register(regs, op >> 3, value);
        }
        0x34 | 0x35 => {
            let address = regs.get_hl();
            let value = bus.read(address, 3);
            bus.wait_no_mreq(address, 1);
            let value = if op == 0x34 { increment(regs, value) } else { decrement(regs, value) };
            bus.write(address, value, 3);
        }
        0x36 => {
            let value = operand(regs, bus);
            bus.write(regs.get_hl(), value, 3);
        }
        0x06 | 0x0E | 0x16 | 0x1E | 0x26 | 0x2E | 0x3E => {
            let value = operand(regs, bus);
            set_register(regs, op >> 3, value);
        }
        0x07 | 0x0F | 0x17 | 0x1F => {
            let (a, f) = (regs.get_acc(), regs.get_flags());
            let (value, carry) = match op {
                0x07 => (a.rotate_left(1), a >> 7),
                0x0F => (a.rotate_right(1), a & 1),
                0x17 => (a << 1 | f & C, a >> 7),
                _ => (a >> 1 | f << 7, a & 1),
            };
            regs.set_flags(f & (S | Z | PV) | value & XY | carry);
            regs.set_acc(value);
        }
        0x2F => {
            let a = !regs.get_acc();
            regs.set_flags(regs.get_flags() & !XY | H | N | a & XY);
            regs.set_acc(a);
        }
        0x37 | 0x3F => {
            let (a, f) = (regs.get_acc(), regs.get_flags());
            let carry = match op {
                0x37 => C,
                _ if f & C != 0 => H,
                _ => C,
            };
            regs.set_flags(f & (S | Z | PV) | (regs.get_last_q() ^ f | a) & XY | carry);
        }
        0x08 => regs.swap_af_alt(),
        0x10 => {
            bus.wait_no_mreq(regs.get_ir(), 1);
            let b = regs.get_b().wrapping_sub(1);
            regs.set_reg_8(RegName8::B, b);
            relative(regs, bus, b != 0);
        }
        0x18 => {
            // As the crate has it: the internal address register takes the address jumped to.
            relative(regs, bus, true);
            regs.set_mem_ptr(regs.get_pc());
        }
        0x20 | 0x28 | 0x30 | 0x38 => {
            let taken = condition(regs, op & 0x18);
            relative(regs, bus, taken);
        }
        0x46 | 0x4E | 0x56 | 0x5E | 0x66 | 0x6E | 0x7E => {
            let value = bus.read(regs.get_hl(), 3);
            set_register(regs, op >> 3, value);
        }
        0x70..=0x75 | 0x77 => bus.write(regs.get_hl(), register(regs, op), 3),
        0x40..=0x7F => {
            let value = register(regs, op);
            set_register(regs, op >> 3, value);
        }
        0x86 | 0x8E | 0x96 | 0x9E | 0xA6 | 0xAE | 0xB6 | 0xBE => {
            let value = bus.read(regs.get_hl(), 3);
            arithmetic(regs, op, value);
        }
        0x80..=0xBF => arithmetic(regs, op, register(regs, op)),
        0xC6 | 0xCE | 0xD6 | 0xDE | 0xE6 | 0xEE | 0xF6 | 0xFE => {
            let value = operand(regs, bus);
            arithmetic(regs, op, value);
        }
        0xC0 | 0xC8 | 0xD0 | 0xD8 | 0xE0 | 0xE8 | 0xF0 | 0xF8 => {
            bus.wait_no_mreq(regs.get_ir(), 1);
            if condition(regs, op) {
                ret(regs, bus);
            }
        }
        0xC9 => ret(regs, bus),
        0xC2 | 0xCA | 0xD2 | 0xDA | 0xE2 | 0xEA | 0xF2 | 0xFA => {
            let address = operand_word(regs, bus);
            if condition(regs, op) {
                regs.set_pc(address);
            }
            regs.set_mem_ptr(address);
        }
        0xC3 => {
            let address = operand_word(regs, bus);
            regs.set_pc(address);
            regs.set_mem_ptr(address);
        }
        0xC4 | 0xCC | 0xD4 | 0xDC | 0xE4 | 0xEC | 0xF4 | 0xFC => {
            let address = operand_word(regs, bus);
            regs.set_mem_ptr(address);
            if condition(regs, op) {
                bus.wait_no_mreq(regs.get_pc().wrapping_sub(1), 1);
                push(regs, bus, regs.get_pc());
                regs.set_pc(address);
            }
        }
        0xCD => {
            let address = operand_word(regs, bus);
            bus.wait_no_mreq(regs.get_pc().wrapping_sub(1), 1);
            push(regs, bus, regs.get_pc());
            regs.set_pc(address);
            regs.set_mem_ptr(address);
        }
        0xC7 | 0xCF | 0xD7 | 0xDF | 0xE7 | 0xEF | 0xF7 | 0xFF => {
            bus.wait_no_mreq(regs.get_ir(), 1);
            push(regs, bus, regs.get_pc());
            let address = u16::from(op & 0x38);
            regs.set_pc(address);
            regs.set_mem_ptr(address);
        }
        0xC1 | 0xD1 | 0xE1 => {
            let value = pop(regs, bus);
            set_pair(regs, op, value);
        }
        0xF1 => {
            let value = pop(regs, bus);
            regs.set_reg_16(RegName16::AF, value);
        }
        0xC5 | 0xD5 | 0xE5 | 0xF5 => {
            bus.wait_no_mreq(regs.get_ir(), 1);
            let value = if op == 0xF5 { regs.get_af() } else { pair(regs, op) };
            push(regs, bus, value);
        }
        0xD9 => regs.exx(),
        0xE3 => {
            let sp = regs.get_sp();
            let value = bus.read_word(sp, 3);
            bus.wait_no_mreq(sp.wrapping_add(1), 1);
            let [low, high] = regs.get_hl().to_le_bytes();
            bus.write(sp.wrapping_add(1), high, 3);
            bus.write(sp, low, 3);
            bus.wait_loop(sp, 2);
            regs.set_hl(value);
            regs.set_mem_ptr(value);
        }
        0xE9 => {
            regs.set_pc(regs.get_hl());
        }
        0xEB => {
            let (de, hl) = (regs.get_de(), regs.get_hl());
            regs.set_de(hl);
            regs.set_hl(de);
        }
        0xF9 => {
            bus.wait_loop(regs.get_ir(), 2);
            regs.set_sp(regs.get_hl());
        }
        _ => {}
    }
    true
}

/// The byte behind the opcode.
#[inline(always)]
fn operand(regs: &mut Regs, bus: &mut Bus) -> u8 {
    let pc = regs.get_pc();
    regs.set_pc(pc.wrapping_add(1));
    bus.read(pc, 3)
}

/// The two bytes behind the opcode.
#[inline(always)]
fn operand_word(regs: &mut Regs, bus: &mut Bus) -> u16 {
    let low = operand(regs, bus);
    u16::from_le_bytes([low, operand(regs, bus)])
}

/// A relative jump's byte, and the jump if it is taken.
#[inline(always)]
fn relative(regs: &mut Regs, bus: &mut Bus, taken: bool) {
    let pc = regs.get_pc();
    let offset = bus.read(pc, 3) as i8;
    let mut next = pc.wrapping_add(1);
    if taken {
        bus.wait_loop(pc, 5);
        next = next.wrapping_add_signed(i16::from(offset));
        regs.set_mem_ptr(next);
    }
    regs.set_pc(next);
}

#[inline(always)]
fn push(regs: &mut Regs, bus: &mut Bus, value: u16) {
    let [low, high] = value.to_le_bytes();
    let sp = regs.get_sp();
    bus.write(sp.wrapping_sub(1), high, 3);
    bus.write(sp.wrapping_sub(2), low, 3);
    regs.set_sp(sp.wrapping_sub(2));
}

#[inline(always)]
fn pop(regs: &mut Regs, bus: &mut Bus) -> u16 {
    let sp = regs.get_sp();
    let value = bus.read_word(sp, 3);
    regs.set_sp(sp.wrapping_add(2));
    value
}

#[inline(always)]
fn ret(regs: &mut Regs, bus: &mut Bus) {
    let address = pop(regs, bus);
    regs.set_pc(address);
    regs.set_mem_ptr(address);
}

/// Bits 3 to 5: NZ Z NC C PO PE P M.
#[inline(always)]
fn condition(regs: &Regs, bits: u8) -> bool {
    let flag = match bits >> 4 & 3 {
        0 => Z,
        1 => C,
        2 => PV,
        _ => S,
    };
    (regs.get_flags() & flag != 0) == (bits & 8 != 0)
}

/// Bits 0 to 2: B C D E H L, A. Not 6.
#[inline(always)]
fn register(regs: &Regs, bits: u8) -> u8 {
    regs.get_reg_8(name(bits))
}

#[inline(always)]
fn set_register(regs: &mut Regs, bits: u8, value: u8) {
    regs.set_reg_8(name(bits), value);
}

#[inline(always)]
fn name(bits: u8) -> RegName8 {
    match bits & 7 {
        0 => RegName8::B,
        1 => RegName8::C,
        2 => RegName8::D,
        3 => RegName8::E,
        4 => RegName8::H,
        5 => RegName8::L,
        _ => RegName8::A,
    }
}

/// Bits 4 and 5: BC DE HL SP.
#[inline(always)]
fn pair(regs: &Regs, bits: u8) -> u16 {
    match bits >> 4 & 3 {
        0 => regs.get_bc(),
        1 => regs.get_de(),
        2 => regs.get_hl(),
        _ => regs.get_sp(),
    }
}

#[inline(always)]
fn set_pair(regs: &mut Regs, bits: u8, value: u16) {
    match bits >> 4 & 3 {
        0 => regs.set_bc(value),
        1 => regs.set_de(value),
        2 => regs.set_hl(value),
        _ => regs.set_sp(value),
    };
}

/// S, Z and the two undocumented bits of a result.
#[inline(always)]
fn sign_zero(value: u8) -> u8 {
    value & (S | XY) | if value == 0 { Z } else { 0 }
}

#[inline(always)]
fn parity(value: u8) -> u8 {
    if value.count_ones() & 1 == 0 { PV } else { 0 }
}

#[inline(always)]
fn increment(regs: &mut Regs, value: u8) -> u8 {
    let result = value.wrapping_add(1);
    let half = (value ^ result) & H;
    let overflow = if value == 0x7F { PV } else { 0 };
    regs.set_flags(regs.get_flags() & C | sign_zero(result) | half | overflow);
    result
}

#[inline(always)]
fn decrement(regs: &mut Regs, value: u8) -> u8 {
    let result = value.wrapping_sub(1);
    let half = (value ^ result) & H;
    let overflow = if value == 0x80 { PV } else { 0 };
    regs.set_flags(regs.get_flags() & C | sign_zero(result) | half | overflow | N);
    result
}

/// Bits 3 to 5: ADD ADC SUB SBC AND XOR OR CP.
#[inline(always)]
fn arithmetic(regs: &mut Regs, op: u8, value: u8) {
    let a = regs.get_acc();
    let carry = regs.get_flags() & C;
    let (result, flags) = match op >> 3 & 7 {
        kind @ 0..=1 => {
            let sum = u16::from(a) + u16::from(value) + u16::from(if kind == 1 { carry } else { 0 });
            let result = sum as u8;
            let overflow = ((a ^ result) & (value ^ result)) >> 5 & PV;
            (result, sign_zero(result) | (a ^ value ^ result) & H | overflow | (sum >> 8) as u8)
        }
        4 => (a & value, sign_zero(a & value) | parity(a & value) | H),
        5 => (a ^ value, sign_zero(a ^ value) | parity(a ^ value)),
        6 => (a | value, sign_zero(a | value) | parity(a | value)),
        kind => {
            let borrow = u16::from(if kind == 3 { carry } else { 0 });
            let difference = u16::from(a).wrapping_sub(u16::from(value)).wrapping_sub(borrow);
            let result = difference as u8;
            let overflow = ((a ^ value) & (a ^ result)) >> 5 & PV;
            let common = (a ^ value ^ result) & H | overflow | (difference >> 8) as u8 & C | N;
            if kind == 7 {
                (a, sign_zero(result) & !XY | value & XY | common)
            } else {
                (result, sign_zero(result) | common)
            }
        }
    };
    regs.set_acc(result);
    regs.set_flags(flags);
}
