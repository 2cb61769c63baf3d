//! Cases as files: a file in a folder of tests/cases is a test.
//!
//! | folder | a case | what is asked |
//! |---|---|---|
//! | bytes | `x.bas` and `x.hex`: typed lines in brace notation, and the program area as a dump | zxtap builds those bytes of x.bas; the ROM stores them when the lines are typed |
//! | number | `x.txt`: numerals with five bytes or a report | both make that of each |
//! | reject | `x.txt`: stanzas of text, typed line and the ROM's report | both refuse; zxtap with an error in the text |
//! | ok | `x.bas` and `x.hex` | builds without a word; the dump is current; the ROM stores the same |
//! | err | `x.bas` and `x.err` | what zxtap says of it, as rendered |
//! | labels | `x.bas` and `x.hex` | sources for zmakebas -l: build with no error; the dump is current; the ROM stores the same |
//!
//! What `#include` names is a file beside the case, by convention `x.inc`.
//!
//! `UPDATE_GOLDENFILES=1 cargo test --test cases` renews dumps, reports and messages. What the ROM can answer is
//! renewed from the ROM, never from zxtap.

mod support;

use std::cell::RefCell;
use std::fs;
use std::path::Path;

use datatest_stable::Result;
use support::notation::{braces, dump, mask_program, split_number, typed, undump};
use support::rom::{Rom, Verdict};
use zxtap::basic::{hidden, number, syntax};
use zxtap::diagnostic::{Severity, render};
use zxtap::toolchain::{BuildOptions, Built, build_bytes, build_with};

datatest_stable::harness! {
    { test = bytes, root = "tests/cases/bytes", pattern = r"\.(bas|hex)$" },
    { test = numerals, root = "tests/cases/number", pattern = r"\.txt$" },
    { test = refusals, root = "tests/cases/reject", pattern = r"\.txt$" },
    { test = good_sources, root = "tests/cases/ok", pattern = r"\.bas$" },
    { test = labelled_sources, root = "tests/cases/labels", pattern = r"\.bas$" },
    { test = bad_sources, root = "tests/cases/err", pattern = r"\.bas$" },
}

thread_local! {
    static ROM: RefCell<Rom> = RefCell::new(Rom::new());
}

fn with_rom<T>(ask: impl FnOnce(&mut Rom) -> T) -> T {
    ROM.with_borrow_mut(ask)
}

fn renewing() -> bool {
    std::env::var_os("UPDATE_GOLDENFILES").is_some()
}

fn build(path: &Path) -> std::io::Result<(String, Built)> {
    build_as(path, &BuildOptions::default())
}

fn build_as(path: &Path, options: &BuildOptions) -> std::io::Result<(String, Built)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut load = |file: &str| fs::read(folder.join(file)).map_err(|_| "no such file".to_owned());
    let (source, built) = build_with(&name, &fs::read(path)?, options, &mut load);
    let said = render::render(&source, &built.diagnostics, false);
    Ok((said, built))
}

/// The first rows in which two dumps differ.
fn difference(what: &str, expected: &[u8], found: &[u8]) -> Result<()> {
    if expected == found {
        return Ok(());
    }
    let (expected, found) = (dump(expected), dump(found));
    let (left, right): (Vec<_>, Vec<_>) = (expected.lines().collect(), found.lines().collect());
    let at = left.iter().zip(&right).take_while(|(a, b)| a == b).count();
    let part =
        |rows: &[&str]| rows[at.saturating_sub(3).min(rows.len())..(at + 5).min(rows.len())].join("\n  ");
    Err(format!("{what}, row {at}\nexpected\n  {}\nfound\n  {}", part(&left), part(&right)).into())
}

