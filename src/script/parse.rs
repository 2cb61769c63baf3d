//! The text of a script to its steps.
//!
//! Owns: the words of the steps and their parts. Must never know: machines at work, files.

use super::cursor::{Cursor, Part};
use super::{Action, Expectation, Expected, LONGEST_WAIT, PATIENCE, Script, Step};
use crate::basic::charset;
use crate::basic::number::{self, Number};
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::keyboard::Key;
use crate::machine::ula::FRAME;
use crate::source::{Source, Span};

/// T-states in a second.
const CLOCK: u64 = 3_500_000;

/// The words that begin a step.
const STEPS: [&str; 8] = ["wait", "press", "type", "frames", "expect", "poke", "screenshot", "load"];

/// Reads a script. Every step that can be read is in it, every other one among the diagnostics.
///
/// ```
/// use zxtap::script::{Action, parse};
/// use zxtap::source::Source;
/// let (script, wrong) = parse(&Source::new("--do", "wait \"Your move\"; frames 50 # a second"));
/// assert!(wrong.is_empty());
/// assert_eq!(script.steps[1].action, Action::Frames(50));
/// let (_, wrong) = parse(&Source::new("--do", "frames 1\npress nothing"));
/// assert_eq!(wrong[0].span.start, 15);
/// ```
pub fn parse(source: &Source) -> (Script, Vec<Diagnostic>) {
    let mut script = Script::default();
    let mut wrong = Vec::new();
    let mut cursor = Cursor::new(source.text());
    while cursor.next_step() {
        let start = cursor.at;
        let first = script.steps.is_empty() && script.program.is_none();
        match step(&mut cursor, first) {
            Ok(parsed) => {
                let span = Span::new(start, cursor.at);
                if cursor.at_end() {
                    match parsed {
                        Parsed::Load(program) => script.program = Some(program),
                        Parsed::Do(action) => script.steps.push(Step { action, span }),
                    }
                } else {
                    wrong.push(*cursor.wrong("the end of the step"));
                }
            }
            Err(diagnostic) => wrong.push(*diagnostic),
        }
        if !cursor.at_end() {
            cursor.skip_step();
        }
    }
    (script, wrong)
}

enum Parsed {
    Load(String),
    Do(Action),
}

fn step(cursor: &mut Cursor<'_>, first: bool) -> Part<Parsed> {
    let start = cursor.at;
    let word = cursor.word();
    let span = Span::new(start, cursor.at.max(start + 1));
    Ok(Parsed::Do(match word {
        "load" if first => return cursor.text("a file name in quotes").map(Parsed::Load),
        "load" => {
            let message = "`load` can only be the first step";
            return Err(Diagnostic::new(Code::StepPart, span, message).label("not here").into());
        }
        "wait" => {
            let frames = limit(cursor)?;
            if cursor.at_text() {
                Action::Wait(text(cursor)?, frames)
            } else if cursor.peek_word() == "report" {
                cursor.word();
                Action::WaitReport(frames)
            } else {
                return Err(cursor.wrong("a text in quotes or `report`"));
            }
        }
        "press" => Action::Press(key(cursor)?),
        "type" => Action::Type(typed(cursor)?),
        "frames" => Action::Frames(cursor.number(frames(LONGEST_WAIT.into()), "a number of frames")?),
        "expect" => Action::Expect(expectation(cursor)?),
        "poke" => {
            let what = "an address from 16384 to 65535";
            let before = cursor.at;
            let address = cursor.number(u32::from(u16::MAX), what)?;
            if address < 0x4000 {
                cursor.at = before;
                return Err(cursor.wrong(what));
            }
            cursor.require(',', "`,` and a value")?;
            Action::Poke(address as u16, cursor.number(255, "a value from 0 to 255")? as u8)
        }
        "screenshot" => Action::Screenshot(cursor.text("a file name in quotes")?),
        _ => return Err(unknown(word, span)),
    }))
}

fn unknown(word: &str, span: Span) -> Box<Diagnostic> {
    let diagnostic =
        Diagnostic::new(Code::Step, span, format!("there is no step `{word}`")).label("not a step");
    let close = |step: &&&str| super::nearest::distance(&word.to_lowercase(), step) <= 2;
    Box::new(match STEPS.iter().find(close) {
        Some(step) => diagnostic.edit(format!("did you mean {step}?"), span, *step),
        None => diagnostic.help(format!("the steps are {}", STEPS.join(", "))),
    })
}

/// A limit such as `90s`, in frames; the usual one where there is none.
fn limit(cursor: &mut Cursor<'_>) -> Part<u32> {
    if !cursor.peek_word().starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(frames(PATIENCE.into()));
    }
    let word = cursor.peek_word();
    match word.strip_suffix('s').map(str::parse::<f64>) {
        Some(Ok(seconds)) if (0.0..=f64::from(LONGEST_WAIT)).contains(&seconds) => {
            cursor.word();
            Ok(frames(seconds))
        }
        _ => Err(cursor.wrong("a time such as `90s`")),
    }
}

