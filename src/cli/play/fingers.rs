//! The fingers on the Spectrum's keys: what a terminal says of keys as keys that are down for so many frames.
//!
//! Few terminals say when a key is let go. Of the others this is made:
//!
//! - A stroke holds its keys for 10 frames (0.2 s).
//! - The same stroke again within 4 frames is the terminal's own repeat: the key is being held, and stays down until
//!   7 frames after the last one.
//! - Any other stroke waits until the keys now down were down for 4 frames and up for 3, so that a program that waits
//!   for a key to be let go sees it; the same key twice is up for 6, which the ROM needs to see it as two.
//!
//! So a tap is a tap, a held key stays down from the terminal's first repeat on, and typing loses nothing.
//!
//! Owns: these rules. Must never know: how a terminal spells a key, time other than frames.

use std::collections::VecDeque;

use zxtap::machine::keyboard::Key;

/// How long a stroke holds its keys.
const HOLD: u64 = 10;
/// Strokes that follow each other within this time are one key held down.
const REPEAT: u64 = 4;
/// How long a held key stays down after the last repeat.
const LINGER: u64 = 7;
/// How long keys are down at least.
const LEAST: u64 = 4;
/// How long all keys are up between two strokes.
const GAP: u64 = 3;
/// How long a key is up between two strokes of it.
const UP: u64 = 6;
/// How many strokes wait at most.
const MOST: usize = 4096;

/// What is down, and what will be.
#[derive(Default)]
pub(super) struct Fingers {
    now: u64,
    /// Keys of a stroke: when they went down, when they go up.
    stroke: Option<(Vec<Key>, u64, u64)>,
    /// When the last stroke came, and which.
    last: Option<(Vec<Key>, u64)>,
    waiting: VecDeque<Vec<Key>>,
    /// The keys that were let go last, and when.
    lifted: Option<(Vec<Key>, u64)>,
    /// Keys that the terminal will tell of when they are let go: what they are to the terminal, what they press, when
    /// they went down, whether they were let go meanwhile.
    held: Vec<(u64, Vec<Key>, u64, bool)>,
}

impl Fingers {
    /// A key of a terminal that does not say when it is let go.
    pub(super) fn stroke(&mut self, keys: Vec<Key>) {
        let repeats =
            self.last.as_ref().is_some_and(|(last, when)| *last == keys && self.now - when <= REPEAT);
        self.last = Some((keys.clone(), self.now));
        if !repeats {
            self.enqueue(keys);
        } else if let Some((down, _, until)) = &mut self.stroke
            && *down == keys
        {
            *until = (*until).max(self.now + LINGER);
        } else if self.waiting.is_empty() {
            self.enqueue(keys);
        }
    }

    /// A stroke that is none of a held key, such as a letter of a text that is pasted.
    pub(super) fn enqueue(&mut self, keys: Vec<Key>) {
        if self.waiting.len() < MOST {
            self.waiting.push_back(keys);
        }
    }

    /// A key goes down that will be told of when it is let go; `id` is what it is to the terminal.
    pub(super) fn press(&mut self, id: u64, keys: Vec<Key>) {
        self.held.retain(|held| held.0 != id);
        self.held.push((id, keys, self.now, false));
    }

    /// The key is let go. One that is not known lets go of all: its shift went up before it, and it is told of by
    /// another name than when it went down.
    pub(super) fn release(&mut self, id: u64) {
        let known = self.held.iter().any(|held| held.0 == id);
        self.held.iter_mut().filter(|held| !known || held.0 == id).for_each(|held| held.3 = true);
    }

    /// The keys that are down in the next frame.
    pub(super) fn frame(&mut self) -> Vec<Key> {
        let now = self.now;
        if let Some((_, since, until)) = &self.stroke
            && (now >= *until || (!self.waiting.is_empty() && now - since >= LEAST))
        {
            self.lifted = self.stroke.take().map(|(keys, ..)| (keys, now));
        }
        let may = |next: &Vec<Key>| {
            let up = |(keys, since): &(Vec<Key>, u64)| now >= since + if keys == next { UP } else { GAP };
            self.lifted.as_ref().is_none_or(up)
        };
        if self.stroke.is_none() && self.waiting.front().is_some_and(may) {
            self.stroke = self.waiting.pop_front().map(|keys| (keys, now, now + HOLD));
        }
        self.held.retain(|(_, _, since, lifted)| !lifted || now - since < LEAST);
        self.now += 1;
        let stroke = self.stroke.iter().flat_map(|(keys, ..)| keys);
        stroke.chain(self.held.iter().flat_map(|(_, keys, ..)| keys)).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(c: char) -> Vec<Key> {
        Key::printing(c).unwrap()
    }

    /// Which key is down in each of so many frames; `strokes` are what comes before which frame.
    fn frames(strokes: &[(usize, char)], count: usize) -> String {
        let mut fingers = Fingers::default();
        (0..count)
            .map(|frame| {
                for (_, c) in strokes.iter().filter(|(when, _)| *when == frame) {
                    fingers.stroke(key(*c));
                }
                let down = fingers.frame();
                ['a', 'b', 'c'].into_iter().find(|c| key(*c) == down).unwrap_or('.')
            })
            .collect()
    }

    #[test]
    fn a_tap_is_short() {
        assert_eq!(frames(&[(1, 'a')], 14), ".aaaaaaaaaa...");
    }

    #[test]
    fn a_held_key_stays_down() {
        // The first repeat after half a second, the others every two frames.
        let mut strokes = vec![(0, 'a')];
        strokes.extend((25..50).step_by(2).map(|frame| (frame, 'a')));
        let seen = frames(&strokes, 60);
        assert_eq!(seen, format!("{}{}{}{}", "a".repeat(10), ".".repeat(15), "a".repeat(31), ".".repeat(4)));
    }

    #[test]
    fn typing_loses_nothing() {
        assert_eq!(frames(&[(0, 'a'), (2, 'b'), (2, 'c')], 20), "aaaa...bbbb...cccccc");
        // Twice the same, faster than the first is over but slower than a terminal repeats.
        assert_eq!(frames(&[(0, 'a'), (6, 'a')], 24), "aaaaaa......aaaaaaaaaa..");
    }

    #[test]
    fn pasted_letters_are_all_typed() {
        let mut fingers = Fingers::default();
        "aab".chars().for_each(|c| fingers.enqueue(key(c)));
        let seen: Vec<bool> = (0..14).map(|_| fingers.frame() == key('a')).collect();
        assert_eq!(seen.iter().filter(|a| **a).count(), 8);
        assert!(!seen[4..10].contains(&true));
    }

    #[test]
    fn a_key_that_is_told_of_is_down_as_long_as_it_is() {
        let mut fingers = Fingers::default();
        fingers.press(1, key('a'));
        assert!((0..100).all(|_| fingers.frame() == key('a')));
        fingers.press(2, key('b'));
        assert_eq!(fingers.frame().len(), 2);
        fingers.release(1);
        assert_eq!(fingers.frame(), key('b'));
        fingers.release(2);
        assert!((0..2).all(|_| fingers.frame() == key('b')));
        assert_eq!(fingers.frame(), []);
    }
}
