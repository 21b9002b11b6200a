//! The command line: arguments to one of the parts of the library, and exit codes.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::{Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use thiserror::Error;

use nunatak::attacks::{Slider, find_magics};
use nunatak::bench::{self, Throughput};
use nunatak::board::{Board, FenError, PerftSuiteLine, divide, perft};
use nunatak::search::SearchControl;
use nunatak::tt::AllocationError;
use nunatak::uci;

/// A UCI chess engine. Without a command it speaks UCI on standard input and output.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
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
    /// Search fixed positions: node count as signature, and speed
    Bench {
        /// Plies
        #[arg(long, value_name = "D", default_value_t = bench::DEFAULT_DEPTH)]
        depth: usize,
    },
    /// Find magic factors and print them as source text
    Magics {
        /// The seed of the random numbers
        #[arg(long, value_name = "N")]
        seed: u64,
    },
}

#[derive(clap::Args)]
struct PerftArguments {
    /// Plies
    depth: u8,
    /// The position; the start position if not given
    #[arg(long)]
    fen: Option<String>,
    /// Write castling as king takes rook
    #[arg(long)]
    chess960: bool,
}

impl PerftArguments {
    fn board(&self) -> Result<Board, CliError> {
        Ok(self.fen.as_ref().map_or_else(|| Ok(Board::start()), |fen| fen.parse())?)
    }
}

#[derive(Debug, Error)]
enum CliError {
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Allocation(#[from] AllocationError),
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

/// Carries out the command line.
pub(crate) fn run() -> ExitCode {
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
        Some(Command::Perft(arguments)) => {
            let board = arguments.board()?;
            let started = Instant::now();
            let nodes = perft(&board, arguments.depth);
            let throughput = Throughput { nodes, elapsed: started.elapsed() };
            writeln!(out, "{}", throughput.with_time())?;
        }
        Some(Command::Divide(arguments)) => {
            let board = arguments.board()?;
            let go_on = AtomicBool::new(false);
            let parts = divide(&board, arguments.depth, &go_on).unwrap_or_default();
            for &(mv, nodes) in &parts {
                writeln!(out, "{}: {nodes}", board.move_text(mv, arguments.chess960))?;
            }
            writeln!(out, "Total: {}", parts.iter().map(|(_, nodes)| nodes).sum::<u64>())?;
        }
        Some(Command::PerftSuite { file, max_depth, max_nodes }) => {
            let max_depth = max_depth.unwrap_or(u8::MAX);
            let max_nodes = max_nodes.unwrap_or(u64::MAX);
            return perft_suite(&mut out, &file, max_depth, max_nodes);
        }
        Some(Command::Bench { depth }) => {
            let result = bench::run(depth, &SearchControl::default(), |number, result| {
                // A closed output shows when the sum is written.
                let _ = writeln!(out, "{number:>2} {:>9} nodes", result.report.nodes);
            })?;
            if let Some(result) = result {
                writeln!(out, "{result}")?;
            }
        }
        Some(Command::Magics { seed }) => write_magics(&mut out, seed)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Checks every count of the suite within the limits. Exit code 1 if anything is wrong.
fn perft_suite(
    out: &mut impl Write,
    path: &Path,
    max_depth: u8,
    max_nodes: u64,
) -> Result<ExitCode, CliError> {
    let text = fs::read_to_string(path)
        .map_err(|error| CliError::File { path: path.to_owned(), error })?;
    let lines: Vec<(usize, &str)> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
    let bar = progress_bar(lines.len());
    let started = Instant::now();
    let (mut checked, mut wrong, mut nodes) = (0, 0, 0);
    for (number, line) in &lines {
        let complaints = match line.parse::<PerftSuiteLine>() {
            Err(error) => vec![error.to_string()],
            Ok(PerftSuiteLine { board, counts }) => counts
                .into_iter()
                .filter(|&(depth, expected)| depth <= max_depth && expected <= max_nodes)
                .filter_map(|(depth, expected)| {
                    let found = perft(&board, depth);
                    checked += 1;
                    nodes += found;
                    (found != expected).then(|| {
                        format!("{board} depth {depth}: expected {expected}, found {found}")
                    })
                })
                .collect(),
        };
        wrong += complaints.len();
        for complaint in complaints {
            bar.suspend(|| writeln!(out, "line {number}: {complaint}"))?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let throughput = Throughput { nodes, elapsed: started.elapsed() };
    let positions = lines.len();
    writeln!(out, "{positions} positions, {checked} counts, {wrong} wrong")?;
    writeln!(out, "{}", throughput.with_time())?;
    if checked == 0 {
        writeln!(out, "nothing to check within the limits")?;
    }
    Ok(if wrong == 0 && checked > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// On a terminal only.
fn progress_bar(length: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} positions, {eta} left");
    let bar = ProgressBar::new(length as u64);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Prints the magics of `seed` as the source file that holds them.
fn write_magics(out: &mut impl Write, seed: u64) -> io::Result<()> {
    writeln!(out, "//! Written by `nunatak magics --seed {seed}`.\n")?;
    writeln!(out, "#[cfg(test)]\npub(super) const SEED: u64 = {seed};")?;
    for (name, slider) in [("BISHOP", Slider::Bishop), ("ROOK", Slider::Rook)] {
        writeln!(out, "\n#[rustfmt::skip]\npub(super) const {name}: [u64; 64] = [")?;
        for row in find_magics(slider, seed).chunks(4) {
            let row: Vec<_> = row.iter().map(|magic| format!("{},", grouped_hex(*magic))).collect();
            writeln!(out, "    {}", row.join(" "))?;
        }
        writeln!(out, "];")?;
    }
    Ok(())
}

/// Sixteen hexadecimal digits in groups of four.
fn grouped_hex(number: u64) -> String {
    let group = |shift: u32| number >> shift & 0xffff;
    format!("0x{:04x}_{:04x}_{:04x}_{:04x}", group(48), group(32), group(16), group(0))
}
