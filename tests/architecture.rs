//! The rooms of the house: what each may import and must never know. Fails with the sentence that was broken.
//!
//! The table is [`ROOMS`]. A module belongs to the room with the longest name that begins its path. Unit tests inside a
//! file (`#[cfg(test)] mod tests`) may import what they need.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A room: a module and those below it that are no rooms of their own.
struct Room {
    name: &'static str,
    /// Rooms (`basic::*` is `basic` and every room below it) and external crates.
    may_import: &'static [&'static str],
    must_never_know: &'static str,
}

const fn room(
    name: &'static str,
    may_import: &'static [&'static str],
    must_never_know: &'static str,
) -> Room {
    Room { name, may_import, must_never_know }
}

const ROOMS: &[Room] = &[
    room("source", &[], "what the text means"),
    room("diagnostic", &["source"], "BASIC, tapes, terminals"),
    room("diagnostic::render", &["diagnostic", "source", "annotate_snippets"], "who made the diagnostics"),
    room("diagnostic::github", &["diagnostic", "source"], "who made the diagnostics"),
    room("diagnostic::json", &["diagnostic", "source", "serde_json"], "who made the diagnostics"),
    room("basic", &[], "tapes, files"),
    room("basic::keyword", &["logos"], "lines, tapes"),
    room("basic::charset", &[], "keywords"),
    room("basic::number", &[], "f64 rounding, emulators"),
    room(
        "basic::program",
        &["basic::charset", "basic::keyword", "basic::number", "byteorder"],
        "text, spans, tapes",
    ),
    room(
        "basic::hidden",
        &["basic::keyword", "basic::number", "basic::program"],
        "source text, whether a line is legal",
    ),
    room("basic::spacing", &["basic::keyword"], "where the bytes or the spaces come from"),
    room("basic::source_map", &["source"], "what the bytes or the text mean"),
    room("basic::advice", &["basic::*", "source", "diagnostic"], "how a line is parsed"),
    room(
        "basic::expand",
        &["basic::*", "source", "diagnostic", "logos"],
        "how a file is read, what a statement means, tapes",
    ),
    room("basic::tokenise", &["basic::*", "source", "diagnostic", "logos"], "files, tapes"),
    room(
        "basic::literal",
        &["basic::charset", "basic::keyword"],
        "where the text stands, lines, diagnostics",
    ),
    room("basic::list", &["basic::*", "source"], "how the tokeniser decides, tapes"),
    room(
        "basic::variables",
        &["basic::charset", "basic::literal", "basic::number"],
        "programs, tapes, the machine",
    ),
    room("basic::syntax", &["basic::keyword", "basic::number", "basic::program"], "text, files"),
    room("basic::check", &["basic::*", "source", "diagnostic"], "files, tapes"),
    room("basic::edit", &["basic::*", "source", "diagnostic"], "files, tapes"),
    room("tape", &["byteorder", "miniz_oxide"], "BASIC: a program is bytes"),
    room("machine", &["rustzx_z80", "rustzx_core"], "basic, tape, windows, wall clock"),
    room("tris", &[], "the Spectrum, BASIC, tapes, files"),
    room(
        "toolchain",
        &["basic::*", "tape", "machine", "source", "diagnostic", "toolchain::screen"],
        "files, terminal, clap",
    ),
    room(
        "toolchain::inspect::json",
        &["toolchain", "basic::*", "tape", "serde_json"],
        "files, streams, how a finding is made",
    ),
    room(
        "toolchain::run",
        &["toolchain", "toolchain::screen", "basic::*", "tape", "machine", "script", "source", "diagnostic"],
        "files, the terminal, the wall clock",
    ),
    room(
        "toolchain::run::json",
        &["toolchain::run", "basic::number", "basic::variables", "machine", "script", "source", "serde_json"],
        "how a run is made",
    ),
    room("toolchain::screen", &["machine", "png"], "files, tapes"),
    room("toolchain::picture", &["png", "gif"], "the Spectrum, files"),
    room(
        "toolchain::parts",
        &[
            "toolchain",
            "toolchain::screen",
            "toolchain::picture",
            "basic::*",
            "tape",
            "source",
            "diagnostic",
            "serde_json",
        ],
        "files, the terminal, how a list of parts is written",
    ),
    room(
        "toolchain::project",
        &["toolchain", "toolchain::parts", "script", "source", "diagnostic", "toml"],
        "files, the terminal, what is in a part",
    ),
    room(
        "script",
        &["machine", "basic::variables", "basic::number", "basic::charset", "source", "diagnostic"],
        "files, how a program came into the machine",
    ),
    room("view", &["machine"], "how a terminal is told, keys, the machine's memory"),
    room(
        "cli::play",
        &["cli", "toolchain::run", "machine", "view", "crossterm", "signal_hook"],
        "which characters stand for which pixels, what a program does",
    ),
    room(
        "cli",
        &[
            "toolchain",
            "tris",
            "cli::play",
            "toolchain::inspect::json",
            "toolchain::run",
            "toolchain::run::json",
            "script",
            "source",
            "diagnostic",
            "diagnostic::render",
            "diagnostic::json",
            "diagnostic::github",
            "toolchain::parts",
            "toolchain::project",
            "toolchain::picture",
            "toolchain::screen",
            "clap",
            "clap_complete",
            "clap_mangen",
            "notify",
            "signal_hook",
            "serde_json",
            "tempfile",
            "indicatif",
            "zip",
        ],
        "format detail",
    ),
    room("main", &["cli", "clap"], "what the subcommands do"),
    room("lib", &[], "code: it is the manual"),
];

