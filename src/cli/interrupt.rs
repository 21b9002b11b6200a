//! Handling of Ctrl-C.

use std::process;
use std::sync::Arc;

use nunatak::search::SearchControl;

use super::error::CliError;

/// The exit code of a program that Ctrl-C ended: 128 plus the number of the signal `SIGINT`.
pub(super) const INTERRUPTED: u8 = 130;

/// Stops the search at Ctrl-C; pressed again, it ends the program at once.
pub(super) fn stop_on_interrupt(control: &Arc<SearchControl>) -> Result<(), CliError> {
    stop_and_call_on_interrupt(control, || {})
}

/// Stops the search at Ctrl-C and then calls `call`, which must not block; pressed again, it ends
/// the program at once.
pub(super) fn stop_and_call_on_interrupt(
    control: &Arc<SearchControl>,
    call: impl Fn() + Send + 'static,
) -> Result<(), CliError> {
    let control = Arc::clone(control);
    let stop = move || {
        if control.is_stopped() {
            process::exit(INTERRUPTED.into());
        }
        control.stop();
        call();
    };
    Ok(ctrlc::set_handler(stop)?)
}
