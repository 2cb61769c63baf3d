//! Facts about the ROM that the rest of the tests stand on, and the run, header, reject and list cases.

mod support;

use serde_json::Value;
use support::rom::{Rom, Verdict, block, tap};
use zxtap::machine::keyboard::Key;

#[test]
fn rom_is_genuine() {
    assert_eq!(crc32fast::hash(zxtap::machine::rom::image()), 0xDDEE_531F);
}

fn main_table_token(rom: &Rom, code: u8) -> String {
    String::from_utf8(rom.token(code)).unwrap()
}

#[test]
fn tokens_font_and_syntax_table() {
    let rom = Rom::new();
    for (code, spelling) in [(0xA5, "RND"), (0xB0, "VAL"), (0xCE, "DEF FN"), (0xD3, "OPEN #"), (0xFF, "COPY")]
    {
        assert_eq!(main_table_token(&rom, code), spelling);
    }
    assert_eq!(rom.font(b'A'), [0x00, 0x3C, 0x42, 0x42, 0x7E, 0x42, 0x42, 0x00]);
    let table = rom.syntax_table();
    assert_eq!(table.len(), 50);
    // LET: a variable, `=`, a value. CLS: nothing, then its address.
    assert_eq!(table[0xF1 - 0xCE], (0xF1, vec![0x01, b'=', 0x02]));
    assert_eq!(table[0xFB - 0xCE], (0xFB, vec![0x00, 0x6B, 0x0D]));
}

#[test]
fn lines_accepted_and_refused() {
    let mut rom = Rom::new();
    // LET a=1 : PRINT a
    assert_eq!(
        rom.scan_line(b"\xF1a=1 :\xF5a"),
        Verdict::Accepted(b"\xF1a=1 \x0E\0\0\x01\0\0:\xF5a".to_vec())
    );
    // A hidden number that holds 0D: 13.
    assert_eq!(rom.scan_line(b"\xF513"), Verdict::Accepted(b"\xF513\x0E\0\0\x0D\0\0".to_vec()));
    assert_eq!(rom.scan_line(b"\xF51\xEAnote"), Verdict::Refused { report: 'C', marker: 4 });
}

#[test]
fn numbers_both_ways() {
    let mut rom = Rom::new();
    for (text, bytes) in [
        (".5", [0x7F, 0x7F, 0xFF, 0xFF, 0xFF]),
        ("1.5e4", [0x8E, 0x6A, 0x60, 0x00, 0x00]),
        ("1e4", [0x00, 0x00, 0x10, 0x27, 0x00]),
        ("1.7014118e38", [0xFF, 0x7F, 0xFF, 0xFF, 0xA8]),
        ("1e-39", [0; 5]),
    ] {
        assert_eq!(rom.number(text.as_bytes()), Ok(bytes), "{text}");
    }
    assert_eq!(rom.number(b"1e39"), Err('6'));
    assert_eq!(rom.number(b"1 000"), Err('C'));
    assert_eq!(rom.print_number([0x7F, 0x7F, 0xFF, 0xFF, 0xFF]), "0.5");
    assert_eq!(rom.print_number([0, 0xFF, 0xFF, 0xFF, 0]), "-1");
    assert_eq!(rom.print_number([0xFF, 0x16, 0x76, 0x99, 0x51]), "1E+38");
}

#[test]
fn stored_lines_are_sorted_and_replaced() {
    let mut rom = Rom::new();
    let stored = rom.store(&[(20, b"\xF52"), (10, b"\xF51"), (20, b"\xE2")]);
    assert_eq!(stored, b"\0\x0A\x09\0\xF51\x0E\0\0\x01\0\0\x0D\0\x14\x02\0\xE2\x0D");
}

#[test]
fn a_line_of_ten_thousand_bytes() {
    let mut rom = Rom::new();
    let mut line = b"\xF51".to_vec();
    while line.len() < 3000 {
        line.extend_from_slice(b"+1");
    }
    match rom.scan_line(&line) {
        Verdict::Accepted(text) => {
            assert_eq!(text.len(), line.len() + 6 * line.iter().filter(|b| **b == b'1').count())
        }
        refused => panic!("{refused:?}"),
    }
    let stored = rom.store(&[(10, &line)]);
    assert!(stored.len() > 10_000);
}

