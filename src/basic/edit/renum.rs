//! Other line numbers for a text: the lines themselves, and every place that names one.
//!
//! ```text
//!    7 FOR n=1 TO 3: GO SUB 90        10 FOR n=1 TO 3: GO SUB 30
//!    8 NEXT n: STOP                   20 NEXT n: STOP
//!   90 PRINT n: RETURN                30 PRINT n: RETURN
//! ```
//!
//! A jump to a line that does not exist leads to the next line behind it (LINE-ADDR, ROM 196Eh), and so does its new
//! number. What is computed cannot be followed; it is told and left.
//!
//! Owns: the new numbers, the edits, why a text cannot be renumbered.
//! Must never know: files.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::target::{Named, Target, targets};
use crate::basic::list::hexadecimal;
use crate::basic::number::Number;
use crate::basic::source_map::LineMap;
use crate::basic::tokenise::{HIGHEST_LINE, Tokenised};
use crate::basic::variables::{Value, Variables};
use crate::diagnostic::{Code, Diagnostic, Edit, Severity, has_errors};
use crate::source::{Source, Span};

/// What numbers to give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// The first.
    pub start: u16,
    /// From each to the next; at least 1.
    pub step: u16,
    /// The lines that get new numbers, by their old ones.
    pub range: RangeInclusive<u16>,
}

impl Default for Numbering {
    /// All lines, 10, 20, 30 …
    fn default() -> Self {
        Numbering { start: 10, step: 10, range: 0..=u16::MAX }
    }
}

/// A text with new numbers, as edits of the old one.
#[derive(Clone, Debug, Default)]
pub struct Renumbered {
    /// The edits, in the order of the text. None where an error forbids them.
    pub edits: Vec<Edit>,
    /// What there is to say.
    pub diagnostics: Vec<Diagnostic>,
}

impl Renumbered {
    /// Whether nothing forbids the edits.
    pub fn is_good(&self) -> bool {
        !has_errors(&self.diagnostics)
    }
}

/// Gives new numbers to a text. `program` is what the tokeniser made of it.
///
/// ```
/// use zxtap::basic::edit::{apply, renum::{Numbering, renum}};
/// use zxtap::basic::tokenise::tokenise;
/// use zxtap::source::Source;
/// let source = Source::new("a.bas", "1 REM again\n2 GO TO 1\n");
/// let new = renum(&source, &tokenise(&source), &Numbering::default());
/// assert_eq!(apply(source.text(), &new.edits), "10 REM again\n20 GO TO 10\n");
/// ```
pub fn renum(source: &Source, program: &Tokenised, numbering: &Numbering) -> Renumbered {
    let refusal = refusal(program);
    if !refusal.is_empty() {
        return Renumbered { diagnostics: refusal, ..Renumbered::default() };
    }
    let numbers = match Numbers::new(program, numbering) {
        Ok(numbers) => numbers,
        Err(diagnostic) => return Renumbered { diagnostics: vec![*diagnostic], ..Renumbered::default() },
    };
    let mut out = Renumbered::default();
    let column = column(source, program);
    for (index, map) in program.map.lines.iter().enumerate() {
        let (old, new) = (program.program.lines[index].number, numbers.new[index]);
        if old != new {
            out.edits.push(line_number(source, map, new, column));
        }
        let (text, tree) = (&program.program.lines[index].text, &program.trees[index]);
        for target in targets(text, tree) {
            jump(&mut out, &numbers, program, index, &target);
        }
    }
    if let Some((line, span)) = program.directives.autostart
        && span != Span::default()
        && line & NO_AUTOSTART == 0
        && let Some(new) = numbers.of(line).filter(|&new| new != line)
    {
        if !numbers.exists(line) {
            let message = format!("the program starts at line {line}, which does not exist");
            out.diagnostics.push(missing(span, message, &numbers, line, new));
        }
        out.edits.push(Edit { span, replacement: new.to_string() });
    }
    saved_loops(&mut out, &numbers, program);
    out.edits.sort_by_key(|edit| edit.span.start);
    out.diagnostics.sort_by_key(|d| d.span.start);
    out
}

/// The bits of an autostart that say there is none (ROM 08D1h).
const NO_AUTOSTART: u16 = 0xC000;

