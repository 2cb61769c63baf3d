//! The rules of three in a row: a board, its verdict.
//!
//! ```text
//! text of a board    three rows of three squares: X or x, O or o, - for empty; spaces inside a row do not count
//! squares            1 2 3      as row and column    1,1 1,2 1,3
//!                    4 5 6                           2,1 2,2 2,3
//!                    7 8 9                           3,1 3,2 3,3
//! lines              1 rows 1 2 3 | 4 columns 1 2 3 | 7 falling diagonal 1 5 9 | 8 rising diagonal 3 5 7
//!
//! 58 4F 58 0A 2D 58 2D 0A 4F 2D 4F 0A      XOX   X and O have three each: in progress, X moves next
//!                                          -X-
//!                                          O-O
//! ```
//!
//! X moves first, and the game ends with the first move that completes a line; one move can complete two. The same
//! board always gets the same verdict, its lines in the order above.
//!
//! Owns: boards, their text, the verdict and its words.
//! Must never know: the Spectrum, BASIC, tapes, files.

use std::fmt;

/// A mark that a player places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The first player's.
    X,
    /// The second player's.
    O,
}

impl Mark {
    /// The other player's.
    #[must_use]
    pub fn other(self) -> Mark {
        match self {
            Mark::X => Mark::O,
            Mark::O => Mark::X,
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mark::X => "X",
            Mark::O => "O",
        })
    }
}

/// Nine squares in reading order, each empty or marked. Any filling is a board, also one that play cannot reach.
///
/// ```
/// use zxtap::tris::{Board, Mark, Verdict};
/// let board = Board::parse(b"XO-\nxo-\nX - -\n").unwrap();
/// let Verdict::Win { winner, lines } = board.verdict() else { panic!() };
/// assert_eq!((winner, lines[0].number()), (Mark::X, 4));
/// assert_eq!(board.verdict().to_string(), "X wins\ncolumn 1: 1,1 2,1 3,1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board(pub [Option<Mark>; 9]);

/// Why a text is no board. Rows and columns count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// So many rows, and not three. An empty row is a row.
    Rows(usize),
    /// A row without exactly three squares.
    Squares {
        /// Which row.
        row: usize,
        /// How many squares it has.
        found: usize,
    },
    /// A character that is no square.
    Character {
        /// Which row.
        row: usize,
        /// Which character of the row, spaces counted.
        column: usize,
        /// What stands there; U+FFFD for bytes that are no UTF-8.
        found: char,
    },
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        match *self {
            Malformed::Rows(n) => write!(f, "{n} row{}, not three", plural(n)),
            Malformed::Squares { row, found } => {
                write!(f, "row {row} has {found} square{}, not three", plural(found))
            }
            Malformed::Character { row, column, found } => {
                write!(f, "row {row}, column {column}: ")?;
                if found.is_control() {
                    write!(f, "{}", found.escape_default())?;
                } else {
                    write!(f, "{found}")?;
                }
                f.write_str(" is not X, O or -")
            }
        }
    }
}

impl std::error::Error for Malformed {}

/// The squares of the eight lines, each an index into a [`Board`], in the order of the verdicts.
pub const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// One of the eight lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line(usize);

impl Line {
    /// All eight, in order.
    pub fn all() -> impl Iterator<Item = Line> {
        (0..LINES.len()).map(Line)
    }

    /// 1 to 8: the rows, the columns, the falling and the rising diagonal.
    pub fn number(self) -> usize {
        self.0 + 1
    }

    /// Its squares as row and column, both from 1.
    pub fn squares(self) -> [[usize; 2]; 3] {
        LINES[self.0].map(|square| [square / 3 + 1, square % 3 + 1])
    }
}

/// `row 1: 1,1 1,2 1,3`
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            n @ 1..=3 => write!(f, "row {n}:")?,
            n @ 4..=6 => write!(f, "column {}:", n - 3)?,
            7 => f.write_str("falling diagonal:")?,
            _ => f.write_str("rising diagonal:")?,
        }
        self.squares().iter().try_for_each(|[row, column]| write!(f, " {row},{column}"))
    }
}

/// Why play cannot reach a board. Where several hold, the first of them is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// O, who moves second, has more marks.
    OLeads,
    /// X has two marks more than O, or yet more.
    XLeadsByTwo,
    /// The game would have ended with the first of their lines.
    BothHaveALine,
    /// X completes a line by a move, after which X leads by one.
    XHasALine,
    /// O completes a line by a move, after which the marks are equal.
    OHasALine,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Illegal::OLeads => "O has more marks than X",
            Illegal::XLeadsByTwo => "X leads by two or more",
            Illegal::BothHaveALine => "both have a line",
            Illegal::XHasALine => "X has a line without leading by one",
            Illegal::OHasALine => "O has a line while X leads",
        })
    }
}

