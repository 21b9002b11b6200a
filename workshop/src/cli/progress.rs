//! Progress bars, which are shown on terminals only.

use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

use super::error::CliError;
use super::files::total_bytes;

/// Creates a bar that counts the bytes of files.
pub(super) fn byte_bar(files: &[PathBuf]) -> Result<ProgressBar, CliError> {
    Ok(progress_bar(total_bytes(files)?, "{bar:40} {bytes}/{total_bytes}, {eta} left"))
}

/// Creates a bar with a template of [`ProgressStyle`].
pub(super) fn progress_bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
