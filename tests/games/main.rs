//! The programs in `basic/`, played on the genuine ROM by real key presses and compared with models in Rust.
//!
//! `cargo test --release --test games -- --include-ignored` plays everything there is to play.

mod forms;
mod game;
mod gray;
mod pictures;
mod referee;
mod three;
mod three3d;
