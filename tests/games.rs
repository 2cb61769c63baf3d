//! The programs in `basic/`, played on the genuine ROM by real key presses.

mod support;

use zxtap::machine::{Machine, keyboard::Key, memory::sysvar};
use zxtap::source::Source;
use zxtap::toolchain::{BuildOptions, build};

/// A game being played.
struct Game {
    machine: Machine,
}

impl Game {
    /// Builds `basic/NAME.bas`, loads it as a tape and lets it start by itself.
    fn start(name: &str) -> Game {
        let path = format!("basic/{name}.bas");
        let source = Source::new(&path, std::fs::read_to_string(&path).unwrap());
        let built = build(&source, &BuildOptions { file_stem: name.into(), ..BuildOptions::default() });
        assert!(built.diagnostics.is_empty(), "{:?}", built.diagnostics);
        let mut machine = Machine::booted();
        machine.insert_tape(built.blocks.into_iter().map(|block| block.bytes).collect());
        machine.type_keys("j\"\"\n");
        Game { machine }
    }

    /// Runs until `text` is on the screen; the test fails if it does not come in a minute of Spectrum time.
    fn wait(&mut self, text: &str) {
        for _ in 0..3000 {
            if self.shows(text) {
                return;
            }
            self.machine.frame();
        }
        panic!("{text:?} did not come:\n{}", self.screen());
    }

    fn shows(&self, text: &str) -> bool {
        self.machine.screen_text().iter().any(|row| row.contains(text))
    }

    fn screen(&self) -> String {
        self.machine.screen_text().join("\n")
    }

    fn row(&self, row: usize) -> String {
        self.machine.screen_text()[row].trim().to_owned()
    }

    /// Presses a key for as long as a finger does, and lets the program see that it is up again.
    fn press(&mut self, key: char) {
        let key = Key::of(key).unwrap();
        self.machine.press(key);
        self.machine.run_frames(8);
        self.machine.release(key);
        self.machine.run_frames(8);
    }

    /// The squares of the array `b(9)` among the variables: one letter and nine digits 0, 1, 2.
    fn board(&self) -> [u8; 9] {
        let end = self.machine.peek_word(sysvar::E_LINE);
        let mut at = self.machine.peek_word(sysvar::VARS);
        while at < end && self.machine.peek(at) != 0x80 {
            let kind = self.machine.peek(at);
            let sized = || 3 + self.machine.peek_word(at + 1);
            if kind == 0x80 | (b'b' - 0x60) {
                return std::array::from_fn(|i| self.machine.peek(at + 6 + 5 * i as u16 + 2));
            }
            at += match kind >> 5 {
                0b010 | 0b100 | 0b110 => sized(),
                0b101 => 1 + (1..).take_while(|&n| self.machine.peek(at + n) < 0x80).count() as u16 + 1 + 5,
                0b111 => 19,
                _ => 6,
            };
        }
        panic!("there is no array b");
    }

    /// Places X at `square` and waits for the answer, which must be `answer` (square and reason).
    fn play(&mut self, square: char, answer: &str) {
        self.wait("Your move");
        self.press(square);
        self.wait(&format!("O chose {answer}"));
        assert_eq!(self.row(20), format!("O chose {answer}"));
    }
}

#[test]
fn three_answers_1_5_with_2_and_9() {
    let mut game = Game::start("three");
    game.play('1', "2: first empty");
    game.play('5', "9: block");
    assert_eq!(game.board(), [1, 2, 0, 0, 1, 0, 0, 0, 2]);
}

#[test]
fn three_wins_at_8_although_it_could_block_at_9() {
    let mut game = Game::start("three");
    game.play('1', "2: first empty");
    game.play('3', "4: first empty");
    game.play('7', "5: block");
    game.play('6', "8: win");
    game.wait("O wins");
    assert_eq!(game.board(), [1, 2, 1, 2, 2, 1, 1, 2, 0]);
    assert!(!game.shows("Your move"), "a message erases the one before it:\n{}", game.screen());
}

#[test]
fn three_refuses_a_taken_square_and_takes_a_key_once() {
    let mut game = Game::start("three");
    game.play('1', "2: first empty");
    game.wait("Your move");
    game.press('2');
    game.wait("Square 2 is taken");
    assert_eq!(game.board(), [1, 2, 0, 0, 0, 0, 0, 0, 0]);
    game.press('x');
    game.wait("Press 1 to 9, r or q");
    // Held for ten seconds a key still is one press: O answers once, and nothing else happens.
    let key = Key::of('9').unwrap();
    game.machine.press(key);
    game.machine.run_frames(500);
    assert_eq!(game.board(), [1, 2, 0, 0, 2, 0, 0, 0, 1]);
    assert_eq!(game.row(19), "Your move: press 1 to 9");
    game.machine.release(key);
}

#[test]
fn three_restarts_with_r_and_stops_with_q() {
    let mut game = Game::start("three");
    game.play('5', "1: first empty");
    game.press('r');
    game.machine.run_frames(200);
    game.wait("Your move");
    assert_eq!(game.board(), [0; 9]);
    assert_eq!(game.row(20), "");
    game.press('q');
    game.wait("Goodbye");
    assert!(game.machine.run_until_report(200));
    let report = game.machine.report().unwrap();
    assert_eq!((report.code, report.line), ('9', 8030), "{report}");
}

/// The eight lines in the order of the program's DATA, squares from 0.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The square that completes the first line which `mark` can complete.
fn completing(board: &[u8; 9], mark: u8) -> Option<usize> {
    LINES.iter().find_map(|line| {
        let empty: Vec<usize> = line.iter().copied().filter(|&n| board[n] == 0).collect();
        let own = line.iter().filter(|&&n| board[n] == mark).count();
        (own == 2 && empty.len() == 1).then(|| empty[0])
    })
}

/// O's choice by the specification, written a second time, and its reason.
fn choice(board: &[u8; 9]) -> (usize, &'static str) {
    if let Some(square) = completing(board, 2) {
        (square, "win")
    } else if let Some(square) = completing(board, 1) {
        (square, "block")
    } else {
        (board.iter().position(|&b| b == 0).unwrap(), "first empty")
    }
}

fn wins(board: &[u8; 9], mark: u8) -> bool {
    LINES.iter().any(|line| line.iter().all(|&n| board[n] == mark))
}

/// Plays a whole game in which X tries the squares of `wishes` in turn, and compares every answer with the model.
/// Gives how it ended.
fn play_whole(wishes: &str) -> &'static str {
    let mut game = Game::start("three");
    let mut board = [0; 9];
    for key in wishes.chars() {
        let square = key as usize - '1' as usize;
        if board[square] != 0 {
            continue;
        }
        game.wait("Your move");
        game.press(key);
        board[square] = 1;
        let ended = if wins(&board, 1) {
            Some("you win!")
        } else if !board.contains(&0) {
            Some("draw")
        } else {
            let (answer, reason) = choice(&board);
            board[answer] = 2;
            game.wait(&format!("O chose {}: {reason}", answer + 1));
            wins(&board, 2).then_some("O wins")
        };
        game.machine.run_frames(50);
        assert_eq!(game.board(), board, "{wishes}:\n{}", game.screen());
        if let Some(end) = ended {
            game.wait(end);
            return end;
        }
    }
    panic!("{wishes} leaves the game open");
}

#[test]
fn three_plays_whole_games_as_the_model_does() {
    assert_eq!(play_whole("123456789"), "draw");
    assert_eq!(play_whole("123475689"), "O wins");
    assert_eq!(play_whole("394126758"), "you win!");
}