/// Frames in so many seconds, the last one whole.
fn frames(seconds: f64) -> u32 {
    (seconds * CLOCK as f64 / f64::from(FRAME)).ceil() as u32
}

/// A text to look for on the screen.
fn text(cursor: &mut Cursor<'_>) -> Part<String> {
    let start = cursor.here();
    let text = cursor.text("a text in quotes")?;
    let span = Span::new(start, cursor.at);
    let what = if text.is_empty() {
        "an empty text is everywhere"
    } else if text.contains('\n') {
        "a line end is nowhere on the screen"
    } else {
        return Ok(text);
    };
    Err(Diagnostic::new(Code::StepPart, span, what).into())
}

/// A chord by name, or a key by the character it prints.
fn key(cursor: &mut Cursor<'_>) -> Part<Vec<Key>> {
    let start = cursor.here();
    let what = "a key: 1, a, enter, space, caps+5, symbol+p, break, or \"?\" for what it prints";
    if cursor.at_text() {
        let text = cursor.text(what)?;
        let mut chars = text.chars();
        if let (Some(c), None) = (chars.next(), chars.next())
            && let Some(keys) = Key::printing(c)
        {
            return Ok(keys);
        }
        let span = Span::new(start, cursor.at);
        return Err(Diagnostic::new(Code::StepPart, span, "no key prints this").help(what).into());
    }
    let word = cursor.peek_word();
    match Key::chord(word) {
        Some(keys) if !keys.is_empty() => {
            cursor.word();
            Ok(keys)
        }
        _ => Err(cursor.wrong("a key").help(what).into()),
    }
}

fn typed(cursor: &mut Cursor<'_>) -> Part<String> {
    let start = cursor.here();
    let text = cursor.text("a text in quotes")?;
    match text.chars().find(|c| Key::printing(*c).is_none()) {
        None => Ok(text),
        Some(c) => {
            let span = Span::new(start, cursor.at);
            Err(Diagnostic::new(Code::StepPart, span, format!("no key prints `{c}`")).into())
        }
    }
}

fn expectation(cursor: &mut Cursor<'_>) -> Part<Expectation> {
    if cursor.at_text() {
        return text(cursor).map(Expectation::Text);
    }
    match cursor.peek_word() {
        "not" => {
            cursor.word();
            text(cursor).map(Expectation::NoText)
        }
        "at" => {
            cursor.word();
            let row = cursor.number(23, "a row from 0 to 23")? as u8;
            cursor.require(',', "`,` and a column")?;
            let column = cursor.number(31, "a column from 0 to 31")? as u8;
            let start = cursor.here();
            let text = text(cursor)?;
            if usize::from(column) + text.chars().count() > 32 {
                let span = Span::new(start, cursor.at);
                return Err(Diagnostic::new(Code::StepPart, span, "the text is longer than the row").into());
            }
            Ok(Expectation::At { row, column, text })
        }
        "var" => {
            cursor.word();
            let name = cursor.up_to('=', "a variable's name, `=` and a value")?;
            if !is_name(name) {
                return Err(cursor.wrong("a variable such as winner, a$, b(9) before `=`"));
            }
            let name = name.to_owned();
            cursor.require('=', "`=`")?;
            value(cursor).map(|value| Expectation::Variable { name, value })
        }
        "report" => {
            cursor.word();
            let text = if cursor.at_text() { cursor.text("a report")? } else { cursor.word().to_owned() };
            if text.is_empty() {
                return Err(cursor.wrong("the code of a report, 0 to 9 or A to R"));
            }
            Ok(Expectation::Report(text))
        }
        _ => Err(cursor.wrong("a text in quotes, `not`, `at`, `var` or `report`")),
    }
}

/// Whether it looks like a variable or an element: letters and digits, perhaps `$`, perhaps subscripts.
fn is_name(text: &str) -> bool {
    let (name, subscripts) = match text.split_once('(') {
        Some((name, rest)) => (name, rest.strip_suffix(')')),
        None => (text, Some("1")),
    };
    let numbers = |s: &str| s.split(',').all(|n| n.trim().parse::<u16>().is_ok());
    let name = name.trim_end();
    let letters = name.strip_suffix('$').unwrap_or(name);
    letters.starts_with(|c: char| c.is_ascii_alphabetic())
        && letters.chars().all(|c| c.is_ascii_alphanumeric() || c == ' ')
        && subscripts.is_some_and(numbers)
}

fn value(cursor: &mut Cursor<'_>) -> Part<Expected> {
    if cursor.at_text() {
        let start = cursor.here();
        let text = cursor.text("a value")?;
        let bytes: Option<Vec<u8>> = text.chars().map(charset::byte).collect();
        let span = Span::new(start, cursor.at);
        return match bytes {
            Some(bytes) => Ok(Expected::Text(bytes)),
            None => {
                Err(Diagnostic::new(Code::StepPart, span, "a character that is not on a Spectrum").into())
            }
        };
    }
    let word = cursor.peek_word();
    match numeral(word) {
        Some(number) => {
            cursor.word();
            Ok(Expected::Number(number))
        }
        None => Err(cursor.wrong("a number, or a text in quotes")),
    }
}

