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
        println!("  accepted on purpose, {rule}: {times}");
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
    agree(
        std::env::var("FIRST").map_or(0, |s| s.parse().unwrap()),
        std::env::var("COUNT").map_or(10_000, |s| s.parse().unwrap()),
    );
}
