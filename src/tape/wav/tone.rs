//! Where a pilot sounds: frames of 40 ms whose strongest part is one tone near 807 Hz.
//!
//! This finds pilots under noise that leaves no edges to be found; it says nothing about bits.
//!
//! Owns: the search for pilots. Must never know: edges or bits.

/// Tones that are listened for. The outermost two are no pilots: the upper one is where a row of ones begins to show,
/// at 1023 Hz. Those between are pilots of 2168 T-states at 0.83 to 1.17 of the Spectrum's speed.
const TONES: usize = 14;

/// Hz of a tone.
fn hz(tone: usize) -> f32 {
    645.0 + 25.0 * tone as f32
}

/// The part of a frame's power that one tone must have. Half the power of a square wave with as much noise again over
/// the whole band is about 0.4, or half that between two tones; noise alone stays below 0.02.
const SHARE: f32 = 0.03;

/// A stretch of pilot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tone {
    /// Its first sample.
    pub start: u64,
    /// The sample behind its last frame.
    pub end: u64,
    /// Its pitch in Hz, about.
    pub hz: f32,
}

/// Listens for pilots, one sample at a time.
#[derive(Clone, Debug)]
pub struct Listener {
    /// Samples that are taken together: pilots need few.
    together: u32,
    taken: u32,
    sum: f32,
    frame: usize,
    at: u64,
    filled: usize,
    power: f32,
    /// Goertzel's factor and two values for each tone.
    factors: [f32; TONES],
    one: [f32; TONES],
    two: [f32; TONES],
    current: Option<Current>,
    quiet: u32,
}

/// The pilot that sounds now: its frames, the sum of their pitches and the usual share of the tone in them.
#[derive(Clone, Copy, Debug)]
struct Current {
    start: u64,
    end: u64,
    frames: u32,
    pitches: f32,
    share: f32,
}

impl Current {
    fn hz(&self) -> f32 {
        self.pitches / self.frames as f32
    }

    fn tone(&self) -> Option<Tone> {
        (self.frames >= FEWEST_FRAMES).then(|| Tone { start: self.start, end: self.end, hz: self.hz() })
    }
}

/// Frames that make a pilot.
const FEWEST_FRAMES: u32 = 5;

impl Listener {
    /// A listener for samples of this many a second.
    pub fn new(rate: u32) -> Listener {
        let together = (rate / 7350).max(1);
        let rate = rate as f32 / together as f32;
        let factor = |tone: usize| 2.0 * (2.0 * std::f32::consts::PI * hz(tone) / rate).cos();
        Listener {
            together,
            taken: 0,
            sum: 0.0,
            frame: (rate * 0.04) as usize,
            at: 0,
            filled: 0,
            power: 0.0,
            factors: std::array::from_fn(factor),
            one: [0.0; TONES],
            two: [0.0; TONES],
            current: None,
            quiet: 0,
        }
    }

    /// Takes a sample; gives a pilot when one has ended.
    #[inline]
    pub fn push(&mut self, sample: f32) -> Option<Tone> {
        self.at += 1;
        self.sum += sample;
        self.power += sample * sample;
        self.taken += 1;
        if self.taken < self.together {
            return None;
        }
        let sum = std::mem::take(&mut self.sum);
        self.taken = 0;
        self.filled += 1;
        for tone in 0..TONES {
            let next = sum + self.factors[tone] * self.one[tone] - self.two[tone];
            self.two[tone] = self.one[tone];
            self.one[tone] = next;
        }
        if self.filled == self.frame { self.frame_ended() } else { None }
    }

    /// The end of the sound: a pilot still heard ends here.
    pub fn finish(&mut self) -> Option<Tone> {
        self.current.take().and_then(|current| current.tone())
    }

    fn frame_ended(&mut self) -> Option<Tone> {
        let length = (self.frame * self.together as usize) as f32;
        let mut best = (0, 0.0);
        for tone in 0..TONES {
            let (one, two) = (self.one[tone], self.two[tone]);
            let power = (one * one + two * two - one * two * self.factors[tone]) * 2.0 / length;
            if power > best.1 {
                best = (tone, power);
            }
        }
        let share = best.1 / self.power.max(1e-20);
        let inside = (1..TONES - 1).contains(&best.0);
        let heard = inside && share > SHARE && self.power / length > 1e-6;
        (self.power, self.filled) = (0.0, 0);
        let hz = self.pitch(best.0);
        (self.one, self.two) = ([0.0; TONES], [0.0; TONES]);
        match &mut self.current {
            Some(now) if heard && (hz - now.hz()).abs() < 60.0 && share > 0.45 * now.share => {
                now.end = self.at;
                now.frames += 1;
                now.pitches += hz;
                now.share += (share - now.share) / now.frames.min(10) as f32;
                self.quiet = 0;
                None
            }
            Some(_) if self.quiet < 2 => {
                self.quiet += 1;
                None
            }
            current => {
                self.quiet = 0;
                let ended = current.take().and_then(|current| current.tone());
                if heard {
                    let start = self.at - length as u64;
                    *current = Some(Current { start, end: self.at, frames: 1, pitches: hz, share });
                }
                ended
            }
        }
    }

    /// The pitch at a tone and its neighbours, weighed by their strength.
    fn pitch(&self, best: usize) -> f32 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for tone in best.saturating_sub(1)..TONES.min(best + 2) {
            let (one, two) = (self.one[tone], self.two[tone]);
            let power = (one * one + two * two - one * two * self.factors[tone]).max(0.0);
            sum += power * hz(tone);
            weights += power;
        }
        if weights > 0.0 { sum / weights } else { hz(best) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pilot_under_noise() {
        let mut listener = Listener::new(44_100);
        let mut seed = 1u32;
        let mut tones = Vec::new();
        for n in 0..4 * 44_100u32 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let noise = (seed >> 8) as f32 / (1 << 23) as f32 - 1.0;
            let pilot = (44_100..88_200).contains(&n) && n * 807 * 2 / 44_100 % 2 == 0;
            tones.extend(listener.push(noise + if pilot { 0.5 } else { 0.0 }));
        }
        assert_eq!(tones.len(), 1);
        assert!(tones[0].start.abs_diff(44_100) < 3600 && tones[0].end.abs_diff(88_200) < 3600);
        assert!((tones[0].hz - 807.0).abs() < 25.0);
    }
}
