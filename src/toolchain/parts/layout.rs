//! What lies where in memory when the parts of a tape are loaded, and the loader that loads them.
//!
//! ```text
//! 0000 ROM    4000 screen    5B00 printer buffer    5C00 system variables    5CCB program, variables, workspace
//! … RAMTOP: the stack below it, code above it
//! ```
//!
//! A part belongs to the program that stands before it on the tape; what another tape's blocks do is not judged.
//!
//! Owns: these borders, what may not lie over what, whether a loader is wanted. Must never know: files.

use super::loader::{self, Step};
use super::{Form, Options, Part, Piece, Reel};
use crate::basic::keyword::Keyword;
use crate::basic::program::{Item, Program};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Source, Span};
use crate::tape::timing::ROM_PAUSE_MS;
use crate::tape::tzx::Entry;
use crate::tape::{self, FileType, Tape};
use crate::toolchain::build::MOST_LOADABLE;
use crate::toolchain::{BuildOptions, build};

/// The first address of RAM: the screen.
pub(super) const SCREEN: u16 = 0x4000;

/// The first address behind the screen: the printer buffer, where code may lie.
const SCREEN_END: u32 = 0x5B00;

/// The first address of the system variables, which BASIC needs.
const SYSTEM: u32 = 0x5C00;

/// Where a program stands on a 48K.
const PROG: u32 = 0x5CCB;

/// RAMTOP after switching on.
const RAMTOP: u16 = 0xFF57;

/// How many bytes BASIC needs between the end of a program that comes by `LOAD ""` and RAMTOP.
const WORKSPACE: u32 = RAMTOP as u32 - PROG - MOST_LOADABLE as u32;

/// How many bytes a program needs between its end (with its variables) and RAMTOP to load a file. Measured on the ROM:
/// a byte less gives report 4, Out of memory.
const WORKSPACE_TO_LOAD: u32 = 154;

/// How many bytes up to RAMTOP a program uses for the stack while it loads code and goes on. Measured on the ROM: the
/// byte below these keeps what is loaded there.
const STACK: u32 = 36;

/// Something that is loaded.
struct Loaded {
    /// Which part it comes from; none for the loader.
    part: Option<usize>,
    what: What,
    /// Whether its place is judged: not of another tape's files.
    judged: bool,
}

enum What {
    Program {
        /// With its variables.
        size: u32,
        /// Addresses in its CLEAR statements; none where one of them is no plain number.
        clears: Option<Vec<u16>>,
    },
    /// From an address up to, and not with, another.
    Code(u32, u32),
    Array(String, u32),
    Headerless,
}

/// Judges the pieces of a reel, and puts a loader before them where one is wanted.
pub(super) fn lay(parts: &[Part], options: &Options, reel: &mut Reel) {
    let first_loads =
        matches!(reel.pieces.first().map(|p| &p.form), Some(Form::Program(_) | Form::Tape) | None);
    let wanted = options.loader.map_or(!first_loads, |(wanted, _)| wanted);
    let whole = Span::new(0, parts.iter().map(|p| p.span.end).max().unwrap_or(0) as usize);
    let asked = options.loader.map_or(parts.first().map_or(whole, |p| p.span), |(_, span)| span);
    // Nothing lies over a program that is alone.
    let alone = !wanted && matches!(reel.pieces[..], [Piece { form: Form::Program(_), .. }]);
    let mut loaded: Vec<Loaded> =
        if alone { Vec::new() } else { reel.pieces.iter().flat_map(contents).collect() };
    let told = &mut reel.diagnostics;
    if wanted {
        match generate(parts, options, &loaded, asked, told) {
            Some((piece, size, clear)) => {
                let clears = Some(clear.into_iter().collect());
                loaded.insert(0, Loaded { part: None, what: What::Program { size, clears }, judged: true });
                reel.pieces.insert(0, piece);
            }
            None => return,
        }
    } else {
        for (span, word) in [(options.clear.map(|c| c.1), "clear"), (options.start.map(|s| s.1), "start")] {
            let message = format!("`{word}` is for the loader that zxtap makes, and there is none");
            told.extend(span.map(|span| {
                Diagnostic::new(Code::ProjectKey, span, message)
                    .help("ask for one: --loader, or loader = true")
            }));
        }
    }
    if !options.allow_overlap {
        places(parts, &loaded, wanted, told);
    }
}

