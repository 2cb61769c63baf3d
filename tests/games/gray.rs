//! Gray: the rule that weighs squares, searched whole, and the program that plays it.
//!
//! The figures of `docs/gray.md` come from here.

use std::collections::BTreeMap;

use zxtap::tris::{Board, LINES, Mark, Verdict};

use crate::game::Game;

/// What a square is worth before anybody has moved there.
const WEIGHTS: [i32; 9] = [2, 1, 2, 1, 3, 1, 2, 1, 2];

type Squares = [Option<Mark>; 9];

/// What each empty square is worth to `own`.
fn values(board: &Squares, own: Mark) -> [Option<i32>; 9] {
    std::array::from_fn(|square| {
        board[square].is_none().then(|| {
            LINES
                .iter()
                .filter(|line| line.contains(&square))
                .map(|line| {
                    let (mut sum, mut sign) = (0, 1);
                    for &n in line {
                        sum += WEIGHTS[n];
                        match board[n] {
                            None => (),
                            Some(mark) if mark == own => sum += 2,
                            Some(_) => {
                                sum += 1;
                                sign = -sign;
                            }
                        }
                    }
                    sign * sum
                })
                .sum()
        })
    })
}

/// The squares among which the rule lets chance decide.
fn best(board: &Squares, own: Mark) -> Vec<usize> {
    let values = values(board, own);
    let top = values.iter().max().copied().flatten();
    (0..9).filter(|&n| values[n].is_some() && values[n] == top).collect()
}

fn empty(board: &Squares) -> Vec<usize> {
    (0..9).filter(|&n| board[n].is_none()).collect()
}

fn placed(board: &Squares, square: usize, mark: Mark) -> Squares {
    let mut next = *board;
    next[square] = Some(mark);
    next
}

/// The squares on which `mark` wins at once.
fn wins(board: &Squares, mark: Mark) -> Vec<usize> {
    let won = |square: &usize| !Board(placed(board, *square, mark)).lines(mark).is_empty();
    empty(board).into_iter().filter(won).collect()
}

/// What the whole search finds.
#[derive(Debug, Default)]
struct Search {
    won: usize,
    lost: usize,
    drawn: usize,
    /// The games that the rule loses, as the squares in turn, counted from 1.
    losing: Vec<Vec<usize>>,
    /// The positions in which the rule is to move, and by how the game can come to them.
    met: BTreeMap<Squares, Vec<usize>>,
}

impl Search {
    /// All games in which the rule has this mark; each of several equal squares is a branch.
    fn of(own: Mark) -> Search {
        let mut search = Search::default();
        search.explore([None; 9], Mark::X, own, &mut Vec::new());
        search.losing.sort_by_key(|game| (game.len(), game.clone()));
        search
    }

    fn explore(&mut self, board: Squares, mover: Mark, own: Mark, game: &mut Vec<usize>) {
        let squares = if mover == own {
            self.met.entry(board).or_insert_with(|| game.clone());
            best(&board, own)
        } else {
            empty(&board)
        };
        for square in squares {
            let next = placed(&board, square, mover);
            game.push(square + 1);
            match Board(next).verdict() {
                Verdict::Win { winner, .. } if winner == own => self.won += 1,
                Verdict::Win { .. } => {
                    self.lost += 1;
                    self.losing.push(game.clone());
                }
                Verdict::Draw => self.drawn += 1,
                _ => self.explore(next, mover.other(), own, game),
            }
            game.pop();
        }
    }

    /// In how many positions that it meets can the rule win at once; in how many does it perhaps not, in how many
    /// surely not.
    fn passed_over_wins(&self, own: Mark) -> [usize; 3] {
        passed_over(self.met.keys().map(|board| (best(board, own), wins(board, own))))
    }

    /// The same for blocks, in the positions in which the rule cannot win but the other could.
    fn passed_over_blocks(&self, own: Mark) -> [usize; 3] {
        let boards = self.met.keys().filter(|board| wins(board, own).is_empty());
        passed_over(boards.map(|board| (best(board, own), wins(board, own.other()))))
    }
}

/// Of pairs (squares the rule may take, squares it should take): those with a square it should take, those in which it
/// may take another, those in which it must.
fn passed_over(pairs: impl Iterator<Item = (Vec<usize>, Vec<usize>)>) -> [usize; 3] {
    let mut counts = [0; 3];
    for (taken, right) in pairs.filter(|(_, right)| !right.is_empty()) {
        counts[0] += 1;
        counts[1] += usize::from(taken.iter().any(|n| !right.contains(n)));
        counts[2] += usize::from(taken.iter().all(|n| !right.contains(n)));
    }
    counts
}

/// `x` is X, `o` is O, other characters are empty squares.
fn squares(text: &str) -> Squares {
    let mut marks = text.chars().filter(|c| !c.is_whitespace()).map(|c| match c {
        'X' => Some(Mark::X),
        'O' => Some(Mark::O),
        _ => None,
    });
    std::array::from_fn(|_| marks.next().unwrap())
}

