//! The order in which the blocks of a TZX file play: jumps, loops and calls followed.
//!
//! ```text
//! 23 jump         go on at a block relative to this one
//! 24 25 loop      what stands between plays so many times in all; loops do not nest
//! 26 27 call      play from each named block to the next return; calls do not nest
//! ```
//!
//! A jump whose target was already passed with the same loop and call open would go round for ever: it is not taken,
//! so what it goes round plays once. Whatever a file says, at most [`MOST_STEPS`] blocks are gone through.
//!
//! Owns: the order. Must never know: what blocks hold. Stops and choices (20, 28, 2A) are for the listener.

use std::collections::HashSet;

use super::body::Body;
use super::entry::Entry;
use crate::tape::fault::{Fault, FaultKind};

/// How many blocks are gone through at most.
pub const MOST_STEPS: usize = 1 << 20;

/// How many faults are kept at most; the ones of a loop repeat.
const MOST_FAULTS: usize = 100;

/// Gives the numbers of the blocks in the order in which they play; blocks that only steer are left out.
///
/// ```
/// use zxtap::tape::tzx::{Entry, Player};
/// let entries =
///     [Entry { id: 0x24, bytes: vec![3, 0] }, Entry::pause(1), Entry { id: 0x25, bytes: vec![] }, Entry::pause(2)];
/// let order: Vec<usize> = Player::new(&entries).collect();
/// assert_eq!(order, [1, 1, 1, 3]);
/// ```
pub struct Player<'a> {
    entries: &'a [Entry],
    next: usize,
    steps: usize,
    open_loop: Option<Loop>,
    call: Option<Call>,
    targets: HashSet<usize>,
    passed: HashSet<State>,
    faults: Vec<Fault>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Loop {
    first: usize,
    left: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Call {
    block: usize,
    done: usize,
}

/// Everything that decides how it goes on.
type State = (usize, Option<Loop>, Option<Call>);

impl<'a> Player<'a> {
    /// A player at the first of these blocks.
    pub fn new(entries: &'a [Entry]) -> Player<'a> {
        Player {
            entries,
            next: 0,
            steps: 0,
            open_loop: None,
            call: None,
            targets: targets(entries),
            passed: HashSet::new(),
            faults: Vec::new(),
        }
    }

    /// What was found wrong with the order so far. Offsets are 0: the player does not know the file.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    fn fault(&mut self, block: usize, kind: FaultKind) {
        let fault = Fault { offset: 0, block: Some(block), kind };
        if self.faults.len() < MOST_FAULTS && !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    /// Goes on at a block relative to `block`, if there is one. Just behind the last one is the end.
    fn go(&mut self, block: usize, distance: i16) -> bool {
        let target = block as i64 + i64::from(distance);
        match usize::try_from(target) {
            Ok(target) if target <= self.entries.len() => {
                self.next = target;
                true
            }
            _ => {
                self.fault(block, FaultKind::NoSuchBlock { target });
                false
            }
        }
    }

    fn jump(&mut self, block: usize, distance: i16) {
        let next = self.next;
        if self.go(block, distance) && self.passed.contains(&(self.next, self.open_loop, self.call)) {
            self.fault(block, FaultKind::Endless { target: self.next });
            self.next = next;
        }
    }

    fn loop_end(&mut self, block: usize) {
        match self.open_loop.take() {
            None => self.fault(block, FaultKind::Unopened("loop end")),
            Some(Loop { left: 0, .. }) => {}
            Some(Loop { first, left }) => {
                self.open_loop = Some(Loop { first, left: left - 1 });
                self.next = first;
            }
        }
    }

    /// Plays the next block that the call at `block` names, or goes on behind it.
    fn call_from(&mut self, block: usize, mut done: usize) {
        self.call = None;
        self.next = block + 1;
        let Some(Body::Call(calls)) = self.entries[block].body() else { return };
        while let Some(distance) = calls.get(done) {
            done += 1;
            if self.go(block, distance as i16) {
                self.call = Some(Call { block, done });
                return;
            }
        }
    }

    /// Does what a block says about the order; false when it says nothing.
    fn steer(&mut self, block: usize) -> bool {
        let entries = self.entries;
        if !matches!(entries[block].id, 0x23..=0x27) {
            return false;
        }
        match entries[block].body() {
            Some(Body::Jump(distance)) => self.jump(block, distance),
            Some(Body::LoopStart(times)) => {
                if self.open_loop.is_some() {
                    self.fault(block, FaultKind::Nested("loop"));
                }
                self.open_loop = Some(Loop { first: block + 1, left: times.max(1) - 1 });
            }
            Some(Body::LoopEnd) => self.loop_end(block),
            Some(Body::Call(_)) if self.call.is_some() => self.fault(block, FaultKind::Nested("call")),
            Some(Body::Call(_)) => self.call_from(block, 0),
            Some(Body::Return) => match self.call {
                None => self.fault(block, FaultKind::Unopened("return")),
                Some(call) => self.call_from(call.block, call.done),
            },
            _ => {}
        }
        true
    }
}

impl Iterator for Player<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while self.next < self.entries.len() {
            let block = self.next;
            if self.steps == MOST_STEPS {
                self.fault(block, FaultKind::TooLong { steps: MOST_STEPS });
                return None;
            }
            self.steps += 1;
            if self.targets.contains(&block) {
                self.passed.insert((block, self.open_loop, self.call));
            }
            self.next = block + 1;
            if !self.steer(block) {
                return Some(block);
            }
        }
        None
    }
}