/// Words that may stand only in some rooms, each with the law that says so.
const WORDS: &[(&[&str], &[&str], &str)] = &[
    (
        &["std::fs", "std::env", "std::net", "std::process", "std::time::Instant", "std::time::SystemTime"],
        &["cli", "cli::play", "main"],
        "only cli touches files, environment, clock and process",
    ),
    (
        &[
            "std::io::stdin",
            "std::io::stdout",
            "std::io::stderr",
            "print!",
            "println!",
            "eprint!",
            "eprintln!",
        ],
        &["cli", "cli::play"],
        "only cli touches the terminal",
    ),
];

/// Words that must not stand in a room, each with the law that says so.
const FORBIDDEN: &[(&str, &[&str], &str)] = &[
    ("basic::number", &["f32", "f64"], "numbers are ROM-exact: integer arithmetic only"),
    ("basic::program", &["f32", "f64"], "numbers are ROM-exact: integer arithmetic only"),
    ("basic::variables", &["f32", "f64"], "numbers are ROM-exact: integer arithmetic only"),
];

/// A source file: the path, the module path, and the text without comments, strings and unit tests.
struct Module {
    file: PathBuf,
    path: Vec<String>,
    text: String,
    code: String,
}

impl Module {
    fn name(&self) -> String {
        self.path.join("::")
    }

    fn room(&self) -> &'static Room {
        room_of(&self.name()).unwrap_or_else(|| {
            panic!("{}: no room in tests/architecture.rs holds {}", self.file.display(), self.name())
        })
    }
}

fn room_of(path: &str) -> Option<&'static Room> {
    ROOMS.iter().filter(|room| is_below(path, room.name)).max_by_key(|room| room.name.len())
}

