//! Short names for long ones.
//!
//! Only plain numeric variables have names of more than one letter. Each gets a letter that no other number, loop or
//! parameter has, those that save most first; when the letters are used up, a letter and a digit. An array of the same
//! letter is another variable to the ROM, but free letters come first.
//!
//! VAL and VAL$ may find a name in a string: where the program has them, a name that stands in one of its strings stays.
//! Where they have more than such a string, it may be put together: `VAL ("v"+STR$ n)`. A name that begins or ends with
//! what is put together there stays.
//!
//! Owns: who gets which name.
//! Must never know: other steps.

use std::collections::{BTreeMap, BTreeSet};

use super::caution::plain;
use super::{Minifier, composed, replaced};
use crate::basic::keyword::Keyword;
use crate::basic::syntax::{Kind, NodeId, Tree};

/// What is known of one long name.
#[derive(Default)]
struct Use {
    times: usize,
    /// Bytes of all its places.
    bytes: usize,
}

pub(super) fn take(program: &mut Minifier) {
    let mut long: BTreeMap<String, Use> = BTreeMap::new();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut arrays: BTreeSet<String> = BTreeSet::new();
    let mut words: BTreeSet<String> = BTreeSet::new();
    let mut evaluates = false;
    let fixed = program.open().start;
    for (index, small) in program.lines.iter().enumerate() {
        let others = other_names(&small.tree);
        for (id, node) in small.tree.ids().zip(&small.tree.nodes) {
            let bytes = &small.line.text[node.range()];
            match node.kind {
                Kind::Name => {
                    let name = plain(bytes);
                    if others.contains(&id) {
                        arrays.insert(name);
                    } else if name.len() > 1 && index >= fixed {
                        let known = long.entry(name).or_default();
                        known.times += 1;
                        known.bytes += bytes.len();
                    } else {
                        taken.insert(name);
                    }
                }
                Kind::Text => words.extend(words_of(bytes)),
                Kind::Call => evaluates |= matches!(node.keyword(), Some(Keyword::Val | Keyword::ValS)),
                _ => {}
            }
        }
    }
    if evaluates {
        taken.extend(words);
    }
    let pieces = composed::pieces(program.lines.iter());
    let pieces: BTreeSet<String> = pieces.iter().flat_map(|piece| words_of(piece)).collect();
    let part = |name: &&String| pieces.iter().any(|piece| name.starts_with(piece) || name.ends_with(piece));
    taken.extend(long.keys().filter(part).cloned());
    let kept: Vec<String> = long.keys().filter(|name| taken.contains(*name)).cloned().collect();
    for name in kept {
        long.remove(&name);
    }
    let free: Vec<String> = candidates(&arrays)
        .into_iter()
        .filter(|name| !taken.contains(name) && !long.contains_key(name))
        .collect();
    let mut order: Vec<(String, Use)> = long.into_iter().collect();
    order.sort_by(|a, b| (b.1.bytes - b.1.times).cmp(&(a.1.bytes - a.1.times)).then_with(|| a.0.cmp(&b.0)));
    let names: BTreeMap<String, String> = order
        .iter()
        .zip(free)
        .filter(|((old, _), new)| new.len() < old.len())
        .map(|((old, _), new)| (old.clone(), new))
        .collect();
    for index in program.open() {
        let small = &program.lines[index];
        let changes: Vec<_> = small
            .tree
            .nodes
            .iter()
            .filter(|node| node.kind == Kind::Name)
            .filter_map(|node| {
                let new = names.get(&plain(&small.line.text[node.range()]))?;
                Some((node.range(), new.clone().into_bytes()))
            })
            .collect();
        let text = replaced(&small.line.text, &changes);
        program.replace(index, text);
    }
    program.renamed = names.into_iter().collect();
}

/// The names that are those of arrays and functions, not of plain variables.
fn other_names(tree: &Tree) -> BTreeSet<NodeId> {
    let first = |id: NodeId| tree.children(id).next();
    let mut out: BTreeSet<NodeId> = tree
        .ids()
        .filter(|&id| {
            let node = &tree[id];
            matches!(node.kind, Kind::Element | Kind::UserCall)
                || node.kind == Kind::Clause && node.keyword() == Some(Keyword::Data)
        })
        .filter_map(first)
        .collect();
    out.extend(
        tree.statements.iter().filter(|s| s.command == Some(Keyword::DefFn)).filter_map(|s| first(s.node)),
    );
    out
}

/// The words of a string that could be names, and those with spaces in them.
fn words_of(bytes: &[u8]) -> impl Iterator<Item = String> + '_ {
    let words = bytes.split(|byte| !byte.is_ascii_alphanumeric());
    let spaced = bytes.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b' ');
    words.chain(spaced).map(plain).filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// New names, best first.
fn candidates(arrays: &BTreeSet<String>) -> Vec<String> {
    let letters = || (b'a'..=b'z').map(|letter| char::from(letter).to_string());
    let mut out: Vec<String> = letters().filter(|letter| !arrays.contains(letter)).collect();
    out.extend(letters().filter(|letter| arrays.contains(letter)));
    out.extend(
        (b'0'..=b'9').flat_map(|digit| letters().map(move |letter| letter + &char::from(digit).to_string())),
    );
    out
}
