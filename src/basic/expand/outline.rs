//! The first look at a text: its files, its lines, where labels are defined.
//!
//! Owns: what a line begins with, in which order files are read.
//! Must never know: what stands in a line behind its number and labels.

use std::ops::Range;
use std::sync::Arc;

use super::define::{self, Define};
use super::label::{self, Labels};
use super::number::Numbering;
use super::{LIMIT, Loader, Said, include};
use crate::basic::tokenise::directive;
use crate::basic::tokenise::line::Logical;
use crate::diagnostic::{Code, Diagnostic, encoding};
use crate::source::origin::Assembly;
use crate::source::{Source, Span};

/// Something of a file, in the order of the whole text.
pub(super) struct Step {
    pub(super) file: usize,
    pub(super) event: Event,
}

pub(super) enum Event {
    /// A line of the program, or a label that stands alone.
    Line(Line),
    /// `#define`.
    Define(Define),
    /// `#lines`, and where.
    Lines(Numbering, Span),
    /// The end of an `#include` line, behind which the lines of the file stand.
    Include(usize),
    /// The end of the file, and whether its last line would join the next one.
    End { joins: bool },
    /// A place in front of a directive that does not count.
    Mute(usize),
    /// The label behind `#autostart`.
    Start(Span),
}

/// A line of the program, as far as it is known.
pub(super) struct Line {
    /// Its lines in the file, from 1.
    pub(super) first: usize,
    pub(super) last: usize,
    /// Its number, once it has one.
    pub(super) number: u16,
    /// Where the text behind number and labels begins.
    pub(super) body: usize,
    /// What stands instead of stretches of what is before: labels go, the number comes.
    pub(super) head: Vec<(Range<usize>, String)>,
    /// Its own number and where that stands.
    pub(super) own: Option<(u32, Range<usize>)>,
    /// Its labels.
    pub(super) labels: Range<usize>,
    /// Where the first of them begins.
    pub(super) labels_at: usize,
    /// Whether nothing stands behind the labels.
    pub(super) empty: bool,
}

/// A file that is being read.
struct Open {
    file: usize,
    path: String,
    next: usize,
    /// How many lines of the program it has had.
    lines: usize,
}

pub(super) struct Outline {
    pub(super) assembly: Assembly,
    pub(super) steps: Vec<Step>,
    pub(super) labels: Labels,
    pub(super) said: Vec<Said>,
    pub(super) broken: Vec<(usize, Diagnostic)>,
    pub(super) misnumbered: bool,
    /// How many lines of the program there were.
    lines: usize,
    /// The bytes of all files.
    pub(super) size: usize,
}

impl Outline {
    pub(super) fn new(source: Source) -> Outline {
        let mut assembly = Assembly::default();
        let size = source.text().len();
        assembly.add(source);
        Outline {
            assembly,
            steps: Vec::new(),
            labels: Labels::default(),
            said: Vec::new(),
            broken: Vec::new(),
            misnumbered: false,
            lines: 0,
            size,
        }
    }

    /// Reads the text and the files it includes.
    pub(super) fn read(&mut self, load: &mut Loader<'_>) {
        let path = include::known_as(self.assembly.file(0).name());
        let mut open = vec![Open { file: 0, path, next: 1, lines: 0 }];
        while let Some(mut top) = open.pop() {
            let Some(include) = self.some_lines(&mut top) else { continue };
            open.push(top);
            if let Some(opened) = self.include(include, &open, load) {
                open.push(opened);
            }
        }
    }

    fn push(&mut self, file: usize, event: Event) {
        self.steps.push(Step { file, event });
    }