/// What a board is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Somebody has won.
    Win {
        /// Who.
        winner: Mark,
        /// All lines of the winner: one, or two that the last move completed.
        lines: Vec<Line>,
    },
    /// All squares are marked, and nobody has a line.
    Draw,
    /// The game goes on.
    InProgress {
        /// Who moves.
        next: Mark,
    },
    /// Play cannot reach this board.
    Illegal(Illegal),
}

/// `X wins` and a line of text for each winning line, `draw`, `in progress: O moves next`, `illegal: both have a line`
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Win { winner, lines } => {
                write!(f, "{winner} wins")?;
                lines.iter().try_for_each(|line| write!(f, "\n{line}"))
            }
            Verdict::Draw => f.write_str("draw"),
            Verdict::InProgress { next } => write!(f, "in progress: {next} moves next"),
            Verdict::Illegal(reason) => write!(f, "illegal: {reason}"),
        }
    }
}

impl Board {
    /// Reads a board: exactly three rows, ended by LF, CR LF or CR (the last may lack its end), each of exactly three
    /// squares. Nothing is repaired: anything else is malformed. The number of rows is judged first, then the rows
    /// from the top, in each the characters before their number.
    ///
    /// ```
    /// use zxtap::tris::{Board, Malformed};
    /// assert_eq!(Board::parse(b"XO-\n---\n"), Err(Malformed::Rows(2)));
    /// assert_eq!(Board::parse(b"XO-\n----\n---"), Err(Malformed::Squares { row: 2, found: 4 }));
    /// assert_eq!(Board::parse(b"X0-\n---\n---"), Err(Malformed::Character { row: 1, column: 2, found: '0' }));
    /// ```
    pub fn parse(text: &[u8]) -> Result<Board, Malformed> {
        let text = String::from_utf8_lossy(text);
        let mut board = Board::default();
        let count = rows(&text).count();
        if count != 3 {
            return Err(Malformed::Rows(count));
        }
        for (row, text) in rows(&text).enumerate() {
            let mut found = 0;
            for (column, character) in text.chars().enumerate() {
                let square = match character {
                    'X' | 'x' => Some(Mark::X),
                    'O' | 'o' => Some(Mark::O),
                    '-' => None,
                    ' ' => continue,
                    found => return Err(Malformed::Character { row: row + 1, column: column + 1, found }),
                };
                if found < 3 {
                    board.0[3 * row + found] = square;
                }
                found += 1;
            }
            if found != 3 {
                return Err(Malformed::Squares { row: row + 1, found });
            }
        }
        Ok(board)
    }

    /// How many squares bear this mark.
    pub fn count(&self, mark: Mark) -> usize {
        self.0.iter().filter(|&&square| square == Some(mark)).count()
    }

    /// The lines whose three squares all bear this mark.
    pub fn lines(&self, mark: Mark) -> Vec<Line> {
        Line::all().filter(|line| LINES[line.0].iter().all(|&square| self.0[square] == Some(mark))).collect()
    }

    /// Judges the board. Any board has a verdict.
    pub fn verdict(&self) -> Verdict {
        let (x, o) = (self.count(Mark::X), self.count(Mark::O));
        let (x_lines, o_lines) = (self.lines(Mark::X), self.lines(Mark::O));
        match (!x_lines.is_empty(), !o_lines.is_empty()) {
            _ if o > x => Verdict::Illegal(Illegal::OLeads),
            _ if x - o >= 2 => Verdict::Illegal(Illegal::XLeadsByTwo),
            (true, true) => Verdict::Illegal(Illegal::BothHaveALine),
            (true, false) if x == o => Verdict::Illegal(Illegal::XHasALine),
            (false, true) if x > o => Verdict::Illegal(Illegal::OHasALine),
            (true, false) => Verdict::Win { winner: Mark::X, lines: x_lines },
            (false, true) => Verdict::Win { winner: Mark::O, lines: o_lines },
            (false, false) if x + o == 9 => Verdict::Draw,
            (false, false) => Verdict::InProgress { next: if x == o { Mark::X } else { Mark::O } },
        }
    }
}

/// Three rows as [`Board::parse`] reads them, each with its line end.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chunks(3).try_for_each(|row| {
            row.iter().try_for_each(|square| match square {
                Some(mark) => write!(f, "{mark}"),
                None => f.write_str("-"),
            })?;
            f.write_str("\n")
        })
    }
}

/// The rows of a text; a line end at the very end begins no row.
fn rows(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let (row, behind) = rest.split_at(end);
        let line_end = if behind.starts_with("\r\n") { 2 } else { behind.len().min(1) };
        rest = &behind[line_end..];
        Some(row)
    })
}
