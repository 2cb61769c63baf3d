//! The variables area against the ROM: what assignments leave in memory, what PRINT finds in an area made here, and
//! where NEXT-ONE sees the next variable in any bytes.

mod support;

use support::generate::dice::Dice;
use support::rom::Rom;
use zxtap::basic::number::{Number, scan};
use zxtap::basic::variables::{Name, Reading, Value, Variable, Variables, basinc};
use zxtap::machine::memory::sysvar;

const NEXT_ONE: u16 = 0x19B8;
/// T-states a command may take.
const PATIENCE: u64 = 35_000_000;

const LET: u8 = 0xF1;
const DIM: u8 = 0xE9;
const FOR: u8 = 0xEB;
const TO: u8 = 0xCC;
const STEP: u8 = 0xCD;
const NEXT: u8 = 0xF3;
const PRINT: u8 = 0xF5;

fn command(rom: &mut Rom, tokens: &[u8]) -> String {
    let run = rom.command(tokens, PATIENCE);
    assert_eq!(run.report.as_deref(), Some("0 OK, 65534:1"), "{}", String::from_utf8_lossy(tokens));
    String::from_utf8(run.printed).expect("ASCII").trim_end_matches('\r').to_owned()
}

/// The area as SAVE would write it: from VARS to the byte before the end byte.
fn area(rom: &Rom) -> Vec<u8> {
    let m = &rom.machine;
    let (vars, e_line) = (m.peek_word(sysvar::VARS), m.peek_word(sysvar::E_LINE));
    assert_eq!(m.peek(e_line - 1), 0x80);
    m.read(vars.into()..usize::from(e_line) - 1).to_vec()
}

/// Puts an area into a machine without a program.
fn set_area(rom: &mut Rom, area: &[u8]) {
    rom.reset();
    let m = &mut rom.machine;
    let vars = m.peek_word(sysvar::VARS);
    m.write(vars, &[area, &[0x80, 0x0D, 0x80]].concat());
    let end = vars + area.len() as u16;
    m.poke_word(sysvar::E_LINE, end + 1);
    for pointer in [sysvar::WORKSP, sysvar::STKBOT, sysvar::STKEND] {
        m.poke_word(pointer, end + 3);
    }
}

fn number(text: &str) -> Number {
    scan(text.as_bytes()).outcome.unwrap()
}

fn variable(name: &str, value: Value) -> Variable {
    let (letter, rest) = name.as_bytes().split_first().unwrap();
    Variable { name: Name { letter: letter & 0x1F, rest: rest.to_vec() }, value }
}

fn tokens(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}

#[test]
fn assignments_leave_what_decode_reads() {
    let mut rom = Rom::new();
    rom.reset();
    for line in [
        tokens(&[&[LET], b"a=42"]),
        tokens(&[&[LET], b"To Tal9=.5"]),
        tokens(&[&[LET], b"Z=-1"]),
        tokens(&[&[DIM], b"b(2,3)"]),
        tokens(&[&[LET], b"b(2,1)=1.5"]),
        tokens(&[&[LET], b"s$=\"hi\""]),
        tokens(&[&[DIM], b"c$(2,3)"]),
        tokens(&[&[LET], b"c$(2)=\"xyz\""]),
        tokens(&[&[LET], b"e$=\"\""]),
        tokens(&[&[FOR], b"i=1", &[TO], b"10", &[STEP], b"2"]),
        tokens(&[&[FOR], b"J=3", &[TO], b"4:", &[NEXT], b"j"]),
    ] {
        let run = rom.command(&line, PATIENCE);
        assert!(run.report.unwrap().starts_with("0 OK"), "{}", String::from_utf8_lossy(&line));
    }
    let small = Number::small;
    let mut elements = vec![small(0); 6];
    elements[3] = number("1.5");
    let area = area(&rom);
    let variables = Variables::decode(&area);
    assert_eq!(
        variables,
        Variables {
            variables: vec![
                variable("a", Value::Number(small(42))),
                variable("total9", Value::Number(number(".5"))),
                variable("z", Value::Number(small(1).negated())),
                variable("b", Value::Numbers { dimensions: vec![2, 3], elements }),
                variable("s", Value::String(b"hi".to_vec())),
                variable("c", Value::Characters { dimensions: vec![2, 3], characters: b"   xyz".to_vec() }),
                variable("e", Value::String(Vec::new())),
                variable(
                    "i",
                    Value::For {
                        value: small(1),
                        limit: small(10),
                        step: small(2),
                        line: 65534,
                        statement: 2
                    },
                ),
                variable(
                    "j",
                    Value::For {
                        value: small(5),
                        limit: small(4),
                        step: small(1),
                        line: 65534,
                        statement: 2
                    },
                ),
            ],
            trailing: Vec::new(),
        }
    );
    assert_eq!(variables.encode(), area);
    assert_eq!(variables.faults(), []);
}

