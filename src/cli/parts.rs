//! What is to be built: the arguments, or a project, as parts of a tape with what is in their files.
//!
//! Owns: which of both it is, where files and paths of a project are, what is told of files that are not there.
//! Must never know: what a part is made of, how a tape is laid out.

use std::ffi::OsStr;
use std::ops::Range;
use std::path::{Path, PathBuf};

use zxtap::diagnostic::render::count;
use zxtap::diagnostic::{Code, Diagnostic, has_errors};
use zxtap::source::{Source, Span, decode};
use zxtap::toolchain::minify::{Minified, Step};
use zxtap::toolchain::parts::{self, Content, Kind, Part, Reel, assemble};
use zxtap::toolchain::project::{self, FILE, Listed, Project};
use zxtap::toolchain::run::Cassette;
use zxtap::toolchain::{BuildOptions, Built, Numbering, build_with, stem_name, tape_name};

use super::Failure;
use super::input::{self, Input, LONGEST_TAPE, is_stdio, reason};
use super::terminal::Terminal;

/// What is to be built.
pub(super) struct Order {
    /// The list of the parts: the project file, or the words of the command line.
    pub(super) list: Source,
    pub(super) parts: Vec<Listed>,
    /// The file of each part.
    pub(super) paths: Vec<PathBuf>,
    pub(super) options: parts::Options,
    /// The project's name and output, and its scripts.
    pub(super) name: Option<String>,
    pub(super) output: Option<PathBuf>,
    pub(super) tests: Vec<PathBuf>,
    /// What the project says of its programs, where the arguments do not.
    minify: Vec<Step>,
    lines: Option<Numbering>,
    /// The project file.
    pub(super) project: Option<PathBuf>,
    /// What is wrong with the list, or with files it names.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// The parts with what is in their files.
pub(super) struct Stock {
    /// Of a program its text and what became of it.
    pub(super) programs: Vec<Option<(Source, Built)>>,
    bytes: Vec<Vec<u8>>,
}

/// The project file that a path stands for: itself, or the one in a folder.
pub(super) fn project_file(path: &Path) -> Option<PathBuf> {
    if is_stdio(path) {
        None
    } else if path.extension() == Some(OsStr::new("toml")) {
        Some(path.to_owned())
    } else {
        let file = if path == Path::new(".") { PathBuf::from(FILE) } else { path.join(FILE) };
        Some(file).filter(|file| path.is_dir() && file.is_file())
    }
}

/// The project in this folder, for commands without IN.
pub(super) fn here() -> Result<PathBuf, Failure> {
    let file = PathBuf::from(FILE);
    if file.is_file() {
        return Ok(file);
    }
    Err(Failure::Trouble(format!(
        "there is no {FILE} in this folder: name a file, or start a project with `zxtap new NAME`"
    )))
}

impl Order {
    /// What the arguments ask for; without any, the project in this folder. What is wrong with a project file is in
    /// the diagnostics.
    pub(super) fn of(arguments: &[PathBuf]) -> Result<Order, Failure> {
        match arguments {
            [] => Order::of_project(&here()?),
            [one] => match project_file(one) {
                Some(file) => Order::of_project(&file),
                None => Order::of_arguments(arguments),
            },
            _ => Order::of_arguments(arguments),
        }
    }

    fn of_arguments(arguments: &[PathBuf]) -> Result<Order, Failure> {
        let mut order = Order::new(Source::new("<command line>", ""));
        let mut text = String::new();
        for argument in arguments {
            if project_file(argument).is_some() {
                let alone = format!("{} is a project: give it alone", argument.display());
                return Err(Failure::Trouble(alone));
            }
            if !is_stdio(argument) && argument.is_dir() {
                let lacks = format!("{} is a folder without a {FILE}", argument.display());
                return Err(Failure::Trouble(lacks));
            }
            let word = argument.to_string_lossy();
            let (file, kind) = Kind::of_argument(&word)
                .map_err(|why| Failure::Trouble(format!("{why}\n  {}", parts::FORMS)))?;
            if !text.is_empty() {
                text.push(' ');
            }
            let start = text.len();
            text.push_str(&word);
            let path = if file.len() == word.len() { argument.clone() } else { PathBuf::from(file) };
            let span = Span::new(start, text.len());
            let part = Part { file: file.to_owned(), kind, name: None, span };
            order.parts.push(Listed { part, name: None, autostart: None });
            order.paths.push(path);
        }
        order.list = Source::new("<command line>", text);
        Ok(order)
    }

