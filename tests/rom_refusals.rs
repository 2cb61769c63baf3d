//! Legal lines, damaged: zxtap accepts and refuses what LINE-SCAN accepts and refuses.
//!
//! The whole: `cargo test --release -- --ignored`.

mod support;

use support::generate::mutant::mutant;
use support::rom::Rom;
use support::verdict::{Agreement, EXCEPTIONS, compare};

/// Asks both about `count` damaged lines from seed `first` on; prints and asserts.
fn agree(first: u64, count: u64) {
    let mut rom = Rom::new();
    let (mut accepted, mut refused, mut differing) = (0, 0, Vec::new());
    let mut exceptions = EXCEPTIONS.map(|rule| (rule, 0));
    for seed in first..first + count {
        match compare(&mut rom, &mutant(seed)) {
            Agreement::Accepted => accepted += 1,
            Agreement::Refused => refused += 1,
            Agreement::Exception(rule) => {
                exceptions.iter_mut().filter(|e| e.0 == rule).for_each(|e| e.1 += 1);
            }
            Agreement::Differ(how) => differing.push(format!("seed {seed}: {how}")),
        }
    }
    println!(
        "{count} damaged lines: {accepted} accepted and {refused} refused by both, {} differing verdicts",
        differing.len()
    );
    for (rule, times) in exceptions {
        println!("  on purpose {rule}: {times}");
    }
    let shown = differing.len().min(80);
    assert!(
        differing.is_empty(),
        "{} of {count} differ:\n{}",
        differing.len(),
        differing[..shown].join("\n")
    );
    assert!(accepted > count / 10 && refused > count / 2);
}

#[test]
fn a_sample_of_damaged_lines() {
    agree(0, 1_000);
}

#[test]
#[ignore = "10,000 lines to the ROM: cargo test --release -- --ignored"]
fn ten_thousand_damaged_lines() {
    agree(0, 10_000);
}

/// Asks both about `start` with every `count` of the pieces behind it; prints and asserts.
fn every_combination(name: &str, starts: &[u8], pieces: &[&[u8]], count: u32) {
    let mut rom = Rom::new();
    let (mut accepted, mut on_purpose, mut differing) = (0, 0, Vec::new());
    let combinations = pieces.len().pow(count);
    for &start in starts {
        for combination in 0..combinations {
            let mut line = vec![start];
            let mut rest = combination;
            for _ in 0..count {
                line.extend_from_slice(pieces[rest % pieces.len()]);
                rest /= pieces.len();
            }
            match compare(&mut rom, &line) {
                Agreement::Accepted => accepted += 1,
                Agreement::Refused => {}
                Agreement::Exception(_) => on_purpose += 1,
                Agreement::Differ(how) => differing.push(how),
            }
        }
    }
    println!(
        "{name}: {} lines, {accepted} accepted by both, {on_purpose} otherwise on purpose, {} differing verdicts",
        starts.len() * combinations,
        differing.len()
    );
    let shown = differing.len().min(25);
    assert!(differing.is_empty(), "{}", differing[..shown].join("\n"));
    assert!(accepted > 500);
}

#[test]
#[ignore = "291,600 lines to the ROM: cargo test --release -- --ignored"]
fn every_command_before_every_three_pieces() {
    let commands: Vec<u8> = (0xCE..=0xFF).collect();
    // TO, LINE, INK, CODE and DATA among them.
    let pieces: [&[u8]; 18] = [
        b"", b"a", b"a$", b"1", b"\"x\"", b",", b";", b"(", b")", b"=", b"\xCC", b":", b"#", b"\xCA",
        b"\xD9", b"\xAF", b"\xE4", b"-",
    ];
    every_combination("commands", &commands, &pieces, 3);
}

#[test]
#[ignore = "130,321 lines to the ROM: cargo test --release -- --ignored"]
fn every_expression_of_four_pieces() {
    // AND, NOT, LEN, STR$, INKEY$, FN and PI among them.
    let pieces: [&[u8]; 19] = [
        b"a", b"b$", b"2", b"\"x\"", b"+", b"(", b")", b"-", b"\xC6", b"\xC3", b"=", b"\xB1", b"\xC1",
        b"(\xCC)", b"(1)", b"\xA6", b"\xA8", b"\xA7", b"bc",
    ];
    every_combination("expressions", b"\xF5", &pieces, 4);
}
