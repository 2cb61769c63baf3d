//! Built programs as the bytes of an output file.
//!
//! Owns: which containers can be written and how a file name tells them apart.
//! Must never know: files; how a container is laid out.

use super::Built;
use crate::tape::tap;

/// What kind of file a build gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Blocks with their lengths, as emulators take them.
    Tap,
    /// The bytes of the program without header, flag and checksum.
    Raw,
}

impl Format {
    /// The format that a file name extension (without its dot, in either case) stands for.
    ///
    /// ```
    /// use zxtap::toolchain::Format;
    /// assert_eq!(Format::of_extension("TAP"), Some(Format::Tap));
    /// assert_eq!(Format::of_extension("txt"), None);
    /// ```
    pub fn of_extension(extension: &str) -> Option<Format> {
        extension.eq_ignore_ascii_case("tap").then_some(Format::Tap)
    }

    /// The extension of a file that is named after its source.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Tap => "tap",
            Format::Raw => "bin",
        }
    }

    /// The file with these programs, in order. Fails with a sentence where a program is longer than a tape block can
    /// be (65,533 bytes), or where several are to go into a format that holds one.
    pub fn encode(self, programs: &[Built]) -> Result<Vec<u8>, String> {
        match (self, programs) {
            (Format::Tap, _) => {
                let blocks: Vec<_> = programs.iter().flat_map(|p| p.blocks.iter().cloned()).collect();
                tap::write(&blocks).map_err(|error| error.to_string())
            }
            (Format::Raw, [program]) => Ok(program.program.clone()),
            (Format::Raw, _) => Err("the raw format holds one program".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tape::Block;

    #[test]
    fn programs_follow_each_other_on_a_tape() {
        let one = Built { program: vec![1], blocks: vec![Block::new(0xFF, &[1])], ..Built::default() };
        let two = Built { program: vec![2], blocks: vec![Block::new(0xFF, &[2])], ..Built::default() };
        assert_eq!(Format::Raw.encode(std::slice::from_ref(&one)), Ok(vec![1]));
        assert!(Format::Raw.encode(&[one.clone(), two.clone()]).is_err());
        assert_eq!(Format::Tap.encode(&[one, two]), Ok(vec![3, 0, 0xFF, 1, 0xFE, 3, 0, 0xFF, 2, 0xFD]));
    }
}
