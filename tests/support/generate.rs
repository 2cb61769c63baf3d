//! Sinclair BASIC made by dice: numerals, legal lines and damaged lines to put to the ROM and to zxtap.
//!
//! Owns: the generators; every one is a pure function of its seed, so a failing line can be made again.
//! Must never know: zxtap. What is legal is written here from the ROM's command and function tables a second time,
//! so that a mistake in zxtap's own parser cannot hide in the questions it is asked.

pub mod dice;
pub mod grammar;
pub mod mutant;
pub mod numeral;
pub mod spelling;
