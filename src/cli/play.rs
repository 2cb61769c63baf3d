//! The machine on a terminal: the picture fifty times a second, the keys by what they print.
//!
//! ```text
//! what it prints   the key that prints it, with its shift       Esc          BREAK (CAPS SHIFT and SPACE)
//! cursor keys      CAPS SHIFT and 5 6 7 8                       Backspace    DELETE (CAPS SHIFT and 0)
//! Ctrl and a key   SYMBOL SHIFT and the key                     Tab          both shifts: E mode
//! Home  F9         EDIT (CAPS SHIFT and 1)  GRAPHICS (and 9)    Ctrl-C       ends
//! ```
//!
//! Owns: which key of today is which of the Spectrum, the pace, when it ends.
//! Must never know: what is drawn with which characters; what the program does.

mod fingers;
mod screen;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use zxtap::machine::keyboard::Key;
use zxtap::toolchain::run::{Cassette, End, Outcome, Session};
use zxtap::view;

use super::Failure;
use super::terminal::Terminal;
use fingers::Fingers;
use screen::{Colours, Screen};

/// How long a frame is: 69,888 T-states at 3.5 MHz.
const FRAME: Duration = Duration::from_nanos(19_968_000);

/// How far the picture may lag behind before the clock is set anew.
const LAG: Duration = Duration::from_millis(250);

/// How long a signal waits for the game to end in order.
const GRACE: Duration = Duration::from_secs(1);

/// Why playing ended.
enum Why {
    Ended(End),
    Signal,
}

/// Plays until the program stops, the player leaves or the time is over; then the last picture and the report stand on
/// the terminal.
pub(super) fn play(
    cassette: &Cassette,
    real_tape: bool,
    seconds: Option<f64>,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let colours = colours(terminal);
    let signal = Arc::new(AtomicBool::new(false));
    watch(&signal).map_err(trouble)?;
    let mut session = Session::new(cassette, real_tape);
    let deadline = seconds.map_or(u64::MAX, |seconds| session.deadline(seconds));
    let (why, size) = {
        let mut screen = Screen::open(colours, "zxtap").map_err(trouble)?;
        let why = frames(&mut session, &mut screen, deadline, &signal).map_err(trouble)?;
        (why, screen.size())
    };
    let end = match why {
        Why::Ended(end) => end,
        Why::Signal => return Err(Failure::Trouble("ended by a signal".into())),
    };
    let outcome = Outcome::of(&session, Some(cassette), end);
    let canvas = view::draw(&outcome.picture, &outcome.screen, size.0, size.1);
    let mut last = screen::lines(&canvas, colours);
    let words = match (&outcome.report, &outcome.end) {
        (Some(report), _) => report.to_string(),
        (None, _) => format!("left while {}", outcome.activity),
    };
    last.extend_from_slice(words.as_bytes());
    last.push(b'\n');
    terminal.show(&last)?;
    Ok(outcome)
}

fn trouble(error: io::Error) -> Failure {
    Failure::Trouble(format!("the terminal: {error}"))
}

/// Lets signals that would end the process end the game. Where the terminal has gone, the event reader never comes back
/// from it to see the signal: then the process ends all the same, and nothing is left to be restored.
fn watch(signal: &Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals = vec![SIGINT, SIGTERM];
    #[cfg(unix)]
    signals.extend([signal_hook::consts::SIGHUP, signal_hook::consts::SIGQUIT]);
    for number in signals {
        signal_hook::flag::register(number, Arc::clone(signal))?;
    }
    let signal = Arc::clone(signal);
    std::thread::Builder::new().spawn(move || {
        while !signal.load(Ordering::Relaxed) {
            std::thread::sleep(LAG);
        }
        std::thread::sleep(GRACE);
        std::process::exit(2);
    })?;
    Ok(())
}

fn colours(terminal: &Terminal) -> Colours {
    let all = std::env::var("COLORTERM").is_ok_and(|value| matches!(value.as_str(), "truecolor" | "24bit"));
    match (terminal.has_color(), all) {
        (false, _) => Colours::None,
        (true, true) => Colours::All,
        (true, false) => Colours::Few,
    }
}

