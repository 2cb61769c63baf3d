//! A minified program does on the ROM what it did before: numbers in generated expressions, in every place a number can
//! stand, and whole programs by each step alone and by all.
//!
//! The whole: `cargo test --release --test rom_minify -- --ignored`.

mod support;

use support::generate::dice::Dice;
use support::rom::Rom;
use zxtap::basic::program::Program;
use zxtap::basic::tokenise::{Tokenised, tokenise};
use zxtap::diagnostic::Severity;
use zxtap::source::Source;
use zxtap::toolchain::minify::{Step, minify};

/// Ten seconds of Spectrum time.
const LONG: u64 = 35_000_000;

/// What a program did: what it printed, its report without the place, its variables.
#[derive(Debug, PartialEq, Eq)]
struct Deed {
    printed: Vec<u8>,
    report: String,
    variables: Vec<u8>,
}

fn run(rom: &mut Rom, program: &Program) -> Deed {
    rom.reset();
    rom.set_program(&program.encode());
    let run = rom.command(&[0xF7], LONG);
    let Some(report) = run.report else {
        // Where it stands when the time is over depends on how fast it is.
        return Deed { printed: Vec::new(), report: "it goes on".into(), variables: Vec::new() };
    };
    Deed {
        printed: run.printed,
        report: report.split(", ").next().unwrap_or_default().to_owned(),
        variables: rom.machine.variables().to_vec(),
    }
}

/// The program of a text; none where the ROM would refuse it, since precedence gave an operand another type.
fn tokenised(text: &str) -> Option<Tokenised> {
    let program = tokenise(&Source::new("program", text));
    program.diagnostics.iter().all(|d| d.severity() != Severity::Error).then_some(program)
}

/// Runs a program as it is and minified. Gives its report; none where it is none.
fn same(rom: &mut Rom, text: &str, steps: &[&[Step]]) -> Option<String> {
    let program = tokenised(text)?;
    let before = run(rom, &program.program);
    for steps in steps {
        let small = minify(&program, steps);
        let after = run(rom, &small.program());
        let listed = zxtap::basic::list::list(&small.program(), zxtap::toolchain::Graphics::Unicode);
        // Names are part of the variables, and so is the statement to which a loop goes back.
        if steps.contains(&Step::Names) || steps.contains(&Step::Join) {
            assert_eq!(after.printed, before.printed, "{steps:?}\n{text}\n{listed}");
            assert_eq!(after.report, before.report, "{steps:?}\n{text}\n{listed}");
        } else {
            assert_eq!(after, before, "{steps:?}\n{text}\n{listed}");
        }
    }
    Some(before.report)
}

const NUMERALS: [&str; 22] = [
    "0", "1", "3", "0", "1", "3", "2", "7", "31", "32", "34", "33", "65", "127", "128", "200", "255", "256",
    "1000", ".5", "1.5", "1e2",
];

fn number(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 || dice.chance(250) {
        return match dice.below(8) {
            2..=5 => dice.pick(&["0", "0", "1", "3"]).to_owned(),
            0 => dice.pick(&["a", "b", "total", "c(1)", "PI"]).to_owned(),
            1 => format!("BIN {:b}", dice.pick(&[0, 1, 3, 40])),
            _ => dice.pick(&NUMERALS).to_owned(),
        };
    }
    let n = |dice: &mut Dice| number(dice, depth - 1);
    match dice.below(16) {
        0..=3 => format!("{}{}{}", n(dice), dice.pick(&["+", "-", "*", "/", "^"]), n(dice)),
        4..=5 => format!("{}{}{}", n(dice), dice.pick(&["=", "<", ">", "<=", ">=", "<>"]), n(dice)),
        6..=7 => format!("{} {} {}", n(dice), dice.pick(&["AND", "OR"]), n(dice)),
        8 => format!("NOT {}", n(dice)),
        9 => format!("-{}", n(dice)),
        10 => format!("({})", n(dice)),
        11 => format!("{} {}", dice.pick(&["SGN", "ABS", "INT", "SQR", "SIN", "EXP", "CODE CHR$"]), n(dice)),
        12 => format!("LEN {}", string(dice, depth - 1)),
        13 => format!(
            "{}{}{}",
            string(dice, depth - 1),
            dice.pick(&["=", "<", ">", "<>"]),
            string(dice, depth - 1)
        ),
        14 => format!("FN f({})", n(dice)),
        _ => format!("VAL STR$ {}", n(dice)),
    }
}

