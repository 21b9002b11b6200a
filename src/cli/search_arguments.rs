//! How the commands that search are told for how long and with what.

use std::time::Duration;

use nunatak::limits::Limits;
use nunatak::search::{MAX_THREADS, Searcher};
use nunatak::tt::MAX_MEGABYTES;

use super::CliError;

/// The default size of the transposition table in megabytes: a second fills some forty.
const DEFAULT_HASH: u64 = 64;

/// Limits and means of a search. `MOVETIME` is how long it takes, in milliseconds, when nothing else
/// limits it.
#[derive(clap::Args)]
pub(super) struct SearchArguments<const MOVETIME: u64> {
    /// Milliseconds a position
    #[arg(long, value_name = "MS", help = movetime_help(MOVETIME))]
    movetime: Option<u64>,
    /// Plies
    #[arg(long, value_name = "D")]
    depth: Option<usize>,
    /// Nodes a position
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// The size of the transposition table
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH, value_parser = clap::value_parser!(u64).range(1..=MAX_MEGABYTES as u64))]
    hash: u64,
    /// How many threads search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    threads: u16,
}

fn movetime_help(default: u64) -> String {
    format!(
        "Think so long on a position, in milliseconds [default: {default}, without limit if depth \
         or nodes are given]"
    )
}

impl<const MOVETIME: u64> SearchArguments<MOVETIME> {
    /// What ends a search.
    pub(super) fn limits(&self) -> Limits {
        let is_limited = self.depth.is_some() || self.nodes.is_some();
        let movetime = self.movetime.or((!is_limited).then_some(MOVETIME));
        Limits {
            move_time: movetime.map(Duration::from_millis),
            depth: self.depth,
            nodes: self.nodes,
            ..Limits::default()
        }
    }

    /// A searcher with the table and the threads that are asked for.
    pub(super) fn searcher(&self) -> Result<Searcher, CliError> {
        searcher(self.hash, self.threads)
    }
}

/// A searcher with a table of `hash` megabytes.
pub(super) fn searcher(hash: u64, threads: u16) -> Result<Searcher, CliError> {
    let mut searcher = Searcher::new(usize::try_from(hash).unwrap_or(usize::MAX))?;
    searcher.set_threads(threads.into());
    // There is no interface to lose time to.
    searcher.set_move_overhead(Duration::ZERO);
    Ok(searcher)
}
