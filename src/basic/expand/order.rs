//! The second look at a text: every line and every label gets its number.
//!
//! Owns: when lines are numbered at all, what is wrong about numbers.
//! Must never know: what a line begins with, how files are read.

use std::ops::Range;
use std::sync::Arc;

use super::number::{Counter, Numbering, Refused};
use super::outline::{Event, Outline, Step};
use super::{Options, Said};
use crate::basic::tokenise::HIGHEST_LINE;
use crate::basic::tokenise::line::Logical;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

impl Outline {
    /// Gives every line and every label its number.
    pub(super) fn number(&mut self, options: &Options) {
        let is_lines = |step: &Step| matches!(step.event, Event::Lines(..));
        let automatic = options.lines.is_some() || !self.labels.is_empty() || self.steps.iter().any(is_lines);
        let unnumbered =
            |step: &Step| matches!(&step.event, Event::Line(line) if line.own.is_none() && !line.empty);
        // Where every line has its own number, their order is for the tokeniser to judge.
        let mixed = automatic && self.steps.iter().any(unnumbered);
        let mut counter = Counter::new(options.lines.unwrap_or_default());
        let mut numberer = Numberer { mixed, last: None, over: false, wrong: Vec::new() };
        let mut waiting: Vec<usize> = Vec::new();
        let mut started = false;
        for step in &mut self.steps {
            match &mut step.event {
                Event::Lines(numbering, span) if started || options.lines.is_none() => {
                    let known = counter.numbering();
                    let start = if numbering.start == 0 { known.start } else { numbering.start };
                    let step_wide = if numbering.step == 0 { known.step } else { numbering.step };
                    let result = counter.restart(Numbering { start, step: step_wide });
                    numberer.restarted(step.file, *span, result, counter.last());
                }
                Event::Line(line) => {
                    waiting.extend(line.labels.clone());
                    if line.empty {
                        line.number = counter.coming();
                        line.head = vec![(line.labels_at..usize::MAX, String::new())];
                        continue;
                    }
                    started = true;
                    let source = Arc::clone(self.assembly.file(step.file));
                    let place =
                        |range: Range<usize>| Logical::of_lines(&source, line.first..=line.last).span(range);
                    match line.own.clone() {
                        Some((number, range)) => {
                            line.number = number.min(u32::from(HIGHEST_LINE)) as u16;
                            let before = counter.last();
                            if number > 0 {
                                let result = counter.own(number);
                                numberer.own(step.file, || place(range.clone()), number, result, before);
                            }
                        }
                        None if automatic => {
                            let result = counter.take();
                            line.number = *result.as_ref().unwrap_or(&HIGHEST_LINE);
                            let at = line.labels_at;
                            numberer.taken(step.file, || place(at..at), result);
                            line.head = vec![(at..line.body, format!("{} ", line.number))];
                        }
                        None => {}
                    }
                    waiting.drain(..).for_each(|label| self.labels.set(label, line.number));
                }
                _ => {}
            }
        }
        waiting.drain(..).for_each(|label| self.labels.set(label, counter.coming()));
        self.misnumbered = !numberer.wrong.is_empty();
        self.said.append(&mut numberer.wrong);
    }
}

/// Says what is wrong with numbers.
struct Numberer {
    /// Whether some lines have numbers of their own and some have none.
    mixed: bool,
    /// Where the last number was given: file and place.
    last: Option<(usize, Span)>,
    over: bool,
    wrong: Vec<Said>,
}

impl Numberer {
    fn restarted(&mut self, file: usize, span: Span, result: Result<(), Refused>, last: u32) {
        if result.is_err() {
            let message = format!("the lines before go up to {last}: the next one cannot have this number");
            let diagnostic = Diagnostic::new(Code::NumberOrder, span, message)
                .label(format!("expected a number above {last}"));
            self.say(file, diagnostic, last);
        }
    }

    fn own(
        &mut self,
        file: usize,
        place: impl Fn() -> Span,
        number: u32,
        result: Result<(), Refused>,
        last: u32,
    ) {
        if result.is_err() && self.mixed {
            let message = if number == last {
                format!("line {number} is there already")
            } else {
                format!("line {number} comes behind line {last}")
            };
            let diagnostic = Diagnostic::new(Code::NumberOrder, place(), message)
                .label(format!("expected a number above {last}"))
                .help("lines without a number count on from the line before; leave this number out, or make it higher");
            self.say(file, diagnostic, last);
        } else if result.is_ok() && self.mixed {
            self.last = Some((file, place()));
        }
    }

    fn taken(&mut self, file: usize, place: impl Fn() -> Span, result: Result<u16, Refused>) {
        match result {
            Ok(_) => self.last = Some((file, place())),
            Err(Refused::Beyond(number)) if !self.over => {
                self.over = true;
                let message =
                    format!("this line would have the number {number}; the highest is {HIGHEST_LINE}");
                let diagnostic = Diagnostic::new(Code::NumberOrder, place(), message)
                    .help("begin lower or take smaller steps: `#lines 1,1` gives the most lines");
                self.wrong.push(Said::new(file, diagnostic));
            }
            Err(_) => {}
        }
    }

    fn say(&mut self, file: usize, diagnostic: Diagnostic, last: u32) {
        let elsewhere = self.last.iter().map(|&(file, span)| (file, span, format!("this line is {last}")));
        self.wrong.push(Said { file, diagnostic, elsewhere: elsewhere.collect() });
    }
}
