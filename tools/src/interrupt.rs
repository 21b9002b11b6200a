//! Ctrl-C: what it does, and what it waits for.

use std::cell::Cell;
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};

use nunatak::cli::say;

/// The exit code of a program that Ctrl-C ended: 128 plus the number of the signal `SIGINT`.
pub const INTERRUPTED: u8 = 130;

/// The action of Ctrl-C; without it, the program says that it is stopped, and ends.
static ACTION: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// Held by the work that Ctrl-C waits for.
static WORK: Mutex<()> = Mutex::new(());

thread_local! {
    /// Whether this thread holds [`WORK`].
    static IS_WORKING: Cell<bool> = const { Cell::new(false) };
}

/// Lets Ctrl-C end the program, unless it is given [another action](on_interrupt). Each program
/// calls this once.
///
/// # Errors
/// Errors of the system.
pub fn install() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        let _work = locked(&WORK);
        match &*locked(&ACTION) {
            Some(action) => action(),
            None => {
                say("\nStopped.");
                exit();
            }
        }
    })
}

/// Sets what Ctrl-C does from now on, in a thread of its own.
pub fn on_interrupt(action: impl Fn() + Send + 'static) {
    *locked(&ACTION) = Some(Box::new(action));
}

/// Does `work`, such as writing files that belong together, for the end of which Ctrl-C waits.
pub fn uninterrupted<T>(work: impl FnOnce() -> T) -> T {
    if IS_WORKING.get() {
        return work();
    }
    let _work = locked(&WORK);
    IS_WORKING.set(true);
    let result = work();
    IS_WORKING.set(false);
    result
}

/// Ends the program as interrupted.
pub fn exit() -> ! {
    process::exit(INTERRUPTED.into())
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
