//! `zxtap run` and `zxtap test` as people and scripts use them.

#[path = "support/place.rs"]
mod place;

use std::fs;
use std::path::Path;

use place::{Place, stderr, stdout};
use serde_json::Value;
use zxtap::tape::{Block, Header, tap};

impl Place {
    /// The document that `run --json` gives, and the exit code.
    fn run(&self, arguments: &[&str]) -> (Value, i32) {
        let output = self.zxtap(&[&["run", "--json"], arguments].concat());
        let document =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
        (document, output.status.code().unwrap())
    }
}

/// A program on tape, as bytes of the program area.
fn tape(program: &[u8], autostart: Option<u16>) -> Vec<u8> {
    let header = Header::program("case", program.len() as u16, autostart, program.len() as u16);
    tap::write(&[header.block(), Block::new(0xFF, program)]).unwrap()
}

#[test]
fn the_final_screen_is_printed() {
    let place = Place::new();
    place.file("a.bas", "10 PRINT AT 2,3;\"hi\": LET a=1: LET b$=\"x\"\n");
    let output = place.zxtap(&["run", "a.bas", "--vars", "--png", "a.png"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 24 + 3);
    assert_eq!((lines[0], lines[2], lines[23]), ("", "   hi", "0 OK, 10:3"));
    assert_eq!(lines[24..], ["", "a = 1", "b$ = \"x\""]);
    let png = fs::read(place.path("a.png")).unwrap();
    let reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (320, 256));
}

