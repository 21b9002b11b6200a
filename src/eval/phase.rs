//! The game phase, measured by the non-pawn material on the board.

use crate::board::Board;
use crate::types::PieceType;

/// Contribution of a piece to the phase, by type.
const PHASE: [i32; PieceType::COUNT] = [0, 1, 1, 2, 4, 0];

/// The phase of the start position, a pure middlegame. Kings and pawns alone have phase 0, a pure
/// endgame.
pub(super) const FULL_PHASE: i32 = 24;

/// Returns the game phase, from 0 (endgame) to [`FULL_PHASE`] (middlegame).
#[inline]
pub(super) fn phase(board: &Board) -> i32 {
    let contribution =
        |piece_type: PieceType| PHASE[piece_type.index()] * board.pieces(piece_type).count() as i32;
    PieceType::ALL.into_iter().map(contribution).sum::<i32>().min(FULL_PHASE)
}

/// Scales `units` by the game phase: unchanged in the opening, zero in the endgame, linear in
/// between.
pub fn fade_with_material(board: &Board, units: i32) -> i32 {
    /// The highest phase with factor 0.
    const ENDGAME: i32 = 8;
    /// The lowest phase with factor 1.
    const OPENING: i32 = 20;
    let phase = phase(board).clamp(ENDGAME, OPENING);
    units * (phase - ENDGAME) / (OPENING - ENDGAME)
}
