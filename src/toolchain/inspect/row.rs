//! One block for people: what it is, name, size, where it loads, checksum, seconds.
//!
//! Owns: the words and the columns.
//! Must never know: terminals.

use std::fmt::Write;

use super::{Finding, Inspection, Severity, parts, shown_name};
use crate::basic::program::Program;
use crate::basic::variables::{Name, Value, Variable, Variables};
use crate::tape::pulse::decode::Heard;
use crate::tape::timing::CLOCK;
use crate::tape::tzx::Speed;
use crate::tape::{Checksum, File, FileType, Header};
use crate::toolchain::screen;

/// Characters of a data block's content that are shown at most.
const WIDEST: usize = 160;

/// A block with its place among the files.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// Its number, from 0.
    pub index: usize,
    /// Its number among the data blocks, if it is one.
    pub block: Option<usize>,
    /// The file it belongs to, if any.
    pub file: Option<&'a File>,
    /// What was found there.
    pub findings: &'a [Finding],
    seen: &'a Inspection,
}

impl Inspection {
    /// The blocks in order.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let mut files = vec![None; self.data.blocks.len()];
        for file in &self.files {
            for block in file.header.map(|(block, _)| block).into_iter().chain(file.data) {
                files[block] = Some(file);
            }
        }
        let mut next = 0;
        let mut rest = &self.findings[self.findings.partition_point(|finding| finding.block.is_none())..];
        (0..self.tape.entries.len()).map(move |index| {
            let block = (self.data.entries.get(next) == Some(&index)).then_some(next);
            next += usize::from(block.is_some());
            let count = rest.iter().take_while(|finding| finding.block <= Some(index)).count();
            let (findings, others) = rest.split_at(count);
            rest = others;
            Row { index, block, file: block.and_then(|block| files[block]), findings, seen: self }
        })
    }

    /// What the tape is, in a line: container, blocks, files, seconds.
    pub fn summary(&self) -> String {
        let mut words = self.tape.container.word().to_uppercase();
        if let Some((major, minor)) = self.tape.version {
            let _ = write!(words, " {major}.{minor}");
        }
        if let Some(recording) = &self.tape.recording {
            let _ = write!(words, " of {:.1} seconds, {}", recording.seconds, recording.layout);
        }
        let (blocks, files) = (self.tape.entries.len(), self.files.len());
        let _ = write!(words, ", {}, {}", count(blocks, "block"), count(files, "file"));
        let _ = write!(words, ", {:.1} seconds", self.tape.seconds());
        words
    }

    /// All of it as a table.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let rows: Vec<(Row<'_>, String)> = self.rows().map(|row| (row, row.content())).collect();
        let width = rows.iter().map(|(_, content)| content.chars().count()).max().unwrap_or(0).clamp(7, 64);
        if !rows.is_empty() {
            let at = if self.tape.recording.is_some() { "  heard at" } else { "" };
            let _ = writeln!(text, "   #  {:<width$}  bytes  checksum  seconds{at}", "content");
        }
        for (row, content) in rows {
            let (bytes, checksum) = match row.bytes() {
                Some(bytes) => (bytes.to_string(), checksum_word(row.checksum())),
                None => (String::new(), ""),
            };
            let seconds = row.seconds();
            let seconds = if seconds > 0.0 { format!("{seconds:.1}") } else { String::new() };
            let line =
                format!("{:>4}  {content:<width$}  {bytes:>5}  {checksum:<8}  {seconds:>7}", row.index);
            text.push_str(line.trim_end());
            if let Some(heard) = row.heard() {
                let _ = write!(text, "  {:>8.3}", heard.data / CLOCK as f64);
            }
            text.push('\n');
            for finding in row.findings {
                let _ = writeln!(text, "      {} {}", mark(finding), finding.what);
            }
        }
        for finding in self.findings.iter().filter(|finding| finding.block.is_none()) {
            let _ = writeln!(text, "      {} {finding}", mark(finding));
        }
        text
    }
}

fn mark(finding: &Finding) -> &'static str {
    match finding.severity {
        Severity::Fault => "fault:",
        Severity::Warning => "warning:",
    }
}

fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// `ok`, `bad` or `none`.
pub(super) fn checksum_word(checksum: Checksum) -> &'static str {
    match checksum {
        Checksum::Ok => "ok",
        Checksum::Bad { .. } => "bad",
        Checksum::None => "none",
    }
}

impl<'a> Row<'a> {
    /// The header in this block.
    pub fn header(&self) -> Option<Header> {
        let (block, header) = self.file?.header?;
        (self.block == Some(block)).then_some(header)
    }

    /// The header of the file whose data is in this block.
    pub fn header_of_data(&self) -> Option<Header> {
        let file = self.file?;
        (file.data.is_some() && file.data == self.block).then_some(file.header?.1)
    }

