//! Generalized data (TZX block 19): pulses by symbols.
//!
//! ```text
//! 0  pause 2 | 2 TOTP 4 | 6 NPP 1 | 7 ASP 1 | 8 TOTD 4 | 12 NPD 1 | 13 ASD 1
//! then, when TOTP > 0: ASP symbols of 1 + 2 * NPP bytes, TOTP runs (symbol 1, repetitions 2)
//! then, when TOTD > 0: ASD symbols of 1 + 2 * NPD bytes, TOTD symbol numbers of NB bits each, high bits first
//!
//! ASP, ASD    number of symbols, 0 means 256
//! NB          the bits that ASD - 1 needs
//! symbol      flags (bits 0-1: 0 edge, 1 no edge, 2 begin low, 3 begin high), pulses; a pulse of 0 ends it
//! ```
//!
//! Owns: this layout. Must never know: what the symbols spell.

use byteorder::{ByteOrder, LittleEndian};

use super::body::Words;
use crate::tape::timing::MILLISECOND;

/// The fields of a generalized data block. Parts that run past its end are cut there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generalized<'a> {
    /// Pause behind it, in ms.
    pub pause: u16,
    /// Symbols of pilot and sync.
    pub pilot_symbols: Alphabet<'a>,
    /// Runs of pilot symbols.
    pilot_runs: &'a [u8],
    /// Symbols of the data.
    pub data_symbols: Alphabet<'a>,
    /// How many data symbols there are.
    pub data_count: u64,
    /// The data: symbol numbers of [`Generalized::bits`] bits each.
    pub data: &'a [u8],
    /// Bits of a symbol number in the data; 0 when there is only one symbol.
    pub bits: u32,
    /// Bytes that should be there and are not.
    pub missing: u64,
}

/// A table of symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alphabet<'a> {
    table: &'a [u8],
    pulses: usize,
}

/// One symbol: how it begins and its pulses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol<'a> {
    /// What the level does at its start.
    pub start: Start,
    pulses: Words<'a>,
}

/// What the level does at the start of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// It changes, as at any pulse.
    Edge,
    /// It stays: the first pulse prolongs the one before.
    NoEdge,
    /// It is low from here.
    Low,
    /// It is high from here.
    High,
}

/// The bytes not read yet, and how many were asked for beyond them.
struct Rest<'a> {
    bytes: &'a [u8],
    missing: u64,
}

impl<'a> Rest<'a> {
    fn take(&mut self, wanted: u64) -> &'a [u8] {
        let there = wanted.min(self.bytes.len() as u64);
        self.missing += wanted - there;
        let (taken, rest) = self.bytes.split_at(there as usize);
        self.bytes = rest;
        taken
    }

    fn alphabet(&mut self, total: u32, pulses: u8, symbols: u8) -> Alphabet<'a> {
        let symbols = if symbols == 0 { 256 } else { u64::from(symbols) };
        let width = 1 + 2 * u64::from(pulses);
        let table = self.take(if total == 0 { 0 } else { symbols * width });
        Alphabet { table, pulses: usize::from(pulses) }
    }
}

impl<'a> Alphabet<'a> {
    /// The symbol with this number; none when the table does not have it.
    pub fn get(self, number: usize) -> Option<Symbol<'a>> {
        let width = 1 + 2 * self.pulses;
        let bytes = self.table.get(number.checked_mul(width)?..)?.get(..width)?;
        let start = match bytes[0] & 3 {
            0 => Start::Edge,
            1 => Start::NoEdge,
            2 => Start::Low,
            _ => Start::High,
        };
        Some(Symbol { start, pulses: Words(&bytes[1..]) })
    }

    /// How many symbols the table has.
    pub fn len(self) -> usize {
        self.table.len() / (1 + 2 * self.pulses)
    }

    /// Whether it has none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

impl<'a> Symbol<'a> {
    /// Its pulses in T-states.
    pub fn pulses(self) -> impl Iterator<Item = u16> + 'a {
        self.pulses.iter().take_while(|&pulse| pulse != 0)
    }

    /// The pulse at `index`, if the symbol has so many.
    pub fn pulse(self, index: usize) -> Option<u16> {
        self.pulses.get(index).filter(|&pulse| pulse != 0)
    }

    fn tstates(self) -> u64 {
        self.pulses().map(u64::from).sum()
    }
}

