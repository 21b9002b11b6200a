//! `nunatak perft`, `divide` and `perft-suite`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use nunatak::bench::Throughput;
use nunatak::board::{FenCorrection, PerftSuiteLine, divide, perft};
use nunatak::text::{Printable, whole_number};

use super::error::CliError;
use super::files::{numbered_lines, read_text};
use super::position::PositionArguments;
use super::progress::position_bar;

#[derive(clap::Args)]
pub(super) struct PerftArguments {
    /// Depth in plies
    #[arg(value_parser = whole_number::<u8>(0..=u8::MAX.into()))]
    depth: u8,
    #[command(flatten)]
    position: PositionArguments,
    /// Write castling as king takes rook
    #[arg(long)]
    chess960: bool,
}

#[derive(clap::Args)]
pub(super) struct PerftSuiteArguments {
    /// Perft suite
    file: PathBuf,
    /// Skip counts of greater depth
    #[arg(long, value_name = "D", default_value_t = u8::MAX, hide_default_value = true, value_parser = whole_number::<u8>(0..=u8::MAX.into()))]
    max_depth: u8,
    /// Skip counts of more nodes
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true, value_parser = whole_number::<u64>(0..))]
    max_nodes: u64,
}

/// Shows the number of leaf nodes.
pub(super) fn write_perft(
    out: &mut impl Write,
    arguments: &PerftArguments,
) -> Result<(), CliError> {
    let board = arguments.position.board()?;
    let started = Instant::now();
    let nodes = perft(&board, arguments.depth);
    let throughput = Throughput { nodes, elapsed: started.elapsed() };
    writeln!(out, "{}", throughput.with_time())?;
    Ok(())
}

/// Shows the number of leaf nodes below each legal move, and their sum.
pub(super) fn write_divide(
    out: &mut impl Write,
    arguments: &PerftArguments,
) -> Result<(), CliError> {
    let board = arguments.position.board()?;
    let stop = AtomicBool::new(false);
    let counts = divide(&board, arguments.depth, &stop).unwrap_or_default();
    if arguments.depth == 0 {
        return Ok(());
    }
    for &(mv, nodes) in &counts {
        writeln!(out, "{}: {nodes}", board.move_text(mv, arguments.chess960))?;
    }
    writeln!(out, "Total: {}", counts.iter().map(|(_, nodes)| nodes).sum::<u64>())?;
    Ok(())
}

/// Checks the counts of a suite. The exit code is 1 if one is wrong, a line is invalid or nothing was
/// checked.
pub(super) fn check_suite(
    out: &mut impl Write,
    arguments: &PerftSuiteArguments,
) -> Result<ExitCode, CliError> {
    let &PerftSuiteArguments { max_depth, max_nodes, .. } = arguments;
    let text = read_text(&arguments.file)?;
    let lines = numbered_lines(&text);
    let bar = position_bar(lines.len());
    let started = Instant::now();
    let (mut checked, mut wrong, mut nodes) = (0, 0, 0);
    for (number, line) in &lines {
        let mut notes = Vec::new();
        let errors = match line.parse::<PerftSuiteLine>() {
            Err(error) => vec![error.to_string()],
            Ok(PerftSuiteLine { board, corrections, counts }) => {
                notes.extend(corrections.iter().map(FenCorrection::to_string));
                counts
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
                    .collect()
            }
        };
        wrong += errors.len();
        for message in notes.into_iter().chain(errors) {
            bar.suspend(|| writeln!(out, "line {number}: {}", Printable(message)))?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let throughput = Throughput { nodes, elapsed: started.elapsed() };
    let positions = lines.len();
    writeln!(out, "{positions} positions, {checked} counts, {wrong} wrong")?;
    writeln!(out, "{}", throughput.with_time())?;
    if checked == 0 {
        writeln!(out, "no counts within the limits")?;
    }
    Ok(if wrong == 0 && checked > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