/// `tests/cases/bytes`.
fn bytes(path: &Path) -> Result<()> {
    let partner =
        path.with_extension(if path.extension().is_some_and(|e| e == "bas") { "hex" } else { "bas" });
    if !partner.exists() {
        return Err(format!("{} is missing", partner.display()).into());
    }
    if path.extension().is_some_and(|e| e == "bas") {
        return Ok(());
    }
    let text = fs::read_to_string(path)?;
    let (head, body): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|l| l.starts_with(['#']) || l.starts_with("typed ") || l.starts_with("rule "));
    let by_rule = head.iter().any(|l| l.starts_with("rule "));
    let entries: Vec<Vec<u8>> = head
        .iter()
        .filter_map(|l| l.strip_prefix("typed "))
        .map(typed)
        .collect::<std::result::Result<_, _>>()?;
    let lines: Vec<(u16, &[u8])> = entries
        .iter()
        .map(|e| split_number(e).ok_or("a typed line without a number"))
        .collect::<std::result::Result<_, _>>()?;
    if renewing() {
        let program = if by_rule { undump(&body.join("\n"))? } else { stored(&lines)? };
        fs::write(path, format!("{}\n\n{}", head.join("\n"), dump(&program)))?;
        return Ok(());
    }
    let expected = undump(&body.join("\n"))?;
    if by_rule {
        for (_, line) in &lines {
            if !matches!(with_rom(|rom| rom.scan_line(line)), Verdict::Refused { .. }) {
                return Err(format!("the ROM can answer this: {}", braces(line)).into());
            }
        }
    } else {
        difference("the ROM stores something else", &expected, &stored(&lines)?)?;
    }
    let (said, built) = build(&partner)?;
    if !built.is_good() {
        return Err(format!("{} does not build:\n{said}", partner.display()).into());
    }
    difference("zxtap builds something else", &expected, &built.program)
}

/// What the ROM has after these lines were typed.
fn stored(lines: &[(u16, &[u8])]) -> Result<Vec<u8>> {
    for (number, line) in lines {
        let entry = [number.to_string().as_bytes(), line].concat();
        if let Verdict::Refused { report, marker } = with_rom(|rom| rom.scan_entry(&entry)) {
            return Err(format!("the ROM refuses {} with {report} at {marker}", braces(&entry)).into());
        }
    }
    let mut program = with_rom(|rom| rom.store(lines));
    mask_program(&mut program);
    Ok(program)
}

/// A report as the machine shows it, as far as entering lines can raise it.
fn words(report: char) -> String {
    match report {
        '4' => "4 Out of memory".into(),
        '5' => "5 Out of screen".into(),
        '6' => "6 Number too big".into(),
        'C' => "C Nonsense in BASIC".into(),
        other => format!("report {other}"),
    }
}

/// `tests/cases/number`.
fn numerals(path: &Path) -> Result<()> {
    let mut renewed = String::new();
    for row in fs::read_to_string(path)?.lines() {
        let Some((text, expected)) = row.rsplit_once(" = ") else {
            renewed.push_str(&format!("{row}\n"));
            continue;
        };
        let numeral = typed(text)?;
        let line = [b"\xF1a=", numeral.as_slice()].concat();
        let theirs = with_rom(|rom| rom.scan_line(&line));
        let answer = match &theirs {
            Verdict::Accepted(stored) if stored.len() == line.len() + 6 => {
                stored[stored.len() - 5..].iter().map(|b| format!("{b:02X}")).collect()
            }
            Verdict::Accepted(_) => "no numeral".into(),
            Verdict::Refused { report, .. } => words(*report),
        };
        renewed.push_str(&format!("{text} = {answer}\n"));
        if renewing() {
            continue;
        }
        if answer != expected {
            return Err(format!("{text}: expected {expected}, the ROM says {answer}").into());
        }
        let ours = hidden::fill(&line);
        let fault = syntax::parse(&ours).fault().copied();
        match (&theirs, fault) {
            (Verdict::Accepted(stored), None) if *stored == ours => {}
            (Verdict::Refused { report, .. }, Some(fault)) => {
                let big = matches!(fault.kind, syntax::FaultKind::TooBig);
                if (*report == '6') != big {
                    return Err(format!("{text}: expected {expected}, zxtap says {fault:?}").into());
                }
            }
            _ => {
                return Err(
                    format!("{text}: expected {expected}, zxtap makes {}, {fault:?}", braces(&ours)).into()
                );
            }
        }
        // The routine by itself, where the text is one numeral and nothing else.
        if let (Verdict::Accepted(stored), Some(b'0'..=b'9' | b'.')) = (&theirs, numeral.first()) {
            let scan = number::scan(&numeral);
            if scan.outcome.map(|n| n.0.to_vec()) != Ok(stored[stored.len() - 5..].to_vec()) {
                return Err(
                    format!("{text}: expected {expected}, number::scan gives {:?}", scan.outcome).into()
                );
            }
        }
    }
    if renewing() {
        fs::write(path, renewed)?;
    }
    Ok(())
}

