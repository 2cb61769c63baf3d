//! Tape to text: every program of a tape as source that builds back to the same blocks.
//!
//! Owns: which directives a tape's header and data need beside the lines, how several programs stand in one text.
//! Must never know: files, the terminal.

use crate::basic::charset;
use crate::basic::list::{self, Graphics, hexadecimal};
use crate::basic::program::{Item, Program};
use crate::basic::variables::{Variables, basinc};
use crate::tape::file::Oddity;
use crate::tape::header::NO_AUTOSTART;
use crate::tape::{self, Container, DataBlocks, Header, Tape};

/// How programs are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Text that builds back to the same bytes.
    #[default]
    Source,
    /// What LIST shows on the machine.
    Rom,
    /// Only what a person wants to read: no directives, controls left out.
    Plain,
}

/// What a person may ask of a listing.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListOptions {
    /// Only the program whose header or data is the block of this number, as `info` counts.
    pub block: Option<usize>,
    /// The style.
    pub style: Style,
    /// How graphics are spelled.
    pub graphics: Graphics,
}

/// The listings of a tape, and what was seen on the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The text.
    pub text: String,
    /// How many programs it holds.
    pub programs: usize,
    /// What is wrong with the tape or its programs, a sentence each.
    pub faults: Vec<String>,
}

/// Lists the programs of a tape. `name` is for the comments between them.
///
/// Total: any tape gives a listing, if only an empty one with its faults.
///
/// ```
/// use zxtap::toolchain::{ListOptions, list};
/// let tape = b"\x13\x00\x00\x00demo      \x06\x00\x00\x80\x06\x00\x95\x08\x00\xFF\x00\x0A\x02\x00\xFB\x0D\x01";
/// let tape = zxtap::tape::read(tape);
/// assert_eq!(list("demo.tap", &tape, ListOptions::default()).text, "#name demo\n10 CLS\n");
/// ```
pub fn list(name: &str, tape: &Tape, options: ListOptions) -> Listing {
    let mut out =
        Listing { faults: tape.faults.iter().map(ToString::to_string).collect(), ..Listing::default() };
    let data = tape.data_blocks();
    let mut programs = programs(&data, options.block, tape.container, &mut out.faults);
    if programs.is_empty() {
        let mut lost = headerless(&data);
        match options.block {
            Some(block) => match lost.find(|found| found.block == block) {
                Some(found) => {
                    out.faults
                        .push(format!("block {block}: no header; it is listed as a program all the same"));
                    programs.push(found);
                }
                None => out.faults.push(format!("block {block} is no part of a BASIC program")),
            },
            None => {
                let hint = lost.next().map(|found| {
                    let block = found.block;
                    format!("; block {block} has no header, but lines of BASIC: --block {block} lists them")
                });
                let hint = hint.unwrap_or_default();
                out.faults.push(format!("there is no BASIC program on this tape{hint}"));
            }
        }
    }
    out.programs = programs.len();
    let several = programs.len() > 1;
    for (index, program) in programs.iter().enumerate() {
        if several && options.style != Style::Rom {
            let blank = if index > 0 { "\n" } else { "" };
            let title = shown_name(&program.header);
            out.text += &format!("{blank}# {name}, block {}: \"{title}\"\n", program.block);
        }
        out.text += &match options.style {
            Style::Source => source(program, options.graphics),
            Style::Rom => visible(&list::shown(program.data)),
            Style::Plain => plain(program),
        };
    }
    out
}

/// One program on a tape.
struct Found<'a> {
    block: usize,
    header: Header,
    /// Bytes of the header behind the ROM's seventeen.
    more: &'a [u8],
    data: &'a [u8],
}

fn programs<'a>(
    data: &'a DataBlocks,
    only: Option<usize>,
    container: Container,
    faults: &mut Vec<String>,
) -> Vec<Found<'a>> {
    let mut found = Vec::new();
    for file in data.files() {
        let (Some((head, header)), Some(body)) = (file.header, file.data) else { continue };
        let block = data.entries[head];
        let asked = only.is_none_or(|n| n == block || n == data.entries[body]);
        if header.kind != tape::FileType::Program || !asked {
            continue;
        }
        // In a recording wrong checksums are told as what was heard.
        let is_told = |oddity: &Oddity| {
            let of_checksum = matches!(oddity, Oddity::HeaderChecksum | Oddity::DataChecksum { .. });
            container == Container::Wav && of_checksum
        };
        let oddities = file.oddities.iter().filter(|oddity| !is_told(oddity));
        faults.extend(oddities.map(|oddity| format!("block {block}: {oddity}")));
        let more = data.blocks[head].payload().get(17..).unwrap_or(&[]);
        found.push(Found { block, header, more, data: file.bytes(&data.blocks) });
    }
    found
}

