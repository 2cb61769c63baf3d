//! `zxtap run` on a terminal, played through tmux: `cargo test --test terminal -- --ignored`.

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A shell in a tmux of its own, in an empty folder.
struct Shell {
    folder: TempDir,
    name: String,
}

impl Shell {
    fn new(name: &str, columns: u16, rows: u16) -> Shell {
        let shell =
            Shell { folder: TempDir::new().unwrap(), name: format!("zxtap-{name}-{}", std::process::id()) };
        let (columns, rows) = (columns.to_string(), rows.to_string());
        let folder = shell.folder.path().to_str().unwrap().to_owned();
        shell.tmux(&[
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            &columns,
            "-y",
            &rows,
            "-c",
            &folder,
            "sh",
        ]);
        shell
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let output =
            Command::new("tmux").args(["-L", &self.name]).args(arguments).output().expect("tmux is there");
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys", "--"], keys].concat());
    }

    fn command(&self, line: &str) {
        self.keys(&[line, "Enter"]);
    }

    fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Waits until `text` is on the screen.
    fn wait(&self, text: &str) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if screen.contains(text) {
                return screen;
            }
            assert!(start.elapsed() < Duration::from_secs(20), "{text:?} did not come:\n{screen}");
            sleep(Duration::from_millis(50));
        }
    }

    /// Starts the program and remembers the settings of the terminal.
    fn run(&self, program: &str) {
        fs::write(self.folder.path().join("a.bas"), program).unwrap();
        self.command(&format!("stty -a > before; {} run a.bas; echo exit $?", env!("CARGO_BIN_EXE_zxtap")));
    }

    /// The terminal is as it was: its settings, the cursor, the main screen.
    fn is_restored(&self) {
        self.command("stty -a > after; cmp before after && echo sa\"\"me");
        self.wait("same");
        let flags = self.tmux(&["display-message", "-p", "#{cursor_flag} #{alternate_on} #{keypad_flag}"]);
        assert_eq!(flags.trim(), "1 0 0");
    }

    fn process(&self) -> String {
        let pane = self.tmux(&["display-message", "-p", "#{pane_pid}"]);
        let output = Command::new("pgrep").args(["-P", pane.trim()]).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        let mut command = Command::new("tmux");
        let _ = command.args(["-L", &self.name, "kill-server"]).stderr(Stdio::null()).status();
    }
}

/// The letters of a window of 64 columns have double width.
fn wide(text: &str) -> String {
    text.chars()
        .map(|c| if c == ' ' { "  ".into() } else { char::from_u32(c as u32 + 0xFEE0).unwrap().to_string() })
        .collect()
}

const ECHO: &str = "10 PRINT \"ready\"\n20 LET k$=INKEY$: IF k$=\"\" THEN GO TO 20\n\
                    30 PRINT \"key \";CODE k$: IF k$=\"q\" THEN STOP\n40 IF INKEY$<>\"\" THEN GO TO 40\n50 GO TO 20\n";

#[test]
#[ignore = "needs tmux"]
fn keys_arrive_and_the_report_is_shown_at_the_end() {
    let shell = Shell::new("keys", 80, 26);
    shell.run(ECHO);
    shell.wait(&wide("ready"));
    for (key, code) in [("a", 97), ("A", 65), ("?", 63), ("Left", 8), ("Enter", 13), ("BSpace", 12)] {
        shell.keys(&[key]);
        shell.wait(&wide(&format!("key {code}")));
    }
    shell.keys(&["q"]);
    let screen = shell.wait("9 STOP statement, 30:3");
    assert!(screen.contains(&wide("key 113")), "the last picture stays:\n{screen}");
    shell.wait("exit 0");
    shell.is_restored();
}

#[test]
#[ignore = "needs tmux"]
fn the_window_decides_how_it_looks() {
    for (columns, rows, sign) in
        [(80, 26, wide("ready")), (40, 26, "ready".into()), (130, 50, "⣒".into()), (140, 100, "▟".into())]
    {
        let shell = Shell::new(&format!("size{columns}x{rows}"), columns, rows);
        shell.run(ECHO);
        shell.wait(&sign);
        // `Program: a` comes first and has the same signs.
        sleep(Duration::from_secs(1));
        shell.keys(&["C-c"]);
        shell.wait("left while running line 20");
        shell.is_restored();
    }
}

#[test]
#[ignore = "needs tmux"]
fn a_signal_gives_the_terminal_back() {
    for signal in ["TERM", "HUP", "INT", "QUIT"] {
        let shell = Shell::new(signal, 80, 26);
        shell.run(ECHO);
        shell.wait(&wide("ready"));
        assert!(
            Command::new("kill").args([&format!("-{signal}"), &shell.process()]).status().unwrap().success()
        );
        shell.wait("ended by a signal");
        shell.wait("exit 2");
        shell.is_restored();
    }
}

#[test]
#[ignore = "needs tmux"]
fn an_error_is_shown_on_the_source() {
    let shell = Shell::new("error", 80, 30);
    shell.run("10 PRINT nothing\n");
    let screen = shell.wait("exit 1");
    assert!(screen.contains("`nothing` has no value yet"), "{screen}");
    shell.is_restored();
}

#[test]
#[ignore = "needs tmux"]
fn a_terminal_that_goes_away_takes_the_machine_with_it() {
    let shell = Shell::new("gone", 100, 40);
    // By itself in the window, so that nobody but the terminal can end it.
    fs::write(shell.folder.path().join("a.bas"), "10 PRINT \"on and on\"\n20 GO TO 20\n").unwrap();
    shell.command(&format!("exec {} run a.bas", env!("CARGO_BIN_EXE_zxtap")));
    shell.wait(&wide("on and on"));
    let process = shell.tmux(&["display-message", "-p", "#{pane_pid}"]);
    shell.tmux(&["kill-server"]);
    let start = Instant::now();
    while Command::new("kill").args(["-0", process.trim()]).stderr(Stdio::null()).status().unwrap().success()
    {
        assert!(start.elapsed() < Duration::from_secs(10), "it runs on without a terminal");
        sleep(Duration::from_millis(100));
    }
}
