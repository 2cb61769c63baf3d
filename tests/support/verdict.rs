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

/// The rules by which zxtap differs from the 48K ROM; docs/agreement.md explains them.
pub const EXCEPTIONS: [&str; 3] = [
    "accepted: Interface 1 statement",
    "accepted: 128K command",
    "refused: bracket behind a numeric variable",
];

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
        (Verdict::Accepted(_), Some(fault)) if bracket_behind_numeric_variable(&ours, fault.at) => {
            Agreement::Exception(EXCEPTIONS[2])
        }
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

/// Whether an opening bracket stands at `at` behind a name or a closing bracket. The ROM, having found no slice there
/// because the value is numeric, goes on with what LOOK-VARS left in BC as if it were an operator (2713h to 2734h) and
/// so takes `PRINT ab("x"`, bracket open and all, when a string follows.
fn bracket_behind_numeric_variable(stored: &[u8], at: usize) -> bool {
    let before = stored.get(..at).and_then(|head| head.iter().rfind(|b| **b > b' '));
    stored.get(at) == Some(&b'(') && before.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b')')
}