/// What a piece loads.
fn contents(piece: &Piece) -> Vec<Loaded> {
    let one = |what| vec![Loaded { part: piece.part, what, judged: true }];
    match &piece.form {
        Form::Program(built) => {
            one(What::Program { size: built.program.len() as u32, clears: clears(&built.program) })
        }
        Form::File(header) => {
            let start = u32::from(header.parameter1);
            one(What::Code(start, start + u32::from(header.length)))
        }
        Form::Array(header, name) => one(What::Array(name.clone(), u32::from(header.length) + 3)),
        Form::Headerless(_) => one(What::Headerless),
        Form::Tape => {
            let data = Tape::of(piece.entries.clone()).data_blocks();
            data.files().iter().map(|file| of_tape(file, &data.blocks, piece.part)).collect()
        }
    }
}

fn of_tape(file: &tape::File, blocks: &[tape::Block], part: Option<usize>) -> Loaded {
    let what = match file.header.map(|(_, header)| header) {
        Some(header) => match header.kind {
            FileType::Program => {
                What::Program { size: u32::from(header.length), clears: clears(file.bytes(blocks)) }
            }
            FileType::Bytes => {
                let start = u32::from(header.parameter1);
                What::Code(start, start + u32::from(header.length))
            }
            FileType::Numbers | FileType::Characters => {
                let dollar = if header.kind == FileType::Characters { "$" } else { "" };
                let name = header.variable().map(|letter| format!("{letter}{dollar}()"));
                name.map_or(What::Headerless, |name| What::Array(name, u32::from(header.length) + 3))
            }
            FileType::Unknown(_) => What::Headerless,
        },
        None => What::Headerless,
    };
    Loaded { part, what, judged: false }
}

/// The addresses of all CLEAR statements; none where one is computed.
fn clears(program: &[u8]) -> Option<Vec<u16>> {
    let mut found = Vec::new();
    for line in Program::decode(program).lines {
        let mut items =
            line.items().map(|(_, _, item)| item).filter(|item| *item != Item::Character(b' ')).peekable();
        let mut quoted = false;
        while let Some(item) = items.next() {
            match item {
                Item::Character(b'"') => quoted = !quoted,
                Item::Keyword(Keyword::Rem) if !quoted => break,
                Item::Keyword(Keyword::Clear) if !quoted => {
                    while items.next_if(|item| matches!(item, Item::Character(b'0'..=b'9'))).is_some() {}
                    let address = match items.peek() {
                        Some(Item::Number(number)) => Some(u16::try_from(number.as_small()?).ok()?),
                        _ => None,
                    };
                    if address.is_some() {
                        items.next();
                    }
                    if !matches!(items.peek(), None | Some(Item::Character(b':'))) {
                        return None;
                    }
                    found.extend(address);
                }
                _ => {}
            }
        }
    }
    Some(found)
}

