//! zxtap.toml: which parts make a tape, and what tests it.
//!
//! ```text
//! name = "three"                    the name of the first program, and of the tape
//! output = "three.tap"              where the tape goes
//! parts = [
//!     "loader.bas",                 as on the command line
//!     { file = "title.png", name = "title" },
//!     { file = "game.bin", address = 0x8000 },
//! ]
//! ```
//!
//! Paths count from the folder of zxtap.toml. A key that is not in [`KEYS`] or [`PART_KEYS`] is an error.
//!
//! Owns: the keys and their kinds of values. Must never know: files on disk, what is in a part.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::minify::Step;
use super::parts::{self, Kind, Part};
use super::{Numbering, tape_name};
use crate::diagnostic::{Code, Diagnostic, has_errors};
use crate::script::nearest;
use crate::source::{Source, Span};

/// The name of a project file.
pub const FILE: &str = "zxtap.toml";

/// The keys of a project file.
pub const KEYS: [&str; 10] =
    ["name", "output", "parts", "loader", "clear", "start", "allow-overlap", "minify", "lines", "tests"];

/// The keys of a part that is written as a table.
pub const PART_KEYS: [&str; 7] = ["file", "name", "address", "autostart", "raw", "variable", "dither"];

/// What a project file says.
#[derive(Clone, Debug, Default)]
pub struct Project {
    /// The name on tape, where it is given.
    pub name: Option<String>,
    /// Where the tape goes.
    pub output: Option<String>,
    /// The parts in the order of the tape, at least one in a good project.
    pub parts: Vec<Listed>,
    /// Whether a loader is made, what it clears and starts, whether parts may overlap.
    pub options: parts::Options,
    /// The steps that make programs smaller.
    pub minify: Vec<Step>,
    /// How lines without a number are numbered.
    pub lines: Option<Numbering>,
    /// Play scripts and folders of them, each with its place.
    pub tests: Vec<(String, Span)>,
    /// What is wrong with the file.
    pub diagnostics: Vec<Diagnostic>,
}

/// A part as a list has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The part.
    pub part: Part,
    /// Of a program: its name, where one is given.
    pub name: Option<String>,
    /// Of a program: the line it starts at.
    pub autostart: Option<u16>,
}

impl Project {
    /// Whether nothing is wrong with the file.
    pub fn is_good(&self) -> bool {
        !has_errors(&self.diagnostics)
    }
}

/// Reads a project file. Whatever the text, there is a project; what is wrong stands in its diagnostics.
///
/// ```
/// use zxtap::source::Source;
/// use zxtap::toolchain::{parts::Kind, project::read};
/// let project = read(&Source::new("zxtap.toml", "parts = ['a.bas', { file = 'b.bin', address = 0x8000 }]\n"));
/// assert!(project.is_good());
/// assert_eq!(project.parts[1].part.kind, Kind::Code(32768));
/// let wrong = read(&Source::new("zxtap.toml", "parts = ['a.bas']\nnmae = 'a'\n"));
/// assert_eq!(wrong.diagnostics[0].help, "did you mean `name`?");
/// ```
pub fn read(source: &Source) -> Project {
    let (table, errors) = DeTable::parse_recoverable(source.text());
    let mut reader = Reader { project: Project::default() };
    for error in errors {
        let span = error.span().unwrap_or(source.text().len()..source.text().len());
        let message = error.message().lines().next().unwrap_or("it is not TOML").to_owned();
        reader.project.diagnostics.push(
            Diagnostic::new(Code::ProjectSyntax, Span::new(span.start, span.end), message)
                .help("texts stand in quotes, lists in square brackets, tables in curly ones"),
        );
    }
    if reader.project.diagnostics.is_empty() {
        reader.table(table.get_ref());
        let told = &mut reader.project.diagnostics;
        if reader.project.parts.is_empty() && told.is_empty() {
            let message = "a project has at least one part: parts = [\"main.bas\"]".to_owned();
            told.push(Diagnostic::new(Code::ProjectKey, Span::default(), message));
        }
    }
    reader.project.diagnostics.sort_by_key(|d| d.span.start);
    reader.project
}

struct Reader {
    project: Project,
}

