//! The engine as a WebAssembly module for browsers and Node.
//!
//! The module is a WASI reactor. It reads UCI from standard input, which its host must end when no
//! line is waiting and break when no more will come, and writes to standard output.

use std::cell::RefCell;
use std::io::{self, BufReader, Stdin};

use nunatak::cli::say;
use nunatak::uci::Session;

thread_local! {
    /// The engine, which starts with the first call.
    static SESSION: RefCell<Option<Session<BufReader<Stdin>>>> = const { RefCell::new(None) };
}

/// Executes the lines that are waiting on standard input; see [`Session::run`]. Returns whether the
/// engine takes more lines; a failure to start is reported on standard error.
#[allow(unsafe_code)]
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn run() -> bool {
    SESSION.with_borrow_mut(|session| {
        if session.is_none() {
            match Session::new(BufReader::new(io::stdin()), io::stdout()) {
                Ok(started) => *session = Some(started),
                Err(error) => {
                    say(format_args!("error: {error}"));
                    return false;
                }
            }
        }
        session.as_mut().is_some_and(Session::run)
    })
}

/// Whether the engine could not start or has refused a line, or a part of one.
#[allow(unsafe_code)]
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn has_refused() -> bool {
    SESSION.with_borrow(|session| session.as_ref().is_none_or(Session::has_refused))
}
