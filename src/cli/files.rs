//! Names of files, and reading text files.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use nunatak::text::{read_line_or_latin_1, text_reader};

use super::error::{CliError, at_file};

/// The format of files of games, for error messages.
pub(super) const PGN: &str = "PGN";

/// Returns a parser of names of files on the command line. It refuses `-`, which stands for standard
/// input or output in other programs.
pub(super) fn file_name() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.as_os_str() == "-" {
        true => Err("it does not stand for standard input or output here; './-' is a file"),
        false => Ok(path),
    })
}

/// Opens a text file, or says what was `expected`.
pub(super) fn open_text(path: &Path, expected: &str) -> Result<BufReader<File>, CliError> {
    let open = || text_reader(File::open(path)?, expected);
    open().map_err(at_file(path))
}

/// Reads a text file without byte-order marks. A line that is not UTF-8 is read as ISO 8859-1,
/// since names in old suites are in other encodings.
pub(super) fn read_text(path: &Path, expected: &str) -> Result<String, CliError> {
    let mut input = open_text(path, expected)?;
    let mut text = String::new();
    while let Some(line) = read_line_or_latin_1(&mut input).map_err(at_file(path))? {
        text += &line;
    }
    Ok(text)
}

/// Returns the line end of a text, judged by its first line.
pub(super) fn line_end(text: &mut impl BufRead) -> io::Result<&'static str> {
    let mut first = Vec::new();
    text.read_until(b'\n', &mut first)?;
    Ok(if first.ends_with(b"\r\n") { "\r\n" } else { "\n" })
}

/// The mark at the beginning of a comment, which is a line of its own.
const COMMENT: char = '#';

/// Returns the lines that are neither blank nor comments with their numbers, from 1.
pub(super) fn numbered_lines(text: &str) -> Vec<(usize, &str)> {
    let is_wanted = |line: &str| !line.is_empty() && !line.starts_with(COMMENT);
    (1..).zip(text.lines()).filter(|(_, line)| is_wanted(line.trim_start())).collect()
}

/// Returns the total size of files in bytes.
pub(super) fn total_bytes(files: &[PathBuf]) -> Result<u64, CliError> {
    let bytes = |path: &PathBuf| Ok(fs::metadata(path).map_err(at_file(path))?.len());
    files.iter().map(bytes).sum()
}
