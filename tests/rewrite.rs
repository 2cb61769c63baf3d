//! Laws of `fmt` and `renum`, over all sources there are and over generated programs.

mod support;

use std::collections::BTreeMap;
use std::fs;

use support::generate::dice::Dice;
use support::generate::grammar::legal_line;
use zxtap::basic::expand::{Options, expand};
use zxtap::basic::program::Program;
use zxtap::basic::tokenise::{Tokenised, tokenise};
use zxtap::diagnostic::{Code, Severity};
use zxtap::source::Source;
use zxtap::toolchain::rewrite::{Numbering, Rewritten, fmt_bytes, fmt_with, renum_bytes};

/// Every source text of the project: the programs, the cases, also those that are wrong.
fn sources() -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let cases = ["ok", "bytes", "err", "rewrite", "labels"].map(|folder| format!("tests/cases/{folder}"));
    for folder in cases.iter().map(String::as_str).chain(["basic"]) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "bas") {
                found.push((path.display().to_string(), fs::read(&path).unwrap()));
            }
        }
    }
    found
}

/// A program of legal lines in all styles of typing.
fn generated(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut lines: BTreeMap<u16, String> = BTreeMap::new();
    for _ in 0..dice.between(1, 12) {
        let line = legal_line(dice.bits());
        lines.insert(line.number, line.text);
    }
    let mut text = String::new();
    for line in lines.values() {
        let before = dice.pick(&["", "", "  ", "\n", "# a comment\n"]);
        text += &format!("{before}{line}\n");
    }
    text
}

fn tokenised(text: &str) -> Tokenised {
    tokenise(&Source::new("text", text))
}

fn is_good(program: &Tokenised) -> bool {
    program.diagnostics.iter().all(|d| d.severity() != Severity::Error)
}

/// What a text stores beside its lines.
fn directives(program: &Tokenised) -> (Option<Vec<u8>>, Option<u16>, Vec<u8>) {
    let directives = program.directives.clone();
    (directives.name.map(|n| n.0), directives.autostart.map(|a| a.0), directives.variables)
}

/// Reads the files that a source includes.
fn read(path: &str) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| error.to_string())
}

fn formed(name: &str, bytes: &[u8], tidy: bool) -> Rewritten {
    fmt_with(name, bytes, tidy, &mut read)
}

/// The program of a text that may have labels and include others.
fn program_of(name: &str, text: &str) -> Tokenised {
    tokenise(&expand(Source::new(name, text), &Options::default(), &mut read).source)
}

/// Asks for the laws of `fmt`; gives whether it changed the text.
fn fmt_holds(name: &str, bytes: &[u8]) -> bool {
    let formatted = formed(name, bytes, false);
    let before = tokenise(&formatted.source);
    let text = formatted.text();
    if !formatted.is_good() {
        assert_eq!(text, formatted.before(), "{name} has an error and is changed");
        return false;
    }
    let after = program_of(name, &text);
    assert_eq!(after.program, before.program, "{name} stores other bytes as\n{text}");
    assert_eq!(directives(&after), directives(&before), "{name}");
    assert_eq!(formed(name, text.as_bytes(), false).text(), text, "{name}: once more");
    // Comments and directives, blank lines apart, are there in their order.
    let remarks = |text: &str| -> Vec<String> {
        let lines: Vec<&str> = text.split(['\n', '\r']).collect();
        let is_joined = |i: usize| i > 0 && lines[i - 1].ends_with('\\');
        let is_remark = |&i: &usize| lines[i].trim_start().starts_with('#') && !is_joined(i);
        (0..lines.len()).filter(is_remark).map(|i| lines[i].to_owned()).collect()
    };
    assert_eq!(remarks(&text), remarks(formatted.before()), "{name}");
    tidy_holds(name, formatted.before(), &before.program);
    text != formatted.before()
}

/// Tidied, a text stores the same but for spaces outside strings and remarks.
fn tidy_holds(name: &str, text: &str, before: &Program) {
    let tidied = formed(name, text.as_bytes(), true).text();
    let after = program_of(name, &tidied);
    assert!(is_good(&after), "{name} is wrong when it is tidied:\n{tidied}\n{:?}", after.diagnostics);
    let lines = |program: &Program| -> Vec<(u16, Vec<u8>)> {
        program.lines.iter().map(|line| (line.number, spaceless(&line.text))).collect()
    };
    assert_eq!(lines(&after.program), lines(before), "{name}: more than spaces is lost in\n{tidied}");
    assert_eq!(formed(name, tidied.as_bytes(), true).text(), tidied, "{name}: tidied once more");
    assert_eq!(formed(name, tidied.as_bytes(), false).text(), tidied, "{name}: tidied is canonical");
}

