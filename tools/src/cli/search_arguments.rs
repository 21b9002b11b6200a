//! Arguments common to the commands that search.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use nunatak::cli::{at_file, say};
use nunatak::eval::network::Network;
use nunatak::limits::Limits;
use nunatak::search::{MAX_THREADS, Searcher, SyzygySettings};
use nunatak::syzygy::{Problem, Syzygy, SyzygyError, table_files};
use nunatak::text::{Printable, counted, whole_number};
use nunatak::tt::MAX_MEGABYTES;

use super::error::CliError;
use crate::annotate::fingerprint;

/// The default size of the transposition table in megabytes. One thread fills about 20 in the first
/// second and 50 in five.
const DEFAULT_HASH: usize = 64;

/// Limits and resources of a search, which takes `MOVETIME` milliseconds without another limit.
#[derive(clap::Args)]
pub(super) struct SearchArguments<const MOVETIME: u64> {
    #[arg(long, value_name = "MS", help = movetime_help(MOVETIME), value_parser = whole_number::<u64>(1..))]
    movetime: Option<u64>,
    /// Maximum depth in plies
    #[arg(long, value_name = "D", value_parser = whole_number::<usize>(1..))]
    depth: Option<usize>,
    /// Maximum number of nodes per position or move
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(1..))]
    nodes: Option<u64>,
    /// Size of the transposition table in megabytes
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH, value_parser = whole_number::<usize>(1..=MAX_MEGABYTES as i128))]
    hash: usize,
    /// Number of search threads, 1 to 256
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number::<u16>(1..=MAX_THREADS as i128))]
    threads: u16,
    /// Folders of Syzygy endgame tables, separated by a colon (on Windows by a semicolon)
    #[arg(long, value_name = "PATH")]
    syzygy: Option<String>,
    /// Network file to evaluate with [default: the network in the program]
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
}

fn movetime_help(default: u64) -> String {
    format!("Time per position or move in milliseconds [default: {default}, without another limit]")
}

impl<const MOVETIME: u64> SearchArguments<MOVETIME> {
    /// Returns the limits of the search.
    pub(super) fn limits(&self) -> Limits {
        let is_limited = self.depth.is_some() || self.nodes.is_some();
        let default = (!is_limited).then_some(Duration::from_millis(MOVETIME));
        let limits = self.given_limits();
        Limits { move_time: limits.move_time.or(default), ..limits }
    }

    /// Returns the limits that were given, without the default.
    pub(super) fn given_limits(&self) -> Limits {
        Limits {
            move_time: self.movetime.map(Duration::from_millis),
            depth: self.depth,
            nodes: self.nodes,
            ..Limits::default()
        }
    }

    /// Describes what determines the result of a search of a position with one thread, by name and
    /// value, such as `nodes 1000`.
    pub(super) fn describe(&self) -> String {
        let limits = self.limits();
        format!(
            "movetime {}, depth {}, nodes {}, hash {}, syzygy {}, network {}",
            value_or_none(limits.move_time.map(|time| time.as_millis())),
            value_or_none(limits.depth),
            value_or_none(limits.nodes),
            self.hash,
            value_or_none(self.syzygy.as_ref()),
            describe_file(self.eval_file.as_deref()),
        )
    }

    /// Returns the files that a search reads: the network and the endgame tables.
    pub(super) fn inputs(&self) -> Vec<PathBuf> {
        let tables = self.syzygy.as_deref().map(table_files).unwrap_or_default();
        self.eval_file.iter().cloned().chain(tables).collect()
    }

    /// Creates a searcher with the given table size, number of threads, network and endgame tables.
    pub(super) fn searcher(&self) -> Result<Searcher, CliError> {
        let mut searcher = searcher(self.hash, self.threads)?;
        self.files()?.give_to(&mut searcher);
        Ok(searcher)
    }

    /// Creates a searcher of one thread for each of the `--threads`, or fewer if the memory is
    /// short.
    pub(super) fn searchers(&self) -> Result<Vec<Searcher>, CliError> {
        let files = self.files()?;
        let mut searchers = vec![searcher(self.hash, 1)?];
        let others = (1..self.threads).map_while(|_| searcher(self.hash, 1).ok());
        searchers.extend(others);
        if searchers.len() < self.threads.into() {
            report_threads(self.threads, searchers.len());
        }
        searchers.iter_mut().for_each(|searcher| files.give_to(searcher));
        Ok(searchers)
    }

    /// Opens the network and the endgame tables.
    fn files(&self) -> Result<EngineFiles, CliError> {
        let network = match &self.eval_file {
            Some(path) => Arc::new(Network::open(path).map_err(at_file(path))?),
            None => Network::embedded(),
        };
        let tables = self.syzygy.as_deref().map(open_tables).transpose()?.map(Arc::new);
        Ok(EngineFiles { network, tables })
    }
}

/// The files that searchers use.
struct EngineFiles {
    network: Arc<Network>,
    tables: Option<Arc<Syzygy>>,
}

impl EngineFiles {
    fn give_to(&self, searcher: &mut Searcher) {
        searcher.set_network(Some(Arc::clone(&self.network)));
        let tables = self.tables.clone();
        searcher.set_syzygy(SyzygySettings { tables, ..SyzygySettings::default() });
    }
}

/// Opens the tables of `path` and reports the files and folders that cannot be used.
fn open_tables(path: &str) -> Result<Syzygy, SyzygyError> {
    let opened = Syzygy::open(path);
    match &opened {
        Ok(tables) => report(tables.problems()),
        Err(error) => report(&error.problems),
    }
    opened
}

fn report(problems: &[Problem]) {
    Problem::lines(problems)
        .for_each(|line| say(format_args!("warning: --syzygy: {}", Printable(line))));
}

/// Describes a file that determines results: its path and a fingerprint of its contents.
pub(super) fn describe_file(path: Option<&Path>) -> String {
    value_or_none(path.map(|path| {
        // A file that cannot be read is reported when it is opened.
        let contents = fs::read(path).unwrap_or_default();
        format!("{} ({:016x})", path.display(), fingerprint([&contents[..]]))
    }))
}

fn value_or_none(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

/// Creates a searcher with a transposition table of `hash` megabytes.
fn searcher(hash: usize, threads: u16) -> Result<Searcher, CliError> {
    let mut searcher = Searcher::new(hash)?;
    let fitting = searcher.set_threads(threads.into());
    if fitting < threads.into() {
        report_threads(threads, fitting);
    }
    // No time is lost in communication with an interface.
    searcher.move_overhead = Duration::ZERO;
    Ok(searcher)
}

fn report_threads(wanted: u16, fitting: usize) {
    let fitting = counted(fitting, "thread");
    say(format_args!("warning: --threads: {wanted} do not fit in memory; using {fitting}"));
}
