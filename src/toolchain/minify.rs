//! Minifying on the way from text to tape: which steps, and what each saves.
//!
//! Owns: the order of the steps, the figures.
//! Must never know: how a step works.

pub use crate::basic::edit::minify::{Origin, Step};

use crate::basic::edit::minify::Minifier;
use crate::basic::program::Program;
use crate::basic::tokenise::Tokenised;
use crate::tape::Block;

/// What one step has saved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Saving {
    /// The step.
    pub step: Step,
    /// Bytes of the program.
    pub bytes: usize,
    /// Seconds to load.
    pub seconds: f64,
}

/// A program made smaller, and how much.
#[derive(Clone, Debug)]
pub struct Minified {
    /// How many bytes the program had.
    pub before: usize,
    /// What each step has saved, in the order in which they were taken.
    pub savings: Vec<Saving>,
    minifier: Minifier,
}

impl Minified {
    /// The program.
    pub fn program(&self) -> Program {
        self.minifier.program()
    }

    /// How many bytes it is smaller.
    pub fn bytes(&self) -> usize {
        self.savings.iter().map(|saving| saving.bytes).sum()
    }

    /// How many seconds sooner it is loaded.
    pub fn seconds(&self) -> f64 {
        self.savings.iter().map(|saving| saving.seconds).sum()
    }

    /// Old and new names of variables.
    pub fn renamed(&self) -> &[(String, String)] {
        self.minifier.renamed()
    }

    /// Whether the program has MERGE.
    pub fn merges(&self) -> bool {
        self.minifier.merges()
    }

    /// What was left alone, and why.
    pub fn notes(&self) -> Vec<String> {
        self.minifier.notes()
    }

    /// Where a statement of the small program came from: line and statement in the text.
    pub fn origin(&self, line: u16, statement: u16) -> Option<Origin> {
        self.minifier.origin(line, statement)
    }
}

/// Takes the steps, in their own order, each once.
///
/// ```
/// use zxtap::basic::tokenise::tokenise;
/// use zxtap::source::Source;
/// use zxtap::toolchain::minify::{Step, minify};
/// let small = minify(&tokenise(&Source::new("", "10 REM one\n20 PRINT 1\n")), &[Step::Numbers, Step::Rem]);
/// assert_eq!(small.program().lines[0].text, [0xF5, 0xBC, 0xA7]); // PRINT SGN PI
/// assert_eq!(small.bytes(), 9 + 5);
/// ```
pub fn minify(program: &Tokenised, steps: &[Step]) -> Minified {
    let mut minifier = Minifier::new(program);
    let mut savings = Vec::new();
    let (before, mut seconds) = size(&minifier.program());
    let mut bytes = before;
    for step in Step::ALL.into_iter().filter(|step| steps.contains(step)) {
        minifier.take(step);
        let (now, then) = size(&minifier.program());
        savings.push(Saving { step, bytes: bytes.saturating_sub(now), seconds: seconds - then });
        (bytes, seconds) = (now, then);
    }
    Minified { before, savings, minifier }
}

/// Bytes, and the seconds that the data takes on tape.
fn size(program: &Program) -> (usize, f64) {
    let bytes = program.encode();
    (bytes.len(), Block::new(crate::tape::block::DATA_FLAG, &bytes).seconds())
}
