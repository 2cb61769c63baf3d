//! The outcome of many scripts as JUnit XML, which CI services read.
//!
//! ```text
//! <testsuites tests="2" failures="1" errors="0" time="12.400">
//!   <testsuite name="zxtap" tests="2" failures="1" errors="0" time="12.400">
//!     <testcase classname="zxtap" name="a.play" time="8.120"/>
//!     <testcase classname="zxtap" name="b.play" time="4.280">
//!       <failure message="...">...</failure>
//!     </testcase>
//!   </testsuite>
//! </testsuites>
//! ```
//!
//! Times are seconds of Spectrum time, so that the file is the same every time.
//!
//! Owns: the XML. Must never know: how a script is played.

use std::fmt::Write;

/// One script.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Its name.
    pub name: String,
    /// Seconds of Spectrum time.
    pub seconds: f64,
    /// What came of it.
    pub verdict: Verdict,
}

/// What came of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All steps were done.
    Passed,
    /// A step failed, or the program did: in a sentence, and in full.
    Failed(String, String),
    /// It could not be played: in a sentence, and in full.
    Broken(String, String),
}

/// The file.
///
/// ```
/// use zxtap::toolchain::run::junit::{Case, Verdict, document};
/// let verdict = Verdict::Failed("\"<A>\" is not on the screen".into(), "\u{1B}".into());
/// let xml = document(&[Case { name: "a&b".into(), seconds: 0.5, verdict }]);
/// assert!(xml.contains("name=\"a&amp;b\" time=\"0.500\""));
/// assert!(xml.contains("message=\"&quot;&lt;A&gt;&quot; is not on the screen\">\u{FFFD}</failure>"));
/// ```
pub fn document(cases: &[Case]) -> String {
    let count = |of: fn(&Verdict) -> bool| cases.iter().filter(|case| of(&case.verdict)).count();
    let failures = count(|verdict| matches!(verdict, Verdict::Failed(..)));
    let errors = count(|verdict| matches!(verdict, Verdict::Broken(..)));
    let seconds: f64 = cases.iter().map(|case| case.seconds).sum();
    let sums = format!(
        "tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{seconds:.3}\"",
        cases.len()
    );
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing into a string does not fail.
    let _ = writeln!(xml, "<testsuites {sums}>\n  <testsuite name=\"zxtap\" {sums}>");
    for case in cases {
        let name = escaped(&case.name);
        let _ = write!(xml, "    <testcase classname=\"zxtap\" name=\"{name}\" time=\"{:.3}\"", case.seconds);
        let (element, message, text) = match &case.verdict {
            Verdict::Passed => {
                xml.push_str("/>\n");
                continue;
            }
            Verdict::Failed(message, text) => ("failure", message, text),
            Verdict::Broken(message, text) => ("error", message, text),
        };
        let (message, text) = (escaped(message), escaped(text));
        let _ =
            writeln!(xml, ">\n      <{element} message=\"{message}\">{text}</{element}>\n    </testcase>");
    }
    xml.push_str("  </testsuite>\n</testsuites>\n");
    xml
}

/// Text for XML: its special characters as entities, and U+FFFD for those that XML 1.0 cannot hold at all.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' => out.push(c),
            '\0'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}
