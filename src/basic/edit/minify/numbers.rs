//! Cheaper forms of numbers.
//!
//! ```text
//! 0       30 0E 00 00 00 00 00             NOT PI      C3 A7
//! 1       31 0E 00 00 01 00 00             SGN PI      BC A7
//! 3       33 0E 00 00 03 00 00             INT PI      BA A7
//! 65      36 35 0E 00 00 41 00 00          CODE "A"    AF 22 41 22
//! .02     2E 30 32 0E 7B 23 D7 0A 3D       VAL ".02"   B0 22 2E 30 32 22
//! ```
//!
//! Each gives the same five bytes. NOT binds more loosely than arithmetic and comparison: `0+x` is not `NOT PI+x`, so
//! it stands only where no such operator follows. A numeral whose hidden number is not that of its digits stays.
//!
//! Owns: the forms, and where they may stand.
//! Must never know: other steps.

use super::{Minifier, replaced};
use crate::basic::edit::target::{numeral, value};
use crate::basic::keyword::Keyword;
use crate::basic::number::{self, Number};
use crate::basic::syntax::{Kind, Node, priority};

/// Which forms to use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Forms {
    /// `NOT PI`, `SGN PI`, `INT PI`, `CODE "c"`.
    Tokens,
    /// `VAL "…"`.
    Val,
}

pub(super) fn take(program: &mut Minifier, forms: Forms) {
    for index in program.open() {
        let small = &program.lines[index];
        let text = &small.line.text;
        let changes: Vec<_> = small.tree.nodes.iter().filter_map(|node| cheaper(text, node, forms)).collect();
        let text = replaced(text, &changes);
        program.replace(index, text);
    }
}

/// The cheaper form of a numeral, and the stretch it takes the place of.
fn cheaper(text: &[u8], node: &Node, forms: Forms) -> Option<(std::ops::Range<usize>, Vec<u8>)> {
    if !matches!(node.kind, Kind::Number | Kind::Binary) {
        return None;
    }
    let (digits, hidden) = numeral(text, node.range())?;
    let spelled = &text[digits.clone()];
    let number = value(text, &hidden);
    let typed = match node.kind {
        Kind::Binary => number::scan_binary(&spelled[1..]).outcome,
        _ => number::scan(spelled).outcome,
    };
    if typed != Ok(number) {
        return None;
    }
    let form = match forms {
        Forms::Tokens => token_form(number, binds_loosely(text.get(node.range().end)))?,
        Forms::Val => [&[Keyword::Val.byte(), b'"'], spelled, b"\""].concat(),
    };
    let whole = digits.start..hidden.end;
    (form.len() < whole.len()).then_some((whole, form))
}

/// Whether an operator (or whatever follows an operand) leaves a NOT before the operand alone.
fn binds_loosely(behind: Option<&u8>) -> bool {
    const NOT: u8 = 4;
    behind.and_then(|&byte| priority(byte)).is_none_or(|priority| priority <= NOT)
}

fn token_form(number: Number, loose: bool) -> Option<Vec<u8>> {
    let pi = |function: Keyword| Some(vec![function.byte(), Keyword::Pi.byte()]);
    match number.as_small()? {
        0 if loose => pi(Keyword::Not),
        1 => pi(Keyword::Sgn),
        3 => pi(Keyword::Int),
        code @ 0x20..=0xFF if code != i32::from(b'"') => {
            Some(vec![Keyword::Code.byte(), b'"', code as u8, b'"'])
        }
        _ => None,
    }
}