/// Frame by frame.
fn frames(session: &mut Session, screen: &mut Screen, deadline: u64, signal: &AtomicBool) -> io::Result<Why> {
    let mut fingers = Fingers::default();
    let mut due = Instant::now();
    loop {
        let down = fingers.frame();
        session.machine.release_all();
        down.into_iter().for_each(|key| session.machine.press(key));
        session.frame();
        let (columns, rows) = screen.size();
        let machine = &session.machine;
        screen.show(view::draw(&machine.picture(), &machine.screen_text(), columns, rows))?;
        if session.report().is_some() {
            return Ok(Why::Ended(End::Report));
        }
        if session.machine.tstates() >= deadline {
            return Ok(Why::Ended(End::Time));
        }
        due += FRAME;
        let now = Instant::now();
        if now > due + LAG {
            due = now;
        }
        loop {
            if signal.load(Ordering::Relaxed) {
                return Ok(Why::Signal);
            }
            match event::poll(due.saturating_duration_since(Instant::now())) {
                Ok(false) => break,
                Ok(true) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            match event::read()? {
                Event::Key(key) if is_end(&key) => return Ok(Why::Ended(End::Left)),
                Event::Key(key) => finger(&mut fingers, screen.tells_release, key),
                Event::Paste(text) => {
                    text.chars().filter_map(Key::printing).for_each(|keys| fingers.enqueue(keys));
                }
                Event::Resize(..) => screen.forget(),
                _ => {}
            }
        }
    }
}

fn is_end(key: &KeyEvent) -> bool {
    matches!(key.code, KeyCode::Char('c' | 'C')) && key.modifiers.contains(KeyModifiers::CONTROL)
}

fn finger(fingers: &mut Fingers, tells_release: bool, key: KeyEvent) {
    let mut hasher = DefaultHasher::new();
    // A letter is the same key whether its shift is still down or not.
    match key.code {
        KeyCode::Char(c) => c.to_lowercase().for_each(|c| c.hash(&mut hasher)),
        code => code.hash(&mut hasher),
    }
    let id = hasher.finish();
    match (key.kind, keys(&key)) {
        // Shifts by themselves are nothing: they come with the key.
        (KeyEventKind::Release, _) if matches!(key.code, KeyCode::Modifier(_)) => {}
        (KeyEventKind::Release, _) => fingers.release(id),
        (KeyEventKind::Press, Some(keys)) if tells_release => fingers.press(id, keys),
        (KeyEventKind::Press, Some(keys)) => fingers.stroke(keys),
        _ => {}
    }
}

/// The Spectrum's keys for a key of today.
fn keys(key: &KeyEvent) -> Option<Vec<Key>> {
    match key.code {
        KeyCode::Char(c) if key.modifiers.contains(KeyModifiers::CONTROL) => {
            Key::of(c).map(|key| vec![Key::SYMBOL, key])
        }
        // Some terminals name the letter and its shift.
        KeyCode::Char(c) if key.modifiers.contains(KeyModifiers::SHIFT) => {
            Key::printing(c.to_ascii_uppercase())
        }
        KeyCode::Char(c) => Key::printing(c),
        KeyCode::Enter => Some(vec![Key::ENTER]),
        KeyCode::Esc => Key::chord("break"),
        KeyCode::Backspace | KeyCode::Delete => Key::chord("delete"),
        KeyCode::Left => Key::chord("left"),
        KeyCode::Down => Key::chord("down"),
        KeyCode::Up => Key::chord("up"),
        KeyCode::Right => Key::chord("right"),
        KeyCode::Tab => Key::chord("extend"),
        KeyCode::Home => Key::chord("edit"),
        KeyCode::F(9) => Key::chord("graphics"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_go_by_what_they_print() {
        let press = |code, modifiers| keys(&KeyEvent::new(code, modifiers));
        assert_eq!(press(KeyCode::Char('?'), KeyModifiers::SHIFT), Key::chord("symbol+c"));
        assert_eq!(press(KeyCode::Char('A'), KeyModifiers::SHIFT), Key::chord("caps+a"));
        assert_eq!(press(KeyCode::Char('a'), KeyModifiers::SHIFT), Key::chord("caps+a"));
        assert_eq!(press(KeyCode::Char('a'), KeyModifiers::CONTROL), Key::chord("symbol+a"));
        assert_eq!(press(KeyCode::Left, KeyModifiers::NONE), Key::chord("caps+5"));
        assert_eq!(press(KeyCode::Char('ä'), KeyModifiers::NONE), None);
        assert!(is_end(&KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
    }
}