/// Data without a header that begins with lines of BASIC, as programs; what stands behind the lines is taken for their
/// variables. Name and autostart are lost with the header.
fn headerless(data: &DataBlocks) -> impl Iterator<Item = Found<'_>> {
    let files = data.files().into_iter().filter(|file| file.header.is_none());
    files.filter_map(|file| {
        let (block, bytes) = (data.entries[file.data?], file.bytes(&data.blocks));
        let length = lines_length(bytes)?;
        let header = Header::program(
            &format!("block {block}"),
            u16::try_from(bytes.len()).ok()?,
            None,
            u16::try_from(length).ok()?,
        );
        Some(Found { block, header, more: &[], data: bytes })
    })
}

/// How many bytes at the start are whole lines with numbers that rise.
fn lines_length(bytes: &[u8]) -> Option<usize> {
    let (mut length, mut last) = (0, None);
    for line in Program::decode(bytes).lines {
        let whole = line.ended && line.declared.is_none() && (1..=9999).contains(&line.number);
        if !whole || last >= Some(line.number) {
            break;
        }
        (length, last) = (length + line.size(), Some(line.number));
    }
    last.map(|_| length)
}

/// The program's own part of the data, and the variables behind it.
fn parts<'a>(found: &Found<'a>) -> (&'a [u8], &'a [u8]) {
    let length = usize::from(found.header.parameter2).min(found.data.len());
    found.data.split_at(length)
}

/// Source text: directives, then lines.
fn source(found: &Found<'_>, graphics: Graphics) -> String {
    let (bytes, variables) = parts(found);
    let program = Program::decode(bytes);
    let header = &found.header;
    let mut out = format!("#name {}\n", spelled_name(&header.name));
    match header.parameter1 {
        NO_AUTOSTART => {}
        line @ 1..=9999 => out += &format!("#autostart {line}\n"),
        word => out += &format!("#autostart 0x{word:04X}\n"),
    }
    let mut words = String::new();
    if usize::from(header.length) != found.data.len() {
        words += &format!(" length={}", header.length);
    }
    if usize::from(header.parameter2) != bytes.len() {
        words += &format!(" program={}", header.parameter2);
    }
    if !found.more.is_empty() {
        words += &format!(" more={}", hexadecimal(found.more));
    }
    if !words.is_empty() {
        out += &format!("#header{words}\n");
    }
    out += &saved_variables(variables);
    out += &list::list(&program, graphics);
    out
}

/// The variables that are saved with a program: readable as `Var` lines where they all come back, else as bytes.
fn saved_variables(bytes: &[u8]) -> String {
    let variables = Variables::decode(bytes);
    let lines: Option<Vec<String>> = variables.variables.iter().map(basinc::line).collect();
    match lines {
        Some(lines) if variables.trailing.is_empty() => {
            lines.iter().map(|line| format!("{line}\n")).collect()
        }
        _ => bytes.chunks(32).map(|part| format!("#variables {}\n", hexadecimal(part))).collect(),
    }
}

/// A name for `#name`: padding left off, in quotes where it begins or ends with a space, controls as escapes.
fn spelled_name(name: &[u8; 10]) -> String {
    let length = name.iter().rposition(|&b| b != b' ').map_or(0, |n| n + 1);
    let text: String = name[..length]
        .iter()
        .map(|&byte| match charset::character(byte) {
            Some(character) if byte < 0x80 && byte != b'\\' => character.to_string(),
            _ => charset::spelled(byte),
        })
        .collect();
    let quoted = length == 0 || text.starts_with([' ', '"']) || text.ends_with(['"', ' ']);
    match (length, quoted) {
        (0, _) => "\" \"".into(),
        (_, true) => format!("\"{text}\""),
        _ => text,
    }
}

/// A name for people.
fn shown_name(header: &Header) -> String {
    let text: String = header.name.iter().map(|&b| charset::character(b).unwrap_or('?')).collect();
    text.trim_end().into()
}

/// What LIST prints, as text: graphics and signs as Unicode, UDGs as their letters.
fn visible(shown: &[u8]) -> String {
    list::printed(shown)
        .into_iter()
        .map(|byte| match byte {
            0x0D => '\n',
            0x80 => ' ',
            0x90..=0xA4 => (byte - 0x90 + b'A') as char,
            _ => charset::character(byte).unwrap_or('?'),
        })
        .collect()
}

/// A listing to read: numbers without their hidden bytes, graphics as Unicode, controls left out.
fn plain(found: &Found<'_>) -> String {
    let mut out = String::new();
    for line in Program::decode(parts(found).0).lines {
        let mut text = Vec::new();
        for (at, length, item) in line.items() {
            match item {
                Item::Number(_) | Item::CutNumber(_) | Item::Control(..) => {}
                Item::Character(byte) if byte < 0x20 => {}
                _ => text.extend_from_slice(&line.text[at..at + length]),
            }
        }
        let head = [line.number.to_be_bytes(), [0, 0]].concat();
        let shown = list::shown(&[&head[..], &text, b"\r"].concat());
        out += visible(&shown).trim_start();
    }
    out
}
