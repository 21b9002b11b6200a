//! Progress bars, which are shown on terminals only.

use std::fmt;
use std::fs;
use std::path::PathBuf;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use nunatak::cli::{FileError, at_file};

use super::capabilities::shows_unicode;

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

/// Creates a bar that counts positions.
pub fn position_bar(positions: usize) -> ProgressBar {
    progress_bar(positions as u64, "{bar:40} {pos}/{len} positions, {eta} left")
}

/// Creates a bar with a template of [`ProgressStyle`].
pub fn progress_bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let Ok(style) = ProgressStyle::with_template(template) else { return bar };
    let style = style.with_key("eta", write_time_left);
    bar.with_style(if shows_unicode() { style } else { style.progress_chars("#.") })
}

/// Moves a bar to the position from which a run continues. The steps before it took no time, so the
/// time left is estimated from the later ones.
pub fn continue_from(bar: &ProgressBar, position: u64) {
    bar.set_position(position);
    restart_estimate(bar);
}

/// Estimates the time left from the steps after the present position only.
pub fn restart_estimate(bar: &ProgressBar) {
    // The estimator keeps the position of its last update, so it needs one before the reset.
    bar.tick();
    bar.reset_eta();
}

/// Writes the estimated time left, which is unknown until the first step is done.
fn write_time_left(state: &ProgressState, out: &mut dyn fmt::Write) {
    // The bar is drawn without what cannot be written.
    let _ = if state.per_sec() > 0.0 {
        write!(out, "{:#}", HumanDuration(state.eta()))
    } else {
        out.write_char('?')
    };
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use indicatif::ProgressDrawTarget;

    use super::*;

    fn time_left(bar: &ProgressBar) -> String {
        let mut text = String::new();
        bar.update(|state| write_time_left(state, &mut text));
        text
    }

    #[test]
    fn a_continued_run_is_not_estimated_by_the_steps_before_it() {
        let bar = progress_bar(2_000_000, "{eta}");
        bar.set_draw_target(ProgressDrawTarget::hidden());
        assert_eq!(time_left(&bar), "?");
        continue_from(&bar, 1_000_000);
        assert_eq!(time_left(&bar), "?");
        for _ in 0..5 {
            thread::sleep(Duration::from_millis(5));
            bar.inc(1);
            bar.tick();
        }
        // A million steps of 5 ms or more take at least 83 minutes.
        assert!(bar.eta() > Duration::from_mins(60), "{:?}", bar.eta());
        assert_ne!(time_left(&bar), "?");
    }
}
