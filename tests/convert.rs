//! `convert` as people and scripts use it: every direction, streams, formats, what the target cannot hold.

#[path = "support/dump.rs"]
mod dump;
#[path = "support/place.rs"]
mod place;

use std::fs;

use place::{Place, stderr};
use serde_json::Value;
use zxtap::tape::timing::Timing;
use zxtap::tape::tzx::{self, Entry};
use zxtap::tape::{self, Block, Header, tap};

fn program() -> Vec<Block> {
    vec![Header::program("p", 6, None, 6).block(), Block::new(0xFF, b"\0\x0A\x02\0\xFB\x0D")]
}

fn tape_file() -> Vec<u8> {
    tap::write(&program()).unwrap()
}

#[track_caller]
fn good(place: &Place, arguments: &[&str]) -> String {
    let output = place.zxtap(arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    stderr(&output)
}

#[track_caller]
fn refused(place: &Place, arguments: &[&str], code: i32) -> String {
    let before = place.names(".");
    let output = place.zxtap(arguments);
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    assert_eq!(place.names("."), before);
    stderr(&output)
}

#[test]
fn every_direction_keeps_the_blocks() {
    let place = Place::new();
    place.file("a.tap", tape_file());
    let names = ["a.tap", "b.tzx", "c.wav", "d.wav", "e.tzx", "f.tzx", "g.tap", "h.tap", "i.wav", "j.tap"];
    for pair in names.windows(2) {
        assert!(!good(&place, &["convert", pair[0], pair[1]]).contains("warning"), "{pair:?}");
        assert_eq!(tape::read(&fs::read(place.path(pair[1])).unwrap()).data_blocks().blocks, program());
    }
    assert_eq!(fs::read(place.path("j.tap")).unwrap(), tape_file());
    assert_eq!(fs::read(place.path("b.tzx")).unwrap(), fs::read(place.path("f.tzx")).unwrap());
}

/// Every block kind there is, one tape for each case of tests/cases/tape.
#[test]
fn tzx_to_tzx_keeps_every_byte() {
    let place = Place::new();
    let mut tapes = 0;
    for case in fs::read_dir("tests/cases/tape").unwrap() {
        let path = case.unwrap().path();
        if !path.file_name().unwrap().to_str().unwrap().starts_with("tzx-") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let bytes = dump::bytes(&text).unwrap();
        let read = tape::read(&bytes);
        if read.entries.is_empty() || read.container != tape::Container::Tzx {
            continue;
        }
        place.file("in.tzx", &bytes);
        let output = place.zxtap(&["convert", "in.tzx", "out.tzx"]);
        let faulty = !read.faults.is_empty();
        assert_eq!(output.status.code(), Some(i32::from(faulty)), "{}: {output:?}", path.display());
        assert_eq!(fs::read(place.path("out.tzx")).unwrap(), bytes, "{}", path.display());
        tapes += 1;
    }
    assert!(tapes > 15, "{tapes}");
}

#[test]
fn what_tap_cannot_hold_is_told_and_may_be_denied() {
    let place = Place::new();
    let turbo = Timing { pilot: 1600, pilot_pulses: 3000, sync1: 500, sync2: 550, zero: 500, one: 1000 };
    let data = Block::new(0xFF, &[7; 20]).bytes;
    let entries = [
        Entry::text("made by hand"),
        Entry::standard(300, &data),
        Entry::turbo(turbo, 8, 1000, &data),
        Entry::turbo(turbo, 8, 500, &data),
        Entry { id: 0x12, bytes: vec![0x78, 0x08, 0x00, 0x10] },
        Entry::pause(0),
    ];
    place.file("a.tzx", tzx::write(tzx::VERSION, &entries));
    let told = good(&place, &["convert", "a.tzx", "a.tap"]);
    let warnings: Vec<&str> = told.lines().filter_map(|line| line.strip_prefix("a.tzx: warning: ")).collect();
    assert_eq!(
        warnings,
        [
            "block 0: information, left out",
            "blocks 1, 3: their pauses of 300 to 500 ms",
            "blocks 2, 3: its own speed; TAP blocks play at the ROM's",
            "block 4: a signal that is no block of bytes, left out",
            "block 5: a stop of the tape",
        ]
    );
    let told = refused(&place, &["convert", "a.tzx", "b.tap", "--deny-warnings"], 1);
    assert!(told.ends_with("error: a.tzx: warnings are denied; nothing is written\n"), "{told}");
    let told = good(&place, &["convert", "a.tzx", "a.wav"]);
    assert!(told.contains("block 0: information, left out"), "{told}");
    assert!(told.contains("block 5: a stop of the tape; it is 5 s of silence"), "{told}");
}

#[test]
fn streams_and_the_format_by_hand() {
    let place = Place::new();
    let to = |format: &str, input: &[u8]| {
        let output = place.zxtap_with_stdin(&["convert", "-", "-", "--format", format], input);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        output.stdout
    };
    let wav = to("wav", &tape_file());
    assert!(wav.starts_with(b"RIFF") && wav.len() > 300_000);
    let tzx = to("tzx", &wav);
    assert_eq!(to("tap", &tzx), tape_file());
    place.file("a.tap", tape_file());
    good(&place, &["convert", "a.tap", "strange.name", "--format", "tzx"]);
    assert_eq!(fs::read(place.path("strange.name")).unwrap(), tzx);
    let told = refused(&place, &["convert", "a.tap", "-"], 2);
    assert!(told.contains("stdout has no extension: give --format tap, tzx or wav"), "{told}");
    let told = refused(&place, &["convert", "a.tap", "-", "--format", "tzx", "--json"], 2);
    assert!(told.contains("cannot both go to stdout"), "{told}");
}

#[test]
fn the_sound_is_as_asked_for() {
    let place = Place::new();
    place.file("a.tap", tape_file());
    let spec = |arguments: &[&str]| {
        good(&place, &[&["convert", "a.tap", "a.wav"], arguments].concat());
        let mut reader = hound::WavReader::open(place.path("a.wav")).unwrap();
        let spec = reader.spec();
        let samples: Vec<i32> = reader.samples().map(Result::unwrap).collect();
        let first = samples.iter().position(|&sample| sample != 0).unwrap();
        (
            spec.sample_rate,
            spec.bits_per_sample,
            first,
            samples[first],
            samples.iter().copied().max().unwrap(),
        )
    };
    assert_eq!(spec(&[]), (44_100, 8, 8820, -102, 102));
    assert_eq!(spec(&["--invert", "--volume", "50"]), (44_100, 8, 8820, 64, 64));
    assert_eq!(spec(&["--rate", "48000", "--bits", "16", "--lead-in", "0"]), (48_000, 16, 0, -26214, 26214));
    let soft = spec(&["--shape", "soft", "--bits", "16", "--volume", "100"]);
    assert!(soft.3 > -16_000 && soft.4 == 32_767, "{soft:?}");
}

#[test]
fn sound_that_cannot_carry_the_tape() {
    let place = Place::new();
    place.file("a.tap", tape_file());
    let told = refused(&place, &["convert", "a.tap", "a.wav", "--rate", "4000"], 2);
    assert!(
        told.contains("4000 Hz is too low for this signal; it takes at least 7872 Hz; give --rate"),
        "{told}"
    );
    for wrong in
        [["--rate", "0"], ["--rate", "400000"], ["--bits", "12"], ["--volume", "0"], ["--shape", "round"]]
    {
        refused(&place, &[&["convert", "a.tap", "a.wav"], &wrong[..]].concat(), 2);
    }
    let tone = Entry { id: 0x12, bytes: vec![1, 0, 0xFF, 0xFF] };
    let fast = [Entry { id: 0x24, bytes: vec![0xFF, 0xFF] }, tone, Entry { id: 0x25, bytes: vec![] }];
    place.file("fast.tzx", tzx::write(tzx::VERSION, &fast));
    let told = refused(&place, &["convert", "fast.tzx", "a.wav", "--rate", "384000"], 1);
    assert!(told.contains("pulses too short for any rate"), "{told}");
    let pause = [
        Entry { id: 0x24, bytes: vec![0xFF, 0xFF] },
        Entry::pause(65_535),
        Entry { id: 0x25, bytes: vec![] },
    ];
    place.file("long.tzx", tzx::write(tzx::VERSION, &pause));
    let told = refused(&place, &["convert", "long.tzx", "a.wav"], 1);
    assert!(told.contains("more sound than a WAV file can hold"), "{told}");
    let stop =
        [Entry { id: 0x24, bytes: vec![0xFF, 0xFF] }, Entry::pause(0), Entry { id: 0x25, bytes: vec![] }];
    place.file("stops.tzx", tzx::write(tzx::VERSION, &stop));
    let told = refused(&place, &["convert", "stops.tzx", "a.wav"], 1);
    assert!(told.contains("nothing is written"), "{told}");
}

#[test]
fn nothing_is_written_over_and_an_old_file_stays() {
    let place = Place::new();
    place.file("a.tap", tape_file());
    let told = refused(&place, &["convert", "a.tap", "./a.tap"], 2);
    assert!(told.contains("would be written over"), "{told}");
    place.file("old.wav", "old");
    place.file("text.txt", "10 PRINT\n");
    let told = refused(&place, &["convert", "text.txt", "old.wav"], 1);
    assert!(told.contains("this is text, not a tape"), "{told}");
    place.file("bytes.bin", [0xF3, 0xAF, 0x11, 0xFF, 0xFF]);
    let told = refused(&place, &["convert", "bytes.bin", "old.wav"], 1);
    assert!(told.contains("neither a tape (.tap, .tzx) nor a recording (.wav)"), "{told}");
    place.file("empty.tap", "");
    refused(&place, &["convert", "empty.tap", "old.wav"], 1);
    refused(&place, &["convert", "a.tap", "none/a.wav"], 2);
    refused(&place, &["convert", "missing.tap", "old.wav"], 2);
    refused(&place, &["convert", "a.tap", "a.mp3"], 2);
    assert_eq!(fs::read(place.path("old.wav")).unwrap(), b"old");
    assert_eq!(good(&place, &["convert", "a.tap", "/dev/null", "--format", "wav"]).lines().count(), 1);
}

#[test]
fn a_damaged_tape_is_written_as_far_as_it_goes() {
    let place = Place::new();
    let file = tape_file();
    place.file("cut.tap", &file[..file.len() - 3]);
    let output = place.zxtap(&["convert", "cut.tap", "cut.tzx"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(stderr(&output).contains("cut.tap: block 1 at offset 0x15: truncated"), "{output:?}");
    let tape = tape::read(&fs::read(place.path("cut.tzx")).unwrap());
    assert_eq!(tape.data_blocks().blocks[1].bytes, file[23..file.len() - 3]);
}

#[test]
fn json_has_the_promised_keys() {
    let place = Place::new();
    place.file("a.tap", tape_file());
    good(&place, &["convert", "a.tap", "a.wav"]);
    let output = place.zxtap(&["convert", "a.wav", "b.tap", "--json"]);
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["source"]["format"], "wav");
    assert_eq!(json["target"]["format"], "tap");
    assert_eq!(json["target"]["blocks"], 2);
    assert_eq!(json["heard"][1]["fate"], "whole");
    assert_eq!(json["heard"][1]["length"], 8);
    assert!((json["heard"][0]["time"].as_f64().unwrap() - 5.195).abs() < 0.01);
    assert_eq!(json["losses"], Value::from(Vec::<Value>::new()));
    place.file(
        "silence.wav",
        b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x44\xAC\0\0\x44\xAC\0\0\x01\0\x08\0data\0\0\0\0",
    );
    let output = place.zxtap(&["convert", "silence.wav", "b.tap", "--json"]);
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(json["target"], Value::Null);
    assert_eq!(json["faults"][0], "no tape signal in 0.0 seconds of sound");
}

#[test]
fn info_json_tells_when_a_block_was_heard() {
    let place = Place::new();
    place.file("a.tap", tape_file());
    good(&place, &["convert", "a.tap", "a.wav"]);
    let json: Value = serde_json::from_slice(&place.zxtap(&["info", "a.wav", "--json"]).stdout).unwrap();
    assert_eq!(json["format"], "wav");
    let block = &json["blocks"][1];
    for key in ["index", "kind", "flag", "length", "checksum", "name", "file_type", "autostart", "seconds"] {
        assert!(block.get(key).is_some(), "{key}");
    }
    assert_eq!(
        (&block["kind"], &block["checksum"], &block["offset"]),
        (&"data".into(), &"ok".into(), &Value::Null)
    );
    assert!((block["time"].as_f64().unwrap() - 8.28).abs() < 0.05, "{block}");
    assert!((block["heard"]["speed"].as_f64().unwrap() - 1.0).abs() < 0.01, "{block}");
}
