//! The rules of three in a row, over all 19,683 fillings, against the positions that play reaches.

use std::collections::BTreeMap;

use zxtap::tris::{Board, Illegal, Line, Malformed, Mark, Verdict};

/// All fillings of nine squares.
fn fillings() -> impl Iterator<Item = Board> {
    (0..19_683u32).map(|n| {
        let mut digits = n;
        Board(std::array::from_fn(|_| {
            let digit = digits % 3;
            digits /= 3;
            [None, Some(Mark::X), Some(Mark::O)][digit as usize]
        }))
    })
}

/// What play says of a board: who has just completed a line by a move, or who is to move if anybody can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reached {
    Won(Mark),
    Full,
    ToMove(Mark),
}

/// Whether the mark just placed on `square` stands in a row of three: looked up along the row, the column and the
/// diagonals by their coordinates, without a table of lines.
fn completes(board: &Board, square: usize) -> bool {
    let mark = board.0[square];
    let (row, column) = (square / 3, square % 3);
    let all = |squares: [usize; 3]| squares.iter().all(|&s| board.0[s] == mark);
    all([0, 1, 2].map(|n| 3 * row + n))
        || all([0, 1, 2].map(|n| 3 * n + column))
        || (row == column && all([0, 1, 2].map(|n| 4 * n)))
        || (row + column == 2 && all([0, 1, 2].map(|n| 2 + 2 * n)))
}

/// Plays every game from `board` on.
fn play(board: Board, mover: Mark, reached: &mut BTreeMap<Board, Reached>) {
    if reached.contains_key(&board) {
        return;
    }
    let empty: Vec<usize> = (0..9).filter(|&s| board.0[s].is_none()).collect();
    reached.insert(board, if empty.is_empty() { Reached::Full } else { Reached::ToMove(mover) });
    for square in empty {
        let mut next = board;
        next.0[square] = Some(mover);
        if completes(&next, square) {
            reached.insert(next, Reached::Won(mover));
        } else {
            play(next, mover.other(), reached);
        }
    }
}

#[test]
fn verdicts_on_all_fillings_agree_with_play() {
    let mut reached = BTreeMap::new();
    play(Board::default(), Mark::X, &mut reached);
    let (mut progress, mut x, mut o, mut draws, mut illegal) = (0, 0, 0, 0, 0);
    for board in fillings() {
        let verdict = board.verdict();
        let of_play = reached.get(&board).copied();
        match &verdict {
            Verdict::Win { winner, lines } => {
                assert_eq!(of_play, Some(Reached::Won(*winner)), "\n{board}");
                assert!(matches!(lines.len(), 1 | 2), "\n{board}");
                for line in lines {
                    for [row, column] in line.squares() {
                        assert_eq!(board.0[3 * (row - 1) + column - 1], Some(*winner), "\n{board}");
                    }
                }
                *if *winner == Mark::X { &mut x } else { &mut o } += 1;
            }
            Verdict::Draw => {
                assert_eq!(of_play, Some(Reached::Full), "\n{board}");
                draws += 1;
            }
            Verdict::InProgress { next } => {
                assert_eq!(of_play, Some(Reached::ToMove(*next)), "\n{board}");
                progress += 1;
            }
            Verdict::Illegal(_) => {
                assert_eq!(of_play, None, "\n{board}");
                illegal += 1;
            }
        }
        assert_eq!(Board::parse(board.to_string().as_bytes()), Ok(board));
    }
    assert_eq!((progress, x, o, draws), (4520, 626, 316, 16));
    assert_eq!((reached.len(), illegal), (5478, 19_683 - 5478));
}

fn verdict(text: &str) -> Verdict {
    Board::parse(text.as_bytes()).unwrap().verdict()
}

#[test]
fn one_move_can_complete_two_lines() {
    let Verdict::Win { winner, lines } = verdict("XXX\nXOO\nXOO") else { panic!() };
    assert_eq!(winner, Mark::X);
    assert_eq!(lines.iter().map(|line| line.number()).collect::<Vec<_>>(), [1, 4]);
    assert_eq!(lines[0].squares(), [[1, 1], [1, 2], [1, 3]]);
    assert_eq!(lines[1].squares(), [[1, 1], [2, 1], [3, 1]]);
    assert_eq!(
        verdict("XOX\nOXO\nXOX").to_string(),
        "X wins\nfalling diagonal: 1,1 2,2 3,3\nrising diagonal: 1,3 2,2 3,1"
    );
}

#[test]
fn illegal_boards_say_why() {
    for (text, reason) in [
        ("O--\n---\n---", Illegal::OLeads),
        ("OOO\nX--\n---", Illegal::OLeads),
        ("XX-\n---\n---", Illegal::XLeadsByTwo),
        ("XXX\n---\n---", Illegal::XLeadsByTwo),
        ("XXX\nOOO\n---", Illegal::BothHaveALine),
        ("XXX\nOO-\nO--", Illegal::XHasALine),
        ("OOO\nXX-\nX-X", Illegal::OHasALine),
    ] {
        assert_eq!(verdict(text), Verdict::Illegal(reason), "{text}");
    }
}

#[test]
fn texts_that_are_no_board() {
    let squares = |row, found| Malformed::Squares { row, found };
    let character = |row, column, found| Malformed::Character { row, column, found };
    for (text, malformed) in [
        (&b""[..], Malformed::Rows(0)),
        (b"\n", Malformed::Rows(1)),
        (b"XO-XO-XO-", Malformed::Rows(1)),
        (b"---\n---", Malformed::Rows(2)),
        (b"---\n---\n---\n---", Malformed::Rows(4)),
        (b"---\n---\n---\n\n", Malformed::Rows(4)),
        (b"\n---\n---\n---", Malformed::Rows(4)),
        (b"---\n\n---", squares(2, 0)),
        (b"---\n   \n---", squares(2, 0)),
        (b"--\n---\n---", squares(1, 2)),
        (b"---\n---\n-X-O", squares(3, 4)),
        (b"---\nX\tO\n---", character(2, 2, '\t')),
        (b"-.-\n---\n---", character(1, 2, '.')),
        (b"--- \n-0-\n---", character(2, 2, '0')),
        (b"----z\n---\n---", character(1, 5, 'z')),
        ("- é-\n---\n---".as_bytes(), character(1, 3, 'é')),
        (b"-\xFF-\n---\n---", character(1, 2, '\u{FFFD}')),
        (b"---\n-\0-\n---", character(2, 2, '\0')),
        (b"\xEF\xBB\xBF---\n---\n---", character(1, 1, '\u{FEFF}')),
    ] {
        assert_eq!(Board::parse(text), Err(malformed), "{:?}", String::from_utf8_lossy(text));
    }
    assert_eq!(squares(3, 1).to_string(), "row 3 has 1 square, not three");
    assert_eq!(character(2, 2, '\t').to_string(), "row 2, column 2: \\t is not X, O or -");
}

#[test]
fn texts_that_are_boards() {
    let board = Board::parse(b"X-o\n-x-\n--O").unwrap();
    for text in ["X-O\r\n-X-\r\n--O\r\n", "X-O\r-X-\r--O\r", " X - O\n- X -\n- -  O  \n"] {
        assert_eq!(Board::parse(text.as_bytes()), Ok(board), "{text:?}");
    }
    assert_eq!(Line::all().count(), 8);
}