impl<'a> Generalized<'a> {
    /// Reads the bytes behind the block's length; none when there are fewer than 14.
    pub fn read(bytes: &'a [u8]) -> Option<Generalized<'a>> {
        let (head, rest) = bytes.split_at_checked(14)?;
        let mut rest = Rest { bytes: rest, missing: 0 };
        let pilot_total = LittleEndian::read_u32(&head[2..]);
        let data_total = LittleEndian::read_u32(&head[8..]);
        let pilot_symbols = rest.alphabet(pilot_total, head[6], head[7]);
        let pilot_runs = rest.take(u64::from(pilot_total) * 3);
        let data_symbols = rest.alphabet(data_total, head[12], head[13]);
        let bits = bits(head[13]);
        let data = rest.take((u64::from(data_total) * u64::from(bits)).div_ceil(8));
        let there = (data.len() as u64 * 8).checked_div(u64::from(bits)).unwrap_or(u64::MAX);
        Some(Generalized {
            pause: LittleEndian::read_u16(head),
            pilot_symbols,
            pilot_runs,
            data_symbols,
            data_count: u64::from(data_total).min(there),
            data,
            bits,
            missing: rest.missing,
        })
    }

    /// The run of pilot symbols at `index`: symbol number and repetitions.
    pub fn pilot_run(&self, index: usize) -> Option<(u8, u16)> {
        let run = self.pilot_runs.get(index.checked_mul(3)?..)?.get(..3)?;
        Some((run[0], LittleEndian::read_u16(&run[1..])))
    }

    /// How many runs of pilot symbols there are.
    pub fn pilot_run_count(&self) -> usize {
        self.pilot_runs.len() / 3
    }

    /// Whether the alphabet has but one symbol, so that the data needs no bytes however long it is.
    pub fn is_without_bits(&self) -> bool {
        self.bits == 0
    }

    /// The number of the data symbol at `index`, which must be below [`Generalized::data_count`]; 0 otherwise.
    pub fn data_symbol(&self, index: u64) -> usize {
        let bits = u64::from(self.bits);
        (index * bits..(index + 1) * bits).fold(0, |number, bit| {
            let byte = self.data.get((bit / 8) as usize).copied().unwrap_or(0);
            number << 1 | usize::from(byte >> (7 - bit % 8) & 1)
        })
    }

    /// The data as bytes, when its symbols are two and number 1 is the longer one: then they are the bits of bytes.
    pub fn bytes(&self) -> Option<&'a [u8]> {
        let (zero, one) = (self.data_symbols.get(0)?, self.data_symbols.get(1)?);
        let whole = self.data_symbols.len() == 2 && self.data_count.is_multiple_of(8) && self.data_count > 0;
        (whole && zero.tstates() < one.tstates()).then_some(self.data)
    }

    /// T-states in all, with the pause. Saturates.
    pub fn tstates(&self) -> u64 {
        let length = |symbols: Alphabet, number: usize| symbols.get(number).map_or(0, Symbol::tstates);
        let mut sum = u64::from(self.pause) * MILLISECOND;
        for (symbol, repetitions) in (0..self.pilot_run_count()).filter_map(|run| self.pilot_run(run)) {
            let run = length(self.pilot_symbols, usize::from(symbol)) * u64::from(repetitions);
            sum = sum.saturating_add(run);
        }
        let lengths: Vec<u64> = (0..self.data_symbols.len()).map(|n| length(self.data_symbols, n)).collect();
        if self.bits == 0 {
            return sum.saturating_add(lengths.first().unwrap_or(&0).saturating_mul(self.data_count));
        }
        for index in 0..self.data_count {
            sum = sum.saturating_add(lengths.get(self.data_symbol(index)).copied().unwrap_or(0));
        }
        sum
    }
}

/// Bits that number `symbols` symbols (0 means 256).
fn bits(symbols: u8) -> u32 {
    8 - symbols.wrapping_sub(1).leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_symbol_numbers() {
        assert_eq!([1, 2, 3, 4, 5, 16, 17, 0].map(bits), [0, 1, 2, 2, 3, 4, 5, 8]);
    }
}