fn span<T>(of: &Spanned<T>) -> Span {
    Span::new(of.span().start, of.span().end)
}

impl Reader {
    fn wrong(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.project.diagnostics.push(Diagnostic::new(code, span, message));
    }

    fn unknown(&mut self, key: &str, at: Span, keys: &[&str]) {
        let near = keys.iter().map(|k| (nearest::distance(key, k), *k)).min().filter(|(far, _)| *far <= 2);
        let diagnostic = Diagnostic::new(Code::ProjectKey, at, format!("there is no key `{key}` here"));
        let help = match near {
            Some((_, near)) => format!("did you mean `{near}`?"),
            None => format!("the keys are {}", keys.join(", ")),
        };
        self.project.diagnostics.push(diagnostic.help(help));
    }

    fn text(&mut self, key: &str, value: &Spanned<DeValue>) -> Option<String> {
        let text = value.get_ref().as_str().map(str::to_owned);
        if text.as_ref().is_none_or(String::is_empty) {
            self.wrong(Code::ProjectKey, span(value), format!("`{key}` takes a text in quotes"));
            return None;
        }
        text
    }

    fn truth(&mut self, key: &str, value: &Spanned<DeValue>) -> Option<bool> {
        let truth = value.get_ref().as_bool();
        if truth.is_none() {
            self.wrong(Code::ProjectKey, span(value), format!("`{key}` takes true or false"));
        }
        truth
    }

    /// A whole number in a range.
    fn number(&mut self, key: &str, value: &Spanned<DeValue>, what: &str, most: u16) -> Option<u16> {
        let integer = value.get_ref().as_integer();
        let number = integer.and_then(|i| i64::from_str_radix(i.as_str(), i.radix()).ok());
        match (number.and_then(|n| u16::try_from(n).ok()).filter(|n| *n <= most), integer) {
            (Some(number), _) => Some(number),
            (None, Some(_)) => {
                let code = if most == u16::MAX { Code::Address } else { Code::ProjectKey };
                self.wrong(code, span(value), format!("`{key}` is {what} from 0 to {most}"));
                None
            }
            (None, None) => {
                self.wrong(
                    Code::ProjectKey,
                    span(value),
                    format!("`{key}` takes {what}, such as {key} = 32768"),
                );
                None
            }
        }
    }

    fn name(&mut self, value: &Spanned<DeValue>) -> Option<String> {
        let text = self.text("name", value)?;
        match tape_name(&text) {
            Ok(_) => Some(text),
            Err(why) => {
                self.wrong(Code::PartName, span(value), why);
                None
            }
        }
    }

    fn table(&mut self, table: &DeTable) {
        for (key, value) in table {
            let at = span(value);
            match key.get_ref().as_ref() {
                "name" => self.project.name = self.name(value),
                "output" => self.project.output = self.text("output", value),
                "parts" => self.parts(value),
                "loader" => {
                    self.project.options.loader = self.truth("loader", value).map(|truth| (truth, at))
                }
                "clear" => {
                    self.project.options.clear =
                        self.number("clear", value, "an address", u16::MAX).map(|n| (n, at));
                }
                "start" => {
                    self.project.options.start =
                        self.number("start", value, "an address", u16::MAX).map(|n| (n, at));
                }
                "allow-overlap" => {
                    self.project.options.allow_overlap =
                        self.truth("allow-overlap", value).unwrap_or_default();
                }
                "minify" => self.minify(value),
                "lines" => self.lines(value),
                "tests" => self.tests(value),
                other => self.unknown(other, span(key), &KEYS),
            }
        }
    }

    fn minify(&mut self, value: &Spanned<DeValue>) {
        match (value.get_ref().as_bool(), value.get_ref().as_array()) {
            (Some(true), _) => self.project.minify = Step::USUAL.to_vec(),
            (Some(false), _) => {}
            (None, Some(list)) => {
                for item in list {
                    match item.get_ref().as_str().and_then(Step::parse) {
                        Some(step) => self.project.minify.push(step),
                        None => {
                            let known = Step::ALL.map(Step::name).join(", ");
                            self.wrong(Code::ProjectKey, span(item), format!("the steps are {known}"));
                        }
                    }
                }
            }
            (None, None) => {
                let message = "`minify` takes true or a list of steps: minify = [\"rem\", \"spaces\"]";
                self.wrong(Code::ProjectKey, span(value), message);
            }
        }
    }