/// A stored text without the spaces outside strings and remarks, worked out byte by byte.
fn spaceless(text: &[u8]) -> Vec<u8> {
    let (mut out, mut at, mut quoted) = (Vec::new(), 0, false);
    while at < text.len() {
        let length = match text[at] {
            0x0E => 6,
            0x10..=0x15 => 2,
            0x16 | 0x17 => 3,
            0xEA if !quoted => text.len() - at,
            _ => 1,
        };
        quoted ^= text[at] == b'"';
        if text[at] != b' ' || quoted {
            out.extend_from_slice(&text[at..(at + length).min(text.len())]);
        }
        at += length;
    }
    out
}

#[test]
fn fmt_stores_every_source_as_before() {
    let sources = sources();
    let changed = sources.iter().filter(|(name, bytes)| fmt_holds(name, bytes)).count();
    assert!(changed > 20, "only {changed} of {} change", sources.len());
}

#[test]
fn the_programs_are_canonical() {
    for name in ["three", "three3d", "gray", "referee"] {
        let path = format!("basic/{name}.bas");
        let tidied = fmt_bytes(&path, &fs::read(&path).unwrap(), true);
        assert!(tidied.edits.is_empty(), "{path}: zxtap fmt --tidy --write {path}");
    }
}

/// With a backslash and a line end put in here and there; what that breaks is refused.
fn joined(text: &str, dice: &mut Dice) -> String {
    let mut out = String::new();
    for character in text.chars() {
        out.push(character);
        if dice.chance(5) && character != '\\' {
            out += "\\\n   ";
        }
    }
    out
}

fn fmt_holds_for(seeds: std::ops::Range<u64>) -> usize {
    let mut changed = 0;
    for seed in seeds {
        let mut dice = Dice::new(seed ^ 0x6A6F_696E);
        let mut text = generated(seed);
        if dice.chance(500) {
            text = joined(&text, &mut dice);
        }
        changed += usize::from(fmt_holds(&format!("seed {seed}"), text.as_bytes()));
    }
    changed
}

#[test]
fn fmt_stores_generated_programs_as_before() {
    let changed = fmt_holds_for(0..300);
    assert!(changed > 250, "only {changed} change");
}

#[test]
#[ignore = "20,000 programs; see CONTRIBUTING.md"]
fn fmt_stores_many_generated_programs_as_before() {
    fmt_holds_for(1000..21_000);
}

/// The numbers that a program has after `numbering`, and what a jump to a line becomes: worked out on stored lines.
fn renumbered(program: &Program, numbering: &Numbering) -> Option<Program> {
    let old: Vec<u16> = program.lines.iter().map(|line| line.number).collect();
    let mut next = u32::from(numbering.start);
    let mut new = Vec::new();
    for &number in &old {
        if numbering.range.contains(&number) {
            new.push(next);
            next += u32::from(numbering.step);
        } else {
            new.push(u32::from(number));
        }
    }
    if new.iter().any(|&n| n > 9999) || new.windows(2).any(|pair| pair[0] >= pair[1]) {
        return None;
    }
    let mut out = program.clone();
    for (line, &number) in out.lines.iter_mut().zip(&new) {
        line.number = number as u16;
        line.text = with_jumps(&line.text, &|jump| match old.iter().position(|&n| n >= jump) {
            None if u32::from(jump) > *new.last().unwrap() => u32::from(jump),
            None => new.last().unwrap() + 1,
            Some(_) if jump == 0 => 0,
            // A line that is not there, before one that stays: the jump stays too, unless it would lead elsewhere.
            Some(at)
                if old[at] != jump
                    && !numbering.range.contains(&old[at])
                    && new.iter().position(|&n| n >= u32::from(jump)) == Some(at) =>
            {
                u32::from(jump)
            }
            Some(at) => new[at],
        });
    }
    Some(out)
}