    /// The bytes between flag and checksum.
    pub fn payload(&self) -> &'a [u8] {
        self.block.map_or(&[], |block| self.seen.data.blocks[block].payload())
    }

    /// How many bytes it has, flag and checksum included; none when it is no data block.
    pub fn bytes(&self) -> Option<usize> {
        self.block.map(|block| self.seen.data.blocks[block].bytes.len())
    }

    /// Its flag byte.
    pub fn flag(&self) -> Option<u8> {
        self.block.and_then(|block| self.seen.data.blocks[block].flag())
    }

    /// What its checksum says.
    pub fn checksum(&self) -> Checksum {
        self.block.map_or(Checksum::None, |block| self.seen.data.checksums[block])
    }

    /// How long it plays.
    pub fn seconds(&self) -> f64 {
        self.seen.tape.entries[self.index].seconds()
    }

    /// `header`, `data`, `empty`, or what TZX calls the block.
    pub fn kind(&self) -> &'static str {
        match self.bytes() {
            None => self.seen.tape.entries[self.index].name(),
            Some(0) => "empty",
            Some(_) if self.header().is_some() => "header",
            Some(_) => "data",
        }
    }

    /// Where in the file it stands, in bytes; none in a recording.
    pub fn offset(&self) -> Option<usize> {
        self.heard().is_none().then(|| self.seen.tape.offsets[self.index])
    }

    /// In a recording: how it was heard.
    pub fn heard(&self) -> Option<&'a Heard> {
        self.seen.heard(self.index)
    }

    /// The identifier it has in a TZX file.
    pub fn id(&self) -> u8 {
        self.seen.tape.entries[self.index].id
    }

    /// The block in words of the container: speeds, pauses, texts.
    pub fn description(&self) -> String {
        self.seen.tape.entries[self.index].to_string()
    }

    /// The number of the block that belongs to this one: the data of a header, the header of data.
    pub fn partner(&self) -> Option<usize> {
        let file = self.file?;
        let other = if self.header().is_some() { file.data } else { file.header.map(|(block, _)| block) };
        other.map(|block| self.seen.data.entries[block])
    }

    /// What a person wants to know, on one line.
    pub fn content(&self) -> String {
        let mut words = match (self.block, self.header(), self.header_of_data()) {
            (None, ..) => self.description(),
            (_, Some(header), _) => header_words(&header),
            (_, None, Some(header)) => data_words(&header, self.payload()),
            (_, None, None) => self.headerless_words(),
        };
        if let Some(data) = self.block.and_then(|_| self.seen.tape.entries[self.index].data())
            && data.speed != Speed::Rom
        {
            let _ = write!(words, " ({})", self.description());
        }
        if self.block.is_some() && words.chars().count() > WIDEST {
            words = words.chars().take(WIDEST - 1).chain(['…']).collect();
        }
        words
    }

    fn headerless_words(&self) -> String {
        match self.flag() {
            None => "empty block".into(),
            Some(flag) => {
                let screen = if self.payload().len() == screen::BYTES { ", as long as a screen" } else { "" };
                format!("  headerless, flag {flag:02X}, {}{screen}", count(self.payload().len(), "byte"))
            }
        }
    }
}

/// A header in words, as the ROM names what it finds: `Program: three, 3412 bytes, LINE 10`.
fn header_words(header: &Header) -> String {
    let title = shown_name(&header.name);
    let length = header.length;
    match header.kind {
        FileType::Program => {
            let mut words = format!("Program: {title}, {}", count(length.into(), "byte"));
            if let Some(line) = header.autostart() {
                let _ = write!(words, ", LINE {line}");
            }
            words
        }
        FileType::Bytes => {
            let screen = if header.parameter1 == 16384 && usize::from(length) == screen::BYTES {
                " SCREEN$"
            } else {
                ""
            };
            format!("Bytes: {title} {},{length}{screen}", header.parameter1)
        }
        FileType::Numbers => {
            format!("Number array: {title} {}()", header.variable().unwrap_or('?'))
        }
        FileType::Characters => {
            format!("Character array: {title} {}$()", header.variable().unwrap_or('?'))
        }
        FileType::Unknown(byte) => format!("type {byte:02X}: {title}, {}", count(length.into(), "byte")),
    }
}

/// Data in words: what its header makes of it.
fn data_words(header: &Header, data: &[u8]) -> String {
    match header.kind {
        FileType::Program => {
            let (lines, area) = parts(header, data);
            let lines = Program::decode(lines).lines;
            let mut words = format!("  {}", count(lines.len(), "line"));
            if let [first, .., last] = &lines[..] {
                let _ = write!(words, " from {} to {}", first.number, last.number);
            }
            if !area.is_empty() {
                let _ = write!(words, ", {} of variables", count(area.len(), "byte"));
                let mut separator = ": ";
                for variable in Variables::decode(area).variables {
                    let _ = write!(words, "{separator}{variable}");
                    separator = "; ";
                    if words.len() > 4 * WIDEST {
                        break;
                    }
                }
            }
            words
        }
        FileType::Bytes => {
            let screen = if data.len() == screen::BYTES { ", a screen" } else { "" };
            format!("  {}{screen}", count(data.len(), "byte"))
        }
        FileType::Numbers | FileType::Characters => match array(header, data) {
            Some(variable) => format!("  {variable}"),
            None => format!("  {}", count(data.len(), "byte")),
        },
        FileType::Unknown(_) => format!("  {}", count(data.len(), "byte")),
    }
}

/// The array or string in a file of its own, under the name in its header.
pub(in crate::toolchain) fn array(header: &Header, data: &[u8]) -> Option<Variable> {
    let first = (header.parameter1 >> 8) as u8;
    let value = match header.kind {
        FileType::Numbers => Value::array(false, data),
        FileType::Characters if first >> 5 == 0b010 => Value::String(data.to_vec()),
        FileType::Characters => Value::array(true, data),
        FileType::Program | FileType::Bytes | FileType::Unknown(_) => return None,
    };
    Some(Variable { name: Name { letter: first & 0x1F, rest: Vec::new() }, value })
}
