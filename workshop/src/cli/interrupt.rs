//! What Ctrl-C leaves behind.

use std::fs;
use std::path::Path;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use nunatak::text::Printable;
use nunatak_tools::output_file::UnfinishedFile;

use super::error::CliError;

/// The exit code of a program that Ctrl-C ended: 128 plus the number of the signal `SIGINT`.
const INTERRUPTED: i32 = 130;

/// Ends the program at Ctrl-C with a message that says what is kept. Files are written so that they
/// are whole at any time.
pub(super) fn say_on_interrupt(kept: impl Fn() -> String + Send + 'static) -> Result<(), CliError> {
    let end = move || {
        eprintln!("\nStopped: {}", kept());
        process::exit(INTERRUPTED);
    };
    Ok(ctrlc::set_handler(end)?)
}

/// Ends the program at Ctrl-C without a trace of a file that is being written.
pub(super) fn discard_on_interrupt(file: &UnfinishedFile) -> Result<(), CliError> {
    let path = file.temporary_path().to_owned();
    say_on_interrupt(move || match fs::remove_file(&path) {
        Ok(()) => "nothing is kept.".to_owned(),
        Err(error) => format!("{}: {error}", Printable(path.display())),
    })
}

/// Ends the program at Ctrl-C with a message about the `checkpoint` of the finished epochs. Returns
/// whether it has been written, which is to be set by the caller.
pub(super) fn say_how_to_resume(
    checkpoint: &Path,
    is_written: bool,
) -> Result<Arc<AtomicBool>, CliError> {
    let checkpoint = checkpoint.to_owned();
    let is_written = Arc::new(AtomicBool::new(is_written));
    let is_kept = Arc::clone(&is_written);
    say_on_interrupt(move || match is_kept.load(Ordering::Relaxed) {
        true => format!(
            "the finished epochs are kept in {0}; --resume {0} with the same arguments continues.",
            Printable(checkpoint.display())
        ),
        false => "nothing is kept, since no epoch was finished.".to_owned(),
    })?;
    Ok(is_written)
}
