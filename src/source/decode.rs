//! How the bytes of a file become text.
//!
//! ```text
//! bytes at the start   read as
//! EF BB BF             UTF-8, the mark is dropped          EF BB BF 31 30 20 ...
//! FF FE                UTF-16, low byte first              FF FE 31 00 30 00 20 00 ...
//! FE FF                UTF-16, high byte first             FE FF 00 31 00 30 00 20 ...
//! 31 00 30 00          UTF-16 without a mark, known by its NULs
//! anything else        UTF-8; bytes A3 and A9 that are not part of it are Latin-1 pound and copyright signs
//! 1A at the very end   the end mark of old DOS and CP/M texts, dropped
//! ```
//!
//! Owns: encodings, the size limit, telling a text from something else.
//! Must never know: what the text means. Does not do: EBCDIC, UTF-32, code pages other than Latin-1.

use super::{Source, Span};

/// The longest file taken for a source text, in bytes (1 MiB). The longest program that fits a tape block, every byte of
/// it written as an escape, takes less than half of that.
pub const LIMIT: usize = 1024 * 1024;

/// How many places with broken encoding are told one by one; the rest is counted.
pub const FAULT_LIMIT: usize = 1000;

/// Something wrong, or doubtful, about the bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodingFault {
    /// What it is.
    pub kind: EncodingFaultKind,
    /// Offset of the first byte concerned, in the file.
    pub offset: usize,
    /// The place in the decoded text.
    pub span: Span,
}

/// What can be wrong about the bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EncodingFaultKind {
    /// Not a text at all; the decoded text is empty. The words say what it looks like, where that is known.
    NotText(Option<&'static str>),
    /// Longer than [`LIMIT`]; the decoded text is empty.
    TooLarge {
        /// The length of the file in bytes, or as much of it as was read.
        size: usize,
    },
    /// Bytes that are neither UTF-8 nor a Latin-1 sign of the Spectrum; U+FFFD stands in the text.
    Invalid(Vec<u8>),
    /// A byte taken as a Latin-1 pound or copyright sign. Told once for each sign, at its first place.
    Latin1 {
        /// The byte, A3 or A9.
        byte: u8,
        /// The character now in the text.
        character: char,
        /// How many there are in the file.
        count: usize,
    },
    /// NUL bytes in a row; they are in the text.
    Nul {
        /// How many.
        count: usize,
    },
    /// Half of a UTF-16 surrogate pair; U+FFFD stands in the text.
    Surrogate(u16),
    /// The last byte of a UTF-16 text stands alone; it is not in the text.
    HalfUnit(u8),
    /// More broken places behind [`FAULT_LIMIT`] of them; this many.
    More(usize),
}

/// Beginnings of files that people hand over by mistake.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"ZXTape!\x1A", "a TZX tape"),
    (b"\x13\x00\x00", "a TAP tape"),
    (b"RIFF", "a WAV recording"),
    (b"\x89PNG", "a PNG picture"),
    (b"GIF8", "a GIF picture"),
    (b"\xFF\xD8\xFF", "a JPEG picture"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x1F\x8B", "a gzip archive"),
    (b"%PDF", "a PDF document"),
    (b"\x7FELF", "a program for this computer"),
    (b"ZXST", "an SZX snapshot"),
    (b"PZXT", "a PZX tape"),
    (b"Compressed Square Wave\x1A", "a CSW recording"),
    (b"ID3\x02", "an MP3 recording"),
    (b"ID3\x03", "an MP3 recording"),
    (b"ID3\x04", "an MP3 recording"),
    (b"\xFF\xFB", "an MP3 recording"),
    (b"fLaC", "a FLAC recording"),
    (b"OggS", "an Ogg recording"),
    (b"FORM\x00", "an AIFF recording"),
    (b"Creative Voice File", "a VOC recording"),
    (b"7z\xBC\xAF", "a 7z archive"),
    (b"Rar!\x1A", "a RAR archive"),
    (b"\xFF\xFE\x00\x00", "UTF-32 text"),
    (b"\x00\x00\xFE\xFF", "UTF-32 text"),
];

/// How much of a file is looked at to tell a text from something else.
const SAMPLE: usize = 4096;

/// What a file is by its first bytes, where these are of a kind that people hand over by mistake.
///
/// ```
/// use zxtap::source::decode::signature;
/// assert_eq!(signature(b"\x89PNG\r\n"), Some("a PNG picture"));
/// assert_eq!(signature(b"10 CLS"), None);
/// ```
pub fn signature(bytes: &[u8]) -> Option<&'static str> {
    SIGNATURES.iter().find(|(start, _)| bytes.starts_with(start)).map(|&(_, what)| what)
}

