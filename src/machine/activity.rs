//! What the machine is doing, for a person whose time limit has run out.
//!
//! Owns: the landmarks in the ROM that tell. Must never know: who asks, or what a program was meant to do.
//!
//! A copy of the machine is run for three frames and watched: which landmark it passes, whether it leaves the ROM.
//!
//! ```text
//! 05ED LD-SAMPLE   looks for an edge on the tape      1B2F STMT-L-1    has counted a statement
//! 15DE WAIT-KEY1   asks for a key until there is one  1F3D PAUSE-1     waits for the time or a key
//! ```

use super::memory::sysvar;
use super::ula::FRAME;
use super::{Machine, Stop};

const LD_SAMPLE: u16 = 0x05ED;
const WAIT_KEY_1: u16 = 0x15DE;
const STMT_L_1: u16 = 0x1B2F;
const PAUSE_1: u16 = 0x1F3D;

/// T-states to watch, and between two looks at where PC is.
const WATCH: u32 = 3 * FRAME;
const LOOK: u64 = 2_111;

/// What a machine is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// No command is running: the editor waits for a line.
    Editor,
    /// A command waits for a key: INPUT, PAUSE, `scroll?`, `press any key`.
    Key,
    /// LD-BYTES waits for the tape, or loads from it.
    Tape,
    /// BASIC is running.
    Line {
        /// PPC: the line; 65534 for a typed command.
        line: u16,
        /// SUBPPC: the statement in it.
        statement: u8,
    },
    /// Machine code is running outside the ROM.
    MachineCode {
        /// Where it was seen last.
        pc: u16,
    },
    /// The processor stands at a HALT with interrupts disabled: it never goes on.
    Halted {
        /// The HALT's address.
        pc: u16,
    },
    /// The machine was started anew from address 0, as a crash or `RANDOMIZE USR 0` does.
    Restarted,
}

impl std::fmt::Display for Activity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Activity::Editor => f.write_str("waiting for a line to be typed"),
            Activity::Key => f.write_str("waiting for a key"),
            Activity::Tape => f.write_str("waiting for the tape"),
            Activity::Line { line: 0x8000.., statement } => {
                write!(f, "running the typed command, statement {statement}")
            }
            Activity::Line { line, statement } => write!(f, "running line {line}, statement {statement}"),
            Activity::MachineCode { pc } => write!(f, "running machine code at {pc} ({pc:04X}h)"),
            Activity::Halted { pc } => write!(f, "halted at {pc} ({pc:04X}h) with interrupts disabled"),
            Activity::Restarted => f.write_str("started anew from address 0"),
        }
    }
}

/// Watches a copy of the machine.
pub(super) fn of(machine: &Machine) -> Activity {
    let mut copy = machine.clone();
    let end = copy.tstates() + u64::from(WATCH);
    let (mut outside, mut statement) = (None, false);
    while copy.tstates() < end {
        if machine.starts > 1 {
            return Activity::Restarted;
        }
        match copy.run_until(&[LD_SAMPLE, WAIT_KEY_1, STMT_L_1, PAUSE_1], LOOK) {
            Stop::Address(LD_SAMPLE) => return Activity::Tape,
            Stop::Address(PAUSE_1) => return Activity::Key,
            Stop::Address(WAIT_KEY_1) if copy.running => return Activity::Key,
            Stop::Address(WAIT_KEY_1) => return Activity::Editor,
            Stop::Address(_) => {
                statement = true;
                break;
            }
            Stop::Time => {}
        }
        if copy.registers.halted && !copy.registers.iff1 {
            return Activity::Halted { pc: copy.registers.pc };
        }
        if copy.registers.pc >= 0x4000 {
            outside = Some(copy.registers.pc);
        }
    }
    match outside {
        Some(pc) if !statement => Activity::MachineCode { pc },
        _ => Activity::Line { line: copy.peek_word(sysvar::PPC), statement: copy.peek(sysvar::SUBPPC) },
    }
}
