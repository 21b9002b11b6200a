//! The static evaluation of a position.
//!
//! Every static evaluation of the search comes from [`Evaluator`], which maps a board to a score
//! from the view of the side to move. Either a [`network`] or hand-crafted terms evaluate;
//! endgames with few pieces have formulas that serve both.

mod classical;
pub mod network;
#[cfg(test)]
mod tests;

pub use classical::{
    GROUPS, Group, Pair, Recorder, TaperedSum, Trace, WEIGHTS, Weights, fade_with_material,
    known_value, record_terms, scale_factor,
};

use std::sync::Arc;

use self::classical::PawnCache;
use self::network::{Network, NetworkEvaluator};
use crate::board::Board;
use crate::types::Score;

/// An evaluator of positions, with its caches. Each search thread owns one.
///
/// With a network, the network evaluates all but known endgames, and its score is scaled down in
/// drawish ones. Without one, the hand-crafted terms evaluate.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    pawns: PawnCache,
    network: Option<NetworkEvaluator>,
}

impl Evaluator {
    /// Creates an evaluator with empty caches that uses `network`, if there is one.
    pub fn new(network: Option<Arc<Network>>) -> Self {
        let network = network.map(NetworkEvaluator::new);
        Self { pawns: PawnCache::default(), network }
    }

    /// Returns the static evaluation of `board` from the view of the side to move.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        let Some(network) = &mut self.network else {
            return for_side_to_move(board, classical::evaluate(board, Some(&mut self.pawns)));
        };
        let network = || board.side_to_move().sign() * network.evaluate(board).0;
        for_side_to_move(board, classical::with_endgames(board, network))
    }
}

/// Returns the hand-crafted evaluation of `board` from the view of the side to move, without any
/// cache.
pub fn evaluate_uncached(board: &Board) -> Score {
    for_side_to_move(board, classical::evaluate(board, None))
}

/// Converts `white`, units from White's view, to a score from the view of the side to move.
fn for_side_to_move(board: &Board, white: i32) -> Score {
    Score::from_eval(board.side_to_move().sign() * white)
}
