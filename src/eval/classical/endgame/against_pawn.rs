//! Endgames of a major piece against a pawn.

use super::mates::{KNOWN_WIN, material_value, proximity};
use crate::board::Board;
use crate::eval::classical::geometry::MAX_DISTANCE;
use crate::types::{Color, File, PieceType, Rank, Square};

/// Evaluates rook against pawn: won if the stronger side's king stops the pawn or the weaker side's
/// king is far away; otherwise the nearer the pawn is to its king and to promotion, the smaller the
/// advantage.
pub(super) fn rook_against_pawn(board: &Board, strong: Color) -> i32 {
    /// Value of a won position, in units.
    const WIN: i32 = 500;
    /// Penalty in a won position per king move of the stronger side to the promotion square.
    const WIN_STEP: i32 = 10;
    /// Value of a drawn position, in units.
    const DRAW: i32 = 20;
    /// Value of an unclear position before the bonus for distances.
    const BALANCE: i32 = 150;
    /// Bonus in an unclear position per king move or pawn step of distance.
    const STEP: i32 = 20;
    /// The highest value of an unclear position.
    const MAX_UNCLEAR: i32 = 400;
    let Some(pawn) = board.pieces(PieceType::Pawn).first() else { return WIN };
    let promotion_square = promotion_square(pawn, !strong);
    let steps = pawn.distance(promotion_square);
    let tempo = i32::from(board.side_to_move() != strong);
    let (strong_king, weak_king) = (board.king(strong), board.king(!strong));
    let own = strong_king.distance(promotion_square);
    let enemy = weak_king.distance(pawn);
    let is_in_front = strong_king.file() == pawn.file()
        && strong_king.relative_to(!strong) > pawn.relative_to(!strong);
    let king_stops_pawn = is_in_front || own + tempo <= steps;
    let pawn_is_alone = enemy - tempo > 2 && steps > 1;
    let pawn_costs_rook = steps <= 2 && enemy - tempo <= 1 && own > steps + 1;
    if king_stops_pawn || pawn_is_alone {
        WIN - WIN_STEP * own
    } else if pawn_costs_rook {
        DRAW
    } else {
        (BALANCE + STEP * (enemy - own + steps)).clamp(DRAW, MAX_UNCLEAR)
    }
}

/// Evaluates queen against pawn: a draw only for a rook or bishop pawn on its seventh rank with its
/// king next to it and the stronger side's king far away.
pub(super) fn queen_against_pawn(board: &Board, strong: Color) -> i32 {
    /// Value of a drawn position for each king move less that the stronger side's king needs to the
    /// promotion square, counted down from [`MAX_DISTANCE`] + 1.
    const DRAW_STEP: i32 = 10;
    /// The distance from the promotion square above which the stronger side's king comes too late.
    const FAR: i32 = 4;
    let Some(pawn) = board.pieces(PieceType::Pawn).first() else { return 0 };
    let promotion_square = promotion_square(pawn, !strong);
    let king_distance = board.king(strong).distance(promotion_square);
    let is_drawing_file = matches!(pawn.file(), File::A | File::C | File::F | File::H);
    let is_drawn = is_drawing_file
        && pawn.distance(promotion_square) == 1
        && board.king(!strong).distance(pawn) == 1
        && king_distance > FAR;
    if is_drawn {
        return DRAW_STEP * (MAX_DISTANCE + 1 - king_distance);
    }
    KNOWN_WIN / 2 + material_value(board, strong) - material_value(board, !strong)
        + proximity(board.king(strong).distance(pawn))
}

/// Returns the square on which a `pawn` of `color` promotes.
fn promotion_square(pawn: Square, color: Color) -> Square {
    Square::new(pawn.file(), Rank::Eighth.relative_to(color))
}