/// Three rows of values, `X` and `O` where a mark stands, as `docs/gray.md` shows them.
fn table(board: &Squares, own: Mark) -> String {
    let cells: Vec<String> = (0..9)
        .map(|n| match (board[n], values(board, own)[n]) {
            (Some(mark), _) => mark.to_string(),
            (None, value) => value.unwrap().to_string(),
        })
        .collect();
    cells.chunks(3).map(|row| format!("{:>4}{:>4}{:>4}\n", row[0], row[1], row[2])).collect()
}

#[test]
pub(crate) fn the_values_are_those_of_the_rule_s_author() {
    let numbers = |text, own| values(&squares(text), own).map(|value| value.unwrap_or(99));
    assert_eq!(numbers("--- --- ---", Mark::X), [17, 10, 17, 10, 24, 10, 17, 10, 17]);
    assert_eq!(numbers("--- -X- ---", Mark::O), [2, -1, 2, -1, 99, -1, 2, -1, 2]);
}

/// Everything that `docs/gray.md` says in figures, recomputed; the page holds each of these pieces.
#[test]
pub(crate) fn the_page_on_gray_says_what_the_search_finds() {
    let page = std::fs::read_to_string("docs/gray.md").unwrap();
    let holds = |piece: &str| assert!(page.contains(piece), "docs/gray.md does not say\n{piece}");
    let (first, second) = (Search::of(Mark::X), Search::of(Mark::O));
    let row = |name: &str, first: usize, second: usize| holds(&format!("| {name} | {first} | {second} |"));
    row("games", first.won + first.lost + first.drawn, second.won + second.lost + second.drawn);
    row("won", first.won, second.won);
    row("lost", first.lost, second.lost);
    row("drawn", first.drawn, second.drawn);
    row("positions in which the rule is to move", first.met.len(), second.met.len());
    let (first_wins, second_wins) = (first.passed_over_wins(Mark::X), second.passed_over_wins(Mark::O));
    row("it could win at once", first_wins[0], second_wins[0]);
    row("it may take another square than a winning one", first_wins[1], second_wins[1]);
    row("it must, whatever chance says", first_wins[2], second_wins[2]);
    let (first_blocks, second_blocks) =
        (first.passed_over_blocks(Mark::X), second.passed_over_blocks(Mark::O));
    row("it cannot win and has to block", first_blocks[0], second_blocks[0]);
    row("it may take a square that does not block", first_blocks[1], second_blocks[1]);
    row("it must do so, whatever chance says", first_blocks[2], second_blocks[2]);

    // The figures that were claimed for the rule.
    assert_eq!((first.won + first.lost + first.drawn, first.lost), (384, 8));
    assert_eq!((second.won + second.lost + second.drawn, second.lost, second.drawn), (2192, 168, 304));
    assert_eq!((first.met.len(), first_wins[1], first_blocks[1]), (317, 60, 8));
    assert_eq!((second.met.len(), second_wins[1], second_blocks[1]), (1065, 176, 32));

    let spelled = |game: &[usize]| game.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    for (search, own) in [(&first, Mark::X), (&second, Mark::O)] {
        let shortest = &search.losing[0];
        let as_short = search.losing.iter().filter(|game| game.len() == shortest.len()).count();
        holds(&format!("`{}`", spelled(shortest)));
        holds(&format!("{as_short} games of {} moves", shortest.len()));
        // The values before each of the rule's moves in that game.
        let mut board = [None; 9];
        let mut mover = Mark::X;
        for square in shortest {
            if mover == own {
                assert!(best(&board, own).contains(&(square - 1)));
                holds(&table(&board, own));
            }
            board = placed(&board, square - 1, mover);
            mover = mover.other();
        }
    }
    // The example of a win passed over.
    let board = squares("--- -XX O-O");
    assert!(first.met.contains_key(&board));
    assert_eq!((best(&board, Mark::X), wins(&board, Mark::X)), (vec![7], vec![3]));
    holds(&table(&board, Mark::X));
}

fn number(square: Option<Mark>) -> i16 {
    match square {
        None => 0,
        Some(Mark::X) => 1,
        Some(Mark::O) => 2,
    }
}

/// The program where a person may move and the values are not shown; it has this mark.
fn start(own: Mark) -> Game {
    let mut game = Game::start("gray", "Who begins?");
    game.press(if own == Mark::X { '2' } else { '1' });
    game.wait("Your move");
    game
}

