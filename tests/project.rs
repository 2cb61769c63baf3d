//! Tapes of several parts, projects, screens and the commands around them, as people and scripts use them.

#[path = "support/place.rs"]
mod place;

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use place::{Place, stderr, stdout};
use serde_json::Value;
use zxtap::toolchain::project::{self, KEYS, PART_KEYS};
use zxtap::toolchain::{picture, screen};

const GOOD: &str = "10 REM good\n20 STOP\n";

/// LD A,2: OUT (FE),A: LD BC,42: RET
const CODE: [u8; 8] = [0x3E, 2, 0xD3, 0xFE, 0x01, 42, 0, 0xC9];

#[track_caller]
fn code(output: &Output, code: i32) {
    assert_eq!(output.status.code(), Some(code), "{}{}", stdout(output), stderr(output));
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

fn picture_of(bytes: &[u8]) -> Vec<u8> {
    screen::png(screen::WIDTH, &screen::pixels(bytes)).unwrap()
}

/// A screen in which every cell has two colours at most, as every screen has.
fn a_screen() -> Vec<u8> {
    (0..screen::BYTES).map(|i| (i * 31 + i / 256) as u8 & 0x7F).collect()
}

/// A folder with one part of each kind.
fn parts() -> Place {
    let place = Place::new();
    place.file("main.bas", "#autostart 10\n10 LOAD \"\" CODE: PRINT USR 32768\n");
    place.file("title.scr", a_screen());
    place.file("title.png", picture_of(&a_screen()));
    place.file("game.bin", CODE);
    place.file("list.json", "[1,2,3]");
    place.file("other.tap", b"\x03\x00\xFF\x01\xFE");
    place
}

// ---- parts on the command line

#[test]
fn parts_stand_on_the_tape_in_the_order_given() {
    let place = parts();
    let arguments = [
        "build",
        "main.bas",
        "game.bin@0x8000",
        "title.scr",
        "list.json@q",
        "game.bin@raw",
        "other.tap",
        "-o",
        "x.tap",
    ];
    let output = place.zxtap(&arguments);
    code(&output, 0);
    let said = stderr(&output);
    for line in [
        "x.tap: \"main\", 24 bytes, 1 line, runs from line 10, ",
        "x.tap: \"game\", 8 bytes at 32768, ",
        "x.tap: \"title\", 6912 bytes at 16384, ",
        "x.tap: \"list\", the array q(), ",
        "x.tap: 8 bytes without a header, ",
        "x.tap: 1 block, ",
        "x.tap: 6 parts, ",
    ] {
        assert!(said.contains(line), "{line:?} in {said}");
    }
    let info = json(&place.zxtap(&["info", "x.tap", "--json"]));
    let kinds: Vec<_> = info["blocks"].as_array().unwrap().iter().map(|b| b["file_type"].clone()).collect();
    assert_eq!(kinds.len(), 10);
    assert_eq!((&kinds[0], &kinds[2], &kinds[6]), (&"program".into(), &"bytes".into(), &"numbers".into()));
    let ran = place.zxtap(&["run", "x.tap"]);
    code(&ran, 0);
    assert!(stdout(&ran).lines().any(|line| line == "42"), "{}", stdout(&ran));
}

#[test]
fn a_loader_is_made_where_there_is_none() {
    let place = parts();
    let output =
        place.zxtap(&["build", "title.png", "game.bin@32768", "-o", "x.tap", "--name", "boot", "--json"]);
    code(&output, 0);
    let document = json(&output);
    let outputs = document["outputs"].as_array().unwrap();
    assert_eq!(outputs.len(), 3);
    assert_eq!((&outputs[0]["name"], &outputs[0]["kind"]), (&"boot".into(), &"program".into()));
    assert_eq!((&outputs[2]["name"], &outputs[2]["start"]), (&"game".into(), &32768.into()));
    for real_tape in [&["run", "x.tap", "--json"][..], &["run", "x.tap", "--json", "--real-tape"]] {
        let ran = json(&place.zxtap(real_tape));
        assert_eq!(ran["report"]["text"], "OK");
        assert_eq!(ran["report"]["line"], 60);
    }
    code(&place.zxtap(&["build", "game.bin@32768", "--no-loader", "--name", "bare", "-o", "y.tap"]), 0);
    assert_eq!(fs::read(place.path("y.tap")).unwrap().len(), 21 + 12);
    let loaded =
        place.zxtap(&["build", "game.bin@40000", "--clear", "30000", "--start", "40002", "-o", "z.tap"]);
    code(&loaded, 0);
    let listed = stdout(&place.zxtap(&["list", "z.tap"]));
    assert!(listed.contains("10 CLEAR 30000") && listed.contains("USR 40002"), "{listed}");
    let asked = place.zxtap(&["build", "--loader", "main.bas", "-o", "w.tap"]);
    code(&asked, 0);
    assert_eq!(stdout(&place.zxtap(&["list", "w.tap"])).matches("LOAD").count(), 2);
}

#[test]
fn every_container_takes_parts() {
    let place = parts();
    for name in ["x.tap", "x.tzx", "x.wav"] {
        code(&place.zxtap(&["build", "title.scr", "game.bin@32768", "-o", name]), 0);
        let ran = json(&place.zxtap(&["run", name, "--json"]));
        assert_eq!(ran["report"]["text"], "OK", "{name}");
    }
    // What a TZX has of its own stays in a TZX and cannot go into a TAP.
    place.file("turbo.tzx", b"ZXTape!\x1A\x01\x14\x12\x78\x08\x10\x00");
    code(&place.zxtap(&["build", "main.bas", "turbo.tzx", "-o", "y.tzx"]), 0);
    assert!(fs::read(place.path("y.tzx")).unwrap().ends_with(b"\x12\x78\x08\x10\x00"));
    let refused = place.zxtap(&["build", "main.bas", "turbo.tzx", "-o", "y.tap"]);
    code(&refused, 1);
    assert!(stderr(&refused).contains("block 2 cannot go into a TAP"), "{}", stderr(&refused));
    assert!(!place.path("y.tap").exists());
}

#[test]
fn a_wrong_part_is_named_and_nothing_is_written() {
    let place = parts();
    place.file("short.scr", [0; 100]);
    place.file("noise.dat", [0x80, 0xFF, 0x00, 0x12, 0xFE, 0x9C].repeat(99));
    let before = place.names("");
    for (arguments, exit, words) in [
        (&["game.bin"][..], 2, "game.bin: bytes need an address, such as @32768"),
        (&["game.bin@70000"], 2, "game.bin@70000: the address 70000 is past 65535"),
        (&["game.bin@8000h"], 2, "`8000h` is no address: write it as 32768 or 0x8000"),
        (&["missing.bin@32768"], 2, "cannot read missing.bin: no such file"),
        (&["game.bin@1000"], 1, "error[E905]: game.bin: 1000 is in the ROM"),
        (&["game.bin@65535"], 1, "error[E905]: game.bin: 8 bytes at 65535 end at 65542, past 65535"),
        (&["game.bin@23900"], 1, "error[E906]: code at 23900 overlaps the loader"),
        (&["main.bas", "game.bin@23760"], 1, "error[E906]: game.bin (23760 to 23767) overlaps main.bas"),
        (&["game.bin@32768", "game.bin@32770"], 1, "overlaps game.bin (32768 to 32775)"),
        (&["short.scr"], 1, "error[E904]: short.scr: it has 100 bytes; a screen has 6912"),
        (&["noise.dat"], 1, "a part is NAME.bas, NAME.scr"),
        (&["main.bas", "zxtap.toml"], 2, "zxtap.toml is a project: give it alone"),
        (&["main.bas", "."], 2, ". is a folder without a zxtap.toml"),
        (
            &["main.bas", "--start", "40000"],
            1,
            "`start` is for the loader that zxtap makes, and there is none",
        ),
    ] {
        let output = place.zxtap(&[&["build", "-o", "x.tap"], arguments].concat());
        code(&output, exit);
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
        assert_eq!(place.names(""), before, "{arguments:?}");
    }
    let several = place.zxtap(&["build", "main.bas", "title.scr"]);
    code(&several, 2);
    assert!(stderr(&several).contains("say where it goes, -o OUT"), "{}", stderr(&several));
    code(&place.zxtap(&["build", "game.bin@32768", "game.bin@32770", "--allow-overlap", "-o", "x.tap"]), 0);
}

#[test]
fn two_spellings_of_one_output_are_one_output() {
    let place = Place::new();
    place.file("a.bas", GOOD);
    let output = place.zxtap(&["build", "a.bas", "./a.bas"]);
    code(&output, 2);
    assert!(stderr(&output).contains("two inputs would both be written to ./a.tap"), "{}", stderr(&output));
    assert_eq!(place.names(""), ["a.bas"]);
}

#[test]
fn a_document_comes_also_when_writing_fails() {
    let place = Place::new();
    place.file("a.bas", "10 PRINT usr32768\n");
    let output = place.zxtap(&["build", "a.bas", "-o", "nowhere/a.tap", "--json"]);
    code(&output, 2);
    let document = json(&output);
    assert_eq!(document["outputs"], Value::Array(Vec::new()));
    assert_eq!(document["diagnostics"][0]["code"], "W609");
}

// ---- projects

#[test]
fn a_new_project_builds_and_passes_its_test() {
    let place = Place::new();
    code(&place.zxtap(&["new", "hello"]), 0);
    for command in ["build", "check", "test"] {
        code(&place.zxtap(&[command, "hello"]), 0);
        code(&place.zxtap(&[command, "hello/zxtap.toml"]), 0);
        let mut here = place.command(&[command]);
        assert!(here.current_dir(place.path("hello")).output().unwrap().status.success(), "{command}");
    }
    code(&place.zxtap(&["test", "hello/tests/start.play"]), 0);
    let mut one = place.command(&["test", "start.play"]);
    assert!(one.current_dir(place.path("hello/tests")).output().unwrap().status.success());
    assert_eq!(place.names("hello"), [".gitignore", "README.md", "hello.tap", "src", "tests", "zxtap.toml"]);
    let ran = place.zxtap(&["run", "hello", "--do", "wait \"any key\"; press x; wait \"That was x\""]);
    code(&ran, 0);
    let again = place.zxtap(&["new", "hello"]);
    code(&again, 2);
    assert!(stderr(&again).contains("hello: the folder is there already, and not empty"));
}

#[test]
fn a_project_may_have_any_name_that_a_folder_has() {
    let place = Place::new();
    fs::create_dir(place.path("empty")).unwrap();
    for name in ["empty", "a very long name", "häuser", "with \"quotes\"", "three.bas"] {
        code(&place.zxtap(&["new", name]), 0);
        code(&place.zxtap(&["build", name]), 0);
        code(&place.zxtap(&["test", name]), 0);
    }
    for name in ["..", "-x", "nowhere/project"] {
        code(&place.zxtap(&["new", "--", name]), 2);
    }
    assert_eq!(place.names("").len(), 5, "{:?}", place.names(""));
}

#[test]
fn a_wrong_project_is_told_by_its_lines() {
    let place = parts();
    place.file("p/a.bas", GOOD);
    for (text, exit, words) in [
        ("parts = [\"a.bas\"]\nnmae = \"x\"\n", 1, " --> p/zxtap.toml:2:1\n"),
        ("parts = [\"a.bas\"]\nname = three\n", 1, "error[E901]: "),
        ("parts = [\n  \"a.bas\",\n  \"missing.scr\",\n]\n", 2, " --> p/zxtap.toml:3:3\n"),
        ("parts = [\n  \"a.bas\",\n  \"../game.bin@1000\",\n]\n", 1, " --> p/zxtap.toml:3:3\n"),
        ("parts = [\"../game.bin@32768\",\n\"../game.bin@32769\"]", 1, " --> p/zxtap.toml:2:1\n"),
        (
            "parts = [{ file = \"a.bas\", name = \"a\\u0007\" }]",
            1,
            "cannot hold the control character U+0007",
        ),
        ("", 1, "a project has at least one part"),
    ] {
        place.file("p/zxtap.toml", text);
        for command in ["build", "check"] {
            let output = place.zxtap(&[command, "p"]);
            code(&output, exit);
            assert!(stderr(&output).contains(words), "{text}: {}", stderr(&output));
            assert_eq!(place.names("p"), ["a.bas", "zxtap.toml"]);
        }
        assert_ne!(place.zxtap(&["run", "p"]).status.code(), Some(0), "{text}");
    }
    place.file("p/zxtap.toml", "parts = [\"a.bas\"]\nnmae = \"x\"\n");
    let output = place.zxtap(&["check", "p", "--json"]);
    assert_eq!(json(&output)["diagnostics"][0]["help"], "did you mean `name`?");
    code(&place.zxtap(&["build", "q.toml"]), 2);
    code(&place.zxtap(&["build"]), 2);
    code(&place.zxtap(&["test", "p"]), 1);
}

#[test]
fn a_script_may_load_a_project() {
    let place = parts();
    place.file("p/zxtap.toml", "parts = [\"../title.png\", \"../game.bin@32768\"]\nname = \"p\"\n");
    place.file("s/one.play", "load \"../p/zxtap.toml\"\nwait report\nexpect report \"0\"\n");
    code(&place.zxtap(&["test", "s"]), 0);
    let untested = place.zxtap(&["test", "p"]);
    code(&untested, 2);
    assert!(stderr(&untested).contains("names no tests"));
}

#[test]
fn a_report_is_shown_on_the_text_of_the_program_that_stopped() {
    let place = Place::new();
    place.file("loader.bas", "#autostart 10\n10 CLEAR 40000\n20 LOAD \"\"\n");
    place.file("main.bas", "#autostart 10\n10 DEF FN a(x)=x+1\n20 PRINT FN a(1)\n30 PRINT b\n");
    place.file("zxtap.toml", "parts = [\"loader.bas\", \"main.bas\"]\n");
    let output = place.zxtap(&["run"]);
    code(&output, 1);
    assert!(
        stderr(&output).contains("error[E701]: 2 Variable not found, 30:1\n --> main.bas:4:4 "),
        "{}",
        stderr(&output)
    );
    place.file("loader.bas", "#autostart 10\n10 CLEAR 40000\n20 LOAD \"\"+a$\n");
    let output = place.zxtap(&["run", ".", "--json"]);
    code(&output, 1);
    assert_eq!(json(&output)["diagnostics"][0]["file"], "loader.bas");
}

/// The blocks of a document in this language.
fn blocks(document: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    document.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

#[test]
fn the_page_on_projects_knows_every_key_and_its_examples_build() {
    let page = fs::read_to_string("docs/projects.md").unwrap();
    for key in KEYS.iter().chain(&PART_KEYS) {
        assert!(page.contains(&format!("| `{key}` |")), "a row for {key}");
    }
    let examples = blocks(&page, "toml");
    assert!(examples.len() >= 2);
    for example in examples {
        let place = parts();
        place.file(
            "src/loader.bas",
            "#autostart 10\n10 CLEAR 32767: LOAD \"\" SCREEN$: LOAD \"\" CODE: RANDOMIZE USR 32768\n",
        );
        place.file("build/game.bin", CODE);
        place.file("pictures/title.png", picture_of(&a_screen()));
        place.file("data/scores.json", "[10,20,30]");
        place.file("tests/start.play", "wait report\nexpect report \"0\"\n");
        place.file("zxtap.toml", &example);
        code(&place.zxtap(&["build"]), 0);
        code(&place.zxtap(&["test"]), 0);
        let source = zxtap::source::Source::new("zxtap.toml", example.as_str());
        assert!(project::read(&source).output.is_some_and(|output| place.path(&output).is_file()));
    }
}

// ---- screens

#[test]
fn a_picture_becomes_a_screen_and_its_preview() {
    let place = parts();
    code(&place.zxtap(&["screen", "title.png", "-o", "new.scr", "--preview", "new.png"]), 0);
    let colours = |name: &str| picture::read(&fs::read(place.path(name)).unwrap()).unwrap().pixels;
    assert!(colours("new.png") == colours("title.png"), "pixel for pixel");
    code(&place.zxtap(&["screen", "new.scr", "--preview", "again.png"]), 0);
    assert!(colours("again.png") == colours("title.png"));

    let mut gaudy = vec![0_u8; 256 * 192];
    gaudy[8..11].copy_from_slice(&[1, 2, 4]);
    place.file("gaudy.png", screen::png(256, &gaudy).unwrap());
    let output = place.zxtap(&["screen", "gaudy.png"]);
    code(&output, 0);
    let words = "warning[W908]: 1 cell has more colours than a cell can show; it is row 0, column 1";
    assert!(stderr(&output).contains(words), "{}", stderr(&output));
    assert_eq!(fs::read(place.path("gaudy.scr")).unwrap().len(), screen::BYTES);
    code(&place.zxtap(&["screen", "gaudy.png", "--deny-warnings", "-o", "no.scr"]), 1);
    assert!(!place.path("no.scr").exists());
    assert_eq!(
        json(&place.zxtap(&["screen", "gaudy.png", "--json"]))["crowded"],
        serde_json::json!([[0, 1]])
    );
    let built = place.zxtap(&["build", "gaudy.png", "-o", "x.tap"]);
    code(&built, 0);
    assert!(stderr(&built).contains("warning[W908]: gaudy.png: 1 cell has more"), "{}", stderr(&built));

    place.file("small.png", screen::png(2, &[1, 2]).unwrap());
    let output = place.zxtap(&["screen", "small.png"]);
    code(&output, 1);
    assert!(
        stderr(&output).contains("the picture is 2x1 pixels; a screen is 256x192"),
        "{}",
        stderr(&output)
    );
    code(&place.zxtap(&["screen", "missing.png"]), 2);
}

#[test]
fn the_picture_of_a_run_becomes_its_screen() {
    let place = Place::new();
    place.file("p.bas", "10 BORDER 3: PAPER 5: INK 1: CLS: PRINT AT 3,3; BRIGHT 1;\"hello\": PAUSE 0\n");
    code(&place.zxtap(&["run", "p.bas", "--png", "p.png", "--do", "wait \"hello\"; frames 5"]), 0);
    code(&place.zxtap(&["screen", "p.png", "-o", "p.scr", "--preview", "q.png", "--deny-warnings"]), 0);
    let read = |name: &str| picture::read(&fs::read(place.path(name)).unwrap()).unwrap();
    let (whole, inner) = (read("p.png"), read("q.png"));
    assert_eq!((whole.width, inner.width), (320, 256));
    for y in 0..192 {
        let row = (y + 32) * 320 + 32;
        assert!(whole.pixels[row..row + 256] == inner.pixels[y * 256..(y + 1) * 256], "row {y}");
    }
}

// ---- completions, manual pages, messages

/// The names of all commands, as the help has them.
fn commands(place: &Place) -> Vec<String> {
    let help = stdout(&place.zxtap(&["--help"]));
    let listed = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap().to_owned();
    let names = listed.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned)
        .filter(|c| c != "help")
        .collect()
}

#[test]
fn completions_and_pages_know_every_command() {
    let place = Place::new();
    let commands = commands(&place);
    assert!(commands.len() >= 15, "{commands:?}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = place.zxtap(&["completions", shell]);
        code(&output, 0);
        for command in &commands {
            assert!(stdout(&output).contains(command.as_str()), "{command} for {shell}");
        }
    }
    code(&place.zxtap(&["completions", "cmd"]), 2);
    let page = stdout(&place.zxtap(&["man"]));
    code(&place.zxtap(&["man", "-d", "pages"]), 0);
    let files = place.names("pages");
    assert!(files.contains(&"zxtap.1".to_owned()));
    for command in &commands {
        assert!(page.contains(&format!("zxtap\\-{command}(1)")), "{command} in the page of zxtap");
        assert!(files.contains(&format!("zxtap-{command}.1")), "a page for {command}");
        let alone = place.zxtap(&["man", command]);
        assert_eq!(alone.stdout, fs::read(place.path(&format!("pages/zxtap-{command}.1"))).unwrap());
    }
    code(&place.zxtap(&["man", "nothing"]), 2);
}

#[test]
fn messages_take_the_form_that_is_asked_for() {
    let place = Place::new();
    place.file("a.bas", "10 REM 100%\n20 a=1\n");
    let github = "::error file=a.bas,line=2,col=4,endLine=2,endColumn=5,title=E304::";
    for arguments in [
        &["check", "a.bas", "--format", "github"][..],
        &["check", "a.bas", "--message-format", "github"],
        &["build", "a.bas", "--message-format", "github"],
        &["run", "a.bas", "--message-format", "github"],
    ] {
        let output = place.zxtap(arguments);
        code(&output, 1);
        assert!(stderr(&output).starts_with(github), "{arguments:?}: {}", stderr(&output));
        assert!(output.stdout.is_empty());
    }
    place.file("main.bas", "#include \"a.bas\"\n20 STOP\n");
    let included = place.zxtap(&["check", "main.bas", "--format", "github"]);
    assert!(stderr(&included).starts_with(github), "{}", stderr(&included));
    let piped = place.zxtap_with_stdin(&["check", "-", "--format", "github"], b"10 a=1\n");
    assert!(stderr(&piped).starts_with("::error title=E304::"), "{}", stderr(&piped));
    let lines = place.zxtap(&["check", "a.bas", "--message-format", "json"]);
    let first: Value = serde_json::from_str(stderr(&lines).lines().next().unwrap()).unwrap();
    let document = json(&place.zxtap(&["check", "a.bas", "--json"]));
    assert_eq!(first, document["diagnostics"][0]);
    for arguments in [["build", "a.bas"], ["build", "missing.bas"], ["run", "a.bas"], ["check", "a.bas"]] {
        let said = stderr(&place.zxtap(&[&arguments[..], &["--message-format", "json"]].concat()));
        assert!(!said.is_empty());
        for line in said.lines() {
            let object: Value =
                serde_json::from_str(line).unwrap_or_else(|_| panic!("{arguments:?}: {line}"));
            assert_eq!(object["severity"], "error");
        }
    }

    place.file("t.tap", b"\x03\x00\xFF\x01\x00");
    let verified = place.zxtap(&["verify", "t.tap", "--message-format", "github"]);
    code(&verified, 1);
    let bad = "::error file=t.tap::block 0 at offset 0x0: checksum bad: stored 00, computed FE\n";
    assert!(stdout(&verified).contains(bad), "{}", stdout(&verified));

    place.file("b.bas", "10 STOP\n");
    place.file("b.play", "wait report\nexpect \"hi\"\n");
    let tested = place.zxtap(&["test", "b.play", "--message-format", "github"]);
    code(&tested, 1);
    assert!(stderr(&tested).contains("::error file=b.play,line=2,col="), "{}", stderr(&tested));
    let missing = place.zxtap(&["build", "missing.bas", "--message-format", "github"]);
    code(&missing, 2);
    assert_eq!(stderr(&missing), "::error::cannot read missing.bas: no such file\n");
}

// ---- watch

/// A watching process and the lines it says.
struct Watching {
    child: std::process::Child,
    lines: mpsc::Receiver<String>,
}

impl Watching {
    fn new(place: &Place, arguments: &[&str]) -> Watching {
        let mut child = Command::new(env!("CARGO_BIN_EXE_zxtap"))
            .args(arguments)
            .current_dir(place.folder())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = mpsc::channel();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        std::thread::spawn(move || {
            stderr.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Watching { child, lines }
    }

    /// All that is said up to a line with these words, within a minute.
    #[track_caller]
    fn until(&self, words: &str) -> String {
        let end = Instant::now() + Duration::from_secs(60);
        let mut said = String::new();
        while !said.contains(words) {
            let left = end.saturating_duration_since(Instant::now());
            let line =
                self.lines.recv_timeout(left).unwrap_or_else(|_| panic!("{words:?} was not said in {said}"));
            said += &line;
            said.push('\n');
        }
        said
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
#[cfg(unix)]
fn watching_sees_every_kind_of_save_and_ends_by_a_signal() {
    let place = Place::new();
    code(&place.zxtap(&["new", "p"]), 0);
    let main = place.path("p/src/main.bas");
    let text = fs::read_to_string(&main).unwrap();
    let mut watching = Watching::new(&place, &["watch", "p", "--test", "--run"]);
    watching.until("round 1: good");
    watching.until("Ctrl-C ends");
    // An editor that writes a file and moves it into place.
    fs::write(place.path("p/src/.main.swp"), text.replace("That was", "It was")).unwrap();
    fs::rename(place.path("p/src/.main.swp"), &main).unwrap();
    let said = watching.until("Ctrl-C ends");
    assert!(said.contains("p/src/main.bas has changed: round 2"), "{said}");
    assert!(said.contains("0 passed, 1 failed") && said.contains("round 2: failed"), "{said}");
    // An error, and its end. A file may be seen before all of it is written; then there is one round more.
    fs::write(&main, "10 PRNT\n").unwrap();
    watching.until("error[E301]");
    watching.until("Ctrl-C ends");
    fs::write(place.path("p/zxtap.toml"), "nmae = 1\n").unwrap();
    watching.until("did you mean `name`?");
    watching.until("Ctrl-C ends");
    fs::write(&main, &text).unwrap();
    fs::write(place.path("p/zxtap.toml"), "name = \"p\"\nparts = [\"src/main.bas\"]\n").unwrap();
    watching.until(": good");
    watching.until("Ctrl-C ends");
    let id = watching.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let end = Instant::now() + Duration::from_secs(60);
    while watching.child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < end, "it does not end");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(watching.child.wait().unwrap().code(), Some(0));
}

#[test]
#[cfg(unix)]
fn watching_a_file_ends_a_round_not_itself_when_it_is_gone() {
    let place = Place::new();
    place.file("a.bas", GOOD);
    let watching = Watching::new(&place, &["watch", "a.bas"]);
    watching.until("round 1: good");
    watching.until("Ctrl-C ends");
    fs::remove_file(place.path("a.bas")).unwrap();
    assert!(watching.until("round 2: failed").contains("cannot read a.bas: no such file"));
    watching.until("Ctrl-C ends");
    place.file("a.bas", GOOD);
    watching.until("round 3: good");
}

#[test]
fn a_project_says_how_its_programs_are_numbered_and_made_smaller() {
    let place = Place::new();
    place.file("a.bas", "REM gone\nLET score=1\nPRINT score\n");
    place.file("zxtap.toml", "parts = ['a.bas']\nminify = ['rem', 'names']\nlines = '100,5'\n");
    code(&place.zxtap(&["build"]), 0);
    let listed = place.zxtap(&["list", "a.tap"]);
    assert!(stdout(&listed).ends_with("105 LET a=1\n110 PRINT a\n"), "{}", stdout(&listed));
    code(&place.zxtap(&["build", "--minify=spaces", "--lines", "20"]), 0);
    let listed = place.zxtap(&["list", "a.tap"]);
    assert!(stdout(&listed).contains("20 REM gone\n"), "{}", stdout(&listed));
    assert!(stdout(&listed).contains(" LET score=1\n"), "{}", stdout(&listed));
}

#[test]
fn programs_that_are_merged_keep_the_names_they_share() {
    let place = Place::new();
    place.file("a.bas", "#autostart 10\n10 LET score=1: MERGE \"\": GO TO 110\n");
    place.file("b.bas", "100 REM b\n110 LET score=score+41\n120 PRINT  \"It is \";score: STOP\n");
    place.file("zxtap.toml", "parts = ['a.bas', 'b.bas']\nminify = true\noutput = \"ab.tap\"\n");
    code(&place.zxtap(&["build"]), 0);
    let listed = stdout(&place.zxtap(&["list", "ab.tap"]));
    assert!(listed.contains("100 REM b\n") && listed.contains("120 PRINT \"It is \""), "{listed}");
    let run = place.zxtap(&["run"]);
    assert!(stdout(&run).contains("It is 42"), "{}{}", stdout(&run), stderr(&run));
    fs::remove_file(place.path("a.bas")).unwrap();
    place.file("b.bas", "10 MERGE \"\"\n");
    code(&place.zxtap(&["build"]), 2);
}

#[test]
#[cfg(unix)]
fn watching_sees_included_files_wherever_they_are_and_when_they_come() {
    let place = Place::new();
    place.file("a/a.bas", "#include \"../lib/one.inc\"\nPRINT 1\n");
    fs::create_dir(place.path("lib")).unwrap();
    let watching = Watching::new(&place, &["watch", "a/a.bas"]);
    assert!(watching.until("round 1: failed").contains("../lib/one.inc"));
    watching.until("Ctrl-C ends");
    place.file("lib/one.inc", "#lines 10,10\n#include \"two.basic\"\n");
    assert!(watching.until("has changed").contains("lib/one.inc"));
    watching.until("Ctrl-C ends");
    place.file("lib/two.basic", "PRINT 2\n");
    assert!(watching.until("has changed").contains("lib/two.basic"));
    watching.until(": good");
}

// ---- docs/cookbook.md

/// The files that a section shows: a line with a name in back-quotes and a colon, then the text.
fn shown_files(section: &str) -> Vec<(String, String)> {
    let mut pieces = section.split("```");
    let mut before = pieces.next().unwrap_or_default();
    let mut files = Vec::new();
    while let (Some(block), Some(after)) = (pieces.next(), pieces.next()) {
        let last = before.trim_end().lines().last().unwrap_or_default();
        if let Some(name) = last.strip_prefix('`').and_then(|line| line.strip_suffix("`:")) {
            files.push((name.to_owned(), block.split_once('\n').unwrap().1.to_owned()));
        }
        before = after;
    }
    files
}

#[test]
#[cfg(unix)]
fn the_recipes_of_the_cookbook_work() {
    let page = fs::read_to_string("docs/cookbook.md").unwrap();
    let sections: Vec<&str> = page.split("\n## ").skip(1).collect();
    assert_eq!(sections.len(), 12);
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_zxtap"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    for section in sections {
        let place = parts();
        place.file("loader.bas", "#autostart 10\n10 LOAD \"\" SCREEN$: LOAD \"\" CODE\n");
        place.file("udg.bin", [0x18, 0x3C, 0x7E, 0xDB, 0xFF, 0x24, 0x5A, 0xA5]);
        for (name, text) in shown_files(section) {
            place.file(&name, text);
        }
        Command::new("git").args(["init", "-q"]).current_dir(place.folder()).output().unwrap();
        let commands = blocks(section, "sh");
        assert!(!commands.is_empty(), "{section}");
        for command in commands.iter().flat_map(|block| block.lines()) {
            let output = Command::new("sh")
                .args(["-c", command])
                .current_dir(place.folder())
                .env("PATH", &path)
                .stdin(Stdio::null())
                .output()
                .unwrap();
            assert!(output.status.success(), "{command}: {}{}", stdout(&output), stderr(&output));
        }
    }
}
