//! The Z80's registers as plain data.
//!
//! Owns: [`Registers`], and how it is put into and taken out of the CPU crate's processor, which can neither be
//! cloned nor read completely. A machine at rest is its registers and its bus; a processor exists only while it runs.
//! Must never know: the Spectrum.

use rustzx_z80::{Opcode, Prefix, Z80, Z80Bus};

/// All that a Z80 remembers between two instructions. Pairs are 16-bit, high register in the high byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Registers {
    /// Program counter.
    pub pc: u16,
    /// Stack pointer.
    pub sp: u16,
    /// Accumulator and flags.
    pub af: u16,
    /// BC.
    pub bc: u16,
    /// DE.
    pub de: u16,
    /// HL.
    pub hl: u16,
    /// AF'.
    pub af_alt: u16,
    /// BC'.
    pub bc_alt: u16,
    /// DE'.
    pub de_alt: u16,
    /// HL'.
    pub hl_alt: u16,
    /// IX.
    pub ix: u16,
    /// IY; the ROM expects 5C3Ah here.
    pub iy: u16,
    /// Interrupt page.
    pub i: u8,
    /// Refresh counter.
    pub r: u8,
    /// Interrupts enabled.
    pub iff1: bool,
    /// The copy that `RETN` restores.
    pub iff2: bool,
    /// Interrupt mode, 0 to 2.
    pub im: u8,
    /// Stopped at a HALT: PC stands on it.
    pub halted: bool,
    /// The internal address register that shows in bits 3 and 5 of F after `BIT n,(HL)`.
    pub memptr: u16,
    q: u8,
    pending: Pending,
}

/// What an instruction leaves for the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Pending {
    #[default]
    Nothing,
    /// No interrupt is taken right behind EI and DI.
    Interruptless,
    /// A second prefix byte was fetched and is still to act.
    Prefix(u8),
}

/// Flag bits of F.
pub mod flag {
    /// Carry.
    pub const CARRY: u8 = 0x01;
    /// Zero.
    pub const ZERO: u8 = 0x40;
}

impl Registers {
    /// The accumulator.
    pub fn a(&self) -> u8 {
        (self.af >> 8) as u8
    }

    /// Changes the accumulator.
    pub fn set_a(&mut self, value: u8) {
        self.af = u16::from(value) << 8 | self.af & 0xFF;
    }

    /// The flags.
    pub fn f(&self) -> u8 {
        self.af as u8
    }

    /// Changes the flags.
    pub fn set_f(&mut self, value: u8) {
        self.af = self.af & 0xFF00 | u16::from(value);
    }

    /// Whether the carry flag is set.
    pub fn carry(&self) -> bool {
        self.f() & flag::CARRY != 0
    }

    /// Forgets what the last instruction left pending, for a jump made from outside.
    pub fn jump(&mut self, pc: u16) {
        self.pc = pc;
        self.halted = false;
        self.pending = Pending::Nothing;
    }

    /// Whether the last instruction left nothing for the next one.
    pub(super) fn is_plain(&self) -> bool {
        self.pending == Pending::Nothing
    }

    /// A processor that goes on from here.
    pub(super) fn processor(&self) -> Z80 {
        let mut z80 = Z80::default();
        // The crate keeps these two private: bring them about by running the instruction that does.
        if self.halted {
            z80.emulate(&mut Replay([0x76, 0x76], 0));
        } else {
            match self.pending {
                Pending::Nothing => {}
                Pending::Interruptless => z80.emulate(&mut Replay([0xFB, 0xFB], 0)),
                Pending::Prefix(prefix) => z80.emulate(&mut Replay([0xDD, prefix], 0)),
            }
        }
        z80.set_im(self.im.min(2));
        let regs = &mut z80.regs;
        regs.set_af(self.af_alt);
        regs.set_bc(self.bc_alt);
        regs.set_de(self.de_alt);
        regs.set_hl(self.hl_alt);
        regs.swap_af_alt();
        regs.exx();
        regs.set_af(self.af);
        regs.set_bc(self.bc);
        regs.set_de(self.de);
        regs.set_hl(self.hl);
        regs.set_ix(self.ix);
        regs.set_iy(self.iy);
        regs.set_sp(self.sp);
        regs.set_pc(self.pc);
        regs.set_mem_ptr(self.memptr);
        regs.set_i(self.i);
        regs.set_r(self.r);
        regs.set_iff1(self.iff1);
        regs.set_iff2(self.iff2);
        // Q is F when the last instruction changed F, else 0; F changed from outside ends that.
        if self.q == self.f() {
            regs.set_flags(self.q);
        } else {
            regs.clear_q();
        }
        z80
    }

    /// Takes the registers out of a processor whose last instruction fetched the opcode bytes `fetched` (last one in
    /// the low byte).
    pub(super) fn of(mut z80: Z80, fetched: u32) -> Registers {
        let halted = z80.is_halted();
        let im = z80.get_im().into();
        let regs = &mut z80.regs;
        regs.step_q();
        let q = regs.get_last_q();
        let (af, bc, de, hl) = (regs.get_af(), regs.get_bc(), regs.get_de(), regs.get_hl());
        regs.swap_af_alt();
        regs.exx();
        let pending = match fetched.to_be_bytes() {
            [0, 0, 0, 0xFB | 0xF3] | [0, 0, 0xDD | 0xFD, 0xFB | 0xF3] => Pending::Interruptless,
            [0, 0, 0, p @ (0xDD | 0xED | 0xFD)] | [0, 0, 0xDD | 0xFD, p @ (0xDD | 0xED | 0xFD)] => {
                Pending::Prefix(p)
            }
            _ => Pending::Nothing,
        };
        Registers {
            pc: regs.get_pc(),
            sp: regs.get_sp(),
            af,
            bc,
            de,
            hl,
            af_alt: regs.get_af(),
            bc_alt: regs.get_bc(),
            de_alt: regs.get_de(),
            hl_alt: regs.get_hl(),
            ix: regs.get_ix(),
            iy: regs.get_iy(),
            i: regs.get_i(),
            r: regs.get_r(),
            iff1: regs.get_iff1(),
            iff2: regs.get_iff2(),
            im,
            halted,
            memptr: regs.get_mem_ptr(),
            q,
            pending,
        }
    }
}

/// A bus that hands out two bytes and ignores everything else.
struct Replay([u8; 2], usize);

impl Z80Bus for Replay {
    fn read_internal(&mut self, _: u16) -> u8 {
        let byte = self.0[self.1.min(1)];
        self.1 += 1;
        byte
    }
    fn write_internal(&mut self, _: u16, _: u8) {}
    fn wait_mreq(&mut self, _: u16, _: usize) {}
    fn wait_no_mreq(&mut self, _: u16, _: usize) {}
    fn wait_internal(&mut self, _: usize) {}
    fn read_io(&mut self, _: u16) -> u8 {
        0xFF
    }
    fn write_io(&mut self, _: u16, _: u8) {}
    fn read_interrupt(&mut self) -> u8 {
        0xFF
    }
    fn reti(&mut self) {}
    fn halt(&mut self, _: bool) {}
    fn int_active(&self) -> bool {
        false
    }
    fn nmi_active(&self) -> bool {
        false
    }
    fn pc_callback(&mut self, _: u16) {}
    fn process_unknown_opcode(&mut self, _: Prefix, _: Opcode) {}
}
