//! A program from `basic/`, loaded and being played.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use zxtap::basic::number::Number;
use zxtap::basic::variables::{Reading, Variables};
use zxtap::diagnostic::Code;
use zxtap::machine::report::Report;
use zxtap::machine::{Machine, keyboard::Key, memory::sysvar};
use zxtap::source::Source;
use zxtap::toolchain::minify::Step;
use zxtap::toolchain::rewrite::{Numbering, renum_bytes};
use zxtap::toolchain::{BuildOptions, build};

/// A minute of Spectrum time, in frames.
const MINUTE: u32 = 3000;

/// How often one looks at the screen, in frames.
const LOOK: u32 = 4;

/// What is done to a program before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    /// Nothing.
    AsWritten,
    /// It is minified, by the usual steps or by all.
    Minified(&'static [Step]),
    /// Its lines get other numbers: the first, and from each to the next.
    Renumbered(u16, u16),
}

thread_local! {
    static FORM: Cell<Form> = const { Cell::new(Form::AsWritten) };
}

/// Plays with programs in another form: what `play` starts is in it.
pub(crate) fn in_form(form: Form, play: impl FnOnce()) {
    FORM.set(form);
    play();
    FORM.set(Form::AsWritten);
}

/// A program that runs, the machine around it, and a person's hands and eyes.
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) machine: Machine,
    /// New names of variables, by their old ones.
    names: HashMap<String, String>,
    /// Lines as they were written, by line and statement as they are.
    lines: HashMap<(u16, u8), u16>,
}

