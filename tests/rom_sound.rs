//! The ROM's own SAVE, pulse by pulse, beside the pulses that zxtap makes of the same block.
//!
//! SA-BYTES (04C2h) runs in the machine; every change of MIC (bit 3 of port FEh) is taken down with its T-state.

use zxtap::machine::{Machine, ula};
use zxtap::tape::Block;
use zxtap::tape::pulse::Signal;
use zxtap::tape::tzx::Entry;

const SA_BYTES: u16 = 0x04C2;

/// Where the data stands: not contended.
const DATA: u16 = 0x9000;

/// When MIC changes while the ROM saves a block.
fn saved(flag: u8, payload: &[u8]) -> Vec<u64> {
    let mut machine = Machine::booted();
    machine.deck().set_instant_save(false);
    machine.write(DATA, payload);
    // MIC set, so that the first edge shows: LD A,0Fh: OUT (FEh),A: RET.
    machine.write(0x8000, b"\x3E\x0F\xD3\xFE\xC9");
    assert!(machine.call(0x8000, 1000));
    machine.registers.set_a(flag);
    machine.registers.ix = DATA;
    machine.registers.de = payload.len() as u16;
    machine.edges().record();
    assert!(machine.call(SA_BYTES, 60 * 3_500_000), "SA-BYTES comes back");
    let mut before = true;
    let edges = machine.edges().take();
    edges
        .iter()
        .filter(|edge| std::mem::replace(&mut before, edge.mic) != edge.mic)
        .map(|edge| edge.t)
        .collect()
}

/// T-states that the ULA lets an access to its port at this time wait.
fn wait(t: u64) -> u64 {
    let Some(t) = (t % u64::from(ula::FRAME)).checked_sub(u64::from(ula::FIRST_CONTENDED)) else { return 0 };
    let (line, column) = (t / u64::from(ula::LINE), t % u64::from(ula::LINE));
    if line >= 192 || column >= 128 { 0 } else { [6, 5, 4, 3, 2, 1, 0, 0][(column % 8) as usize] }
}

/// When an OUT writes that would write at `t` if nothing made it wait.
fn written(t: u64) -> u64 {
    t + wait(t - 2)
}

/// How far the first pulse of a byte is from the round figure: the ROM comes to it by other ways than to a pulse within
/// a byte.
const FLAG: i64 = 1;
const BYTE: i64 = -3;
const PARITY: i64 = -1;

/// On its way to the next byte the ROM asks for BREAK: IN A,(7FFEh), so many T-states behind the last edge. Both the
/// address and the port make it wait while the picture is drawn.
const BREAK: u64 = 82;

/// Every pulse of the block as the ROM makes it, worked out from ours: the named differences, and where the ULA makes the
/// ROM wait. Gives the number of pulses compared.
fn compare(flag: u8, payload: &[u8]) -> usize {
    let rom = saved(flag, payload);
    let tape = [Entry::standard(1000, &Block::new(flag, payload).bytes)];
    let ours: Vec<u64> = Signal::new(&tape).map(|pulse| pulse.tstates).collect();
    let pilot = if flag < 0x80 { 8063 } else { 3223 };
    let pulses = pilot + 2 + 16 * (payload.len() + 2);
    // Behind the last pulse we hold the level and are silent; the ROM sets the border, and MIC with it.
    assert_eq!(rom.len(), pulses + 2, "edges of the ROM");
    assert!(ours.len() - pulses <= 2 && ours[pulses] >= 3500, "what we have behind the block");
    for (n, (edges, length)) in rom.windows(2).zip(&ours[..pulses]).enumerate() {
        let &[from, to] = edges else { continue };
        let (byte, first) = match n.checked_sub(pilot + 2) {
            Some(bit) => (bit / 16, bit % 16 == 0),
            None => (0, false),
        };
        let (off, asked) = match (first, byte) {
            (false, _) => (0, 0),
            (true, 0) => (FLAG, 0),
            (true, _) => {
                let waited = wait(from + BREAK);
                let off = if byte == payload.len() + 1 { PARITY } else { BYTE };
                (off, waited + wait(from + BREAK + waited + 1))
            }
        };
        let expected = written((from + length + asked).wrapping_add_signed(off));
        assert_eq!(
            to - from,
            expected - from,
            "pulse {n} of flag {flag:02X}, byte {byte} of {}",
            payload.len() + 2
        );
    }
    pulses
}

#[test]
fn every_pulse_is_the_roms() {
    let ramp: Vec<u8> = (0..=255).collect();
    let mixed: Vec<u8> = (0..700u32).map(|n| (n * n * 7 + n / 3) as u8).collect();
    let mut pulses = 0;
    for payload in [&[][..], &[0x00], &[0xFF], &[0x80, 0x01], &[0xAA; 40], &[0x00; 40], &ramp, &mixed] {
        for flag in [0x00, 0x01, 0x7F, 0x80, 0xFF] {
            pulses += compare(flag, payload);
        }
    }
    assert!(pulses > 300_000, "{pulses}");
}

#[test]
fn every_pulse_of_the_tapes_is_the_roms() {
    for name in ["three", "three3d", "gray", "referee"] {
        let bytes = std::fs::read(format!("out/{name}.tap")).unwrap();
        for block in zxtap::tape::read(&bytes).data_blocks().blocks {
            compare(block.flag().unwrap(), block.payload());
        }
    }
}