/// The text with every `command digits hidden-number end` changed, where the command names a line.
fn with_jumps(text: &[u8], of: &dyn Fn(u16) -> u32) -> Vec<u8> {
    let mut out = Vec::new();
    let (mut at, mut quoted, mut statement) = (0, false, 0);
    while at < text.len() {
        let rest = &text[at..];
        match rest[0] {
            b'"' => quoted = !quoted,
            0xEA if !quoted => {
                out.extend_from_slice(rest);
                return out;
            }
            b':' | 0xCB if !quoted => statement = at + 1,
            _ => {}
        }
        let named = !quoted && rest[0] == 0x0E && names_a_line(&text[statement..at]) && ends(&rest[6..]);
        if named && rest[1..3] == [0, 0] && rest[5] == 0 {
            let old = u16::from_le_bytes([rest[3], rest[4]]);
            let new = of(old);
            if u32::from(old) != new {
                let spaces = out.iter().rev().take_while(|b| **b <= b' ').count();
                let between = out.split_off(out.len() - spaces);
                let part = |i: usize| {
                    let sign = matches!(out[i], b'+' | b'-') && matches!(out[i - 1], b'e' | b'E');
                    sign || out[i].is_ascii_alphanumeric() || out[i] == b'.'
                };
                let digits = (0..out.len()).rev().take_while(|&i| part(i)).count();
                out.truncate(out.len() - digits);
                // BIN, with spaces and controls between its digits.
                let bin = out.iter().rposition(|b| *b == 0xC4);
                let bin = bin.filter(|&at| squeezed(&out[at + 1..]).iter().all(u8::is_ascii_digit));
                out.truncate(bin.unwrap_or(out.len()));
                out.extend(new.to_string().bytes());
                out.extend(between);
                out.extend([0x0E, 0, 0]);
                out.extend((new as u16).to_le_bytes());
                out.push(0);
                at += 6;
                continue;
            }
        }
        let length = match rest[0] {
            0x0E => 6,
            0x10..=0x15 => 2,
            0x16 | 0x17 => 3,
            _ => 1,
        };
        out.extend_from_slice(&rest[..length.min(rest.len())]);
        at += length;
    }
    out
}

/// Whether nothing but a numeral stands between the command that names a line and here.
fn names_a_line(statement: &[u8]) -> bool {
    let plain: Vec<u8> = squeezed(statement);
    let numeral = |rest: &[u8]| {
        let signs = rest.iter().take_while(|b| **b == b'+').count();
        let digits = rest[signs..].strip_prefix(&[0xC4]).unwrap_or(&rest[signs..]);
        digits.iter().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-'))
            && !digits.starts_with(b"-")
    };
    match plain.first() {
        Some(0xEC | 0xED | 0xE5 | 0xF7) => numeral(&plain[1..]),
        Some(0xF0 | 0xE1) if plain.get(1) == Some(&b'#') => {
            let (mut depth, mut quoted) = (0, false);
            let separator = plain.iter().position(|&byte| {
                quoted ^= byte == b'"';
                depth += i32::from(byte == b'(' && !quoted) - i32::from(byte == b')' && !quoted);
                depth == 0 && !quoted && matches!(byte, b',' | b';')
            });
            separator.is_some_and(|at| numeral(&plain[at + 1..]))
        }
        Some(0xF0 | 0xE1) => numeral(&plain[1..]),
        Some(0xF8) => plain.iter().rposition(|&b| b == 0xCA).is_some_and(|at| numeral(&plain[at + 1..])),
        _ => false,
    }
}

/// Without spaces and controls; of hidden numbers the mark alone.
fn squeezed(text: &[u8]) -> Vec<u8> {
    let (mut out, mut at) = (Vec::new(), 0);
    while at < text.len() {
        at += match text[at] {
            0x0E => {
                out.push(0x0E);
                6
            }
            0x10..=0x15 => 2,
            0x16 | 0x17 => 3,
            0..=0x20 => 1,
            byte => {
                out.push(byte);
                1
            }
        };
    }
    out
}

/// Whether a statement ends here, spaces and controls apart.
fn ends(rest: &[u8]) -> bool {
    matches!(squeezed(rest).first(), None | Some(b':'))
}

/// A program with jumps of all kinds in it, for `renum`.
fn jumping(seed: u64) -> String {
    let mut dice = Dice::new(seed ^ 0x6A75_6D70);
    let mut numbers: Vec<u16> = (0..dice.between(1, 15)).map(|_| dice.between(1, 9999) as u16).collect();
    if dice.chance(500) {
        numbers.iter_mut().for_each(|n| *n = *n % 200 + 1);
    }
    numbers.sort_unstable();
    numbers.dedup();
    let mut text = String::new();
    for &number in &numbers {
        let statements: Vec<String> = (0..dice.between(1, 4))
            .map(|_| {
                let line = match dice.below(4) {
                    0 => dice.between(0, 9999) as u16,
                    1 => dice.pick(&numbers).saturating_add(1),
                    _ => dice.pick(&numbers),
                };
                let form = dice.pick(&[
                    "GO TO @",
                    "goto @",
                    "GO SUB @ ",
                    "RESTORE @",
                    "RUN @",
                    "LIST @",
                    "LLIST @",
                    "LIST #2,@",
                    "LLIST #3;@",
                    "IF a THEN GO TO @",
                    "IF a THEN IF b THEN GO SUB @",
                    "SAVE \"x\" LINE @",
                    "GO TO @*1",
                    "GO TO @+a",
                    "PRINT @",
                    "LET a=@",
                    "DATA @",
                    "RUN",
                    "RESTORE",
                    "GO TO  @",
                    "PRINT \"GO TO @\"",
                    "GOTO BIN ~",
                ]);
                form.replace('@', &line.to_string()).replace('~', &format!("{line:b}"))
            })
            .collect();
        text += &format!("{number} {}\n", statements.join(":"));
    }
    text
}