/// `tests/cases/reject`: stanzas of
/// `text` (source text that must give an error) or `fine` (text of the same look that becomes other bytes, which are fine), `typed` (the line in brace notation), `rom` (report and marker), `accepted` (why zxtap takes it).
fn refusals(path: &Path) -> Result<()> {
    let mut renewed = String::new();
    let mut stanzas = 0;
    let (mut text, mut fine, mut entry, mut accepted, mut rom) = (None, None, None, None, None);
    let file = fs::read_to_string(path)?;
    for row in file.lines().chain([""]) {
        let (word, rest) = row.split_once(' ').unwrap_or((row, ""));
        match word {
            "text" => text = Some(rest),
            "fine" => fine = Some(rest),
            "typed" => entry = Some(rest),
            "rom" => rom = Some(rest),
            "accepted" => accepted = Some(rest),
            "#" => renewed.push_str(&format!("{row}\n")),
            "" => {
                let Some(entry) = entry.take() else { continue };
                stanzas += 1;
                let answer = refusal(&typed(entry)?)?;
                let lines = [
                    ("text", text),
                    ("fine", fine),
                    ("typed", Some(entry)),
                    ("rom", Some(&*answer)),
                    ("accepted", accepted),
                ];
                renewed.push('\n');
                for (word, rest) in lines {
                    if let Some(rest) = rest {
                        renewed.push_str(&format!("{word} {rest}\n"));
                    }
                }
                if !renewing() {
                    if rom != Some(&*answer) {
                        return Err(format!("{entry}: expected {rom:?}, the ROM says {answer}").into());
                    }
                    ours(&typed(entry)?, text, fine, accepted.is_some())
                        .map_err(|e| format!("{entry}: {e}"))?;
                }
                (text, fine, accepted, rom) = (None, None, None, None);
            }
            _ => return Err(format!("what is this? {row}").into()),
        }
    }
    if renewing() {
        fs::write(path, renewed)?;
    }
    if stanzas == 0 { Err("no case in it".into()) } else { Ok(()) }
}

/// The ROM's report on an entry it must refuse, and where its marker stands.
fn refusal(entry: &[u8]) -> Result<String> {
    match with_rom(|rom| rom.scan_entry(entry)) {
        Verdict::Refused { report, marker } => Ok(format!("{} at {marker}", words(report))),
        Verdict::Accepted(_) => Err(format!("the ROM accepts {}", braces(entry)).into()),
    }
}

