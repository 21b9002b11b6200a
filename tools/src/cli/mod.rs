//! The command line: parses the arguments, runs a command and returns its exit code.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod analyse;
mod annotate;
mod book;
mod display;
mod epd;
mod error;
mod games;
mod json;
mod play;
mod search_arguments;
mod stop;

use std::io;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use nunatak::cli::{VERSION, join_fens, run_program};
use nunatak::text::Waiting;

use self::analyse::AnalyseArguments;
use self::annotate::AnnotateArguments;
use self::book::BookCommand;
use self::epd::EpdArguments;
use self::error::CliError;
use self::play::PlayArguments;
use crate::arguments::arguments;
use crate::interrupt::install;
use crate::terminal::choose_colors;

/// Tools for players and analysts, which use the chess engine Nunatak.
#[derive(Parser)]
#[command(name = "nunatak-tools", version = VERSION.as_str())]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Search a position and show the results of each depth
    #[command(visible_alias = "analyze")]
    Analyse(AnalyseArguments),
    /// Judge the moves of games, with evaluations, better lines and accuracies
    Annotate(AnnotateArguments),
    /// Play a game against the engine
    Play(PlayArguments),
    /// Solve a test suite, with lines of EPD such as `FEN bm Nf3; id "1";`
    Epd(EpdArguments),
    /// Build an opening book, or show its moves
    #[command(subcommand)]
    Book(BookCommand),
}

/// Returns the declaration of the command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Runs the command given by the arguments of the program.
pub fn run() -> ExitCode {
    choose_colors();
    run_program(join_fens(arguments()), execute)
}

fn execute(arguments: Arguments) -> Result<ExitCode, CliError> {
    install()?;
    let mut out = Waiting(io::stdout().lock());
    match arguments.command {
        Command::Analyse(arguments) => return analyse::run(&mut out, &arguments),
        Command::Annotate(arguments) => return annotate::run(&mut out, &arguments),
        Command::Play(arguments) => return play::run(&mut out, &arguments),
        Command::Epd(arguments) => return epd::run_suite(&mut out, &arguments),
        Command::Book(command) => book::run(&mut out, &command)?,
    }
    Ok(ExitCode::SUCCESS)
}
