//! What Ctrl-C leaves behind.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use nunatak::cli::say;
use nunatak::text::Printable;
use nunatak_tools::interrupt::{exit, on_interrupt, uninterrupted};
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
    uninterrupted(|| {
        let file = output.create()?;
        let path = file.temporary_path().to_owned();
        say_on_interrupt(move || match fs::remove_file(&path) {
            Ok(()) => "nothing is kept.".to_owned(),
            Err(error) if error.kind() == ErrorKind::NotFound => "the file is complete.".to_owned(),
            Err(error) => error.to_string(),
        });
        Ok(file)
    })
}

/// Ends the program at Ctrl-C with a message about the `checkpoint` of the finished epochs, which
/// is kept if it has been written.
pub(super) fn say_how_to_resume(checkpoint: &Path, is_written: bool) {
    let checkpoint = Printable(checkpoint.display()).to_string();
    say_on_interrupt(move || {
        if is_written {
            format!(
                "the finished epochs are kept in {checkpoint}; --resume {checkpoint} with the same \
                 arguments continues."
            )
        } else {
            "nothing is kept, since no epoch was finished.".to_owned()
        }
    });
}
