//! The command line: parses the arguments, runs a command and returns its exit code.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod analyse;
mod annotate;
mod bench;
mod book;
mod colors;
mod display;
mod epd;
mod error;
mod eval;
mod files;
mod genfens;
mod interrupt;
mod json;
mod parameters;
mod perft;
mod pgn_position;
mod play;
mod position;
mod progress;
mod search_arguments;
mod speedtest;
mod tablebase;
mod version;
mod width;
mod words;

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::error::ContextValue;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use nunatak::text::Printable;
use nunatak::uci;

use self::analyse::AnalyseArguments;
use self::annotate::AnnotateArguments;
use self::bench::BenchArguments;
use self::book::BookCommand;
use self::epd::EpdArguments;
use self::error::CliError;
use self::eval::EvalArguments;
use self::genfens::GenfensArguments;
use self::parameters::ParametersArguments;
use self::perft::{DivideArguments, PerftArguments, PerftSuiteArguments};
use self::play::PlayArguments;
use self::speedtest::SpeedtestArguments;
use self::version::VERSION;
use self::words::{join_fens, join_genfens};

/// A UCI chess engine. Without a command, it speaks UCI on standard input and output.
#[derive(Parser)]
#[command(version = VERSION.as_str())]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
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
    /// Measure the search speed, to compare machines and builds
    Speedtest(SpeedtestArguments),
    /// Count the leaf nodes of the move tree
    Perft(PerftArguments),
    /// Count the leaf nodes of the move tree below each legal move
    Divide(DivideArguments),
    /// Check the counts of a perft suite, with lines such as `FEN ;D1 20 ;D2 400`
    PerftSuite(PerftSuiteArguments),
    /// Solve a test suite, with lines of EPD such as `FEN bm Nf3; id "1";`
    Epd(EpdArguments),
    /// Search fixed positions to show the node-count signature and the speed
    Bench(BenchArguments),
    /// Build an opening book, or show its moves
    #[command(subcommand)]
    Book(BookCommand),
    /// Show the static evaluation of a position: by piece, by number of pieces and by term
    Eval(EvalArguments),
    /// Generate the endgame tables and show their statistics
    Tablebase,
    /// Print the parameters of the search as OpenBench's input for SPSA
    Parameters(ParametersArguments),
    /// Print random balanced openings, as OpenBench's workers ask for them
    Genfens(GenfensArguments),
}

/// The greeting at a terminal, before UCI begins.
const GREETING: &str = "Nunatak speaks UCI: 'help' lists the commands, 'quit' exits; \
                        'nunatak --help' lists other commands, such as 'nunatak play'.";

/// Runs the command given by the arguments of the program.
pub(crate) fn run() -> ExitCode {
    colors::choose();
    match parse_arguments().map_or_else(|error| answer(&error), execute) {
        Ok(code) => code,
        // A closed pipe is not an error.
        Err(CliError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {}", Printable(error));
            ExitCode::FAILURE
        }
    }
}

/// Parses the arguments of the program.
fn parse_arguments() -> Result<Arguments, clap::Error> {
    let command = allow_negative_numbers(Arguments::command());
    let words = join_fens(join_genfens(env::args_os()));
    let matches = command.try_get_matches_from(words).map_err(printable)?;
    Arguments::from_arg_matches(&matches)
}

/// Escapes control characters of the arguments that an error quotes; clap leaves them out.
fn printable(mut error: clap::Error) -> clap::Error {
    let quoted = error.context().filter_map(|(kind, value)| match value {
        ContextValue::String(text) => Some((kind, Printable(text).to_string())),
        _ => None,
    });
    for (kind, text) in quoted.collect::<Vec<_>>() {
        error.insert(kind, ContextValue::String(text));
    }
    error
}

/// Prints the help or version that was asked for, or what is wrong with the arguments.
fn answer(error: &clap::Error) -> Result<ExitCode, CliError> {
    error.print()?;
    Ok(u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Reads negative numbers as values instead of options, so that errors are about the number.
fn allow_negative_numbers(command: clap::Command) -> clap::Command {
    let allow = |arg: clap::Arg| {
        let takes_value = arg.get_action().takes_values();
        arg.allow_negative_numbers(takes_value)
    };
    command.mut_args(allow).mut_subcommands(allow_negative_numbers)
}

fn execute(arguments: Arguments) -> Result<ExitCode, CliError> {
    let mut out = io::stdout().lock();
    match arguments.command {
        None => {
            if io::stdin().is_terminal() {
                writeln!(out, "{GREETING}")?;
            }
            // The threads of the protocol share standard output.
            drop(out);
            uci::run()?;
        }
        Some(Command::Analyse(arguments)) => analyse::run(&mut out, &arguments)?,
        Some(Command::Annotate(arguments)) => return annotate::run(&mut out, &arguments),
        Some(Command::Play(arguments)) => return play::run(&mut out, &arguments),
        Some(Command::Speedtest(arguments)) => speedtest::run(&mut out, &arguments)?,
        Some(Command::Perft(arguments)) => perft::write_perft(&mut out, &arguments)?,
        Some(Command::Divide(arguments)) => perft::write_divide(&mut out, &arguments)?,
        Some(Command::PerftSuite(arguments)) => perft::check_suite(&mut out, &arguments)?,
        Some(Command::Epd(arguments)) => return epd::run_suite(&mut out, &arguments),
        Some(Command::Bench(arguments)) => bench::run(&mut out, &arguments)?,
        Some(Command::Book(command)) => book::run(&mut out, &command)?,
        Some(Command::Eval(arguments)) => eval::run(&mut out, &arguments)?,
        Some(Command::Tablebase) => tablebase::write_statistics(&mut out)?,
        Some(Command::Parameters(arguments)) => parameters::write(&mut out, &arguments)?,
        Some(Command::Genfens(arguments)) => genfens::run(&mut out, &arguments)?,
    }
    Ok(ExitCode::SUCCESS)
}
