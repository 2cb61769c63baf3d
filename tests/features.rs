//! Forty features that tapes have, and whether each comes back the same: docs/roundtrip.md is made here.
//!
//! `UPDATE_GOLDENFILES=1 cargo test --test features` renews it. Each tape is listed by `zxtap list`'s own function and
//! the text is built again; header and data are compared byte for byte.

use std::fmt::Write as _;
use std::io::Write as _;

use goldenfile::Mint;
use zxtap::source::Source;
use zxtap::tape::timing::Timing;
use zxtap::tape::{self, Block, Header, tap, tzx};
use zxtap::toolchain::{BuildOptions, Graphics, ListOptions, build, list};

/// A program on a tape: its header and the bytes from PROG on, variables included.
struct Stored {
    header: Header,
    more: Vec<u8>,
    data: Vec<u8>,
}

impl Stored {
    fn blocks(&self) -> Vec<Block> {
        let head = [&self.header.encode()[..], &self.more].concat();
        vec![Block::new(0x00, &head), Block::new(0xFF, &self.data)]
    }

    /// The name in the header.
    fn name(mut self, name: &[u8; 10]) -> Stored {
        self.header.name = *name;
        self
    }

    /// The words of the header: length, autostart, length of the program alone.
    fn words(mut self, words: impl Fn(&mut Header)) -> Stored {
        words(&mut self.header);
        self
    }

    /// Bytes behind the program: its variables.
    fn variables(mut self, bytes: &[u8]) -> Stored {
        self.data.extend_from_slice(bytes);
        self.header.length = self.data.len() as u16;
        self
    }
}

/// A program of these bytes, without autostart.
fn raw(data: &[u8]) -> Stored {
    let length = data.len() as u16;
    Stored { header: Header::program("test", length, None, length), more: Vec::new(), data: data.to_vec() }
}

/// A line as stored.
fn line(number: u16, text: &[u8]) -> Vec<u8> {
    let [low, high] = (text.len() as u16 + 1).to_le_bytes();
    [&number.to_be_bytes()[..], &[low, high], text, b"\r"].concat()
}

/// A program of one line 10.
fn ten(text: &[u8]) -> Stored {
    raw(&line(10, text))
}

/// A program as our own `build` stores it.
fn typed(text: &str) -> Stored {
    let built = build(&Source::new("typed", text), &BuildOptions::default());
    assert!(built.is_good(), "{text}: {:?}", built.diagnostics);
    raw(&built.program)
}

const FORTY: &[u8] = b"\x0E\x00\x00\x28\x00\x00";

