//! Names of variables: two spellings of one, and keywords that were taken for names.
//!
//! Owns: what counts in a name (ROM 28B2h LOOK-VARS: neither spaces nor capitals).
//! Must never know: anything but lines and trees.

use std::collections::HashMap;

use super::{LineView, lines};
use crate::basic::keyword::Keyword;
use crate::basic::syntax::{Kind, NodeId, Tree};
use crate::basic::tokenise::Tokenised;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// One name as the machine knows it, and how it is used.
struct Name {
    /// Where it is spelled first.
    first: Span,
    line: u16,
    statement: u16,
    /// The letters as spelled first, without controls.
    spelled: Vec<u8>,
    /// Whether some statement gives it a value.
    assigned: bool,
    /// The keyword that stands right before it where it is spelled first, without a space between.
    glued: Option<Keyword>,
    /// Whether a second spelling has been told of.
    told: bool,
}

/// The names of a program. Most are of one letter, and those need no hashing.
struct Names {
    letters: [Option<Name>; 52],
    others: HashMap<Vec<u8>, Name>,
}

impl Names {
    /// The place among `letters` of a name of one letter, with or without `$`.
    fn place(plain: &[u8]) -> Option<usize> {
        match *plain {
            [letter @ b'a'..=b'z'] => Some(usize::from(letter - b'a')),
            [letter @ b'a'..=b'z', b'$'] => Some(usize::from(letter - b'a') + 26),
            _ => None,
        }
    }

    fn get_mut(&mut self, plain: &[u8]) -> Option<&mut Name> {
        match Names::place(plain) {
            Some(place) => self.letters[place].as_mut(),
            None => self.others.get_mut(plain),
        }
    }

    fn insert(&mut self, plain: &[u8], name: Name) {
        match Names::place(plain) {
            Some(place) => self.letters[place] = Some(name),
            None => {
                self.others.insert(plain.to_vec(), name);
            }
        }
    }
}

pub(super) fn check(program: &Tokenised) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let mut names = Names { letters: [const { None }; 52], others: HashMap::new() };
    let mut plain = Vec::new();
    let mut spelled = Vec::new();
    for line in lines(program) {
        for statement in &line.tree.statements {
            for id in line.tree.under(statement.node) {
                let node = &line.tree[id];
                if !matches!(node.kind, Kind::Name | Kind::TextName) {
                    continue;
                }
                spelled.clear();
                spelled.extend(line.text[node.range()].iter().filter(|b| matches!(b, b' '..=b'~')));
                while spelled.last() == Some(&b' ') {
                    spelled.pop();
                }
                plain.clear();
                plain.extend(spelled.iter().filter(|&&b| b != b' ').map(u8::to_ascii_lowercase));
                let Some(name) = names.get_mut(&plain) else {
                    let name = Name {
                        first: line.span(id),
                        line: line.number,
                        statement: statement.number,
                        spelled: spelled.clone(),
                        assigned: false,
                        glued: glued_to(&line, node.range().start),
                        told: false,
                    };
                    names.insert(&plain, name);
                    continue;
                };
                if name.spelled != spelled && !name.told {
                    name.told = true;
                    out.push(second_spelling(&line, statement.number, id, name, &spelled));
                }
            }
            assigned(line.tree, statement.node, line.text, &mut names, &mut plain);
        }
    }
    let glued = names.letters.iter().flatten().filter_map(|name| keyword_in_name(&name.spelled, name));
    out.extend(glued);
    out.extend(names.others.iter().filter_map(|(plain, name)| keyword_in_name(plain, name)));
    out.sort_by_key(|d| d.span.start);
    out
}

/// The keyword right before a name, if not even a space parts them in the source.
fn glued_to(line: &LineView<'_>, start: usize) -> Option<Keyword> {
    let before = start.checked_sub(1)?;
    let keyword = Keyword::from_byte(line.text[before]).filter(|k| k.space_behind())?;
    (line.map.span(before..start).end == line.map.span(start..start + 1).start).then_some(keyword)
}

