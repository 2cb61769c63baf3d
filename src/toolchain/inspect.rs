//! What is on a tape and what is wrong with it: blocks, files, the structure of programs, whether a 48K holds them.
//!
//! ```text
//! bytes ── tape::read ── entries, container faults
//!                          │ data_blocks, files      pairs of header and data, oddities
//!                          │ structure               lines, hidden numbers, variables, arrays, sizes
//!                        Inspection { tape, data, files, findings }
//!                          │ row        one block for people
//!                          │ json       one block for scripts
//! ```
//!
//! Owns: which of the things seen are faults and which are only warnings, and where in the file each stands.
//! Must never know: files on disk, the terminal.

pub mod finding;
pub mod json;
pub mod row;
mod structure;

pub use finding::{Finding, Severity, What};
pub use row::Row;

use crate::basic::charset;
use crate::basic::keyword::Keyword;
use crate::tape::block::HEADER_FLAG;
use crate::tape::file::Oddity;
use crate::tape::pulse::decode::Heard;
use crate::tape::recording;
use crate::tape::{self, Container, DataBlocks, FaultKind, File, FileType, Header, Tape};

/// A tape and what was seen on it.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// The tape as stored.
    pub tape: Tape,
    /// Its data blocks, in the order they are stored in.
    pub data: DataBlocks,
    /// The files they make up; block numbers count in [`Inspection::data`].
    pub files: Vec<File>,
    /// What is wrong or odd, in the order of the tape; what belongs to no block stands first.
    pub findings: Vec<Finding>,
}

/// Looks at a tape file. A file that is given away is let go as soon as its blocks are known.
///
/// Total: any bytes are a tape, if only one with faults.
///
/// ```
/// use zxtap::toolchain::inspect::inspect;
/// let tape = b"\x13\x00\x00\x00demo      \x06\x00\x00\x80\x06\x00\x83\x08\x00\xFF\x00\x0A\x02\x00\xFB\x0D\x02";
/// let seen = inspect(tape);
/// assert_eq!(seen.files.len(), 1);
/// assert_eq!(seen.findings[0].to_string(), "block 1 at offset 0x15: checksum bad: stored 02, computed 01");
/// ```
pub fn inspect(file: impl AsRef<[u8]>) -> Inspection {
    let tape = tape::read(file.as_ref());
    drop(file);
    Inspection::of(tape)
}

impl Inspection {
    /// Looks at a tape that was read.
    pub fn of(tape: Tape) -> Inspection {
        let data = tape.data_blocks();
        let files = data.files();
        let mut seen = Inspection { tape, data, files: Vec::new(), findings: Vec::new() };
        for fault in &seen.tape.faults {
            let (offset, block, ms) = (fault.offset, fault.block, fault.kind.ms());
            let what = What::Container(fault.kind.clone());
            seen.findings.push(Finding { severity: Severity::Fault, offset, ms, block, what });
        }
        let cut = seen.cut_entries();
        for index in 0..seen.data.blocks.len() {
            if seen.data.blocks[index].bytes.is_empty() && !cut.contains(&seen.data.entries[index]) {
                seen.find(index, None, Severity::Warning, What::Empty);
            }
        }
        let mut loader = false;
        for file in &files {
            seen.judge(file, &cut, loader);
            loader = loader || seen.may_load_others(file);
        }
        seen.files = files;
        seen.findings.sort_by_key(|finding| finding.block);
        seen
    }

