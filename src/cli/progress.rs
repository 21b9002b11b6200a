//! Progress bars, which are shown on terminals only.

use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

use super::error::CliError;
use super::files::total_bytes;
use super::width::columns;

/// Creates a bar that counts positions.
pub(super) fn position_bar(length: usize) -> ProgressBar {
    styled_bar(length as u64, "{bar:40} {pos}/{len} positions, {eta} left")
}

/// Creates a bar that counts the subtrees of a perft.
pub(super) fn subtree_bar() -> ProgressBar {
    styled_bar(0, "{bar:40} {pos}/{len} subtrees, {eta} left")
}

/// Creates a bar that counts positions and shows a message.
pub(super) fn annotation_bar(length: u64) -> ProgressBar {
    /// Width of the text beside the bar in columns.
    const TEXT: usize = 55;
    /// Least and greatest width of the bar in columns.
    const BAR: [usize; 2] = [5, 30];
    let [least, greatest] = BAR;
    let bar = columns().saturating_sub(TEXT).clamp(least, greatest);
    styled_bar(length, &format!("{{bar:{bar}}} {{pos}}/{{len}} positions, {{eta}} left, {{msg}}"))
}

/// Creates a bar that counts the bytes of files.
pub(super) fn byte_bar(files: &[PathBuf]) -> Result<ProgressBar, CliError> {
    Ok(styled_bar(total_bytes(files)?, "{bar:40} {bytes}/{total_bytes}, {eta} left"))
}

/// Creates a bar with a template of [`ProgressStyle`].
fn styled_bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