    fn of_project(file: &Path) -> Result<Order, Failure> {
        let bytes = input::read(&[file.to_owned()])?.remove(0).bytes;
        let name = file.to_string_lossy();
        let (source, faults) = Source::decode(&*name, &bytes);
        let mut order = Order::new(source);
        order.project = Some(file.to_owned());
        if !faults.is_empty() {
            order.diagnostics = faults.iter().map(zxtap::diagnostic::encoding::diagnostic).collect();
            return Ok(order);
        }
        let project = project::read(&order.list);
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        order.paths = project.parts.iter().map(|listed| folder.join(&listed.part.file)).collect();
        order.tests = project.tests.iter().map(|(path, _)| folder.join(path)).collect();
        if order.tests.is_empty() && folder.join("tests").is_dir() {
            order.tests.push(folder.join("tests"));
        }
        order.output = Some(folder.join(output_of(&project)));
        let Project { name, parts, options, diagnostics, minify, lines, .. } = project;
        (order.minify, order.lines) = (minify, lines);
        (order.name, order.parts, order.options, order.diagnostics) = (name, parts, options, diagnostics);
        Ok(order)
    }

    fn new(list: Source) -> Order {
        Order {
            list,
            parts: Vec::new(),
            paths: Vec::new(),
            options: parts::Options::default(),
            name: None,
            output: None,
            tests: Vec::new(),
            minify: Vec::new(),
            lines: None,
            project: None,
            diagnostics: Vec::new(),
        }
    }

    /// Adds words of the command line to the list, so that a diagnostic can point at them; gives their place. In a
    /// project there is no place for them but the beginning.
    pub(super) fn say(&mut self, words: &str) -> Span {
        if self.project.is_some() {
            return Span::default();
        }
        let start = self.list.text().len() + 1;
        let text = format!("{} {words}", self.list.text());
        self.list = Source::new(self.list.name(), text);
        Span::new(start, start + words.len())
    }

    /// Whether every part is a program.
    pub(super) fn only_programs(&self) -> bool {
        self.parts.iter().all(|listed| listed.part.kind == Kind::Program)
    }

    /// Whether a loader is put before the parts.
    pub(super) fn has_loader(&self) -> bool {
        let first = self.parts.first().map(|listed| listed.part.kind);
        self.options
            .loader
            .map_or(!matches!(first, Some(Kind::Program | Kind::Tape) | None), |(wanted, _)| wanted)
    }

    /// Which parts go onto one tape: programs alone become a tape each where nobody says where they go.
    pub(super) fn tapes(&self, output: Option<&PathBuf>) -> Vec<Range<usize>> {
        let apart = output.is_none() && self.project.is_none() && self.only_programs() && !self.has_loader();
        if apart {
            (0..self.parts.len()).map(|index| index..index + 1).collect()
        } else {
            std::iter::once(0..self.parts.len()).collect()
        }
    }

    /// How a program is built.
    fn build_options(&self, index: usize, input: &Input, wishes: &Wishes) -> BuildOptions {
        let listed = &self.parts[index];
        let first = self.parts.iter().position(|listed| listed.part.kind == Kind::Program);
        let named = wishes
            .name
            .as_ref()
            .or(self.name.as_ref())
            .filter(|_| first == Some(index) && !self.has_loader());
        let stem = input.stem().or_else(|| wishes.output_stem.clone());
        BuildOptions {
            name: listed.name.clone().or(named.cloned()),
            autostart: listed.autostart.or(wishes.autostart),
            allow_oversize: wishes.allow_oversize,
            file_stem: stem.unwrap_or_else(|| "program".into()),
            minify: if wishes.minify.is_empty() { &self.minify } else { &wishes.minify }.clone(),
            start_label: wishes.start_label.clone().filter(|_| first == Some(index)),
            lines: wishes.lines.or(self.lines),
        }
    }

    /// Reads the files of all parts and builds those that are programs. A file that is not there is told at its place
    /// in the project.
    pub(super) fn stock(&mut self, terminal: &Terminal, wishes: &Wishes) -> Result<Stock, Failure> {
        let mut stock = Stock { programs: Vec::new(), bytes: Vec::new() };
        if self.paths.iter().filter(|path| is_stdio(path)).count() > 1 {
            return Err(Failure::Trouble("stdin can be read only once".into()));
        }
        let mut missing = Vec::new();
        let mut texts = Vec::new();
        for (index, listed) in self.parts.iter().enumerate() {
            let is_program = listed.part.kind == Kind::Program;
            let most = if is_program { decode::LIMIT as u64 + 1 } else { LONGEST_TAPE };
            let bytes = match input::file_or_stdin(&self.paths[index], most) {
                Ok(bytes) => bytes,
                Err(error) => {
                    let message =
                        format!("cannot read {}: {}", input::name(&self.paths[index]), reason(&error));
                    if self.project.is_none() {
                        return Err(Failure::Trouble(message));
                    }
                    missing.push(Diagnostic::new(Code::PartMissing, listed.part.span, message));
                    continue;
                }
            };
            if is_program {
                let input = Input { path: self.paths[index].clone(), bytes };
                let options = self.build_options(index, &input, wishes);
                stock.programs.push(Some(build_text(&input, &options)));
                stock.bytes.push(Vec::new());
                texts.push((index, input, options));
            } else {
                stock.programs.push(None);
                stock.bytes.push(bytes);
            }
        }
        if !missing.is_empty() {
            terminal.diagnostics(&self.list, &missing);
            terminal.error(&format!("{}: {}; nothing is written", self.list.name(), count(missing.len(), 0)));
            return Err(Failure::Told);
        }
        // What MERGE brings together shares its names and lines.
        let merges = |program: &(Source, Built)| program.1.minified.as_ref().is_some_and(Minified::merges);
        if stock.programs.iter().flatten().any(merges) {
            for (index, input, mut options) in texts {
                options.minify.retain(|&step| !step.is_shared());
                stock.programs[index] = Some(build_text(&input, &options));
            }
        }
        Ok(stock)
    }

