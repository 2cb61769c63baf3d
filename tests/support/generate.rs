//! Sinclair BASIC made by dice: numerals, legal lines and damaged lines to put to the ROM and to zxtap.
//!
//! Owns: the generators; every one is a pure function of its seed, so a failing line can be made again.
//! Must never know: zxtap. What is legal is written here from the ROM's command and function tables a second time,
//! so that a mistake in zxtap's own parser cannot hide in the questions it is asked.
#![allow(dead_code, unused_imports, unreachable_pub)]

#[path = "generate/dice.rs"]
pub mod dice;
#[path = "generate/grammar.rs"]
pub mod grammar;
#[path = "generate/mutant.rs"]
pub mod mutant;
#[path = "generate/numeral.rs"]
pub mod numeral;
#[path = "generate/spelling.rs"]
pub mod spelling;

pub use dice::Dice;
pub use grammar::{Line, legal_line};
pub use mutant::mutant;
pub use numeral::numeral;
