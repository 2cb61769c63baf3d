//! What docs/hardware.md says: its commands run, and what a 48K shows is what the genuine ROM shows.

#[path = "support/place.rs"]
mod place;

use std::collections::BTreeSet;

use place::Place;
use zxtap::machine::keyboard::Key;
use zxtap::machine::{Machine, screen};
use zxtap::tape;
use zxtap::tape::pulse::Signal;

const WHITE: u8 = 7;
const TONE: [u8; 2] = [2, 5];
const BITS: [u8; 2] = [1, 6];

/// Ten seconds before anybody starts the tape.
const WAITING: u32 = 35_000_000;

fn manual() -> String {
    std::fs::read_to_string("docs/hardware.md").unwrap()
}

#[test]
fn the_commands_run() {
    let place = Place::new();
    std::fs::create_dir(place.path("out")).unwrap();
    place.file("out/three.tap", std::fs::read("out/three.tap").unwrap());
    assert_eq!(place.zxtap(&["convert", "out/three.tap", "recording.wav"]).status.code(), Some(0));
    let manual = manual();
    let commands: Vec<&str> = manual.lines().filter_map(|line| line.strip_prefix("zxtap ")).collect();
    assert!(commands.len() >= 7, "{commands:?}");
    for command in commands {
        let output = place.zxtap(&command.split(' ').collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(0), "{command}: {output:?}");
        let told = format!("{}{}", place::stdout(&output), place::stderr(&output));
        if command.starts_with("info") {
            assert!(
                told.contains("WAV of 30.7 seconds, 44100 Hz, 8 bits, mono, 2 blocks")
                    && told.contains("sound\n")
            );
        }
    }
}

/// LOAD "" typed, and the pulses of the game ten seconds later; those that `damage` changes.
fn loading(damage: impl Fn(usize, u32) -> u32) -> Machine {
    let game = tape::read(&std::fs::read("out/three.tap").unwrap());
    let pulses = Signal::new(&game.entries).map(|pulse| pulse.tstates as u32);
    let damaged: Vec<u32> = pulses.enumerate().map(|(n, length)| damage(n, length)).collect();
    let mut machine = Machine::booted();
    machine.deck().insert_pulses(std::iter::once(WAITING).chain(damaged));
    machine.type_keys("j\"\"\n");
    machine
}

fn border(machine: &Machine) -> BTreeSet<u8> {
    let picture = machine.picture();
    (0..screen::HEIGHT).map(|y| picture.pixel(3, y)).collect()
}

#[test]
fn the_border_and_the_screen_tell_how_far_it_is() {
    let mut machine = loading(|_, length| length);
    let typed = machine.tstates();
    let mut at = |seconds: f64| {
        while (machine.tstates() - typed) as f64 / 3.5e6 < seconds {
            machine.frame();
        }
        (border(&machine), machine.screen_text().join("\n"))
    };
    let (colours, text) = at(9.0);
    assert_eq!(colours, [WHITE].into());
    assert_eq!(text.trim(), "");
    assert!(TONE.iter().any(|colour| at(10.5).0 == [*colour].into()));
    assert_eq!(at(13.0).0, TONE.into());
    let (colours, text) = at(15.6);
    assert_eq!(colours, [WHITE].into());
    assert!(text.contains("Program: three"), "{text}");
    assert_eq!(at(17.8).0, TONE.into());
    for seconds in [18.5, 25.0, 38.0] {
        assert_eq!(at(seconds).0, BITS.into());
    }
    assert!(at(41.0).1.contains("THREE IN A ROW"));
}

#[test]
fn the_reports_are_those_of_the_page() {
    let last = |machine: &Machine| machine.report().map(ToString::to_string).unwrap_or_default();
    let mut waiting = loading(|_, length| length);
    waiting.run_frames(300);
    assert!(waiting.report().is_none());
    waiting.tap(&Key::chord("break").unwrap());
    assert!(waiting.run_until_report(50));
    let broken = last(&waiting);
    // A bit in the middle of the program is read as its opposite.
    let bit = 8369 + 3223 + 2 + 16 * 2000;
    let mut wrong = loading(|n, length| match (n, length) {
        (n, 855) if n / 2 == bit / 2 => 1710,
        (n, 1710) if n / 2 == bit / 2 => 855,
        _ => length,
    });
    assert!(wrong.run_until_report(2500));
    let manual = manual();
    for report in [broken, last(&wrong)] {
        assert!(report.ends_with("0:1") && manual.contains(&format!("`{report}`")), "{report}");
    }
}
