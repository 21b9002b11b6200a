//! Text helpers: opening files, streams that wait, reading lines, parsing numbers, stripping
//! quotation marks, escaping control characters, pluralising nouns, and names of temporary files.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::num::IntErrorKind;
use std::ops::{Bound, RangeBounds};
use std::path::Path;
use std::thread;
use std::time::Duration;

use thiserror::Error;

/// The mark that some shells and editors write at the beginning of a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The largest number of bytes of a line that [`read_line`] returns: enough for more than 100,000
/// moves.
pub const MAX_LINE_BYTES: u64 = 1 << 20;

/// The error of a line of more than [`MAX_LINE_BYTES`].
#[derive(Debug, Error)]
#[error("a line of more than {MAX_LINE_BYTES} bytes was skipped")]
pub struct LongLine {
    /// The first few words of the line.
    pub start: String,
}

/// The number of characters of [`LongLine::start`].
const LONG_LINE_START: usize = 80;

/// Reads the next line of `input`, line feed included, without leading byte-order marks; `None` at
/// the end. Bytes that are not UTF-8 are read as Windows-1252, the encoding of old files and
/// interfaces.
///
/// # Errors
/// [`ErrorKind::InvalidData`] with a [`LongLine`] for one of more than [`MAX_LINE_BYTES`], which is
/// skipped, so that the next call reads the line after it; errors of `input`.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut limited = input.by_ref().take(MAX_LINE_BYTES);
    let Some(line) = read_bytes(&mut limited)? else { return Ok(None) };
    if limited.limit() == 0 && !line.ends_with(b"\n") && !input.fill_buf()?.is_empty() {
        input.skip_until(b'\n')?;
        let text = decode(line);
        let start = text.trim_start().chars().take(LONG_LINE_START).collect();
        return Err(io::Error::new(ErrorKind::InvalidData, LongLine { start }));
    }
    Ok(Some(decode(line)))
}

/// Reads the next line like [`read_line`], but of any length.
///
/// # Errors
/// Errors of `input`.
pub fn read_long_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    Ok(read_bytes(input)?.map(decode))
}

/// Reads the bytes of the next line, without leading byte-order marks.
fn read_bytes(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    if input.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let length = BYTE_ORDER_MARK.len();
    let marks = bytes.chunks(length).take_while(|&start| start == BYTE_ORDER_MARK).count();
    bytes.drain(..marks * length);
    Ok(Some(bytes))
}

/// Decodes UTF-8, and the bytes that do not belong to it as Windows-1252: a character cut in half
/// leaves the others of its line alone.
fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let mut text = String::new();
        for chunk in error.as_bytes().utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().copied().map(windows_1252));
        }
        text
    })
}

/// Returns the character of a byte in Windows-1252, that of a control character if it has none.
fn windows_1252(byte: u8) -> char {
    /// The characters of the bytes from 0x80 on, where the encoding differs from the first 256
    /// characters of Unicode.
    const OTHERS: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    let other = byte.checked_sub(0x80).and_then(|index| OTHERS.get(usize::from(index)));
    other.copied().unwrap_or(char::from(byte))
}

/// The beginnings of files that are no text but often hold one, and what they are.
const CONTAINERS: [(&[u8], &str); 6] = [
    (b"\x1f\x8b", "a file compressed by gzip, to be unpacked first"),
    (b"\x28\xb5\x2f\xfd", "a file compressed by zstd, to be unpacked first"),
    (b"BZh", "a file compressed by bzip2, to be unpacked first"),
    (b"PK\x03\x04", "a zip archive, to be unpacked first"),
    (b"\xff\xfe", "text in UTF-16, to be saved as UTF-8 first"),
    (b"\xfe\xff", "text in UTF-16, to be saved as UTF-8 first"),
];

/// Returns a reader of `input`, which must have no zero byte in its first few thousand bytes,
/// except one at the end of a line: a binary file may be a single endless line.
///
/// # Errors
/// [`ErrorKind::InvalidData`] if `input` is not text, naming what is `expected`; errors of `input`.
pub fn text_reader<R: Read>(input: R, expected: &str) -> io::Result<BufReader<R>> {
    let mut reader = BufReader::new(input);
    let start = reader.fill_buf()?;
    let is_inner_zero = |pair: &[u8]| matches!(pair, [0, next] if !b"\r\n".contains(next));
    let kind = match CONTAINERS.iter().find(|(mark, _)| start.starts_with(mark)) {
        Some((_, kind)) => kind,
        None if start.windows(2).any(is_inner_zero) => "not a text file",
        None => return Ok(reader),
    };
    Err(io::Error::new(ErrorKind::InvalidData, format!("{kind}, expected {expected}")))
}

/// Opens a regular file for reading. Opening a named pipe would wait for its other end.
///
/// # Errors
/// [`ErrorKind::InvalidInput`] for a folder, a pipe or a device; errors of opening the file.
pub fn open_regular(path: &Path) -> io::Result<File> {
    if !path.metadata()?.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file"));
    }
    File::open(path)
}

