//! What is said when somebody hands over the wrong file or the wrong word, and that nothing is lost by it.

#[path = "support/place.rs"]
mod place;

use std::fs;
use std::process::Output;

use place::{Place, stderr, stdout};
use serde_json::Value;
use zxtap::tape::{Block, tap};
use zxtap::toolchain::screen;

#[track_caller]
fn code(output: &Output, code: i32) {
    assert_eq!(output.status.code(), Some(code), "{}{}", stdout(output), stderr(output));
}

fn a_picture() -> Vec<u8> {
    screen::png(screen::WIDTH, &screen::pixels(&[0x55; screen::BYTES])).unwrap()
}

#[test]
fn annotations_stand_in_the_files_that_a_person_wrote() {
    let place = Place::new();
    place.file("keys.bas", "#define UP 7\nPRNT UP\n");
    place.file("a.bas", "@go: CLS\n#include \"keys.bas\"\nGO TO @gone\nGO TO @go\n");
    let output = place.zxtap(&["check", "a.bas", "--format", "github"]);
    code(&output, 1);
    let told = stderr(&output);
    assert!(told.contains("::error file=keys.bas,line=2,col=1,endLine=2,endColumn=5,title=E301::"), "{told}");
    assert!(told.contains("::error file=a.bas,line=3,col=7,endLine=3,endColumn=12,title=E209::"), "{told}");

    place.file("b.bas", "#define X foo\n@a: PRINT X: GO TO @a\n");
    let output = place.zxtap(&["run", "b.bas", "--message-format", "github"]);
    let told = stderr(&output);
    assert!(told.contains("::error file=b.bas,line=2,col=5,endLine=2,endColumn=12,title=E701::"), "{told}");

    let output = place.zxtap(&["run", "keys.bas", "--do", "nothing", "--message-format", "github"]);
    assert!(stderr(&output).contains("::error title=E801::"), "{}", stderr(&output));
}

#[test]
fn a_picture_is_not_written_over_by_its_screen() {
    let place = Place::new();
    place.file("a.png", a_picture());
    for arguments in [
        &["screen", "a.png", "-o", "a.png"][..],
        &["screen", "a.png", "-o", "b.png"],
        &["screen", "a.png", "-o", "a.scr", "--preview", "a.png"],
        &["screen", "./a.png", "--preview", "a.png"],
    ] {
        code(&place.zxtap(arguments), 2);
        assert_eq!(fs::read(place.path("a.png")).unwrap(), a_picture(), "{arguments:?}");
        assert!(!place.path("b.png").exists() && !place.path("a.scr").exists(), "{arguments:?}");
    }
    code(&place.zxtap(&["screen", "a.png", "-o", "a.scr", "--preview", "b.png"]), 0);
}

#[test]
fn what_is_no_tape_is_named() {
    let place = Place::new();
    place.file("a.tap", a_picture());
    // As long as its first two characters read as the length of a block.
    place.file("b.tap", format!("10 REM\n{}", "20 REM a long text\n".repeat(2000)));
    place.file("c.tap", "<html>404 Not Found</html>\n");
    place.file("d.wav", b"ID3\x04\0\0\0\0\0\0");
    place.file("e.tap", b"PK\x03\x04\0\0\0\0");
    for (file, words) in [
        ("a.tap", "this is a PNG picture, not a tape"),
        ("b.tap", "this is text, not a tape: `zxtap build` makes a tape of a program"),
        ("c.tap", "this is text, not a tape"),
        ("d.wav", "this is an MP3 recording, not a tape: save it as WAV"),
        ("e.tap", "this is a ZIP archive, not a tape: unpack it first"),
    ] {
        for arguments in [
            &["info", file][..],
            &["verify", file],
            &["list", file],
            &["extract", file, "-d", "out"],
            &["convert", file, "out.tzx"],
        ] {
            if file == "e.tap" && matches!(arguments[0], "info" | "verify") {
                continue;
            }
            let output = place.zxtap(arguments);
            code(&output, 1);
            let told = stderr(&output);
            assert!(told.contains(words), "{arguments:?}: {told}");
            assert!(output.stdout.is_empty() && !told.contains("truncated"), "{arguments:?}: {told}");
            let output = place.zxtap(&[arguments, &["--json"]].concat());
            code(&output, 1);
            let document: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert!(document.to_string().contains(words), "{arguments:?}: {document}");
        }
        assert!(!place.path("out").exists() && !place.path("out.tzx").exists(), "{file}");
    }
}

