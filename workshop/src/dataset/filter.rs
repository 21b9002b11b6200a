//! Which recorded positions teach an evaluation.

use nunatak::board::Board;
use nunatak::types::Score;

use super::game::Position;

/// What a position must be to be learned from: one that a static evaluation can judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// The first ply of the game, from 0, that counts; those before are of the opening.
    pub first_ply: usize,
    /// The greatest score in centipawns for either side; beyond, the game is decided.
    pub max_score: i16,
}

impl Default for Filter {
    fn default() -> Self {
        Self { first_ply: 16, max_score: 2_000 }
    }
}

impl Filter {
    /// Whether `position` is late and open enough and quiet: no check, a quiet move played, no
    /// capture that wins material.
    pub fn keeps(&self, position: &Position) -> bool {
        let Position { board, mv, score } = position;
        ply(board) >= self.first_ply
            && score.unsigned_abs() <= self.max_score.unsigned_abs()
            && !Score(i32::from(*score)).is_mate()
            && !board.in_check()
            && !board.is_tactical(*mv)
            && !has_winning_capture(board)
    }
}

/// How many plies were played before `board`, by its move number.
fn ply(board: &Board) -> usize {
    2 * (usize::from(board.fullmove_number()) - 1) + board.side_to_move().index()
}

/// Whether a capture or promotion wins anything by static exchange.
fn has_winning_capture(board: &Board) -> bool {
    board.legal_moves().iter().any(|&mv| board.is_tactical(mv) && board.see_at_least(mv, 1))
}