/// A stream that waits even if it is non-blocking: a program that shares a terminal or pipe with
/// this one can make it so.
#[derive(Debug)]
pub struct Waiting<S>(pub S);

/// Repeats an operation until it need not wait.
fn wait<T>(mut operation: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match operation() {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                thread::sleep(Duration::from_millis(1));
            }
            result => return result,
        }
    }
}

impl<S: Read> Read for Waiting<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        wait(|| self.0.read(buffer))
    }
}

impl<S: Write> Write for Waiting<S> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        wait(|| self.0.write(buffer))
    }

    fn flush(&mut self) -> io::Result<()> {
        wait(|| self.0.flush())
    }
}

/// Marks that may enclose a quotation.
const QUOTATION_MARKS: [char; 10] = ['"', '\'', '`', '“', '”', '„', '‘', '’', '«', '»'];

/// Returns the words of `text`, separated by single spaces, without quotation marks at their ends.
pub fn unquoted(text: &str) -> String {
    let words = text.split_whitespace().map(|word| word.trim_matches(QUOTATION_MARKS));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns a count with its noun, which is given in the singular: `1 game`, `2 games`, `3 plies`.
pub fn counted<N: fmt::Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if count == N::from(1) => format!("{count} {noun}"),
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {noun}s"),
    }
}

/// The largest number of characters of a [`Printable`].
const MAX_PRINTABLE: usize = 300;

/// A message with text that may come from a file, displayed [`escaped`]. If it is longer than 300
/// characters, the middle is left out, because the reason of an error is often at the end.
#[derive(Clone, Copy, Debug)]
pub struct Printable<T>(pub T);

impl<T: fmt::Display> fmt::Display for Printable<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.0.to_string();
        let length = text.chars().count();
        if length > MAX_PRINTABLE {
            let half = MAX_PRINTABLE / 2;
            let (start, end) = (text.chars().take(half), text.chars().skip(length - half));
            text = start.chain(['…']).chain(end).collect();
        }
        f.write_str(&escaped(&text))
    }
}

/// Returns `text` with control characters other than tabs as escapes such as `\u{1b}`, so that it
/// cannot send commands to a terminal.
pub fn escaped(text: &str) -> String {
    let is_escaped = |c: char| c.is_control() && c != '\t';
    let escape = |c| if is_escaped(c) { c.escape_default().to_string() } else { c.into() };
    text.chars().map(escape).collect()
}

/// Returns a parser of whole numbers in `range`, for arguments of the command line. Its error
/// message states the range.
pub fn whole_number<T: TryFrom<i128>>(
    range: impl RangeBounds<i128> + Clone,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let too_large = || "the number is too large".to_owned();
        let parsed = text.parse::<i128>();
        let is_beyond = matches!(&parsed, Err(error) if *error.kind() == IntErrorKind::PosOverflow);
        let number = parsed.ok().filter(|number| range.contains(number));
        let number = number.ok_or_else(|| match (range.start_bound(), range.end_bound()) {
            (Bound::Included(min), Bound::Included(max)) => {
                format!("expected a whole number from {min} to {max}")
            }
            _ if is_beyond => too_large(),
            (Bound::Included(min), _) => format!("expected a whole number of {min} or more"),
            _ => "expected a whole number".to_owned(),
        })?;
        T::try_from(number).map_err(|_| too_large())
    }
}

