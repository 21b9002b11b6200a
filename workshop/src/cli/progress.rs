//! Progress bars.

use indicatif::{ProgressBar, ProgressStyle};

/// Returns a progress bar, which is shown on a terminal only.
pub(super) fn progress_bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