/// A variable that the ROM can have stored.
fn chosen(dice: &mut Dice) -> Variable {
    let letter = char::from(b'a' + dice.below(26) as u8).to_string();
    let any = |dice: &mut Dice| match dice.below(3) {
        0 => Number::small(dice.below(0x1_0000) as u16),
        1 => Number::small(dice.between(1, 0xFFFF) as u16).negated(),
        _ => number(&format!("{}.{}e{}", dice.below(100), dice.below(100_000), dice.below(36))),
    };
    // No quote, no control code, no keyword: PRINT shows them as they are.
    let character = |dice: &mut Dice| dice.between(0x23, 0x7E) as u8;
    let dimensions: Vec<u16> = (0..dice.between(1, 3)).map(|_| dice.between(1, 4) as u16).collect();
    let product: u16 = dimensions.iter().product();
    match dice.below(6) {
        0 => variable(&letter, Value::Number(any(dice))),
        1 => {
            let rest: String = (0..dice.between(1, 9)).map(|_| dice.pick(b"abcxyz0189") as char).collect();
            variable(&(letter + &rest), Value::Number(any(dice)))
        }
        2 => {
            let [value, limit, step] = [any(dice), any(dice), any(dice)];
            let line = dice.between(1, 9999) as u16;
            variable(&letter, Value::For { value, limit, step, line, statement: dice.between(1, 127) as u8 })
        }
        3 => variable(&letter, Value::String((0..dice.below(20)).map(|_| character(dice)).collect())),
        4 => {
            let elements = (0..product).map(|_| any(dice)).collect();
            variable(&letter, Value::Numbers { dimensions, elements })
        }
        _ => {
            let characters = (0..product).map(|_| character(dice)).collect();
            variable(&letter, Value::Characters { dimensions, characters })
        }
    }
}

/// What can be asked of a variable: its name, or elements of it, some out of range.
fn questions(dice: &mut Dice, variable: &Variable) -> Vec<String> {
    let name = variable.full_name();
    let mut subscripts = |dimensions: &[u16]| -> String {
        let numbers: Vec<_> = dimensions
            .iter()
            .map(|&d| dice.between(1, usize::from(d) + usize::from(dice.clone().chance(100))))
            .collect();
        numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(",")
    };
    match &variable.value {
        Value::Number(_) | Value::For { .. } => vec![name],
        Value::String(text) => vec![format!("{name}({})", subscripts(&[text.len().max(1) as u16])), name],
        Value::Numbers { dimensions, .. } => {
            (0..3).map(|_| format!("{name}({})", subscripts(dimensions))).collect()
        }
        Value::Characters { dimensions, .. } => {
            let whole = &dimensions[..dimensions.len() - 1];
            let mut questions = vec![format!("{name}({})", subscripts(dimensions))];
            questions.push(if whole.is_empty() { name } else { format!("{name}({})", subscripts(whole)) });
            questions
        }
        Value::BadArray { .. } => unreachable!("only sound variables are chosen"),
    }
}

