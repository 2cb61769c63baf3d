//! # zxtap
//!
//! A tape toolchain and cross-compiler for the 48K ZX Spectrum. The ROM is the specification: every table, parser
//! and number routine here is right when the genuine 48K ROM agrees with it.
//!
//! ```text
//! text ── source ── basic::expand ── basic::tokenise ── basic::check ── toolchain::build ── tape
//!                        │               │ diagnostics                                      │
//! text ── basic::list ───┴───────────────┴────────── toolchain::list, inspect, extract ─────┤
//!                                                                                           │
//!                                     view ── machine ── toolchain::run, script ────────────┘
//! ```
//!
//! The core takes bytes and text and gives values and diagnostics; it touches neither files nor terminal. The command
//! around it belongs to the binary. ARCHITECTURE tells what each room owns and must never know.
//!
//! ```
//! use zxtap::machine::Machine;
//! use zxtap::source::Source;
//! use zxtap::toolchain::{BuildOptions, build};
//!
//! let source = Source::new("hello.bas", "#autostart 10\n10 PRINT \"HELLO\": STOP\n");
//! let built = build(&source, &BuildOptions::default());
//! assert!(built.is_good());
//!
//! let mut machine = Machine::booted();
//! machine.insert_tape(built.blocks.into_iter().map(|block| block.bytes).collect());
//! machine.type_keys("j\"\"\n"); // LOAD ""
//! assert!(machine.run_until_report(500));
//! assert!(machine.screen_text().iter().any(|row| row.starts_with("HELLO")));
//! ```

pub mod basic;
pub mod diagnostic;
pub mod machine;
pub mod script;
pub mod source;
pub mod tape;
pub mod toolchain;
pub mod tris;
pub mod view;
