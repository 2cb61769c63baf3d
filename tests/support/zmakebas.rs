//! The options that a source for zmakebas names in its first line: `# zmakebas -s 100 -i 5 -a @start`.

use zxtap::toolchain::{BuildOptions, Numbering};

/// The options as zmakebas takes them, and the same for zxtap.
#[allow(unreachable_pub)]
pub fn options(text: &str) -> (Vec<String>, BuildOptions) {
    let line = text.lines().next().and_then(|line| line.strip_prefix("# zmakebas ")).unwrap_or("");
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let mut options = BuildOptions::default();
    let mut lines = Numbering::default();
    for pair in words.chunks(2) {
        let value = &pair[1];
        match pair[0].as_str() {
            "-s" => lines.start = value.parse().unwrap(),
            "-i" => lines.step = value.parse().unwrap(),
            "-a" => options.start_label = Some(value.strip_prefix('@').unwrap().to_owned()),
            other => panic!("{other} is not known here"),
        }
    }
    if lines != Numbering::default() {
        options.lines = Some(lines);
    }
    (words, options)
}
