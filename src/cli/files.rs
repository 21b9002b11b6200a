//! Input files of commands.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::text::{read_long_line, text_reader};

/// The error of a file that cannot be read or written, or has the wrong contents.
#[derive(Debug, Error)]
#[error("{}: {reason}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The fault, in words.
    pub reason: String,
}

/// Returns a function that adds the path to an error.
pub fn at_file<E: Display>(path: &Path) -> impl Fn(E) -> FileError {
    move |error| FileError { path: path.to_owned(), reason: error.to_string() }
}

/// Opens a text file; the error of another file says what was `expected`.
///
/// # Errors
/// [`FileError`] if the file cannot be read or is not a text.
pub fn open_text(path: &Path, expected: &str) -> Result<BufReader<File>, FileError> {
    let open = || {
        // Windows would only say that access is denied.
        if path.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        text_reader(File::open(path)?, expected)
    };
    open().map_err(at_file(path))
}

/// Reads a text file without byte-order marks, zero bytes, which some programs write at the ends of
/// lines, and the mark that ends a text of DOS. Bytes that are not UTF-8 are read as Windows-1252,
/// since names in old suites are in other encodings.
///
/// # Errors
/// [`FileError`] if the file cannot be read or is not a text.
pub fn read_text(path: &Path, expected: &str) -> Result<String, FileError> {
    let mut input = open_text(path, expected)?;
    let mut text = String::new();
    while let Some(line) = read_long_line(&mut input).map_err(at_file(path))? {
        text += &line.replace(['\0', '\u{1a}'], "");
    }
    Ok(text)
}

/// The mark at the beginning of a comment, which is a line of its own.
const COMMENT: char = '#';

/// Returns the lines that are neither blank nor comments with their numbers, from 1. Lines may end
/// with a carriage return alone, as those of old systems do.
pub fn numbered_lines(text: &str) -> Vec<(usize, &str)> {
    let is_wanted = |line: &str| !line.is_empty() && !line.starts_with(COMMENT);
    let lines = text.lines().flat_map(|line| line.split('\r'));
    (1..).zip(lines).filter(|(_, line)| is_wanted(line.trim_start())).collect()
}
