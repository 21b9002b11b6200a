//! The command line of the workshop.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod convert;
mod dataset;
mod error;
mod files;
mod install_net;
mod interrupt;
mod label;
mod magics;
mod recording;
mod selfplay;
mod threads;
mod train;
mod tune;
mod wdl;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use nunatak::cli::{VERSION, run_program};
use nunatak::text::Waiting;
use nunatak_tools::arguments::arguments;
use nunatak_tools::interrupt::install;
use nunatak_tools::report::ReportWriter;

use self::convert::ConvertArguments;
use self::dataset::DatasetArguments;
use self::error::CliError;
use self::install_net::InstallNetArguments;
use self::label::LabelArguments;
use self::magics::MagicsArguments;
use self::selfplay::SelfplayArguments;
use self::train::TrainArguments;
use self::tune::TuneArguments;
use self::wdl::WdlArguments;

/// Development tools for the chess engine Nunatak
#[derive(Parser)]
#[command(version = VERSION.as_str())]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play games of the engine against itself
    Selfplay(SelfplayArguments),
    /// Label positions of recorded games with the scores of large searches
    Label(LabelArguments),
    /// Convert match games in PGN with engine scores into records
    Convert(ConvertArguments),
    /// Summarise recorded games, or write them in another form or order
    Dataset(DatasetArguments),
    /// Tune the weights of the evaluation on recorded games
    Tune(TuneArguments),
    /// Train the network on recorded games
    Train(TrainArguments),
    /// Make a trained network the one that the engine embeds
    InstallNet(InstallNetArguments),
    /// Fit the win, draw and loss model to recorded games
    Wdl(WdlArguments),
    /// Find magic numbers
    Magics(MagicsArguments),
}

/// Runs the command given on the command line.
pub(crate) fn run() -> ExitCode {
    run_program(arguments().collect(), execute)
}

fn execute(arguments: Arguments) -> Result<ExitCode, CliError> {
    install()?;
    let mut out = ReportWriter(Waiting(io::stdout().lock()));
    match arguments.command {
        Command::Selfplay(arguments) => selfplay::run(&mut out, &arguments)?,
        Command::Label(arguments) => label::run(&mut out, &arguments)?,
        Command::Convert(arguments) => convert::run(&mut out, &arguments)?,
        Command::Dataset(arguments) => dataset::run(&mut out, &arguments)?,
        Command::Tune(arguments) => tune::run(&mut out, &arguments)?,
        Command::Train(arguments) => train::run(&mut out, &arguments)?,
        Command::InstallNet(arguments) => install_net::run(&mut out, &arguments)?,
        Command::Wdl(arguments) => wdl::run(&mut out, &arguments)?,
        Command::Magics(arguments) => magics::run(&mut out, &arguments)?,
    }
    Ok(ExitCode::SUCCESS)
}
