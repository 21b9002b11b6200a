//! What Ctrl-C leaves behind.

use std::process;

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
