//! `nunatak perft`, `divide` and `perft-suite`.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use nunatak::bench::Throughput;
use nunatak::board::{Board, PerftSuiteLine, divide, perft};

use super::{CliError, numbered_lines, progress_bar, read_suite};

#[derive(clap::Args)]
pub(super) struct PerftArguments {
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

/// Prints one count.
pub(super) fn write_perft(
    out: &mut impl Write,
    arguments: &PerftArguments,
) -> Result<(), CliError> {
    let board = arguments.board()?;
    let started = Instant::now();
    let nodes = perft(&board, arguments.depth);
    let throughput = Throughput { nodes, elapsed: started.elapsed() };
    writeln!(out, "{}", throughput.with_time())?;
    Ok(())
}

/// Prints the count behind each legal move, and their sum.
pub(super) fn write_divide(
    out: &mut impl Write,
    arguments: &PerftArguments,
) -> Result<(), CliError> {
    let board = arguments.board()?;
    let go_on = AtomicBool::new(false);
    let parts = divide(&board, arguments.depth, &go_on).unwrap_or_default();
    for &(mv, nodes) in &parts {
        writeln!(out, "{}: {nodes}", board.move_text(mv, arguments.chess960))?;
    }
    writeln!(out, "Total: {}", parts.iter().map(|(_, nodes)| nodes).sum::<u64>())?;
    Ok(())
}

/// Checks every count of the suite within the limits. Exit code 1 if anything is wrong.
pub(super) fn check_suite(
    out: &mut impl Write,
    path: &Path,
    max_depth: u8,
    max_nodes: u64,
) -> Result<ExitCode, CliError> {
    let text = read_suite(path)?;
    let lines = numbered_lines(&text);
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
