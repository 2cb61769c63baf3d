//! What comes nearest to a text that is not there.
//!
//! Owns: how far two texts are apart. Must never know: why somebody looks.

/// A stretch of the screen that looks like a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// Its row.
    pub row: usize,
    /// The column of its first character.
    pub column: usize,
    /// What stands there.
    pub text: String,
}

/// The stretch of one row that is nearest to `text`: at most half of its characters differ, capitals and small letters
/// half as much as others.
///
/// ```
/// let mut screen: [String; 24] = std::array::from_fn(|_| " ".repeat(32));
/// screen[3] = format!("{:32}", "  Score: 120");
/// let nearest = zxtap::script::nearest::on_screen(&screen, "Score: 100").unwrap();
/// assert_eq!((nearest.row, nearest.column, nearest.text.as_str()), (3, 2, "Score: 120"));
/// assert_eq!(zxtap::script::nearest::on_screen(&screen, "Lives"), None);
/// ```
pub fn on_screen(screen: &[String; 24], text: &str) -> Option<Nearest> {
    let wanted: Vec<char> = text.chars().collect();
    let mut best: Option<(usize, Nearest)> = None;
    for (row, line) in screen.iter().enumerate() {
        let line: Vec<char> = line.chars().collect();
        for (column, there) in line.windows(wanted.len().clamp(1, line.len().max(1))).enumerate() {
            let penalty: usize = wanted.iter().zip(there).map(|(a, b)| difference(*a, *b)).sum();
            let penalty = penalty + 2 * wanted.len().saturating_sub(there.len());
            if penalty <= wanted.len() && best.as_ref().is_none_or(|(least, _)| penalty < *least) {
                best = Some((penalty, Nearest { row, column, text: there.iter().collect() }));
            }
        }
    }
    best.map(|(_, nearest)| nearest)
}

/// 0 for the same character, 1 for the other case, else 2.
fn difference(a: char, b: char) -> usize {
    match (a == b, a.eq_ignore_ascii_case(&b)) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    }
}

/// How many characters have to be put in, taken out or changed to make one word the other.
///
/// ```
/// assert_eq!(zxtap::script::nearest::distance("expct", "expect"), 1);
/// ```
pub fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    // A word much longer than the other is far from it, however it goes on.
    for (i, a) in a.chars().take(2 * b.len() + 8).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in b.iter().enumerate() {
            let change = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
