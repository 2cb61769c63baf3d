//! Where `renum` and `fmt` put their text, and what they leave alone.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

fn zxtap(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("zxtap").unwrap();
    command.current_dir(folder);
    command
}

const UNTIDY: &str = "5 goto 5\r\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.bas"), UNTIDY).unwrap();
    fs::write(folder.path().join("good.bas"), "  10 GO TO 10\n").unwrap();
    fs::write(folder.path().join("bad.bas"), "10 goto\n").unwrap();
    folder
}

fn text(folder: &tempfile::TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

#[test]
fn stdout_is_where_the_text_goes() {
    let folder = folder();
    zxtap(folder.path()).args(["fmt", "a.bas"]).assert().code(0).stdout("   5 GO TO 5\r\n").stderr("");
    zxtap(folder.path()).args(["renum", "a.bas"]).assert().code(0).stdout("10 goto 10\r\n").stderr("");
    zxtap(folder.path()).args(["renum", "-"]).write_stdin(UNTIDY).assert().code(0).stdout("10 goto 10\r\n");
    assert_eq!(text(&folder, "a.bas"), UNTIDY);
}

#[test]
fn check_writes_nothing_and_tells() {
    let folder = folder();
    zxtap(folder.path())
        .args(["fmt", "--check", "a.bas", "good.bas"])
        .assert()
        .code(1)
        .stdout("")
        .stderr("a.bas: 1 line would change\ngood.bas: good\n");
    zxtap(folder.path()).args(["fmt", "--check", "good.bas"]).assert().code(0);
    zxtap(folder.path()).args(["renum", "--check", "a.bas"]).assert().code(1);
    zxtap(folder.path()).args(["renum", "--check", "good.bas"]).assert().code(0);
    assert_eq!(text(&folder, "a.bas"), UNTIDY);
}

#[test]
fn write_changes_all_or_none() {
    let folder = folder();
    zxtap(folder.path()).args(["fmt", "--write", "a.bas", "bad.bas"]).assert().code(1);
    assert_eq!(text(&folder, "a.bas"), UNTIDY);
    assert_eq!(text(&folder, "bad.bas"), "10 goto\n");
    zxtap(folder.path())
        .args(["fmt", "--write", "a.bas", "good.bas"])
        .assert()
        .code(0)
        .stdout("")
        .stderr("a.bas: 1 line changed\ngood.bas: nothing to change\n");
    assert_eq!(text(&folder, "a.bas"), "   5 GO TO 5\r\n");
    zxtap(folder.path()).args(["renum", "--write", "a.bas"]).assert().code(0);
    assert_eq!(text(&folder, "a.bas"), "  10 GO TO 10\r\n");
    zxtap(folder.path())
        .args(["renum", "good.bas", "--start", "7", "-o", "new.bas"])
        .assert()
        .code(0)
        .stdout("");
    assert_eq!(text(&folder, "new.bas"), "   7 GO TO 7\n");
}

#[test]
fn a_failure_leaves_the_output_as_it_was() {
    let folder = folder();
    zxtap(folder.path()).args(["renum", "a.bas", "--start", "9000", "-o", "bad.bas"]).assert().code(0);
    assert_eq!(text(&folder, "bad.bas"), "9000 goto 9000\r\n");
    fs::write(folder.path().join("twice.bas"), "1 REM\n1 REM\n").unwrap();
    for arguments in [&["renum", "twice.bas", "-o", "a.bas"][..], &["renum", "twice.bas", "--write"]] {
        zxtap(folder.path()).args(arguments).assert().code(1);
    }
    assert_eq!(text(&folder, "a.bas"), UNTIDY);
    assert_eq!(text(&folder, "twice.bas"), "1 REM\n1 REM\n");
}

#[test]
fn wrong_usage_is_told() {
    let folder = folder();
    for arguments in [
        &["fmt"][..],
        &["fmt", "a.bas", "good.bas"],
        &["fmt", "a.bas", "good.bas", "-o", "new.bas", "--json"],
        &["fmt", "--write", "-"],
        &["fmt", "--write", "--check", "a.bas"],
        &["fmt", "none.bas"],
        &["renum", "a.bas", "--step", "0"],
        &["renum", "a.bas", "--start", "10000"],
        &["renum", "a.bas", "--range", "20"],
        &["renum", "a.bas", "--range", "20-10"],
        &["renum", "a.bas", "--range", "1-2", "--from", "3"],
        &["build", "a.bas", "--minify=rem,gzip"],
        &["renum", "a.bas", "-o", "no/such/folder"],
    ] {
        zxtap(folder.path()).args(arguments).write_stdin("").assert().code(2);
    }
    assert_eq!(text(&folder, "a.bas"), UNTIDY);
}

#[test]
fn a_tape_is_no_text() {
    let folder = folder();
    zxtap(folder.path()).args(["build", "a.bas", "-o", "a.tap"]).assert().code(0);
    for command in ["renum", "fmt"] {
        let output = zxtap(folder.path()).args([command, "a.tap"]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(said.contains("E101") && said.contains("zxtap list"), "{said}");
        assert!(output.stdout.is_empty());
    }
}
