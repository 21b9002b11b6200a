//! The command-line program of the workshop.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
