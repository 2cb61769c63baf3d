//! How fast the machine is: `cargo test --release --test machine_speed -- --ignored --nocapture`.

mod support;

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use zxtap::machine::Machine;

/// Processor time of this thread, where Linux tells it; elsewhere the time of day.
fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let elapsed = START.get_or_init(Instant::now).elapsed();
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|line| line.split(' ').next()?.parse().ok())
        .map_or(elapsed, Duration::from_nanos)
}

/// The shortest of nine runs: what the processor can do when nothing else wants it.
fn best(mut run: impl FnMut()) -> Duration {
    (0..9)
        .map(|_| {
            let start = now();
            run();
            now() - start
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

/// From the key that places X to the words that O has chosen: the frames it takes, and how fast they go by.
#[test]
#[ignore = "a measurement"]
fn o_thinking() {
    let mut machine = Machine::booted();
    machine.insert_tape(support::rom::tap(include_bytes!("../out/three.tap")));
    machine.type_keys("j\"\"\n");
    machine.run_frames(500);
    machine.type_keys("1");
    let mut frames = 0;
    let mut copy = machine.clone();
    while !copy.screen_text().iter().any(|row| row.contains("O chose 2")) {
        copy.frame();
        frames += 1;
        assert!(frames < 3000, "O has not answered in a minute");
    }
    let time = best(|| machine.clone().run_frames(frames));
    let rate = f64::from(frames) / time.as_secs_f64();
    println!("O thinking, {frames} frames: {rate:.0} frames a second, {:.0} times a Spectrum", rate / 50.08);
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
