//! Three in a row in three dimensions: the 49 lines one by one, whole games against a model, any keys at all.

use zxtap::machine::keyboard::Key;

use crate::game::Game;

/// The marks of the 27 cells: 1 for X, -1 for O.
type Cube = [i32; 27];

fn start() -> Game {
    let mut game = Game::start("three3d", "X's move");
    game.asks("X's move");
    game
}

/// A move as the program takes it.
fn spelled(cell: usize) -> String {
    format!("{}{}", ['a', 'b', 'c'][cell / 9], cell % 9 + 1)
}

/// All lines of three, by coordinates: from a cell along a direction of which no opposite is taken.
fn lines() -> Vec<[usize; 3]> {
    let mut lines = Vec::new();
    for direction in 14..27 {
        let step = [direction % 3 - 1, direction / 3 % 3 - 1, direction / 9 - 1];
        for cell in 0..27 {
            let at = |n: i32| {
                let place = [cell % 3, cell / 3 % 3, cell / 9];
                let moved: [i32; 3] = std::array::from_fn(|i| place[i] + n * step[i]);
                moved
                    .iter()
                    .all(|c| (0..3).contains(c))
                    .then(|| (moved[0] + 3 * moved[1] + 9 * moved[2]) as usize)
            };
            if let (Some(a), Some(b), Some(c)) = (at(0), at(1), at(2)) {
                lines.push([a, b, c]);
            }
        }
    }
    lines
}

/// How many lines X and O have completed.
fn totals(cube: &Cube) -> (i32, i32) {
    let of = |mark| lines().iter().filter(|line| line.iter().all(|&cell| cube[cell] == mark)).count() as i32;
    (of(1), of(-1))
}

impl Game {
    /// Types a move and waits until the program asks for the next one.
    fn move_to(&mut self, cell: usize, next: &str) {
        self.type_text(&spelled(cell));
        self.press('\n');
        self.machine.run_frames(20);
        self.asks(next);
    }

    /// Waits for words in the lower screen and, where they ask for a line, for the cursor: until it shows, the ROM still
    /// takes a letter for a keyword.
    fn asks(&mut self, words: &str) {
        self.wait_until(words, |rows| {
            let row = rows[23].trim_end();
            row.starts_with(words) && (row.ends_with('L') || !row.contains("move"))
        });
    }

    fn told(&self) -> (i32, i32) {
        (self.number("sx"), self.number("so"))
    }

    /// The totals as the screen shows them.
    fn shown(&self) -> (String, String) {
        let of = |row: usize| {
            self.machine.screen_text()[row].chars().take(12).collect::<String>().trim().to_owned()
        };
        (of(1), of(3))
    }
}

fn words((x, o): (i32, i32)) -> (String, String) {
    let of = |mark, n| format!("{mark} {n} line{}", if n == 1 { "" } else { "s" });
    (of('X', x), of('O', o))
}

#[test]
pub(crate) fn there_are_49_lines() {
    let mut lines = lines();
    lines.iter_mut().for_each(|line| line.sort_unstable());
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 49);
    assert_eq!(lines.iter().filter(|line| line.contains(&13)).count(), 13);
}

/// Two cells of each line are poked, the third is played: that line counts once, for who completed it, and no other.
#[test]
pub(crate) fn each_of_the_49_lines_counts_once() {
    let x_to_move = start();
    for (n, line) in lines().iter().enumerate() {
        let mut last = line[n % 3];
        if last == 13 {
            last = line[(n + 1) % 3]; // the first move may not take the centre
        }
        let aside = (0..27).find(|cell| !line.contains(cell) && *cell != 13).unwrap();
        for mark in [1, -1] {
            let mut game = x_to_move.clone();
            let mut cube = [0; 27];
            if mark == -1 {
                game.move_to(aside, "O's move");
                cube[aside] = 1;
            }
            for &cell in line.iter().filter(|&&cell| cell != last) {
                game.poke_array('a', cell + 1, mark as i16);
                cube[cell] = mark;
            }
            game.move_to(last, if mark == 1 { "O's move" } else { "X's move" });
            cube[last] = mark;
            let once = if mark == 1 { (1, 0) } else { (0, 1) };
            assert_eq!(totals(&cube), once);
            assert_eq!(game.array('a'), cube, "{line:?}");
            assert_eq!((game.told(), game.shown()), (once, words(once)), "{line:?}\n{}", game.screen());
            assert!(
                game.shows(&format!("takes {}: 1 line!", spelled(last).to_uppercase())),
                "{}",
                game.screen()
            );
        }
    }
}

/// The same pseudo-random numbers every time.
struct Random(u32);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 16) as usize % n
    }
}

/// Where the mark of a cell is printed, worked out from how the boards are drawn.
fn place(cell: usize) -> (usize, usize) {
    let (layer, row, column) = (cell / 9, cell / 3 % 3, cell % 3);
    (14 - 6 * layer + 2 * row, 11 + 3 * layer - 2 * row + 5 * column)
}

