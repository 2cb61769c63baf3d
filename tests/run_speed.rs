//! How fast a run is: `cargo test --release --test run_speed -- --ignored --nocapture`.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use zxtap::machine::keyboard::Key;
use zxtap::toolchain::run::{Cassette, Session};

/// The shortest of so many runs: what the processor does when nothing else wants it.
fn best(times: usize, mut run: impl FnMut() -> Duration) -> Duration {
    (0..times).map(|_| run()).min().unwrap_or_default()
}

#[test]
#[ignore = "a measurement"]
fn three_thinks() {
    let cassette = Cassette::read("three.bas", &fs::read("basic/three.bas").unwrap());
    let mut session = Session::new(&cassette, false);
    let shows =
        |session: &Session, text: &str| session.machine.screen_text().iter().any(|row| row.contains(text));
    while !shows(&session, "Your move") {
        session.frame();
    }
    session.machine.tap(&[Key::of('5').unwrap()]);
    let mut frames = 0;
    let time = best(9, || {
        let mut session = session.clone();
        let before = session.machine.frames();
        let start = Instant::now();
        // O's answer takes longer than this.
        for _ in 0..100 {
            session.frame();
        }
        let time = start.elapsed();
        assert!(!shows(&session, "O chose"), "O is still thinking");
        frames = session.machine.frames() - before;
        time
    });
    let rate = frames as f64 / time.as_secs_f64();
    println!("O thinks: {rate:.0} frames a second, {:.0} times a Spectrum", rate / 50.08);
}

#[test]
#[ignore = "a measurement"]
fn from_the_command_to_the_copyright_message() {
    let time = |arguments: &[&str]| {
        best(25, || {
            let start = Instant::now();
            let output = Command::new(env!("CARGO_BIN_EXE_zxtap")).args(arguments).output().unwrap();
            assert!(output.status.success(), "{output:?}");
            start.elapsed()
        })
    };
    let copyright = time(&["test", "tests/scripts/editor.play"]);
    println!(
        "the process with the copyright message and a PRINT: {:.1} ms",
        copyright.as_secs_f64() * 1000.0
    );
    let three = time(&["run", "basic/three.bas", "--do", "wait \"Your move\""]);
    println!("the process until three waits for a move: {:.1} ms", three.as_secs_f64() * 1000.0);
}
