//! `nunatak speedtest`.

use std::io::{self, Write};
use std::thread;
use std::time::Duration;

use nunatak::bench::{self, Throughput};
use nunatak::board::Board;
use nunatak::limits::Limits;
use nunatak::search::{MAX_THREADS, SearchControl, Searcher, Silent};
use nunatak::text::whole_number;
use nunatak::tt::MAX_MEGABYTES;
use serde::Serialize;

use super::error::CliError;
use super::json::{self, milliseconds};
use super::progress::position_bar;
use super::search_arguments::searcher;
use super::version::VERSION;

/// The number of bench positions to search. The rest are mostly endgames, in which transposition
/// table cutoffs soon dominate.
const POSITIONS: usize = 28;

/// The default table size per thread in megabytes. A search of the default time fills about half
/// of it.
const DEFAULT_HASH_PER_THREAD: usize = 16;

/// The maximum time in seconds: a day.
const MAX_SECONDS: i128 = 24 * 60 * 60;

#[derive(clap::Args)]
pub(super) struct SpeedtestArguments {
    /// Number of search threads [default: all hardware threads]
    #[arg(long, value_name = "N", value_parser = whole_number::<u16>(1..=MAX_THREADS as i128))]
    threads: Option<u16>,
    /// Total time in seconds
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
pub(super) fn run(out: &mut impl Write, arguments: &SpeedtestArguments) -> Result<(), CliError> {
    let threads = arguments.threads.unwrap_or_else(hardware_threads);
    let hash = arguments.hash.unwrap_or(DEFAULT_HASH_PER_THREAD * usize::from(threads));
    let mut searcher = searcher(hash, threads)?;
    let measurement = measure(&mut searcher, Duration::from_secs(arguments.seconds))?;
    let report = Report::new(threads, hash, &measurement);
    match arguments.json {
        true => json::write(out, &report)?,
        false => report.write(out)?,
    }
    Ok(())
}

/// The sums over all searches.
#[derive(Default)]
struct Measurement {
    throughput: Throughput,
    /// The sum of the fill levels of the transposition table in permille.
    hashfull: u32,
}

fn measure(searcher: &mut Searcher, total: Duration) -> Result<Measurement, CliError> {
    let mut sum = Measurement::default();
    let bar = position_bar(POSITIONS);
    for (fen, left) in bench::POSITIONS.iter().zip((1..=POSITIONS as u32).rev()) {
        // Time left over by one search is shared by the others.
        let move_time = Some(total.saturating_sub(sum.throughput.elapsed) / left);
        let limits = Limits { move_time, ..Limits::default() };
        let board: Board = fen.parse()?;
        let control = SearchControl::default();
        let report = searcher.search(&board, &[], &limits, &control, &mut Silent).report;
        sum.throughput.nodes += report.nodes;
        sum.throughput.elapsed += report.elapsed;
        sum.hashfull += report.hashfull;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(sum)
}

/// The report in JSON.
#[derive(Serialize)]
struct Report {
    version: &'static str,
    threads: u16,
    hash_megabytes: usize,
    /// The mean fill of the transposition table after a search.
    hash_used_percent: f64,
    positions: usize,
    time_ms: u64,
    nodes: u64,
    nodes_per_second: u64,
    nodes_per_second_per_thread: u64,
}

impl Report {
    fn new(threads: u16, hash_megabytes: usize, measurement: &Measurement) -> Self {
        let Throughput { nodes, elapsed } = measurement.throughput;
        let nodes_per_second = measurement.throughput.nodes_per_second();
        Self {
            version: &VERSION,
            threads,
            hash_megabytes,
            hash_used_percent: f64::from(measurement.hashfull) / 10.0 / POSITIONS as f64,
            positions: POSITIONS,
            time_ms: milliseconds(elapsed),
            nodes,
            nodes_per_second,
            nodes_per_second_per_thread: nodes_per_second / u64::from(threads),
        }
    }

    /// Writes the report as text.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { hash_megabytes, hash_used_percent, nodes_per_second, .. } = self;
        let seconds = Duration::from_millis(self.time_ms).as_secs_f64();
        writeln!(out, "Nunatak {}", self.version)?;
        for (name, value) in [
            ("threads", self.threads.to_string()),
            ("hash", format!("{hash_megabytes} MB, {hash_used_percent:.1} % used per search")),
            ("positions", self.positions.to_string()),
            ("time", format!("{seconds:.1} s")),
            ("nodes", self.nodes.to_string()),
            ("speed", format!("{nodes_per_second} nps")),
            ("per thread", format!("{} nps", self.nodes_per_second_per_thread)),
        ] {
            writeln!(out, "{name:<10} {value}")?;
        }
        Ok(())
    }
}

/// Returns the number of hardware threads, at most [`MAX_THREADS`].
fn hardware_threads() -> u16 {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    threads.min(MAX_THREADS) as u16
}
