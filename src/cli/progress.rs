//! Progress bars, which are shown on terminals only.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use super::error::CliError;
use super::files::total_bytes;
use super::width::columns;

/// Creates a bar that counts positions.
pub(super) fn position_bar(length: usize) -> ProgressBar {
    styled_bar(length as u64, "{bar:40} {pos}/{len} positions, {eta} left")
}

/// Creates a bar that counts the subtrees of a perft, with a running clock, since a subtree may take
/// minutes.
pub(super) fn subtree_bar() -> ProgressBar {
    const TICK: Duration = Duration::from_millis(200);
    let bar = styled_bar(0, "{bar:30} {pos}/{len} subtrees in {elapsed}, {eta} left");
    bar.enable_steady_tick(TICK);
    bar
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
        Ok(style) => bar.with_style(style.with_key("eta", write_time_left)),
        Err(_) => bar,
    }
}

/// Writes the estimated time left, which is unknown until the first step is done.
fn write_time_left(state: &ProgressState, out: &mut dyn fmt::Write) {
    // The bar is drawn without what cannot be written.
    let _ = match state.pos() {
        0 => out.write_char('?'),
        _ => write!(out, "{:#}", HumanDuration(state.eta())),
    };
}
