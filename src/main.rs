//! The program: the UCI engine, or one of its tools.

mod cli;

use std::process::ExitCode;
use std::thread;

/// Enough for the deepest line of a search; what the system gives the main thread differs.
const STACK_BYTES: usize = 16 << 20;

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
