//! The numbers of lines that have none: `#lines START,STEP`.
//!
//! Owns: how that is written, which number comes next.
//! Must never know: what stands in a line.

use crate::basic::tokenise::HIGHEST_LINE;

/// From where and in what steps lines are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// The number of the next line.
    pub start: u16,
    /// How far the numbers are apart.
    pub step: u16,
}

impl Default for Numbering {
    /// From 10 in steps of 2, as zmakebas numbers.
    fn default() -> Self {
        Numbering { start: 10, step: 2 }
    }
}

impl Numbering {
    /// Reads `START,STEP`, or `START` alone, which keeps the step of `before`; nothing at all is `before`.
    ///
    /// ```
    /// use zxtap::basic::expand::Numbering;
    /// let default = Numbering::default();
    /// assert_eq!(Numbering::read("100,5", default), Ok(Numbering { start: 100, step: 5 }));
    /// assert_eq!(Numbering::read("100", default), Ok(Numbering { start: 100, step: 2 }));
    /// assert!(Numbering::read("100,0", default).is_err());
    /// ```
    ///
    /// # Errors
    /// A sentence for people: what is no number, or lies outside 1 to 9999.
    pub fn read(text: &str, before: Numbering) -> Result<Numbering, String> {
        let number = |text: &str, what: &str| match text.trim().parse::<u16>() {
            Ok(number @ 1..=HIGHEST_LINE) => Ok(number),
            _ => Err(format!("{what} is a number from 1 to {HIGHEST_LINE}, not `{}`", text.trim())),
        };
        if text.trim().is_empty() {
            return Ok(before);
        }
        let (start, step) = match text.split_once(',') {
            Some((start, step)) => (start, Some(step)),
            None => (text, None),
        };
        Ok(Numbering {
            start: number(start, "the first line")?,
            step: step.map_or(Ok(before.step), |step| number(step, "the step"))?,
        })
    }
}

/// Why a number that was asked for cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// It is not above that of the line before.
    NotAbove,
    /// It is beyond 9999.
    Beyond(u32),
}

/// Counts lines. The numbers it gives always go up.
#[derive(Debug)]
pub(super) struct Counter {
    next: u32,
    step: u32,
    /// The last number given.
    last: u32,
}

impl Counter {
    pub(super) fn new(numbering: Numbering) -> Counter {
        Counter { next: numbering.start.into(), step: numbering.step.into(), last: 0 }
    }

    /// How it counts now.
    pub(super) fn numbering(&self) -> Numbering {
        Numbering { start: shown(self.next), step: shown(self.step) }
    }

    /// The last number given.
    pub(super) fn last(&self) -> u32 {
        self.last
    }

    /// The number that the next line without one would get.
    pub(super) fn coming(&self) -> u16 {
        shown(self.next)
    }

    /// Goes on as `#lines` says; not where that would go back.
    pub(super) fn restart(&mut self, numbering: Numbering) -> Result<(), Refused> {
        self.step = numbering.step.into();
        if u32::from(numbering.start) <= self.last {
            self.next = self.last + self.step;
            return Err(Refused::NotAbove);
        }
        self.next = numbering.start.into();
        Ok(())
    }

    /// A line with a number of its own.
    pub(super) fn own(&mut self, number: u32) -> Result<(), Refused> {
        if number <= self.last {
            return Err(Refused::NotAbove);
        }
        if number <= u32::from(HIGHEST_LINE) {
            self.last = number;
            self.next = number + self.step;
        }
        Ok(())
    }

    /// The number of a line without one.
    pub(super) fn take(&mut self) -> Result<u16, Refused> {
        match u16::try_from(self.next) {
            Ok(number @ ..=HIGHEST_LINE) => {
                self.last = self.next;
                self.next += self.step;
                Ok(number)
            }
            _ => Err(Refused::Beyond(self.next)),
        }
    }
}

/// A number as a line could have it.
fn shown(number: u32) -> u16 {
    number.min(u32::from(HIGHEST_LINE)) as u16
}