    fn lines(&mut self, value: &Spanned<DeValue>) {
        let read = |text: String| Numbering::read(&text, Numbering::default());
        match self.text("lines", value).map(read) {
            Some(Ok(numbering)) => self.project.lines = Some(numbering),
            Some(Err(why)) => self.wrong(Code::ProjectKey, span(value), why),
            None => {}
        }
    }

    fn tests(&mut self, value: &Spanned<DeValue>) {
        let Some(list) = value.get_ref().as_array() else {
            self.wrong(
                Code::ProjectKey,
                span(value),
                "`tests` takes a list of files and folders: tests = [\"tests\"]",
            );
            return;
        };
        for item in list {
            if let Some(text) = self.text("tests", item) {
                self.project.tests.push((text, span(item)));
            }
        }
    }

    fn parts(&mut self, value: &Spanned<DeValue>) {
        let Some(list) = value.get_ref().as_array() else {
            self.wrong(Code::ProjectKey, span(value), "`parts` takes a list: parts = [\"main.bas\"]");
            return;
        };
        for item in list {
            match item.get_ref() {
                DeValue::String(text) => match Kind::of_argument(text) {
                    Ok((file, kind)) => {
                        let part = Part { file: file.to_owned(), kind, name: None, span: span(item) };
                        self.project.parts.push(Listed { part, name: None, autostart: None });
                    }
                    Err(why) => self.wrong(address_or_form(&why), span(item), why),
                },
                DeValue::Table(table) => self.part(table, span(item)),
                _ => self.wrong(
                    Code::ProjectKey,
                    span(item),
                    "a part is a file in quotes, or a table with the key `file`",
                ),
            }
        }
    }

    fn part(&mut self, table: &DeTable, at: Span) {
        let (mut file, mut name, mut address, mut autostart) = (None, None, None, None);
        let (mut raw, mut variable, mut dither) = (false, None, false);
        let before = self.project.diagnostics.len();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "file" => file = self.text("file", value).map(|file| (file, span(value))),
                "name" => name = self.name(value),
                "address" => address = self.number("address", value, "an address", u16::MAX),
                "autostart" => {
                    autostart =
                        self.number("autostart", value, "a line", 9999).map(|line| (line, span(value)))
                }
                "dither" => dither = self.truth("dither", value).unwrap_or_default(),
                "raw" => raw = self.truth("raw", value).unwrap_or_default(),
                "variable" => {
                    let text = self.text("variable", value);
                    variable = text.as_deref().and_then(parts::array::array_name).map(|(letter, _)| letter);
                    if text.is_some() && variable.is_none() {
                        self.wrong(
                            Code::ProjectKey,
                            span(value),
                            "`variable` is a letter, such as \"b\" or \"c$\"",
                        );
                    }
                }
                other => self.unknown(other, span(key), &PART_KEYS),
            }
        }
        if self.project.diagnostics.len() > before {
            return;
        }
        let Some((file, file_span)) = file else {
            self.wrong(Code::ProjectKey, at, "a part needs the key `file`");
            return;
        };
        let kind = match (address, raw, Kind::of_path(&file)) {
            (Some(_), true, _) => {
                Err("`address` is for bytes with a header, `raw` for bytes without: give one".into())
            }
            (Some(address), false, _) => Ok(Kind::Code(address)),
            (None, true, _) => Ok(Kind::Headerless),
            (None, false, Ok(Kind::Array(_))) => Ok(Kind::Array(variable)),
            (None, false, Ok(Kind::Picture { .. })) => Ok(Kind::Picture { dither }),
            (None, false, Ok(kind)) => Ok(kind),
            (None, false, Err(_)) => {
                Err(format!("{file}: bytes need an address: address = 32768; or raw = true"))
            }
        };
        match kind {
            Ok(kind) => {
                if kind != Kind::Program
                    && let Some((_, span)) = autostart
                {
                    self.wrong(Code::ProjectKey, span, "`autostart` is for programs");
                }
                let on_tape = name.as_deref().and_then(|name| tape_name(name).ok());
                let part = Part { file, kind, name: on_tape, span: file_span };
                self.project.parts.push(Listed { part, name, autostart: autostart.map(|(line, _)| line) });
            }
            Err(why) => self.wrong(Code::PartForm, file_span, why),
        }
    }
}

