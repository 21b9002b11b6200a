//! The command line of the workshop.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod convert;
mod dataset;
mod error;
mod files;
mod progress;
mod selfplay;
mod train;
mod tune;
mod wdl;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use nunatak_workshop::magics;

use self::convert::ConvertArguments;
use self::dataset::DatasetArguments;
use self::error::CliError;
use self::selfplay::SelfplayArguments;
use self::train::TrainArguments;
use self::tune::TuneArguments;
use self::wdl::WdlArguments;

/// Development tools for the chess engine Nunatak
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
    /// Convert match games in PGN with engine scores into records
    Convert(ConvertArguments),
    /// Summarise recorded games, or write them in another form or order
    Dataset(DatasetArguments),
    /// Tune the weights of the evaluation on recorded games
    Tune(TuneArguments),
    /// Train the network on recorded games
    Train(TrainArguments),
    /// Fit the win, draw and loss model to recorded games
    Wdl(WdlArguments),
    /// Find magic factors and print them as source text
    Magics {
        /// Seed of the random numbers
        #[arg(long, value_name = "N")]
        seed: u64,
    },
}

/// Runs the command given on the command line.
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
        Command::Convert(arguments) => convert::run(&mut out, &arguments),
        Command::Dataset(arguments) => dataset::run(&mut out, &arguments),
        Command::Tune(arguments) => tune::run(&mut out, &arguments),
        Command::Train(arguments) => train::run(&mut out, &arguments),
        Command::Wdl(arguments) => wdl::run(&mut out, &arguments),
        Command::Magics { seed } => Ok(write!(out, "{}", magics::source(seed))?),
    }
}