fn string(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 || dice.chance(300) {
        return dice.pick(&["a$", "\"\"", "\"1\"", "\"hello\""]).to_owned();
    }
    let n = |dice: &mut Dice| number(dice, depth - 1);
    let s = |dice: &mut Dice| string(dice, depth - 1);
    match dice.below(8) {
        0 => format!("{}+{}", s(dice), s(dice)),
        1 => format!("({} AND {})", s(dice), n(dice)),
        2 => format!("STR$ {}", n(dice)),
        3 => format!("CHR$ {}", n(dice)),
        4 => format!("a$({})", n(dice)),
        5 => format!("a$({} TO {})", n(dice), n(dice)),
        6 => format!("({})({} TO )", s(dice), n(dice)),
        _ => format!("{}( TO {})", dice.pick(&["a$", "\"abc\""]), n(dice)),
    }
}

/// Every place where a number can stand; `@` is a numeral, `#` an expression.
const PLACES: [&str; 38] = [
    "PRINT AT @,@;1",
    "PRINT TAB @;1",
    "PRINT INK @;1",
    "PRINT #@;1",
    "PRINT PAPER 1; INK @;1,@'@",
    "IF @ THEN PRINT @",
    "IF NOT @ THEN PRINT @",
    "FOR i=@ TO 9 STEP 3: PRINT i: NEXT i",
    "FOR i=0 TO @ STEP 50: PRINT i: NEXT i",
    "FOR i=9 TO @ STEP -4: PRINT i: NEXT i",
    "DIM d(@)",
    "DIM d(@,@)",
    "DIM d$(@,3)",
    "LET c(@)=@",
    "LET a$(@)=\"x\"",
    "LET a$(@ TO @)=\"xyz\"",
    "READ x,y,z: PRINT x,y,z: DATA @,@,#",
    "READ a$,x: PRINT a$,x: DATA STR$ @,@",
    "RESTORE @: READ x: PRINT x: DATA 5,@",
    "GO TO 4@",
    "GO SUB 4@",
    "BORDER @",
    "INK @: PAPER @: BRIGHT @: FLASH @",
    "OVER @: INVERSE @",
    "PLOT @,@: DRAW @,@",
    "DRAW @,@,@",
    "CIRCLE @,@,@",
    "PLOT INK @;@,@",
    "BEEP @,@",
    "PAUSE @+1",
    "RANDOMIZE @",
    "POKE 30000+@,@: PRINT PEEK (30000+@)",
    "OUT 254,@",
    "PRINT POINT (@,@);ATTR (@,@);SCREEN$ (@,@)",
    "CLEAR 40000+@",
    "LET v=FN f(@)+FN g(@,@)",
    "PRINT \"ab\"(@ TO );\"ab\"(@)",
    "LET v=#: LET w=-@^@*@+@=@ OR @ AND @",
];

const HEAD: &str = "10 LET a=2: LET b=-1.5: LET total=100: LET a$=\"hello\": DIM c(4): LET c(1)=.3\n\
                    20 DEF FN f(x)=x*3+1: DEF FN g(x,y)=x+total*0+1*y\n";

/// A program with numbers in places and expressions.
fn program(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let statement = if dice.chance(500) {
        let depth = dice.between(1, 4);
        match dice.below(3) {
            0 => format!("LET a$={}", string(&mut dice, depth)),
            _ => format!("LET v={}", number(&mut dice, depth)),
        }
    } else {
        let mut place = String::new();
        for character in dice.pick(&PLACES).chars() {
            match character {
                '@' => place += dice.pick(&NUMERALS),
                '#' => place += &number(&mut dice, 2),
                other => place.push(other),
            }
        }
        place
    };
    format!("{HEAD}30 {statement}\n40 PRINT v: STOP\n")
}

