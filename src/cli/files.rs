//! Reading files.

use std::fs;
use std::path::{Path, PathBuf};

use nunatak::text::BYTE_ORDER_MARK;

use super::error::{CliError, at_file};

/// Reads a text file. A byte-order mark is dropped. Bytes that are not UTF-8 are replaced, since
/// names in old suites are in other encodings.
pub(super) fn read_text(path: &Path) -> Result<String, CliError> {
    let bytes = fs::read(path).map_err(at_file(path))?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.trim_start_matches(BYTE_ORDER_MARK).to_owned())
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
