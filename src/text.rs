//! Text input.

use std::io::{self, BufRead};

/// The mark that some shells and editors write at the beginning of a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads the next line of `input`, line feed included; `None` at the end.
///
/// Leading byte-order marks are dropped, and bytes that are not UTF-8 are replaced by U+FFFD.
///
/// # Errors
/// Those of `input`.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    read_decoded(input, |bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads the next line like [`read_line`], but a line that is not UTF-8 as ISO 8859-1.
///
/// # Errors
/// Those of `input`.
pub fn read_line_or_latin_1(input: &mut impl BufRead) -> io::Result<Option<String>> {
    // The first 256 characters of Unicode are those of ISO 8859-1.
    let latin_1 = |bytes: Vec<u8>| bytes.into_iter().map(char::from).collect();
    read_decoded(input, |bytes| {
        String::from_utf8(bytes).unwrap_or_else(|error| latin_1(error.into_bytes()))
    })
}

/// Reads the next line, line feed included, and drops leading byte-order marks.
fn read_decoded(
    input: &mut impl BufRead,
    decode: impl FnOnce(Vec<u8>) -> String,
) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(decode(bytes).trim_start_matches(BYTE_ORDER_MARK).to_owned()))
}

/// Returns `text` with its control characters replaced, since those of a file could change the state
/// of a terminal. Line feeds and tabs are kept.
pub fn printable(text: &str) -> String {
    let is_harmless = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
    text.chars().map(|c| if is_harmless(c) { c } else { char::REPLACEMENT_CHARACTER }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_without_byte_order_marks() {
        let mut input = "\u{feff}one\r\n\n\u{feff}\u{feff}two \u{feff}\nthree".as_bytes();
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut input).unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, ["one\r\n", "\n", "two \u{feff}\n", "three"]);
    }

    #[test]
    fn invalid_bytes_are_replaced_or_read_in_another_encoding() {
        let text = b"M\xfcller\n".as_slice();
        assert_eq!(read_line(&mut { text }).unwrap().as_deref(), Some("M\u{fffd}ller\n"));
        assert_eq!(read_line_or_latin_1(&mut { text }).unwrap().as_deref(), Some("Müller\n"));
        let text = "\u{feff}Müller".as_bytes();
        assert_eq!(read_line_or_latin_1(&mut { text }).unwrap().as_deref(), Some("Müller"));
    }

    #[test]
    fn control_characters_are_not_printed() {
        let text = "a\u{1b}[31m\u{9b}2J\u{7}\tü\r\n";
        assert_eq!(printable(text), "a\u{fffd}[31m\u{fffd}2J\u{fffd}\tü\u{fffd}\n");
    }
}
