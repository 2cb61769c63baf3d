//! Generated numerals: the five bytes the ROM makes of each against zxtap's.
//!
//! The whole: `cargo test --release -- --ignored`.

mod support;

use support::generate::numeral::numeral;
use support::notation::braces;
use support::rom::{Rom, Verdict};
use zxtap::basic::number::{self, Refusal};
use zxtap::basic::{hidden, syntax};

const BIN: u8 = 0xC4;

/// Asks both about `count` numerals from `first` on; prints and asserts.
fn agree(first: u64, count: u64) {
    let mut rom = Rom::new();
    let mut differing = Vec::new();
    let (mut accepted, mut too_big, mut nonsense) = (0, 0, 0);
    for seed in first..first + count {
        let text = numeral(seed);
        let line = [b"\xF1a=", text.as_slice()].concat();
        // The ROM's marker counts the two digits of the line number, zxtap's count begins at the numeral.
        let theirs = match rom.scan_line(&line) {
            Verdict::Accepted(stored) => Ok(stored),
            Verdict::Refused { report, marker } => Err((report, marker - 5)),
        };
        let lead = number::skip(&text);
        let (behind, scan) = match text[lead..].first() {
            Some(&BIN) => (lead + 1, number::scan_binary(&text[lead + 1..])),
            Some(b'0'..=b'9' | b'.') => (lead, number::scan(&text[lead..])),
            _ => {
                // No numeral at all: a name, or nothing.
                assert!(theirs.is_ok() || matches!(theirs, Err(('C', _))), "{}", braces(&line));
                continue;
            }
        };
        let end = behind + scan.consumed;
        let ours = match scan.outcome {
            Ok(number) => {
                let mark = end + number::skip(&text[end..]);
                let stored = [b"\xF1a=", &text[..mark], b"\x0E", &number.0, &text[mark..]].concat();
                // Something is left over that no expression goes on with.
                if mark == text.len() { Ok(stored) } else { Err(('C', mark)) }
            }
            Err(Refusal::TooBig) => Err(('6', end)),
            Err(Refusal::Nonsense) => Err(('C', end)),
        };
        match &ours {
            Ok(_) => accepted += 1,
            Err(('6', _)) => too_big += 1,
            Err(_) => nonsense += 1,
        }
        let filled = hidden::fill(&line);
        let whole = if syntax::parse(&filled).fault().is_none() { Ok(filled) } else { Err(()) };
        if ours != theirs || whole != theirs.clone().map_err(|_| ()) {
            differing.push(format!("{}: ROM {theirs:02X?}, zxtap {ours:02X?}", braces(&text)));
        }
    }
    println!(
        "{count} numerals ({accepted} read, {too_big} too big, {nonsense} nonsense), {} differing bytes",
        differing.len()
    );
    let shown = differing.len().min(20);
    assert!(
        differing.is_empty(),
        "{} of {count} differ:\n{}",
        differing.len(),
        differing[..shown].join("\n")
    );
    assert!(accepted > count / 2 && too_big > count / 100 && nonsense > count / 100);
}

#[test]
fn a_sample_of_numerals() {
    agree(0, 1_500);
}

#[test]
#[ignore = "20,000 questions to the ROM: cargo test --release -- --ignored"]
fn twenty_thousand_numerals() {
    agree(0, 20_000);
}
