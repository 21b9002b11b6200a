//! The bench: a search of fixed positions to a fixed depth. Its node count is the same on every
//! machine and serves as the engine's signature; its speed compares builds on one machine.

use std::sync::{Arc, LazyLock};
use std::time::Instant;

use crate::board::Board;
use crate::eval::network::Network;
use crate::limits::Limits;
use crate::search::{SearchControl, SearchResult, Searcher, Silent, Throughput};
use crate::tt::AllocationError;

/// The default search depth in plies.
pub const DEFAULT_DEPTH: usize = 12;
/// The size of the transposition table in megabytes, on which the node count depends.
const MEGABYTES: usize = 16;

/// Openings, middlegames, endgames, mates, stalemates and Chess960 positions.
pub static POSITIONS: LazyLock<Vec<&str>> =
    LazyLock::new(|| include_str!("bench.epd").lines().collect());

/// Searches `positions`, some of [`POSITIONS`], to `depth` with one thread and this network, each
/// as a new game, and returns the total; `None` if stopped by `control`. After each search,
/// `progress` is called with the number of the position, from 1, and the result.
///
/// # Errors
/// [`AllocationError`] if there is no memory for the transposition table.
pub fn run(
    network: Arc<Network>,
    positions: &[&str],
    depth: usize,
    control: &SearchControl,
    mut progress: impl FnMut(usize, &SearchResult),
) -> Result<Option<Throughput>, AllocationError> {
    let mut searcher = Searcher::new(MEGABYTES)?;
    searcher.set_network(Some(network));
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut total = Throughput::default();
    for (number, fen) in (1..).zip(positions) {
        let Ok(board) = fen.parse::<Board>() else {
            unreachable!("{fen} is legal: a test parses all positions")
        };
        searcher.new_game();
        let started = Instant::now();
        let result = searcher.search(&board, &[], &limits, control, &mut Silent);
        total.elapsed += started.elapsed();
        if control.is_stopped() {
            return Ok(None);
        }
        total.nodes += result.report.nodes;
        progress(number, &result);
    }
    Ok(Some(total))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn positions_are_legal_and_distinct() {
        let key = |fen: &&str| fen.parse::<Board>().unwrap().key();
        assert_eq!(POSITIONS.iter().map(key).collect::<HashSet<_>>().len(), 50);
    }

    #[test]
    fn the_node_count_is_deterministic() {
        let control = SearchControl::default();
        let run =
            || run(Network::embedded(), &POSITIONS, 3, &control, |_, _| {}).unwrap().unwrap().nodes;
        assert_eq!(run(), run());
    }

    #[test]
    fn a_stopped_bench_has_no_result() {
        let control = SearchControl::default();
        control.stop();
        assert_eq!(run(Network::embedded(), &POSITIONS, 30, &control, |_, _| {}), Ok(None));
    }
}
