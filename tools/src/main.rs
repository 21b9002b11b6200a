//! The program of the tools.

use std::process::ExitCode;

fn main() -> ExitCode {
    nunatak_tools::cli::run()
}
