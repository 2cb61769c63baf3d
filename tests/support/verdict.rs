//! The ROM's word and zxtap's word on one typed line, side by side.

use zxtap::basic::hidden;
use zxtap::basic::syntax::{self, Beyond};

use super::notation::{braces, mask};
use super::rom::{Rom, Verdict};

/// How the two agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Both accept, the same bytes.
    Accepted,
    /// Both refuse.
    Refused,
    /// They differ on purpose, by this rule.
    Exception(&'static str),
    /// They differ: what to print.
    Differ(String),
}

/// The rules by which zxtap accepts what the 48K ROM refuses.
pub const EXCEPTIONS: [&str; 2] = ["Interface 1 statement", "128K command"];

/// Puts a typed line (no number, no hidden numbers) to both.
pub fn compare(rom: &mut Rom, typed: &[u8]) -> Agreement {
    let mut ours = hidden::fill(typed);
    let tree = syntax::parse(&ours);
    let show = || format!("\n  typed {}", braces(typed));
    match (rom.scan_line(typed), tree.fault()) {
        (Verdict::Accepted(mut stored), None) => {
            mask(&mut stored);
            mask(&mut ours);
            if stored == ours {
                return Agreement::Accepted;
            }
            let at = stored.iter().zip(&ours).take_while(|(a, b)| a == b).count();
            Agreement::Differ(format!(
                "bytes differ from {at}{}\n  ROM   {}\n  zxtap {}",
                show(),
                braces(&stored),
                braces(&ours)
            ))
        }
        (Verdict::Refused { .. }, Some(_)) => Agreement::Refused,
        (Verdict::Accepted(_), Some(fault)) => {
            Agreement::Differ(format!("only the ROM accepts: {fault:?}{}", show()))
        }
        (Verdict::Refused { report, marker }, None) => match tree.beyond.first() {
            Some((_, Beyond::Interface1)) => Agreement::Exception(EXCEPTIONS[0]),
            Some((_, Beyond::Spectrum128)) => Agreement::Exception(EXCEPTIONS[1]),
            None => Agreement::Differ(format!(
                "the ROM refuses: {report} before {}{}",
                braces(typed.get(marker.saturating_sub(2)..).unwrap_or(&[])),
                show()
            )),
        },
    }
}