/// A whole game by keys in an order that the seed gives.
fn play(seed: u32) {
    let mut random = Random(seed);
    let mut game = start();
    let mut cube = [0; 27];
    let mut mark = 1;
    for turn in 0..27 {
        let cells: Vec<usize> = (0..27).filter(|&c| cube[c] == 0 && (turn > 0 || c != 13)).collect();
        let cell = cells[random.below(cells.len())];
        cube[cell] = mark;
        mark = -mark;
        game.move_to(
            cell,
            match (turn, mark) {
                (26, _) => "Another game?",
                (_, 1) => "X's move",
                _ => "O's move",
            },
        );
        assert_eq!(game.array('a'), cube, "seed {seed}, turn {turn}");
        assert_eq!(game.told(), totals(&cube), "seed {seed}, turn {turn}");
        assert_eq!(game.shown(), words(totals(&cube)), "seed {seed}, turn {turn}");
        let rows: Vec<Vec<char>> =
            game.machine.screen_text().iter().map(|row| row.chars().collect()).collect();
        for (cell, &mark) in cube.iter().enumerate() {
            let (row, column) = place(cell);
            assert_eq!(
                rows[row][column],
                ['O', ' ', 'X'][(mark + 1) as usize],
                "cell {cell}\n{}",
                game.screen()
            );
        }
    }
    let (x, o) = totals(&cube);
    let announced = match x - o {
        0 => format!("A draw: {x} lines each"),
        1.. => format!("X wins by {x} to {o}"),
        _ => format!("O wins by {o} to {x}"),
    };
    assert_eq!(game.row(21), announced);
    game.press(if seed.is_multiple_of(2) { 'y' } else { 'n' });
    if seed.is_multiple_of(2) {
        game.wait("X's move");
        assert_eq!(game.array('a'), [0; 27]);
    } else {
        assert!(game.machine.run_until_report(100));
        assert_eq!(game.machine.report().unwrap().code, '9');
    }
}

#[test]
pub(crate) fn whole_games_agree_with_the_model() {
    (1..=4).for_each(play);
}

#[test]
#[ignore = "a hundred games: a minute or so; see CONTRIBUTING.md"]
pub(crate) fn a_hundred_games_agree_with_the_model() {
    (101..=200).for_each(play);
}

#[test]
pub(crate) fn what_is_no_move_is_told_and_asked_again() {
    let mut game = start();
    for (typed, message) in [
        ("b5", "The first move may not be B5"),
        ("", "Type a layer and a square: B5"),
        ("d1", "No such layer: A, B or C"),
        ("5", "No such layer: A, B or C"),
        ("5b", "No such layer: A, B or C"),
        ("a", "Which square? 1 to 9"),
        ("a0", "No such square: 1 to 9"),
        ("bb", "No such square: 1 to 9"),
        ("b55", "Too long: B5 is a move"),
        (" b5", "Too long: B5 is a move"),
    ] {
        game.type_text(typed);
        game.press('\n');
        game.wait(message);
        game.asks("X's move");
        assert_eq!(game.row(21), message);
        // It flashes.
        assert_eq!(game.machine.peek(0x5800 + 32 * 21) & 0x80, 0x80);
        assert_eq!(game.array('a'), [0; 27]);
    }
    game.type_text("A1\n");
    game.asks("O's move");
    game.type_text("a1\n");
    game.wait("A1 is taken");
    game.asks("O's move");
    game.type_text("B5\n");
    game.asks("X's move");
    assert_eq!(game.row(21), "O takes B5");
    game.type_text("R\n");
    game.machine.run_frames(20);
    game.asks("X's move");
    assert_eq!((game.array('a'), game.number("moves")), ([0; 27], 0));
}

#[test]
pub(crate) fn a_line_that_runs_over_the_board_does_no_harm() {
    let mut game = start();
    game.type_text("c9\n");
    game.asks("O's move");
    let before = game.machine.screen_text();
    game.type_text(&"x".repeat(300));
    game.press('\n');
    game.wait("Too long");
    game.asks("O's move");
    assert_eq!(game.machine.screen_text()[..21], before[..21], "\n{}", game.screen());
}

/// 200 keys of all kinds, with either shift or both, but not BREAK and not cursor down.
fn hammer(seed: u32) {
    let mut random = Random(seed);
    let mut game = start();
    let keys: Vec<Key> =
        ('a'..='z').chain('0'..='9').chain(" \n".chars()).map(|c| Key::of(c).unwrap()).collect();
    for n in 0..200 {
        let chord = match random.below(10) {
            0 => vec![Key::CAPS, Key::SYMBOL],
            1 => vec![Key::SYMBOL, keys[random.below(keys.len())]],
            2 => vec![Key::CAPS, keys[random.below(keys.len())]],
            3 | 4 => vec![Key::ENTER],
            5 => vec![Key::of(['a', 'b', 'c'][random.below(3)]).unwrap()],
            _ => vec![keys[random.below(keys.len())]],
        };
        if chord == Key::chord("break").unwrap() || chord == Key::chord("down").unwrap() {
            continue;
        }
        game.machine.tap(&chord);
        game.machine.run_frames(if chord[0] == Key::ENTER { 60 } else { 0 });
        assert!(game.machine.report().is_none(), "seed {seed}, key {n}: {:?}\n{}", chord, game.screen());
    }
    // The game still goes on: whatever is being typed, after the end of it a message and a prompt come.
    game.machine.run_frames(300);
    assert!(game.machine.report().is_none(), "seed {seed}\n{}", game.screen());
}

#[test]
pub(crate) fn no_keys_make_a_report() {
    (1..=6).for_each(hammer);
}

#[test]
#[ignore = "a hundred times 200 keys: a minute or so; see CONTRIBUTING.md"]
pub(crate) fn no_keys_make_a_report_a_hundred_times() {
    (101..=200).for_each(hammer);
}
