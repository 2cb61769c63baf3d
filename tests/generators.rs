//! The generators by themselves: reproducible, varied, complete.

mod support;

use support::generate::dice::Dice;
use support::generate::grammar::legal_line;
use support::generate::mutant::mutant;
use support::generate::numeral::numeral;
use support::generate::spelling::{Style, spell};

#[test]
fn numerals_are_reproducible_and_varied() {
    let made: std::collections::BTreeSet<_> = (0..2000).map(numeral).collect();
    assert_eq!(numeral(7), numeral(7));
    assert!(made.len() > 1800, "{} different of 2000", made.len());
    for wanted in [b'.', b'e', b'E', b'-', b'+', b' ', 0xC4] {
        assert!(made.iter().any(|n| n.contains(&wanted)), "no numeral holds {wanted:02X}");
    }
}

#[test]
fn spelling_by_hand() {
    let mut dice = Dice::new(1);
    let mut text = |typed: &[u8]| spell(typed, Style::Listed, &mut dice);
    assert_eq!(text(b"\xFAa\xCB\xE2"), "IF a THEN STOP");
    assert_eq!(text(b"\xF1a=b\xC6c"), "LET a=b AND c");
    assert_eq!(text(b"\xF1a=b  \xC6c"), "LET a=b  AND c");
    assert_eq!(text(b"\xFAa\xCB \xE2"), "IF a THEN  STOP");
    assert_eq!(text(b"\xF5a$(\xCC)"), "PRINT a$( TO )");
    assert_eq!(text(b"\xF5\"\x86\x89\""), "PRINT \"\\'.\\.'\"");
    assert_eq!(text(b"\xEA goto\\"), "REM  goto\\\\");
}

#[test]
fn mutants_hold_no_line_end_and_are_reproducible() {
    for seed in 0..3000 {
        let line = mutant(seed);
        assert_eq!(line, mutant(seed));
        assert!(!line.contains(&0x0D), "seed {seed}: {line:02X?}");
        assert!(!line.contains(&0x0E), "seed {seed}: {line:02X?}");
    }
}

#[test]
fn lines_are_reproducible_and_hold_everything() {
    let mut seen = [0u32; 256];
    for seed in 0..4000 {
        let line = legal_line(seed);
        assert_eq!(line.text, legal_line(seed).text);
        assert!(!line.typed.contains(&0x0D), "seed {seed}: {}", line.text);
        for &b in &line.typed {
            seen[usize::from(b)] += 1;
        }
    }
    for token in 0xA5..=0xFFu8 {
        assert!(seen[usize::from(token)] > 40, "{token:02X} occurs {} times", seen[usize::from(token)]);
    }
}
