//! Strings that may be put together to what VAL evaluates.
//!
//! ```text
//! VAL ("v"+STR$ n)          v
//! LET e$="v"+STR$ n
//! PRINT VAL e$              v too: e$ is made with it
//! INPUT m$: LET n=VAL m$    nothing
//! ```
//!
//! Statements are taken whole: a string of a statement with VAL counts, also where it stands beside.
//!
//! Owns: the way from VAL back through string variables and functions.
//! Must never know: what is done with the names.

use std::collections::BTreeSet;

use super::Small;
use crate::basic::keyword::Keyword;
use crate::basic::syntax::{Kind, NodeId, Statement};

/// What one statement has.
#[derive(Default)]
struct Strings {
    /// The letters of the string variables and functions that it names, as bits.
    letters: u32,
    /// Its strings that are put together with others.
    pieces: BTreeSet<Vec<u8>>,
    /// Whether VAL or VAL$ has more than a string in quotes.
    evaluates: bool,
}

/// The strings in quotes that are put together with others, and may come to VAL or VAL$.
pub(super) fn pieces<'a>(lines: impl Iterator<Item = &'a Small>) -> BTreeSet<Vec<u8>> {
    let mut out = BTreeSet::new();
    let mut wanted = 0;
    let mut made: Vec<(u32, Strings)> = Vec::new();
    for small in lines {
        for statement in &small.tree.statements {
            let mut strings = strings(small, statement);
            if strings.evaluates {
                wanted |= strings.letters;
                out.append(&mut strings.pieces);
            }
            if matches!(statement.command, Some(Keyword::Let | Keyword::DefFn)) {
                let first = small.tree.under(statement.node).find_map(|id| letter(small, id));
                made.extend(first.map(|first| (first, strings)));
            }
        }
    }
    // Each round adds a letter, or is the last.
    loop {
        let before = wanted;
        for (letter, strings) in &mut made {
            if *letter & wanted != 0 {
                wanted |= strings.letters;
                out.append(&mut strings.pieces);
            }
        }
        if wanted == before {
            return out;
        }
    }
}

fn strings(small: &Small, statement: &Statement) -> Strings {
    let tree = &small.tree;
    let mut out = Strings::default();
    for id in tree.under(statement.node) {
        let node = &tree[id];
        let is_text = |child| tree[child].kind == Kind::Text;
        match node.kind {
            Kind::TextName => out.letters |= letter(small, id).unwrap_or(0),
            Kind::Call if matches!(node.keyword(), Some(Keyword::Val | Keyword::ValS)) => {
                out.evaluates |= !tree.children(id).all(is_text);
            }
            Kind::Operation if node.operator == b'+' => {
                let texts = tree.children(id).filter(|&child| is_text(child));
                out.pieces.extend(texts.map(|child| small.line.text[tree[child].range()].to_vec()));
            }
            _ => {}
        }
    }
    out
}

/// The letter of a string's name, as a bit.
fn letter(small: &Small, id: NodeId) -> Option<u32> {
    let node = &small.tree[id];
    let first = small.line.text.get(node.range().start).filter(|_| node.kind == Kind::TextName)?;
    first.is_ascii_alphabetic().then(|| 1 << (first.to_ascii_lowercase() - b'a'))
}