/// Where the jumps that go back go to.
fn targets(entries: &[Entry]) -> HashSet<usize> {
    let jumps = entries.iter().enumerate().filter(|(_, entry)| entry.id == 0x23);
    jumps
        .filter_map(|(block, entry)| match entry.body()? {
            Body::Jump(distance) if distance <= 0 => usize::try_from(block as i64 + i64::from(distance)).ok(),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: u8, bytes: &[u8]) -> Entry {
        Entry { id, bytes: bytes.to_vec() }
    }

    fn played(entries: &[Entry]) -> (Vec<usize>, Vec<FaultKind>) {
        let mut player = Player::new(entries);
        let order: Vec<usize> = player.by_ref().take(2 * MOST_STEPS).collect();
        (order, player.faults().iter().map(|fault| fault.kind.clone()).collect())
    }

    #[test]
    fn an_endless_jump_plays_once() {
        let tape = [Entry::pause(1), Entry::pause(2), entry(0x23, &[0xFE, 0xFF]), Entry::pause(3)];
        assert_eq!(played(&tape), (vec![0, 1, 3], vec![FaultKind::Endless { target: 0 }]));
        let to_itself = [entry(0x23, &[0, 0]), Entry::pause(1)];
        assert_eq!(played(&to_itself), (vec![1], vec![FaultKind::Endless { target: 0 }]));
    }

    #[test]
    fn a_jump_back_into_a_part_not_yet_played_is_taken() {
        let tape = [
            entry(0x23, &[3, 0]),
            Entry::pause(1),
            entry(0x23, &[3, 0]),
            Entry::pause(2),
            entry(0x23, &[0xFD, 0xFF]),
            Entry::pause(3),
        ];
        assert_eq!(played(&tape), (vec![3, 1, 5], vec![]));
    }

    #[test]
    fn calls_play_up_to_the_return() {
        let tape = [
            entry(0x26, &[2, 0, 3, 0, 3, 0]),
            Entry::pause(1),
            entry(0x23, &[3, 0]),
            Entry::pause(2),
            entry(0x27, &[]),
            Entry::pause(3),
        ];
        assert_eq!(played(&tape), (vec![3, 3, 1, 5], vec![]));
    }

    #[test]
    fn bad_orders_are_faults() {
        let tape = [
            entry(0x25, &[]),
            entry(0x27, &[]),
            entry(0x23, &[0, 0x80]),
            entry(0x26, &[1, 0, 0xFF, 0x7F]),
            entry(0x24, &[2, 0]),
            entry(0x24, &[2, 0]),
            Entry::pause(1),
            entry(0x25, &[]),
        ];
        let (order, faults) = played(&tape);
        assert_eq!(order, [6, 6]);
        assert_eq!(
            faults,
            [
                FaultKind::Unopened("loop end"),
                FaultKind::Unopened("return"),
                FaultKind::NoSuchBlock { target: 2 - 0x8000 },
                FaultKind::NoSuchBlock { target: 3 + 0x7FFF },
                FaultKind::Nested("loop"),
            ]
        );
    }

    #[test]
    fn a_loop_in_a_loop_of_jumps_is_bounded() {
        let tape =
            [entry(0x24, &[0xFF, 0xFF]), Entry::pause(1), entry(0x25, &[]), entry(0x23, &[0xFD, 0xFF])];
        assert_eq!(played(&tape).0.len(), 65535);
        let tape =
            [entry(0x24, &[0xFF, 0xFF]), Entry::pause(1), entry(0x23, &[0xFF, 0xFF]), entry(0x25, &[])];
        assert_eq!(played(&tape).0.len(), 65535);
        let mut long = vec![entry(0x24, &[0xFF, 0xFF])];
        long.extend((0..20).map(Entry::pause));
        long.push(entry(0x25, &[]));
        let (order, faults) = played(&long);
        assert!(order.len() < MOST_STEPS);
        assert_eq!(faults, [FaultKind::TooLong { steps: MOST_STEPS }]);
    }
}
