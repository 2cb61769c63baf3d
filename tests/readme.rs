//! The README tells the truth: its commands, its example, its links.

use std::fs;
use std::path::Path;
use std::process::Command;

fn readme() -> String {
    fs::read_to_string("README.md").unwrap()
}

/// The fenced blocks of the README in this language, in order.
fn blocks(language: &str) -> Vec<String> {
    let readme = readme();
    let fence = format!("```{language}\n");
    readme.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

/// The words of the README's first command behind `--`: what zxtap is called with.
fn build_arguments() -> Vec<String> {
    let blocks = blocks("sh");
    let commands: Vec<&str> = blocks[0].lines().collect();
    assert_eq!(commands.len(), 2, "the README has two commands: {commands:?}");
    assert_eq!(commands[1], "cargo test");
    let arguments = commands[0].strip_prefix("cargo run --release -- ").expect("the first command builds");
    arguments.split(' ').map(str::to_owned).collect()
}

fn zxtap() -> Command {
    Command::new(env!("CARGO_BIN_EXE_zxtap"))
}

#[test]
fn the_first_command_builds_the_tape_that_is_there() {
    let arguments = build_arguments();
    let [build, source, o, tape] = &arguments[..] else { panic!("{arguments:?}") };
    assert_eq!((build.as_str(), o.as_str()), ("build", "-o"));
    assert!(Path::new(source).is_file(), "{source} is there");
    assert!(Path::new(tape).parent().unwrap().is_dir(), "the folder of {tape} is there");
    let folder = tempfile::tempdir().unwrap();
    let fresh = folder.path().join("fresh.tap");
    let output = zxtap().args(["build", source, "-o"]).arg(&fresh).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(fs::read(&fresh).unwrap() == fs::read(tape).unwrap(), "{tape} is not current: build it again");
}

#[test]
fn the_example_is_what_happens() {
    let folder = tempfile::tempdir().unwrap();
    let build = || {
        let output = zxtap().args(["build", "hello.bas"]).current_dir(folder.path()).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let (source, said) = (&blocks("basic")[0], blocks("text"));
    fs::write(folder.path().join("hello.bas"), source).unwrap();
    assert_eq!(build(), said[0]);
    fs::write(folder.path().join("hello.bas"), source.replace("PRNT", "PRINT")).unwrap();
    assert_eq!(build(), said[1]);
}

#[test]
fn the_exit_codes_and_commands_are_those_of_the_program() {
    let help = zxtap().arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let listed = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    for command in listed.lines().filter_map(|line| line.split_whitespace().next()).filter(|c| *c != "help") {
        assert!(readme().contains(&format!("| `zxtap {command} ")), "the README has a row for {command}");
    }
}

#[test]
fn the_programs_have_their_lines_and_seconds() {
    for name in ["three", "three3d", "gray", "referee"] {
        let folder = tempfile::tempdir().unwrap();
        let source = format!("basic/{name}.bas");
        let tape = folder.path().join("fresh.tap");
        let output = zxtap().args(["build", &source, "-o"]).arg(&tape).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let before = |unit: &str| {
            let words: Vec<&str> = said.split(unit).next().unwrap().split(' ').collect();
            words[words.len() - 1].to_owned()
        };
        let figures = format!(" | {} | {} |", before(" lines"), before(" seconds"));
        let row = readme().lines().find(|line| line.starts_with(&format!("| [{name}]("))).map(str::to_owned);
        assert!(
            row.as_ref().is_some_and(|row| row.ends_with(&figures)),
            "{name}: {row:?} must end in{figures}"
        );
    }
}

#[test]
fn every_link_leads_somewhere() {
    for file in [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "docs/language.md",
        "docs/tapes.md",
        "docs/editing.md",
        "docs/programs.md",
        "docs/audio.md",
        "docs/hardware.md",
        "docs/projects.md",
        "docs/cookbook.md",
    ] {
        let text = fs::read_to_string(file).unwrap();
        for target in text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            if target.starts_with("http") || target.starts_with('#') {
                continue;
            }
            let path = Path::new(file).parent().unwrap().join(target.split('#').next().unwrap());
            assert!(path.exists(), "{file} links to {target}, which is not there");
        }
    }
}
