//! The page docs/editing.md tells the truth: its commands give what it shows, its figures are current.

use std::fs;
use std::process::Command;

/// The fenced blocks of the page in this language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    page.split(fence.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn the_commands_give_what_the_page_shows() {
    let page = fs::read_to_string("docs/editing.md").unwrap();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("demo.bas"), blocks(&page, "basic")[0]).unwrap();
    let commands = blocks(&page, "console");
    assert!(commands.len() >= 5);
    for shown in commands {
        let mut found = String::new();
        for command in shown.lines().filter_map(|line| line.strip_prefix("$ ")) {
            let arguments = command.split(' ').skip(1);
            let zxtap = env!("CARGO_BIN_EXE_zxtap");
            let output = Command::new(zxtap).args(arguments).current_dir(folder.path()).output().unwrap();
            found += &format!("$ {command}\n");
            found += &String::from_utf8_lossy(&output.stdout);
            found += &String::from_utf8_lossy(&output.stderr);
        }
        assert_eq!(found, shown);
    }
}

#[test]
fn the_figures_of_minify_are_current() {
    let page = fs::read_to_string("docs/editing.md").unwrap();
    let folder = tempfile::tempdir().unwrap();
    for (name, least) in [("three", 20.0), ("three3d", 20.0), ("gray", 0.0), ("referee", 0.0)] {
        let output = Command::new(env!("CARGO_BIN_EXE_zxtap"))
            .args(["build", &format!("basic/{name}.bas"), "--minify", "--json", "-o"])
            .arg(folder.path().join("small.tap"))
            .output()
            .unwrap();
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let built = &document["outputs"][0];
        let before = built["minified"]["before"].as_u64().unwrap();
        let after = built["bytes"].as_u64().unwrap();
        assert_eq!(before - after, built["minified"]["saved"].as_u64().unwrap());
        let less = 100.0 * (before - after) as f64 / before as f64;
        assert!(less >= least, "{name}: only {less:.1} %");
        let row = format!("| {name} | {before} | {after} | {less:.1} % |");
        assert!(page.contains(&row), "docs/editing.md lacks {row}");
    }
}
