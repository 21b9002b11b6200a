//! The command line: arguments to one of the parts of the library, and exit codes.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod analyse;
mod book;
mod display;
mod epd;
mod perft;
mod play;
mod search_arguments;
mod speedtest;
mod tablebase;
mod version;

use std::env;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use thiserror::Error;

use self::analyse::AnalyseArguments;
use self::book::BookCommand;
use self::epd::EpdArguments;
use self::perft::PerftArguments;
use self::play::PlayArguments;
use self::speedtest::SpeedtestArguments;
use self::version::VERSION;
use nunatak::bench;
use nunatak::board::{Board, FenError, MoveError};
use nunatak::book::BookError;
use nunatak::eval::Trace;
use nunatak::limits::Limits;
use nunatak::search::{SearchControl, Searcher, Silent};
use nunatak::tt::AllocationError;
use nunatak::types::Score;
use nunatak::uci;
use nunatak::wdl::explain;

/// A UCI chess engine. Without a command it speaks UCI on standard input and output.
#[derive(Parser)]
#[command(version = VERSION.as_str())]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Show what the search finds in a position
    Analyse(AnalyseArguments),
    /// Play a game against the engine
    Play(PlayArguments),
    /// Measure the speed of the search, to compare machines and builds
    Speedtest(SpeedtestArguments),
    /// Count the positions that lie a number of plies ahead
    Perft(PerftArguments),
    /// Count them by each legal move
    Divide(PerftArguments),
    /// Check the counts of a suite, in lines such as `FEN ;D1 20 ;D2 400`
    PerftSuite {
        /// The suite
        file: PathBuf,
        /// Leave out deeper counts
        #[arg(long, value_name = "D")]
        max_depth: Option<u8>,
        /// Leave out greater counts
        #[arg(long, value_name = "N")]
        max_nodes: Option<u64>,
    },
    /// Search the positions of a test suite, in lines of EPD such as `FEN bm Nf3; id "1";`
    Epd(EpdArguments),
    /// Search fixed positions: node count as signature, and speed
    Bench {
        /// Plies
        #[arg(long, value_name = "D", default_value_t = bench::DEFAULT_DEPTH)]
        depth: usize,
    },
    /// Make an opening book of games, or show what one says
    #[command(subcommand)]
    Book(BookCommand),
    /// Show the static evaluation of a position by its terms
    Eval {
        /// The position; the start position if not given
        fen: Vec<String>,
    },
    /// Make the tables of exact endgames and show what they hold
    Tablebase,
}

/// The nodes of the search that shows how the evaluation's cache is used.
const EVAL_SEARCH_NODES: u64 = 100_000;

#[derive(Debug, Error)]
enum CliError {
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error(transparent)]
    Allocation(#[from] AllocationError),
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Book { path: PathBuf, error: BookError },
    #[error("no move was played often enough: no book is written")]
    EmptyBook,
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

/// Carries out the command line.
pub(crate) fn run() -> ExitCode {
    // Source: https://no-color.org. Else there are colours on a terminal, or where they are asked for.
    if env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        console::set_colors_enabled(false);
    }
    match execute(Arguments::parse()) {
        Ok(code) => code,
        // Whoever closed the output has read enough.
        Err(CliError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn execute(arguments: Arguments) -> Result<ExitCode, CliError> {
    let mut out = io::stdout().lock();
    match arguments.command {
        None => {
            // The protocol's threads share standard output.
            drop(out);
            uci::run()?;
        }
        Some(Command::Analyse(arguments)) => analyse::run(&mut out, &arguments)?,
        Some(Command::Play(arguments)) => return play::run(&mut out, &arguments),
        Some(Command::Speedtest(arguments)) => speedtest::run(&mut out, &arguments)?,
        Some(Command::Perft(arguments)) => perft::write_perft(&mut out, &arguments)?,
        Some(Command::Divide(arguments)) => perft::write_divide(&mut out, &arguments)?,
        Some(Command::PerftSuite { file, max_depth, max_nodes }) => {
            let max_depth = max_depth.unwrap_or(u8::MAX);
            let max_nodes = max_nodes.unwrap_or(u64::MAX);
            return perft::check_suite(&mut out, &file, max_depth, max_nodes);
        }
        Some(Command::Epd(arguments)) => return epd::run_suite(&mut out, &arguments),
        Some(Command::Bench { depth }) => {
            let result = bench::run(depth, &SearchControl::default(), |number, result| {
                // A closed output shows when the sum is written.
                let _ = writeln!(out, "{number:>2} {:>9} nodes", result.report.nodes);
            })?;
            if let Some(result) = result {
                writeln!(out, "{result}")?;
            }
        }
        Some(Command::Book(command)) => book::run(&mut out, &command)?,
        Some(Command::Eval { fen }) => {
            let board = match fen.is_empty() {
                true => Board::start(),
                false => fen.join(" ").parse()?,
            };
            // What is remembered of pawns shows in a search only.
            let mut searcher = Searcher::new(1)?;
            let limits = Limits { nodes: Some(EVAL_SEARCH_NODES), ..Limits::default() };
            searcher.search(&board, &[], &limits, &SearchControl::default(), &mut Silent);
            let trace = Trace::new(&board);
            let shown = explain(Score::from_eval(trace.total()), &board);
            writeln!(out, "{trace}\n{shown}\n{}", searcher.pawn_cache_use())?;
        }
        Some(Command::Tablebase) => tablebase::write_statistics(&mut out)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The text of a file. What is not UTF-8, such as a name in an old suite, spoils no more than
/// itself.
fn read_suite(path: &Path) -> Result<String, CliError> {
    let bytes = fs::read(path).map_err(at_file(path))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The lines that are not blank, and their numbers from 1.
fn numbered_lines(text: &str) -> Vec<(usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect()
}

/// For the positions of a suite.
fn progress_bar(length: usize) -> ProgressBar {
    styled_bar(length as u64, "{bar:40} {pos}/{len} positions, {eta} left")
}

/// For the bytes of files.
fn byte_bar(files: &[PathBuf]) -> Result<ProgressBar, CliError> {
    Ok(styled_bar(total_bytes(files)?, "{bar:40} {bytes}/{total_bytes}, {eta} left"))
}

/// Shown on a terminal only.
fn styled_bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// A new file: what exists is not overwritten.
fn create(path: &Path) -> Result<BufWriter<File>, CliError> {
    File::create_new(path).map(BufWriter::new).map_err(at_file(path))
}

fn total_bytes(files: &[PathBuf]) -> Result<u64, CliError> {
    let bytes = |path: &PathBuf| Ok(fs::metadata(path).map_err(at_file(path))?.len());
    files.iter().map(bytes).sum()
}

/// Makes an error of what went wrong with a file.
fn at_file(path: &Path) -> impl Fn(io::Error) -> CliError {
    move |error| CliError::File { path: path.to_owned(), error }
}
