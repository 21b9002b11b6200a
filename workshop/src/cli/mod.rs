//! The command line: arguments to one of the parts of the library, and exit codes.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod dataset;
mod files;
mod magics;
mod selfplay;
mod tune;
mod wdl;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use nunatak_workshop::calibration::FitError;
use nunatak_workshop::dataset::GameError;
use nunatak_workshop::selfplay::SelfplayError;
use nunatak_workshop::tune::{TracerError, TuneError};
use rayon::ThreadPoolBuildError;
use thiserror::Error;

use self::dataset::DatasetArguments;
use self::selfplay::SelfplayArguments;
use self::tune::TuneArguments;
use self::wdl::WdlArguments;

/// Tools for making the chess engine Nunatak
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play games of the engine against itself
    Selfplay(SelfplayArguments),
    /// Summarise recorded games, or write them in another form or order
    Dataset(DatasetArguments),
    /// Tune the weights of the evaluation to recorded games
    Tune(TuneArguments),
    /// Fit the chances of winning, drawing and losing to recorded games
    Wdl(WdlArguments),
    /// Find magic factors and print them as source text
    Magics {
        /// Seed of the random numbers
        #[arg(long, value_name = "N")]
        seed: u64,
    },
}

/// Errors that end the program.
#[derive(Debug, Error)]
enum CliError {
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Games { path: PathBuf, error: GameError },
    #[error(transparent)]
    Selfplay(#[from] SelfplayError),
    #[error(transparent)]
    Tracer(#[from] TracerError),
    #[error(transparent)]
    Tune(#[from] TuneError),
    #[error("cannot draw the errors: {0}")]
    Plot(String),
    #[error(transparent)]
    Fit(#[from] FitError),
    #[error("cannot start threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

/// Carries out the command line.
pub(crate) fn run() -> ExitCode {
    match execute(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // A closed pipe is not an error.
        Err(CliError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn execute(arguments: Arguments) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    match arguments.command {
        Command::Selfplay(arguments) => selfplay::run(&mut out, &arguments),
        Command::Dataset(arguments) => dataset::run(&mut out, &arguments),
        Command::Tune(arguments) => tune::run_tuner(&mut out, &arguments),
        Command::Wdl(arguments) => wdl::run(&mut out, &arguments),
        Command::Magics { seed } => Ok(magics::write_magics(&mut out, seed)?),
    }
}
