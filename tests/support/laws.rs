//! What holds for any bytes at all, a function for each way into the core. They panic where it does not hold.
//!
//! The fuzz targets in `tests/fuzz` call them, and so does `tests/fuzz_seeds.rs` with every file that is kept.

use std::hint::black_box;

use zxtap::basic::list::{self, Graphics};
use zxtap::basic::program::Program;
use zxtap::basic::tokenise;
use zxtap::basic::variables::Variables;
use zxtap::diagnostic::{Severity, json, render};
use zxtap::source::Source;
use zxtap::tape::pulse::Signal;
use zxtap::tape::{self, Container, convert, tap, tzx};
use zxtap::toolchain::inspect::{self, Inspection};
use zxtap::toolchain::list as tape_list;
use zxtap::toolchain::{BuildOptions, ListOptions, Style, build_bytes, extract};

/// Bytes as a stored program: it decodes and encodes, lists and builds, and a listing of what was built is the same text.
pub(crate) fn decode(bytes: &[u8]) {
    let program = Program::decode(bytes);
    assert_eq!(program.encode(), bytes, "encode(decode(b))");
    for graphics in [Graphics::Drawn, Graphics::Unicode] {
        let text = list::list(&program, graphics);
        let again = tokenise::tokenise(&Source::new("listed.bas", text.as_str()));
        assert_eq!(again.program.encode(), bytes, "tokenise(list(p)) of\n{text}");
        let errors: Vec<_> = again
            .diagnostics
            .iter()
            .filter(|d| d.severity() == Severity::Error)
            .map(|d| &d.message)
            .collect();
        assert!(errors.is_empty(), "{errors:?} of\n{text}");
        assert_eq!(list::list(&again.program, graphics), text, "a listing of a listing");
    }
    black_box(list::shown(bytes));
    assert_eq!(Variables::decode(bytes).encode(), bytes, "variables");
}

/// Bytes as a TAP file: no byte of a whole block is lost, and every way to read a tape takes them.
pub(crate) fn tap(bytes: &[u8]) {
    let reading = tap::read(bytes);
    let again = tap::write(&reading.blocks).expect("blocks of a TAP fit a TAP");
    if reading.faults.is_empty() {
        assert_eq!(again, bytes, "write(read(b))");
    }
    assert_eq!(tap::read(&again).blocks, reading.blocks, "read(write(blocks))");
    any_tape(bytes);
}

/// Bytes behind the head of a TZX file: all come back, and every way to read a tape takes them.
pub(crate) fn tzx(bytes: &[u8]) {
    let file = [&tzx::SIGNATURE[..], &[1, 20], bytes].concat();
    let tape = tape::read(&file);
    assert_eq!(tape.container, Container::Tzx);
    assert_eq!(tape.to_tzx(), file, "to_tzx(read(b))");
    any_tape(&file);
}

/// Bytes as a source text: what is said of it can be shown, and what is built can be listed and built again.
pub(crate) fn source(bytes: &[u8]) {
    let options = BuildOptions { file_stem: "text".into(), ..BuildOptions::default() };
    let (source, built) = build_bytes("text.bas", bytes, &options);
    for diagnostic in &built.diagnostics {
        let place = source.origin(diagnostic.span);
        let (span, end) = (place.span, place.source.text().len() as u32);
        assert!(span.start <= span.end && span.end <= end, "{diagnostic:?}");
    }
    black_box(render::render(&source, &built.diagnostics, false));
    black_box(json::document(&[(&source, &built.diagnostics[..])]));
    if built.is_good() {
        let file = tap::write(&built.blocks).expect("a program fits a block");
        builds_back(&file);
    }
}

/// All that is done with tapes, on whatever this is.
fn any_tape(file: &[u8]) {
    let seen = inspect::inspect(file);
    let tape = tape::read(file);
    black_box((seen.text(), seen.summary()));
    for document in [inspect::json::document("tape", &seen), inspect::json::verdict("tape", &seen)] {
        serde_json::from_str::<serde_json::Value>(&document).expect("JSON");
    }
    for style in [Style::Rom, Style::Plain] {
        black_box(tape_list::list("tape", &tape, ListOptions { style, ..ListOptions::default() }));
    }
    for file in extract::plan(&seen) {
        let _ = black_box(extract::content(&seen, &file));
        assert!(!file.name.contains(['/', '\\', '\0']), "a name that leaves the folder: {:?}", file.name);
    }
    black_box(convert::to_blocks(&seen.tape));
    black_box(Signal::of(&seen.tape.entries).take(10_000).count());
    builds_back(file);
}

/// The law of `list`: every pair of header and program with right checksums comes back from its own text.
fn builds_back(file: &[u8]) {
    let seen: Inspection = inspect::inspect(file);
    let tape = tape::read(file);
    for found in &seen.files {
        let (Some((head, header)), Some(data)) = (found.header, found.data) else { continue };
        let (head_block, data_block) = (&seen.data.blocks[head], &seen.data.blocks[data]);
        let right = [head_block, data_block].iter().all(|b| b.checksum() == tape::Checksum::Ok);
        if header.kind != tape::FileType::Program || !right || data_block.bytes.first() != Some(&0xFF) {
            continue;
        }
        let options = ListOptions { block: Some(seen.data.entries[head]), ..ListOptions::default() };
        let text = tape_list::list("tape", &tape, options).text;
        let build_options = BuildOptions { allow_oversize: true, ..BuildOptions::default() };
        let (_, built) = build_bytes("-", text.as_bytes(), &build_options);
        let errors: Vec<_> = built.diagnostics.iter().filter(|d| d.severity() == Severity::Error).collect();
        assert!(errors.is_empty(), "{errors:?} of\n{text}");
        assert_eq!(built.blocks.len(), 2, "{text}");
        assert_eq!(built.blocks[0].bytes, head_block.bytes, "the header of\n{text}");
        assert_eq!(built.blocks[1].bytes, data_block.bytes, "the data of\n{text}");
    }
}
