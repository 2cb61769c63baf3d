//! How long whole processes take: `zxtap build` against `zmakebas` and `zxtap list` against `listbasic` in alternating
//! runs, and `zxtap check` on a long text.
//!
//! `cargo bench --bench build` prints medians; nothing is asserted, for a timed test fails when the machine is busy.
//! The texts are written to `target/bench`, so that any other tool can be measured on them. Peak memory needs GNU time
//! in /usr/bin/time.

#[path = "program.rs"]
mod program;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ZXTAP: &str = env!("CARGO_BIN_EXE_zxtap");

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/bench");
    fs::create_dir_all(&folder).expect("target can be written to");
    let fill = written(&folder, "fill.bas", &program::lines(400));
    let long = written(&folder, "long.bas", &program::lines(9999));

    let tape = folder.join("fill.tap");
    let build = [Path::new("build"), &fill, Path::new("-o"), &tape].map(Path::to_owned);
    let other_tape = folder.join("fill-zmakebas.tap");
    let zmakebas = [Path::new("-o"), &other_tape, &fill].map(Path::to_owned);
    beside("build of 400 lines", &build, "zmakebas", &zmakebas);
    let list = [Path::new("list"), &tape].map(Path::to_owned);
    beside("list of 400 lines", &list, "listbasic", &list[1..]);

    let check = || [Path::new("check"), &long].map(Path::to_owned);
    // No machine has room for so many lines: that is one of the things to be found.
    let mut checks: Vec<_> = (0..50).map(|_| time(ZXTAP, &check(), 1)).collect();
    println!("check of 9999 lines, 50 runs: {}, peak memory {}", figures(&mut checks), peak(&check()));
}

/// Our command and another tool's in alternating runs.
fn beside(what: &str, ours: &[PathBuf], other: &str, theirs: &[PathBuf]) {
    let installed = Command::new(other).arg("-h").output().is_ok();
    let (mut our_times, mut their_times) = (Vec::new(), Vec::new());
    for _ in 0..200 {
        our_times.push(time(ZXTAP, ours, 0));
        if installed {
            their_times.push(time(other, theirs, 0));
        }
    }
    println!("{what}, 200 runs: zxtap {}", figures(&mut our_times));
    if installed {
        println!("the same, alternating: {other} {}", figures(&mut their_times));
        println!(
            "ratio of medians {:.2}",
            median(&our_times).as_secs_f64() / median(&their_times).as_secs_f64()
        );
    } else {
        println!("{other} is not installed: nothing to compare with");
    }
}

fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).expect("target/bench can be written to");
    println!("{}: {} bytes", path.display(), text.len());
    path
}

/// How long the process takes from start to end. One that ends otherwise than expected measures nothing.
fn time(program: &str, arguments: &[PathBuf], code: i32) -> Duration {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let status = command.status().expect("the program starts");
    let duration = start.elapsed();
    assert_eq!(status.code(), Some(code), "{program} {arguments:?}: run it by hand");
    duration
}

fn median(sorted: &[Duration]) -> Duration {
    sorted[sorted.len() / 2]
}

fn figures(durations: &mut [Duration]) -> String {
    durations.sort();
    let milliseconds = |d: Duration| d.as_secs_f64() * 1000.0;
    format!("median {:.2} ms, best {:.2} ms", milliseconds(median(durations)), milliseconds(durations[0]))
}

fn peak(arguments: &[PathBuf]) -> String {
    let output = Command::new("/usr/bin/time").args(["-f", "%M", ZXTAP]).args(arguments).output();
    let kilobytes = output.ok().and_then(|o| {
        String::from_utf8_lossy(&o.stderr).lines().last().and_then(|line| line.trim().parse::<f64>().ok())
    });
    kilobytes.map_or("not measured".into(), |k| format!("{:.1} MiB", k / 1024.0))
}
