//! Evaluation with incrementally updated accumulators.

use std::sync::Arc;

use super::accumulators::Accumulators;
use super::engine_network::EngineNetwork;
use super::features::{bucket, is_mirrored};
use crate::board::Board;
use crate::types::{Color, Score};

/// Number of combinations of mirrored perspectives.
const MIRROR_STATES: usize = 4;

/// An evaluator of positions by a network. Each search thread owns one.
#[derive(Clone, Debug)]
pub struct NetworkEvaluator {
    network: Arc<EngineNetwork>,
    /// Accumulators of the last board evaluated in each [mirror state](mirror_state).
    accumulators: [Accumulators; MIRROR_STATES],
}

impl NetworkEvaluator {
    /// Creates an evaluator with empty accumulators.
    pub fn new(network: Arc<EngineNetwork>) -> Self {
        let empty = Accumulators::empty(&network);
        Self { network, accumulators: std::array::from_fn(|_| empty.clone()) }
    }

    /// Empties the accumulators, so that the next evaluation starts from scratch.
    pub fn clear(&mut self) {
        *self = Self::new(Arc::clone(&self.network));
    }

    /// Returns the network's score of `board` from the view of the side to move.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        let accumulators = &mut self.accumulators[mirror_state(board)];
        accumulators.update(&self.network, board);
        accumulators.output(&self.network, board.side_to_move(), bucket(board))
    }
}

impl EngineNetwork {
    /// Returns the network's score of `board` from the view of the side to move, computed from
    /// scratch.
    pub fn evaluate_fresh(&self, board: &Board) -> Score {
        Accumulators::new(self, board).output(self, board.side_to_move(), bucket(board))
    }
}

/// Returns the combination of mirrored perspectives, 0 to 3.
#[inline]
fn mirror_state(board: &Board) -> usize {
    let [white, black] = Color::ALL.map(|color| usize::from(is_mirrored(board.king(color))));
    2 * white + black
}
