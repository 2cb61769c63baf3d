//! The codes table as pages for people: `zxtap explain` and docs/diagnostics.md.
//!
//! Owns: the layout of a page. Must never know: who raises a code.

use super::Code;

/// How wide a page in the terminal is, in characters.
const WIDTH: usize = 80;

impl Code {
    /// The page that `zxtap explain` shows: code, title, explanation and example.
    ///
    /// ```
    /// use zxtap::diagnostic::Code;
    /// let page = Code::MissingLet.page();
    /// assert!(page.starts_with("error[E304]: an assignment without LET\n\n"));
    /// assert!(page.ends_with("Example:\n\n    10 a=1\n"));
    /// ```
    pub fn page(self) -> String {
        let example: String = self.example().lines().map(|line| format!("    {line}\n")).collect();
        let explanation = wrap(self.explanation());
        format!(
            "{}[{}]: {}\n\n{explanation}\nExample:\n\n{example}",
            self.severity().word(),
            self.text(),
            self.title()
        )
    }

    /// The example as the bytes of a file: `<E9>` becomes the byte E9.
    pub fn example_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut rest = self.example().as_bytes();
        while let Some((&byte, tail)) = rest.split_first() {
            match hexadecimal(rest) {
                Some(value) => {
                    bytes.push(value);
                    rest = &rest[4..];
                }
                None => {
                    bytes.push(byte);
                    rest = tail;
                }
            }
        }
        bytes
    }
}

/// The value of `<E9>` at the start of `text`.
fn hexadecimal(text: &[u8]) -> Option<u8> {
    let [b'<', high, low, b'>', ..] = text else { return None };
    let digit = |&b: &u8| (!b.is_ascii_lowercase()).then(|| char::from(b).to_digit(16)).flatten();
    Some((digit(high)? * 16 + digit(low)?) as u8)
}

fn wrap(text: &str) -> String {
    let mut wrapped = String::new();
    let mut width = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            wrapped.push('\n');
            width = 0;
        } else if width > 0 {
            wrapped.push(' ');
            width += 1;
        }
        wrapped.push_str(word);
        width += length;
    }
    wrapped.push('\n');
    wrapped
}

/// docs/diagnostics.md: every code with its title, explanation and example.
pub fn markdown() -> String {
    let mut text = String::from(
        "# Diagnostics\n\n\
         Generated from the codes table in `src/diagnostic/code.rs`; `just bless` renews it. `zxtap explain CODE` shows\n\
         one of these. An error (E) forbids an output file, a warning (W) does not. In the examples about bytes, `<E9>`\n\
         stands for the byte E9.\n\n| code | |\n|---|---|\n",
    );
    for code in Code::ALL {
        text.push_str(&format!(
            "| [{0}](#{1}) | {2} |\n",
            code.text(),
            code.text().to_lowercase(),
            code.title()
        ));
    }
    for code in Code::ALL {
        text.push_str(&format!(
            "\n## {}\n\n**{}.** {}\n\n```basic\n{}\n```\n",
            code.text(),
            code.title(),
            code.explanation(),
            code.example().trim_end_matches('\n'),
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_may_hold_bytes() {
        assert_eq!(Code::NulByte.example_bytes(), b"10 REM a\0b\n");
        assert_eq!(Code::MissingLet.example_bytes(), b"10 a=1\n");
        assert_eq!(hexadecimal(b"<A3>"), Some(0xA3));
        assert_eq!(hexadecimal(b"<a3>"), None);
        assert_eq!(hexadecimal(b"<A3"), None);
    }

    #[test]
    fn pages_are_eighty_wide() {
        for code in Code::ALL {
            let page = code.page();
            let (_, text) = page.split_once("\n\n").unwrap();
            let explanation = text.split("\nExample").next().unwrap();
            assert!(explanation.lines().all(|line| line.chars().count() <= WIDTH), "{page}");
        }
    }
}