fn second_spelling(
    line: &LineView<'_>,
    statement: u16,
    id: NodeId,
    name: &Name,
    spelled: &[u8],
) -> Diagnostic {
    let (one, other) = (String::from_utf8_lossy(&name.spelled), String::from_utf8_lossy(spelled));
    Diagnostic::new(
        Code::SimilarNames,
        line.span(id),
        format!("`{other}` and `{one}` are the same variable: spaces and capitals do not count"),
    )
    .label("spelled otherwise here")
    .related(name.first, "first spelled like this")
    .at(line.number, statement)
}

/// Marks the names that a statement gives a value to.
fn assigned(tree: &Tree, statement: NodeId, text: &[u8], names: &mut Names, plain: &mut Vec<u8>) {
    for id in tree.under(statement) {
        if !matches!(tree[id].kind, Kind::Target | Kind::Parameter) {
            continue;
        }
        let Some(variable) = tree.children(id).next() else { continue };
        let range = tree[variable].range();
        plain.clear();
        let letters = text[range].iter().filter(|b| b.is_ascii_alphanumeric() || **b == b'$');
        plain.extend(letters.map(u8::to_ascii_lowercase));
        if let Some(name) = names.get_mut(plain) {
            name.assigned = true;
        }
    }
}

/// A name without a value that is a keyword, or a keyword and digits.
fn keyword_in_name(plain: &[u8], name: &Name) -> Option<Diagnostic> {
    if name.assigned && (plain == b"pi" || plain == b"rnd") {
        let text = String::from_utf8_lossy(plain).to_uppercase();
        return Some(
            Diagnostic::new(
                Code::KeywordName,
                name.first,
                format!("a variable of the name {text} can be set but not read"),
            )
            .label("a name")
            .help(format!("in an expression {text} is the keyword: take another name"))
            .at(name.line, name.statement),
        );
    }
    if name.assigned || name.glued.is_none() && (plain.len() < 2 || plain.contains(&b'$')) {
        return None;
    }
    let text = String::from_utf8_lossy(plain);
    if let Some(keyword) = name.glued {
        let shown = String::from_utf8_lossy(&name.spelled);
        let message =
            format!("`{shown}` behind {} is a variable that never gets a value", keyword.spelling());
        return Some(
            Diagnostic::new(Code::GluedName, name.first, message)
                .label("a name")
                .help("if the letters before it belong to it, the whole is no keyword: see how it is spelled")
                .at(name.line, name.statement),
        );
    }
    // Capitals inside small letters give a keyword away: `aANDb`, `INTa`.
    let spelled = String::from_utf8_lossy(&name.spelled);
    let mixed = spelled.contains(|c: char| c.is_ascii_lowercase());
    let inner = ["AND", "OR", "THEN", "TO", "STEP"].iter().find(|w| mixed && spelled.contains(**w));
    let (keyword, length) = inner.map(|w| Keyword::prefix(w)).unwrap_or_else(|| Keyword::prefix(&text))?;
    let rest = if inner.is_some() { text.as_ref() } else { &text[length..] };
    let capital = mixed && spelled.starts_with(keyword.spelling());
    let shown = String::from_utf8_lossy(&name.spelled);
    let (code, message) = if rest.is_empty() {
        (Code::KeywordName, format!("`{shown}` is taken as the name of a variable that never gets a value"))
    } else if inner.is_some() || capital || rest.bytes().all(|b| b.is_ascii_digit()) {
        (Code::GluedName, format!("`{shown}` is one name, of a variable that never gets a value"))
    } else {
        return None;
    };
    let help = format!("if {} is meant, part it from what follows and see what it takes", keyword.spelling());
    Some(Diagnostic::new(code, name.first, message).label("a name").help(help).at(name.line, name.statement))
}