/// Asks about generated programs; gives how many ran to their end.
fn ask(seeds: std::ops::Range<u64>) -> usize {
    let mut rom = Rom::new();
    let mut whole = 0;
    for seed in seeds {
        let text = program(seed);
        let report =
            same(&mut rom, &text, &[&[Step::Numbers], &[Step::Val], &[Step::Numbers, Step::Val, Step::Join]]);
        whole += usize::from(report.is_some_and(|report| report.starts_with(['2', '9'])));
    }
    whole
}

#[test]
fn numbers_in_generated_places_are_what_they_were() {
    let whole = ask(0..400);
    assert!(whole > 200, "only {whole} run to the end");
}

#[test]
#[ignore = "20,000 programs; see CONTRIBUTING.md"]
fn numbers_in_many_generated_places_are_what_they_were() {
    ask(1000..21_000);
}

/// Every code from 32 to 255 in quotes behind CODE, and the numerals around.
#[test]
fn every_whole_number_has_its_five_bytes() {
    let mut rom = Rom::new();
    for chunk in (0..=300).collect::<Vec<u32>>().chunks(50) {
        let statements: Vec<String> =
            chunk.iter().enumerate().map(|(i, n)| format!("LET n({})={n}", i + 1)).collect();
        let text = format!("10 DIM n(50)\n20 {}\n", statements.join(": "));
        let report = same(&mut rom, &text, &[&[Step::Numbers], &[Step::Val], &Step::ALL]);
        assert_eq!(report.as_deref(), Some("0 OK"));
    }
}

/// A numeral between all that can stand before an operand and behind one.
#[test]
fn numbers_bind_as_they_did() {
    const BEFORE: [&str; 16] = [
        "",
        "a*",
        "a+",
        "a-",
        "1.1^",
        "a=",
        "a<",
        "a AND ",
        "a OR ",
        "-",
        "NOT ",
        "SGN ",
        "INT -",
        "LEN STR$ ",
        "FN f(b)*",
        "b<>-",
    ];
    const BEHIND: [&str; 16] = [
        "", "+2", "*2", "/2", "-a", "^2", "=a", "=0", "<a", ">=a", "<>0", " AND a", " OR a", " AND a=2",
        "^2*a", "*b=0",
    ];
    let mut rom = Rom::new();
    let mut expressions = Vec::new();
    for before in BEFORE {
        for numeral in ["0", "1", "3", "65", "300"] {
            expressions.extend(BEHIND.iter().map(|behind| format!("{before}{numeral}{behind}")));
        }
    }
    // A string operand: STR$ takes the numeral alone.
    for numeral in ["0", "1", "3"] {
        expressions.push(format!("STR$ {numeral}=\"{numeral}\""));
        expressions.push(format!("LEN (STR$ {numeral}+\"x\")"));
        expressions.push(format!("LEN (\"xy\" AND {numeral})"));
        expressions.push(format!("LEN \"xyz\"( TO {numeral})"));
    }
    for chunk in expressions.chunks(32) {
        let lets: Vec<String> =
            chunk.iter().enumerate().map(|(i, e)| format!("LET n({})={e}", i + 1)).collect();
        let text = format!("{HEAD}30 DIM n(32)\n40 {}\n", lets.join(": "));
        let report = same(&mut rom, &text, &[&[Step::Numbers], &[Step::Numbers, Step::Val]]);
        assert_eq!(report.as_deref(), Some("0 OK"), "{text}");
    }
}

