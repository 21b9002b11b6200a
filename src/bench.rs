//! The bench: a search of fixed positions to a fixed depth. Its node count is the same on every
//! machine and serves as the engine's signature; its speed compares builds on one machine.

use std::sync::Arc;
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
pub const POSITIONS: [&str; 50] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "r1bqk2r/1pppbppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 4 6",
    "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    "rnbqkb1r/pp3ppp/4pn2/2pp4/2PP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - 0 5",
    "rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP3PPP/R1BQKB1R w KQ - 2 6",
    "rnbqkb1r/pp2pp1p/2p2np1/3p4/2PP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - 0 5",
    "rnbqk1nr/pp3ppp/4p3/2ppP3/1b1P4/2N5/PPP2PPP/R1BQKBNR w KQkq c6 0 5",
    "rn1qkbnr/pp2pppp/2p3b1/8/3P4/6N1/PPP2PPP/R1BQKBNR w KQkq - 3 6",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r1b1kb1r/p2n1ppp/1p2p3/2ppP3/3P4/2P2N2/PP1N1PPP/R1B1KB1R w KQkq - 0 1",
    "2b2rk1/1pp2pbp/p1np2p1/3Pp3/2P1P3/2N1BP2/PP4PP/R3KB1R b KQ - 0 1",
    "r4rk1/1b2bppp/p2p1n2/1p1Pp3/1P2P3/P1N1BP2/4B1PP/R4RK1 w - - 0 1",
    "rnb1kbnr/1p5p/p1p1p1p1/P1PpPpP1/3P1P2/8/1P5P/RNB1KBNR w KQkq - 0 1",
    "1r2kb1r/1b1p1p1p/1p2p1p1/nPp1P1P1/P1Pp1P2/3P1N2/1B2B2P/RN2K2R w KQk - 0 1",
    "r3k2r/pb3p1p/1p6/8/8/1P6/PB3P1P/R3K2R w KQkq - 0 1",
    "2r2rk1/5ppp/4b3/8/8/4B3/5PPP/2R2RK1 b - - 0 1",
    "3r1rk1/1p3ppp/p7/4n3/8/1B6/PP3PPP/3R1RK1 b - - 0 1",
    "r1b1k2r/pp3ppp/2n5/8/1b6/2N2N2/PP3PPP/R1B1K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 4 9",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "r2q1rk1/1bp1bppp/p1np1n2/1p2p3/3PP3/1BP2N1P/PP3PP1/RNBQR1K1 b - - 0 10",
    "r1r3k1/1p1qppbp/p2p1np1/2nP4/2P1PP2/2N1B3/PP2B1PP/R2Q1R1K w - - 3 16",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/1p3pk1/p5p1/P3P2p/1P1P3P/5KP1/8/8 w - - 0 1",
    "8/pp3k2/2p5/2P2p2/1P3P2/P2K4/8/8 b - - 0 1",
    "8/8/1p1k4/1P3p1p/2K2P1P/8/8/8 w - - 0 1",
    "8/3n1k2/4p1p1/3pP1P1/3P1N2/4K3/8/8 w - - 0 1",
    "8/2b2k2/3p1p2/3P1p2/5P2/2B1K3/8/8 b - - 0 1",
    "5b2/p3k3/1p2p3/8/2B2P2/1P2K3/P7/8 w - - 0 1",
    "k7/8/8/8/8/2K5/8/3BN3 w - - 0 1",
    "8/5pk1/r5p1/8/5P2/6P1/R5K1/8 w - - 0 1",
    "8/1R6/5k2/p4p2/P4P2/1r6/6K1/8 b - - 0 1",
    "8/5pk1/4q1p1/8/4Q3/6P1/5PK1/8 b - - 0 1",
    "6k1/1p6/8/1q3p2/5Q2/8/6P1/6K1 w - - 0 1",
    "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1",
    "8/8/8/3k4/8/8/8/R3K3 w Q - 0 1",
    "q3k3/1q6/8/8/8/8/6Q1/4K2Q w - - 0 1",
    "5rk1/5ppp/8/8/8/8/1Q3PPP/1R4K1 w - - 96 80",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    "R6k/6pp/8/8/8/8/8/K7 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "nrbkqbrn/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/NRBKQBRN w GBgb - 0 2",
    "rkbnnbqr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RKBNNBQR w HAha e6 0 2",
];

/// Searches all [`POSITIONS`] to `depth` with one thread and this network, each as a new game, and
/// returns the total; `None` if stopped by `control`. After each search, `progress` is called with
/// the number of the position, from 1, and the result.
///
/// # Errors
/// [`AllocationError`] if there is no memory for the transposition table.
pub fn run(
    network: Arc<Network>,
    depth: usize,
    control: &SearchControl,
    mut progress: impl FnMut(usize, &SearchResult),
) -> Result<Option<Throughput>, AllocationError> {
    let mut searcher = Searcher::new(MEGABYTES)?;
    searcher.set_network(Some(network));
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut total = Throughput::default();
    for (number, fen) in (1..).zip(POSITIONS) {
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
        let boards = POSITIONS.map(|fen| fen.parse::<Board>().unwrap());
        assert_eq!(boards.map(|board| board.key()).iter().collect::<HashSet<_>>().len(), 50);
    }

    #[test]
    fn the_node_count_is_deterministic() {
        let control = SearchControl::default();
        let run = || run(Network::embedded(), 3, &control, |_, _| {}).unwrap().unwrap().nodes;
        assert_eq!(run(), run());
    }

    #[test]
    fn a_stopped_bench_has_no_result() {
        let control = SearchControl::default();
        control.stop();
        assert_eq!(run(Network::embedded(), 30, &control, |_, _| {}), Ok(None));
    }
}