/// A number as BASIC would read it, perhaps with a sign.
fn numeral(word: &str) -> Option<Number> {
    let (negative, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let scan = number::scan(digits.as_bytes());
    let number = scan.outcome.ok().filter(|_| scan.consumed == digits.len())?;
    Some(if negative { number.negated() } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good(text: &str) -> Vec<Action> {
        let (script, wrong) = parse(&Source::new("s", text));
        assert_eq!(wrong, [], "{text}");
        script.steps.into_iter().map(|step| step.action).collect()
    }

    #[test]
    fn every_step() {
        let second = frames(30.0);
        assert_eq!(second, 1503);
        let text = "wait \"a;b # \\\"c\\\"\" # comment; no step\nwait 2s report;press caps+5;press \"?\"\r\ntype \"a\\n\"\n\
                    # comment\n;;expect not \"x\"; expect at 1,2 \"y\"; expect var b(1, 2) = -0.5\nexpect var a$=\"£\"\n\
                    expect report \"0\"; expect report 0;poke 65535,255\nscreenshot \"a b.png\"";
        let steps = good(text);
        assert_eq!(steps.len(), 13);
        assert_eq!(steps[0], Action::Wait("a;b # \"c\"".into(), second));
        assert_eq!(steps[1], Action::WaitReport(101));
        assert_eq!(steps[3], Action::Press(Key::chord("symbol+c").unwrap()));
        let half = number::scan(b".5").outcome.unwrap().negated();
        let variable = |name: &str, value| Action::Expect(Expectation::Variable { name: name.into(), value });
        assert_eq!(steps[7], variable("b(1, 2)", Expected::Number(half)));
        assert_eq!(steps[8], variable("a$", Expected::Text(vec![0x60])));
        assert_eq!(steps[9], steps[10]);
        assert_eq!(steps[11], Action::Poke(65535, 255));
    }

    #[test]
    fn load_comes_first() {
        let (script, wrong) = parse(&Source::new("s", "# a test\nload \"a.bas\"\nframes 1"));
        assert!(wrong.is_empty());
        assert_eq!(script.program.as_deref(), Some("a.bas"));
        let (_, wrong) = parse(&Source::new("s", "frames 1; load \"a.bas\""));
        assert_eq!((wrong.len(), wrong[0].span), (1, Span::new(10, 14)));
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        for (text, at, code) in [
            ("click 5", 0, Code::Step),
            ("press", 5, Code::StepPart),
            ("press f1", 6, Code::StepPart),
            ("press 5 6", 8, Code::StepPart),
            ("type abc", 5, Code::StepPart),
            ("type \"[\"", 5, Code::StepPart),
            ("wait", 4, Code::StepPart),
            ("wait \"a", 5, Code::StepPart),
            ("wait \"\"", 5, Code::StepPart),
            ("wait \"\\x\"", 6, Code::StepPart),
            ("wait 90 \"a\"", 5, Code::StepPart),
            ("wait 1e99s \"a\"", 5, Code::StepPart),
            ("frames -1", 7, Code::StepPart),
            ("frames 99999999999", 7, Code::StepPart),
            ("expect at 24,0 \"a\"", 10, Code::StepPart),
            ("expect at 1 \"a\"", 12, Code::StepPart),
            ("expect at 1,31 \"ab\"", 15, Code::StepPart),
            ("expect var = 1", 11, Code::StepPart),
            ("expect var a = b", 15, Code::StepPart),
            ("expect var a", 11, Code::StepPart),
            ("expect report", 13, Code::StepPart),
            ("expect", 6, Code::StepPart),
            ("poke 16383,0", 5, Code::StepPart),
            ("poke 65536,0", 5, Code::StepPart),
            ("poke 60000,256", 11, Code::StepPart),
            ("screenshot", 10, Code::StepPart),
            ("\u{1F600}", 0, Code::Step),
            ("\"", 0, Code::Step),
        ] {
            let (script, wrong) = parse(&Source::new("s", format!("{text}; frames 1\nframes 2")));
            assert_eq!(wrong.len(), 1, "{text}: {wrong:?}");
            assert_eq!((wrong[0].span.start, wrong[0].code), (at, code), "{text}");
            // What follows on the next line is read all the same.
            assert_eq!(script.steps.last().unwrap().action, Action::Frames(2), "{text}");
        }
    }

    #[test]
    fn near_misses_are_named() {
        let (_, wrong) = parse(&Source::new("s", "Expct \"a\""));
        assert_eq!(wrong[0].edit.as_ref().unwrap().replacement, "expect");
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text in "(wait|press|type|expect|at|var|report|poke|[ -~\\n\"\\\\;#£]){0,12}") {
            let source = Source::new("s", text);
            for diagnostic in parse(&source).1 {
                proptest::prop_assert!(source.text().get(diagnostic.span.range()).is_some());
            }
        }
    }
}
