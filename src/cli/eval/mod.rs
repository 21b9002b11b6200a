//! `nunatak eval`.

mod report;

use std::io::Write;

use nunatak::board::Board;
use nunatak::eval::Trace;
use nunatak::eval::network::{EngineNetwork, NetworkTrace};
use nunatak::game::{GameEnd, GameLine};
use nunatak::limits::Limits;
use nunatak::search::{SearchControl, Searcher, Silent};
use nunatak::types::Score;
use nunatak::wdl::explain;

use self::report::Report;
use super::error::CliError;
use super::json;
use super::position::PositionArguments;
use super::width::{columns, wrap};

/// The node limit of the search that measures the hit rate of the pawn cache.
const SEARCH_NODES: u64 = 100_000;

/// The size of the transposition table of that search in megabytes.
const SEARCH_HASH: usize = 1;

#[derive(clap::Args)]
pub(super) struct EvalArguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Write a JSON object
    #[arg(long)]
    json: bool,
}

/// Shows the network's evaluation, the terms of the hand-crafted one and the chances, or the result
/// if the game is over; then the hit rate of the pawn cache in a search.
pub(super) fn run(out: &mut impl Write, arguments: &EvalArguments) -> Result<(), CliError> {
    let board = arguments.position.board()?;
    let mut searcher = Searcher::new(SEARCH_HASH)?;
    searcher.set_network(None);
    let limits = Limits { nodes: Some(SEARCH_NODES), ..Limits::default() };
    searcher.search(&board, &[], &limits, &SearchControl::default(), &mut Silent);
    let end = GameLine::new(board).end();
    if arguments.json {
        let report = Report::new(&board, end, searcher.pawn_cache_stats());
        return Ok(json::write(out, &report)?);
    }
    let evaluation = end.map_or_else(|| evaluation(&board), GameEnd::explain);
    let width = columns();
    for line in evaluation.lines() {
        writeln!(out, "{}", wrap(line.split(' '), 0, 0, width))?;
    }
    Ok(writeln!(out, "{}", searcher.pawn_cache_stats())?)
}

fn evaluation(board: &Board) -> String {
    let terms = Trace::new(board);
    let network = NetworkTrace::new(&EngineNetwork::embedded(), board);
    let chances = explain(Score::from_eval(network.total()), board);
    format!("{network}\n\n{terms}\n{chances}")
}
