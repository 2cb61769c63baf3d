//! What minifying costs and gains on the machine, in T-states. Measurements: nothing is asserted but that they run.
//!
//! `cargo test --test minify_speed -- --ignored --nocapture`

mod support;

use support::rom::Rom;
use zxtap::basic::tokenise::tokenise;
use zxtap::source::Source;

/// T-states that a program takes from RUN to its report.
fn tstates(rom: &mut Rom, text: &str) -> u64 {
    rom.reset();
    rom.set_program(&tokenise(&Source::new("", text)).program.encode());
    let before = rom.machine.tstates();
    let run = rom.command(&[0xF7], 3_500_000 * 600);
    assert!(run.report.as_deref().is_some_and(|r| r.starts_with("0 OK")), "{:?}: {text}", run.report);
    rom.machine.tstates() - before
}

#[test]
#[ignore = "a measurement"]
fn forms_of_numbers() {
    let mut rom = Rom::new();
    let time = |rom: &mut Rom, form: &str| {
        tstates(rom, &format!("5 LET b=0\n10 FOR i=1 TO 200: LET a={form}: NEXT i\n")) as i64 / 200
    };
    for form in [
        "b",
        "0",
        "NOT PI",
        "1",
        "SGN PI",
        "3",
        "INT PI",
        "65",
        "CODE \"A\"",
        "VAL \"65\"",
        ".02",
        "VAL \".02\"",
    ] {
        println!("{form:10} {}", time(&mut rom, form));
    }
}

#[test]
#[ignore = "a measurement"]
fn lines_and_bytes() {
    let mut rom = Rom::new();
    for lines in [1, 50, 100] {
        let text: String = (1..lines).map(|n| format!("{n} REM\n")).collect();
        let text = format!("{text}500 FOR i=1 TO 200\n510 NEXT i\n");
        println!("{lines} lines before a loop: {}", tstates(&mut rom, &text) / 200);
    }
    for bytes in [0, 100, 200] {
        let text = format!("10 LET a$=\"{}\": FOR i=1 TO 200\n20 NEXT i\n", "x".repeat(bytes));
        println!("{bytes} bytes before a loop: {}", tstates(&mut rom, &text) / 200);
    }
    for statements in [0, 20, 40] {
        let text = format!("10 {}FOR i=1 TO 200\n20 NEXT i\n", "CLS: ".repeat(statements));
        let plain = format!("10 {}FOR i=1 TO 1\n20 NEXT i\n", "CLS: ".repeat(statements));
        println!(
            "{statements} statements before a loop: {}",
            (tstates(&mut rom, &text) - tstates(&mut rom, &plain)) / 199
        );
    }
}