    /// Reads lines of a file up to the next `#include`, and gives where that names its file; none at the end.
    fn some_lines(&mut self, open: &mut Open) -> Option<Span> {
        let source = Arc::clone(self.assembly.file(open.file));
        let text = source.text();
        let mut joins = false;
        while open.next <= source.line_count() {
            let first = open.next;
            let span = source.line_span(first);
            open.next += 1;
            let line = &text[span.range()];
            let trimmed = line.trim_start();
            if trimmed.is_empty() {
                continue;
            }
            let heading =
                directive::is_heading(line) && if open.file == 0 { self.lines == 0 } else { open.lines == 0 };
            if trimmed.starts_with('#') || heading {
                let at = span.end as usize - trimmed.len();
                if let Some(include) = self.directive(open.file, trimmed.trim_end(), at, heading) {
                    let end = source.line_span(open.next).start as usize;
                    let end = if open.next > source.line_count() { text.len() } else { end };
                    self.push(open.file, Event::Include(end));
                    return Some(include);
                }
                continue;
            }
            let mut logical = Logical::new(text, span);
            while logical.joins() && open.next <= source.line_count() {
                logical.join(text, source.line_span(open.next));
                open.next += 1;
            }
            joins = logical.joins() && open.next > source.line_count();
            self.lines += 1;
            open.lines += 1;
            let line = self.line(open.file, &logical, first, open.next - 1);
            self.push(open.file, Event::Line(line));
        }
        self.push(open.file, Event::End { joins });
        None
    }

    /// Takes a line apart that begins with `#`, or is a heading; gives the value of an `#include`.
    fn directive(&mut self, file: usize, text: &str, at: usize, heading: bool) -> Option<Span> {
        let word_end = text.find([' ', '\t']).unwrap_or(text.len());
        let value = text[word_end..].trim_start();
        let value_at = at + text.len() - value.len();
        let span = Span::new(value_at, value_at + value.len());
        match &text[..word_end] {
            "#include" => return Some(span),
            "#define" => match define::read(value, value_at) {
                Ok(define) => self.push(file, Event::Define(define)),
                Err(wrong) => self.said.push(Said::new(file, *wrong)),
            },
            "#lines" => match Numbering::read(value, Numbering { start: 0, step: 0 }) {
                Ok(numbering) => self.push(file, Event::Lines(numbering, span)),
                Err(message) => {
                    let wrong = Diagnostic::new(Code::Directive, span, message)
                        .help("`#lines 100,10` numbers the lines from there on 100, 110 and so on");
                    self.said.push(Said::new(file, wrong));
                }
            },
            "#autostart" if file == 0 && value.starts_with('@') => {
                let length = value[1..].find(char::is_whitespace).map_or(value.len(), |n| n + 1);
                if length == value.len() && length > 1 {
                    self.push(file, Event::Start(span));
                }
            }
            word if file > 0 && (heading || directive::WORDS.contains(&word)) => {
                self.push(file, Event::Mute(at));
            }
            _ => {}
        }
        None
    }

    /// Opens the file that an `#include` names.
    fn include(&mut self, value: Span, open: &[Open], load: &mut Loader<'_>) -> Option<Open> {
        let from = open.last()?;
        let source = self.assembly.file(from.file);
        let text = &source.text()[value.range()];
        let mut wrong = |diagnostic| {
            self.said.push(Said::new(from.file, diagnostic));
            None
        };
        let new = |message: String| Diagnostic::new(Code::Include, value, message);
        let range = match include::file(text) {
            Ok(range) => range,
            Err(meant) => {
                let message = "`#include` takes the name of a file in quotes".to_owned();
                return wrong(match meant {
                    Some(meant) => new(message).edit("write", value, meant),
                    None => new(message).help("#include \"keys.bas\""),
                });
            }
        };
        let name = &text[range];
        let path = include::joined(source.name(), name);
        let known = include::known_as(&path);
        if open.iter().any(|other| other.path == known) {
            let message = format!("{known} would include itself");
            return wrong(new(message).label("it is being read already"));
        }
        if open.len() >= include::DEEPEST || self.assembly.files() >= include::MOST_FILES {
            let message = format!(
                "{path} is one file too many: at most {} may include one another, {} in all",
                include::DEEPEST,
                include::MOST_FILES
            );
            return wrong(new(message));
        }
        if name.contains(|c: char| c.is_control()) {
            return wrong(new("the name of a file has no control characters".into()));
        }
        let bytes = match load(&path) {
            Ok(bytes) => bytes,
            Err(reason) => {
                return wrong(new(format!("cannot read {path}: {reason}")).label("this file is wanted"));
            }
        };
        let (source, faults) = Source::decode(path.as_str(), &bytes);
        let faults: Vec<Diagnostic> = faults.iter().map(encoding::diagnostic).collect();
        let whole = |d: &&Diagnostic| matches!(d.code, Code::NotText | Code::TooLarge);
        if let Some(fault) = faults.iter().find(whole) {
            return wrong(new(format!("{path}: {}", fault.message)).help(fault.help.clone()));
        }
        if self.size + source.text().len() > LIMIT {
            let message = format!("with {path} the text is longer than {} MiB", LIMIT / (1024 * 1024));
            return wrong(new(message));
        }
        self.size += source.text().len();
        let file = self.assembly.add(source);
        self.broken.extend(faults.into_iter().map(|fault| (file, fault)));
        Some(Open { file, path: known, next: 1, lines: 0 })
    }