/// Whether `path` is `name` or stands below it.
fn is_below(path: &str, name: &str) -> bool {
    path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

fn modules() -> Vec<Module> {
    let mut files = Vec::new();
    collect(Path::new("src"), &mut files);
    files.sort();
    assert!(files.len() > 10, "run in the folder of the package");
    files
        .into_iter()
        .map(|file| {
            let text = fs::read_to_string(&file).unwrap();
            let path = file.with_extension("");
            let path =
                path.strip_prefix("src").unwrap().iter().map(|s| s.to_str().unwrap().to_owned()).collect();
            let code = without_comments_and_strings(&text);
            let code = code.split("#[cfg(test)]\nmod ").next().unwrap().to_owned();
            Module { file, path, text, code }
        })
        .collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

/// Blanks out comments and the contents of strings and characters, keeping every line where it is.
fn without_comments_and_strings(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut i = 0;
    let skip = |from: usize, to: usize, code: &mut String| {
        code.extend(chars[from..to.min(chars.len())].iter().filter(|&&c| c == '\n'));
        to
    };
    while i < chars.len() {
        let next = chars.get(i + 1).copied().unwrap_or(' ');
        match chars[i] {
            '/' if next == '/' => {
                let end = chars[i..].iter().position(|&c| c == '\n').map_or(chars.len(), |n| i + n);
                i = skip(i, end, &mut code);
            }
            '/' if next == '*' => {
                let mut end = i + 2;
                while end < chars.len() && !(chars[end - 1] == '*' && chars[end] == '/') {
                    end += 1;
                }
                i = skip(i, end + 1, &mut code);
            }
            'r' if (next == '"' || next == '#') && !i.checked_sub(1).is_some_and(|p| is_word(chars[p])) => {
                let hashes = chars[i + 1..].iter().take_while(|&&c| c == '#').count();
                if chars.get(i + 1 + hashes) != Some(&'"') {
                    code.push('r');
                    i += 1;
                    continue;
                }
                let mut end = i + 2 + hashes;
                let closes =
                    |at: usize| chars[at] == '"' && (1..=hashes).all(|n| chars.get(at + n) == Some(&'#'));
                while end < chars.len() && !closes(end) {
                    end += 1;
                }
                i = skip(i, end + 1 + hashes, &mut code);
            }
            quote @ ('"' | '\'') => {
                // A lifetime has no closing quote two characters on and no backslash.
                if quote == '\'' && next != '\\' && chars.get(i + 2) != Some(&'\'') {
                    i += 1;
                    continue;
                }
                let mut end = i + 1;
                while end < chars.len() && chars[end] != quote {
                    end += if chars[end] == '\\' { 2 } else { 1 };
                }
                i = skip(i, end + 1, &mut code);
            }
            c => {
                code.push(c);
                i += 1;
            }
        }
    }
    code
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Every path in `code` (`a::b::c`, and what `a::{b, c::d}` stands for), with the number of its line. The name of a
/// macro that is called keeps its `!`.
fn paths(code: &str) -> Vec<(usize, Vec<String>)> {
    let chars: Vec<char> = code.chars().collect();
    let mut found = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        let begins = is_word(chars[i]) && !chars[i].is_ascii_digit();
        if begins && !i.checked_sub(1).is_some_and(|p| is_word(chars[p]) || chars[p] == ':') {
            let line = chars[..i].iter().filter(|&&c| c == '\n').count() + 1;
            let mut tree = Vec::new();
            i = path_tree(&chars, i, &[], &mut tree);
            found.extend(tree.into_iter().map(|path| (line, path)));
        } else {
            i += 1;
        }
    }
    found
}

/// Reads a path that begins at `i`, with the groups in it; gives the offset behind it.
fn path_tree(chars: &[char], mut i: usize, before: &[String], found: &mut Vec<Vec<String>>) -> usize {
    let mut path = before.to_vec();
    loop {
        let word: String = chars[i..].iter().take_while(|&&c| is_word(c)).collect();
        i += word.chars().count();
        if !word.is_empty() {
            path.push(word);
        }
        if !(chars.get(i) == Some(&':') && chars.get(i + 1) == Some(&':')) {
            break;
        }
        i += 2;
        if chars.get(i) == Some(&'{') {
            i += 1;
            while i < chars.len() && chars[i] != '}' {
                if is_word(chars[i]) {
                    i = path_tree(chars, i, &path, found);
                } else {
                    i += 1;
                }
            }
            return i + 1;
        }
    }
    let is_macro = chars.get(i) == Some(&'!') && chars.get(i + 1) != Some(&'=');
    if let (true, Some(last)) = (is_macro, path.last_mut()) {
        last.push('!');
    }
    found.push(path);
    i
}

/// The path from the root of the package, if it is one of ours.
fn own_path(module: &Module, path: &[String]) -> Option<Vec<String>> {
    let (first, rest) = path.split_first().filter(|(_, rest)| !rest.is_empty())?;
    match first.as_str() {
        "crate" | "zxtap" => Some(rest.to_vec()),
        "super" => {
            let ups = path.iter().take_while(|s| *s == "super").count();
            let base = &module.path[..module.path.len().checked_sub(ups)?];
            Some([base, &path[ups..]].concat())
        }
        _ => None,
    }
}

/// The external crates of the package, as they are written in code.
fn dependencies() -> BTreeSet<String> {
    let manifest = fs::read_to_string("Cargo.toml").unwrap();
    let section = manifest.split("\n[dependencies]\n").nth(1).unwrap().split("\n[").next().unwrap();
    section
        .lines()
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, _)| name.replace('-', "_"))
        .collect()
}