/// Why the text cannot be renumbered at all.
fn refusal(program: &Tokenised) -> Vec<Diagnostic> {
    let mut out: Vec<Diagnostic> =
        program.diagnostics.iter().filter(|d| d.severity() == Severity::Error).cloned().collect();
    let first = program.map.lines.first().map_or(Span::default(), |map| map.number);
    let cannot = |span, message: &str| Diagnostic::new(Code::CannotRenumber, span, message);
    if program.directives.stored {
        let message = "a text with #stored keeps its lines as they are, whatever their numbers";
        out.push(cannot(first, message).help("take #stored out if the program can be typed as it is"));
    }
    for alone in program.diagnostics.iter().filter(|d| d.code == Code::NumberAlone) {
        let message = "a number alone deletes the line of that number, whichever that will be";
        out.push(cannot(alone.span, message).help("take it out"));
    }
    for lost in program.diagnostics.iter().filter(|d| d.code == Code::DuplicateLine) {
        let message = "a line whose number is there twice cannot get a new one";
        let mut refused = cannot(lost.span, message).label("this one is kept");
        refused.related = lost.related.clone();
        out.push(refused.help("give one of the two another number, or take it out"));
    }
    out
}

/// Old and new numbers of all lines.
struct Numbers {
    old: Vec<u16>,
    new: Vec<u16>,
    /// Which lines are in the range.
    inside: std::ops::Range<usize>,
}

impl Numbers {
    fn new(program: &Tokenised, numbering: &Numbering) -> Result<Numbers, Box<Diagnostic>> {
        let old: Vec<u16> = program.program.lines.iter().map(|line| line.number).collect();
        let first = old.partition_point(|n| n < numbering.range.start());
        let end = old.partition_point(|n| n <= numbering.range.end()).max(first);
        let mut new = old.clone();
        let Some(last) = (end - first).checked_sub(1) else {
            return Ok(Numbers { old, new, inside: first..end });
        };
        let span = program.map.lines[first].number;
        let error = |message: String| Diagnostic::new(Code::NoRoomForNumbers, span, message);
        let (start, step, last) = (usize::from(numbering.start), usize::from(numbering.step), last);
        let before = first.checked_sub(1).map_or(0, |i| usize::from(old[i]));
        if start <= before {
            let message = if before == 0 {
                "line numbers begin at 1".to_owned()
            } else {
                format!("line {before} stands before these lines: they cannot begin at {start}")
            };
            return Err(Box::new(
                error(message).help(format!("the first number can be {} or more", before + 1)),
            ));
        }
        let limit = old.get(end).map_or(usize::from(HIGHEST_LINE), |&n| usize::from(n) - 1);
        if start + last * step > limit {
            let count = last + 1;
            let past = match old.get(end) {
                Some(next) => format!("reach line {next}, which is not among them"),
                None => format!("go past {HIGHEST_LINE}"),
            };
            let message = format!("{count} lines from {start} in steps of {step} {past}");
            let help = match limit.checked_sub(start).map(|room| room / last.max(1)) {
                Some(largest @ 1..) => format!("the largest step that fits is {largest}"),
                _ if limit > before + last => {
                    format!("even in steps of 1 the first number can be at most {}", limit - last)
                }
                _ => format!("there is no room for {count} lines between {before} and {}", limit + 1),
            };
            return Err(Box::new(error(message).help(help)));
        }
        for (i, number) in new[first..end].iter_mut().enumerate() {
            *number = (start + i * step) as u16; // at most `limit`
        }
        Ok(Numbers { old, new, inside: first..end })
    }

    fn exists(&self, line: u16) -> bool {
        self.old.binary_search(&line).is_ok()
    }

    /// What to write for the old number `line`; none where no line is meant or none stands there.
    fn of(&self, line: u16) -> Option<u16> {
        if line == 0 {
            return Some(0); // the first line, whatever its number
        }
        let landing = self.old.partition_point(|&n| n < line);
        match (self.old.get(landing), self.new.get(landing)) {
            (Some(&old), Some(&new)) => {
                let lands = self.new.get(self.new.partition_point(|&n| n < line)) == Some(&new);
                let stays = old != line && lands && !self.inside.contains(&landing);
                Some(if stays { line } else { new })
            }
            // Behind the last line: it must stay behind it.
            _ => match self.new.last() {
                Some(&last) if line <= last => Some(last + 1),
                _ => Some(line),
            },
        }
    }
}