#[test]
fn a_report_is_shown_on_the_source() {
    let place = Place::new();
    place.file("a.bas", "#autostart 10\n\n10 LET a=1\n20 IF a=1 THEN PRINT a: LET b = a + wrong: STOP\n");
    let output = place.zxtap(&["run", "a.bas"]);
    assert_eq!(output.status.code(), Some(1));
    let expected = "\
error[E701]: 2 Variable not found, 20:3
 --> a.bas:4:25 (BASIC 20:3)
  |
4 | 20 IF a=1 THEN PRINT a: LET b = a + wrong: STOP
  |                         ^^^^^^^^^^^^-----
  |                         |           |
  |                         |           `wrong` has no value yet
  |                         a variable in this statement has no value yet

error: a.bas: the program stopped with 2 Variable not found, 20:3
";
    assert_eq!(stderr(&output), expected);
    let (document, code) = place.run(&["a.bas"]);
    assert_eq!(code, 1);
    assert_eq!(document["report"]["code"], "2");
    assert_eq!((&document["report"]["line"], &document["report"]["statement"]), (&20.into(), &3.into()));
    let diagnostic = &document["diagnostics"][0];
    assert_eq!(
        (&diagnostic["line"], &diagnostic["column"], &diagnostic["end_column"]),
        (&4.into(), &25.into(), &42.into())
    );
    // A tape has no source: the report is shown on its listing.
    assert_eq!(place.zxtap(&["build", "a.bas"]).status.code(), Some(0));
    let output = place.zxtap(&["run", "a.tap"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("--> a.tap:"), "{}", stderr(&output));
    assert!(stderr(&output).contains("(BASIC 20:3)"), "{}", stderr(&output));
}

/// Jumps by labels land where they should on the ROM: each line says its name as it is passed.
#[test]
fn labels_are_lines_on_the_machine() {
    let place = Place::new();
    let main = "\
#autostart @start
#define SAY PRINT \" \";
@never: PRINT \"wrong\": STOP
@start: LET n=0: CLS
@again: PRINT n;
GO SUB @sub: RESTORE @second: READ a: SAY a;
IF a=2 THEN GO TO @far
GO TO @never
@first: DATA 1
@second: DATA 2
#include \"lib/sub.bas\"
#lines 9000,1
@far: SAY \"far\"
LET n=n+1: IF n<2 THEN GO TO @again
GO TO @done
GO TO @never
@done: PRINT \"done\": GO TO @last+3
@last: GO TO @never
@end:
";
    place.file("main.bas", main);
    place.file("lib/sub.bas", "#autostart 1\n@sub: SAY \"sub\";: RETURN\n");
    let output = place.zxtap(&["run", "main.bas", "--headless"]);
    let screen = stdout(&output);
    let lines: Vec<&str> = screen.lines().collect();
    assert_eq!(lines[..3], ["0 sub 2 far", "1 sub 2 far", "done"], "{}", stderr(&output));
    assert_eq!(lines[23], "0 OK, 9004:2");
}

/// A report in a text with labels and included files is shown in the file where a person wrote the statement.
#[test]
fn a_report_is_shown_in_the_file_that_was_included() {
    let place = Place::new();
    place.file("main.bas", "#define SHOW PRINT wrong\n#include \"lib/sub.bas\"\n@main: GO SUB @sub\n");
    place.file("lib/sub.bas", "GO TO @main\n\n@sub: CLS: SHOW: RETURN\n");
    let output = place.zxtap(&["run", "main.bas"]);
    let expected = "\
error[E701]: 2 Variable not found, 12:2
 --> lib/sub.bas:3:12 (BASIC 12:2)
  |
3 | @sub: CLS: SHOW: RETURN
  |            ^^^^
  |            |
  |            a variable in this statement has no value yet
  |            `wrong` has no value yet

error: main.bas: the program stopped with 2 Variable not found, 12:2
";
    assert_eq!(stderr(&output), expected);
    let (document, code) = place.run(&["main.bas"]);
    let diagnostic = &document["diagnostics"][0];
    assert_eq!((diagnostic["file"].as_str(), code), (Some("lib/sub.bas"), 1));
    assert_eq!(
        (&diagnostic["line"], &diagnostic["column"], &diagnostic["end_column"]),
        (&3.into(), &12.into(), &16.into())
    );
    // The same from a script in another folder, which names the program.
    place.file("tests/a.play", "load \"../main.bas\"\nwait report\nexpect report \"2\"\n");
    let output = place.zxtap(&["test", "tests/a.play"]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

/// The statement that is marked is the one the machine names, wherever it stands.
#[test]
fn every_statement_of_a_line_can_be_marked() {
    let place = Place::new();
    for (text, marked) in [
        ("10 LET a=x", "LET a=x"),
        ("10 CLS : PRINT \"a:b\" : LET a=x : CLS", "LET a=x"),
        ("10 IF 1 THEN IF 1 THEN LET a=x", "LET a=x"),
        ("10 :: LET a=x", "LET a=x"),
        ("10 CLS: \\\n   LET a=x", "LET a=x"),
        ("10 GO SUB 30: STOP\n30 RETURN: CLS\n40 CLS\n", ""),
        ("10 NEXT n", "NEXT n"),
        ("10 FOR n=1 TO 0: STOP", "FOR n=1 TO 0"),
        ("10 PRINT FN a(1)", "PRINT FN a(1)"),
        ("10 READ a", "READ a"),
        ("10 PRINT 1/0", "PRINT 1/0"),
        ("10 PLOT 300,0", "PLOT 300,0"),
        ("10 RETURN", "RETURN"),
        ("10 LET a=VAL \"1+\"", "LET a=VAL \"1+\""),
    ] {
        place.file("a.bas", text);
        let (document, code) = place.run(&["a.bas"]);
        let Some(d) = document["diagnostics"].as_array().unwrap().iter().find(|d| d["code"] == "E701") else {
            assert_eq!((marked, code), ("", 0), "{text}: {document}");
            continue;
        };
        let number = |key: &str| d[key].as_u64().unwrap() as usize;
        assert_eq!(number("line"), number("end_line"), "{text}");
        let line: Vec<char> = text.lines().nth(number("line") - 1).unwrap().chars().collect();
        let span: String = line[number("column") - 1..number("end_column") - 1].iter().collect();
        assert_eq!((span.as_str(), code), (marked, 1), "{text}");
    }
}

#[test]
fn ok_and_stop_are_no_failures() {
    let place = Place::new();
    for (text, code, exit) in
        [("10 CLS", "0", 0), ("10 STOP", "9", 0), ("10 RETURN", "7", 1), ("10 NEXT a", "2", 1)]
    {
        let (document, status) = place.with("a.bas", text).run(&["a.bas"]);
        assert_eq!((document["report"]["code"].as_str(), status), (Some(code), exit), "{text}");
    }
}

#[test]
fn variables_of_every_kind() {
    let place = Place::new();
    place.file(
        "a.bas",
        "10 LET a=.1: LET long name=-7: LET s$=\"say \"\"hi\"\"\": DIM b(2,3): LET b(2,1)=5: DIM c$(2,3): LET c$(2)=\"xyz\"\n\
         20 DIM a(2): DIM z$(4): FOR i=1 TO 3: NEXT i: LET big=1e30\n",
    );
    let (document, _) = place.run(&["a.bas"]);
    let expected = serde_json::json!({
        "a": 0.1, "longname": -7, "s$": "say \"hi\"", "b": [[0, 0, 0], [5, 0, 0]], "c$": ["   ", "xyz"],
        "a()": [0, 0], "z$": "    ", "i": 4, "big": 1e30,
    });
    assert_eq!(document["variables"], expected);
}

/// The programs and commands of the cases, typed on the machine.
#[test]
fn the_cases_print_and_report_what_they_should() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("cases/open.json")).unwrap();
    let cases: Vec<&Value> = cases.iter().filter(|case| case["kind"] == "run").collect();
    assert_eq!(cases.len(), 6);
    let place = Place::new();
    for case in cases {
        let id = case["id"].as_str().unwrap();
        let hex = case["input_hex"].as_str().unwrap();
        let program: Vec<u8> =
            (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect();
        // What the commands before printed does not count: each begins with an empty screen.
        let mut steps = String::new();
        for expect in case["expect"].as_array().unwrap() {
            let command = expect["command"].as_str().unwrap();
            steps += &format!("type \"v\\n\"; wait report\n{}", typing(command));
            steps += "wait report\n";
            for (row, line) in expect["printed"].as_str().unwrap().lines().enumerate() {
                let shown = line.replace("\\x10", "").replace("\\x11", "");
                steps += &format!("expect at {row},0 \"{shown}\"\n");
            }
            let report = expect["report"].as_str().unwrap().replace(", 65534:", ", 0:");
            steps += &format!("expect report \"{report}\"\n");
        }
        place.file("case.play", &steps);
        let arguments = if program.is_empty() {
            vec!["test", "case.play"]
        } else {
            place.file("case.tap", tape(&program, None));
            vec!["run", "case.tap", "--script", "case.play"]
        };
        let output = place.zxtap(&arguments);
        assert_eq!(output.status.code(), Some(0), "{id}:\n{steps}\n{}{}", stdout(&output), stderr(&output));
    }
}

/// The steps that type a command in which keywords stand in braces, without the ENTER's report.
fn typing(command: &str) -> String {
    let keyword = |word: &str| match word {
        "RUN" => "type \"r\"",
        "GO TO" => "type \"g\"",
        "LET" => "type \"l\"",
        "PRINT" => "type \"p\"",
        "LIST" => "type \"k\"",
        "INT" => "press extend; type \"r\"",
        other => panic!("no key for {other}"),
    };
    let mut steps = String::new();
    for part in command.split_inclusive('}') {
        let (text, word) = match part.split_once('{') {
            Some((text, word)) => (text, word.strip_suffix('}')),
            None => (part, None),
        };
        if !text.is_empty() {
            steps += &format!("type \"{}\"; ", text.replace('\\', "\\\\").replace('"', "\\\""));
        }
        if let Some(word) = word {
            steps += &format!("{}; ", keyword(word));
        }
    }
    steps + "press enter\n"
}

#[test]
fn every_container_runs() {
    let place = Place::new();
    place.file("a.bas", "#autostart 10\n10 PRINT \"loaded\"\n");
    for name in ["a.tap", "a.tzx", "a.wav"] {
        assert_eq!(place.zxtap(&["build", "a.bas", "-o", name]).status.code(), Some(0));
        let (document, code) = place.run(&[name]);
        // Above it stands what LOAD has printed.
        assert_eq!(
            (document["screen"][1].as_str().map(str::trim_end), code),
            (Some("Program: a"), 0),
            "{name}"
        );
        assert_eq!(document["screen"][2].as_str().map(str::trim_end), Some("loaded"), "{name}");
        // With the sound of the tape the same, later.
        let (slow, code) = place.run(&[name, "--real-tape", "--seconds", "5"]);
        assert_eq!((&slow["screen"], code), (&document["screen"], 0), "{name}");
        assert!(slow["tstates"].as_u64() > Some(document["tstates"].as_u64().unwrap() + 7 * 3_500_000));
    }
    // The content decides, not the name.
    fs::copy(place.path("a.tzx"), place.path("b.bas")).unwrap();
    fs::copy(place.path("a.bas"), place.path("b.tap")).unwrap();
    for name in ["b.bas", "b.tap"] {
        assert_eq!(place.run(&[name]).1, 0, "{name}");
    }
}

#[test]
fn the_same_run_is_the_same_every_time() {
    let place = Place::new();
    place.file("a.bas", "10 FOR i=1 TO 20: PRINT RND: NEXT i\n");
    let first = place.zxtap(&["run", "a.bas", "--json"]);
    assert_eq!(first.stdout, place.zxtap(&["run", "a.bas", "--json"]).stdout);
}

/// Whatever a program does to the machine, the time limit ends it and the outcome says what the machine was doing.
#[test]
fn the_time_limit_ends_what_never_ends() {
    let place = Place::new();
    for (text, doing) in [
        ("10 GO TO 10", "running line 10, statement 1"),
        ("10 PAUSE 0", "waiting for a key"),
        ("10 INPUT a", "waiting for a key"),
        ("10 LOAD \"\"", "waiting for the tape"),
        ("10 RANDOMIZE USR 0", "started anew from address 0"),
        // DI: HALT
        (
            "10 POKE 40000,243: POKE 40001,118: RANDOMIZE USR 40000",
            "halted at 40001 (9C41h) with interrupts disabled",
        ),
        // JR to itself
        ("10 POKE 40000,24: POKE 40001,254: RANDOMIZE USR 40000", "running machine code at 40000 (9C40h)"),
    ] {
        place.file("a.bas", text);
        let output = place.zxtap(&["run", "a.bas", "--seconds", "5"]);
        assert_eq!(output.status.code(), Some(1), "{text}");
        let expected = format!("error: a.bas: not ended after 5 seconds of Spectrum time, {doing}\n");
        assert!(stderr(&output).ends_with(&expected), "{text}: {}", stderr(&output));
        assert_eq!(place.run(&["a.bas", "--seconds", "5"]).0["doing"], doing, "{text}");
    }
    // System variables and the stack full of rubbish: any end will do, but an end.
    for address in [23552, 23613, 23627, 23635, 23641, 23653, 23730, 65000] {
        for value in [0, 85, 255] {
            place.file("a.bas", format!("10 FOR i=0 TO 40: POKE {address}+i,{value}: NEXT i: PRINT 1\n"));
            let (document, code) = place.run(&["a.bas", "--seconds", "3"]);
            assert!(code == 1 || document["report"]["code"] == "0", "{address} {value}: {document}");
            assert!(document["variables"].is_object() && document["screen"][23].is_string());
        }
    }
}

#[test]
fn tapes_that_do_not_load() {
    let place = Place::new();
    // Only bytes: LOAD "" passes them over.
    let bytes = Header::bytes("code", 40_000, 3);
    place.file("a.tap", tap::write(&[bytes.block(), Block::new(0xFF, &[1, 2, 3])]).unwrap());
    let output = place.zxtap(&["run", "a.tap"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("waiting for the tape"), "{}", stderr(&output));
    // A damaged block.
    let mut damaged = tape(b"\x00\x0A\x02\x00\xFB\x0D", Some(10));
    *damaged.last_mut().unwrap() ^= 1;
    let output = place.with("b.tap", damaged).zxtap(&["run", "b.tap"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("R Tape loading error, 0:1"), "{}", stderr(&output));
    for (name, bytes) in
        [("c.tzx", &b"ZXTape!\x1A\x01\x14"[..]), ("d.tap", b"\x13\x00\x00"), ("e.wav", b"RIFF\0\0\0\0WAVE")]
    {
        let output = place.with(name, bytes).zxtap(&["run", name]);
        assert_eq!(output.status.code(), Some(1), "{name}: {output:?}");
        assert!(stderr(&output).contains(name), "{name}: {output:?}");
    }
}

#[test]
fn what_cannot_be_built_is_not_run() {
    let place = Place::new();
    let output = place.with("a.bas", "10 PRNT 1\n").zxtap(&["run", "a.bas"]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    assert!(stderr(&output).contains("error[E301]") && stderr(&output).contains("nothing is run"));
    let (document, _) = place.run(&["a.bas"]);
    assert_eq!(document["diagnostics"][0]["code"], "E301");
    assert_eq!(place.zxtap(&["run", "missing.bas"]).status.code(), Some(2));
    for arguments in [
        &["run", "a.bas", "--seconds", "0"][..],
        &["run", "a.bas", "--do", "frames 1", "--script", "x"],
        &["run"],
    ] {
        assert_eq!(place.zxtap(arguments).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn scripts_judge_a_run() {
    let place = Place::new();
    place.file("a.bas", "10 PRINT \"ready\": PAUSE 0: PRINT \"Well done\": PRINT x\n");
    let run = |steps: &str| place.zxtap(&["run", "a.bas", "--do", steps]);
    assert_eq!(run("wait \"ready\"; screenshot \"r.png\"").status.code(), Some(0));
    assert!(place.path("r.png").is_file());
    // An error that nobody asked for fails, one that was asked for does not.
    assert_eq!(run("wait \"ready\"; press a; wait report").status.code(), Some(1));
    assert_eq!(run("wait \"ready\"; press a; wait report; expect report 2").status.code(), Some(0));
    let output = run("wait \"ready\"; press a; wait report; expect at 1,0 \"Well dome\"");
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(said.contains("error[E803]: \"Well dome\" is not at 1,0; there is \"Well done\""), "{said}");
    assert!(
        said.contains(" --> --do:1:37\n") && said.contains("the program has stopped: 2 Variable"),
        "{said}"
    );
    // The program has stopped: a text that is not there will not come, and nobody waits for it.
    let (document, code) = place.run(&["a.bas", "--do", "wait \"ready\"; press a; wait 9000s \"Bye\""]);
    assert_eq!((document["failure"]["column"].as_u64(), code), (Some(24), 1));
    assert!(document["frames"].as_u64() < Some(500), "{document}");
    // Nothing is run with a script that cannot be read.
    let output = run("wait \"ready\"; clik 5");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    assert!(
        stderr(&output).contains("error[E801]: there is no step `clik`\n --> --do:1:15\n"),
        "{}",
        stderr(&output)
    );
    // A limit on the whole.
    let output = place.zxtap(&["run", "a.bas", "--seconds", "3", "--do", "frames 1000"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("the time is over"), "{}", stderr(&output));
}

#[test]
fn failures_name_what_is_nearest() {
    let place = Place::new();
    place.file("a.bas", "10 LET score=120: LET n$=\"Ann\": DIM b(3): PRINT \"Score: \";score\n");
    for (step, message, nearest) in [
        ("expect \"Score: 100\"", "\"Score: 100\" is not on the screen", "\"Score: 120\" at 0,0"),
        ("expect not \"Score\"", "\"Score\" at 0,0 is on the screen", ""),
        ("expect var score = 100", "score is 120, not 100", ""),
        ("expect var n$ = \"Bob\"", "n$ is \"Ann\", not \"Bob\"", ""),
        ("expect var n$ = 1", "n$ is \"Ann\", not 1", ""),
        ("expect var scores = 1", "there is no variable scores", "score = 120"),
        ("expect var b(4) = 0", "there is no variable b(4)", "b(3) = 0, 0, 0"),
        ("expect report 9", "the report is `0 OK, 10:4`, not `9`", ""),
    ] {
        let (document, code) = place.run(&["a.bas", "--do", &format!("wait report; {step}")]);
        assert_eq!((document["failure"]["message"].as_str(), code), (Some(message), 1), "{step}");
        let said = document["failure"]["nearest"].as_str().unwrap_or_default();
        assert!(said.contains(nearest) && said.is_empty() == nearest.is_empty(), "{step}: {said}");
    }
}

#[test]
fn all_scripts_of_the_project_pass() {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("zxtap");
    let output = command.args(["test", "tests/scripts"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    let scripts = fs::read_dir("tests/scripts").unwrap().flatten();
    let count = scripts.filter(|entry| entry.path().extension().is_some_and(|e| e == "play")).count();
    assert_eq!(stdout(&output).lines().filter(|line| line.starts_with("ok ")).count(), count);
    assert!(stdout(&output).contains("ok 1 - tests/scripts/editor.play # 5 steps, "), "{}", stdout(&output));
}

#[test]
fn tests_are_told_in_order_in_three_forms() {
    let place = Place::new();
    place.with("prog.bas", "10 PRINT \"<&>\": PAUSE 0\n").file("other.bas", "10 PRNT\n");
    place.file("good.play", "load \"prog.bas\"\nwait \"<&>\"\n");
    place.file("bad.play", "wait \"<&>\"\n  expect \"<&!\" # it is not\n");
    place.file("wrong.play", "load \"prog.bas\"\nwait forever\n");
    place.file("broken.play", "load \"other.bas\"\nframes 1\n");
    let scripts = ["good.play", "bad.play", "wrong.play", "broken.play"];
    for jobs in ["1", "4"] {
        let arguments =
            [&["test", "--program", "prog.bas", "--junit", "out.xml", "--jobs", jobs][..], &scripts].concat();
        let output = place.zxtap(&arguments);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let text = stdout(&output);
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines[..2], ["TAP version 14", "1..4"]);
        assert!(lines[2].starts_with("ok 1 - good.play # 1 step, "), "{text}");
        assert_eq!(lines[3], "not ok 2 - bad.play # step 2 failed: \"<&!\" is not on the screen");
        assert_eq!(lines[4], "not ok 3 - wrong.play # the script is at fault");
        assert_eq!(lines[5], "not ok 4 - broken.play # other.bas cannot be run");
        assert!(text.contains("#  --> bad.play:2:3\n") && text.contains("#  --> wrong.play:2:6\n"), "{text}");
        assert!(text.contains("# |<&>                             |\n"), "the screen is shown: {text}");
        assert!(stderr(&output).contains("1 passed, 3 failed"));
        let xml = fs::read_to_string(place.path("out.xml")).unwrap();
        well_formed(&xml);
        assert!(xml.contains("tests=\"4\" failures=\"1\" errors=\"2\""), "{xml}");
    }
    let output = place.zxtap(&[&["test", "--json", "--program", "prog.bas"][..], &scripts].concat());
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&document["passed"], &document["failed"]), (&1.into(), &3.into()));
    assert_eq!(document["scripts"][1]["failure"]["line"], 2);
    assert_eq!(document["scripts"][0]["ok"], true);
    assert_eq!(place.zxtap(&["test", "missing.play"]).status.code(), Some(2));
    assert_eq!(place.zxtap(&["test", "."]).status.code(), Some(1));
    fs::create_dir(place.path("empty")).unwrap();
    assert_eq!(place.zxtap(&["test", "empty"]).status.code(), Some(2));
}

/// Fails unless every element is closed in its turn and no bare `&` or `<` stands in a text.
fn well_formed(xml: &str) {
    let mut open = Vec::new();
    let body = xml.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").expect("a declaration");
    for piece in body.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap_or_else(|| panic!("{piece} is not closed"));
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        for entity in tag.split('&').skip(1).chain(text.split('&').skip(1)) {
            let known = ["amp;", "lt;", "gt;", "quot;"];
            assert!(known.iter().any(|known| entity.starts_with(known)), "&{entity}");
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}

#[test]
fn a_script_finds_its_program() {
    let place = Place::new();
    fs::create_dir(place.path("sub")).unwrap();
    place.with("sub/a.bas", "10 PRINT \"beside\"\n").file("other.bas", "10 PRINT \"other\"\n");
    place.file("sub/a.play", "wait \"beside\"");
    place.file("sub/b.play", "load \"../other.bas\"; wait \"other\"");
    place.file("sub/c.play", "expect \"1982\"");
    for script in ["sub/a.play", "sub/b.play", "sub/c.play"] {
        let output = place.zxtap(&["test", script]);
        assert_eq!(output.status.code(), Some(0), "{script}: {}", stdout(&output));
    }
    let output = place.zxtap(&["test", "--program", "other.bas", "sub/a.play"]);
    assert_eq!(output.status.code(), Some(1), "--program goes before the file beside the script");
    assert!(Path::new("tests/scripts/input.bas").is_file());
}

#[test]
fn a_report_of_a_minified_program_is_shown_on_the_text() {
    let folder = tempfile::tempdir().unwrap();
    let text = "10 REM one\n20 LET score=1\n30 LET total=score\n40 PRINT total: LET a=score+missing\n";
    std::fs::write(folder.path().join("a.bas"), text).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("zxtap").unwrap();
        let output =
            command.current_dir(folder.path()).args(["run", "a.bas"]).args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, plain) = run(&[]);
    assert_eq!(code, Some(1));
    assert!(plain.contains("40:2") && plain.contains("`missing` has no value yet"), "{plain}");
    let (code, said) = run(&["--minify"]);
    assert_eq!(code, Some(1));
    // The summary at the end names the report as the machine showed it.
    let diagnostic = |said: &str| said.split("\n\n").next().unwrap().to_owned();
    assert_eq!(diagnostic(&said), diagnostic(&plain));
}
