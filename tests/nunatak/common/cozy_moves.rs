//! Moves of cozy-chess, an independent library.

use cozy_chess as cozy;

/// Returns the legal moves.
pub(crate) fn cozy_moves(board: &cozy::Board) -> Vec<cozy::Move> {
    let mut moves = Vec::new();
    board.generate_moves(|group| {
        moves.extend(group);
        false
    });
    moves
}
