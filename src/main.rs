//! The program: the UCI engine and its commands for testers.

use std::process::ExitCode;

fn main() -> ExitCode {
    nunatak::cli::run()
}