/// A program of jumps, loops, subroutines and DATA that prints where it comes through. It may run into an error or go on
/// for ever: that, too, must be as it was.
fn winding(seed: u64) -> String {
    let mut dice = Dice::new(seed ^ 0x7769_6E64);
    let lines = dice.between(4, 16);
    let step = dice.pick(&[5, 10, 100]);
    let computed = dice.chance(150);
    let mut text = String::from("1 REM ways: and wiles\n2 LET counter=0: LET other value=1\n");
    let last = (lines + 4) * step;
    for n in 1..=lines {
        let own = n * step;
        let count = dice.between(1, 3);
        let statements: Vec<String> =
            (0..count).map(|_| winding_statement(&mut dice, own, last, step, computed)).collect();
        let spaced = dice.pick(&[":", ": ", " : "]);
        text += &format!("{own} {}\n", statements.join(spaced));
    }
    text += &format!("{} PRINT \"end\": STOP\n", (lines + 1) * step);
    text += &format!("{} REM sub\n", (lines + 2) * step);
    text += &format!("{} PRINT \"s\";: LET counter=counter+1\n", (lines + 2) * step + 1);
    text += &format!("{} IF counter<20 THEN RETURN\n", (lines + 2) * step + 2);
    text += &format!("{} STOP: REM enough\n", (lines + 2) * step + 3);
    text += &format!("{last} DATA 1,2,0,3,\"x\",65\n");
    if dice.chance(500) {
        text += &format!("{} REM the end\n", last + 1);
    }
    text
}

fn winding_statement(dice: &mut Dice, own: usize, last: usize, step: usize, computed: bool) -> String {
    let ahead = own + dice.between(1, (last - own).min(6 * step));
    let near = (own + dice.between(0, 3 * step)).saturating_sub(step).max(1);
    let sub = last - 2 * step + dice.below(2);
    match dice.below(22) {
        0..=2 => format!("PRINT {own};\" \";"),
        3 => format!("GO TO {ahead}"),
        4 => format!("IF counter<{} THEN PRINT \"t\";", dice.below(4)),
        5 => format!("IF counter<3 THEN LET counter=counter+1: GO TO {near}"),
        6 | 7 => format!("GO SUB {sub}"),
        8 => format!("FOR i={} TO {}", dice.below(3), dice.below(4)),
        9 | 10 => "NEXT i".into(),
        11 => format!("FOR j=1 TO {}: PRINT j;: NEXT j", dice.below(3)),
        12 => "READ value: PRINT value;".into(),
        13 => format!("RESTORE {}", dice.pick(&[last, ahead, own])),
        14 => format!("DATA {},7", dice.below(4)),
        15 => "LET other value=other value+1: PRINT othervalue;".into(),
        16 => format!("IF NOT counter THEN GO TO {ahead}: PRINT \"no\""),
        17 => "REM a word: PRINT \"no\"".into(),
        18 => "DEF FN g(x)=x+counter: PRINT FN g(1);".into(),
        19 if computed => format!("GO TO {own}+{}*counter", step),
        20 if computed => format!("RESTORE {own}+counter"),
        _ => "PRINT counter;".into(),
    }
}

fn ask_winding(seeds: std::ops::Range<u64>) -> std::collections::BTreeMap<String, usize> {
    let mut rom = Rom::new();
    let mut reports = std::collections::BTreeMap::new();
    for seed in seeds {
        let text = winding(seed);
        let steps: [&[Step]; 4] = [&[Step::Rem], &[Step::Join], &Step::USUAL, &Step::ALL];
        let report = same(&mut rom, &text, &steps).unwrap_or_else(|| panic!("{text}"));
        *reports.entry(report).or_insert(0) += 1;
    }
    reports
}

#[test]
fn winding_programs_wind_as_they_did() {
    let reports = ask_winding(0..300);
    let stopped = reports.get("9 STOP statement").copied().unwrap_or_default();
    assert!(stopped > 60 && reports.len() > 3, "{reports:?}");
}

#[test]
#[ignore = "10,000 programs; see CONTRIBUTING.md"]
fn many_winding_programs_wind_as_they_did() {
    println!("{:?}", ask_winding(1000..11_000));
}