/// The code for a part that an argument could not say.
fn address_or_form(why: &str) -> Code {
    if why.contains("past 65535") { Code::Address } else { Code::PartForm }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Place, code and message of all that is said.
    fn said(text: &str) -> Vec<String> {
        let source = Source::new(FILE, text);
        let line = |d: &Diagnostic| {
            let at = source.location(d.span.start);
            format!("{}:{} {} {}", at.line, at.column, d.code.text(), d.message)
        };
        read(&source).diagnostics.iter().map(line).collect()
    }

    #[test]
    fn every_slip_has_its_place() {
        let parts = "parts = ['a.bas']\n";
        for (text, expected) in [
            ("name = three\n", "1:8 E901 invalid boolean, expected `true`"),
            ("", "1:1 E902 a project has at least one part: parts = [\"main.bas\"]"),
            ("parts = 'a.bas'", "1:9 E902 `parts` takes a list: parts = [\"main.bas\"]"),
            ("parts = ['a.bas', 3]", "1:19 E902 a part is a file in quotes, or a table with the key `file`"),
            (
                "parts = ['a.bin']",
                "1:10 E904 a.bin: bytes need an address, such as @32768, or @raw for a block without header",
            ),
            (
                "parts = ['a.bin@70000']",
                "1:10 E905 a.bin@70000: the address 70000 is past 65535, the last one",
            ),
            (
                "parts = [{ file = 'a.bin', address = 70000 }]",
                "1:38 E905 `address` is an address from 0 to 65535",
            ),
            (
                "parts = [{ file = 'a.bin', address = 'x' }]",
                "1:38 E902 `address` takes an address, such as address = 32768",
            ),
            (
                "parts = [{ file = 'a.bin' }]",
                "1:19 E904 a.bin: bytes need an address: address = 32768; or raw = true",
            ),
            ("parts = [{ name = 'a' }]", "1:10 E902 a part needs the key `file`"),
            ("parts = [{ file = 'a.scr', autostart = 1 }]", "1:40 E902 `autostart` is for programs"),
            (
                "parts = [{ file = 'a.bas', name = 'elevenchars' }]",
                "1:35 E907 a name in a header has at most 10 characters, this one has 11",
            ),
            (
                "parts = [{ file = 'a.bas', name = \"a\\u0001b\" }]",
                "1:35 E907 a name cannot hold the control character U+0001",
            ),
            ("[[parts]]\nfile = 'a.bas'\nadress = 1\n", "3:1 E902 there is no key `adress` here"),
        ] {
            assert_eq!(said(text), [expected], "{text}");
        }
        for (line, expected) in [
            ("nmae = 'x'", "2:1 E902 there is no key `nmae` here"),
            ("name = 3", "2:8 E902 `name` takes a text in quotes"),
            ("loader = 'yes'", "2:10 E902 `loader` takes true or false"),
            ("start = 65536", "2:9 E905 `start` is an address from 0 to 65535"),
            (
                "minify = 1",
                "2:10 E902 `minify` takes true or a list of steps: minify = [\"rem\", \"spaces\"]",
            ),
            ("minify = ['rme']", "2:11 E902 the steps are rem, names, spaces, join, numbers, val"),
            ("lines = '0,10'", "2:9 E902 the first line is a number from 1 to 9999, not `0`"),
            ("lines = 10", "2:9 E902 `lines` takes a text in quotes"),
            ("tests = 'tests'", "2:9 E902 `tests` takes a list of files and folders: tests = [\"tests\"]"),
        ] {
            assert_eq!(said(&format!("{parts}{line}\n")), [expected], "{line}");
        }
    }

    #[test]
    fn any_text_is_read_to_its_end() {
        for text in [
            "[".repeat(100_000),
            "a = [".repeat(50_000),
            "a.".repeat(50_000),
            "\u{0}".into(),
            "parts = [{".into(),
        ] {
            assert!(!read(&Source::new(FILE, text)).is_good());
        }
    }
}