/// The loader for all that is loaded up to the first program: its piece, its size, its RAMTOP.
fn generate(
    parts: &[Part],
    options: &Options,
    loaded: &[Loaded],
    asked: Span,
    told: &mut Vec<Diagnostic>,
) -> Option<(Piece, u32, Option<u16>)> {
    let place = |part: Option<usize>| part.map_or(asked, |part| parts[part].span);
    let mut steps = Vec::new();
    let (mut lowest, mut last, mut arrays) = (None, None, 0);
    for thing in loaded {
        steps.push(match &thing.what {
            What::Program { .. } => Step::Program,
            What::Code(start, end) if (*start, *end) == (u32::from(SCREEN), SCREEN_END) => Step::Screen,
            What::Code(start, _) => {
                last = Some(*start as u16);
                if *start >= PROG {
                    lowest = lowest.into_iter().chain([*start as u16]).min();
                }
                Step::Code
            }
            What::Array(name, size) => {
                arrays += size;
                Step::Array(name.clone())
            }
            What::Headerless => {
                let message = "a loader made by zxtap cannot load a block without a header".to_owned();
                told.push(
                    Diagnostic::new(Code::PartForm, place(thing.part), message)
                        .help("write a loader, and give it as the first part"),
                );
                return None;
            }
        });
        if steps.last() == Some(&Step::Program) {
            break;
        }
    }
    let goes_on = steps.last() == Some(&Step::Program);
    let clear = options.clear.map(|c| c.0).or(lowest.map(|lowest| lowest - 1));
    let start = options.start.map(|s| s.0).or(last.filter(|_| !goes_on));
    if let Some((start, span)) = options.start {
        let inside = |thing: &Loaded| matches!(thing.what, What::Code(from, to) if (from..to).contains(&u32::from(start)));
        if start >= SCREEN && !loaded.iter().any(inside) {
            let message = format!("no part has code at the start address {start}");
            told.push(Diagnostic::new(Code::StartNowhere, span, message));
        }
    }
    let text = loader::text(&steps, clear, start);
    let built = build(
        &Source::new("loader", text),
        &BuildOptions { file_stem: "loader".into(), ..BuildOptions::default() },
    );
    if !built.is_good() {
        let message = "there are more parts than a loader has lines for".to_owned();
        told.push(Diagnostic::new(Code::PartForm, asked, message));
        return None;
    }
    let mut built = built;
    let mut header = tape::file::header(&built.blocks[0])?;
    header.name = options.name;
    built.blocks[0] = header.block();
    built.name = options.name;
    let size = built.program.len() as u32;
    let least = PROG + size + arrays + WORKSPACE_TO_LOAD;
    if let Some(clear) = clear.filter(|&clear| u32::from(clear) < least) {
        let lowest =
            loaded.iter().find(|t| matches!(t.what, What::Code(start, _) if start == u32::from(clear) + 1));
        let span = options.clear.map_or_else(|| place(lowest.and_then(|t| t.part)), |(_, span)| span);
        let message = match options.clear {
            Some(_) => format!("CLEAR {clear} leaves the loader no room: {least} is the lowest it can have"),
            None => {
                format!("code at {} overlaps the loader and its workspace, which end at {least}", clear + 1)
            }
        };
        told.push(
            Diagnostic::new(Code::Overlap, span, message)
                .help(format!("move the code to {} or above", least + 1)),
        );
        return None;
    }
    let entries = built.blocks.iter().map(|block| Entry::standard(ROM_PAUSE_MS, &block.bytes)).collect();
    Some((Piece { part: None, form: Form::Program(Box::new(built)), entries }, size, clear))
}