fn may_import(room: &Room, target: &str) -> bool {
    let entry = |entry: &&str| match entry.strip_suffix("::*") {
        Some(above) => is_below(target, above),
        None => *entry == target,
    };
    target == room.name || room.may_import.iter().any(entry)
}

#[test]
fn rooms_import_only_what_they_may() {
    let dependencies = dependencies();
    let mut broken = Vec::new();
    for module in modules() {
        let room = module.room();
        for (line, path) in paths(&module.code) {
            let target = match own_path(&module, &path) {
                Some(own) => match room_of(&own.join("::")) {
                    Some(target) => target.name.to_owned(),
                    None => own.join("::"),
                },
                None if path.len() > 1 && dependencies.contains(&path[0]) => path[0].clone(),
                None => continue,
            };
            if !may_import(room, &target) {
                broken.push(format!(
                    "{}:{line}: {} must never know {}; it names {} of {target}, but may import only {}",
                    module.file.display(),
                    room.name,
                    room.must_never_know,
                    path.join("::"),
                    if room.may_import.is_empty() { "std".to_owned() } else { room.may_import.join(", ") },
                ));
            }
        }
    }
    assert!(broken.is_empty(), "\n{}\n", broken.join("\n"));
}

#[test]
fn only_the_edge_touches_the_world() {
    let mut broken = Vec::new();
    for module in modules() {
        let room = module.room().name;
        let paths: Vec<(usize, String)> =
            paths(&module.code).into_iter().map(|(line, path)| (line, path.join("::"))).collect();
        for (words, rooms, law) in WORDS.iter().filter(|(_, rooms, _)| !rooms.contains(&room)) {
            for (line, path) in &paths {
                if words.iter().any(|word| is_below(path, word)) {
                    broken.push(format!(
                        "{}:{line}: {law}, but {room} names {path} (allowed in {})",
                        module.file.display(),
                        rooms.join(", ")
                    ));
                }
            }
        }
        for (_, words, law) in FORBIDDEN.iter().filter(|(name, ..)| *name == room) {
            for (line, path) in paths.iter().filter(|(_, path)| words.iter().any(|word| is_below(path, word)))
            {
                broken.push(format!("{}:{line}: {law}, but {room} names {path}", module.file.display()));
            }
        }
    }
    assert!(broken.is_empty(), "\n{}\n", broken.join("\n"));
}

#[test]
fn every_file_says_what_it_owns_and_must_never_know() {
    let mut broken = Vec::new();
    for module in modules() {
        let file = module.file.display();
        if !module.text.starts_with("//! ") {
            broken.push(format!("{file}: the first line must be a `//!` line"));
        }
        let head: String = module.text.lines().take_while(|line| line.starts_with("//!")).collect();
        let short = module.text.lines().count() <= 20 || module.path == ["lib"];
        let says_it = head.contains("Owns") && head.to_lowercase().contains("never know");
        if !short && !says_it {
            broken.push(format!("{file}: the `//!` lines must say what the file owns and must never know"));
        }
    }
    assert!(broken.is_empty(), "\n{}\n", broken.join("\n"));
}

#[test]
fn the_reader_of_paths_sees_what_stands_there() {
    let code = without_comments_and_strings(
        "use a::{b, c::{self, d}};\n// x::y\nlet s = \"p::q\\\"\"; let c = '\"'; fn f<'a>(v: &'a t::U) { n!(o != 1) r#\"z::z\"# }\n",
    );
    let found: Vec<String> =
        paths(&code).into_iter().map(|(line, path)| format!("{line} {}", path.join("::"))).collect();
    for path in ["1 a::b", "1 a::c::self", "1 a::c::d", "3 t::U", "3 n!", "3 o"] {
        assert!(found.iter().any(|f| f == path), "{path} in {found:?}");
    }
    assert!(
        !found.iter().any(|f| f.contains("x::y") || f.contains("p::q") || f.contains("z::z")),
        "{found:?}"
    );
}

#[test]
fn the_table_is_sound() {
    let dependencies = dependencies();
    for room in ROOMS {
        for entry in room.may_import {
            let name = entry.trim_end_matches("::*");
            let known = ROOMS.iter().any(|room| room.name == name) || dependencies.contains(name);
            assert!(known, "{} may import {entry}, which is neither a room nor a dependency", room.name);
        }
    }
}
