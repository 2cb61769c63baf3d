//! The canonical text of a program: one spelling for every line, and not one stored byte changed.
//!
//! ```text
//!  10 print"a";:goto 10 \            10 PRINT "a";: GO TO 10: \
//!        : LET a = b                        LET a = b          with `tidy`: LET a=b
//! ```
//!
//! A line is spelled from its stored bytes as a listing spells it, with block graphics as characters; its number stands
//! in four columns, as LIST shows it. Where a backslash joined two lines it still does. Comments, directives, blank
//! lines and line ends stay. When all is spelled, the new text is made a program; a line that would come back otherwise
//! than it was keeps the spelling of its author.
//!
//! Owns: that form, and which stored spaces tell nothing.
//! Must never know: files, how a line is spelled.

use std::collections::BTreeSet;
use std::ops::Range;

use super::apply;
use crate::basic::keyword::Keyword;
use crate::basic::list;
use crate::basic::program::{Item, Line};
use crate::basic::source_map::LineMap;
use crate::basic::tokenise::{Tokenised, tokenise};
use crate::diagnostic::Edit;
use crate::source::{Source, Span};

/// How many columns a line number takes, as in LIST.
const NUMBER_WIDTH: usize = 4;
/// How far a line that a backslash joins to the one before is indented.
const CONTINUATION: usize = NUMBER_WIDTH + 3;
/// How often lines that do not come back are taken out before all are left as they are.
const MOST_ROUNDS: usize = 8;

/// The edits that give a text its canonical form. `program` is what the tokeniser made of the text; where that holds an
/// error there are none. With `tidy` stored spaces that tell nothing are taken out, outside strings and remarks.
///
/// ```
/// use zxtap::basic::edit::{apply, fmt::fmt};
/// use zxtap::basic::tokenise::tokenise;
/// use zxtap::source::Source;
/// let source = Source::new("a.bas", "# mine\n10 goto10\n");
/// let edits = fmt(&source, &tokenise(&source), false);
/// assert_eq!(apply(source.text(), &edits), "# mine\n  10 GO TO 10\n");
/// ```
pub fn fmt(source: &Source, program: &Tokenised, tidy: bool) -> Vec<Edit> {
    if program.has_errors() {
        return Vec::new();
    }
    let lines = &program.program.lines;
    let spaces = |line: &Line| if tidy { idle_spaces(&line.text, true) } else { Vec::new() };
    let idle: Vec<Vec<usize>> = lines.iter().map(spaces).collect();
    let wanted: Vec<Line> = lines
        .iter()
        .map(|line| match tidy {
            true => Line { text: without_spaces(&line.text, true), ..line.clone() },
            false => line.clone(),
        })
        .collect();
    let mut spelled: Vec<Option<Edit>> =
        (0..wanted.len()).map(|i| spell(source, &wanted[i], &program.map.lines[i], &idle[i])).collect();
    for _ in 0..MOST_ROUNDS {
        let edits = edits(source, &spelled);
        let again = tokenise(&Source::new("", apply(source.text(), &edits)));
        let wrong = wrong(&again, &wanted, program, &spelled);
        if wrong.is_empty() && same_directives(&again, program) {
            return edits;
        }
        for index in wrong {
            spelled[index] = None;
        }
    }
    edits(source, &[])
}

/// Which lines do not come back as they are wanted, or as they were where their spelling was given up.
fn wrong(
    again: &Tokenised,
    wanted: &[Line],
    before: &Tokenised,
    spelled: &[Option<Edit>],
) -> BTreeSet<usize> {
    let came = &again.program.lines;
    let expected = |i: usize| if spelled[i].is_some() { &wanted[i] } else { &before.program.lines[i] };
    let mut wrong: BTreeSet<usize> =
        (0..wanted.len()).filter(|&i| came.get(i) != Some(expected(i)) && spelled[i].is_some()).collect();
    if wrong.is_empty()
        && (came.len() != wanted.len() || (0..wanted.len()).any(|i| came.get(i) != Some(expected(i))))
    {
        wrong = (0..wanted.len()).filter(|&i| spelled[i].is_some()).collect();
    }
    wrong
}

/// Whether both say the same in their directives, wherever that stands.
fn same_directives(one: &Tokenised, other: &Tokenised) -> bool {
    let without_spans = |program: &Tokenised| {
        let mut directives = program.directives.clone();
        directives.name = directives.name.map(|(name, _)| (name, Span::default()));
        directives.autostart = directives.autostart.map(|(line, _)| (line, Span::default()));
        directives
    };
    without_spans(one) == without_spans(other)
}

/// The edits of all lines that change, and one for a last line without an end.
fn edits(source: &Source, spelled: &[Option<Edit>]) -> Vec<Edit> {
    let text = source.text();
    let mut edits: Vec<Edit> = spelled
        .iter()
        .flatten()
        .filter(|edit| text[edit.span.range()] != edit.replacement)
        .cloned()
        .collect();
    edits.sort_by_key(|edit| edit.span.start);
    if !text.is_empty() && !text.ends_with(['\n', '\r']) {
        let end = Span::new(text.len(), text.len());
        match edits.last_mut().filter(|last| last.span.end == end.end) {
            Some(last) => last.replacement.push('\n'),
            None => edits.push(Edit { span: end, replacement: "\n".into() }),
        }
    }
    edits
}