/// What zxtap says to the same line, as bytes and as text.
fn ours(entry: &[u8], text: Option<&str>, fine: Option<&str>, accepted: bool) -> Result<()> {
    let (line_number, line) = split_number(entry).unwrap_or((0, entry));
    let tree = syntax::parse(&hidden::fill(line));
    let number_refused = !(1..=9999).contains(&line_number);
    if accepted {
        if tree.fault().is_some() || tree.beyond.is_empty() {
            return Err(format!("zxtap should take it and say so: {:?}", tree.fault()).into());
        }
    } else if tree.fault().is_none() && !number_refused {
        return Err("zxtap accepts the bytes".into());
    }
    let severities = |text: &str| -> (Vec<Severity>, String) {
        let source = format!("{text}\n");
        let (source, built) = build_bytes("case.bas", source.as_bytes(), &BuildOptions::default());
        (
            built.diagnostics.iter().map(|d| d.severity()).collect(),
            render::render(&source, &built.diagnostics, false),
        )
    };
    if let Some(text) = fine
        && let (severities, said) = severities(text)
        && severities.contains(&Severity::Error)
    {
        return Err(format!("zxtap should take the text:\n{said}").into());
    }
    if let Some(text) = text {
        let (severities, said) = severities(text);
        let wanted = if accepted { Severity::Warning } else { Severity::Error };
        if severities.iter().max() != Some(&wanted) {
            return Err(format!("expected {wanted:?} from {text}, found\n{said}").into());
        }
    }
    Ok(())
}

/// A dump, or whatever text, that is renewed or compared.
fn golden(path: &Path, found: &str) -> Result<()> {
    if renewing() {
        fs::write(path, found)?;
        return Ok(());
    }
    let expected = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    if expected == found {
        return Ok(());
    }
    let at = expected.lines().zip(found.lines()).take_while(|(a, b)| a == b).count();
    Err(format!("{} differs in row {}\nexpected\n{expected}\nfound\n{found}", path.display(), at + 1).into())
}

/// `tests/cases/ok`.
fn good_sources(path: &Path) -> Result<()> {
    let (said, built) = build(path)?;
    if !said.is_empty() {
        return Err(format!("zxtap has something to say:\n{said}").into());
    }
    as_the_rom(&built)?;
    golden(&path.with_extension("hex"), &dump(&built.program))
}

/// `tests/cases/labels`.
fn labelled_sources(path: &Path) -> Result<()> {
    let (_, options) = support::zmakebas::options(&fs::read_to_string(path)?);
    let (said, built) = build_as(path, &options)?;
    if !said.is_empty() {
        return Err(format!("zxtap has something to say:\n{said}").into());
    }
    as_the_rom(&built)?;
    let autostart = built.autostart.map_or(String::new(), |line| format!("autostart {line}\n"));
    golden(&path.with_extension("hex"), &format!("{autostart}{}", dump(&built.program)))
}

/// What was stored, without its hidden numbers, typed into the ROM.
fn as_the_rom(built: &Built) -> Result<()> {
    let program = zxtap::basic::program::Program::decode(&built.program);
    let lines: Vec<(u16, Vec<u8>)> =
        program.lines.iter().map(|l| (l.number, without_numbers(&l.text))).collect();
    let lines: Vec<(u16, &[u8])> = lines.iter().map(|l| (l.0, l.1.as_slice())).collect();
    difference("the ROM stores something else", &stored(&lines)?, &built.program)
}

/// A stored line's text as it was typed: no hidden number, no slot.
fn without_numbers(text: &[u8]) -> Vec<u8> {
    let mut typed = Vec::new();
    let (mut i, mut string) = (0, false);
    while i < text.len() {
        match text[i] {
            0x0E if !string => {
                i += 6;
                continue;
            }
            0xEA if !string => {
                typed.extend_from_slice(&text[i..]);
                break;
            }
            b'"' => string = !string,
            _ => {}
        }
        typed.push(text[i]);
        i += 1;
    }
    typed
}

/// `tests/cases/err`.
fn bad_sources(path: &Path) -> Result<()> {
    let (said, built) = build(path)?;
    if said.is_empty() {
        return Err("zxtap has nothing to say".into());
    }
    if built.is_good() == built.blocks.is_empty() {
        return Err("blocks without success, or none with it".into());
    }
    golden(&path.with_extension("err"), &said)
}
