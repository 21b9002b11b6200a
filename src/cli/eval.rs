//! `nunatak eval`.

use std::io::Write;

use nunatak::eval::Trace;
use nunatak::eval::network::{EngineNetwork, NetworkTrace};
use nunatak::limits::Limits;
use nunatak::search::{SearchControl, Searcher, Silent};
use nunatak::types::Score;
use nunatak::wdl::explain;

use super::error::CliError;
use super::position::parse_position;

/// The node limit of the search that measures the use of the pawn cache.
const SEARCH_NODES: u64 = 100_000;

#[derive(clap::Args)]
pub(super) struct EvalArguments {
    /// Position as a FEN, quoted or not [default: start position]
    fen: Vec<String>,
}

/// Shows the network's evaluation, the terms of the hand-crafted one, the chances, and the use of the pawn cache in a search.
pub(super) fn run(out: &mut impl Write, arguments: &EvalArguments) -> Result<(), CliError> {
    let board = parse_position(&arguments.fen)?;
    let mut searcher = Searcher::new(1)?;
    searcher.set_network(None);
    let limits = Limits { nodes: Some(SEARCH_NODES), ..Limits::default() };
    searcher.search(&board, &[], &limits, &SearchControl::default(), &mut Silent);
    let terms = Trace::new(&board);
    let network = NetworkTrace::new(&EngineNetwork::embedded(), &board);
    let chances = explain(Score::from_eval(network.total()), &board);
    Ok(writeln!(out, "{network}\n\n{terms}\n{chances}\n{}", searcher.pawn_cache_stats())?)
}
