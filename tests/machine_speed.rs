//! How fast the machine is: `cargo test --release --test machine_speed -- --ignored --nocapture`.

mod support;

use std::time::{Duration, Instant};

use zxtap::machine::Machine;

/// The shortest of five runs: what the processor can do when nothing else wants it.
fn best(mut run: impl FnMut()) -> Duration {
    (0..5)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

#[test]
#[ignore = "a measurement"]
fn frames_per_second() {
    let mut rom = support::rom::Rom::new();
    for (name, lines) in [
        ("integers and jumps", &[(10_u16, &b"\xF1a=0"[..]), (20, b"\xF1a=a+1"), (30, b"\xEC20")][..]),
        ("division and PRINT", &[(10, b"\xF1a=0"), (20, b"\xF1a=a+1/a"), (30, b"\xF5a;"), (40, b"\xEC20")]),
        (
            "arrays and FOR",
            &[
                (10, b"\xE9b(9)"),
                (20, b"\xEBi=1\xCC9"),
                (30, b"\xFAb(i)=2\xCB\xE2"),
                (40, b"\xF3i"),
                (50, b"\xEC20"),
            ],
        ),
        ("PAUSE", &[(10, b"\xF20")]),
    ] {
        let program = rom.store(lines);
        let mut machine = Machine::booted();
        machine.insert_tape(support::rom::file(b"speed     ", &program, 10));
        machine.type_keys("j\"\"\n");
        machine.run_frames(50);
        let time = best(|| machine.run_frames(2000));
        let rate = 2000.0 / time.as_secs_f64();
        println!("{name}: {rate:.0} frames a second, {:.0} times a Spectrum", rate / 50.08);
    }
}

#[test]
#[ignore = "a measurement"]
fn boot() {
    let time = best(|| {
        let mut machine = Machine::new();
        machine.run_until(&[zxtap::machine::EDITOR], 35_000_000);
        machine.run_frames(2);
        assert!(machine.screen_text()[23].starts_with("\u{a9} 1982"));
    });
    println!("from power on to the copyright message: {time:?}");
}