/// Tells what lies over what.
fn places(parts: &[Part], loaded: &[Loaded], generated: bool, told: &mut Vec<Diagnostic>) {
    let name = |thing: &Loaded| thing.part.map_or("the loader", |part| &parts[part].file[..]).to_owned();
    let mut programs: Vec<&Loaded> = Vec::new();
    let mut codes: Vec<(&Loaded, u32, u32)> = Vec::new();
    let mut screen: Option<&Loaded> = None;
    for (index, thing) in loaded.iter().enumerate() {
        match &thing.what {
            What::Program { size, .. } => {
                // The program that follows a loader of ours comes when the code is there; of others nobody knows.
                if generated && index > 0 && programs.len() == 1 && programs[0].part.is_none() {
                    chained(parts, thing, *size, &codes, loaded, told);
                }
                programs = vec![thing];
                codes.clear();
                screen = None;
            }
            What::Code(start, end) => {
                let (start, end) = (*start, *end);
                let is_screen = (start, end) == (u32::from(SCREEN), SCREEN_END);
                if let (true, Some(part)) = (thing.judged, thing.part) {
                    let told_before = told.len();
                    let over = |message: String| {
                        Diagnostic::new(Code::Overlap, parts[part].span, message)
                            .help("move it, or say that it is meant: --allow-overlap")
                    };
                    let who = format!("{} ({start} to {})", name(thing), end - 1);
                    for (other, from, to) in &codes {
                        let both_screens = is_screen && (*from, *to) == (start, end);
                        if start < *to && *from < end && !both_screens && *from >= SCREEN_END {
                            let other_span = other.part.map_or(parts[part].span, |p| parts[p].span);
                            let message = format!("{who} overlaps {} ({from} to {})", name(other), to - 1);
                            told.push(over(message).related(other_span, "this part"));
                        }
                    }
                    if start < SCREEN_END
                        && !is_screen
                        && let Some(shown) = screen
                    {
                        let message = format!("{who} overwrites the screen that {} shows", name(shown));
                        told.push(Diagnostic::new(Code::CodeOnScreen, parts[part].span, message));
                    }
                    if let Some(program) = programs.last() {
                        told.extend(against_program(&who, start, end, program, &name(program)).map(over));
                    }
                    told.truncate(told_before + 3);
                }
                if is_screen {
                    screen = Some(thing);
                }
                codes.push((thing, start, end));
            }
            What::Array(..) | What::Headerless => {}
        }
    }
}

/// Why code cannot lie where it does beside the program that loads it.
fn against_program(who: &str, start: u32, end: u32, program: &Loaded, name: &str) -> Option<String> {
    let What::Program { size, clears } = &program.what else { return None };
    let program_end = PROG + size;
    if start < PROG && end > SYSTEM {
        return Some(format!("{who} overwrites the system variables ({SYSTEM} to {})", PROG - 1));
    }
    if start < program_end && end > PROG {
        let what = if name == "the loader" { "the loader" } else { name };
        return Some(format!("{who} overlaps {what} ({PROG} to {})", program_end - 1));
    }
    let ramtops = clears.as_deref()?;
    let default = [RAMTOP];
    let ramtops = if ramtops.is_empty() { &default[..] } else { ramtops };
    let under = |&&ramtop: &&u16| {
        let top = u32::from(ramtop) + 1;
        start < top && end > top.saturating_sub(STACK)
    };
    // Where a program sets RAMTOP more than once, one that leaves the code alone is enough.
    if !ramtops.iter().all(|ramtop| under(&ramtop)) {
        return None;
    }
    let ramtop = ramtops[0];
    Some(if clears.as_ref().is_some_and(|clears| clears.is_empty()) {
        format!("{who} overwrites the stack below {ramtop}, since {name} has no CLEAR")
    } else {
        format!("{who} overwrites the stack, which CLEAR {ramtop} in {name} puts there")
    })
}

/// Whether the program that a loader of ours goes on with has room beside the code.
fn chained(
    parts: &[Part],
    thing: &Loaded,
    size: u32,
    codes: &[(&Loaded, u32, u32)],
    loaded: &[Loaded],
    told: &mut Vec<Diagnostic>,
) {
    let (true, Some(part)) = (thing.judged, thing.part) else { return };
    let Some(What::Program { clears: Some(clears), .. }) = loaded.first().map(|l| &l.what) else { return };
    let ramtop = u32::from(clears.first().copied().unwrap_or(RAMTOP));
    let end = PROG + size + WORKSPACE;
    if end > ramtop {
        let code =
            codes.iter().filter_map(|(code, start, _)| Some((code.part?, *start))).find(|(_, s)| *s > ramtop);
        let message =
            format!("{} needs memory up to {end}, but the loader sets RAMTOP to {ramtop}", parts[part].file);
        let mut diagnostic = Diagnostic::new(Code::Overlap, parts[part].span, message);
        if let Some((other, start)) = code {
            diagnostic = diagnostic.related(parts[other].span, format!("because this loads at {start}"));
        }
        told.push(diagnostic.help("move the code up, or shorten the program"));
    }
}