/// Pokes boards into the program, has it show the values, and compares them with the model and with the screen.
fn compare_values(own: Mark, step: usize) -> usize {
    let game = start(own);
    let boards = Search::of(own).met;
    let mut compared = 0;
    for board in boards.keys().step_by(step) {
        let mut game = game.clone();
        for (n, square) in board.iter().enumerate() {
            game.poke_array('b', n + 1, number(*square));
        }
        // The marks on the screen are of no account: only squares that are empty on the board are written to.
        game.press('v');
        game.machine.run_frames(20);
        game.wait_until("the values", |rows| {
            rows[18].trim() == "Your move: press 1 to 9" && shown(rows, board)
        });
        // Until then it centres its message.
        game.machine.run_frames(20);
        let expected = values(board, own);
        let stored: [i32; 9] = game.array('v');
        let rows = game.machine.screen_text();
        for n in (0..9).filter(|&n| board[n].is_none()) {
            assert_eq!(Some(stored[n]), expected[n], "square {}\n{}", n + 1, Board(*board));
            assert_eq!(written(&rows, n), expected[n].unwrap().to_string(), "\n{}", game.screen());
        }
        assert_eq!(Some(game.number("top")), expected.iter().max().copied().flatten());
        compared += 1;
    }
    compared
}

/// What is written in the third line of a square.
fn written(rows: &[String; 24], square: usize) -> String {
    rows[5 + square / 3 * 5].chars().skip(9 + square % 3 * 5).take(4).collect::<String>().trim().to_owned()
}

/// Whether the last value that is written stands there.
fn shown(rows: &[String; 24], board: &Squares) -> bool {
    empty(board).last().is_some_and(|&n| written(rows, n).parse::<i32>().is_ok())
}

#[test]
pub(crate) fn the_program_s_values_are_the_model_s() {
    assert!(compare_values(Mark::X, 20) >= 15);
    assert!(compare_values(Mark::O, 20) >= 50);
}

#[test]
#[ignore = "all 1,382 positions that the rule can meet: a minute or so; see CONTRIBUTING.md"]
pub(crate) fn the_program_s_values_are_the_model_s_everywhere() {
    assert_eq!(compare_values(Mark::X, 1) + compare_values(Mark::O, 1), 317 + 1065);
}

/// Plays a game against the program; the person takes the empty square that `pick` points to. Gives the verdict.
fn play(own: Mark, pick: &mut impl FnMut(usize) -> usize) -> Verdict {
    let mut game = Game::start("gray", "Who begins?");
    game.press(if own == Mark::X { '2' } else { '1' });
    let mut board = [None; 9];
    let mut mover = Mark::X;
    loop {
        if mover == own {
            game.wait_until("an answer", |rows| {
                rows[19].contains("Gray chose")
                    && !rows[18].contains("You chose")
                    && !rows[18].contains("Who")
            });
            game.machine.run_frames(2);
            let now: [i32; 9] = game.array('b');
            let changed: Vec<usize> = (0..9).filter(|&n| now[n] != i32::from(number(board[n]))).collect();
            assert_eq!(changed.len(), 1, "\n{}", game.screen());
            let choices = best(&board, own);
            assert!(choices.contains(&changed[0]), "{changed:?} of {choices:?}\n{}", game.screen());
            let value = values(&board, own)[changed[0]].unwrap();
            let mut told = format!("Gray chose {}: value {value}", changed[0] + 1);
            if choices.len() > 1 {
                told += &format!(", one of {}", choices.len());
            }
            assert_eq!(game.row(19), told);
            board = placed(&board, changed[0], own);
        } else {
            game.wait("Your move");
            let squares = empty(&board);
            let square = squares[pick(squares.len())];
            game.press(char::from(b'1' + square as u8));
            board = placed(&board, square, mover);
        }
        let verdict = Board(board).verdict();
        let words = match verdict {
            Verdict::Win { winner, .. } if winner == own => "Three in a row: Gray wins",
            Verdict::Win { .. } => "Three in a row: you win!",
            Verdict::Draw => "A draw: no three in a row",
            _ => {
                mover = mover.other();
                continue;
            }
        };
        game.wait(words);
        assert_eq!(game.array('b'), board.map(|square| i32::from(number(square))));
        return verdict;
    }
}

#[test]
pub(crate) fn whole_games_follow_the_rule() {
    let mut seed = 1u32;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) as usize % below
    };
    for own in [Mark::X, Mark::O] {
        for _ in 0..4 {
            play(own, &mut random);
        }
    }
}

#[test]
pub(crate) fn wrong_keys_are_forgiven_and_r_and_q_obeyed() {
    let mut game = Game::start("gray", "Who begins?");
    game.press('9');
    game.wait("Press 1 to begin, 2 to let Gray");
    game.press('1');
    game.wait("Your move");
    game.press('x');
    game.wait("Press 1 to 9, v, r or q");
    game.press('5');
    game.wait("Gray chose");
    game.wait("Your move");
    game.press('5');
    game.wait("Square 5 is taken");
    game.press('r');
    game.machine.run_frames(20);
    game.wait("Who begins?");
    assert_eq!(game.array('b'), [0; 9]);
    game.press('q');
    assert!(game.machine.run_until_report(200));
    assert_eq!(game.machine.report().unwrap().code, '9');
    assert!(game.shows("Goodbye!"));
}