/// The features, in words, and a tape that has each.
fn features() -> Vec<(&'static str, Stored)> {
    let all_variables = [
        b"a\x00\x00\x2A\x00\x00".to_vec(),
        b"\xB3cor\xE5\x00\x00\x07\x00\x00".to_vec(),
        b"\x82\x0D\x00\x01\x02\x00\x00\x00\x01\x00\x00\x00\x00\x02\x00\x00".to_vec(),
        b"\xE9\x00\x00\x01\x00\x00\x00\x00\x09\x00\x00\x00\x00\x01\x00\x00\x0A\x00\x02".to_vec(),
        b"A\x03\x00say".to_vec(),
        b"\xC2\x08\x00\x02\x02\x00\x01\x00xyz".to_vec(),
    ]
    .concat();
    let jump = [&b"\xEC40"[..], FORTY].concat();
    vec![
        ("keywords, strings, numbers", typed("10 LET a=1.5: IF a>=.5 THEN PRINT \"x\";a: GO TO 10\n")),
        ("block graphics", ten(b"\xF5\"\x80\x81\x8F\x86\"")),
        ("user-defined graphics", ten(b"\xF5\"\x90\xA4\"")),
        ("pound, up-arrow, copyright, backslash", ten(b"\xF5\"\x60\x5E\x7F\\\"")),
        ("colours inside a string", ten(b"\xF5\"\x10\x02\x11\x06a\x14\x01b\"")),
        ("colours in front of a statement", ten(b"\x10\x02\xF51\x0E\x00\x00\x01\x00\x00")),
        ("AT and TAB controls with any parameters", ten(b"\xF5\"\x16\xFF\x0D\x17\x05\x80\"")),
        ("a colour with no colour's number", ten(b"\xF5\"\x10\xF5\"")),
        ("backspaces that hide a line", ten(b"\xEAsecret\x08\x08\x08\x08\x08\x08")),
        ("a hidden number that is not what the digits say", ten(b"\xEC40\x0E\x00\x00\x2A\x00\x00")),
        ("a hidden number with no digits", ten(b"\xFD\x0E\x00\x00\x30\x75\x00")),
        ("digits without hidden number", ten(b"\xEC40")),
        ("a number rounded as no ROM does", ten(b"\xF5.5\x0E\x80\x00\x00\x00\x00")),
        ("a hidden number in a remark", ten(&[&b"\xEAsee 40"[..], FORTY].concat())),
        ("0E in a string, cut off", ten(b"\xF5\"\x0E1\"")),
        ("the mark of a number at the end of a line", ten(b"\xF51\x0E\x00")),
        ("tokens in a remark", ten(b"\xEA\xF5 \xF1\xFF")),
        ("tokens in a string", ten(b"\xF5\xB0\"\xA7*\xBB2\"")),
        ("keywords as letters", ten(b"\xEAPRINT to and GO TO")),
        ("letters where a keyword should be", ten(b"PRINT 1")),
        ("machine code in a remark, 0D within", ten(b"\xEA\x01\x0D\x00\x21\x0D\x40\xED\xB0\xC9\x0E\x22")),
        ("spaces that nobody sees", ten(b" \xF1 a = 1 \x0E\x00\x00\x01\x00\x00 : \xE2 ")),
        ("names with keywords in them", typed("10 LET total=1: LET ink=total: LET forty=ink\n")),
        ("names with spaces", typed("10 LET high score=1: PRINT high score\n")),
        ("BIN, exponents, leading points", typed("10 PRINT BIN 101;1e3;.25;1.5E-3\n")),
        ("DEF FN with values in its slots", { ten(b"\xCE f(x\x0E\x81\x00\x00\x00\x00)=x*x") }),
        ("Interface 1 statements", ten(b"\xD01;\"m\";1\x0E\x00\x00\x01\x00\x00")),
        ("a comment sign at the start of a line", ten(b"# no comment")),
        ("a line without a statement", raw(&[line(10, b""), line(20, b":")].concat())),
        ("line 0", raw(&line(0, b"\xEA(C) 1984"))),
        ("a line over 9999", raw(&[line(10, b"\xFB"), line(12345, b"\xE2")].concat())),
        ("lines out of order", raw(&[line(20, b"\xFB"), line(10, b"\xE2")].concat())),
        ("one number twice", raw(&[line(10, b"\xFB"), line(10, b"\xE2")].concat())),
        ("a length word that is too small", raw(b"\0\x0A\x02\x00\xF5a;b\x0D\0\x14\x02\x00\xFB\x0D")),
        ("a length word that is too large", raw(b"\0\x0A\xFF\x7F\xFB\x0D\0\x14\x02\x00\xE2\x0D")),
        ("the 0D of the last line missing", raw(b"\0\x0A\x02\x00\xFB\xE2")),
        ("bytes behind the last line", raw(&[line(10, b"\xFB"), b"\x80\x01\x02".to_vec()].concat())),
        ("no line at all", raw(b"")),
        ("all six kinds of variables", {
            let program = line(10, &jump);
            let length = program.len() as u16;
            raw(&program).variables(&all_variables).words(|header| header.parameter2 = length)
        }),
        ("variables that are none", {
            let length = line(10, b"\xFB").len() as u16;
            raw(&line(10, b"\xFB")).variables(b"\x01\xFFa\x00").words(|header| header.parameter2 = length)
        }),
        ("a name with controls and tokens", ten(b"\xFB").name(b"\x16\x01\x05\xF5b\x80\x90   ")),
        ("a name of spaces", ten(b"\xFB").name(b"          ")),
        ("a name with a space in front and a quote", ten(b"\xFB").name(b" \"a\\{PI}  ")),
        ("autostart in any line", ten(b"\xFB").words(|header| header.parameter1 = 9999)),
        ("an autostart that no line has", ten(b"\xFB").words(|header| header.parameter1 = 0xC000)),
        ("autostart 0", ten(b"\xFB").words(|header| header.parameter1 = 0)),
        ("a length in the header that is too long", ten(b"\xFB").words(|header| header.length = 999)),
        ("a program length beyond the data", ten(b"\xFB").words(|header| header.parameter2 = 500)),
        ("a header with bytes behind its checksum", {
            let stored = ten(b"\xFB");
            let checksum = *stored.header.block().bytes.last().unwrap();
            Stored { more: vec![checksum, 7], ..stored }
        }),
    ]
}

