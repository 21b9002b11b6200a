//! Reading files.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::{CliError, at_file};

/// Reads a text file. Bytes that are not UTF-8 are replaced, since names in old suites are in other
/// encodings.
pub(super) fn read_text(path: &Path) -> Result<String, CliError> {
    let bytes = fs::read(path).map_err(at_file(path))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the lines that are not blank with their numbers, from 1.
pub(super) fn numbered_lines(text: &str) -> Vec<(usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect()
}

/// Returns the total size of files in bytes.
pub(super) fn total_bytes(files: &[PathBuf]) -> Result<u64, CliError> {
    let bytes = |path: &PathBuf| Ok(fs::metadata(path).map_err(at_file(path))?.len());
    files.iter().map(bytes).sum()
}
