//! The program: the UCI engine and the tools for its users.

mod cli;

use std::process::ExitCode;
use std::thread;

use nunatak::search::STACK_BYTES;

/// Runs the program in a thread of its own, because the main thread's stack size differs by system.
fn main() -> ExitCode {
    let program = thread::Builder::new().name("nunatak".to_owned()).stack_size(STACK_BYTES);
    match program.spawn(cli::run).map(thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: cannot start a thread: {error}");
            ExitCode::FAILURE
        }
    }
}
