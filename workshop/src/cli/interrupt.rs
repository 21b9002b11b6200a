//! What Ctrl-C leaves behind.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nunatak::cli::say;
use nunatak::text::Printable;
use nunatak_tools::interrupt::{exit, on_interrupt};
use nunatak_tools::output_file::{OutputFile, UnfinishedFile};

use super::error::CliError;

/// Ends the program at Ctrl-C with a message that says what is kept. Files are written so that they
/// are whole at any time.
pub(super) fn say_on_interrupt(kept: impl Fn() -> String + Send + 'static) {
    on_interrupt(move || {
        say(format_args!("\nStopped: {}", kept()));
        exit();
    });
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
    });
    // An interruption waits for the name.
    let mut path = locked(&path);
    let file = output.create()?;
    *path = Some(file.temporary_path().to_owned());
    Ok(file)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the program at Ctrl-C with a message about the `checkpoint` of the finished epochs, which
/// is kept if it has been written.
pub(super) fn say_how_to_resume(checkpoint: &Path, is_written: bool) {
    let checkpoint = Printable(checkpoint.display()).to_string();
    say_on_interrupt(move || match is_written {
        true => format!(
            "the finished epochs are kept in {checkpoint}; --resume {checkpoint} with the same \
             arguments continues."
        ),
        false => "nothing is kept, since no epoch was finished.".to_owned(),
    });
}
