//! Three in a row: the known games, the messages, the keys, and every game that X can play.

use zxtap::machine::keyboard::Key;
use zxtap::tris::{Board, Mark, Verdict};

use crate::game::Game;

fn start() -> Game {
    Game::start("three", "Your move")
}

impl Game {
    fn board(&self) -> [i32; 9] {
        self.array('b')
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
pub(crate) fn answers_1_5_with_2_and_9() {
    let mut game = start();
    game.play('1', "2: first empty");
    game.play('5', "9: block");
    assert_eq!(game.board(), [1, 2, 0, 0, 1, 0, 0, 0, 2]);
}

#[test]
pub(crate) fn wins_at_8_although_it_could_block_at_9() {
    let mut game = start();
    game.play('1', "2: first empty");
    game.play('3', "4: first empty");
    game.play('7', "5: block");
    game.play('6', "8: win");
    game.wait("O wins");
    assert_eq!(game.board(), [1, 2, 1, 2, 2, 1, 1, 2, 0]);
    assert!(!game.shows("Your move"), "a message erases the one before it:\n{}", game.screen());
}

#[test]
pub(crate) fn refuses_a_taken_square_and_takes_a_key_once() {
    let mut game = start();
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
pub(crate) fn restarts_with_r_and_stops_with_q() {
    let mut game = start();
    game.play('5', "1: first empty");
    game.press('r');
    game.machine.run_frames(200);
    game.wait("Your move");
    assert_eq!(game.board(), [0; 9]);
    assert_eq!(game.row(20), "");
    game.press('q');
    game.wait("Goodbye");
    assert!(game.machine.run_until_report(200));
    let report = game.report().unwrap();
    assert_eq!((report.code, report.line), ('9', 8030), "{report}");
}

/// The eight lines in the order of the program's DATA, squares from 0.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The square that completes the first line which `mark` can complete.
fn completing(board: &[i32; 9], mark: i32) -> Option<usize> {
    LINES.iter().find_map(|line| {
        let empty: Vec<usize> = line.iter().copied().filter(|&n| board[n] == 0).collect();
        let own = line.iter().filter(|&&n| board[n] == mark).count();
        (own == 2 && empty.len() == 1).then(|| empty[0])
    })
}

/// O's choice by the specification, written a second time, and its reason.
fn choice(board: &[i32; 9]) -> (usize, &'static str) {
    if let Some(square) = completing(board, 2) {
        (square, "win")
    } else if let Some(square) = completing(board, 1) {
        (square, "block")
    } else {
        (board.iter().position(|&b| b == 0).unwrap(), "first empty")
    }
}

/// What the rules say of a board.
fn verdict(board: &[i32; 9]) -> Verdict {
    Board(board.map(|square| [None, Some(Mark::X), Some(Mark::O)][square as usize])).verdict()
}

/// How many games ended how, and why O moved as it did.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    o_wins: usize,
    x_wins: usize,
    draws: usize,
    win: usize,
    block: usize,
    first_empty: usize,
}

impl Tally {
    /// All games there are, as the issue of this program counts them.
    const WHOLE: Tally =
        Tally { o_wins: 395, x_wins: 67, draws: 187, win: 395, block: 320, first_empty: 132 };
}

/// Plays on from a board on which X is to move, by the model alone or with a game that must do the same. `squares` are
/// those that X tries, in turn.
fn explore(board: [i32; 9], game: Option<&Game>, squares: &[usize], tally: &mut Tally) {
    for &square in squares.iter().filter(|&&square| board[square] == 0) {
        let mut next = board;
        next[square] = 1;
        let mut answer = None;
        let mut after = verdict(&next);
        if after == (Verdict::InProgress { next: Mark::O }) {
            let (reply, reason) = choice(&next);
            next[reply] = 2;
            answer = Some((reply, reason));
            *match reason {
                "win" => &mut tally.win,
                "block" => &mut tally.block,
                _ => &mut tally.first_empty,
            } += 1;
            after = verdict(&next);
        }
        let words = match &after {
            Verdict::Win { winner: Mark::X, .. } => "Three in a row: you win!",
            Verdict::Win { winner: Mark::O, .. } => "Three in a row: O wins",
            Verdict::Draw => "A draw: no three in a row",
            Verdict::InProgress { .. } => "Your move: press 1 to 9",
            Verdict::Illegal(reason) => panic!("{reason}: {next:?}"),
        };
        let played = game.map(|game| {
            let mut game = game.clone();
            game.press(char::from(b'1' + square as u8));
            game.wait_until(words, |rows| rows[19].trim() == words);
            game.machine.run_frames(4);
            assert_eq!(game.board(), next, "\n{}", game.screen());
            let told =
                answer.map_or(String::new(), |(reply, reason)| format!("O chose {}: {reason}", reply + 1));
            assert_eq!(game.row(20), told, "\n{}", game.screen());
            let (winner, line) = match &after {
                Verdict::Win { winner, lines } => (*winner as i32 + 1, lines[0].number() as i32),
                _ => (0, 0),
            };
            assert_eq!((game.number("winner"), game.number("wl")), (winner, line), "\n{}", game.screen());
            game
        });
        match after {
            Verdict::Win { winner: Mark::X, .. } => tally.x_wins += 1,
            Verdict::Win { winner: Mark::O, .. } => tally.o_wins += 1,
            Verdict::Draw => tally.draws += 1,
            _ => explore(next, played.as_ref(), squares, tally),
        }
    }
}

#[test]
pub(crate) fn the_model_has_649_games() {
    let mut tally = Tally::default();
    explore([0; 9], None, &[0, 1, 2, 3, 4, 5, 6, 7, 8], &mut tally);
    assert_eq!(tally, Tally::WHOLE);
}

/// All games in which X uses only six squares: 1, 2, 4, 5, 7 and 9.
#[test]
pub(crate) fn some_games_go_as_in_the_model() {
    let (mut tally, mut expected) = (Tally::default(), Tally::default());
    let squares = [0, 1, 3, 4, 6, 8];
    explore([0; 9], None, &squares, &mut expected);
    explore([0; 9], Some(&start()), &squares, &mut tally);
    assert_eq!(tally, expected);
    assert!((tally.x_wins, tally.o_wins, tally.draws) == (3, 30, 20), "{tally:?}");
}

#[test]
#[ignore = "all 649 games: a minute or so; see CONTRIBUTING.md"]
pub(crate) fn every_game_goes_as_in_the_model() {
    let mut tally = Tally::default();
    explore([0; 9], Some(&start()), &[0, 1, 2, 3, 4, 5, 6, 7, 8], &mut tally);
    println!("{tally:?}");
    assert_eq!(tally, Tally::WHOLE);
}
