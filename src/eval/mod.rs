//! The static evaluation of a position.
//!
//! [`Evaluator`] is the only interface between the search and the evaluation: it maps a board to a
//! score from the view of the side to move.

mod classical;
pub mod network;
mod phase;
#[cfg(test)]
mod tests;

pub use classical::{CacheStats, Coefficients, GROUPS, Group, Pair, Trace, WEIGHTS, Weights};
pub use phase::fade_with_material;

use self::classical::ClassicalEvaluator;
use crate::board::Board;
use crate::types::{Color, Score};

/// A static evaluator with its caches; each search thread owns one.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    classical: ClassicalEvaluator,
}

impl Evaluator {
    /// Creates an evaluator with empty caches.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the static evaluation of `board` from the view of the side to move.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        for_side_to_move(board, self.classical.evaluate(board))
    }

    /// Returns the lookups and hits of the pawn cache so far.
    pub fn pawn_cache_stats(&self) -> CacheStats {
        self.classical.pawn_cache_stats()
    }
}

/// Returns the static evaluation of `board` from the view of the side to move, without any cache.
pub fn evaluate_uncached(board: &Board) -> Score {
    for_side_to_move(board, classical::evaluate_uncached(board))
}

/// Converts `white`, centipawns from White's view, to a score from the view of the side to move.
#[inline]
fn for_side_to_move(board: &Board, white: i32) -> Score {
    Score::from_eval(if board.side_to_move() == Color::White { white } else { -white })
}