/// The column in which all line numbers end, if they are aligned.
fn column(source: &Source, program: &Tokenised) -> Option<usize> {
    let of = |map: &LineMap| {
        let indentation = indentation(source, map);
        let spaces = source.text()[indentation.range()].bytes().all(|b| b == b' ');
        spaces.then_some((map.number.end - indentation.start) as usize)
    };
    let first = of(program.map.lines.first()?)?;
    let indented = program.map.lines.iter().any(|map| !indentation(source, map).range().is_empty());
    (indented && program.map.lines.iter().all(|map| of(map) == Some(first))).then_some(first)
}

/// What stands before a line's number.
pub(super) fn indentation(source: &Source, map: &LineMap) -> Span {
    let before = &source.text()[..map.number.start as usize];
    let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    Span::new(start, before.len())
}

fn line_number(source: &Source, map: &LineMap, new: u16, column: Option<usize>) -> Edit {
    match column {
        Some(width) => {
            Edit { span: indentation(source, map).to(map.number), replacement: format!("{new:>width$}") }
        }
        None => Edit { span: map.number, replacement: new.to_string() },
    }
}

/// A jump in line `index`.
fn jump(out: &mut Renumbered, numbers: &Numbers, program: &Tokenised, index: usize, target: &Target) {
    let (line, map) = (&program.program.lines[index], &program.map.lines[index]);
    let place = program.trees[index][target.node].range();
    let end =
        line.text[place.clone()].iter().rposition(|&b| b != b' ').map_or(place.end, |n| place.start + n + 1);
    let span = map.span(place.start..end);
    let command = target.command.spelling();
    let Some(old) = target.named.line() else {
        let (message, label) = match target.named {
            Named::Computed => ("where this {} leads is computed", "known only when the program runs"),
            _ => ("this {} names no whole number from 0 to 65535", "the machine rounds what is not whole"),
        };
        if numbers.new != numbers.old {
            let message = format!("{}; it is left as it is", message.replace("{}", command));
            out.diagnostics.push(
                Diagnostic::new(Code::ComputedJump, span, message)
                    .label(label)
                    .at(line.number, target.statement),
            );
        }
        return;
    };
    let Some(new) = numbers.of(old).filter(|&new| new != old) else { return };
    if !numbers.exists(old) {
        let message = format!("there is no line {old}");
        out.diagnostics.push(missing(span, message, numbers, old, new).at(line.number, target.statement));
    }
    match &target.named {
        Named::Numeral { digits, hidden, .. } => {
            let explicit = map.entries.binary_search_by_key(&(hidden.start as u32), |e| e.at).is_ok();
            let spelled = map.span(digits.clone());
            let agrees = std::str::from_utf8(&line.text[digits.clone()]).is_ok_and(|t| t == old.to_string());
            if !explicit || agrees {
                out.edits.push(Edit { span: spelled, replacement: new.to_string() });
            }
            if explicit {
                let five = hexadecimal(&Number::small(new).0);
                out.edits.push(Edit {
                    span: map.span(hidden.clone()),
                    replacement: format!("\\{{NUMBER {five}}}"),
                });
            }
        }
        Named::Text { digits, .. } => {
            out.edits.push(Edit { span: map.span(digits.clone()), replacement: new.to_string() });
        }
        Named::Computed | Named::NoLine => {}
    }
}

fn missing(span: Span, message: String, numbers: &Numbers, old: u16, new: u16) -> Diagnostic {
    let label = if numbers.new.binary_search(&new).is_ok() {
        format!("{old} becomes {new}, where the machine goes on")
    } else {
        format!("{old} becomes {new}: still behind the last line")
    };
    Diagnostic::new(Code::NoSuchLine, span, message).label(label)
}

/// Loops among the saved variables go back to a line; their bytes are not changed.
fn saved_loops(out: &mut Renumbered, numbers: &Numbers, program: &Tokenised) {
    let changed: BTreeMap<u16, u16> = numbers
        .old
        .iter()
        .copied()
        .zip(numbers.new.iter().copied())
        .filter(|(old, new)| old != new)
        .collect();
    let span = program.map.lines.first().map_or(Span::default(), |map| map.number);
    for variable in Variables::decode(&program.directives.variables).variables {
        if let Value::For { line, .. } = variable.value
            && changed.contains_key(&line)
        {
            let message = format!(
                "the saved variable of a loop, {}, goes back to line {line}, which is now {}",
                char::from(b'`' + variable.name.letter),
                changed[&line]
            );
            out.diagnostics.push(Diagnostic::new(Code::SavedLoop, span, message));
        }
    }
}
