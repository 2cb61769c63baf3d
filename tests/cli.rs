//! The command as people and scripts use it: exit codes, files, streams, bad input.

#[path = "support/place.rs"]
mod place;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};

use place::{Place, ended, stderr, stdout};
use serde_json::Value;

/// A good program, and the same with an error in its second line.
const GOOD: &str = "10 REM good\n20 STOP\n";
const BAD: &str = "10 REM bad\n20 a=1\n";

#[track_caller]
fn code(output: &Output, code: i32) {
    assert_eq!(output.status.code(), Some(code), "{}", stderr(output));
}

/// Builds `bytes` and gives the tape.
#[track_caller]
fn tape(bytes: &[u8]) -> Vec<u8> {
    let place = Place::new();
    place.file("t.bas", bytes);
    code(&place.zxtap(&["build", "t.bas"]), 0);
    fs::read(place.path("t.tap")).unwrap()
}

/// Builds `bytes`, which must be refused with exit code 1 and leave nothing behind; gives what was said.
#[track_caller]
fn refused(bytes: &[u8]) -> String {
    let place = Place::new();
    place.file("t.bas", bytes);
    let output = place.zxtap(&["build", "t.bas"]);
    code(&output, 1);
    assert_eq!(place.names(""), ["t.bas"]);
    assert!(output.stdout.is_empty());
    stderr(&output)
}

fn json(output: &Output) -> Value {
    assert_eq!(output.stdout.iter().filter(|&&b| b == b'\n').count(), 1, "one document on one line");
    serde_json::from_slice(&output.stdout).unwrap()
}

// ---- exit codes and outputs

#[test]
fn a_good_program_becomes_a_tape_beside_it() {
    let place = Place::new();
    place.file("three.bas", GOOD);
    let output = place.zxtap(&["build", "three.bas"]);
    code(&output, 0);
    assert!(output.stdout.is_empty());
    assert_eq!(place.names(""), ["three.bas", "three.tap"]);
    let summary = stderr(&output);
    assert!(summary.starts_with("three.tap: \"three\", "), "{summary}");
    for words in [" bytes, ", "2 lines", " seconds to load", " free on a 48K\n"] {
        assert!(summary.contains(words), "{words:?} in {summary}");
    }
    let tape = fs::read(place.path("three.tap")).unwrap();
    assert_eq!(tape[..14], *b"\x13\0\0\0three     ");
    assert_eq!(tape[23], 0xFF);
    assert_eq!(tape[23..].iter().fold(0, |sum, byte| sum ^ byte), 0);
}

#[test]
fn an_error_leaves_nothing_behind() {
    let place = Place::new();
    place.file("t.bas", BAD);
    let output = place.zxtap(&["build", "t.bas", "-o", "x.tap"]);
    code(&output, 1);
    assert!(output.stdout.is_empty());
    assert_eq!(place.names(""), ["t.bas"]);
    let said = stderr(&output);
    assert!(said.contains("--> t.bas:2:4 (BASIC 20:1)"), "{said}");
    assert!(said.contains("2 | 20 a=1"), "{said}");
    assert!(said.contains("2 | 20 LET a=1"), "the suggested edit in {said}");
    assert!(said.ends_with("error: t.bas: 1 error; nothing is written\n"), "{said}");
}

#[test]
fn an_existing_output_stays_when_the_command_fails() {
    let place = Place::new();
    place.file("t.bas", BAD);
    place.file("t.tap", "old");
    code(&place.zxtap(&["build", "t.bas"]), 1);
    assert_eq!(fs::read(place.path("t.tap")).unwrap(), b"old");
    place.file("good.bas", GOOD);
    place.file("good.tap", "old");
    code(&place.zxtap(&["build", "good.bas", "t.bas"]), 1);
    code(&place.zxtap(&["build", "good.bas", "missing.bas"]), 2);
    code(&place.zxtap(&["build", "good.bas", "--autostart", "x"]), 2);
    assert_eq!(fs::read(place.path("good.tap")).unwrap(), b"old");
    assert_eq!(place.names(""), ["good.bas", "good.tap", "t.bas", "t.tap"]);
}

