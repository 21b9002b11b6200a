//! `nunatak perft`, `divide` and `perft-suite`.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use nunatak::bench::Throughput;
use nunatak::board::{Board, FenCorrection, PerftCounter, PerftSuiteLine, perft};
use nunatak::search::MAX_THREADS;
use nunatak::text::{Printable, counted, whole_number};
use nunatak::tt::MAX_MEGABYTES;
use nunatak::types::Move;
use serde::Serialize;

use super::error::CliError;
use super::files::{file_name, numbered_lines, read_text};
use super::json::{self, milliseconds};
use super::position::PositionArguments;
use super::progress::{position_bar, subtree_bar};

#[derive(clap::Args)]
pub(super) struct PerftArguments {
    /// Depth in plies
    #[arg(value_parser = whole_number::<u8>(0..=u8::MAX.into()))]
    depth: u8,
    #[command(flatten)]
    position: PositionArguments,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number::<u16>(1..=MAX_THREADS as i128))]
    threads: u16,
    /// Size of a table of known counts in megabytes [default: no table]
    #[arg(long, value_name = "MB", value_parser = whole_number::<usize>(1..=MAX_MEGABYTES as i128))]
    hash: Option<usize>,
    /// Write a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
pub(super) struct DivideArguments {
    #[command(flatten)]
    perft: PerftArguments,
    /// Write castling as king takes rook
    #[arg(long)]
    chess960: bool,
}

#[derive(clap::Args)]
pub(super) struct PerftSuiteArguments {
    /// Perft suite
    #[arg(value_parser = file_name())]
    file: PathBuf,
    /// Skip counts of greater depth
    #[arg(long, value_name = "D", default_value_t = u8::MAX, hide_default_value = true, value_parser = whole_number::<u8>(0..=u8::MAX.into()))]
    max_depth: u8,
    /// Skip counts of more nodes
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true, value_parser = whole_number::<u64>(0..))]
    max_nodes: u64,
}

/// The report in JSON.
#[derive(Serialize)]
struct Report {
    fen: String,
    depth_plies: u8,
    threads: u16,
    hash_megabytes: Option<usize>,
    nodes: u64,
    time_ms: u64,
    nodes_per_second: u64,
    /// The nodes below each move, for `divide` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveReport>>,
}

#[derive(Serialize)]
struct MoveReport {
    #[serde(rename = "move")]
    text: String,
    nodes: u64,
}

/// Shows the number of leaf nodes.
pub(super) fn write_perft(
    out: &mut impl Write,
    arguments: &PerftArguments,
) -> Result<(), CliError> {
    let board = arguments.position.board()?;
    let (_, mut throughput) = arguments.count(&board)?;
    if arguments.depth == 0 {
        // The position itself is the only leaf.
        throughput.nodes = 1;
    }
    match arguments.json {
        true => json::write(out, &arguments.report(&board, throughput))?,
        false => writeln!(out, "{}", throughput.with_time())?,
    }
    Ok(())
}

/// Shows the number of leaf nodes below each legal move, and their sum.
pub(super) fn write_divide(
    out: &mut impl Write,
    &DivideArguments { perft: ref arguments, chess960 }: &DivideArguments,
) -> Result<(), CliError> {
    let board = arguments.position.board()?;
    let (counts, throughput) = arguments.count(&board)?;
    let counts =
        counts.iter().map(|&(mv, nodes)| MoveReport { text: board.move_text(mv, chess960), nodes });
    if arguments.json {
        let report = arguments.report(&board, throughput);
        json::write(out, &Report { moves: Some(counts.collect()), ..report })?;
    } else if arguments.depth > 0 {
        for MoveReport { text, nodes } in counts {
            writeln!(out, "{text}: {nodes}")?;
        }
        writeln!(out, "Total: {}", throughput.nodes)?;
    }
    Ok(())
}

impl PerftArguments {
    /// Counts the leaf nodes below each legal move. Returns the counts, and their sum with the time
    /// taken.
    fn count(&self, board: &Board) -> Result<(Vec<(Move, u64)>, Throughput), CliError> {
        let counter = PerftCounter::new(self.threads.into(), self.hash)?;
        let bar = subtree_bar();
        let started = Instant::now();
        let counts = counter.divide(board, self.depth, |done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        });
        let elapsed = started.elapsed();
        bar.finish_and_clear();
        let nodes = counts.iter().map(|(_, nodes)| nodes).sum();
        Ok((counts, Throughput { nodes, elapsed }))
    }

    fn report(&self, board: &Board, throughput: Throughput) -> Report {
        Report {
            fen: board.to_string(),
            depth_plies: self.depth,
            threads: self.threads,
            hash_megabytes: self.hash,
            nodes: throughput.nodes,
            time_ms: milliseconds(throughput.elapsed),
            nodes_per_second: throughput.nodes_per_second(),
            moves: None,
        }
    }
}

/// Checks the counts of a suite.
///
/// # Errors
/// [`CliError::Contents`] if a count is wrong, a line is invalid or nothing was checked.
pub(super) fn check_suite(
    out: &mut impl Write,
    arguments: &PerftSuiteArguments,
) -> Result<(), CliError> {
    let &PerftSuiteArguments { max_depth, max_nodes, .. } = arguments;
    let text = read_text(&arguments.file, "a perft suite")?;
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
    let [positions, counts] =
        [(lines.len(), "position"), (checked, "count")].map(|(count, noun)| counted(count, noun));
    writeln!(out, "{positions}, {counts}, {wrong} wrong")?;
    writeln!(out, "{}", throughput.with_time())?;
    let reason = match (wrong, checked) {
        (0, 0) => "no counts within the limits, expected lines such as 'FEN ;D2 400'".to_owned(),
        (0, _) => return Ok(()),
        _ => format!("wrong counts or lines: {wrong}"),
    };
    Err(CliError::Contents { path: arguments.file.clone(), reason })
}