    /// What a line begins with: labels and its number, in any order.
    fn line(&mut self, file: usize, logical: &Logical<'_>, first: usize, last: usize) -> Line {
        let text = logical.text();
        let (mut at, mut own, mut labels_at) = (0, None, None);
        let mut head = Vec::new();
        let known = self.labels.count();
        loop {
            let rest = &text[at..];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 && own.is_none() {
                let number = rest[..digits].parse::<u32>().unwrap_or(u32::MAX);
                if let Some(start) = labels_at {
                    head.push((start..at, String::new()));
                    labels_at = None;
                }
                own = Some((number, at..at + digits));
                at += digits;
                let blanks = blanks(&text[at..]);
                if !text[at + blanks..].starts_with('@') {
                    break;
                }
                at += blanks;
                continue;
            }
            if !rest.starts_with('@') {
                break;
            }
            let length = 1 + label::name_length(&rest[1..]);
            let colon = rest[length..].starts_with(':');
            let span = logical.span(at..at + length);
            if length == 1 || length > label::LONGEST + 1 || !colon {
                let wrong = Diagnostic::new(Code::LabelPlace, span, "");
                let wrong = if length == 1 {
                    Diagnostic { message: "a label has a name: @name:".into(), ..wrong }
                } else if colon {
                    let message = format!("a label has at most {} characters", label::LONGEST);
                    Diagnostic { message, ..wrong }
                } else {
                    let end = logical.span(at + length..at + length);
                    let wrong = Diagnostic { message: "a label ends with a colon".into(), ..wrong };
                    // Blanks before a colon that is there are taken out; where there is none, it is put in.
                    match rest[length..].trim_start_matches([' ', '\t']).strip_prefix(':') {
                        Some(behind) => wrong.edit(
                            "write",
                            logical.span(at + length..at + rest.len() - behind.len()),
                            ":",
                        ),
                        None => wrong.edit("write", Span { start: end.start, end: end.start }, ":"),
                    }
                };
                self.said.push(Said::new(file, wrong));
            }
            if length > 1 && length <= label::LONGEST + 1 {
                match self.labels.define(&rest[1..length], file, span) {
                    Ok(_) if !colon => {
                        self.labels.named(&rest[1..length]);
                    }
                    Ok(_) => {}
                    Err(twice) => self.said.push(*twice),
                }
            }
            labels_at = labels_at.or(Some(at));
            at += length + usize::from(colon);
            at += blanks(&text[at..]);
        }
        if let (Some(_), Some(start)) = (&own, labels_at) {
            head.push((start..at, String::new()));
        }
        let empty = own.is_none() && text[at..].trim().is_empty();
        let labels = known..self.labels.count();
        let labels_at = labels_at.unwrap_or(at);
        Line { first, last, number: 0, body: at, head, own, labels, labels_at, empty }
    }
}

/// How many blanks `text` begins with.
fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}