/// Makes areas, asks the ROM's PRINT and ourselves for what they hold, and sends every one through BasinC's notation.
fn areas(seed: u64, count: usize) -> usize {
    let mut rom = Rom::new();
    let mut dice = Dice::new(seed);
    let mut asked = 0;
    for _ in 0..count {
        let variables = Variables {
            variables: (0..dice.between(1, 6)).map(|_| chosen(&mut dice)).collect(),
            trailing: Vec::new(),
        };
        let bytes = variables.encode();
        assert_eq!(Variables::decode(&bytes), variables);
        assert_eq!(variables.faults(), []);
        for variable in &variables.variables {
            let line = basinc::line(variable).expect("a sound variable has a line");
            assert_eq!(basinc::read(&line["Var ".len()..]).as_ref(), Ok(variable), "{line}");
            for question in questions(&mut dice, variable) {
                set_area(&mut rom, &bytes);
                let run = rom.command(&[&[PRINT][..], question.as_bytes()].concat(), PATIENCE);
                let theirs = match run.report.as_deref() {
                    Some("0 OK, 65534:1") => Some(run.printed),
                    _ => None,
                };
                let ours = variables.value(&question).map(|reading| match reading {
                    Reading::Number(number) => [number.to_string().as_bytes(), b"\r"].concat(),
                    Reading::Text(text) => [&text[..], b"\r"].concat(),
                });
                assert_eq!(ours, theirs, "{question} in {bytes:02X?}");
                asked += 1;
            }
        }
    }
    asked
}

#[test]
fn print_finds_what_value_finds() {
    assert!(areas(1, 150) > 500);
}

#[test]
#[ignore = "a minute: 10,000 areas"]
fn print_finds_what_value_finds_at_length() {
    assert!(areas(2, 10_000) > 30_000);
}

/// In bytes of any kind, each variable ends where NEXT-ONE says.
#[test]
fn next_one_agrees() {
    let mut rom = Rom::new();
    rom.reset();
    let mut dice = Dice::new(3);
    let mut kinds = [0; 8];
    for _ in 0..5_000 {
        let mut bytes: Vec<u8> = (0..dice.between(20, 80)).map(|_| dice.below(0x100) as u8).collect();
        if dice.chance(800) {
            bytes[2] = 0;
            bytes[1] %= 60;
        }
        let Some((variable, length)) = Variable::decode(&bytes) else { continue };
        kinds[usize::from(bytes[0] >> 5)] += 1;
        let m = &mut rom.machine;
        m.write(0xC000, &bytes);
        m.registers.hl = 0xC000;
        assert!(m.call(NEXT_ONE, 1_000_000));
        assert_eq!(usize::from(m.registers.de - 0xC000), length, "{variable:?} in {bytes:02X?}");
        assert_eq!(variable.encode(), bytes[..length]);
    }
    assert!(kinds[2..].iter().all(|&n| n > 100), "{kinds:?}");
    assert_eq!(kinds[..2], [0, 0]);
}

/// BasinC's own lines, as they stand in its files, give an area that the ROM reads.
#[test]
fn basinc_lines_make_an_area() {
    let lines = [
        "gx1: Num = 23",
        "gdx1: Num = -1",
        "s: Num = 0.9",
        "h: NumArray(5) = 230, 25, 16, 12, 10",
        "f: NumFOR = 11, 10, 1, 1710, 3",
        "n$: Str = \"DUN\"",
        "a$: Str = \"\"",
        "q$: Str = \"say \"hi\"\"",
        "x$: StrArray(2, 3) = \"DUN\\a\\::\\#042\"",
    ];
    let variables = Variables {
        variables: lines.iter().map(|line| basinc::read(line).expect(line)).collect(),
        trailing: Vec::new(),
    };
    let mut rom = Rom::new();
    for (question, answer) in [
        ("gx1", "23"),
        ("gdx1", "-1"),
        ("s", "0.9"),
        ("h(3)", "16"),
        ("f", "11"),
        ("n$", "DUN"),
        ("a$", ""),
        ("q$", "say \"hi\""),
        ("x$(1)", "DUN"),
        ("x$(2,3)", "*"),
    ] {
        set_area(&mut rom, &variables.encode());
        assert_eq!(command(&mut rom, &[&[PRINT][..], question.as_bytes()].concat()), answer, "{question}");
    }
}