#[test]
fn loading_says_what_the_rom_says() {
    let mut rom = Rom::new();
    let good = support::rom::file(b"good      ", b"\0\x0A\x02\0\xE2\x0D", 0x8000);
    assert_eq!(rom.load(good.clone()).as_deref(), Some("0 OK, 65534:1"));
    assert_eq!(rom.program(), b"\0\x0A\x02\0\xE2\x0D");
    let mut damaged = good.clone();
    damaged[1][3] ^= 1;
    assert_eq!(rom.load(damaged).as_deref(), Some("R Tape loading error, 65534:1"));
    let mut wrong_flag_between = good.clone();
    wrong_flag_between.insert(0, block(0xFF, b"other"));
    assert_eq!(rom.load(wrong_flag_between).as_deref(), Some("0 OK, 65534:1"));
    assert_eq!(rom.load(good[..1].to_vec()), None);
}

// ---- the open cases ----

fn cases(kind: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("cases/open.json")).unwrap();
    let of_kind: Vec<Value> =
        all.as_array().unwrap().iter().filter(|case| case["kind"] == kind).cloned().collect();
    assert!(!of_kind.is_empty(), "{kind}");
    of_kind
}

fn bytes(hex: &Value) -> Vec<u8> {
    let hex = hex.as_str().unwrap();
    (0..hex.len() / 2).map(|n| u8::from_str_radix(&hex[2 * n..2 * n + 2], 16).unwrap()).collect()
}

/// The bytes of a command as the cases write it: tokens in braces, the rest as it is.
fn command(rom: &Rom, text: &str) -> Vec<u8> {
    let mut command = Vec::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        let (token, after) = behind.split_once('}').unwrap();
        let code = (0xA5..=0xFF).find(|code| rom.token(*code) == token.as_bytes()).unwrap();
        command.extend_from_slice(before.as_bytes());
        command.push(code);
        rest = after;
    }
    command.extend_from_slice(rest.as_bytes());
    command
}

/// What was printed as the cases write it: controls as `\x10`, line ends as `\n`.
fn shown(printed: &[u8]) -> String {
    printed
        .iter()
        .map(|code| match code {
            0x0D => "\n".to_string(),
            0..0x20 => format!("\\x{code:02X}"),
            _ => char::from(*code).to_string(),
        })
        .collect()
}

#[test]
fn run_cases() {
    let mut rom = Rom::new();
    for case in cases("run") {
        rom.reset();
        rom.set_program(&bytes(&case["input_hex"]));
        for step in case["expect"].as_array().unwrap() {
            let typed = command(&rom, step["command"].as_str().unwrap());
            let run = rom.command(&typed, 35_000_000);
            let id = &case["id"];
            assert_eq!(run.report.as_deref(), step["report"].as_str(), "{id}");
            assert_eq!(shown(&run.printed), step["printed"].as_str().unwrap(), "{id}");
        }
    }
}

#[test]
fn header_cases() {
    let mut rom = Rom::new();
    for case in cases("header") {
        rom.reset();
        rom.set_program(&bytes(&case["input_hex"]));
        let saved_before = rom.machine.saved_blocks().len();
        let typed = command(&rom, case["input_text"].as_str().unwrap());
        rom.machine.press(Key::ENTER);
        let run = rom.command(&typed, 350_000_000);
        rom.machine.release_all();
        let id = &case["id"];
        assert_eq!(
            run.report.as_deref(),
            Some(format!("{}, 65534:1", case["expect"]["report"].as_str().unwrap())).as_deref(),
            "{id}"
        );
        let expected: Vec<Vec<u8>> =
            case["expect"]["blocks_hex"].as_array().unwrap().iter().map(bytes).collect();
        assert_eq!(rom.machine.saved_blocks()[saved_before..], expected, "{id}");
    }
}

#[test]
fn reject_cases() {
    let mut rom = Rom::new();
    for case in cases("reject") {
        let report = case["expect"]["error"].as_str().unwrap().chars().next().unwrap();
        let marker = case["expect"]["rom_marker_offset"].as_u64().unwrap() as usize;
        let entry = bytes(&case["expect"]["rom_tokenised_input"]);
        assert_eq!(rom.scan_entry(&entry), Verdict::Refused { report, marker }, "{}", case["id"]);
    }
}

#[test]
fn list_cases() {
    let mut rom = Rom::new();
    for case in cases("list") {
        let listed = rom.list(&bytes(&case["input_hex"]));
        assert_eq!(listed, bytes(&case["expect"]["listing_chars_hex"]), "{}: {}", case["id"], shown(&listed));
    }
}