/// Returns the beginning of the names under which a program writes the file at `path` until it is
/// complete: hidden, and so short that there is room for an ending.
pub fn hidden_prefix(path: &Path) -> String {
    /// File systems allow 255 bytes for a name.
    const MAX_BYTES: usize = 200;
    let name = path.file_name().unwrap_or_default().display().to_string();
    format!(".{}.", &name[..name.floor_char_boundary(MAX_BYTES)])
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
    fn a_line_without_end_is_skipped_and_takes_no_memory() {
        let long = || io::repeat(b'x').take(50 * MAX_LINE_BYTES);
        let mut input = BufReader::new(long().chain("\nisready\n".as_bytes()).chain(long()));
        let error = read_line(&mut input).unwrap_err();
        assert_eq!(error.to_string(), "a line of more than 1048576 bytes was skipped");
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some("isready\n"));
        assert_eq!(read_line(&mut input).unwrap_err().kind(), ErrorKind::InvalidData);
        assert_eq!(read_line(&mut input).unwrap(), None);
        // The cut is inside a character, and the start has a mark.
        let cut = "\u{feff}position ".to_owned() + &"ü".repeat(MAX_LINE_BYTES as usize);
        let error = read_line(&mut cut.as_bytes()).unwrap_err();
        let error = error.into_inner().unwrap().downcast::<LongLine>().unwrap();
        assert!(error.start.starts_with("position ü"), "{}", error.start);
        for end in ["\n", "x"] {
            let longest = "x".repeat(MAX_LINE_BYTES as usize - 1) + end;
            assert_eq!(read_line(&mut longest.as_bytes()).unwrap(), Some(longest));
        }
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_read_as_windows_1252() {
        for (text, expected) in [
            (&b"M\xfcller\n"[..], "Müller\n"),
            (b"\x84Ja\x93 \x96 \x9ei\x9ekov, 5 \x80\x81", "„Ja“ – žižkov, 5 €\u{81}"),
            ("\u{feff}Müller".as_bytes(), "Müller"),
            (b"\xc3\xa9t\xc3\xa9 \xe2\x80\x93 cut: \xe2\x80", "été – cut: â€"),
        ] {
            assert_eq!(read_line(&mut { text }).unwrap().as_deref(), Some(expected));
            assert_eq!(read_long_line(&mut { text }).unwrap().as_deref(), Some(expected));
        }
    }

    #[test]
    fn binary_files_are_not_read_as_text() {
        for text in ["e4 e5\n", "Pd4 PK\n", "Bb5 BZ\n", "e4\0\r\n", "e4\0\n"] {
            let mut reader = text_reader(text.as_bytes(), "PGN").unwrap();
            assert_eq!(read_line(&mut reader).unwrap().as_deref(), Some(text));
        }
        for (bytes, message) in [
            (&b"e4\0e5\n"[..], "not a text file, expected PGN"),
            (b"\0\0", "not a text file, expected PGN"),
            (b"\x1f\x8b\x08", "a file compressed by gzip, to be unpacked first, expected PGN"),
            (b"\xff\xfe[\0E\0", "text in UTF-16, to be saved as UTF-8 first, expected PGN"),
        ] {
            assert_eq!(text_reader(bytes, "PGN").unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn quotation_marks_around_words_are_dropped() {
        for text in [
            "fen 8/8 w - e2e4",
            "fen \"8/8 w -\" e2e4",
            " “fen” ' 8/8 w  - ' \"e2e4",
            "`fen `8/8 w - e2e4``",
        ] {
            assert_eq!(unquoted(text), "fen 8/8 w - e2e4");
        }
        assert_eq!(
            (unquoted("8\"8 w'b"), unquoted(" \" ")),
            ("8\"8 w'b".to_owned(), String::new())
        );
    }

    #[test]
    fn nouns_agree_with_their_counts() {
        let games = [0_usize, 1, 2].map(|count| counted(count, "game"));
        assert_eq!(games, ["0 games", "1 game", "2 games"]);
        assert_eq!([1_u64, 3].map(|count| counted(count, "ply")), ["1 ply", "3 plies"]);
        assert_eq!(counted(-1, "centipawn"), "-1 centipawns");
    }

    #[test]
    fn control_characters_are_shown_as_escapes() {
        let text = "caf\u{e9} \u{1b}[31m\u{9b}2J\r\n\u{7f}'\"\\";
        let expected = "caf\u{e9} \\u{1b}[31m\\u{9b}2J\\r\\n\\u{7f}'\"\\";
        assert_eq!(Printable(text).to_string(), expected);
    }

    #[test]
    fn long_messages_keep_their_beginning_and_their_end() {
        let exact = "x".repeat(MAX_PRINTABLE);
        assert_eq!(Printable(&exact).to_string(), exact);
        let shown = Printable(format!("line: {}: no move", "é".repeat(1 << 20))).to_string();
        assert_eq!(shown.chars().count(), MAX_PRINTABLE + 1);
        assert!(shown.starts_with("line: é") && shown.ends_with("é: no move"), "{shown}");
    }

    #[test]
    fn numbers_out_of_range_are_errors_that_state_it() {
        let parse = whole_number::<u8>(1..=300);
        assert_eq!((parse("1"), parse("255")), (Ok(1), Ok(255)));
        for text in ["0", "-1", "301", "x", "", "1.5", "99999999999999999999999999999999999999999"]
        {
            assert_eq!(parse(text), Err("expected a whole number from 1 to 300".to_owned()));
        }
        assert_eq!(parse("300"), Err("the number is too large".to_owned()));
        let error = whole_number::<u64>(0..)("-1");
        assert_eq!(error, Err("expected a whole number of 0 or more".to_owned()));
        let error = whole_number::<u64>(0..)(&"9".repeat(40));
        assert_eq!(error, Err("the number is too large".to_owned()));
    }

    #[test]
    fn names_of_temporary_files_are_short_enough() {
        for (name, prefix) in [
            ("games.pgn", ".games.pgn.".to_owned()),
            (&"é".repeat(127), format!(".{}.", "é".repeat(100))),
            (&format!("a{}", "é".repeat(127)), format!(".a{}.", "é".repeat(99))),
        ] {
            assert_eq!(hidden_prefix(&Path::new("folder").join(name)), prefix);
        }
    }
}
