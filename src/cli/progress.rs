//! A bar for work on many bytes.
//!
//! Owns: when there is one. Must never know: what is worked on.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

/// Fewer bytes than this are done before anybody waits.
const LONG: u64 = 4 << 20;

/// A bar on stderr for so many bytes, where somebody sees it and there is something to wait for. Gone when it is dropped.
pub(super) fn bar(bytes: u64, what: &'static str) -> ProgressBar {
    if bytes < LONG || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(bytes).with_message(what).with_finish(indicatif::ProgressFinish::AndClear);
    match ProgressStyle::with_template("{msg} {bar:40} {bytes} of {total_bytes}, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