impl Source {
    /// The text of a file called `name`, and what is wrong with its bytes. Accepts any bytes and always gives a
    /// text: an empty one where the bytes are no text or too many.
    ///
    /// ```
    /// use zxtap::source::{EncodingFaultKind, Source};
    /// let (source, faults) = Source::decode("a.bas", b"\xFF\xFE1\x000\x00\xA3\x00");
    /// assert_eq!(source.text(), "10£");
    /// assert!(faults.is_empty());
    ///
    /// let (source, faults) = Source::decode("b.bas", b"10 PRINT \"\xE9\"");
    /// assert_eq!(source.text(), "10 PRINT \"\u{FFFD}\"");
    /// assert_eq!(faults[0].kind, EncodingFaultKind::Invalid(vec![0xE9]));
    /// assert_eq!((faults[0].offset, faults[0].span.start), (10, 10));
    /// ```
    pub fn decode(name: impl Into<String>, bytes: &[u8]) -> (Source, Vec<EncodingFault>) {
        if let Some(what) = signature(bytes) {
            return refused(name, EncodingFaultKind::NotText(Some(what)));
        }
        if bytes.len() > LIMIT {
            return refused(name, EncodingFaultKind::TooLarge { size: bytes.len() });
        }
        let mut decoder = Decoder::default();
        match utf16(bytes) {
            Some((order, mark)) => decoder.utf16(bytes, order, mark),
            None if looks_binary(bytes) => return refused(name, EncodingFaultKind::NotText(None)),
            None => {
                let mark = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
                let end = bytes.len() - bytes[mark..].iter().rev().take_while(|&&b| b == 0x1A).count();
                decoder.utf8(&bytes[mark..end], mark);
            }
        }
        decoder.finish(name)
    }
}

fn refused(name: impl Into<String>, kind: EncodingFaultKind) -> (Source, Vec<EncodingFault>) {
    (Source::new(name, ""), vec![EncodingFault { kind, offset: 0, span: Span::default() }])
}

#[derive(Clone, Copy)]
enum ByteOrder {
    LowFirst,
    HighFirst,
}

/// The byte order and the length of the mark, if `bytes` are UTF-16. Without a mark three of four characters in the
/// sample must be Latin-1, and hardly any NUL may stand where the letters are.
fn utf16(bytes: &[u8]) -> Option<(ByteOrder, usize)> {
    match bytes {
        [0xFF, 0xFE, ..] => return Some((ByteOrder::LowFirst, 2)),
        [0xFE, 0xFF, ..] => return Some((ByteOrder::HighFirst, 2)),
        _ => {}
    }
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let units = sample.len() / 2;
    if units < 2 || !sample.contains(&0) {
        return None;
    }
    let nuls = |odd: usize| sample[odd..].iter().step_by(2).filter(|&&b| b == 0).count();
    match (nuls(0), nuls(1)) {
        (even, odd) if odd * 4 >= units * 3 && even * 20 <= units => Some((ByteOrder::LowFirst, 0)),
        (even, odd) if even * 4 >= units * 3 && odd * 20 <= units => Some((ByteOrder::HighFirst, 0)),
        _ => None,
    }
}

