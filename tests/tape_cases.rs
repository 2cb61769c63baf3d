//! Tapes as files: each file in `cases/tape` is an annotated hex dump of a TAP or TZX file, a line `---`, and what is
//! to be read from it. `UPDATE_GOLDENFILES=1` writes the part below the line anew.
//!
//! In the dump, `#` begins a comment and `00*6912` is a byte repeated.

#[path = "support/dump.rs"]
mod dump;

use std::fmt::Write;
use std::path::Path;

use zxtap::tape::{self, Block, Checksum, File, FileType, Header, convert, tap};

type Outcome = datatest_stable::Result<()>;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn header_words(header: &Header) -> String {
    let mut words = format!("{} \"{}\"", header.kind.word(), header.name.escape_ascii());
    match header.kind {
        FileType::Program => match header.autostart() {
            Some(line) => write!(words, " LINE {line}"),
            None => write!(words, " no autostart ({})", header.parameter1),
        },
        FileType::Bytes => write!(words, " at {}", header.parameter1),
        FileType::Numbers | FileType::Characters => write!(words, " {}()", header.variable().unwrap_or('?')),
        FileType::Unknown(byte) => write!(words, " type {byte}"),
    }
    .unwrap();
    write!(words, ", {} bytes", header.length).unwrap();
    if let Some(length) = header.program_length().filter(|&length| length != header.length) {
        write!(words, ", {length} without variables").unwrap();
    }
    words
}

fn file_words(file: &File, entries: &[usize], blocks: &[Block]) -> String {
    let mut words = match &file.header {
        Some((block, header)) => format!("{}: header {}", header_words(header), entries[*block]),
        None => "headerless:".into(),
    };
    if let Some(block) = file.data {
        write!(words, " data {} of {} bytes", entries[block], file.bytes(blocks).len()).unwrap();
    }
    for oddity in &file.oddities {
        write!(words, "; {oddity}").unwrap();
    }
    words
}

fn told(bytes: &[u8]) -> String {
    let tape = tape::read(bytes);
    let mut told = format!("container {}", tape.container.word());
    if let Some((major, minor)) = tape.version {
        write!(told, " {major}.{minor}").unwrap();
    }
    told.push('\n');
    for (index, entry) in tape.entries.iter().enumerate() {
        write!(told, "{index} @{:#x} {:02X} {entry}", tape.offsets[index], entry.id).unwrap();
        if let Some(data) = entry.data() {
            match data.bytes.first() {
                Some(flag) => write!(told, "; flag {flag:02X}").unwrap(),
                None => write!(told, "; empty").unwrap(),
            }
            match data.checksum() {
                Checksum::Ok => told.push_str(", checksum ok"),
                Checksum::Bad { stored, computed } => {
                    write!(told, ", checksum bad: stored {stored:02X}, computed {computed:02X}").unwrap();
                }
                Checksum::None => told.push_str(", no checksum"),
            }
        }
        writeln!(told, "; {} T", entry.tstates()).unwrap();
    }
    let data = tape.data_blocks();
    for file in data.files() {
        writeln!(told, "file {}", file_words(&file, &data.entries, &data.blocks)).unwrap();
    }
    let order: Vec<usize> = tape.play().collect();
    if order.iter().copied().ne(0..tape.entries.len()) {
        writeln!(told, "plays {order:?}").unwrap();
    }
    if tape.version.is_some() {
        let converted = convert::to_blocks(&tape);
        writeln!(told, "tap {}", hex(&tap::write(&converted.blocks).unwrap())).unwrap();
        for (index, loss) in converted.losses {
            writeln!(told, "tap cannot hold {index}: {loss}").unwrap();
        }
        assert_eq!(tape.to_tzx(), bytes, "a TZX file comes back byte for byte");
    } else if tape.faults.is_empty() {
        assert_eq!(tap::write(&data.blocks).unwrap(), bytes, "a TAP file comes back byte for byte");
    }
    for fault in &tape.faults {
        writeln!(told, "fault {fault}").unwrap();
    }
    told
}

fn case(path: &Path) -> Outcome {
    let text = std::fs::read_to_string(path)?;
    let (dump, expected) = text.split_once("---\n").ok_or("no line ---")?;
    let told = told(&dump::bytes(dump)?);
    if std::env::var_os("UPDATE_GOLDENFILES").is_some() {
        std::fs::write(path, format!("{dump}---\n{told}"))?;
    } else {
        assert_eq!(told, expected);
    }
    Ok(())
}

datatest_stable::harness! {
    { test = case, root = "tests/cases/tape", pattern = r"\.txt$" },
}
