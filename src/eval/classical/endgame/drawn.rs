//! Endgames that are drawn unless the weaker side is badly placed.

use crate::board::Board;
use crate::eval::classical::geometry::{centre_distance, same_color};
use crate::types::{Color, File, PieceType, Rank, Square};

/// Bonus of the stronger side in a drawn endgame, in units.
const DRAWN: i32 = 10;
/// Bonus per step of the weaker king away from the centre.
const EDGE_STEP: i32 = 4;

/// Evaluates two knights against a bare king, which cannot force mate.
pub(super) fn two_knights(_: &Board, _: Color) -> i32 {
    0
}

/// Evaluates rook against knight: a draw unless king and knight are separated.
pub(super) fn rook_against_knight(board: &Board, strong: Color) -> i32 {
    /// Bonus per king move between king and knight beyond the first.
    const SEPARATION_STEP: i32 = 10;
    let king = board.king(!strong);
    let separation = board
        .pieces(PieceType::Knight)
        .first()
        .map_or(0, |knight| king.distance(knight).saturating_sub(1));
    DRAWN + EDGE_STEP * centre_distance(king) + SEPARATION_STEP * separation
}

/// Evaluates rook against bishop: a draw unless the king is caught in a corner of the bishop's
/// colour.
pub(super) fn rook_against_bishop(board: &Board, strong: Color) -> i32 {
    /// Bonus for a king in a corner of its bishop's colour.
    const WRONG_CORNER: i32 = 30;
    /// The distance from the centre at which a king counts as being in a corner.
    const CORNER_DISTANCE: i32 = 5;
    let king = board.king(!strong);
    let is_in_wrong_corner = board.pieces(PieceType::Bishop).first().is_some_and(|bishop| {
        centre_distance(king) >= CORNER_DISTANCE
            && same_color(bishop).contains(nearest_corner(king))
    });
    let corner = if is_in_wrong_corner { WRONG_CORNER } else { 0 };
    DRAWN + EDGE_STEP * centre_distance(king) + corner
}

/// Returns the corner of the quarter of the board that `square` is in.
fn nearest_corner(square: Square) -> Square {
    let file = if square.file() < File::E { File::A } else { File::H };
    let rank = if square.rank() < Rank::Fifth { Rank::First } else { Rank::Eighth };
    Square::new(file, rank)
}