/// Whether the sample holds more control characters or broken UTF-8 than a text with mistakes in it would.
fn looks_binary(bytes: &[u8]) -> bool {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let control =
        sample.iter().filter(|&&b| b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r' | 0x0C | 0x1A)).count();
    if control >= 8 && control * 10 >= sample.len() {
        return true;
    }
    let invalid: usize = sample.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
    invalid >= 8 && invalid * 4 >= sample.len()
}

#[derive(Default)]
struct Decoder {
    text: String,
    faults: Vec<EncodingFault>,
    /// Where the fault of the first Latin-1 pound and copyright stands in `faults`.
    latin1: [Option<usize>; 2],
    /// The first fault that was no longer recorded, and how many there are.
    more: Option<EncodingFault>,
    omitted: usize,
}

impl Decoder {
    fn utf8(&mut self, bytes: &[u8], mark: usize) {
        if let Ok(text) = str::from_utf8(bytes) {
            return self.valid(text, mark);
        }
        self.text.reserve(bytes.len());
        let mut offset = mark;
        for chunk in bytes.utf8_chunks() {
            self.valid(chunk.valid(), offset);
            offset += chunk.valid().len();
            match chunk.invalid() {
                [] => {}
                [byte @ 0xA3] => self.latin1(0, *byte, '£', offset),
                [byte @ 0xA9] => self.latin1(1, *byte, '©', offset),
                invalid => {
                    let kind = EncodingFaultKind::Invalid(invalid.to_vec());
                    self.replaced(kind, offset, char::REPLACEMENT_CHARACTER);
                }
            }
            offset += chunk.invalid().len();
        }
    }

    /// Takes over text whose only possible fault is NULs.
    fn valid(&mut self, text: &str, offset: usize) {
        let base = self.text.len();
        self.text.push_str(text);
        if !text.contains('\0') {
            return;
        }
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(skip) = bytes[at..].iter().position(|&b| b == 0) {
            at += skip;
            let count = bytes[at..].iter().take_while(|&&b| b == 0).count();
            let span = Span::new(base + at, base + at + count);
            self.fault(EncodingFaultKind::Nul { count }, offset + at, span);
            at += count;
        }
    }

    fn utf16(&mut self, bytes: &[u8], order: ByteOrder, mark: usize) {
        let body = &bytes[mark..];
        let unit = |pair: &[u8; 2]| match order {
            ByteOrder::LowFirst => u16::from_le_bytes(*pair),
            ByteOrder::HighFirst => u16::from_be_bytes(*pair),
        };
        let (pairs, rest) = body.as_chunks::<2>();
        let ends = pairs.iter().rev().take_while(|pair| unit(pair) == 0x1A).count();
        self.text.reserve(body.len() / 2);
        let mut offset = mark;
        for decoded in char::decode_utf16(pairs[..pairs.len() - ends].iter().map(unit)) {
            match decoded {
                Ok('\0') => self.replaced(EncodingFaultKind::Nul { count: 1 }, offset, '\0'),
                Ok(character) => {
                    self.text.push(character);
                    offset += 2 * character.len_utf16() - 2;
                }
                Err(half) => {
                    let kind = EncodingFaultKind::Surrogate(half.unpaired_surrogate());
                    self.replaced(kind, offset, char::REPLACEMENT_CHARACTER);
                }
            }
            offset += 2;
        }
        if let [byte] = rest {
            let end = self.text.len();
            self.fault(EncodingFaultKind::HalfUnit(*byte), bytes.len() - 1, Span::new(end, end));
        }
    }

    /// Puts `character` into the text and marks it with a fault.
    fn replaced(&mut self, kind: EncodingFaultKind, offset: usize, character: char) {
        let start = self.text.len();
        self.text.push(character);
        self.fault(kind, offset, Span::new(start, self.text.len()));
    }

    fn latin1(&mut self, which: usize, byte: u8, character: char, offset: usize) {
        if let Some(EncodingFault { kind: EncodingFaultKind::Latin1 { count, .. }, .. }) =
            self.latin1[which].and_then(|index| self.faults.get_mut(index))
        {
            *count += 1;
            self.text.push(character);
        } else {
            // A doubt is recorded even where the list of faults is full: there are two at most.
            let start = self.text.len();
            self.text.push(character);
            let kind = EncodingFaultKind::Latin1 { byte, character, count: 1 };
            self.latin1[which] = Some(self.faults.len());
            self.faults.push(EncodingFault { kind, offset, span: Span::new(start, self.text.len()) });
        }
    }

    fn fault(&mut self, kind: EncodingFaultKind, offset: usize, span: Span) {
        let fault = EncodingFault { kind, offset, span };
        if self.faults.len() < FAULT_LIMIT {
            self.faults.push(fault);
        } else {
            self.omitted += 1;
            self.more.get_or_insert(fault);
        }
    }

    fn finish(mut self, name: impl Into<String>) -> (Source, Vec<EncodingFault>) {
        if let Some(first) = self.more {
            let kind = EncodingFaultKind::More(self.omitted);
            self.faults.push(EncodingFault { kind, ..first });
        }
        (Source::new(name, self.text), self.faults)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use EncodingFaultKind::*;

    fn kinds(bytes: &[u8]) -> (String, Vec<EncodingFaultKind>) {
        let (source, faults) = Source::decode("t", bytes);
        (source.text().to_owned(), faults.into_iter().map(|f| f.kind).collect())
    }

    fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    #[test]
    fn every_encoding_gives_the_same_text() {
        let text = "10 PRINT \"£ © ▟ 😀\"\r\n20 STOP\r\n";
        let marked = format!("\u{FEFF}{text}");
        for bytes in [
            text.as_bytes().to_vec(),
            marked.as_bytes().to_vec(),
            utf16(&marked, u16::to_le_bytes),
            utf16(&marked, u16::to_be_bytes),
            utf16(text, u16::to_le_bytes),
            utf16(text, u16::to_be_bytes),
        ] {
            assert_eq!(kinds(&bytes), (text.to_owned(), vec![]), "{bytes:02X?}");
        }
    }

    #[test]
    fn latin1_signs_are_told_once_each() {
        let (source, faults) = Source::decode("t", b"10 REM \xA3\xA9\xA3");
        assert_eq!(source.text(), "10 REM £©£");
        let told: Vec<_> = faults.iter().map(|f| (&f.kind, f.offset)).collect();
        assert_eq!(
            told,
            [
                (&Latin1 { byte: 0xA3, character: '£', count: 2 }, 7),
                (&Latin1 { byte: 0xA9, character: '©', count: 1 }, 8),
            ]
        );
    }

    #[test]
    fn invalid_bytes_have_their_place() {
        let (source, faults) = Source::decode("t", b"\xEF\xBB\xBF10 REM\n20 REM \xC3\"\xE2\x96 \xFF");
        assert_eq!(source.text(), "10 REM\n20 REM \u{FFFD}\"\u{FFFD} \u{FFFD}");
        let told: Vec<_> = faults.iter().map(|f| (f.kind.clone(), f.offset, f.span.range())).collect();
        assert_eq!(
            told,
            [
                (Invalid(vec![0xC3]), 17, 14..17),
                (Invalid(vec![0xE2, 0x96]), 19, 18..21),
                (Invalid(vec![0xFF]), 22, 22..25),
            ]
        );
    }

    #[test]
    fn nuls_are_told_in_runs() {
        let (source, faults) = Source::decode("t", b"10 REM \0\0\0 ok \0");
        assert_eq!(source.text(), "10 REM \0\0\0 ok \0");
        let told: Vec<_> = faults.iter().map(|f| (f.kind.clone(), f.offset)).collect();
        assert_eq!(told, [(Nul { count: 3 }, 7), (Nul { count: 1 }, 14)]);
    }

    #[test]
    fn broken_utf16() {
        let mut bytes = utf16("\u{FEFF}10 REM ", u16::to_le_bytes);
        bytes.extend([0x00, 0xD8, 0x41, 0x00, 0x7F]);
        let (source, faults) = Source::decode("t", &bytes);
        assert_eq!(source.text(), "10 REM \u{FFFD}A");
        let told: Vec<_> = faults.iter().map(|f| (f.kind.clone(), f.offset)).collect();
        assert_eq!(told, [(Surrogate(0xD800), 16), (HalfUnit(0x7F), 20)]);
    }

    #[test]
    fn what_is_no_text_is_said_at_once() {
        assert_eq!(kinds(b"ZXTape!\x1A\x01\x14"), (String::new(), vec![NotText(Some("a TZX tape"))]));
        let noise: Vec<u8> = (0..20_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        assert_eq!(kinds(&noise), (String::new(), vec![NotText(None)]));
        let stored =
            b"\0\x0A\x16\0\xF5\xB0\"1\"\x0D\0\x14\x0E\0\xF1a=1\x0E\0\0\x01\0\0\x0D\0\x1E\x02\0\xE2\x0D";
        assert_eq!(kinds(stored), (String::new(), vec![NotText(None)]));
    }

    #[test]
    fn too_much_is_refused_and_just_enough_is_not() {
        let full = vec![b' '; LIMIT + 1];
        assert_eq!(kinds(&full).1, [TooLarge { size: LIMIT + 1 }]);
        assert_eq!(kinds(&full[1..]).1, []);
    }

    #[test]
    fn an_old_end_mark_is_dropped() {
        assert_eq!(kinds(b"10 STOP\r\n\x1A\x1A"), ("10 STOP\r\n".to_owned(), vec![]));
        assert_eq!(kinds(b""), (String::new(), vec![]));
        assert_eq!(kinds(b"\xEF\xBB\xBF"), (String::new(), vec![]));
    }

    #[test]
    fn countless_faults_are_counted() {
        let bytes = b"ab\xE9cde".repeat(2000);
        let (_, faults) = Source::decode("t", &bytes);
        assert_eq!(faults.len(), FAULT_LIMIT + 1);
        assert_eq!(faults[FAULT_LIMIT].kind, More(1000));
        assert_eq!(faults[FAULT_LIMIT].offset, 6002);
    }
}