/// What the ROM does with the tapes of the TAP cases: loaded at once, and played to its ear.
#[test]
fn tap_cases() {
    let mut seen = 0;
    for case in cases("tap") {
        let rom_part = &case["expect"]["rom"];
        let Some(typed) = rom_part["command"].as_str() else { continue };
        let blocks = match case["input_hex"].as_str() {
            Some(hex) if hex.starts_with(|c: char| c.is_ascii_hexdigit()) => tap(&bytes(&case["input_hex"])),
            // The one that is described: a screen of zeros.
            _ => vec![block(0, b"\x03screen    \x00\x1B\x00\x40\x00\x80"), block(0xFF, &[0; 6912])],
        };
        for by_ear in [false, true] {
            let id = format!("{}, {}", case["id"], if by_ear { "by ear" } else { "at once" });
            // A machine of its own: what is left of a tape stays in the deck.
            let mut rom = Rom::new();
            if by_ear {
                rom.machine.deck().insert_pulses(support::signal::pulses(&blocks));
            } else {
                rom.machine.insert_tape(blocks.clone());
            }
            let typed = command(&rom, typed);
            let run = rom.command(&typed, 350_000_000);
            let report = rom_part["report"].as_str().unwrap();
            match &run.report {
                Some(got) => assert_eq!(got.rsplit_once(',').unwrap().0, report, "{id}"),
                None => {
                    assert!(report.starts_with("still waiting"), "{id}");
                    assert_eq!(rom.machine.activity(), zxtap::machine::Activity::Tape, "{id}");
                    assert!(rom.machine.deck().at_end(), "{id}");
                }
            }
            let printed = shown(&run.printed);
            assert_eq!(
                printed.trim_matches('\n'),
                rom_part["printed"].as_str().unwrap().trim_matches('\n'),
                "{id}"
            );
            if rom_part["prog_hex"].is_string() {
                assert_eq!(rom.program(), bytes(&rom_part["prog_hex"]), "{id}");
            }
            if let Some(after) = rom_part["after"].as_object() {
                let typed = command(&rom, after["command"].as_str().unwrap());
                let run = rom.command(&typed, 350_000_000);
                assert_eq!(shown(&run.printed), after["printed"].as_str().unwrap(), "{id}");
            }
            seen += 1;
        }
    }
    assert_eq!(seen, 38);
}

#[test]
fn number_cases() {
    let mut rom = Rom::new();
    for case in cases("number") {
        let Some(expected) = case["expect"].as_object() else { panic!("{}", case["id"]) };
        for (text, value) in expected {
            let Some(value) = value.as_str() else { continue };
            let typed = text
                .strip_prefix("BIN")
                .map_or(text.as_bytes().to_vec(), |digits| [b"\xC4", digits.as_bytes()].concat());
            match value.strip_prefix("error ") {
                Some(report) => assert_eq!(rom.number(&typed), Err(report.chars().next().unwrap()), "{text}"),
                None => {
                    assert_eq!(rom.number(&typed).map(|n| n.to_vec()), Ok(bytes(&value.into())), "{text}")
                }
            }
        }
    }
}

#[test]
fn a_48k_takes_this_much() {
    let mut rom = Rom::new();
    let limit = rom.load_limit();
    assert_eq!(limit, 41_476);
    // The same by keys pressed in the editor.
    for (length, report) in [(limit, "0 OK, 0:1"), (limit + 1, "4 Out of memory, 0:1")] {
        let mut machine = zxtap::machine::Machine::booted();
        let mut program = vec![0; length];
        program[..5].copy_from_slice(&[0, 10, 0, 0, 0xEA]);
        machine.insert_tape(support::rom::file(b"limit     ", &program, 0x8000));
        machine.type_keys("j\"\"\n");
        assert!(machine.run_until_report(500));
        assert_eq!(machine.report().unwrap().to_string(), report);
    }
}

#[test]
#[ignore = "a measurement: cargo test --test rom_facts throughput -- --ignored --nocapture"]
fn throughput() {
    let mut rom = Rom::new();
    let start = std::time::Instant::now();
    let before = rom.machine.tstates();
    for n in 0..10_000 {
        let line = format!("\u{1}a={n}*.25");
        let line: Vec<u8> = line.bytes().map(|b| if b == 1 { 0xF1 } else { b }).collect();
        assert!(matches!(rom.scan_line(&line), Verdict::Accepted(_)));
    }
    let tstates = (rom.machine.tstates() - before) / 10_000;
    println!("10,000 lines of {tstates} T-states in {:?}", start.elapsed());
}

#[test]
fn a_number_alone_deletes_its_line_but_a_space_is_a_line() {
    let mut rom = Rom::new();
    assert_eq!(rom.store(&[(10, b"\xFB"), (20, b"\xFB"), (10, b"")]), [0, 20, 2, 0, 0xFB, 0x0D]);
    rom.reset();
    assert_eq!(rom.store(&[(10, b"\xFB"), (10, b" ")]), [0, 10, 2, 0, b' ', 0x0D]);
    rom.reset();
    assert!(rom.store(&[(10, b"")]).is_empty());
}
