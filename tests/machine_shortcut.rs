//! With shortcuts and without: the same registers, memory and T-states.

use proptest::prelude::*;
use zxtap::machine::Machine;

/// Runs both ways and compares.
fn both_ways(mut machine: Machine, tstates: u64) {
    let mut plain = machine.clone();
    plain.set_shortcuts(false);
    machine.run_until(&[], tstates);
    plain.run_until(&[], tstates);
    assert_eq!(machine.registers, plain.registers);
    assert_eq!(machine.tstates(), plain.tstates());
    assert_eq!(machine.read(0x4000..0x1_0000), plain.read(0x4000..0x1_0000));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every opcode, followed by SCF (which shows Q), BIT 0,(HL) (which shows the internal address register) and
    /// PUSH AF, at any place and any time of the frame.
    #[test]
    fn every_opcode(
        start in 0x4000_u16..0xFFF0,
        operands in any::<[u8; 2]>(),
        pairs in any::<[u16; 12]>(),
        ir in any::<[u8; 2]>(),
        t in 0_u64..69_888,
    ) {
        let mut machine = Machine::booted();
        machine.registers.iff1 = false;
        machine.run_until(&[], t);
        let r = &mut machine.registers;
        [r.af, r.bc, r.de, r.hl, r.sp, r.ix, r.iy, r.af_alt, r.bc_alt, r.de_alt, r.hl_alt, r.memptr] = pairs;
        [r.i, r.r] = ir;
        for op in 0..=255 {
            let mut machine = machine.clone();
            machine.write(start, &[op, operands[0], operands[1], 0x37, 0xCB, 0x46, 0xF5]);
            machine.registers.jump(start);
            // One instruction after the other, to see where they part.
            for _ in 0..4 {
                both_ways(machine.clone(), 1);
                machine.run_until(&[], 1);
            }
        }
    }
}

#[test]
fn two_seconds_of_basic() {
    let mut machine = Machine::booted();
    machine.type_keys("1la=0\n2la=a+1/a\n3p;\n4g2\nr\n");
    both_ways(machine.clone(), 7_000_000);
    let mut step = 1;
    let mut plain = machine.clone();
    plain.set_shortcuts(false);
    let mut pieces = machine;
    plain.run_until(&[], 500_000);
    while pieces.tstates() < plain.tstates() {
        pieces.run_until(&[], step.min(plain.tstates() - pieces.tstates()));
        step = step * 7 % 1009 + 1;
    }
    assert_eq!(pieces.registers, plain.registers);
    assert_eq!(pieces.read(0x4000..0x1_0000), plain.read(0x4000..0x1_0000));
}

#[test]
fn halts() {
    for (start, iff1) in [(0x8000, true), (0x8000, false), (0x5000, true)] {
        let mut machine = Machine::booted();
        machine.write(start, b"\x76\x37\xED\x5F\xF5\x18\xF9");
        machine.registers.sp = 0xFF00;
        machine.registers.jump(start);
        machine.registers.iff1 = iff1;
        for tstates in [1, 3, 4, 1000, 69_887, 69_888, 400_003] {
            both_ways(machine.clone(), tstates);
        }
        machine.run_frames(1);
        both_ways(machine.clone(), 1);
        both_ways(machine.clone(), 40);
    }
}
