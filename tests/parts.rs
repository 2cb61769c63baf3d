//! Tapes of several parts, loaded by the genuine ROM: the loader that zxtap makes, and the borders it keeps.

use zxtap::basic::number::Number;
use zxtap::basic::variables::Value;
use zxtap::diagnostic::Code;
use zxtap::machine::Machine;
use zxtap::source::{Source, Span};
use zxtap::toolchain::parts::loader::{self, Step};
use zxtap::toolchain::parts::{Content, Form, Kind, Options, Part, Reel, assemble};
use zxtap::toolchain::run::{Cassette, Session};
use zxtap::toolchain::{BuildOptions, Built, build, screen};

/// LD A,2: OUT (FE),A: LD HL,5AFFh: INC (HL): LD BC,1234: RET. It makes the border red and changes the last attribute.
const CODE: [u8; 12] = [0x3E, 0x02, 0xD3, 0xFE, 0x21, 0xFF, 0x5A, 0x34, 0x01, 0xD2, 0x04, 0xC9];

/// A screen without two equal rows.
fn picture() -> Vec<u8> {
    (0..screen::BYTES).map(|i| (i * 7 + i / 256) as u8 & 0x7F).collect()
}

fn part(file: &str, kind: Kind) -> Part {
    Part { file: file.into(), kind, name: None, span: Span::new(0, 1) }
}

fn program(text: &str) -> Built {
    let built =
        build(&Source::new("p.bas", text), &BuildOptions { file_stem: "p".into(), ..Default::default() });
    assert!(built.is_good(), "{:?}", built.diagnostics);
    built
}

/// What is said of a reel.
fn codes(reel: &Reel) -> Vec<Code> {
    reel.diagnostics.iter().map(|d| d.code).collect()
}

/// The machine when what the reel holds has run.
fn played(reel: &Reel, real_tape: bool) -> Session {
    assert!(reel.is_good(), "{:?}", reel.diagnostics);
    let cassette = Cassette::of_reel("t.tap", &reel.entries(), Vec::new());
    let mut session = Session::new(&cassette, real_tape);
    let deadline = session.deadline(60.0);
    session.run(deadline);
    session
}

fn report(session: &Session) -> String {
    session.report().map(ToString::to_string).unwrap_or_default()
}

fn memory(machine: &Machine, start: u16, length: usize) -> Vec<u8> {
    (0..length).map(|i| machine.peek(start.wrapping_add(i as u16))).collect()
}

#[test]
fn screen_and_code_load_and_the_code_runs() {
    let parts = [part("title.scr", Kind::Screen), part("game.bin", Kind::Code(32768))];
    let screen = picture();
    let contents = [Content::Bytes(&screen), Content::Bytes(&CODE)];
    let reel = assemble(&parts, &contents, &Options { name: *b"game      ", ..Options::default() });
    for real_tape in [false, true] {
        let session = played(&reel, real_tape);
        assert_eq!(report(&session), "0 OK, 60:1");
        // The last attribute is the code's; the report stands in the lowest two rows.
        let shown = memory(&session.machine, 0x4000, 0x1000);
        assert!(shown == screen[..0x1000], "no name is printed onto the picture");
        assert_eq!(memory(&session.machine, 0x5800, 22 * 32), screen[0x1800..0x1800 + 22 * 32]);
        assert_eq!(memory(&session.machine, 32768, CODE.len()), CODE);
        assert_eq!(session.machine.border(), 2, "the code has run");
        assert_eq!(session.machine.peek_word(23730), 32767, "RAMTOP");
        assert_eq!(session.machine.peek(23739), 0xF4, "channel S is as it was");
    }
}

#[test]
fn the_channel_that_says_nothing_is_a_return() {
    let machine = Machine::booted();
    assert_eq!(machine.peek(23739), 0xF4);
    assert_eq!(machine.peek(23740), 0x09);
    assert_eq!(machine.peek(0x096F), 0xC9);
}

#[test]
fn a_program_may_follow_and_take_the_loaders_place() {
    let game = program("#autostart 10\n10 PRINT AT 0,0;PEEK 65368; PEEK 23730+256*PEEK 23731\n");
    let parts = [
        part("title.scr", Kind::Screen),
        part("udg.bin", Kind::Code(65368)),
        part("game.bas", Kind::Program),
        part("late.bin", Kind::Code(65400)),
    ];
    let contents =
        [Content::Bytes(&picture()), Content::Bytes(&[77; 8]), Content::Program(&game), Content::Bytes(&[1])];
    let session = played(&assemble(&parts, &contents, &Options::default()), false);
    assert_eq!(report(&session), "0 OK, 10:1");
    assert!(
        session.machine.screen_text()[0].starts_with("7765367"),
        "{:?}",
        session.machine.screen_text()[0]
    );
}