#[test]
fn an_output_that_cannot_be_written_leaves_the_others_alone() {
    let place = Place::new();
    place.file("a.bas", GOOD);
    place.file("a.tap", "old");
    place.file("b.bas", GOOD);
    fs::create_dir(place.path("b.tap")).unwrap();
    code(&place.zxtap(&["build", "a.bas", "b.bas"]), 2);
    assert_eq!(fs::read(place.path("a.tap")).unwrap(), b"old");
    assert_eq!(place.names(""), ["a.bas", "a.tap", "b.bas", "b.tap"]);
}

#[test]
fn wrong_usage_is_2() {
    let place = Place::new();
    place.file("t.bas", GOOD);
    place.file("u.bas", GOOD);
    for arguments in [
        &[][..],
        &["build"],
        &["check"],
        &["frobnicate"],
        &["build", "--frobnicate", "t.bas"],
        &["build", "missing.bas"],
        &["check", "missing.bas"],
        &["check", "."],
        &["build", "t.bas", "-o", "missing/t.tap"],
        &["build", "t.bas", "-o", "."],
        &["build", "t.bas", "-o", "t.bas"],
        &["build", "t.bas", "-o", "./t.bas", "--format", "raw"],
        &["build", "t.bas", "-o", "t.xyz"],
        &["build", "t.bas", "--format", "xyz"],
        &["build", "t.bas", "--autostart", "ten"],
        &["build", "t.bas", "--autostart", "10000"],
        &["build", "t.bas", "--name", "elevenchars"],
        &["build", "t.bas", "u.bas", "--name", "both"],
        &["build", "t.bas", "u.bas", "--format", "raw", "-o", "x"],
        &["build", "t.bas", "t.bas"],
        &["build", "t.bas", "--json", "-o", "-"],
        &["build", "-", "-", "-o", "x.tap"],
        &["check", "-", "-"],
        &["explain", "E999"],
        &["check", "t.bas", "--color", "mauve"],
    ] {
        let output = place.zxtap(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
        assert_eq!(place.names(""), ["t.bas", "u.bas"], "{arguments:?}");
    }
    assert_eq!(fs::read_to_string(place.path("t.bas")).unwrap(), GOOD);
}

#[test]
fn help_and_version_are_results() {
    let place = Place::new();
    for arguments in [&["--help"][..], &["build", "--help"], &["help", "check"], &["--version"]] {
        let output = place.zxtap(arguments);
        code(&output, 0);
        assert!(stdout(&output).contains("zxtap"), "{arguments:?}");
        assert!(output.stderr.is_empty());
    }
}

// ---- options of build

#[test]
fn name_and_autostart_stand_in_the_header() {
    let place = Place::new();
    place.file("t.bas", GOOD);
    let output = place.zxtap(&["build", "t.bas", "--name", "ten chars!", "--autostart", "20", "-o", "x.tap"]);
    code(&output, 0);
    assert!(stderr(&output).starts_with("x.tap: \"ten chars!\", "));
    assert!(stderr(&output).contains(", runs from line 20, "));
    let tape = fs::read(place.path("x.tap")).unwrap();
    assert_eq!(tape[4..14], *b"ten chars!");
    assert_eq!(tape[16..18], [20, 0]);
}

#[test]
fn a_long_file_name_is_cut_to_ten() {
    let place = Place::new();
    place.file("noughts_and_crosses.bas", GOOD);
    code(&place.zxtap(&["build", "noughts_and_crosses.bas", "-o", "x.tap"]), 0);
    assert_eq!(fs::read(place.path("x.tap")).unwrap()[4..14], *b"noughts_an");
}

#[test]
fn raw_is_the_program_alone() {
    let place = Place::new();
    place.file("t.bas", GOOD);
    code(&place.zxtap(&["build", "t.bas", "--format", "raw"]), 0);
    assert_eq!(place.names(""), ["t.bas", "t.bin"]);
    let raw = fs::read(place.path("t.bin")).unwrap();
    assert_eq!(raw[..2], [0, 10]);
    let tape = tape(GOOD.as_bytes());
    assert_eq!(raw, tape[24..tape.len() - 1]);
}

#[test]
fn the_extension_says_what_is_written() {
    let place = Place::new();
    place.file("t.bas", GOOD);
    for (arguments, start) in [
        (&["build", "t.bas", "-o", "t.tap"][..], &b"\x13\0\0\0t   "[..]),
        (&["build", "t.bas", "-o", "t.TZX"], b"ZXTape!\x1A\x01\x14\x10"),
        (&["build", "t.bas", "-o", "t.wav"], b"RIFF"),
        (&["build", "t.bas", "-o", "t"], b"\x13\0\0\0t   "),
        (&["build", "t.bas", "-o", "t.xyz", "--format", "tzx"], b"ZXTape!"),
    ] {
        code(&place.zxtap(arguments), 0);
        let file = fs::read(place.path(arguments[3])).unwrap();
        assert_eq!(file[..start.len()], *start, "{arguments:?}");
    }
}

#[test]
fn several_texts_go_to_one_tape_or_to_one_each() {
    let place = Place::new();
    place.file("a.bas", GOOD);
    place.file("b.bas", "10 REM other\n");
    code(&place.zxtap(&["build", "a.bas", "b.bas"]), 0);
    code(&place.zxtap(&["build", "a.bas", "b.bas", "-o", "both.tap"]), 0);
    assert_eq!(place.names(""), ["a.bas", "a.tap", "b.bas", "b.tap", "both.tap"]);
    let read = |name| fs::read(place.path(name)).unwrap();
    assert_eq!(read("both.tap"), [read("a.tap"), read("b.tap")].concat());
}

#[test]
fn warnings_are_denied_on_request() {
    let place = Place::new();
    place.file("t.bas", b"10 REM \xA3\n");
    let output = place.zxtap(&["build", "t.bas"]);
    code(&output, 0);
    assert!(stderr(&output).contains("warning[W690]"));
    fs::remove_file(place.path("t.tap")).unwrap();
    let output = place.zxtap(&["build", "t.bas", "--deny-warnings"]);
    code(&output, 1);
    assert!(stderr(&output).ends_with("error: t.bas: 1 warning, denied; nothing is written\n"));
    assert_eq!(place.names(""), ["t.bas"]);
    code(&place.zxtap(&["check", "t.bas"]), 0);
    code(&place.zxtap(&["check", "t.bas", "--deny-warnings"]), 1);
}

// ---- streams

#[test]
fn stdin_to_stdout() {
    let place = Place::new();
    let output = place.zxtap_with_stdin(&["build", "-", "-o", "-", "--name", "t"], GOOD.as_bytes());
    code(&output, 0);
    assert_eq!(output.stdout, tape(GOOD.as_bytes()));
    assert!(stderr(&output).starts_with("<stdout>: \"t\", "));
    let output = place.zxtap_with_stdin(&["build", "-", "--name", "t"], GOOD.as_bytes());
    assert_eq!(output.stdout, tape(GOOD.as_bytes()));
    let output = place.zxtap_with_stdin(&["build", "-", "-o", "t.tap"], GOOD.as_bytes());
    code(&output, 0);
    assert_eq!(fs::read(place.path("t.tap")).unwrap(), tape(GOOD.as_bytes()));
    let output = place.zxtap_with_stdin(&["build", "-"], BAD.as_bytes());
    code(&output, 1);
    assert!(output.stdout.is_empty());
    assert!(stderr(&output).contains("--> <stdin>:2:4 (BASIC 20:1)"));
}

#[test]
fn a_closed_pipe_is_quiet() {
    let place = Place::new();
    for (arguments, stdin) in
        [(&["build", "-"][..], GOOD), (&["check", "--json", "-"], GOOD), (&["explain"], "")]
    {
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("zxtap"))
            .args(arguments)
            .current_dir(place.folder())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        // `explain` may have ended before it is given anything to read.
        let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
        let output = ended(child.wait_with_output().unwrap());
        if arguments[0] != "explain" {
            code(&output, 0);
        }
        assert!(output.stderr.is_empty(), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn colours_are_for_those_who_want_them() {
    let place = Place::new();
    place.file("t.bas", BAD);
    let colored = |arguments: &[&str], no_color: Option<&str>| {
        let mut command = place.command(arguments);
        if let Some(value) = no_color {
            command.env("NO_COLOR", value);
        }
        stderr(&ended(command.output().unwrap())).contains('\x1B')
    };
    assert!(!colored(&["build", "t.bas"], None), "stderr is no terminal here");
    assert!(!colored(&["build", "t.bas", "--color", "never"], None));
    assert!(colored(&["build", "t.bas", "--color", "always"], None));
    assert!(colored(&["--color", "always", "check", "t.bas"], Some("1")), "the option was given on purpose");
    assert!(!colored(&["check", "t.bas"], Some("1")));
}

// ---- files that are written

#[test]
#[cfg(unix)]
fn permissions_are_those_of_the_umask_or_of_the_old_file() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    place.file("t.bas", GOOD);
    let mode = |name| fs::metadata(place.path(name)).unwrap().permissions().mode() & 0o7777;
    code(&place.zxtap(&["build", "t.bas"]), 0);
    assert_eq!(mode("t.tap"), mode("t.bas"), "as any new file");
    fs::set_permissions(place.path("t.tap"), fs::Permissions::from_mode(0o600)).unwrap();
    place.file("t.tap", "old");
    code(&place.zxtap(&["build", "t.bas"]), 0);
    assert_eq!(mode("t.tap"), 0o600);
    assert_eq!(fs::read(place.path("t.tap")).unwrap(), tape(GOOD.as_bytes()));
    fs::set_permissions(place.path("t.tap"), fs::Permissions::from_mode(0o444)).unwrap();
    code(&place.zxtap(&["build", "t.bas", "--name", "other"]), 2);
    assert_eq!(fs::read(place.path("t.tap")).unwrap(), tape(GOOD.as_bytes()));
}

#[test]
#[cfg(unix)]
fn links_stay_links() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    place.file("t.bas", GOOD);
    fs::create_dir(place.path("folder")).unwrap();
    place.file("folder/real.tap", "old");
    symlink("folder/real.tap", place.path("link.tap")).unwrap();
    symlink("folder/new.tap", place.path("dangling.tap")).unwrap();
    symlink("ring.tap", place.path("ring.tap")).unwrap();
    for (link, file) in [("link.tap", "folder/real.tap"), ("dangling.tap", "folder/new.tap")] {
        code(&place.zxtap(&["build", "t.bas", "-o", link]), 0);
        assert!(fs::symlink_metadata(place.path(link)).unwrap().is_symlink());
        assert_eq!(fs::read(place.path(file)).unwrap()[24..], tape(GOOD.as_bytes())[24..]);
    }
    symlink("t.bas", place.path("trap.tap")).unwrap();
    code(&place.zxtap(&["build", "t.bas", "-o", "trap.tap"]), 2);
    assert_eq!(fs::read_to_string(place.path("t.bas")).unwrap(), GOOD);
    ended(place.zxtap(&["build", "t.bas", "-o", "ring.tap"]));
}

#[test]
#[cfg(unix)]
fn devices_are_written_to_directly() {
    let place = Place::new();
    place.file("t.bas", GOOD);
    code(&place.zxtap(&["build", "t.bas", "-o", "/dev/null"]), 0);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    let output = place.zxtap(&["build", "t.bas", "-o", "/dev/stdout"]);
    code(&output, 0);
    assert_eq!(output.stdout, tape(GOOD.as_bytes()));
    if Path::new("/dev/full").exists() {
        let output = place.zxtap(&["build", "t.bas", "-o", "/dev/full"]);
        code(&output, 2);
        assert!(stderr(&output).contains("cannot write /dev/full: the disk is full"));
    }
}

// ---- check and JSON

#[test]
fn check_says_what_build_would_and_writes_nothing() {
    let place = Place::new();
    place.file("good.bas", GOOD);
    place.file("bad.bas", BAD);
    let output = place.zxtap(&["check", "good.bas"]);
    code(&output, 0);
    assert_eq!(stderr(&output), "good.bas: good\n");
    let output = place.zxtap(&["check", "good.bas", "bad.bas"]);
    code(&output, 1);
    assert!(output.stdout.is_empty());
    assert!(stderr(&output).contains("--> bad.bas:2:4 (BASIC 20:1)"));
    assert!(stderr(&output).ends_with("bad.bas: 1 error\n"));
    assert_eq!(place.names(""), ["bad.bas", "good.bas"]);
}

#[test]
fn json_has_the_promised_keys() {
    let place = Place::new();
    place.file("good.bas", GOOD);
    place.file("bad.bas", "10 REM bad\n20 a=1: REM £\n");
    let output = place.zxtap(&["check", "--json", "good.bas", "bad.bas"]);
    code(&output, 1);
    assert!(output.stderr.is_empty());
    let document = json(&output);
    let list = document["diagnostics"].as_array().unwrap();
    assert_eq!(list.len(), 1);
    let diagnostic = list[0].as_object().unwrap();
    let promised = [
        ("file", "bad.bas".into()),
        ("line", 2.into()),
        ("column", 4.into()),
        ("severity", "error".into()),
        ("code", "E304".into()),
        ("basic_line", 20.into()),
        ("statement", Value::from(1)),
    ];
    for (key, value) in promised {
        assert_eq!(diagnostic[key], value, "{key}");
    }
    assert_eq!(diagnostic["end_line"], 2);
    assert!(diagnostic["end_column"].as_u64() > diagnostic["column"].as_u64());
    for key in ["message", "help", "label"] {
        assert!(diagnostic[key].is_string(), "{key}");
    }
    let edit = diagnostic["edit"].as_object().unwrap();
    assert_eq!(edit["replacement"], "LET ");
    assert_eq!((&edit["line"], &edit["column"]), (&2.into(), &4.into()));
    assert_eq!((&edit["end_line"], &edit["end_column"]), (&2.into(), &4.into()));

    let output = place.zxtap(&["check", "--json", "good.bas"]);
    code(&output, 0);
    assert_eq!(stdout(&output), "{\"diagnostics\":[]}\n");
}

#[test]
fn build_tells_its_summary_as_json() {
    let place = Place::new();
    place.file("t.bas", GOOD);
    let output = place.zxtap(&["build", "--json", "t.bas", "--autostart", "10"]);
    code(&output, 0);
    let document = json(&output);
    assert_eq!(document["diagnostics"], Value::Array(vec![]));
    let summary = &document["outputs"][0];
    assert_eq!((&summary["file"], &summary["name"]), (&"t.tap".into(), &"t".into()));
    assert_eq!((&summary["lines"], &summary["autostart"]), (&2.into(), &10.into()));
    assert_eq!(summary["bytes"], fs::metadata(place.path("t.tap")).unwrap().len() - 25);
    assert!(summary["seconds"].as_f64().unwrap() > 8.0);
    assert!(summary["free"].as_i64().unwrap() > 30_000);
    place.file("bad.bas", BAD);
    let output = place.zxtap(&["build", "--json", "bad.bas"]);
    code(&output, 1);
    assert_eq!(json(&output)["outputs"], Value::Array(vec![]));
    assert_eq!(json(&output)["diagnostics"].as_array().unwrap().len(), 1);
}

#[test]
fn explain_shows_a_page_or_the_list() {
    let place = Place::new();
    let output = place.zxtap(&["explain", "e304"]);
    code(&output, 0);
    assert!(stdout(&output).starts_with("error[E304]: "));
    assert!(output.stderr.is_empty());
    let output = place.zxtap(&["explain"]);
    code(&output, 0);
    assert!(stdout(&output).contains("E304  "));
    let output = place.zxtap(&["explain", "--json", "E304"]);
    assert_eq!(json(&output)["severity"], "error");
}

// ---- bad input

#[test]
fn what_is_no_text_is_refused() {
    assert!(refused(b"ZXTape!\x1A\x01\x14\x10\x00\x00").contains("error[E101]: this is a TZX tape"));
    assert!(refused(&tape(GOOD.as_bytes())).contains("error[E101]: this is a TAP tape"));
    let noise: Vec<u8> = (0..50_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    assert!(refused(&noise).contains("error[E101]: this is not a text file"));
}

#[test]
fn ten_megabytes_are_refused() {
    let said = refused(&GOOD.as_bytes().repeat(10_000_000 / GOOD.len()));
    assert!(said.contains("error[E102]: the file is longer than 1 MiB"), "{said}");
}

#[test]
fn an_endless_input_is_refused() {
    if !Path::new("/dev/zero").exists() {
        return;
    }
    code(&Place::new().zxtap(&["check", "/dev/zero"]), 1);
}

#[test]
fn a_very_long_line_is_shown_in_part() {
    let said = refused(format!("10 REM {}\0{}\n", "x".repeat(30_000), "y".repeat(40_000)).as_bytes());
    assert!(said.contains("\n --> t.bas:1:30008\n  |\n1 | ...xxxx"), "{said}");
    assert!(said.len() < 5_000, "{} bytes said", said.len());
}

#[test]
fn very_long_lines_end_well() {
    for text in [
        format!("10 REM {}\n", "x".repeat(70_000)),
        format!("10 PRINT {}1\n", "1+".repeat(35_000)),
        format!("10 {}STOP\n", " ".repeat(70_000)),
        format!("10 {}STOP\n", ":".repeat(70_000)),
        format!("10 PRINT \"{}\n", "\"".repeat(70_000)),
        format!("{}\n", "1".repeat(70_000)),
        "x".repeat(70_000),
    ] {
        let place = Place::new();
        place.file("t.bas", &text);
        let output = place.zxtap(&["build", "t.bas"]);
        let written = place.path("t.tap").exists();
        assert_eq!(written, output.status.success());
        assert!(output.stderr.len() < 200_000, "{} bytes said", output.stderr.len());
    }
}

#[test]
fn three_thousand_brackets_end_well() {
    let (open, close) = ("(".repeat(3_000), ")".repeat(3_000));
    for body in [format!("{open}1{close}"), open.clone(), close.clone(), format!("{open}1")] {
        let place = Place::new();
        place.file("t.bas", format!("10 PRINT {body}\n"));
        place.zxtap(&["check", "t.bas"]);
    }
}

#[test]
fn broken_bytes_have_their_place() {
    let said = refused(b"10 REM ok\n20 REM \0\n30 REM caf\xE9\n");
    assert!(said.contains("error[E104]: a NUL byte at offset 17\n --> t.bas:2:8"), "{said}");
    assert!(said.contains("error[E103]: the byte E9 at offset 29 is not UTF-8\n --> t.bas:3:11"), "{said}");
    assert!(said.ends_with("error: t.bas: 2 errors; nothing is written\n"), "each is told once: {said}");
    assert!(refused(b"\xFF\xFE1\x000\x00\x00\xD8").contains("error[E105]"));
}

#[test]
fn latin1_signs_are_taken_with_a_warning() {
    let latin1 = tape(b"10 REM \xA3 \xA9\n");
    assert_eq!(latin1, tape("10 REM £ ©\n".as_bytes()));
}

#[test]
fn every_way_to_write_a_text_gives_the_same_tape() {
    let right = tape(GOOD.as_bytes());
    let utf16 =
        |text: &str, bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
    let marked = format!("\u{FEFF}{GOOD}");
    for (kind, bytes) in [
        ("CR LF", GOOD.replace('\n', "\r\n").into_bytes()),
        ("lone CR", GOOD.replace('\n', "\r").into_bytes()),
        ("no final newline", GOOD.trim_end().into()),
        ("empty lines", GOOD.replace('\n', "\n\n").into_bytes()),
        ("BOM", marked.clone().into_bytes()),
        ("BOM and CR LF", marked.replace('\n', "\r\n").into_bytes()),
        ("UTF-16 LE", utf16(&marked, u16::to_le_bytes)),
        ("UTF-16 BE", utf16(&marked, u16::to_be_bytes)),
        ("UTF-16 LE without a mark", utf16(GOOD, u16::to_le_bytes)),
        ("UTF-16 BE without a mark", utf16(GOOD, u16::to_be_bytes)),
        ("DOS end mark", format!("{GOOD}\x1A").into_bytes()),
    ] {
        assert_eq!(tape(&bytes), right, "{kind}");
    }
}

#[test]
fn tabs_end_well() {
    let place = Place::new();
    place.file("t.bas", "10\tREM a\tb\n\t20\tSTOP\t\n");
    place.zxtap(&["build", "t.bas"]);
}

#[test]
fn an_empty_file_is_no_program() {
    for text in ["", "\n\n", "\u{FEFF}", "# nothing\n"] {
        let said = refused(text.as_bytes());
        assert!(said.contains("no program"), "{text:?}: {said}");
    }
}

#[test]
fn a_program_that_does_not_fit_needs_to_be_asked_for() {
    let text: String = (1..=500).map(|n| format!("{n} REM {}\n", "x".repeat(94))).collect();
    let said = refused(text.as_bytes());
    assert!(said.contains("48K"), "{said}");
    let place = Place::new();
    place.file("t.bas", &text);
    let output = place.zxtap(&["build", "--allow-oversize", "t.bas"]);
    code(&output, 0);
    assert!(stderr(&output).contains("too many for a 48K"));
    assert!(fs::metadata(place.path("t.tap")).unwrap().len() > 49_000);
}

#[test]
fn a_program_longer_than_a_block_is_refused_in_any_case() {
    let text: String = (1..=700).map(|n| format!("{n} REM {}\n", "x".repeat(94))).collect();
    refused(text.as_bytes());
    let place = Place::new();
    place.file("t.bas", &text);
    code(&place.zxtap(&["build", "--allow-oversize", "t.bas"]), 1);
    assert_eq!(place.names(""), ["t.bas"]);
}

#[test]
fn thousands_of_errors_are_counted() {
    let text: String = (1..=3_000).map(|n| format!("{n} a=1\n")).collect();
    let said = refused(text.as_bytes());
    assert!(said.lines().count() < 1_000, "{} lines said", said.lines().count());
    assert!(said.contains("\nt.bas: 2950 errors more\n"), "{}", &said[said.len() - 500..]);
    let place = Place::new();
    place.file("t.bas", &text);
    let output = place.zxtap(&["check", "--json", "t.bas"]);
    assert_eq!(json(&output)["diagnostics"].as_array().unwrap().len(), 3_000);
}

#[test]
fn referee_tells_the_verdict_by_text_json_and_exit_code() {
    let place = Place::new();
    for (board, exit, text, document) in [
        (
            "XXX\nXOO\nXOO\n",
            0,
            "X wins\nrow 1: 1,1 1,2 1,3\ncolumn 1: 1,1 2,1 3,1\n",
            r#"{"result":"win","winner":"X","lines":[[[1,1],[1,2],[1,3]],[[1,1],[2,1],[3,1]]],"next_player":null,"reason":null}"#,
        ),
        (
            "xox\nx o o\noxx",
            0,
            "draw\n",
            r#"{"result":"draw","winner":null,"lines":[],"next_player":null,"reason":null}"#,
        ),
        (
            "---\r\n-X-\r\n---\r\n",
            0,
            "in progress: O moves next\n",
            r#"{"result":"in_progress","winner":null,"lines":[],"next_player":"O","reason":null}"#,
        ),
        (
            "O--\n---\n---",
            1,
            "illegal: O has more marks than X\n",
            r#"{"result":"illegal","winner":null,"lines":[],"next_player":null,"reason":"O has more marks than X"}"#,
        ),
        (
            "XO-\n---",
            1,
            "",
            r#"{"result":"malformed","winner":null,"lines":[],"next_player":null,"reason":"2 rows, not three"}"#,
        ),
    ] {
        place.file("board", board);
        let output = place.zxtap(&["referee", "board"]);
        code(&output, exit);
        assert_eq!(stdout(&output), text, "{board}");
        assert_eq!(output.stderr.is_empty(), !text.is_empty(), "{board}");
        let output = place.zxtap_with_stdin(&["referee", "--json"], board.as_bytes());
        code(&output, exit);
        assert_eq!(json(&output), serde_json::from_str::<Value>(document).unwrap(), "{board}");
        assert!(output.stderr.is_empty(), "{board}");
    }
    let output = place.zxtap_with_stdin(&["referee"], b"---\n-\xFF-\n---\n");
    code(&output, 1);
    assert!(stderr(&output).contains("<stdin>: malformed: row 2, column 2"), "{}", stderr(&output));
    code(&place.zxtap(&["referee", "missing"]), 2);
    code(&place.zxtap(&["referee", "a", "b"]), 2);
}

#[test]
fn labels_and_lines_are_numbered_as_asked() {
    let place = Place::new();
    place.file("l.bas", "@a: CLS\nGO TO @b\n@b: GO TO @a\n");
    let listed = |arguments: &[&str]| {
        code(&place.zxtap(&[&["build", "l.bas", "-o", "l.tap"], arguments].concat()), 0);
        stdout(&place.zxtap(&["list", "l.tap"])).replace('\n', "|")
    };
    assert_eq!(listed(&[]), "#name l|10 CLS|12 GO TO 14|14 GO TO 10|");
    assert_eq!(listed(&["--lines", "100,5"]), "#name l|100 CLS|105 GO TO 110|110 GO TO 100|");
    assert_eq!(listed(&["--lines", "100"]), "#name l|100 CLS|102 GO TO 104|104 GO TO 100|");
    assert_eq!(listed(&["--autostart", "@b"]), "#name l|#autostart 14|10 CLS|12 GO TO 14|14 GO TO 10|");
    for wrong in ["0", "x", "10,0", "10000", "1,2,3"] {
        code(&place.zxtap(&["build", "l.bas", "--lines", wrong]), 2);
    }
    let output = place.zxtap(&["build", "l.bas", "--autostart", "@B"]);
    code(&output, 1);
    assert!(stderr(&output).contains("error[E209]: there is no label `B`"), "{}", stderr(&output));
    assert!(stderr(&output).contains("did you mean @b?"), "{}", stderr(&output));
    // A text without labels needs to be told.
    place.file("p.bas", "PRINT 1\nPRINT 2\n");
    code(&place.zxtap(&["check", "p.bas"]), 1);
    code(&place.zxtap(&["check", "p.bas", "--lines", "10,10"]), 0);
    code(&place.zxtap(&["run", "p.bas", "--lines", "10,10", "--headless"]), 0);
}

#[test]
fn included_files_are_read_beside_the_one_that_names_them() {
    let place = Place::new();
    place.file("games/main.bas", "#include \"lib/a.bas\"\n100 PRINT 1\n");
    place.file("games/lib/a.bas", "#include \"../b.bas\"\n20 PRINT 2\n");
    place.file("games/b.bas", "10 PRNT 3\n");
    let output = place.zxtap(&["check", "games/main.bas", "--json"]);
    code(&output, 1);
    let told = &json(&output)["diagnostics"];
    assert_eq!(told.as_array().unwrap().len(), 1);
    assert_eq!(told[0]["file"], "games/lib/../b.bas");
    assert_eq!(
        (&told[0]["line"], &told[0]["column"], &told[0]["edit"]["column"]),
        (&1.into(), &4.into(), &4.into())
    );
    assert_eq!(told[0]["edit"]["replacement"], "PRINT");
    place.file("games/b.bas", "10 PRINT 3\n");
    code(&place.zxtap(&["build", "games/main.bas"]), 0);
    // From stdin, files are looked for where the command is run.
    let output = place.zxtap_with_stdin(&["check", "-"], b"#include \"games/b.bas\"\n20 CLS\n");
    code(&output, 0);
    // What cannot be read is at fault itself; nothing is written.
    for (name, why) in
        [("nowhere.bas", "no such file"), ("lib", "it is a folder"), ("/dev/zero", "longer than 1 MiB")]
    {
        place.file("games/bad.bas", format!("10 CLS\n#include \"{name}\"\n"));
        let output = place.zxtap(&["build", "games/bad.bas"]);
        code(&output, 1);
        assert!(stderr(&output).contains("--> games/bad.bas:2:10"), "{}", stderr(&output));
        assert!(stderr(&output).contains(why), "{}", stderr(&output));
        assert!(!place.path("games/bad.tap").exists());
    }
}
