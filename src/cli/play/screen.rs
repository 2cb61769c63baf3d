//! The terminal as a screen: taken over, drawn on, given back.
//!
//! Owns: what a terminal has to be told. It is given back when [`Screen`] is dropped, and before a panic speaks.
//! Must never know: the machine, what is drawn.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{
    DisableBracketedPaste, EnableBracketedPaste, KeyboardEnhancementFlags, PopKeyboardEnhancementFlags,
    PushKeyboardEnhancementFlags,
};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, SetTitle, disable_raw_mode, enable_raw_mode, size, supports_keyboard_enhancement,
};
use crossterm::{execute, queue};
use zxtap::machine::screen::PALETTE;
use zxtap::view::{Canvas, Cell};

/// Whether the terminal is taken over. It is given back once: leaving the alternate screen twice would put the cursor
/// into what was said in between.
static OPEN: AtomicBool = AtomicBool::new(false);

/// How many colours the terminal has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Colours {
    /// None, or none wanted.
    None,
    /// The cube of 216.
    Few,
    /// Red, green and blue.
    All,
}

/// The terminal while it is a screen.
pub(super) struct Screen {
    colours: Colours,
    /// Whether the terminal says when a key is let go.
    pub(super) tells_release: bool,
    shown: Canvas,
}

impl Screen {
    /// Takes the terminal over.
    pub(super) fn open(colours: Colours, title: &str) -> io::Result<Screen> {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            give_back();
            before(panic);
        }));
        OPEN.store(true, Ordering::Relaxed);
        enable_raw_mode()?;
        // From here on it is given back whatever happens.
        let mut screen = Screen { colours, tells_release: false, shown: Canvas::default() };
        let title: String = title.chars().filter(|c| !c.is_control()).collect();
        execute!(io::stdout(), EnterAlternateScreen, Hide, EnableBracketedPaste, SetTitle(title))?;
        if supports_keyboard_enhancement().unwrap_or(false) {
            let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
                | KeyboardEnhancementFlags::REPORT_EVENT_TYPES
                | KeyboardEnhancementFlags::REPORT_ALTERNATE_KEYS
                | KeyboardEnhancementFlags::REPORT_ALL_KEYS_AS_ESCAPE_CODES;
            execute!(io::stdout(), PushKeyboardEnhancementFlags(flags))?;
            screen.tells_release = true;
        }
        Ok(screen)
    }

    /// Columns and rows.
    pub(super) fn size(&self) -> (usize, usize) {
        size().map_or((80, 24), |(columns, rows)| (columns.into(), rows.into()))
    }

    /// Forgets what is shown, because the window has changed.
    pub(super) fn forget(&mut self) {
        self.shown = Canvas::default();
    }

    /// Shows a canvas; only what has changed is sent.
    pub(super) fn show(&mut self, canvas: Canvas) -> io::Result<()> {
        let all = self.shown.columns != canvas.columns || self.shown.cells.len() != canvas.cells.len();
        if !all && self.shown == canvas {
            return Ok(());
        }
        let mut out = Vec::new();
        queue!(out, BeginSynchronizedUpdate)?;
        if all {
            out.extend_from_slice(b"\x1B[0m");
            queue!(out, Clear(ClearType::All))?;
        }
        let mut pen = None;
        let mut next = None;
        for (at, cell) in canvas.cells.iter().enumerate() {
            if cell.glyph == '\0' || (!all && self.shown.cells[at] == *cell) {
                continue;
            }
            if next != Some(at) {
                queue!(out, MoveTo((at % canvas.columns) as u16, (at / canvas.columns) as u16))?;
            }
            put(&mut out, self.colours, &mut pen, cell);
            let wide = canvas.cells.get(at + 1).is_some_and(|right| right.glyph == '\0');
            let after = at + 1 + usize::from(wide);
            // At the right edge terminals differ in where they are.
            next = (after % canvas.columns != 0).then_some(after);
        }
        out.extend_from_slice(b"\x1B[0m");
        queue!(out, EndSynchronizedUpdate)?;
        let mut stdout = io::stdout().lock();
        stdout.write_all(&out)?;
        stdout.flush()?;
        self.shown = canvas;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
        // Whoever panics may not touch the hook.
        if !std::thread::panicking() {
            let _ = std::panic::take_hook();
        }
    }
}

/// Gives the terminal back as it was. What fails is passed over: there is nothing else to be done.
fn give_back() {
    if !OPEN.swap(false, Ordering::Relaxed) {
        return;
    }
    let _ = execute!(
        io::stdout(),
        PopKeyboardEnhancementFlags,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        Show
    );
    let _ = io::stdout().write_all(b"\x1B[0m");
    let _ = io::stdout().flush();
    let _ = disable_raw_mode();
}

/// A canvas as lines for a terminal that is none of ours any more; rows and columns outside the border are left out.
pub(super) fn lines(canvas: &Canvas, colours: Colours) -> Vec<u8> {
    let mut out = Vec::new();
    for row in canvas.cells.chunks(canvas.columns.max(1)) {
        let end = row.iter().rposition(|cell| cell.paper.is_some()).map_or(0, |last| last + 1);
        if end == 0 {
            continue;
        }
        let mut pen = None;
        for cell in row[..end].iter().filter(|cell| cell.glyph != '\0') {
            put(&mut out, colours, &mut pen, cell);
        }
        out.extend_from_slice(if colours == Colours::None { b"\n" } else { b"\x1B[0m\n" });
    }
    out
}

/// One character, with its colours where they are not those of the `pen`.
fn put(out: &mut Vec<u8>, colours: Colours, pen: &mut Option<(u8, Option<u8>)>, cell: &Cell) {
    if *pen != Some((cell.ink, cell.paper)) {
        *pen = Some((cell.ink, cell.paper));
        out.extend_from_slice(&colour(colours, 38, Some(cell.ink)));
        out.extend_from_slice(&colour(colours, 48, cell.paper));
    }
    out.extend_from_slice(cell.glyph.encode_utf8(&mut [0; 4]).as_bytes());
}

/// Selects a colour; `ground` is 38 for ink, 48 for paper.
fn colour(colours: Colours, ground: u8, colour: Option<u8>) -> Vec<u8> {
    let Some(index) = colour else { return format!("\x1B[{}m", ground + 1).into_bytes() };
    let [r, g, b] = PALETTE[usize::from(index & 15)];
    match colours {
        Colours::None => Vec::new(),
        Colours::All => format!("\x1B[{ground};2;{r};{g};{b}m").into_bytes(),
        Colours::Few => {
            // The levels of the cube are 0, 95, 135, 175, 215, 255.
            let level = |c: u8| match c {
                0 => 0,
                0xFF => 5,
                _ => 4,
            };
            let index = 16 + 36 * level(r) + 6 * level(g) + level(b);
            format!("\x1B[{ground};5;{index}m").into_bytes()
        }
    }
}
