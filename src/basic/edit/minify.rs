//! A smaller program that does the same.
//!
//! ```text
//! 10 REM count            1 rem      remarks out
//! 20 LET total = 0        2 names    LET t = 0
//! 30 LET step = 1         3 spaces   LET t=0
//!                         4 join     20 LET t=0: LET s=1
//!                         5 numbers  20 LET t=NOT PI: LET s=SGN PI
//!                         6 val      VAL "…" for numbers that have no cheaper form
//! ```
//!
//! Each step can be taken alone; they are taken in this order. Every line that a step has changed is parsed again, and
//! kept as it was if the ROM would refuse it. What a program could notice of the change is looked for beforehand
//! ([`caution`]), and the steps concerned leave things alone.
//!
//! Owns: the steps and their order, the program on its way through them, from where each statement came.
//! Must never know: source text, files, tapes.

pub mod caution;
mod composed;
mod join;
mod names;
mod numbers;
mod rem;

use std::ops::Range;

use super::fmt::without_spaces;
use super::target::targets;
use crate::basic::program::{Line, Program};
use crate::basic::syntax::{Tree, parse};
use crate::basic::tokenise::Tokenised;
use caution::Caution;

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Remarks out.
    Rem,
    /// Short names for long ones.
    Names,
    /// Spaces out, outside strings and remarks.
    Spaces,
    /// Lines to which nothing jumps join the line before.
    Join,
    /// `NOT PI`, `SGN PI`, `INT PI` and `CODE "c"` for whole numbers.
    Numbers,
    /// `VAL "…"` for all other numbers: smaller, but slow.
    Val,
}

impl Step {
    /// All steps, in the order in which they are taken.
    pub const ALL: [Step; 6] = [Step::Rem, Step::Names, Step::Spaces, Step::Join, Step::Numbers, Step::Val];

    /// The steps that are taken when none is named: all but `val`, which makes a program slower.
    pub const USUAL: [Step; 5] = [Step::Rem, Step::Names, Step::Spaces, Step::Join, Step::Numbers];

    /// Its name.
    ///
    /// ```
    /// use zxtap::basic::edit::minify::Step;
    /// assert_eq!(Step::Rem.name(), "rem");
    /// assert_eq!(Step::parse("rem"), Some(Step::Rem));
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Step::Rem => "rem",
            Step::Names => "names",
            Step::Spaces => "spaces",
            Step::Join => "join",
            Step::Numbers => "numbers",
            Step::Val => "val",
        }
    }

    /// Whether programs that are merged would notice it of each other: the names they share, the lines they jump to.
    pub fn is_shared(self) -> bool {
        matches!(self, Step::Rem | Step::Names | Step::Join)
    }

    /// The step of that name.
    pub fn parse(name: &str) -> Option<Step> {
        Step::ALL.into_iter().find(|step| step.name() == name)
    }
}

/// A statement of the program as it was: line and statement, as in the machine's reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The line's number.
    pub line: u16,
    /// The statement, from 1.
    pub statement: u16,
}

/// A line on its way.
#[derive(Clone, Debug)]
struct Small {
    line: Line,
    tree: Tree,
    /// From where each statement came.
    origins: Vec<Origin>,
}

/// A program on its way through the steps.
#[derive(Clone, Debug)]
pub struct Minifier {
    lines: Vec<Small>,
    trailing: Vec<u8>,
    caution: Caution,
    renamed: Vec<(String, String)>,
}

impl Minifier {
    /// A program before any step.
    ///
    /// ```
    /// use zxtap::basic::edit::minify::{Minifier, Step};
    /// use zxtap::basic::tokenise::tokenise;
    /// use zxtap::source::Source;
    /// let program = tokenise(&Source::new("", "10 REM one\n20 PRINT 1: GO TO 20\n"));
    /// let mut small = Minifier::new(&program);
    /// for step in Step::USUAL {
    ///     small.take(step);
    /// }
    /// let line = &small.program().lines[0];
    /// assert_eq!((line.number, line.text.len()), (20, 13));
    /// ```
    pub fn new(program: &Tokenised) -> Minifier {
        let small = |(line, tree): (&Line, &Tree)| Small {
            line: line.clone(),
            tree: tree.clone(),
            origins: tree
                .statements
                .iter()
                .map(|s| Origin { line: line.number, statement: s.number })
                .collect(),
        };
        Minifier {
            lines: program.program.lines.iter().zip(&program.trees).map(small).collect(),
            trailing: program.program.trailing.clone(),
            caution: Caution::new(program),
            renamed: Vec::new(),
        }
    }

    /// Takes a step. Steps are meant to be taken in the order of [`Step::ALL`], each once.
    pub fn take(&mut self, step: Step) {
        if self.caution.forbids(step) {
            return;
        }
        match step {
            Step::Rem => rem::take(self),
            Step::Names => names::take(self),
            Step::Spaces => {
                for index in self.open() {
                    let text = without_spaces(&self.lines[index].line.text, self.caution.spaced);
                    self.replace(index, text);
                }
            }
            Step::Join => join::take(self),
            Step::Numbers => numbers::take(self, numbers::Forms::Tokens),
            Step::Val => numbers::take(self, numbers::Forms::Val),
        }
    }

    /// The program as it is now.
    pub fn program(&self) -> Program {
        Program {
            lines: self.lines.iter().map(|small| small.line.clone()).collect(),
            trailing: self.trailing.clone(),
        }
    }

    /// Old and new names of the variables that have another name now, in small letters and without spaces.
    pub fn renamed(&self) -> &[(String, String)] {
        &self.renamed
    }

    /// Whether the program has MERGE.
    pub fn merges(&self) -> bool {
        self.caution.merges
    }

    /// Why some steps leave things alone in this program, in sentences; none when they do not.
    pub fn notes(&self) -> Vec<String> {
        self.caution.notes()
    }

    /// Where a statement of the program as it is now came from.
    pub fn origin(&self, line: u16, statement: u16) -> Option<Origin> {
        let small = self.lines.iter().find(|small| small.line.number == line)?;
        small.origins.get(usize::from(statement).checked_sub(1)?).copied()
    }

    /// The lines that may be changed.
    fn open(&self) -> Range<usize> {
        self.caution.fixed.min(self.lines.len())..self.lines.len()
    }

    /// Gives line `index` another text, unless that is no gain or the ROM would refuse it.
    fn replace(&mut self, index: usize, text: Vec<u8>) -> bool {
        let small = &mut self.lines[index];
        if text.len() >= small.line.text.len() {
            return false;
        }
        let tree = parse(&text);
        let good = tree.faults.is_empty() && tree.statements.len() <= small.origins.len();
        if good {
            small.origins.truncate(tree.statements.len());
            (small.line.text, small.tree) = (text, tree);
        }
        good
    }

    /// The numbers of all lines that are named somewhere, ascending. The autostart is among them.
    fn named_lines(&self) -> Vec<u16> {
        let of = |small: &Small| targets(&small.line.text, &small.tree);
        let mut named: Vec<u16> =
            self.lines.iter().flat_map(of).filter_map(|target| target.named.line()).collect();
        named.extend(self.caution.autostart);
        named.sort_unstable();
        named
    }
}

/// `text` with stretches replaced: ascending, not overlapping.
fn replaced(text: &[u8], changes: &[(Range<usize>, Vec<u8>)]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut done = 0;
    for (range, new) in changes {
        out.extend_from_slice(&text[done..range.start]);
        out.extend_from_slice(new);
        done = range.end;
    }
    out.extend_from_slice(&text[done..]);
    out
}