/// A line with its number in its column. The spaces that stood at `idle` are no longer in it.
fn spell(source: &Source, line: &Line, map: &LineMap, idle: &[usize]) -> Option<Edit> {
    let span = super::renum::indentation(source, map).to(map.whole);
    let text = list::spelled(line);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let indentation = NUMBER_WIDTH.saturating_sub(digits);
    let mut replacement = " ".repeat(indentation);
    let mut breaks = breaks(source, map);
    breaks.iter_mut().for_each(|(at, _)| *at -= idle.partition_point(|space| space < at));
    replacement += &if breaks.is_empty() { text } else { broken(&text, line, &breaks)? };
    Some(Edit { span, replacement })
}

/// Where in a line of the source a backslash joins the next line of the file: the stored byte behind it, and the line
/// end that stands there.
fn breaks<'a>(source: &'a Source, map: &LineMap) -> Vec<(usize, &'a str)> {
    let (from, to) = (map.whole.start as usize, map.whole.end as usize);
    let joints = joints(&source.text()[from..to]);
    // How many bytes the joints up to each have.
    let sums: Vec<usize> = joints
        .iter()
        .scan(0, |sum, joint| {
            *sum += joint.len();
            Some(*sum)
        })
        .collect();
    // How many bytes of the source up to `offset` are no joints.
    let without = |offset: usize| {
        let at = offset - from;
        let before = joints.partition_point(|joint| joint.end <= at);
        let whole = before.checked_sub(1).map_or(0, |last| sums[last]);
        let part = joints.get(before).map_or(0, |joint| at.saturating_sub(joint.start));
        at - whole - part
    };
    let of = |joint: &Range<usize>| {
        let behind = from + joint.end;
        let end =
            source.text()[from + joint.start..behind].trim_start_matches('\\').trim_end_matches([' ', '\t']);
        let index = map.entries.partition_point(|e| (e.span.end as usize) <= behind);
        let Some(entry) = map.entries.get(index) else { return (map.length as usize, end) };
        let next = map.entries.get(index + 1).map_or(map.length, |e| e.at);
        let (start, stop) = (entry.span.start as usize, entry.span.end as usize);
        // In a string or remark the joint may stand within a stretch that is stored as it is written.
        let as_written = without(stop) - without(start) == (next - entry.at) as usize;
        let inside = if as_written { without(behind) - without(start.min(behind)) } else { 0 };
        (entry.at as usize + inside, end)
    };
    joints.iter().map(of).collect()
}

/// Backslash, line end and indentation, each time that one line of a file is joined to the next.
fn joints(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(end) = text[at..].find(['\n', '\r']).map(|n| at + n) {
        let behind = text[end..].trim_start_matches(['\n', '\r']);
        let next = behind.trim_start_matches([' ', '\t']);
        at = text.len() - next.len();
        found.push(end.saturating_sub(1)..at);
    }
    found
}

/// The text of a line with its breaks put in; none where one of them has no place in it.
fn broken(text: &str, line: &Line, breaks: &[(usize, &str)]) -> Option<String> {
    const STORED: &str = "#stored\n";
    let again = tokenise(&Source::new("", format!("{STORED}{text}")));
    let map = again.map.lines.first().filter(|_| again.program.lines.first() == Some(line))?;
    let mut out = String::new();
    let mut done = 0;
    for &(at, line_end) in breaks {
        if at >= line.text.len() {
            continue;
        }
        let place = (map.span(at..at).start as usize).checked_sub(STORED.len())?;
        if place <= done {
            continue;
        }
        out += text.get(done..place)?;
        out += &format!("\\{line_end}{}", " ".repeat(CONTINUATION));
        done = place;
    }
    out += text.get(done..)?;
    Some(out)
}

/// A line's text without the spaces that the ROM passes over: all outside strings and remarks. `names`: one stays where
/// spaces part two words of a name.
///
/// ```
/// use zxtap::basic::edit::fmt::without_spaces;
/// assert_eq!(without_spaces(b"\xF1a  b = 1", true), b"\xF1a b=1");
/// assert_eq!(without_spaces(b"\xF5 \"a b\" ", false), b"\xF5\"a b\"");
/// ```
pub fn without_spaces(text: &[u8], names: bool) -> Vec<u8> {
    let idle = idle_spaces(text, names);
    let kept = text.iter().enumerate().filter(|(at, _)| idle.binary_search(at).is_err());
    kept.map(|(_, &byte)| byte).collect()
}

/// Where the spaces stand that [`without_spaces`] leaves out, ascending.
fn idle_spaces(text: &[u8], names: bool) -> Vec<usize> {
    let line = Line::new(0, text.to_vec());
    let mut idle = Vec::new();
    let (mut quoted, mut remark) = (false, false);
    // Whether the last thing was a letter or digit, and the spaces since.
    let (mut word, mut since) = (false, Vec::new());
    for (at, _, item) in line.items() {
        if item == Item::Character(b' ') && !quoted && !remark {
            since.push(at);
            continue;
        }
        let goes_on = matches!(item, Item::Character(byte) if byte.is_ascii_alphanumeric());
        let kept = usize::from(names && word && goes_on && !since.is_empty());
        idle.extend(since.drain(..).skip(kept));
        word = goes_on && !quoted;
        match item {
            Item::Character(b'"') if !remark => quoted = !quoted,
            Item::Keyword(Keyword::Rem) if !quoted => remark = true,
            _ => {}
        }
    }
    idle.extend(since);
    if idle.len() == text.len() && !idle.is_empty() {
        idle.remove(0); // a line needs one, or it is a number alone
    }
    idle
}
