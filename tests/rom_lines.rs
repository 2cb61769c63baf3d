//! Generated legal lines: the ROM accepts every one, and zxtap makes the same bytes of the typed line and of its text.
//!
//! The whole: `cargo test --release -- --ignored`.

mod support;

use support::generate::grammar::{Line, legal_line};
use support::generate::spelling::word;
use support::notation::{braces, mask};
use support::rom::{Rom, Verdict};
use zxtap::basic::hidden;
use zxtap::basic::syntax::parse;
use zxtap::basic::tokenise::tokenise;
use zxtap::diagnostic::Severity;
use zxtap::source::Source;

/// What zxtap does otherwise than the ROM with one line; nothing if all is well.
fn differences(rom: &mut Rom, line: &Line) -> Vec<String> {
    let mut found = Vec::new();
    let entry = [line.number.to_string().as_bytes(), &line.typed].concat();
    let digits = entry.len() - line.typed.len();
    let stored = match rom.scan_entry(&entry) {
        Verdict::Accepted(mut stored) => {
            let mut text = stored.split_off(digits);
            mask(&mut text);
            text
        }
        refused => return vec![format!("the ROM refuses: {refused:?}")],
    };
    let filled = hidden::fill(&line.typed);
    if filled != stored {
        found.push(format!("hidden::fill\n    ROM   {}\n    zxtap {}", braces(&stored), braces(&filled)));
    }
    if let Some(fault) = parse(&stored).fault() {
        found.push(format!("syntax::parse: {fault:?}"));
    }
    let out = tokenise(&Source::new("line", line.text.as_str()));
    for diagnostic in out.diagnostics.iter().filter(|d| d.severity() == Severity::Error) {
        found.push(format!("tokenise: {} {}", diagnostic.code.text(), diagnostic.message));
    }
    match out.program.lines.as_slice() {
        [one] if one.number == line.number && one.text == stored => {}
        [one] => {
            let at = one.text.iter().zip(&stored).take_while(|(a, b)| a == b).count();
            found.push(format!(
                "tokenise, from {at}\n    ROM   …{}\n    zxtap …{}",
                braces(&stored[at.saturating_sub(4)..(at + 12).min(stored.len())]),
                braces(&one.text[at.saturating_sub(4).min(one.text.len())..(at + 12).min(one.text.len())])
            ));
        }
        lines => found.push(format!("tokenise makes {} lines", lines.len())),
    }
    found
}

/// The tokens of a typed line that stand outside strings, remarks and the parameters of control codes.
fn tokens(typed: &[u8]) -> Vec<u8> {
    let (mut i, mut string) = (0, false);
    let mut found = Vec::new();
    while i < typed.len() {
        match typed[i] {
            b'"' => string = !string,
            0x10..=0x15 => i += 1,
            0x16 | 0x17 => i += 2,
            b @ 0xA5..=0xFF if !string => {
                found.push(b);
                if b == 0xEA {
                    break;
                }
            }
            _ => {}
        }
        i += 1;
    }
    found
}

/// Asks both about `count` lines from seed `first` on; prints and asserts.
fn agree(first: u64, count: u64) {
    let mut rom = Rom::new();
    let mut seen = [0u32; 256];
    let (mut differing, mut shown) = (0, String::new());
    for seed in first..first + count {
        let line = legal_line(seed);
        for token in tokens(&line.typed) {
            seen[usize::from(token)] += 1;
        }
        let found = differences(&mut rom, &line);
        if !found.is_empty() {
            differing += 1;
            if differing <= 40 {
                let all = found.join("\n  ");
                shown.push_str(&format!(
                    "seed {seed}: {}\n  typed {}\n  {all}\n",
                    line.text,
                    braces(&line.typed)
                ));
            }
        }
    }
    println!("{count} legal lines, {differing} with differing bytes");
    assert!(differing == 0, "{differing} of {count} lines differ:\n{shown}");
    for token in 0xA5..=0xFFu8 {
        let times = seen[usize::from(token)];
        assert!(u64::from(times) >= count / 250, "{} occurs {times} times in {count} lines", word(token));
    }
}

#[test]
fn a_sample_of_lines() {
    agree(0, 500);
}

#[test]
#[ignore = "5,000 lines to the ROM: cargo test --release -- --ignored"]
fn five_thousand_lines() {
    agree(0, 5_000);
}

#[test]
fn every_token_is_in_the_roms_own_table() {
    let rom = Rom::new();
    for token in 0xA5..=0xFFu8 {
        assert_eq!(rom.token(token), word(token).as_bytes(), "{token:02X}");
    }
}
