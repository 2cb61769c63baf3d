//! TZX blocks in words: one line a block.
//!
//! Owns: the wording. Must never know: terminals, or what data bytes mean.

use std::fmt;

use super::body::{Body, archive_word};

/// A text of a TZX file as characters: Latin-1, each control byte as the escape `\x..`, line ends as ` / `.
///
/// ```
/// assert_eq!(zxtap::tape::tzx::characters(b"Jos\xe9\rx\x01"), "José / x\\x01");
/// ```
pub fn characters(text: &[u8]) -> String {
    let mut characters = String::with_capacity(text.len());
    for &byte in text {
        match byte {
            b'\r' => characters.push_str(" / "),
            0x00..0x20 | 0x7F..0xA0 => characters.push_str(&format!("\\x{byte:02x}")),
            _ => characters.push(char::from(byte)),
        }
    }
    characters
}

impl fmt::Display for Body<'_> {
    /// One line: `turbo speed data: 12 bytes, pilot 2168 x 1567, sync 667 735, bits 855 1710, pause 1000 ms`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = |used_bits: u8| match used_bits {
            1..8 => format!(", {used_bits} bits used of the last"),
            _ => String::new(),
        };
        match self {
            Body::Standard { pause, data } => {
                write!(f, "standard speed data: {} bytes, pause {pause} ms", data.len())
            }
            Body::Turbo { timing, used_bits, pause, data } => write!(
                f,
                "turbo speed data: {} bytes{}, pilot {} x {}, sync {} {}, bits {} {}, pause {pause} ms",
                data.len(),
                last(*used_bits),
                timing.pilot,
                timing.pilot_pulses,
                timing.sync1,
                timing.sync2,
                timing.zero,
                timing.one
            ),
            Body::Tone { pulse, count } => write!(f, "pure tone: {pulse} x {count}"),
            Body::Pulses(pulses) if pulses.len() <= 16 => {
                write!(f, "pulse sequence:")?;
                pulses.iter().try_for_each(|pulse| write!(f, " {pulse}"))
            }
            Body::Pulses(pulses) => write!(f, "pulse sequence: {} pulses", pulses.len()),
            Body::PureData { zero, one, used_bits, pause, data } => write!(
                f,
                "pure data: {} bytes{}, bits {zero} {one}, pause {pause} ms",
                data.len(),
                last(*used_bits)
            ),
            Body::Direct { sample, pause, used_bits, data } => write!(
                f,
                "direct recording: {} bytes{}, {sample} T a sample, pause {pause} ms",
                data.len(),
                last(*used_bits)
            ),
            Body::Csw { pause, rate, compression, pulses, .. } => {
                let packing = match compression {
                    1 => "run lengths",
                    2 => "deflated run lengths",
                    _ => "unknown compression",
                };
                write!(f, "CSW recording: {pulses} pulses, {rate} Hz, {packing}, pause {pause} ms")
            }
            Body::Generalized(g) => write!(
                f,
                "generalized data: {} pilot runs, {} data symbols of {}, pause {} ms",
                g.pilot_run_count(),
                g.data_count,
                g.data_symbols.len(),
                g.pause
            ),
            Body::Pause { ms: 0 } => write!(f, "stop the tape"),
            Body::Pause { ms } => write!(f, "pause: {ms} ms"),
            Body::GroupStart(name) => write!(f, "group \"{}\"", characters(name)),
            Body::GroupEnd => write!(f, "group end"),
            Body::Jump(distance) => write!(f, "jump {distance:+}"),
            Body::LoopStart(times) => write!(f, "loop {times} times"),
            Body::LoopEnd => write!(f, "loop end"),
            Body::Call(calls) => {
                write!(f, "call sequence:")?;
                calls.iter().try_for_each(|distance| write!(f, " {:+}", distance as i16))
            }
            Body::Return => write!(f, "return"),
            Body::Select(choices) => {
                write!(f, "select:")?;
                choices
                    .iter()
                    .try_for_each(|(distance, text)| write!(f, " {distance:+} \"{}\"", characters(text)))
            }
            Body::StopIf48K => write!(f, "stop the tape if 48K"),
            Body::Level { high } => write!(f, "signal level {}", if *high { "high" } else { "low" }),
            Body::Text(text) => write!(f, "text \"{}\"", characters(text)),
            Body::Message { seconds, text } => write!(f, "message for {seconds} s \"{}\"", characters(text)),
            Body::Archive(texts) => {
                write!(f, "archive info:")?;
                texts.iter().try_for_each(|(kind, text)| {
                    write!(f, " {} \"{}\"", archive_word(*kind), characters(text))
                })
            }
            Body::Hardware(entries) => {
                write!(f, "hardware:")?;
                entries.iter().try_for_each(|[kind, id, use_]| write!(f, " ({kind},{id},{use_})"))
            }
            Body::Custom { name, data } => {
                write!(f, "custom info \"{}\": {} bytes", characters(name).trim_end(), data.len())
            }
            Body::Glue => write!(f, "glue"),
            Body::Deprecated { data } => write!(f, "deprecated: {} bytes", data.len()),
            Body::Unknown { data } => write!(f, "unknown: {} bytes skipped", data.len()),
        }
    }
}
