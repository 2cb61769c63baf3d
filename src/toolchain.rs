//! Pure functions that join the rooms.
//!
//! Owns: the ways through the house, from the bytes of a file to the bytes of a tape.
//! Must never know: files, the terminal, arguments.

pub mod build;
pub mod container;
pub mod convert;
pub mod extract;
pub mod input;
pub mod inspect;
pub mod list;
pub mod minify;
pub mod parts;
pub mod picture;
pub mod project;
pub mod reading;
pub mod rewrite;
pub mod run;
pub mod screen;

pub use crate::basic::expand::{Loader, Numbering};
pub use crate::basic::list::Graphics;
pub use build::{build, check, stem_name, tape_name};
pub use container::Format;
pub use input::{build_bytes, build_with, check_bytes, check_with};
pub use list::{ListOptions, Listing, Style, list};

use crate::diagnostic::{Diagnostic, has_errors};
pub use crate::tape::Header;

use crate::tape::Block;
pub use crate::tape::{Container, Tape};

/// What a person may ask of a build beside the text.
#[derive(Clone, Debug, Default)]
pub struct BuildOptions {
    /// The name on the tape; goes before a `#name` in the text.
    pub name: Option<String>,
    /// The line that runs after loading; goes before an `#autostart` in the text.
    pub autostart: Option<u16>,
    /// A label whose line runs after loading; goes before an `#autostart` in the text.
    pub start_label: Option<String>,
    /// How lines without a number are numbered; goes before a `#lines` in front of the first line.
    pub lines: Option<Numbering>,
    /// Build a program that does not fit a 48K.
    pub allow_oversize: bool,
    /// The name on the tape where neither option nor text gives one; cut to ten characters.
    pub file_stem: String,
    /// Make the program smaller by these steps.
    pub minify: Vec<minify::Step>,
}

/// A program made from a text, and what there is to say about it.
#[derive(Clone, Debug, Default)]
pub struct Built {
    /// The program as it stands in memory from PROG to VARS, and its variables if it has any.
    pub program: Vec<u8>,
    /// How many lines it has.
    pub lines: usize,
    /// The name in the header, in Spectrum characters.
    pub name: [u8; 10],
    /// The line that runs after loading.
    pub autostart: Option<u16>,
    /// The tape: header and data.
    pub blocks: Vec<Block>,
    /// How long the ROM loads it, from the start of the tape to its last byte, in seconds of Spectrum time.
    pub seconds: f64,
    /// How many bytes a 48K has left when it is loaded; negative when it does not fit.
    pub free_bytes: i32,
    /// What minifying did, where that was asked for.
    pub minified: Option<minify::Minified>,
    /// All there is to say, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Built {
    /// Whether nothing forbids to write the tape.
    pub fn is_good(&self) -> bool {
        !has_errors(&self.diagnostics)
    }

    /// The name in the header for people; see [`title`].
    pub fn title(&self) -> String {
        title(&self.name)
    }
}

/// A name in a header without the blanks behind it; `?` stands for what no text has: graphics, controls, keywords.
///
/// ```
/// assert_eq!(zxtap::toolchain::title(b"three\x80    "), "three?");
/// assert_eq!(zxtap::toolchain::title(b"\x60 \x7F       "), "£ ©");
/// ```
pub fn title(name: &[u8; 10]) -> String {
    let shown = |&byte: &u8| match byte {
        b'`' => '£',
        0x7F => '©',
        b' '..0x7F => char::from(byte),
        _ => '?',
    };
    let text: String = name.iter().map(shown).collect();
    text.trim_end().to_owned()
}
