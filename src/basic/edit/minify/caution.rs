//! What a program could notice of being made smaller.
//!
//! | a program that | is treated so |
//! |---|---|
//! | jumps to a computed line | lines are not joined |
//! | has RESTORE to a computed line | lines with DATA are not joined to the line before |
//! | has MERGE | what comes may jump anywhere and use any name: remarks, names and lines stay |
//! | is saved with variables | a loop among them names a statement: remarks, names and lines stay |
//! | touches NEWPPC, PPC and the like (23618 to 23623, 23662 to 23665) | remarks and lines stay |
//! | looks at PROG, VARS, NXTLIN, DATADD, CH_ADD … (23627 to 23656) | nothing is changed |
//! | uses PEEK, POKE or USR where it stands itself | nothing is changed up to the line that is meant |
//! | uses them at addresses that are computed | nothing is changed up to the last remark that may hold code; any number of the program may be such an address |
//! | has two names like `total` and `total price` | names and the spaces in them stay |
//! | is `#stored`, or has lengths or line ends of its own | nothing is changed |
//!
//! To the ROM `total price` is `total` where there is a `total`: when it has compared a name up to its last letter, it
//! looks only whether a letter or digit follows next (V-SPACES, ROM 2900h), and a space is neither.
//!
//! A remark may hold code if it is the first thing in the program, holds anything but text, or is one character again
//! and again. `USR "a"` with or without something added is an address of a graphic and harms nothing.
//!
//! Owns: these rules.
//! Must never know: how a step works.

use std::collections::BTreeSet;

use super::Step;
use crate::basic::edit::target::{Named, numeral, targets, value};
use crate::basic::keyword::Keyword;
use crate::basic::program::Line;
use crate::basic::syntax::{Kind, Node, NodeId, Statement, Tree, Type};
use crate::basic::tokenise::Tokenised;

/// Where a program stands in a 48K without an Interface 1.
const PROG: u32 = 23_755;
/// The system variables in which a jump can be seen or made: NEWPPC to SUBPPC, OLDPPC and OSPPC.
const JUMPS: [std::ops::RangeInclusive<u32>; 2] = [23_618..=23_623, 23_662..=23_664];
/// The system variables that point into the program or behind it: VARS to MEM.
const POINTERS: std::ops::RangeInclusive<u32> = 23_627..=23_656;

/// What is to be left alone.
#[derive(Clone, Debug, Default)]
pub struct Caution {
    /// The first so many lines stay as they are.
    pub fixed: usize,
    /// Whether a computed jump may go to any line.
    pub jumps: bool,
    /// Whether a computed RESTORE may go to any line.
    pub restores: bool,
    /// The autostart line.
    pub autostart: Option<u16>,
    /// Whether the spaces in a name decide which variable it is.
    pub spaced: bool,
    /// Whether it has MERGE.
    pub merges: bool,
    variables: bool,
    /// Whether it touches the system variables in which the running statement is kept.
    statements: bool,
    /// Whether it looks for itself in memory.
    itself: bool,
    stored: bool,
}

impl Caution {
    /// What a program asks for.
    pub fn new(program: &Tokenised) -> Caution {
        let directives = &program.directives;
        let mut caution = Caution {
            autostart: directives.autostart.map(|a| a.0).filter(|line| line & 0xC000 == 0),
            variables: !directives.variables.is_empty(),
            stored: directives.stored
                || directives.program_length.is_some()
                || directives.length.is_some()
                || program.program.lines.iter().any(|line| !line.ended || line.declared.is_some()),
            spaced: spaces_count(program),
            ..Caution::default()
        };
        let mut address = PROG;
        let mut starts = Vec::new();
        for line in &program.program.lines {
            starts.push(address);
            address += line.size() as u32;
        }
        let mut computed = false;
        for (line, tree) in program.program.lines.iter().zip(&program.trees) {
            for target in targets(&line.text, tree) {
                match (target.named, target.command) {
                    (Named::Computed | Named::NoLine, Keyword::Restore) => caution.restores = true,
                    (
                        Named::Computed | Named::NoLine,
                        Keyword::GoTo | Keyword::GoSub | Keyword::Run | Keyword::Save,
                    ) => {
                        caution.jumps = true;
                    }
                    _ => {}
                }
            }
            caution.merges |= tree.statements.iter().any(|s| s.command == Some(Keyword::Merge));
            for used in addresses(line, tree) {
                match used {
                    Used::At(at) => caution.address(at, &starts, address),
                    Used::Anywhere => computed = true,
                }
            }
        }
        if computed {
            // A number somewhere may be the address: LET p=23635, FN p(23635).
            for (line, tree) in program.program.lines.iter().zip(&program.trees) {
                for at in tree.nodes.iter().filter_map(|node| number(line, node)) {
                    caution.address(at, &starts, address);
                }
            }
            let lines = program.program.lines.iter().zip(&program.trees).enumerate();
            let last = lines.rev().find(|(i, (line, tree))| may_hold_code(*i, line, tree));
            caution.fixed = caution.fixed.max(last.map_or(0, |(index, _)| index + 1));
        }
        caution
    }

    /// Takes care of an address that is used; the lines begin at `starts`, the program ends at `end`.
    fn address(&mut self, at: u32, starts: &[u32], end: u32) {
        if JUMPS.iter().any(|range| range.contains(&at)) {
            self.statements = true;
        } else if POINTERS.contains(&at) {
            self.itself = true;
        } else if (PROG..end).contains(&at) {
            self.fixed = self.fixed.max(starts.partition_point(|&start| start <= at));
        }
    }

