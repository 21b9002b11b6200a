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
    let mut bytes = Vec::new();
    if input.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(text.trim_start_matches(BYTE_ORDER_MARK).to_owned()))
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
    fn invalid_bytes_are_replaced() {
        let line = read_line(&mut b"M\xfcller\n".as_slice()).unwrap();
        assert_eq!(line.as_deref(), Some("M\u{fffd}ller\n"));
    }
}