    /// The tape of some of the parts.
    pub(super) fn reel(&self, stock: &Stock, range: Range<usize>, wishes: &Wishes) -> Reel {
        let mut all: Vec<Part> = self.parts[range.clone()].iter().map(|listed| listed.part.clone()).collect();
        let contents: Vec<Content> = range
            .map(|index| match &stock.programs[index] {
                Some((_, built)) => Content::Program(built),
                None => Content::Bytes(&stock.bytes[index]),
            })
            .collect();
        let mut options = self.options.clone();
        let named = wishes.name.as_ref().or(self.name.as_ref()).and_then(|name| tape_name(name).ok());
        let stem = wishes.output_stem.as_deref().unwrap_or("loader");
        options.name = named.unwrap_or_else(|| stem_name(stem));
        let nameless = !self.has_loader() && all.iter().all(|part| part.kind != Kind::Program);
        if let (true, Some(part), Some(name)) = (nameless, all.first_mut(), named) {
            part.name = part.name.or(Some(name));
        }
        assemble(&all, &contents, &options)
    }

    /// The whole as a tape to run. What is wrong with it is in the cassette.
    pub(super) fn cassette(
        mut self,
        terminal: &Terminal,
        options: &BuildOptions,
    ) -> Result<Cassette, Failure> {
        let name = self.list.name().to_owned();
        if has_errors(&self.diagnostics) {
            return Ok(Cassette::broken(&name, self.list, self.diagnostics));
        }
        let wishes = Wishes { lines: options.lines, minify: options.minify.clone(), ..Wishes::default() };
        let stock = self.stock(terminal, &wishes)?;
        let reel = self.reel(&stock, 0..self.parts.len(), &wishes);
        let mut programs: Vec<(Source, Built)> = stock.programs.into_iter().flatten().collect();
        if let Some(bad) = programs.iter().position(|(_, built)| !built.is_good()) {
            let (source, built) = programs.swap_remove(bad);
            return Ok(Cassette::broken(&name, source, built.diagnostics));
        }
        if !reel.is_good() {
            return Ok(Cassette::broken(&name, self.list, reel.diagnostics));
        }
        Ok(Cassette::of_reel(&name, &reel.entries(), programs))
    }
}

/// What is asked of a build beside the list.
#[derive(Default)]
pub(super) struct Wishes {
    pub(super) name: Option<String>,
    pub(super) autostart: Option<u16>,
    pub(super) allow_oversize: bool,
    /// The label whose line runs after loading.
    pub(super) start_label: Option<String>,
    /// How lines without a number are numbered.
    pub(super) lines: Option<Numbering>,
    /// The steps that make programs smaller.
    pub(super) minify: Vec<Step>,
    /// The name of the output without folder and extension.
    pub(super) output_stem: Option<String>,
}

fn build_text(input: &Input, options: &BuildOptions) -> (Source, Built) {
    build_with(&input.name(), &input.bytes, options, &mut input::included)
}

/// Something to run: a project, or a file known by its content.
pub(super) fn cassette(
    terminal: &Terminal,
    path: &Path,
    options: &BuildOptions,
) -> Result<Cassette, Failure> {
    match project_file(path) {
        Some(file) => Order::of_project(&file)?.cassette(terminal, options),
        None => Ok(Cassette::of(&input::name(path), input::program(path)?, options, &mut input::included)),
    }
}

/// The file that a project's tape goes to: what it says, or the project's name or first part as a TAP.
fn output_of(project: &Project) -> PathBuf {
    let stem = || {
        let first = project.parts.first().map_or("project", |listed| listed.part.stem());
        let safe = |name: &&String| !name.contains(['/', '\\', '"']);
        format!("{}.tap", project.name.as_ref().filter(safe).map_or(first, |name| name))
    };
    PathBuf::from(project.output.clone().unwrap_or_else(stem))
}
