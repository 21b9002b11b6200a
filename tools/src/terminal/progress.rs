//! Progress bars, which are shown on terminals only.

use std::fmt;
use std::fs;
use std::path::PathBuf;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use nunatak::cli::{FileError, at_file};

use super::shows_unicode;

/// Returns the total size of files in bytes.
///
/// # Errors
/// [`FileError`] of the first file whose size is unknown.
pub fn total_bytes(files: &[PathBuf]) -> Result<u64, FileError> {
    let bytes = |path: &PathBuf| Ok(fs::metadata(path).map_err(at_file(path))?.len());
    files.iter().map(bytes).sum()
}

/// Creates a bar that counts the bytes of files.
///
/// # Errors
/// [`FileError`] of the first file whose size is unknown.
pub fn byte_bar(files: &[PathBuf]) -> Result<ProgressBar, FileError> {
    Ok(progress_bar(total_bytes(files)?, "{bar:40} {bytes}/{total_bytes}, {eta} left"))
}

/// Creates a bar with a template of [`ProgressStyle`].
pub fn progress_bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let Ok(style) = ProgressStyle::with_template(template) else { return bar };
    let style = style.with_key("eta", write_time_left);
    bar.with_style(if shows_unicode() { style } else { style.progress_chars("#.") })
}

/// Writes the estimated time left, which is unknown until the first step is done.
fn write_time_left(state: &ProgressState, out: &mut dyn fmt::Write) {
    // The bar is drawn without what cannot be written.
    let _ = match state.pos() {
        0 => out.write_char('?'),
        _ => write!(out, "{:#}", HumanDuration(state.eta())),
    };
}
