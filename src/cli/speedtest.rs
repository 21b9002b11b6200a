//! `nunatak speedtest`.

use std::io::Write;
use std::thread;
use std::time::Duration;

use nunatak::bench::{self, Throughput};
use nunatak::board::Board;
use nunatak::limits::Limits;
use nunatak::search::{MAX_THREADS, SearchControl, Silent};
use nunatak::tt::MAX_MEGABYTES;

use super::search_arguments::searcher;
use super::version::VERSION;
use super::{CliError, progress_bar};

/// How many of the bench's positions are searched: those behind them are endings, where the table
/// soon knows everything.
const POSITIONS: usize = 28;

/// Enough for half a second of a thread.
const DEFAULT_HASH_PER_THREAD: u64 = 16;

#[derive(clap::Args)]
pub(super) struct SpeedtestArguments {
    /// How many threads search [default: as many as the machine runs at once]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    threads: Option<u16>,
    /// How long the test takes in all
    #[arg(long, value_name = "S", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// The size of the transposition table in megabytes [default: 16 a thread]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=MAX_MEGABYTES as u64))]
    hash: Option<u64>,
}

/// Searches all positions for the same time each, and says how fast.
pub(super) fn run(out: &mut impl Write, arguments: &SpeedtestArguments) -> Result<(), CliError> {
    let threads = arguments.threads.unwrap_or_else(available_threads);
    let hash = arguments.hash.unwrap_or(DEFAULT_HASH_PER_THREAD * u64::from(threads));
    let mut searcher = searcher(hash, threads)?;
    // The system gives memory when it is first written to, which is not to be measured.
    searcher.clear_table();
    let total = Duration::from_secs(arguments.seconds);
    let (mut sum, mut permille) = (Throughput::default(), 0);
    let bar = progress_bar(POSITIONS);
    for (fen, left) in bench::POSITIONS.iter().zip((1..=POSITIONS as u32).rev()) {
        // What one search leaves of its time the others share.
        let move_time = Some(total.saturating_sub(sum.elapsed) / left);
        let limits = Limits { move_time, ..Limits::default() };
        let board: Board = fen.parse()?;
        let control = SearchControl::default();
        let report = searcher.search(&board, &[], &limits, &control, &mut Silent).report;
        sum.nodes += report.nodes;
        sum.elapsed += report.elapsed;
        permille += report.hashfull;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let speed = sum.nodes_per_second();
    let used = f64::from(permille) / 10.0 / POSITIONS as f64;
    writeln!(out, "Nunatak {}", *VERSION)?;
    for (name, value) in [
        ("threads", threads.to_string()),
        ("hash", format!("{hash} MB, {used:.1} % used by a search")),
        ("positions", POSITIONS.to_string()),
        ("time", format!("{:.1} s", sum.elapsed.as_secs_f64())),
        ("nodes", sum.nodes.to_string()),
        ("speed", format!("{speed} nps")),
        ("a thread", format!("{} nps", speed / u64::from(threads))),
    ] {
        writeln!(out, "{name:<10} {value}")?;
    }
    Ok(())
}

fn available_threads() -> u16 {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    threads.min(MAX_THREADS) as u16
}