fn renum_holds_for(seeds: std::ops::Range<u64>) -> (usize, usize) {
    let (mut done, mut refused) = (0, 0);
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let text = if dice.chance(700) { jumping(seed) } else { generated(seed) };
        let before = tokenised(&text);
        if !is_good(&before) {
            continue; // a legal line in tens of thousands that the tokeniser does not take
        }
        let ends = [0, dice.between(1, 9999) as u16, dice.between(1, 9999) as u16, u16::MAX];
        let range =
            if dice.chance(500) { 0..=u16::MAX } else { dice.pick(&ends[..2])..=dice.pick(&ends[2..]) };
        let any = dice.between(1, 9999);
        let start = dice.pick(&[1, 10, 1000, any]) as u16;
        let numbering = Numbering { start, step: dice.pick(&[1, 2, 10, 100, 700]), range };
        let new = renum_bytes("text", text.as_bytes(), &numbering);
        let said = format!("seed {seed}, {numbering:?}\n{text}\n{}\n{:?}", new.text(), new.diagnostics);
        match renumbered(&before.program, &numbering) {
            Some(expected) => {
                assert!(new.is_good(), "{said}");
                let after = tokenised(&new.text());
                assert!(is_good(&after), "{said}");
                for (line, expected) in after.program.lines.iter().zip(&expected.lines) {
                    assert_eq!(line, expected, "{said}");
                }
                assert_eq!(after.program, expected, "{said}");
                done += 1;
            }
            None => {
                assert_eq!(new.diagnostics[0].code, Code::NoRoomForNumbers, "{said}");
                assert_eq!(new.text(), text);
                refused += 1;
            }
        }
    }
    (done, refused)
}

#[test]
fn renum_changes_what_the_stored_program_asks_for() {
    let (done, refused) = renum_holds_for(0..1000);
    assert!(done > 500 && refused > 50, "{done} renumbered, {refused} refused");
}

#[test]
#[ignore = "50,000 programs; see CONTRIBUTING.md"]
fn renum_changes_what_many_stored_programs_ask_for() {
    renum_holds_for(10_000..60_000);
}

/// Texts with characters lost, doubled and put in: whatever comes of them, nothing panics, and a text with an error is
/// left as it is.
#[test]
fn damaged_texts_do_no_harm() {
    let mut refused = 0;
    for seed in 0..2000 {
        let mut dice = Dice::new(seed ^ 0x6861_726D);
        let text = if dice.chance(500) { jumping(seed) } else { generated(seed) };
        let mut characters: Vec<char> = joined(&text, &mut dice).chars().collect();
        for _ in 0..dice.between(1, 6) {
            let at = dice.below(characters.len());
            match dice.below(4) {
                0 => drop(characters.remove(at)),
                1 => characters
                    .insert(at, dice.pick(&['\\', '"', '\n', ':', '\r', '{', '}', '#', '0', '£', '\t', 'é'])),
                2 => characters.truncate(at),
                _ => characters[at] = dice.pick(&['\n', ' ', '9', 'e', '.', '"', '@', '$', '(']),
            }
            if characters.is_empty() {
                characters.push('1');
            }
        }
        let text: String = characters.into_iter().collect();
        fmt_holds(&format!("seed {seed}"), text.as_bytes());
        let new = renum_bytes("text", text.as_bytes(), &Numbering::default());
        if new.is_good() {
            assert!(is_good(&program_of("text", &new.text())), "{text}\n{}", new.text());
        } else {
            assert_eq!(new.text(), new.before());
            refused += 1;
        }
        let program = tokenised(&text);
        let small =
            zxtap::toolchain::minify::minify(&program, &zxtap::toolchain::minify::Step::ALL).program();
        assert!(small.size() <= program.program.size(), "{text}");
    }
    assert!((200..1900).contains(&refused), "{refused} of 2000 refused");
}
