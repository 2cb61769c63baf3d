//! Commands of other BASICs and other hardware that people bring along, and what a 48K has instead.
//!
//! Owns: that table.
//! Must never know: the grammar.

/// Message and advice for a statement that begins with `word`, if it is a command elsewhere.
///
/// ```
/// use zxtap::basic::advice::foreign::command;
/// assert!(command("else").unwrap().0.contains("ELSE"));
/// assert!(command("print").is_none());
/// ```
pub fn command(word: &str) -> Option<(String, &'static str)> {
    let upper = word.to_ascii_uppercase();
    let (origin, help) = match upper.as_str() {
        "ELSE" | "ENDIF" => (
            "other BASICs",
            "a 48K's IF covers the rest of its line: write a second IF with the opposite condition, or jump over it",
        ),
        "ON" => ("other BASICs", "compute the line instead: GO TO 100*n, or GO TO 100+50*(n=2)+90*(n=3)"),
        "WHILE" | "WEND" | "REPEAT" | "UNTIL" | "DO" | "LOOP" | "EXIT" => {
            ("other BASICs", "make the loop with IF … THEN GO TO, or FOR and NEXT")
        }
        "PROC" | "DEFPROC" | "ENDPROC" | "SUB" | "CALL" | "FUNCTION" | "LOCAL" => {
            ("other BASICs", "write a subroutine and call it with GO SUB")
        }
        "END" => ("other BASICs", "a program ends at its last line, or with STOP"),
        "LOCATE" | "HTAB" | "VTAB" | "CURSOR" => ("other BASICs", "use PRINT AT row,column;"),
        "COLOR" | "COLOUR" | "MODE" | "SCREEN" | "HGR" | "HOME" | "GR" => {
            ("other BASICs", "colours are set with INK, PAPER and BORDER, the screen is cleared with CLS")
        }
        "SOUND" | "MUSIC" | "NOISE" => ("other BASICs", "use BEEP seconds,pitch"),
        "GET" => ("other BASICs", "read a key with LET a$=INKEY$"),
        "WAIT" | "SLEEP" | "DELAY" => ("other BASICs", "use PAUSE fiftieths of a second"),
        "LINE" | "BOX" | "HLIN" | "VLIN" => ("other BASICs", "draw with PLOT and DRAW"),
        "DELETE" | "RENUM" | "AUTO" | "EDIT" | "TRON" | "TROFF" | "KEYS" => {
            ("other BASICs", "a 48K edits its program line by line")
        }
        "SCROLL" | "UNPLOT" | "SLOW" | "FAST" => ("the ZX81", "a 48K has no such command"),
        "SELECT" | "CASE" => ("other BASICs", "use IF … THEN for each case"),
        "LAYER" | "SPRITE" | "TILE" | "PALETTE" | "BANK" | "DPOKE" | "ERROR" => {
            ("a later Spectrum", "a 48K has no such command")
        }
        _ => match word.chars().next()? {
            '%' | '.' if word.len() <= 2 => {
                return Some((
                    format!(
                        "a statement that begins with `{word}` belongs to added hardware or another system"
                    ),
                    "a 48K knows only its own commands",
                ));
            }
            _ => return None,
        },
    };
    Some((format!("{upper} is a command of {origin}"), help))
}

/// Advice for an unnumbered line that opens a file of another tool.
pub fn heading(text: &str) -> Option<&'static str> {
    let upper = text.trim_start().to_ascii_uppercase();
    ["10 ", "SUB ", "FUNCTION ", "CONST ", "DIM "]
        .iter()
        .any(|w| upper.starts_with(w))
        .then_some("a Spectrum's program consists of numbered lines; sources for compilers have none")
}
