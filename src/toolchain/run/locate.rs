//! A report of the machine on the text the program came from.
//!
//! ```text
//! 2 Variable not found, 30:1     PPC 30, SUBPPC 1 -> the first statement of line 30 -> its bytes -> their source
//! ```
//!
//! Owns: that way, and what a report means in a few words. Must never know: how the report came about.

use crate::basic::charset;
use crate::basic::syntax::tree::Node;
use crate::basic::syntax::{Kind, Statement, Tree};
use crate::basic::tokenise::tokenise;
use crate::basic::variables::Variables;
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::report::Report;
use crate::source::{Source, Span};

/// The diagnostic that a report gives on the text of the program: it marks the statement that stopped. `None` when the
/// text has no such line, because the report is about a typed command or the program has changed itself.
///
/// ```
/// use zxtap::basic::variables::Variables;
/// use zxtap::machine::report::Report;
/// use zxtap::source::Source;
/// use zxtap::toolchain::run::locate;
/// let source = Source::new("a.bas", "10 CLS: PRINT x\n");
/// let report = Report { code: '2', text: "Variable not found".into(), line: 10, statement: 2 };
/// let diagnostic = locate(&source, &report, &Variables::default()).unwrap();
/// assert_eq!(diagnostic.message, "2 Variable not found, 10:2");
/// assert_eq!(&source.text()[diagnostic.span.range()], "PRINT x");
/// ```
pub fn locate(source: &Source, report: &Report, variables: &Variables) -> Option<Diagnostic> {
    let tokenised = tokenise(source);
    let index = tokenised.program.lines.iter().position(|line| line.number == report.line)?;
    let (line, map) = (&tokenised.program.lines[index], &tokenised.map.lines[index]);
    let tree = tokenised.trees.get(index)?;
    let number = u16::from(report.statement);
    let statement = tree.statements.iter().find(|statement| statement.number == number);
    let span = match statement {
        Some(statement) => trimmed(source, map.span(tree[statement.node].range())),
        None => map.whole,
    };
    let diagnostic = Diagnostic::new(Code::Stopped, span, report.to_string())
        .label(meaning(report.code))
        .at(report.line, number);
    let missing = statement.filter(|_| report.code == '2');
    let missing = missing.and_then(|statement| missing_name(tree, &line.text, statement, variables));
    Some(match missing {
        Some((range, name)) => diagnostic.related(map.span(range), format!("`{name}` has no value yet")),
        None => diagnostic,
    })
}

/// A span without the blanks at its end.
fn trimmed(source: &Source, span: Span) -> Span {
    let text = source.text().get(span.range()).unwrap_or_default();
    Span::new(span.start as usize, span.start as usize + text.trim_end().len())
}

/// The first name in a statement that no variable has.
fn missing_name(
    tree: &Tree,
    text: &[u8],
    statement: &Statement,
    variables: &Variables,
) -> Option<(std::ops::Range<usize>, String)> {
    let whole = tree[statement.node].range();
    let inside = |node: &&Node| node.range().start >= whole.start && node.range().end <= whole.end;
    // What LET, FOR or READ give a value need not have one.
    let targets: Vec<_> =
        tree.nodes.iter().filter(|node| node.kind == Kind::Target).map(Node::range).collect();
    let names =
        tree.nodes.iter().filter(inside).filter(|node| {
            matches!(node.kind, Kind::Name | Kind::TextName) && !targets.contains(&node.range())
        });
    for node in names {
        let mut range = node.range();
        while range.end > range.start && text.get(range.end - 1) == Some(&b' ') {
            range.end -= 1;
        }
        let spelled: String =
            text.get(range.clone())?.iter().filter_map(|&byte| charset::character(byte)).collect();
        let name = spelled.replace(' ', "").to_lowercase();
        if !variables.variables.iter().any(|variable| variable.full_name() == name) {
            return Some((range, spelled));
        }
    }
    None
}

/// What a report means, in a few words that add to the ROM's.
fn meaning(code: char) -> &'static str {
    match code {
        '1' => "this NEXT has no FOR that has run",
        '2' => "a variable in this statement has no value yet",
        '3' => "a subscript is beyond what DIM has made, or there are too many or too few",
        '4' => "there is no room for what this makes",
        '5' => "this goes beyond the screen",
        '6' => "a result is too large, or something is divided by zero",
        '7' => "no GO SUB has been made that this could return from",
        '8' => "the file ends here",
        'A' => "this function does not take this value",
        'B' => "this number is out of the range for what it is used",
        'C' => "what VAL or a string gives here is no expression",
        'D' | 'L' => "BREAK was pressed here",
        'E' => "the DATA is used up: more is read than there is",
        'F' => "the name of a file is empty or longer than ten characters",
        'G' => "there is no room for another line",
        'H' => "STOP was typed as input",
        'I' => "no NEXT stands behind this FOR, which has nothing to do",
        'J' => "this device does not do that",
        'K' => "a colour has a number that is no colour",
        'M' => "this address is too low or too high for RAMTOP",
        'N' => "the statement to go back to is no longer there",
        'O' => "no channel is open to this stream",
        'P' => "no DEF FN defines this function",
        'Q' => "the arguments do not agree with DEF FN",
        'R' => "what was found on the tape cannot be read",
        _ => "the program stopped here",
    }
}
