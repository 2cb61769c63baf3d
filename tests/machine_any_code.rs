//! Whatever stands in memory, the machine runs it for as long as it is told and comes back.

use proptest::prelude::*;
use zxtap::machine::{Machine, ula};

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_code_ends_in_time(
        code in proptest::collection::vec(any::<u8>(), 1..2000),
        start in 0x4000_u16..,
        pairs in any::<[u16; 10]>(),
        i in any::<u8>(),
        im in 0_u8..3,
        iff1 in any::<bool>(),
        frames in 1_u64..20,
    ) {
        let mut machine = Machine::booted();
        // The code again and again, all through RAM.
        for at in (0x4000..0x1_0000).step_by(code.len()) {
            let room = code.len().min(0x1_0000 - at);
            machine.write(at as u16, &code[..room]);
        }
        let r = &mut machine.registers;
        [r.sp, r.af, r.bc, r.de, r.hl, r.ix, r.iy, r.bc_alt, r.de_alt, r.hl_alt] = pairs;
        (r.i, r.im, r.iff1) = (i, im, iff1);
        machine.registers.jump(start);
        machine.insert_tape(vec![vec![0, 1, 2, 3]; 3]);
        let before = machine.tstates();
        for _ in 0..frames {
            machine.frame();
        }
        // At most one instruction too long: the longest takes 23 T, and its contention.
        let over = machine.tstates() - (before / u64::from(ula::FRAME) + frames) * u64::from(ula::FRAME);
        prop_assert!(over < 200);
        // Nothing below panics on what is left.
        let rows = machine.screen_text();
        prop_assert!(rows.iter().all(|row| row.chars().count() == 32));
        prop_assert_eq!(machine.picture().rgb().len(), 320 * 256 * 3);
        let (program, variables) = (machine.program().len(), machine.variables().len());
        prop_assert!(program < 0x1_0000 && variables < 0x1_0000);
        let _ = machine.activity().to_string();
        prop_assert_eq!(machine.read(0..0x4000), zxtap::machine::rom::image());
    }
}
