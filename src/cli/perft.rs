//! `nunatak perft`, `divide` and `perft-suite`.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use super::error::CliError;
use super::files::{at_file, numbered_lines, read_text};
use super::json::Json;
use super::position::PositionArguments;
use super::progress::Progress;
use crate::board::{FenCorrection, PerftCounter, PerftSuiteLine, leaf_nodes, perft};
use crate::search::{MAX_THREADS, SearchControl, Throughput};
use crate::text::{Printable, counted, whole_number};
use crate::tt::MAX_MEGABYTES;

#[derive(clap::Args)]
pub(super) struct PerftArguments {
    /// Depth in plies, 0 to 255
    #[arg(value_parser = whole_number::<u8>(0..=u8::MAX.into()))]
    depth: u8,
    #[command(flatten)]
    position: PositionArguments,
    /// Number of threads, 1 to 256
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number::<u16>(1..=MAX_THREADS as i128))]
    threads: u16,
    /// Size of a transposition table for counts in megabytes [default: no table]
    #[arg(long, value_name = "MB", value_parser = whole_number::<usize>(1..=MAX_MEGABYTES as i128))]
    hash: Option<usize>,
    /// Write castling as king takes rook in `divide`; FENs of Chess960 need no option
    #[arg(long)]
    chess960: bool,
    /// Write a JSON object
    #[arg(long)]
    json: bool,
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

/// Shows the number of leaf nodes; if `is_divided`, also that below each legal move.
pub(super) fn write_perft(
    out: &mut impl Write,
    arguments: &PerftArguments,
    is_divided: bool,
) -> Result<(), CliError> {
    let &PerftArguments { depth, threads, hash, chess960, json, .. } = arguments;
    let board = *arguments.position.line()?.board();
    let counter = PerftCounter::new(threads.into(), hash)?;
    let (progress, control) = (Progress::new("subtrees"), SearchControl::default());
    let started = Instant::now();
    let counts = counter.divide(&board, depth, &control, |done, all| progress.show(done, all));
    let throughput = Throughput { nodes: leaf_nodes(depth, &counts), elapsed: started.elapsed() };
    drop(progress);
    let counts = counts.iter().map(|&(mv, nodes)| (board.move_text(mv, chess960), nodes));
    if json {
        let mut report = vec![
            ("fen", Json::text(&board.to_string())),
            ("depth_plies", Json::number(depth)),
            ("threads", Json::number(threads)),
            ("hash_megabytes", Json::optional(hash.map(Json::number))),
            ("nodes", Json::number(throughput.nodes)),
            ("time_ms", Json::number(throughput.elapsed.as_millis())),
            ("nodes_per_second", Json::number(throughput.nodes_per_second())),
        ];
        if is_divided {
            let count = |(text, nodes): (String, u64)| {
                Json::object([("move", Json::text(&text)), ("nodes", Json::number(nodes))])
            };
            report.push(("moves", Json::list(counts.map(count))));
        }
        Json::object(report).write(out)?;
    } else if is_divided {
        for (text, nodes) in counts {
            writeln!(out, "{text}: {nodes}")?;
        }
        writeln!(out, "Total: {}", throughput.nodes)?;
    } else {
        writeln!(out, "{}", throughput.with_time())?;
    }
    Ok(())
}

/// Checks the counts of a suite.
///
/// # Errors
/// [`CliError::File`] if a count is wrong, a line is invalid or nothing was checked.
pub(super) fn check_suite(
    out: &mut impl Write,
    arguments: &PerftSuiteArguments,
) -> Result<(), CliError> {
    let &PerftSuiteArguments { max_depth, max_nodes, .. } = arguments;
    let text = read_text(&arguments.file, "a perft suite")?;
    let lines = numbered_lines(&text);
    let progress = Progress::new("positions");
    let started = Instant::now();
    let (mut checked, mut wrong, mut invalid, mut nodes) = (0, 0, 0, 0);
    for (done, (number, line)) in lines.iter().enumerate() {
        progress.show(done, lines.len());
        let mut messages: Vec<String> = Vec::new();
        match line.parse::<PerftSuiteLine>() {
            Err(error) => {
                invalid += 1;
                messages.push(error.to_string());
            }
            Ok(PerftSuiteLine { board, corrections, mut counts }) => {
                messages.extend(corrections.iter().map(FenCorrection::to_string));
                counts.retain(|&(depth, expected)| depth <= max_depth && expected <= max_nodes);
                for (depth, expected) in counts {
                    let found = perft(&board, depth);
                    checked += 1;
                    nodes += found;
                    if found != expected {
                        wrong += 1;
                        let wrong = format!("expected {expected}, found {found}");
                        messages.push(format!("{board} depth {depth}: {wrong}"));
                    }
                }
            }
        }
        for message in messages {
            progress.clear();
            writeln!(out, "line {number}: {}", Printable(message))?;
        }
    }
    drop(progress);
    let throughput = Throughput { nodes, elapsed: started.elapsed() };
    let [positions, counts, invalid_lines] =
        [(lines.len() - invalid, "position"), (checked, "count"), (invalid, "invalid line")]
            .map(|(count, noun)| counted(count, noun));
    let invalid_lines = if invalid > 0 { format!(", {invalid_lines}") } else { String::new() };
    writeln!(out, "{positions}, {counts}, {wrong} wrong{invalid_lines}")?;
    writeln!(out, "{}", throughput.with_time())?;
    let reason = match (wrong + invalid, checked) {
        (0, 0) => "no counts within the limits, expected lines such as 'FEN ;D2 400'".to_owned(),
        (0, _) => return Ok(()),
        (faults, _) => format!("wrong counts or lines: {faults}"),
    };
    Err(at_file(&arguments.file)(reason).into())
}
