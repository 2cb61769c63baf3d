//! The referee: boards of every kind, judged by the Spectrum and by the host.

use zxtap::tris::{Board, Malformed, Mark};

use crate::game::Game;

/// The words that stand below the board.
fn words(game: &Game) -> String {
    let rows = game.machine.screen_text();
    let rows: Vec<&str> = rows[18..21].iter().map(|row| row.trim()).filter(|row| !row.is_empty()).collect();
    rows.join(" ")
}

/// Types three rows and compares what the Spectrum says with what the host says. Leaves the game where it asks for
/// another board, or for the row that it refused.
fn judge(game: &mut Game, rows: [&str; 3]) {
    let text = rows.join("\n");
    let parsed = Board::parse(text.as_bytes());
    for (n, row) in (1..).zip(rows) {
        let prompt = format!("Row {n}");
        game.wait_until(&prompt, |screen| {
            screen[23].starts_with(&prompt) && screen[23].trim_end().ends_with("L")
        });
        game.type_text(row);
        game.press('\n');
        if let Err(malformed) = parsed
            && let Malformed::Squares { row, .. } | Malformed::Character { row, .. } = malformed
            && row == n
        {
            game.wait_until(&prompt, |screen| {
                screen[23].trim_end().ends_with("L") && screen[18].starts_with("malformed")
            });
            assert_eq!(words(game), format!("malformed: {malformed}"), "{text}\n{}", game.screen());
            return;
        }
    }
    let board = parsed.unwrap();
    game.wait("Q: quit");
    let told = board.verdict().to_string().replace('\n', " ");
    assert_eq!(words(game), told, "{text}\n{}", game.screen());
    // The first look at the keys may still move the variables.
    game.machine.run_frames(4);
    let squares = board.0.map(|square| match square {
        None => 0,
        Some(Mark::X) => 1,
        Some(Mark::O) => 2,
    });
    assert_eq!(game.array('b'), squares, "{text}");
    assert_eq!(lit(game), winning(&board), "{text}\n{}", game.screen());
}

/// Which squares have yellow paper in all their cells; no other cell of the board may have it.
fn lit(game: &Game) -> [bool; 9] {
    let mut cells = [0; 9];
    for row in 3..17 {
        for column in 9..23 {
            let attribute = game.machine.peek(0x5800 + 32 * row + column);
            if attribute & 0x38 == 6 << 3 {
                cells[usize::from((row - 3) / 5 * 3 + (column - 9) / 5)] += 1;
            }
        }
    }
    cells.map(|count| {
        assert!(count == 0 || count == 16, "{count} cells of a square are yellow");
        count == 16
    })
}

/// Which squares stand on a winning line.
fn winning(board: &Board) -> [bool; 9] {
    let mut squares = [false; 9];
    if let zxtap::tris::Verdict::Win { lines, .. } = board.verdict() {
        for [row, column] in lines.iter().flat_map(|line| line.squares()) {
            squares[3 * (row - 1) + column - 1] = true;
        }
    }
    squares
}

/// Board number `n` of the 19,683 fillings, spread so that neighbours in number are far from each other.
fn filling(n: usize) -> Board {
    let mut digits = n * 7919 % 19_683;
    Board(std::array::from_fn(|_| {
        let digit = digits % 3;
        digits /= 3;
        [None, Some(Mark::X), Some(Mark::O)][digit]
    }))
}

fn start() -> Game {
    Game::start("referee", "Row 1")
}

/// Judges boards one after the other, as a person would; on several machines at once.
fn judge_all(boards: &[Board]) {
    let game = start();
    let share = boards.len().div_ceil(std::thread::available_parallelism().map_or(1, |n| n.get()));
    std::thread::scope(|scope| {
        for boards in boards.chunks(share) {
            let mut game = game.clone();
            scope.spawn(move || {
                for board in boards {
                    let text = board.to_string().to_lowercase();
                    let rows: Vec<&str> = text.lines().collect();
                    judge(&mut game, [rows[0], rows[1], rows[2]]);
                    game.press('1');
                }
            });
        }
    });
}

/// A verdict in one word or two.
fn kind(board: &Board) -> String {
    let text = board.verdict().to_string();
    let lines = text.lines().count() - 1;
    format!("{} {lines}", text.lines().next().unwrap())
}

/// Fifty boards of all kinds, for the program in another form.
pub(crate) fn fifty_boards_are_judged_as_by_the_host() {
    let boards: Vec<Board> = (0..50).map(|n| filling(n * 393)).collect();
    judge_all(&boards);
}

/// 300 boards: of every kind of verdict up to thirty, and others as they come.
#[test]
pub(crate) fn three_hundred_boards_are_judged_as_by_the_host() {
    let mut kinds = std::collections::BTreeMap::new();
    let mut chosen = Vec::new();
    for board in (0..19_683).map(filling) {
        let count = kinds.entry(kind(&board)).or_insert(0);
        *count += 1;
        if *count <= 30 {
            chosen.push(board);
        }
    }
    // X wins with one and two lines, O wins, draw, two kinds of progress, five of illegal.
    assert_eq!(kinds.len(), 11, "{kinds:?}");
    assert!(chosen.len() >= 300);
    judge_all(&chosen[..300]);
}

#[test]
#[ignore = "all 5,478 legal boards and as many others: some minutes; see CONTRIBUTING.md"]
pub(crate) fn every_legal_board_is_judged_as_by_the_host() {
    let legal = |board: &Board| !board.verdict().to_string().starts_with("illegal");
    let others = (0..19_683).map(filling).filter(|board| !legal(board)).take(5478);
    let boards: Vec<Board> = (0..19_683).map(filling).filter(legal).chain(others).collect();
    assert_eq!(boards.len(), 2 * 5478);
    judge_all(&boards);
}

#[test]
pub(crate) fn malformed_rows_are_refused_in_the_host_s_words() {
    let mut game = start();
    for rows in [
        ["XO", "---", "---"],
        ["XO-X", "---", "---"],
        ["", "---", "---"],
        ["   ", "---", "---"],
        ["X", "---", "---"],
        ["x.o", "---", "---"],
        ["-- 0", "---", "---"],
        ["- - - -z", "---", "---"],
        ["???", "---", "---"],
        ["\"x\"", "---", "---"],
    ] {
        judge(&mut game, rows);
    }
    // The refused row can be typed again, and a later row can be refused too.
    judge(&mut game, ["x o -", " -X-", "--"]);
    game.type_text("--o\n");
    game.wait("Q: quit");
    assert_eq!(words(&game), "in progress: X moves next");
}

#[test]
pub(crate) fn a_row_that_runs_over_the_board_does_no_harm() {
    let mut game = start();
    judge(&mut game, ["XXX", &"x ".repeat(60), "---"]);
    assert_eq!(game.row(0), "THE REFEREE");
    game.type_text("oo-\n");
    game.wait("Row 3");
    game.type_text("---\n");
    game.wait("Q: quit");
    assert_eq!(words(&game), "X wins row 1: 1,1 1,2 1,3");
    game.press('q');
    assert!(game.machine.run_until_report(200));
    assert_eq!(game.machine.report().unwrap().code, '9');
    assert_eq!(words(&game), "The referee goes home. Goodbye!");
}