    /// Whether a step would be noticed.
    pub fn forbids(&self, step: Step) -> bool {
        let structure = matches!(step, Step::Rem | Step::Join);
        self.stored
            || self.itself
            || (self.merges || self.variables) && step.is_shared()
            || self.spaced && step == Step::Names
            || self.statements && structure
            || self.jumps && step == Step::Join
    }

    /// The same for people.
    pub fn notes(&self) -> Vec<String> {
        let mut out = Vec::new();
        let mut note = |applies: bool, text: &str| {
            if applies {
                out.push(text.to_owned());
            }
        };
        note(
            self.stored,
            "nothing is changed: the text says #stored, or gives lengths or line ends of its own",
        );
        note(self.itself, "nothing is changed: the program looks up where it stands in memory");
        note(self.merges, "remarks, names and lines stay: the program has MERGE");
        note(self.variables, "remarks, names and lines stay: variables are saved with the program");
        note(self.spaced, "names stay: one that is written with a space is another to the ROM up to there");
        note(self.statements, "remarks and lines stay: the program looks at or sets the statement that runs");
        note(self.jumps, "lines are not joined: the program has jumps to computed lines");
        if self.fixed > 0 {
            let lines =
                if self.fixed == 1 { "line stays".into() } else { format!("{} lines stay", self.fixed) };
            out.push(format!("the first {lines}: the program may hold code there, or looks there"));
        }
        out
    }
}

/// Whether a name is written with a space behind what is a long name itself.
fn spaces_count(program: &Tokenised) -> bool {
    let lines = || program.program.lines.iter().zip(&program.trees);
    let names = || {
        lines().flat_map(|(line, tree)| {
            tree.nodes.iter().filter(|node| node.kind == Kind::Name).map(|node| &line.text[node.range()])
        })
    };
    let long: BTreeSet<String> = names().map(plain).filter(|name| name.len() > 1).collect();
    names().any(|name| {
        let spaces = name.iter().enumerate().filter(|(_, byte)| **byte == b' ');
        spaces.map(|(at, _)| plain(&name[..at])).any(|before| long.contains(&before))
    })
}

/// A name as the ROM stores it: small letters, no spaces.
pub(super) fn plain(name: &[u8]) -> String {
    name.iter().filter(|b| b.is_ascii_alphanumeric()).map(|&b| b.to_ascii_lowercase() as char).collect()
}

/// An address that a program uses.
enum Used {
    At(u32),
    Anywhere,
}

/// The addresses that PEEK, USR and POKE of a line use, and where LOAD, SAVE and VERIFY have CODE.
fn addresses(line: &Line, tree: &Tree) -> Vec<Used> {
    let mut out = Vec::new();
    for (id, node) in tree.ids().zip(&tree.nodes) {
        let is_address =
            node.kind == Kind::Call && matches!(node.keyword(), Some(Keyword::Peek | Keyword::Usr));
        if let Some(argument) = tree.children(id).next().filter(|_| is_address) {
            out.extend(used(line, tree, argument));
        }
    }
    for statement in &tree.statements {
        if let Some(id) = written(tree, statement) {
            out.extend(used(line, tree, id));
        }
    }
    out
}

/// The expression that says where POKE or LOAD CODE writes, or from where SAVE CODE and VERIFY CODE read.
fn written(tree: &Tree, statement: &Statement) -> Option<NodeId> {
    match statement.command? {
        Keyword::Poke => tree.children(statement.node).next(),
        Keyword::Load | Keyword::Save | Keyword::Verify => {
            let clause = tree.children(statement.node).last()?;
            let is_code = tree[clause].kind == Kind::Clause && tree[clause].keyword() == Some(Keyword::Code);
            tree.children(clause).next().filter(|_| is_code)
        }
        _ => None,
    }
}

/// What an expression is as an address; nothing for that of a graphic.
fn used(line: &Line, tree: &Tree, id: NodeId) -> Option<Used> {
    let node = &tree[id];
    if node.value == Some(Type::Text) {
        return None; // USR "a"
    }
    if matches!(node.kind, Kind::Number | Kind::Binary) {
        return Some(number(line, node).map_or(Used::Anywhere, Used::At));
    }
    let graphic = tree.under(id).any(|inner| {
        tree[inner].keyword() == Some(Keyword::Usr)
            && tree[inner].kind == Kind::Call
            && tree.children(inner).next().is_some_and(|argument| tree[argument].value == Some(Type::Text))
    });
    (!graphic).then_some(Used::Anywhere)
}

/// The value of a numeral, if it can be an address.
fn number(line: &Line, node: &Node) -> Option<u32> {
    let numeral = matches!(node.kind, Kind::Number | Kind::Binary).then(|| numeral(&line.text, node.range()));
    let (_, hidden) = numeral??;
    u32::try_from(value(&line.text, &hidden).as_small()?).ok()
}

/// Whether a remark in the line may be machine code, or room for it.
fn may_hold_code(index: usize, line: &Line, tree: &Tree) -> bool {
    let Some(remark) = tree.nodes.iter().find(|node| node.kind == Kind::Remark) else { return false };
    let text = &line.text[remark.range()];
    let again = text.len() > 3 && text.iter().all(|byte| *byte == text[0]);
    index == 0 || again || !is_text(text)
}

/// Whether bytes are letters, digits and signs, as a person writes a remark.
pub(super) fn is_text(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| (b' '..0x80).contains(byte))
}