impl Game {
    /// Builds `basic/NAME.bas`, loads it as a tape, lets it start by itself and waits for `text` on the screen. The
    /// machine as it stands then is kept for the next caller.
    pub(crate) fn start(name: &'static str, text: &str) -> Game {
        static STARTED: OnceLock<Mutex<HashMap<(&'static str, Form), Game>>> = OnceLock::new();
        let mut started = STARTED.get_or_init(Mutex::default).lock().unwrap();
        let form = FORM.get();
        started.entry((name, form)).or_insert_with(|| Game::load(name, text, form)).clone()
    }

    fn load(name: &str, text: &str, form: Form) -> Game {
        let path = format!("basic/{name}.bas");
        let mut source = Source::new(&path, std::fs::read_to_string(&path).unwrap());
        let mut options = BuildOptions { file_stem: name.into(), ..BuildOptions::default() };
        let mut lines = HashMap::new();
        match form {
            Form::AsWritten => {}
            Form::Minified(steps) => options.minify = steps.to_vec(),
            Form::Renumbered(start, step) => {
                // The lines from 9000 on are DATA to which a RESTORE in some programs is computed.
                let numbering = Numbering { start, step, range: 0..=8999 };
                let new = renum_bytes(&path, source.text().as_bytes(), &numbering);
                assert!(new.is_good(), "{:?}", new.diagnostics);
                assert!(
                    new.diagnostics.iter().all(|d| d.code == Code::ComputedJump),
                    "{:?}",
                    new.diagnostics
                );
                let numbers = |text: &str| -> Vec<u16> {
                    let digits = |line: &str| line.split_whitespace().next()?.parse().ok();
                    text.lines().filter_map(digits).collect()
                };
                let (old, now) = (numbers(source.text()), numbers(&new.text()));
                assert_eq!(now[0], start);
                lines.extend(now.iter().zip(old).flat_map(|(&n, o)| (1..=127).map(move |s| ((n, s), o))));
                source = Source::new(&path, new.text());
            }
        }
        let built = build(&source, &options);
        assert!(built.diagnostics.is_empty(), "{:?}", built.diagnostics);
        let mut names = HashMap::new();
        if let Some(minified) = &built.minified {
            names.extend(minified.renamed().iter().cloned());
            for line in minified.program().lines {
                lines.extend(
                    (1..=127).filter_map(|s| {
                        Some(((line.number, s), minified.origin(line.number, s.into())?.line))
                    }),
                );
            }
        }
        let mut machine = Machine::booted();
        machine.insert_tape(built.blocks.into_iter().map(|block| block.bytes).collect());
        machine.type_keys("j\"\"\n");
        let mut game = Game { machine, names, lines };
        game.wait(text);
        game
    }

    /// Runs until `text` is on the screen; the test fails if it does not come in a minute of Spectrum time.
    #[track_caller]
    pub(crate) fn wait(&mut self, text: &str) {
        self.wait_until(text, |rows| rows.iter().any(|row| row.contains(text)));
    }

    /// Runs until the screen is as `seen` wants it.
    #[track_caller]
    pub(crate) fn wait_until(&mut self, what: &str, seen: impl Fn(&[String; 24]) -> bool) {
        for _ in 0..MINUTE / LOOK {
            if seen(&self.machine.screen_text()) {
                return;
            }
            if let Some(report) = self.machine.report() {
                panic!("{what:?} cannot come, the program has stopped: {report}\n{}", self.screen());
            }
            self.machine.run_frames(LOOK);
        }
        panic!("{what:?} did not come:\n{}", self.screen());
    }

    pub(crate) fn shows(&self, text: &str) -> bool {
        self.machine.screen_text().iter().any(|row| row.contains(text))
    }

    pub(crate) fn screen(&self) -> String {
        self.machine.screen_text().join("\n")
    }

    /// A row of the screen without the spaces around its text.
    pub(crate) fn row(&self, row: usize) -> String {
        self.machine.screen_text()[row].trim().to_owned()
    }

    /// Presses the key that prints a character for as long as a finger does, and lets the program see that it is up
    /// again.
    pub(crate) fn press(&mut self, key: char) {
        self.machine.tap(&Key::printing(key).unwrap_or_else(|| panic!("no key prints {key:?}")));
    }

    pub(crate) fn type_text(&mut self, text: &str) {
        text.chars().for_each(|key| self.press(key));
    }

    /// The report of a program that has stopped, with the line as it was written.
    pub(crate) fn report(&self) -> Option<Report> {
        let mut report = self.machine.report()?.clone();
        report.line = self.lines.get(&(report.line, report.statement)).copied().unwrap_or(report.line);
        Some(report)
    }

    fn variables(&self) -> Variables {
        Variables::decode(self.machine.variables())
    }

    /// A whole number by its name: `winner`, `b(9)`.
    #[track_caller]
    pub(crate) fn number(&self, name: &str) -> i32 {
        let name = self.names.get(name).map_or(name, String::as_str);
        match self.variables().value(name) {
            Some(Reading::Number(number)) => whole(number),
            other => panic!("{name} is {other:?}"),
        }
    }

    /// The whole numbers of a one-dimensional array.
    #[track_caller]
    pub(crate) fn array<const N: usize>(&self, letter: char) -> [i32; N] {
        let (start, count) = self.elements(letter);
        assert_eq!(count, N, "elements of {letter}");
        std::array::from_fn(|n| {
            whole(Number(std::array::from_fn(|i| self.machine.peek(start + 5 * n as u16 + i as u16))))
        })
    }

    /// Pokes a whole number into an element, counted from 1, of a one-dimensional array.
    #[track_caller]
    pub(crate) fn poke_array(&mut self, letter: char, element: usize, value: i16) {
        let (start, count) = self.elements(letter);
        assert!((1..=count).contains(&element));
        let [low, high] = value.to_le_bytes();
        let at = start + 5 * (element as u16 - 1);
        self.machine.write(at, &[0, if value < 0 { 0xFF } else { 0 }, low, high, 0]);
    }

    /// Where the elements of a one-dimensional array of numbers stand, and how many there are.
    #[track_caller]
    fn elements(&self, letter: char) -> (u16, usize) {
        let area = self.variables();
        let mut at = self.machine.peek_word(sysvar::VARS);
        for variable in area.variables {
            let bytes = Variables { variables: vec![variable], trailing: Vec::new() }.encode();
            if bytes[0] == 0x80 | (letter as u8 - b'`') {
                assert_eq!(bytes[3], 1, "dimensions of {letter}");
                return (at + 6, usize::from(u16::from_le_bytes([bytes[4], bytes[5]])));
            }
            at += bytes.len() as u16;
        }
        panic!("there is no array {letter}");
    }
}

/// A number that has no fraction.
#[track_caller]
fn whole(number: Number) -> i32 {
    number.as_small().unwrap_or_else(|| panic!("{number:?} is no small whole number"))
}