/// The listing of the first program on a tape, and the blocks that it builds to.
fn there_and_back(tape: &[u8], graphics: Graphics) -> (String, Vec<Block>) {
    let options = ListOptions { block: Some(0), graphics, ..ListOptions::default() };
    let text = list("tape", &tape::read(tape), options).text;
    let built = build(&Source::new("-", text.as_str()), &BuildOptions::default());
    assert!(built.is_good(), "{text}\n{:?}", built.diagnostics);
    (text, built.blocks)
}

#[test]
fn every_feature_comes_back() {
    let mut page = String::from(
        "# What comes back\n\nEach row is a tape with one feature of real tapes. It is listed, the text is built, and \
         header and data are compared\nbyte for byte, from TAP and from TZX. The page is made by the test that \
         compares (`tests/features.rs`).\n\n| feature | its line in the listing | the same |\n|---|---|---|\n",
    );
    let mut failed = Vec::new();
    let features = features();
    for (feature, stored) in &features {
        let blocks = stored.blocks();
        let entries: Vec<_> = blocks.iter().map(|block| tzx::Entry::standard(1000, &block.bytes)).collect();
        let tapes = [tap::write(&blocks).unwrap(), tzx::write(tzx::VERSION, &entries)];
        let mut shown = String::new();
        let mut same = true;
        for tape in tapes {
            for graphics in [Graphics::Unicode, Graphics::Drawn] {
                let (text, again) = there_and_back(&tape, graphics);
                same &= again == blocks;
                shown = text;
            }
        }
        if !same {
            failed.push(*feature);
        }
        let about_header = ["name", "autostart", "header", "variables", "length beyond", "behind", "no line"];
        let line = match about_header.iter().any(|word| feature.contains(word)) {
            true => shown.lines().filter(|line| line.starts_with(['#', 'V'])).collect::<Vec<_>>().join(" … "),
            false => shown.lines().rfind(|line| !line.starts_with("#name")).unwrap_or_default().into(),
        };
        let line =
            if line.chars().count() > 90 { line.chars().take(87).collect::<String>() + "..." } else { line };
        let line = line.replace('|', "\\|");
        writeln!(page, "| {feature} | `` {line} `` | {} |", if same { "yes" } else { "no" }).unwrap();
    }
    writeln!(page, "\n{} of {} come back the same.", features.len() - failed.len(), features.len()).unwrap();
    Mint::new("docs").new_goldenfile("roundtrip.md").unwrap().write_all(page.as_bytes()).unwrap();
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn a_program_at_another_speed_comes_back_between_other_blocks() {
    let blocks = ten(b"\xF5\"turbo\"").blocks();
    let timing = Timing { pilot: 1000, pilot_pulses: 2000, sync1: 300, sync2: 400, zero: 500, one: 1000 };
    let mut entries = vec![tzx::Entry::text("a text"), tzx::Entry::standard(0, &[0xFF, 1, 2, 3])];
    entries.extend(blocks.iter().map(|block| tzx::Entry::turbo(timing, 8, 0, &block.bytes)));
    let tape = tzx::write(tzx::VERSION, &entries);
    let text = list("tape", &tape::read(&tape), ListOptions::default()).text;
    let built = build(&Source::new("-", text.as_str()), &BuildOptions::default());
    assert_eq!(built.blocks, blocks, "{text}");
}

#[test]
fn every_tape_differs_from_the_others() {
    let mut tapes: Vec<_> =
        features().iter().map(|(_, stored)| tap::write(&stored.blocks()).unwrap()).collect();
    let count = tapes.len();
    tapes.sort();
    tapes.dedup();
    assert_eq!(tapes.len(), count);
}
