//! What Ctrl-C leaves behind.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nunatak::text::Printable;
use nunatak_tools::output_file::{OutputFile, UnfinishedFile, exit};

use super::error::CliError;

/// The exit code of a program that Ctrl-C ended: 128 plus the number of the signal `SIGINT`.
const INTERRUPTED: i32 = 130;

/// Ends the program at Ctrl-C with a message that says what is kept. Files are written so that they
/// are whole at any time.
pub(super) fn say_on_interrupt(kept: impl Fn() -> String + Send + 'static) -> Result<(), CliError> {
    let end = move || {
        eprintln!("\nStopped: {}", kept());
        exit(INTERRUPTED);
    };
    Ok(ctrlc::set_handler(end)?)
}

/// Creates a file of which Ctrl-C, which ends the program, leaves no trace until it is complete.
pub(super) fn create_or_discard(output: OutputFile) -> Result<UnfinishedFile, CliError> {
    let path = Arc::new(Mutex::new(None));
    let created = Arc::clone(&path);
    say_on_interrupt(move || {
        let path: Option<PathBuf> = locked(&created).take();
        match path.map(fs::remove_file) {
            None | Some(Ok(())) => "nothing is kept.".to_owned(),
            Some(Err(error)) if error.kind() == ErrorKind::NotFound => {
                "the file is complete.".to_owned()
            }
            Some(Err(error)) => error.to_string(),
        }
    })?;
    // An interruption waits for the name.
    let mut path = locked(&path);
    let file = output.create()?;
    *path = Some(file.temporary_path().to_owned());
    Ok(file)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