#[test]
fn a_script_that_is_no_script_is_told_as_json_too() {
    let place = Place::new();
    place.file("a.bas", "10 STOP\n");
    let output = place.zxtap(&["run", "a.bas", "--do", "dance", "--json"]);
    code(&output, 1);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["diagnostics"][0]["code"], "E801");
}

#[test]
fn without_a_project_there_is_nothing_to_watch() {
    let output = Place::new().zxtap(&["watch"]);
    code(&output, 2);
    assert!(stderr(&output).contains("there is no zxtap.toml in this folder"), "{}", stderr(&output));
}

#[test]
fn a_text_with_an_error_does_not_hide_the_others_from_a_check() {
    let place = Place::new();
    place.file("a.bas", "10 PRNT\n");
    place.file("b.bas", "10 print 1\n");
    place.file("c.bas", "  10 PRINT 1\n");
    let output = place.zxtap(&["fmt", "--check", "a.bas", "b.bas", "c.bas"]);
    code(&output, 1);
    let told = stderr(&output);
    for words in ["a.bas: 1 error", "b.bas: 1 line would change", "c.bas: good"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    code(&place.zxtap(&["fmt", "--write", "a.bas", "b.bas"]), 1);
    assert_eq!(fs::read_to_string(place.path("b.bas")).unwrap(), "10 print 1\n");
}

#[test]
fn a_new_project_with_spaces_in_its_name_is_named_so_that_a_shell_takes_it() {
    let output = Place::new().zxtap(&["new", "My Game"]);
    code(&output, 0);
    assert!(stderr(&output).contains("try `zxtap run \"My Game\"`"), "{}", stderr(&output));
}

#[test]
fn one_result_alone_goes_to_stdout() {
    let place = Place::new();
    place.file("a.bas", "10 STOP\n");
    place.file("a.play", "wait report\n");
    let picture = place.zxtap(&["run", "a.bas", "--png", "-"]);
    code(&picture, 0);
    assert!(picture.stdout.starts_with(b"\x89PNG") && picture.stdout.ends_with(b"IEND\xAE\x42\x60\x82"));
    code(&place.zxtap(&["run", "a.bas", "--png", "-", "--json"]), 2);
    let report = place.zxtap(&["test", "a.play", "--junit", "-"]);
    code(&report, 0);
    assert!(stdout(&report).starts_with("<?xml") && stdout(&report).ends_with("</testsuites>\n"));
    code(&place.zxtap(&["test", "a.play", "--junit", "-", "--json"]), 2);
    assert!(stdout(&place.zxtap(&["test", "a.play"])).contains("# 1 step, "));
}

#[test]
fn a_name_is_shown_with_the_characters_of_the_machine() {
    let place = Place::new();
    place.file("a.bas", "#name \u{A3}5 \u{A9}\n10 CLS\n");
    let output = place.zxtap(&["build", "a.bas"]);
    assert!(stderr(&output).contains("\"\u{A3}5 \u{A9}\""), "{}", stderr(&output));
}

#[test]
fn what_is_given_in_vain_is_told() {
    let place = Place::new();
    place.file("a.bin", [0xC9]);
    let output = place.zxtap(&["build", "a.bin@32768", "-o", "a.tap", "--autostart", "10", "--minify"]);
    code(&output, 0);
    for option in ["--autostart", "--minify"] {
        let words = format!("{option} is for BASIC as text, and no part is: it changes nothing\n");
        assert!(stderr(&output).contains(&words), "{}", stderr(&output));
    }
    assert!(!stderr(&output).contains("--lines"), "{}", stderr(&output));
}

#[test]
fn a_project_among_other_parts_is_told_as_one() {
    let place = Place::new();
    code(&place.zxtap(&["new", "game"]), 0);
    place.file("a.png", a_picture());
    let output = place.zxtap(&["build", "game", "a.png", "-o", "a.tap"]);
    code(&output, 2);
    assert!(stderr(&output).contains("game is a project: give it alone"), "{}", stderr(&output));
}

#[test]
fn a_long_recording_in_place_of_a_text_is_told_as_one() {
    let place = Place::new();
    place.file("a.wav", [&b"RIFF\0\0\x20\0WAVE"[..], &vec![0x80; 2 << 20]].concat());
    let output = place.zxtap(&["build", "a.wav"]);
    code(&output, 1);
    assert!(stderr(&output).contains("this is a WAV recording, not BASIC as text"), "{}", stderr(&output));
}

#[test]
fn a_program_without_its_header_is_found_and_listed() {
    let place = Place::new();
    let listing = "Var score: Num = 370\n10 PRINT score\n20 GO TO 10\n";
    place.file("a.bas", listing);
    code(&place.zxtap(&["build", "a.bas"]), 0);
    let whole = fs::read(place.path("a.tap")).unwrap();
    // A header's block is 21 bytes of a TAP file.
    let code_block = tap::write(&[Block::new(0xFF, &[0xF3, 0xAF, 0xC9])]).unwrap();
    place.file("lost.tap", [&code_block[..], &whole[21..]].concat());

    let output = place.zxtap(&["list", "lost.tap"]);
    code(&output, 1);
    let words = "block 1 has no header, but lines of BASIC: --block 1 lists them";
    assert!(stderr(&output).contains(words) && output.stdout.is_empty(), "{}", stderr(&output));
    let output = place.zxtap(&["list", "lost.tap", "--block", "1"]);
    code(&output, 1);
    assert!(stderr(&output).contains("block 1: no header"), "{}", stderr(&output));
    assert_eq!(stdout(&output), format!("#name block 1\n{listing}"));
    place.file("b.bas", stdout(&output));
    code(&place.zxtap(&["build", "b.bas"]), 0);
    assert_eq!(fs::read(place.path("b.tap")).unwrap()[21..], whole[21..]);

    let output = place.zxtap(&["list", "lost.tap", "--block", "0"]);
    code(&output, 1);
    assert!(stderr(&output).contains("block 0 is no part of a BASIC program"), "{}", stderr(&output));
}

#[test]
fn a_dash_is_no_folder() {
    let place = Place::new();
    place.file("a.bas", "10 STOP\n");
    code(&place.zxtap(&["build", "a.bas"]), 0);
    code(&place.zxtap(&["extract", "a.tap", "-d", "-"]), 2);
    code(&place.zxtap(&["man", "-d", "-"]), 2);
    assert!(!place.path("-").exists());
    place.file("-/zxtap.toml", "");
    for command in ["check", "build", "run", "fmt"] {
        code(&place.zxtap_with_stdin(&[command, "-"], b"10 STOP\n"), 0);
    }
}

#[test]
fn another_format_of_a_project_is_another_file() {
    let place = Place::new();
    code(&place.zxtap(&["new", "game"]), 0);
    code(&place.zxtap(&["build", "game"]), 0);
    let tape = fs::read(place.path("game/game.tap")).unwrap();
    code(&place.zxtap(&["build", "game", "--format", "tzx"]), 0);
    assert_eq!(fs::read(place.path("game/game.tap")).unwrap(), tape);
    assert!(fs::read(place.path("game/game.tzx")).unwrap().starts_with(b"ZXTape!"));
    code(&place.zxtap(&["build", "game", "--format", "tzx", "-o", "game/odd.tap"]), 0);
    assert!(fs::read(place.path("game/odd.tap")).unwrap().starts_with(b"ZXTape!"));
}

#[test]
fn a_variable_with_a_long_name_is_no_address() {
    let place = Place::new();
    place.file("a.json", "[1,2]");
    let output = place.zxtap(&["build", "a.json@total", "-o", "a.tap"]);
    code(&output, 2);
    let words = "a.json@total: `total` is no variable: it is a letter, such as b or b$";
    assert!(stderr(&output).contains(words), "{}", stderr(&output));
    let output = place.zxtap(&["build", "a.json@b$", "-o", "a.tap"]);
    assert!(!stderr(&output).contains("is no variable"), "{}", stderr(&output));
}
