//! `info`, `verify` and `extract` as people and scripts use them: what they say of right, odd, damaged and hostile
//! tapes, of one and of thousands.

#[path = "support/place.rs"]
mod place;

use std::collections::BTreeSet;
use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use place::Place;
use proptest::prelude::*;
use serde_json::Value;
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zxtap::basic::program::{Line, Program};
use zxtap::machine::Machine;
use zxtap::source::Source;
use zxtap::tape::header::padded_name;
use zxtap::tape::{Block, Checksum, FileType, Header, tap, tzx};
use zxtap::toolchain::inspect::{finding::CODES, inspect, json};
use zxtap::toolchain::{BuildOptions, build, extract, screen};

/// How long one hostile file may take, process and slow machine included.
const PATIENCE: Duration = Duration::from_secs(20);

/// A folder for hostile files.
fn place() -> Place {
    Place::within(PATIENCE)
}

impl Place {
    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_slice(&self.zxtap(arguments).stdout).unwrap()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn hi() -> Vec<u8> {
    b"\0\x0A\x06\0\xF5\"hi\"\x0D".to_vec()
}

/// A tape of one program with these bytes; all of it lines.
fn tape_of(program: &[u8]) -> Vec<u8> {
    let length = program.len() as u16;
    let header = Header::program("p", length, None, length);
    tap::write(&[header.block(), Block::new(0xFF, program)]).unwrap()
}

fn built(text: &str) -> Vec<u8> {
    let built = build(&Source::new("t.bas", text), &BuildOptions::default());
    assert!(built.is_good(), "{:?}", built.diagnostics);
    tap::write(&built.blocks).unwrap()
}

/// The bytes of a case: hex, or for the one that is described in words the tape it describes.
fn case_bytes(case: &Value) -> Vec<u8> {
    match case["input_hex"].as_str().unwrap() {
        generated if generated.starts_with('(') => {
            tap::write(&[Header::bytes("screen", 16384, 6912).block(), Block::new(0xFF, &[0; 6912])]).unwrap()
        }
        hex => (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect(),
    }
}

fn cases() -> Vec<Value> {
    let all: Vec<Value> = serde_json::from_str(include_str!("cases/open.json")).unwrap();
    all.into_iter()
        .filter(|case| matches!(case["kind"].as_str(), Some("tap" | "tzx")) && case["input_hex"].is_string())
        .collect()
}

/// What each case is to give: exit code of `verify`, a line of `info` or `verify`.
const EXPECTED: &[(&str, i32, &[&str])] = &[
    ("TAP-01", 1, &["block 1 at offset 0x15: holds 13 data bytes, header says 10"]),
    ("TAP-02", 0, &["1 extra byte after the header's checksum", "Program: test, 10 bytes, LINE 10"]),
    ("TAP-03", 1, &["block 1 at offset 0x15: checksum bad: stored 5F, computed 0A"]),
    ("TAP-05", 0, &["warning: block 1 at offset 0x15: empty", "TAP, 3 blocks, 1 file"]),
    ("TAP-06", 1, &["block 1 at offset 0x15: truncated: length says 12, 8 present (4 missing)"]),
    ("TAP-08-0", 0, &["LINE 0"]),
    ("TAP-08-9999", 0, &["LINE 9999"]),
    ("TAP-08-10000", 0, &["LINE 10000"]),
    ("TAP-08-16384", 0, &["Program: test, 10 bytes  "]),
    ("TAP-08-32768", 0, &["Program: test, 10 bytes  "]),
    ("TAP-23", 0, &["Program: test, 10 bytes  "]),
    ("TAP-09", 0, &["1 line, 6 bytes of variables: a = 42"]),
    ("TAP-11", 0, &["block 1 at offset 0x22: 6 bytes after the program area look like BASIC line 20"]),
    ("TAP-12", 0, &["Bytes: screen 16384,6912"]),
    ("TAP-13", 1, &["headerless, flag FF, 3 bytes"]),
    ("TAP-15", 1, &["flag AA, for a loader of its own", "block 0 at offset 0x0: header without data"]),
    ("TAP-16", 0, &["Program: \\{0x16}\\{0x01}\\{0x05}\\{0xF5}b, 10 bytes"]),
    ("TAP-18", 0, &["TZX 1.20, 2 blocks"]),
    ("TAP-20", 0, &["Number array: a a()", "a(1) = 7"]),
    ("TZX-01", 0, &["Program: test, 10 bytes, LINE 10", "  1 line"]),
    ("TZX-03", 0, &["text \"Created by José ©\""]),
    ("TZX-04", 0, &["custom info \"POKEs\": 3 bytes"]),
    ("TZX-05", 0, &["hardware: (0,1,3) (0,3,1) (3,4,0)"]),
    ("TZX-06", 0, &["unknown: 3 bytes skipped"]),
    ("TZX-08", 0, &["direct recording: 20 bytes, 4 bits used of the last, 79 T a sample"]),
    ("TZX-09", 0, &["CSW recording: 3 pulses, 44100 Hz"]),
    ("TZX-11", 0, &["stop the tape"]),
    ("TZX-12", 0, &["stop the tape if 48K"]),
    ("TZX-13", 0, &["loop 3 times"]),
    ("TZX-16", 1, &["block 2 at offset 0x33: an endless jump to block 0"]),
    ("TZX-17", 0, &["select: +1 \"Load game\" +3 \"Load code\""]),
    (
        "TZX-18",
        0,
        &["title \"Test\" publisher \"Pub\" author \"A. N. Other\" year \"1985\" comment \"note\""],
    ),
    ("TZX-19", 0, &["warning: block 0 at offset 0xa: empty"]),
    ("TZX-20", 1, &["block 1 at offset 0x22: truncated: length says 12, 7 present (5 missing)"]),
    ("TZX-22", 0, &["glue"]),
    ("TZX-24", 0, &["pure tone: 2168 x 8063", "pulse sequence: 667 735"]),
    ("TZX-26", 0, &["deprecated: 8 bytes"]),
    ("TZX-27", 0, &["headerless, flag 2C, 7 bytes"]),
    ("TZX-28", 0, &["6 bits used of the last"]),
    ("TZX-29", 0, &["group \"Part 1\"", "group end"]),
    ("TZX-32", 0, &["glue"]),
];

#[test]
fn the_cases_are_told_as_they_should() {
    let place = place();
    let mut left: BTreeSet<&str> = EXPECTED.iter().map(|(id, ..)| *id).collect();
    for case in cases() {
        let id = case["id"].as_str().unwrap();
        let (_, exit, lines) = EXPECTED.iter().find(|(expected, ..)| *expected == id).expect(id);
        left.remove(id);
        place.file("case", case_bytes(&case));
        let (info, verify) = (place.zxtap(&["info", "case"]), place.zxtap(&["verify", "case"]));
        let told = text(&info.stdout) + &text(&verify.stdout);
        for line in *lines {
            assert!(told.contains(line), "{id}: {line}\n{told}");
        }
        assert_eq!((code(&verify), code(&info)), (*exit, *exit), "{id}\n{told}");
        let json = place.json(&["info", "--json", "case"]);
        assert_eq!(json["faults"].as_array().unwrap().is_empty(), *exit == 0, "{id}");
        if case["expect"]["rom"]["report"].as_str().is_some_and(|report| report.starts_with("R ")) {
            assert_eq!(*exit, 1, "{id}: the ROM says R");
        }
        if let Some(autostart) = case["expect"]["tool"].get("autostart") {
            assert_eq!(&json["blocks"][0]["autostart"], autostart, "{id}");
        }
        if let Some(name) = case["expect"]["tool"].get("name_bytes") {
            assert_eq!(&json["blocks"][0]["name_bytes"], name, "{id}");
        }
        if let Some(blocks) = case["expect"]["blocks"].as_array() {
            assert_eq!(json["blocks"].as_array().unwrap().len(), blocks.len(), "{id}");
            for (block, words) in json["blocks"].as_array().unwrap().iter().zip(blocks) {
                let id_there = format!("{:02X}", block["id"].as_u64().unwrap());
                assert!(words.as_str().unwrap().starts_with(&id_there), "{id}: {words}");
            }
        }
    }
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn headers_as_the_rom_saves_them() {
    let all: Vec<Value> = serde_json::from_str(include_str!("cases/open.json")).unwrap();
    let place = place();
    let headers = all.iter().filter(|case| case["kind"] == "header");
    let mut seen = 0;
    for case in headers {
        let blocks: Vec<Block> = case["expect"]["blocks_hex"]
            .as_array()
            .unwrap()
            .iter()
            .map(|hex| Block::stored(case_bytes(&serde_json::json!({ "input_hex": hex }))))
            .collect();
        if blocks.is_empty() {
            continue; // refused by the ROM: nothing was saved
        }
        place.file("h.tap", tap::write(&blocks).unwrap());
        let block = &place.json(&["info", "--json", "h.tap"])["blocks"][0];
        let (name, autostart) = match case["id"].as_str().unwrap() {
            "HDR-01" => ("loader", Value::from(10)),
            "HDR-02" => ("prog", Value::Null),
            other => panic!("{other}"),
        };
        assert_eq!((&block["name"], &block["autostart"]), (&name.into(), &autostart));
        assert_eq!((&block["file_type"], &block["program_length"]), (&"program".into(), &10.into()));
        assert_eq!(code(&place.zxtap(&["verify", "h.tap"])), 0);
        seen += 1;
    }
    assert_eq!(seen, 2);
}

#[test]
fn the_keys_of_the_contract_stand_in_every_block() {
    let place = place();
    let array = Header { kind: FileType::Numbers, parameter1: 0x8100, ..Header::bytes("n", 0, 8) };
    let blocks = [
        Header::program("p", 10, Some(7), 10).block(),
        Block::new(0xFF, &hi()),
        Header::bytes("c", 30000, 2).block(),
        Block::new(0xFF, &[1, 2]),
        array.block(),
        Block::new(0xFF, &[1, 1, 0, 0, 0, 7, 0, 0]),
    ];
    place.file("a.tap", tap::write(&blocks).unwrap());
    let json = place.json(&["info", "--json", "a.tap"]);
    assert_eq!(json["format"], "tap");
    let blocks = json["blocks"].as_array().unwrap();
    assert_eq!(blocks.len(), 6);
    let keys = [
        "index",
        "kind",
        "flag",
        "length",
        "checksum",
        "name",
        "file_type",
        "autostart",
        "program_length",
        "start",
        "variable",
        "seconds",
    ];
    for (index, block) in blocks.iter().enumerate() {
        assert_eq!(block["index"], index);
        for key in keys {
            assert!(block.get(key).is_some(), "{key} in {block}");
        }
    }
    let kinds: Vec<_> = blocks.iter().map(|block| block["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["header", "data", "header", "data", "header", "data"]);
    assert_eq!(blocks[0]["autostart"], 7);
    assert_eq!((&blocks[2]["start"], &blocks[2]["file_type"]), (&30000.into(), &"bytes".into()));
    assert_eq!((&blocks[4]["variable"], &blocks[4]["file_type"]), (&"a".into(), &"numbers".into()));
    assert_eq!((&blocks[1]["flag"], &blocks[1]["length"]), (&255.into(), &12.into()));
    assert_eq!(blocks[1]["checksum"], "ok");
    assert_eq!(blocks[1]["partner"], 0);
}

#[test]
fn the_structure_of_programs_is_judged() {
    let line = |number: u16, text: &[u8]| Program {
        lines: vec![Line::new(number, text.to_vec())],
        trailing: vec![],
    };
    let two =
        |first: u16, second: u16| [line(first, b"\xFB").encode(), line(second, b"\xFB").encode()].concat();
    let mut lying = two(10, 20);
    lying[8] = 9;
    let codes: &[(&str, Vec<u8>, &str, bool)] = &[
        ("sound", two(10, 20), "", true),
        ("line 0 first", two(0, 1), "", true),
        ("order", two(20, 10), "line-order", false),
        ("twice", two(10, 10), "line-order", false),
        ("number", two(10, 12000), "line-number", true),
        ("end of program", two(10, 20000), "line-number", false),
        ("length", lying, "line-length", false),
        ("no 0D", vec![0, 10, 2, 0, 0xFB, b':'], "line-end", false),
        ("trailing", [two(10, 20), vec![0, 30]].concat(), "trailing", false),
        ("digits alone", line(10, b"\xF51").encode(), "hidden-number", false),
        ("other number", line(10, b"\xF540\x0E\0\0\x2A\0\0").encode(), "other-number", true),
        ("other number of BIN", line(10, b"\xF5\xC4 11 \x0E\0\0\x2A\0\0").encode(), "other-number", true),
        (
            "a number too big for its digits",
            line(10, b"\xF51e99\x0E\0\0\x2A\0\0").encode(),
            "other-number",
            true,
        ),
        ("rounded otherwise", line(10, b"\xF5.5\x0E\x80\0\0\0\0").encode(), "", true),
        ("cut number", line(10, b"\xF51\x0E\0\0").encode(), "cut-number", false),
        ("0E in machine code", line(10, b"\xEA\x0E\0").encode(), "", true),
        ("DEF FN", line(10, b"\xCEa(b)=b").encode(), "slot", false),
        ("refused", line(10, b"\xF5(").encode(), "refused", true),
    ];
    for (what, program, expected, sound) in codes {
        let seen = inspect(tape_of(program));
        let found: Vec<_> = seen.findings.iter().map(|finding| finding.what.code()).collect();
        let expected: Vec<&str> = Some(*expected).filter(|code| !code.is_empty()).into_iter().collect();
        assert_eq!(found, expected, "{what}");
        assert_eq!(seen.faults().next().is_none(), *sound, "{what}");
    }
}

#[test]
fn a_finding_says_where_the_byte_stands() {
    // Header 21 bytes, length 2, flag 1, then line 10 of six bytes; line 20's number stands behind it.
    let lines = [&[0, 20, 2, 0, 0xFB, 13][..], &[0, 10, 2, 0, 0xFB, 13]].concat();
    let finding = &inspect(tape_of(&lines)).findings[0];
    assert_eq!(finding.to_string(), "block 1 at offset 0x1e: line 10: stands behind line 20");
    let blocks = [Header::program("p", 12, None, 12).block(), Block::new(0xFF, &lines)];
    let entries: Vec<_> = blocks.iter().map(|block| tzx::Entry::standard(1000, &block.bytes)).collect();
    let file = tzx::write(tzx::VERSION, &entries);
    let offset = inspect(&file).findings[0].offset;
    assert_eq!(file[offset..offset + 6], lines[6..]);
}

#[test]
fn files_that_a_48k_cannot_hold() {
    let codes = |blocks: &[Block]| -> Vec<&str> {
        inspect(tap::write(blocks).unwrap()).findings.iter().map(|finding| finding.what.code()).collect()
    };
    let bytes = |start, length: u16| {
        codes(&[Header::bytes("c", start, length).block(), Block::new(0xFF, &vec![0; length.into()])])
    };
    assert_eq!(bytes(65000, 536), [""; 0]);
    assert_eq!(bytes(65000, 537), ["past-memory"]);
    assert_eq!(bytes(0, 5), ["into-rom"]);
    let mut rem = vec![0xEA];
    rem.resize(41_476 - 5, b'x');
    for (more, expected) in [(0, vec![]), (1, vec!["does-not-fit"])] {
        rem.resize(rem.len() + more, b'x');
        let program = Program { lines: vec![Line::new(1, rem.clone())], trailing: vec![] }.encode();
        let found: Vec<_> = inspect(tape_of(&program)).findings.iter().map(|f| f.what.code()).collect();
        assert_eq!(found, expected, "{} bytes", program.len());
    }
}

#[test]
fn data_without_header_is_fine_where_something_could_load_it() {
    let faults = |blocks: &[Block]| inspect(tap::write(blocks).unwrap()).faults().count();
    let orphan = Block::new(0xFF, &[1, 2, 3]);
    let loader = b"\0\x0A\x09\0\xF9\xC0\x30\x0E\0\0\0\0\0\x0D".map(|b| b);
    let mut loader = loader.to_vec();
    loader[2] = (loader.len() - 4) as u8;
    let program = |bytes: &[u8]| {
        [Header::program("p", bytes.len() as u16, None, bytes.len() as u16).block(), Block::new(0xFF, bytes)]
    };
    assert_eq!(faults(std::slice::from_ref(&orphan)), 1);
    assert_eq!(faults(&[&program(&hi())[..], std::slice::from_ref(&orphan)].concat()), 1);
    assert_eq!(faults(&[&program(&loader)[..], &[orphan]].concat()), 0);
}

#[test]
fn collections_are_told_a_line_a_tape() {
    let place = place();
    let good = tape_of(&hi());
    let mut bad = good.clone();
    *bad.last_mut().unwrap() ^= 1;
    place.file("all/b/good.TAP", &good);
    place.file("all/a.tap", &bad);
    place.file("all/readme.txt", "no tape");
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in
        [("in/one.tap", &good), ("in/note.txt", &good), ("two.tzx", &b"ZXTape!\x1A\x01\x14".to_vec())]
    {
        archive.start_file(name, SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    place.file("all/z.zip", archive.finish().unwrap().into_inner());
    place.file("all/broken.zip", b"PK\x03\x04 and nothing");
    let verify = place.zxtap(&["verify", "all"]);
    let fault = "all/a.tap: block 1 at offset 0x15: checksum bad: stored 0B, computed 0A\n";
    let lines = [
        "all/a.tap: 1 fault\n",
        fault,
        "all/z.zip/in/one.tap: sound\n",
        "all/z.zip/two.tzx: sound\n",
        "all/b/good.TAP: sound\n",
        "5 tapes: 3 sound, 1 faulty (1 fault), 1 not read\n",
    ];
    assert_eq!(text(&verify.stdout), lines.concat());
    assert!(text(&verify.stderr).contains("all/broken.zip: a bad archive"), "{verify:?}");
    assert_eq!(code(&verify), 1);
    let quiet = place.zxtap(&["verify", "-q", "all"]);
    assert_eq!(text(&quiet.stdout), [lines[0], lines[1], lines[5]].concat());
    let info = text(&place.zxtap(&["info", "all"]).stdout);
    assert!(info.contains("all/b/good.TAP: TAP, 2 blocks, 1 file, 9.1 seconds, sound\n"), "{info}");
    assert_eq!(info.lines().count(), 5);
    let json = place.json(&["verify", "--json", "all"]);
    assert_eq!((&json["sound"], &json["faulty"], &json["unreadable"]), (&3.into(), &1.into(), &1.into()));
    assert_eq!(json["tapes"].as_array().unwrap().len(), 5);
    let json = place.json(&["info", "--json", "all"]);
    assert_eq!(json["tapes"].as_array().unwrap().iter().filter(|t| t["format"] == "tap").count(), 3);
}

#[test]
fn exit_codes() {
    let place = place();
    let good = tape_of(&hi());
    place.file("good.tap", &good);
    place.file("bad.tap", &good[..30]);
    place.file("odd.tap", tap::write(&[Block::default()]).unwrap());
    fs::create_dir(place.path("none")).unwrap();
    for command in ["info", "verify"] {
        assert_eq!(code(&place.zxtap(&[command, "good.tap"])), 0);
        assert_eq!(code(&place.zxtap(&[command, "bad.tap"])), 1);
        assert_eq!(code(&place.zxtap(&[command, "none"])), 1);
        assert_eq!(code(&place.zxtap(&[command, "good.tap", "gone.tap"])), 2);
        assert_eq!(code(&place.zxtap(&[command])), 2);
        assert_eq!(code(&place.zxtap(&[command, "-", "-"])), 2);
        assert_eq!(code(&place.zxtap_with_stdin(&[command, "-"], &good)), 0);
        let both = place.zxtap(&[command, "gone.tap", "bad.tap", "good.tap"]);
        assert_eq!(code(&both), 2);
        assert!(text(&both.stdout).contains("good.tap: "), "{both:?}");
        assert!(text(&both.stderr).contains("gone.tap: cannot be read: no such file"), "{both:?}");
    }
    assert_eq!(code(&place.zxtap(&["verify", "odd.tap"])), 0);
    assert_eq!(code(&place.zxtap(&["verify", "--deny-warnings", "odd.tap"])), 1);
}

#[test]
fn every_kind_of_file_is_extracted() {
    let place = place();
    let mut screen = vec![0; 6912];
    screen[0] = 0x80;
    screen[6144] = 0xC2;
    let numbers = Header { kind: FileType::Numbers, parameter1: 0x8200, ..Header::bytes("n", 0, 15) };
    let strings = Header { kind: FileType::Characters, parameter1: 0xC100, ..Header::bytes("c", 0, 9) };
    let string = Header { kind: FileType::Characters, parameter1: 0x4100, ..Header::bytes("s", 0, 2) };
    let half = [&[1, 2, 0][..], &[0x80, 0, 0, 0, 0], &[0x80 + 67, 0x15, 2, 0xF9, 0]].concat();
    let program = &tap::read(&built("#name hero\n#autostart 10\n10 PRINT \"hi\"; 1.5\n")).blocks;
    let blocks = [
        &program[..],
        &[Header::bytes("pic", 16384, 6912).block(), Block::new(0xFF, &screen)],
        &[Header::bytes("code", 32768, 2).block(), Block::new(0xFF, &[1, 2])],
        &[Header { length: 13, ..numbers }.block(), Block::new(0xFF, &half)],
        &[strings.block(), Block::new(0xFF, b"\x02\x02\0\x02\0abcd")],
        &[string.block(), Block::new(0xFF, b"h\"")],
        &[Block::new(0xAA, &[9])],
    ]
    .concat();
    place.file("t.tap", tap::write(&blocks).unwrap());
    let output = place.zxtap(&["extract", "t.tap", "-d", "out/new"]);
    assert_eq!(code(&output), 0, "{output:?}");
    let names = ["block-12.bin", "c.json", "code.bin", "hero.bas", "n.json", "pic.png", "pic.scr", "s.json"];
    assert_eq!(place.names("out/new"), names);
    let read = |name: &str| fs::read(place.path("out/new").join(name)).unwrap();
    assert_eq!(text(&read("hero.bas")), "#name hero\n#autostart 10\n10 PRINT \"hi\"; 1.5\n");
    assert_eq!((read("code.bin"), read("block-12.bin")), (vec![1, 2], vec![9]));
    assert_eq!(read("pic.scr"), screen);
    assert_eq!(text(&read("c.json")), "{\"name\":\"a$\",\"dimensions\":[2,2],\"values\":[\"ab\",\"cd\"]}\n");
    assert_eq!(text(&read("s.json")), "{\"name\":\"a$\",\"value\":\"h\\\"\"}\n");
    let numbers: Value = serde_json::from_slice(&read("n.json")).unwrap();
    assert_eq!((&numbers["name"], &numbers["values"][0]), (&"b".into(), &0.5.into()));
    let mut picture = png::Decoder::new(Cursor::new(read("pic.png"))).read_info().unwrap();
    assert_eq!((picture.info().width, picture.info().height), (256, 192));
    let palette = picture.info().palette.clone().unwrap();
    let mut pixels = vec![0; 256 * 192];
    picture.next_frame(&mut pixels).unwrap();
    let colour = |x: usize| &palette[3 * usize::from(pixels[x])..][..3];
    assert_eq!((colour(0), colour(1)), (&[0xFF, 0, 0][..], &[0, 0, 0][..]), "FLASH is steady");
}

#[test]
fn what_is_extracted_builds_to_the_same_blocks() {
    let place = place();
    let text = fs::read_to_string("basic/three.bas").unwrap();
    let tape = built(&text);
    place.file("three.tap", &tape);
    let name = {
        place.zxtap(&["extract", "three.tap", "-d", "x"]);
        place.names("x").remove(0)
    };
    let source = format!("x/{name}");
    assert_eq!(code(&place.zxtap(&["build", &source, "-o", "again.tap"])), 0);
    assert_eq!(fs::read(place.path("again.tap")).unwrap(), tape);
}

#[test]
fn nothing_is_overwritten_unasked() {
    let place = place();
    place.file("t.tap", tape_of(&hi()));
    place.file("out/p.bas", "mine");
    let refused = place.zxtap(&["extract", "t.tap", "-d", "out"]);
    assert_eq!(code(&refused), 2);
    assert!(text(&refused.stderr).contains("out/p.bas is there already"), "{refused:?}");
    assert_eq!(fs::read(place.path("out/p.bas")).unwrap(), b"mine");
    assert_eq!(code(&place.zxtap(&["extract", "t.tap", "-d", "out", "--force"])), 0);
    assert_ne!(fs::read(place.path("out/p.bas")).unwrap(), b"mine");
}

#[cfg(unix)]
#[test]
fn a_link_in_the_folder_is_replaced_not_followed() {
    let place = place();
    place.file("t.tap", tape_of(&hi()));
    place.file("secret", "mine");
    fs::create_dir(place.path("out")).unwrap();
    std::os::unix::fs::symlink("../secret", place.path("out/p.bas")).unwrap();
    assert_eq!(code(&place.zxtap(&["extract", "t.tap", "-d", "out"])), 2);
    assert_eq!(code(&place.zxtap(&["extract", "t.tap", "-d", "out", "--force"])), 0);
    assert_eq!(fs::read(place.path("secret")).unwrap(), b"mine");
}

#[test]
fn names_never_escape_the_folder() {
    let names: &[&[u8]] = &[
        b"../../x",
        b"/etc/pw",
        b"..",
        b".",
        b"a\0b",
        b"con",
        b"NUL.txt",
        b"C:\\x",
        b"~",
        b"-rf",
        b"",
        b"same",
        b"SAME",
        b"same",
        b"\x16\x01\x05",
        b"\xE9\xFF/",
        b"x\n",
        b" ..",
    ];
    let mut blocks = Vec::new();
    for name in names {
        let header = Header { name: padded_name(name), ..Header::bytes("", 32768, 1) };
        blocks.extend([header.block(), Block::new(0xFF, &[7])]);
    }
    let place = place();
    place.file("home/t.tap", tap::write(&blocks).unwrap());
    let output = place.zxtap(&["extract", "home/t.tap", "-d", "home/deep/out"]);
    assert_eq!(code(&output), 0, "{output:?}");
    assert_eq!(place.names(""), ["home"]);
    assert_eq!(place.names("home"), ["deep", "t.tap"]);
    assert_eq!(place.names("home/deep"), ["out"]);
    let made = place.names("home/deep/out");
    assert_eq!(made.len(), names.len());
    let different: BTreeSet<String> = made.iter().map(|name| name.to_lowercase()).collect();
    assert_eq!(different.len(), names.len(), "{made:?}");
    for name in &made {
        assert!(!name.starts_with(['.', '-']) && name.ends_with(".bin"), "{name}");
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || "-_+.".contains(c)), "{name}");
        let stem = name.split('.').next().unwrap().to_lowercase();
        assert!(!["con", "nul"].contains(&&stem[..]), "{name}");
    }
}

/// Bytes without order, always the same.
fn noise(count: usize) -> Vec<u8> {
    let mut state = 12345u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    (0..count).map(|_| next()).collect()
}

/// Every command on one file: it ends in time, and with exit code 1.
fn is_told(place: &Place, file: &[u8]) {
    place.file("hostile.tap", file);
    for arguments in [
        &["info", "hostile.tap"][..],
        &["info", "--json", "hostile.tap"],
        &["verify", "hostile.tap"],
        &["extract", "hostile.tap", "-d", "out", "--force"],
    ] {
        let output = place.zxtap(arguments);
        assert_eq!(code(&output), 1, "{arguments:?} {:?}", file.get(..file.len().min(40)));
        if arguments.contains(&"--json") {
            assert!(serde_json::from_slice::<Value>(&output.stdout).is_ok());
        }
    }
    let verify = place.zxtap(&["verify", "hostile.tap"]);
    assert!(text(&verify.stdout).contains("at offset 0x"), "{verify:?}");
}

#[test]
fn hostile_files() {
    let place = place();
    let random = noise(5000);
    let signature = b"ZXTape!\x1A\x01\x14";
    let of = |parts: &[&[u8]]| [&signature[..], &parts.concat()].concat();
    let loops: &[u8] = b"\x24\xFF\xFF\x12\x01\0\xFF\xFF\x25";
    is_told(&place, b"");
    is_told(&place, b"\x13");
    is_told(&place, b"\xFF\xFF");
    is_told(&place, &tap::write(&[Header::program("p", 9, None, 9).block()]).unwrap());
    is_told(&place, &random);
    is_told(&place, &signature[..9]);
    is_told(&place, &of(&[b"\x10\0\0\xFF\xFF"]));
    is_told(&place, &of(&[b"\x7F\xFF\xFF\xFF\xFF"]));
    is_told(&place, &of(&[b"\x23\0\0"]));
    is_told(&place, &of(&[&[0x12, 1, 0, 1, 0], b"\x23\xFF\xFF"]));
    is_told(&place, &of(&[&loops.repeat(1000), b"\x25"]));
    is_told(&place, &of(&[&b"\x24\xFF\xFF\x24\xFF\xFF\x12\x01\0\x01\0\x25\x25".repeat(40)]));
}

#[test]
fn a_tape_cut_at_every_position() {
    let whole = tape_of(&hi());
    let place = place();
    for length in 0..whole.len() {
        place.file(&format!("cut/{length:02}.tap"), &whole[..length]);
    }
    let verify = place.zxtap(&["verify", "cut"]);
    assert_eq!(code(&verify), 1);
    let told = text(&verify.stdout);
    for length in 0..whole.len() {
        let faults: Vec<_> =
            told.lines().filter(|line| line.starts_with(&format!("cut/{length:02}.tap: "))).collect();
        assert!(faults[0].contains("fault"), "cut at {length}: {faults:?}");
        assert!(faults[1].contains("at offset 0x"), "cut at {length}: {faults:?}");
        // What follows from the cut is not told again; only where the cut parts the blocks it is another fault.
        assert_eq!(faults.len(), if length == 22 { 3 } else { 2 }, "cut at {length}: {faults:?}");
        if length >= 23 {
            assert!(faults[1].contains("block 1 at offset 0x15: truncated"), "cut at {length}: {faults:?}");
        }
    }
    let json = place.json(&["info", "--json", "cut"]);
    let with_name = json["tapes"].as_array().unwrap().iter().filter(|tape| tape["blocks"][0]["name"] == "p");
    assert_eq!(with_name.count(), whole.len() - 20);
}

#[test]
fn a_hundred_thousand_blocks() {
    let place = place();
    let blocks: Vec<Block> = (0..100_000).map(|n| Block::stored(vec![0xFF, n as u8, 0])).collect();
    place.file("many.tap", tap::write(&blocks).unwrap());
    let verify = place.zxtap(&["verify", "many.tap"]);
    assert_eq!(code(&verify), 1);
    assert!(verify.stdout.split(|&b| b == b'\n').count() >= 100_000);
    let info = place.zxtap(&["info", "--json", "many.tap"]);
    let json: Value = serde_json::from_slice(&info.stdout).unwrap();
    assert_eq!(json["blocks"].as_array().unwrap().len(), 100_000);
}

#[test]
fn many_files_of_one_name_are_extracted_in_time() {
    let place = place();
    let mut blocks = Vec::new();
    for _ in 0..2000 {
        blocks.extend([Header::program("p", 10, None, 10).block(), Block::new(0xFF, &hi())]);
    }
    place.file("many.tap", tap::write(&blocks).unwrap());
    assert_eq!(code(&place.zxtap(&["extract", "many.tap", "-d", "out"])), 0);
    assert_eq!(place.names("out").len(), 2000);
}

#[test]
fn a_file_of_200_megabytes() {
    let place = place();
    let data = Block::new(0xFF, &vec![0x55; 65_000]);
    let one = tap::write(&[Header::bytes("big", 500, 65_000).block(), data]).unwrap();
    place.file("big.tap", one.repeat(200_000_000 / one.len() + 1));
    let start = Instant::now();
    let verify = place.zxtap(&["verify", "big.tap"]);
    assert_eq!(code(&verify), 0, "{}", text(&verify.stdout));
    assert!(start.elapsed() < PATIENCE);
}

#[test]
fn the_manual_has_every_fault() {
    let manual = fs::read_to_string("docs/tapes.md").unwrap();
    for (code, meaning) in CODES {
        assert!(manual.contains(&format!("| `{code}` | {meaning} |")), "docs/tapes.md: {code}: {meaning}");
    }
    let codes: BTreeSet<_> = CODES.iter().map(|(code, _)| code).collect();
    assert_eq!(codes.len(), CODES.len());
}

/// The tape that docs/tapes.md shows.
fn shown_tape() -> Vec<u8> {
    let program =
        tap::read(&built("#name game\n#autostart 10\n10 LOAD \"title\" SCREEN$\n20 PAUSE 0\n")).blocks;
    let screen = [Header::bytes("title", 16384, 6912).block(), Block::new(0xFF, &[0; 6912])];
    tap::write(&[program, screen.to_vec()].concat()).unwrap()
}

#[test]
fn the_manual_shows_what_happens() {
    let place = place();
    place.file("game.tap", shown_tape());
    let told = text(&place.zxtap(&["info", "game.tap"]).stdout);
    let manual = fs::read_to_string("docs/tapes.md").unwrap();
    let shown = manual.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(told, shown);
}

#[test]
fn a_screen_looks_as_on_the_machine() {
    let bytes = noise(6912);
    let mut machine = Machine::new();
    machine.write(0x4000, &bytes);
    let picture = machine.picture();
    let pixels = screen::pixels(&bytes);
    for y in 0..192 {
        for x in 0..256 {
            assert_eq!(pixels[y * 256 + x], picture.pixel(x + 32, y + 32), "{x},{y}");
        }
    }
}

/// Bytes that look like a tape more often than chance would have it.
fn any_tape() -> impl Strategy<Value = Vec<u8>> {
    let bytes = prop::collection::vec(any::<u8>(), 0..60);
    let header = (0u8..5, prop::collection::vec(any::<u8>(), 10), 0u16..70, any::<u16>(), 0u16..70).prop_map(
        |(kind, mut name, length, parameter1, parameter2)| {
            // Padding is not told from a name that ends in blanks, nor is the blank graphic 80 at its end yet.
            name[9] = b'.';
            let kind = FileType::from_byte(kind);
            Header { kind, name: padded_name(&name), length, parameter1, parameter2 }.block().bytes
        },
    );
    let line =
        (any::<u16>(), prop::collection::vec(any::<u8>(), 0..20)).prop_map(|(n, t)| Line::new(n % 100, t));
    let program = prop::collection::vec(line, 0..4)
        .prop_map(|lines| Block::new(0xFF, &Program { lines, trailing: vec![] }.encode()).bytes);
    let data = bytes.clone().prop_map(|bytes| Block::new(0xFF, &bytes).bytes);
    let block = prop_oneof![header, program, data, bytes.clone()];
    let cut = prop::option::of(0usize..400);
    (prop::collection::vec(block, 0..6), any::<bool>(), bytes, cut).prop_map(|(blocks, as_tzx, rest, cut)| {
        let mut file = if as_tzx {
            let entries: Vec<_> = blocks.iter().map(|bytes| tzx::Entry::standard(0, bytes)).collect();
            tzx::write(tzx::VERSION, &entries)
        } else {
            tap::write(&blocks.into_iter().map(Block::stored).collect::<Vec<_>>()).unwrap()
        };
        file.extend(rest);
        file.truncate(cut.unwrap_or(usize::MAX));
        file
    })
}

proptest! {
    #[test]
    fn any_bytes_are_a_tape(file in any_tape()) {
        let seen = inspect(&file);
        prop_assert_eq!(seen.rows().count(), seen.tape.entries.len());
        let in_rows: usize = seen.rows().map(|row| row.findings.len()).sum();
        let elsewhere = seen.findings.iter().filter(|finding| finding.block.is_none()).count();
        prop_assert_eq!(in_rows + elsewhere, seen.findings.len());
        for finding in &seen.findings {
            prop_assert!(finding.offset <= file.len(), "{}", finding);
            prop_assert!(CODES.iter().any(|(code, _)| *code == finding.what.code()));
        }
        let json: Value = serde_json::from_str(&json::document("t", &seen)).unwrap();
        prop_assert_eq!(json["faults"].as_array().unwrap().len(), seen.faults().count());
        prop_assert!(seen.text().lines().count() >= seen.tape.entries.len());
        prop_assert!(!seen.text().contains('\x1B'));
        let plan = extract::plan(&seen);
        let names: BTreeSet<String> = plan.iter().map(|planned| planned.name.to_lowercase()).collect();
        prop_assert_eq!(names.len(), plan.len());
        for planned in &plan {
            let content = extract::content(&seen, planned);
            prop_assert!(content.is_ok());
            if planned.name.ends_with(".json") {
                prop_assert!(serde_json::from_slice::<Value>(&content.unwrap()).is_ok());
            }
        }
    }

    #[test]
    fn an_extracted_program_builds_to_its_blocks(file in any_tape()) {
        let seen = inspect(&file);
        for planned in extract::plan(&seen).iter().filter(|planned| planned.form == extract::Form::Source) {
            let file = &seen.files[planned.file];
            let blocks = [file.header.unwrap().0, file.data.unwrap()].map(|n| seen.data.blocks[n].clone());
            if blocks.iter().any(|block| block.checksum() != Checksum::Ok) {
                continue;
            }
            let text = String::from_utf8(extract::content(&seen, planned).unwrap()).unwrap();
            let built = build(&Source::new("t.bas", &*text), &BuildOptions::default());
            prop_assert_eq!(&built.blocks[..], &blocks[..], "{}", text);
        }
    }
}

/// Runs `verify` on a folder; gives the time and the most memory it had, in KiB (0 where /proc does not tell).
fn measure(folder: &Path) -> (Duration, u64) {
    let start = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_zxtap"))
        .arg("verify")
        .arg(folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let status = PathBuf::from(format!("/proc/{}/status", child.id()));
    let mut most = 0;
    loop {
        let memory = fs::read_to_string(&status).unwrap_or_default();
        let line = memory.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        most = most.max(kib.unwrap_or(0));
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            return (start.elapsed(), most);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// A measurement: `cargo test --release --test reading -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement; see CONTRIBUTING.md"]
fn ten_thousand_tapes() {
    let folder = TempDir::new().unwrap();
    let mut sizes = 0;
    for n in 0..10_000 {
        let lines: String = (1..=20 + n % 60)
            .map(|line| format!("{} PRINT \"line {line}\";{n}*{line}+a(2)\n", line * 10))
            .collect();
        let tape = built(&format!("#name t{n}\n{lines}"));
        let place = folder.path().join(if n < 1000 { "first" } else { "others" });
        fs::create_dir_all(&place).unwrap();
        sizes += tape.len();
        fs::write(place.join(format!("{n}.tap")), tape).unwrap();
    }
    let (some, some_memory) = measure(&folder.path().join("first"));
    let (all, all_memory) = measure(folder.path());
    println!(
        "10,000 tapes, {sizes} bytes: {all:.2?}, at most {all_memory} KiB; 1,000: {some:.2?}, {some_memory} KiB"
    );
    assert!(all <= Duration::from_secs(10), "{all:?}");
    assert!(all_memory <= some_memory + 16 * 1024, "memory is flat: {some_memory} and {all_memory} KiB");
}
