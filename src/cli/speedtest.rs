//! `nunatak speedtest`.

use std::io::Write;
use std::thread;
use std::time::Duration;

use super::error::CliError;
use super::json::Json;
use super::program::VERSION;
use super::progress::Progress;
use crate::bench;
use crate::board::Board;
use crate::limits::Limits;
use crate::search::{MAX_THREADS, SearchControl, Searcher, Silent, Throughput};
use crate::text::whole_number;
use crate::tt::MAX_MEGABYTES;

/// The number of bench positions to search. The rest are mostly endgames, in which transposition
/// table cutoffs soon dominate.
const POSITIONS: usize = 28;

/// The default table size per thread in megabytes. A search of the default time fills about half
/// of it.
const DEFAULT_HASH_PER_THREAD: usize = 16;

/// The maximum time in seconds: a day.
const MAX_SECONDS: i128 = 24 * 60 * 60;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Number of search threads, 1 to 256 [default: all hardware threads]
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>(1..=MAX_THREADS as i128))]
    threads: Option<usize>,
    /// Total time in seconds, up to a day
    #[arg(long, value_name = "S", default_value_t = 20, value_parser = whole_number::<u64>(1..=MAX_SECONDS))]
    seconds: u64,
    /// Size of the transposition table in megabytes [default: 16 per thread]
    #[arg(long, value_name = "MB", value_parser = whole_number::<usize>(1..=MAX_MEGABYTES as i128))]
    hash: Option<usize>,
    /// Write a JSON object
    #[arg(long)]
    json: bool,
}

/// Searches each position for the same time and shows the speed.
pub(super) fn run(out: &mut impl Write, arguments: &Arguments) -> Result<(), CliError> {
    let hardware = || thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS);
    let threads = arguments.threads.unwrap_or_else(hardware);
    let hash = arguments.hash.unwrap_or(DEFAULT_HASH_PER_THREAD * threads);
    let mut searcher = Searcher::new(hash)?;
    // Fewer if the memory is small.
    let threads = searcher.set_threads(threads);
    // No time is lost in communication with an interface.
    searcher.move_overhead = Duration::ZERO;
    let (throughput, hashfull) = measure(&mut searcher, Duration::from_secs(arguments.seconds))?;
    let Throughput { nodes, elapsed } = throughput;
    let speed = throughput.nodes_per_second();
    let thread_speed = speed / threads as u64;
    // The mean fill of the transposition table after a search, in percent.
    let hash_used = f64::from(hashfull) / 10.0 / POSITIONS as f64;
    if arguments.json {
        let report = Json::object([
            ("version", Json::text(&VERSION)),
            ("threads", Json::number(threads)),
            ("hash_megabytes", Json::number(hash)),
            ("hash_used_percent", Json::number(hash_used)),
            ("positions", Json::number(POSITIONS)),
            ("time_ms", Json::number(elapsed.as_millis())),
            ("nodes", Json::number(nodes)),
            ("nodes_per_second", Json::number(speed)),
            ("nodes_per_second_per_thread", Json::number(thread_speed)),
        ]);
        return Ok(report.write(out)?);
    }
    writeln!(out, "Nunatak {}", *VERSION)?;
    for (name, value) in [
        ("threads", threads.to_string()),
        ("hash", format!("{hash} MB, {hash_used:.1} % used per search")),
        ("positions", POSITIONS.to_string()),
        ("time", format!("{:.1} s", elapsed.as_secs_f64())),
        ("nodes", nodes.to_string()),
        ("speed", format!("{speed} nps")),
        ("per thread", format!("{thread_speed} nps")),
    ] {
        writeln!(out, "{name:<10} {value}")?;
    }
    Ok(())
}

/// Searches each position. Returns the sums of nodes and time, and of the fill levels of the
/// transposition table in permille.
fn measure(searcher: &mut Searcher, total: Duration) -> Result<(Throughput, u32), CliError> {
    let (mut sum, mut hashfull) = (Throughput::default(), 0);
    let progress = Progress::new("positions");
    for (done, fen) in bench::POSITIONS.iter().take(POSITIONS).enumerate() {
        progress.show(done, POSITIONS);
        let left = (POSITIONS - done) as u32;
        // Time left over by one search is shared by the others.
        let move_time = Some(total.saturating_sub(sum.elapsed) / left);
        let limits = Limits { move_time, ..Limits::default() };
        let board: Board = fen.parse()?;
        let control = SearchControl::default();
        let report = searcher.search(&board, &[], &limits, &control, &mut Silent).report;
        sum.nodes += report.nodes;
        sum.elapsed += report.elapsed;
        hashfull += report.hashfull;
    }
    Ok((sum, hashfull))
}