    /// What is a fault.
    pub fn faults(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.severity == Severity::Fault)
    }

    /// What is a warning.
    pub fn warnings(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.severity == Severity::Warning)
    }

    /// Entries whose data the end of the file cuts off, in order.
    fn cut_entries(&self) -> std::collections::HashSet<usize> {
        let is_cut =
            |kind: &FaultKind| matches!(kind, FaultKind::Truncated { .. } | FaultKind::TruncatedHead { .. });
        self.tape.faults.iter().filter(|fault| is_cut(&fault.kind)).filter_map(|fault| fault.block).collect()
    }

    /// Adds a finding of the data block with this number; `position` is an offset in its payload.
    fn find(&mut self, block: usize, position: Option<usize>, severity: Severity, what: What) {
        let entry = self.data.entries[block];
        let offset = match position.and_then(|position| Some(self.payload_offset(block)? + position)) {
            Some(offset) => offset,
            None => self.tape.offsets.get(entry).copied().unwrap_or(0),
        };
        let ms = self.heard(entry).map(recording::ms);
        self.findings.push(Finding { severity, offset, ms, block: Some(entry), what });
    }

    /// In a recording: how the block of this number was heard.
    pub fn heard(&self, entry: usize) -> Option<&Heard> {
        self.tape.recording.as_ref()?.blocks.get(entry)
    }

    /// Where the payload of a data block stands in the file; none where its bytes do not stand there as such.
    fn payload_offset(&self, block: usize) -> Option<usize> {
        let index = self.data.entries[block];
        let (start, entry) = (*self.tape.offsets.get(index)?, self.tape.entries.get(index)?);
        let head = match (self.tape.container, entry.id) {
            (Container::Tap, _) => 2,
            (_, 0x10 | 0x11 | 0x14) => 1 + entry.bytes.len() - self.data.blocks[block].bytes.len(),
            _ => return None,
        };
        Some(start + head + 1)
    }

    /// Everything about one file. `loader`: something before it on the tape could load what has no header.
    fn judge(&mut self, file: &File, cut: &std::collections::HashSet<usize>, loader: bool) {
        let is_cut = |seen: &Inspection, block: usize| cut.contains(&seen.data.entries[block]);
        let mut short = file.data.is_some_and(|block| is_cut(self, block));
        for &oddity in &file.oddities {
            let of_header =
                matches!(oddity, Oddity::LongHeader { .. } | Oddity::HeaderChecksum | Oddity::NoData);
            let block = if of_header { file.header.map(|(block, _)| block) } else { file.data };
            let Some(block) = block else { continue };
            if let Oddity::Length { header, data } = oddity {
                short |= data < usize::from(header);
            }
            // What follows from a cut is told by the cut.
            let told = match oddity {
                Oddity::Length { .. } => is_cut(self, block),
                Oddity::DataChecksum { .. } | Oddity::HeaderChecksum => {
                    is_cut(self, block) || self.heard(self.data.entries[block]).is_some()
                }
                Oddity::NoData => is_cut(self, block) || cut.contains(&(self.data.entries[block] + 1)),
                // What is left of it may be a header.
                Oddity::NoHeader => {
                    is_cut(self, block) && self.data.blocks[block].flag() == Some(HEADER_FLAG)
                }
                Oddity::LongHeader { .. } | Oddity::Flag(_) => false,
            };
            if told {
                continue;
            }
            let severity = match oddity {
                Oddity::LongHeader { .. } | Oddity::Flag(_) => Severity::Warning,
                Oddity::NoHeader if loader || !self.is_for_the_rom(block) => Severity::Warning,
                _ => Severity::Fault,
            };
            self.find(block, None, severity, What::File(oddity));
        }
        let (Some((head, header)), Some(body)) = (file.header, file.data) else { return };
        if let FileType::Unknown(byte) = header.kind {
            self.find(head, None, Severity::Warning, What::FileType(byte));
        }
        // The ROM loads no more than the header announces.
        let bytes = file.bytes(&self.data.blocks);
        let bytes = &bytes[..bytes.len().min(header.length.into())];
        let found = structure::findings(&header, bytes, short);
        for (position, severity, what) in found {
            self.find(body, Some(position), severity, what);
        }
    }

    /// Whether a data block is sent as the ROM's loader expects it.
    fn is_for_the_rom(&self, block: usize) -> bool {
        self.tape.entries[self.data.entries[block]].data().is_some_and(|data| data.like_rom())
    }

    /// Whether a file can be one that loads blocks by its own means: bytes, or a program that calls machine code.
    fn may_load_others(&self, file: &File) -> bool {
        let Some((_, header)) = &file.header else { return false };
        let bytes = file.bytes(&self.data.blocks);
        match header.kind {
            FileType::Bytes => !bytes.is_empty(),
            FileType::Program => bytes.contains(&Keyword::Usr.byte()),
            _ => false,
        }
    }
}

/// The program's own part of a program's data, and the variables behind it.
pub(super) fn parts<'a>(header: &Header, data: &'a [u8]) -> (&'a [u8], &'a [u8]) {
    data.split_at(usize::from(header.parameter2).min(data.len()))
}

/// A name on tape for people: characters as they are, all others as escapes, the blanks behind it left off.
///
/// ```
/// assert_eq!(zxtap::toolchain::inspect::shown_name(b"three     "), "three");
/// assert_eq!(zxtap::toolchain::inspect::shown_name(b"\x06b        "), "\\{0x06}b");
/// ```
pub fn shown_name(name: &[u8; 10]) -> String {
    let text: String = name
        .iter()
        .map(|&byte| match charset::character(byte) {
            Some(character) if byte < 0x80 && byte != b'\\' => character.to_string(),
            _ => charset::spelled(byte),
        })
        .collect();
    text.trim_end().to_owned()
}