#[test]
fn arrays_load_with_and_without_a_loader_of_ones_own() {
    let json: [&[u8]; 3] = [b"[[1,2.5],[-3,1e20]]", br#"{"name":"c$","values":["ab","cde"]}"#, br#""hi""#];
    let arrays = [
        part("b.json", Kind::Array(Some('b'))),
        part("c.json", Kind::Array(None)),
        part("a.json", Kind::Array(None)),
    ];
    let own = program("#autostart 10\n10 LOAD \"\" DATA b(): LOAD \"\" DATA c$(): LOAD \"\" DATA a$()\n");
    let contents = json.map(Content::Bytes);
    let with_own: Vec<Part> = [part("l.bas", Kind::Program)].into_iter().chain(arrays.clone()).collect();
    let own_contents: Vec<Content> = [Content::Program(&own)].into_iter().chain(contents).collect();
    for reel in [
        assemble(&arrays, &contents, &Options::default()),
        assemble(&with_own, &own_contents, &Options::default()),
    ] {
        let session = played(&reel, false);
        assert!(report(&session).starts_with("0 OK"), "{}", report(&session));
        let variables = zxtap::basic::variables::Variables::decode(session.machine.variables());
        let value =
            |name: &str| variables.variables.iter().find(|v| v.full_name() == name).unwrap().value.clone();
        let Value::Numbers { dimensions, elements } = value("b") else { panic!() };
        assert_eq!(dimensions, [2, 2]);
        assert_eq!(elements[0], Number::small(1));
        assert_eq!(elements.iter().map(ToString::to_string).collect::<Vec<_>>(), ["1", "2.5", "-3", "1E+20"]);
        assert_eq!(value("c$"), Value::Characters { dimensions: vec![2, 3], characters: b"ab cde".to_vec() });
        assert_eq!(value("a$"), Value::Characters { dimensions: vec![2], characters: b"hi".to_vec() });
    }
}

#[test]
fn a_block_without_header_is_for_a_loader_of_ones_own() {
    // LD IX,40000: LD DE,4: LD A,FF: SCF: JP 0556h (LD-BYTES)
    let loads = [0xDD, 0x21, 0x40, 0x9C, 0x11, 4, 0, 0x3E, 0xFF, 0x37, 0xC3, 0x56, 0x05];
    let own = program("#autostart 10\n10 CLEAR 32767: LOAD \"\" CODE: RANDOMIZE USR 32768\n");
    let parts =
        [part("l.bas", Kind::Program), part("c.bin", Kind::Code(32768)), part("raw.bin", Kind::Headerless)];
    let contents = [Content::Program(&own), Content::Bytes(&loads), Content::Bytes(&[9, 8, 7, 6])];
    let session = played(&assemble(&parts, &contents, &Options::default()), false);
    assert_eq!(memory(&session.machine, 40000, 4), [9, 8, 7, 6]);
    let refused = assemble(&parts[1..], &contents[1..], &Options::default());
    assert_eq!(codes(&refused), [Code::PartForm], "a loader of ours cannot load it");
}

/// Loads code of one byte at `start` by a loader of ours as it is, whatever is said of it; whether it works.
fn works_at(start: u16) -> bool {
    let loader = program(&loader::text(&[Step::Code], Some(start - 1), None));
    let parts = [part("l.bas", Kind::Program), part("c.bin", Kind::Code(start))];
    let contents = [Content::Program(&loader), Content::Bytes(&[0xC9])];
    let reel = assemble(&parts, &contents, &Options { allow_overlap: true, ..Options::default() });
    let session = played(&reel, false);
    report(&session).starts_with("0 OK") && session.machine.peek(start) == 0xC9
}

#[test]
fn the_lowest_code_that_is_let_pass_is_the_lowest_that_the_rom_loads() {
    let clear = |start: u16| {
        let reel =
            assemble(&[part("c.bin", Kind::Code(start))], &[Content::Bytes(&[0xC9])], &Options::default());
        reel.is_good().then_some(reel)
    };
    let lowest = (23_900..24_100).find(|&start| clear(start).is_some()).unwrap();
    assert_eq!(report(&played(&clear(lowest).unwrap(), false)), "0 OK, 30:1");
    // The loader above has a line more: RANDOMIZE USR.
    let shorter = loader::text(&[Step::Code], Some(lowest), None);
    let longer = loader::text(&[Step::Code], Some(lowest), Some(lowest));
    let line = (program(&longer).program.len() - program(&shorter).program.len()) as u16;
    assert!(works_at(lowest - line) && !works_at(lowest - line - 1));
}

#[test]
fn a_program_that_follows_has_just_the_room_that_the_rom_needs() {
    let game = program(&format!("#autostart 10\n10 PRINT \"on\": STOP\n20 REM {}\n", "x".repeat(500)));
    let of = |start: u16, allow_overlap: bool| {
        let parts = [part("c.bin", Kind::Code(start)), part("g.bas", Kind::Program)];
        let contents = [Content::Bytes(&[0xC9]), Content::Program(&game)];
        assemble(&parts, &contents, &Options { allow_overlap, ..Options::default() })
    };
    let on = |start| {
        let session = played(&of(start, true), false);
        session.machine.screen_text().iter().any(|row| row.starts_with("on"))
    };
    let lowest = (24_000..25_000).find(|&start| of(start, false).is_good()).unwrap();
    assert!(on(lowest) && !on(lowest - 1), "{lowest}");
}

#[test]
fn code_may_lie_up_to_the_stack() {
    let own = program("#autostart 10\n10 LOAD \"\" CODE: PRINT \"on\"\n");
    let of = |end: u16, allow_overlap: bool| {
        let parts = [part("l.bas", Kind::Program), part("c.bin", Kind::Code(65_200))];
        let zeros = vec![0; usize::from(end - 65_200)];
        let contents = [Content::Program(&own), Content::Bytes(&zeros)];
        assemble(&parts, &contents, &Options { allow_overlap, ..Options::default() })
    };
    let stays = |end: u16| {
        let session = played(&of(end, true), false);
        let kept = memory(&session.machine, 65_200, usize::from(end - 65_200)).iter().all(|&byte| byte == 0);
        kept && session.machine.screen_text().iter().any(|row| row.starts_with("on"))
    };
    let most = (65_300..65_368).find(|&end| !of(end, false).is_good()).unwrap() - 1;
    assert!(stays(most), "{most}");
    for end in [most + 1, most + 8, 65_360, 65_368] {
        assert!(!stays(end) && codes(&of(end, false)) == [Code::Overlap], "{end}");
    }
}

#[test]
fn what_lies_over_something_else_is_told() {
    let clear = program("10 CLEAR 29999: LOAD \"\" CODE\n");
    let none = program("10 LOAD \"\" CODE\n");
    let computed =
        ["a", "30000+c", "VAL \"30000\""].map(|n| program(&format!("10 CLEAR {n}: LOAD \"\" CODE\n")));
    let code = |start: u16| part("c.bin", Kind::Code(start));
    let bytes = vec![0; 500];
    let of = |own: &Built, start: u16| {
        let parts = [part("l.bas", Kind::Program), code(start)];
        codes(&assemble(&parts, &[Content::Program(own), Content::Bytes(&bytes)], &Options::default()))
    };
    assert_eq!(of(&none, 23_755), [Code::Overlap], "the program itself");
    assert_eq!(of(&none, 23_100), [Code::Overlap], "the system variables");
    assert_eq!(of(&none, 23_052), [], "the screen and the printer buffer");
    assert_eq!(of(&none, 24_000), [], "behind the program nobody can tell");
    assert_eq!(of(&none, 64_900), [Code::Overlap], "the stack");
    assert_eq!(of(&clear, 64_900), []);
    assert_eq!(of(&clear, 29_500), [Code::Overlap], "the stack that CLEAR has moved");
    assert_eq!(of(&clear, 30_000), []);
    for computed in &computed {
        assert_eq!(of(computed, 29_500), [], "a computed CLEAR");
        assert_eq!(of(computed, 64_900), [], "a computed CLEAR");
    }

    let two = |a: u16, b: u16| {
        let parts = [part("l.bas", Kind::Program), code(a), code(b)];
        let contents = [Content::Program(&clear), Content::Bytes(&bytes), Content::Bytes(&bytes)];
        codes(&assemble(&parts, &contents, &Options::default()))
    };
    assert_eq!(two(40_000, 40_499), [Code::Overlap]);
    assert_eq!(two(40_000, 40_500), []);

    let shown = [part("t.scr", Kind::Screen), code(20_000), code(30_000)];
    let screen = picture();
    let contents = [Content::Bytes(&screen[..]), Content::Bytes(&bytes), Content::Bytes(&bytes)];
    let reel = assemble(&shown, &contents, &Options::default());
    assert_eq!(codes(&reel), [Code::CodeOnScreen]);
    assert!(reel.is_good());
}

#[test]
fn parts_that_are_not_what_they_should_be_are_told() {
    for (kind, bytes, code) in [
        (Kind::Screen, &[0; 6911][..], Code::PartForm),
        (Kind::Picture { dither: false }, b"BM", Code::PartForm),
        (Kind::Picture { dither: false }, b"\x89PNG\r\n\x1A\n", Code::PartForm),
        (Kind::Picture { dither: false }, b"GIF89a", Code::PartForm),
        (Kind::Code(32768), b"", Code::PartForm),
        (Kind::Code(16383), b"x", Code::Address),
        (Kind::Code(65535), b"xy", Code::Address),
        (Kind::Headerless, b"", Code::PartForm),
        (Kind::Array(None), b"{", Code::PartForm),
        (Kind::Tape, b"", Code::PartForm),
        (Kind::Tape, b"\x05\x00\xFF", Code::PartForm),
    ] {
        let reel = assemble(&[part("x", kind)], &[Content::Bytes(bytes)], &Options::default());
        assert_eq!(codes(&reel), [code], "{kind:?}");
        assert!(reel.pieces.is_empty());
    }
}

#[test]
fn another_tapes_blocks_come_as_they_are() {
    let odd = [
        19, 0, 0, 3, b'o', b'd', b'd', 32, 32, 32, 32, 32, 32, 32, 1, 0, 0, 128, 0, 128, 0x99, 3, 0, 0xFF, 5,
        0x12,
    ];
    let own = program("10 REM\n");
    let parts = [part("a.bas", Kind::Program), part("odd.tap", Kind::Tape)];
    let reel = assemble(&parts, &[Content::Program(&own), Content::Bytes(&odd)], &Options::default());
    assert!(reel.is_good(), "{:?}", reel.diagnostics);
    let tape = zxtap::toolchain::Format::Tap.encode(&reel.entries()).unwrap();
    assert!(tape.ends_with(&odd));
    assert!(matches!(reel.pieces[1].form, Form::Tape));
}

#[test]
fn any_picture_file_is_read_to_its_end() {
    let png = screen::png(256, &screen::pixels(&picture())).unwrap();
    let gif = gif_of(&screen::pixels(&picture()));
    for whole in [png, gif] {
        assert!(zxtap::toolchain::picture::read(&whole).is_ok());
        for cut in (0..whole.len()).step_by(97) {
            let _ = zxtap::toolchain::picture::read(&whole[..cut]);
            let mut broken = whole.clone();
            broken[cut] ^= 0x55;
            let _ = zxtap::toolchain::picture::read(&broken);
        }
    }
}

/// A GIF with the Spectrum's colours.
fn gif_of(pixels: &[u8]) -> Vec<u8> {
    let palette = zxtap::machine::screen::PALETTE.as_flattened().to_vec();
    let mut file = Vec::new();
    let mut encoder = gif::Encoder::new(&mut file, 256, 192, &palette).unwrap();
    let frame = gif::Frame { width: 256, height: 192, buffer: pixels.into(), ..gif::Frame::default() };
    encoder.write_frame(&frame).unwrap();
    drop(encoder);
    file
}

#[test]
fn a_screen_comes_back_from_png_and_gif() {
    let bytes: Vec<u8> = (0..screen::BYTES).map(|i| (i * i / 7 + i) as u8).collect();
    let shown = screen::pixels(&bytes);
    let rgb = |pixels: &[u8]| -> Vec<[u8; 3]> {
        pixels.iter().map(|&pixel| zxtap::machine::screen::PALETTE[usize::from(pixel)]).collect()
    };
    for file in [screen::png(256, &shown).unwrap(), gif_of(&shown)] {
        let reel = assemble(
            &[part("t.png", Kind::Picture { dither: false })],
            &[Content::Bytes(&file)],
            &Options::default(),
        );
        assert_eq!(codes(&reel), []);
        let data = reel.pieces[1].entries[1].data().unwrap().block();
        assert!(rgb(&screen::pixels(data.payload())) == rgb(&shown));
    }
}

proptest::proptest! {
    #[test]
    fn any_argument_and_any_project_are_read(
        words in "[a-z.@0-9x/]{0,12}",
        lines in proptest::collection::vec(
            "(name|parts|start|loader|tests|file|adress) ?= ?(\\[|\\{|\"|'|true|0x[0-9]{1,6}|[0-9]{1,7}|a\\.bas|\\]|,)*", 0..5),
    ) {
        let _ = Kind::of_argument(&words);
        let text = lines.join("\n");
        let read = zxtap::toolchain::project::read(&Source::new("zxtap.toml", text.as_str()));
        proptest::prop_assert!(read.diagnostics.iter().all(|d| d.span.start <= d.span.end));
        proptest::prop_assert!(!read.is_good() || !read.parts.is_empty());
    }
}
