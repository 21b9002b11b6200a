//! Endgames that are won by driving the king to the edge, and the bonuses they share.

use crate::board::Board;
use crate::eval::classical::geometry::{MAX_DISTANCE, centre_distance, manhattan_distance};
use crate::eval::classical::weights::WEIGHTS;
use crate::types::{Bitboard, Color, File, PieceType};

/// Bonus for a won endgame, in units on top of the material.
pub(super) const KNOWN_WIN: i32 = 4_000;
/// Bonus per step of the losing king away from the centre.
const EDGE_STEP: i32 = 20;
/// Bonus per king move by which two pieces are nearer to each other than [`MAX_DISTANCE`].
const PROXIMITY_STEP: i32 = 10;

/// Returns the bonus for pieces near each other; `distance` is in king moves.
pub(super) fn proximity(distance: i32) -> i32 {
    PROXIMITY_STEP * (MAX_DISTANCE - distance)
}

/// Returns `step` for each step by which the Manhattan distance of the kings is below that of
/// opposite corners.
///
/// Over long distances this rewards progress that the distance in king moves does not measure.
fn approach(board: &Board, step: i32) -> i32 {
    let [a, b] = Color::ALL.map(|color| board.king(color));
    step * (2 * MAX_DISTANCE - manhattan_distance(a, b))
}

/// Returns the sum of the endgame values of the pieces of `color`.
pub(super) fn material_value(board: &Board, color: Color) -> i32 {
    let pieces = PieceType::ALL.iter().zip(&WEIGHTS.material);
    pieces
        .map(|(&piece_type, weight)| {
            weight.endgame() * board.colored_pieces(color, piece_type).count() as i32
        })
        .sum()
}

/// Evaluates mating material against a bare king: drives it to the edge and brings the kings
/// together.
pub(super) fn bare_king(board: &Board, strong: Color) -> i32 {
    let (own, bare) = (board.king(strong), board.king(!strong));
    KNOWN_WIN
        + material_value(board, strong)
        + EDGE_STEP * centre_distance(bare)
        + proximity(own.distance(bare))
}

/// Evaluates bishop and knight against a bare king, which can be mated only in a corner of the
/// bishop's colour.
///
/// The terms were fitted to the exact distances to mate, their weights to the success of short
/// searches.
pub(super) fn bishop_and_knight(board: &Board, strong: Color) -> i32 {
    /// Bonus per step of the losing king towards a corner of the bishop's colour, 0 to 7 steps.
    /// With a much larger bonus, the search does not let the king step back even where the fastest
    /// mate requires it.
    const CORNER_STEP: i32 = 40;
    /// Bonus per step of the losing king away from the centre and of the other king towards it.
    const CENTRE_STEP: i32 = 16;
    /// Bonus per single step of the kings towards each other.
    const APPROACH_STEP: i32 = 30;
    let king = board.king(!strong);
    let (file, rank) = (king.file().index(), king.rank().index());
    let bishop_is_dark = board.pieces(PieceType::Bishop).intersects(Bitboard::DARK_SQUARES);
    // The further from the long light diagonal, the nearer to a dark corner, and vice versa.
    let diagonal_file = if bishop_is_dark { File::H.index() - rank } else { rank };
    let steps = file.abs_diff(diagonal_file) as i32;
    let outwards = centre_distance(king) - centre_distance(board.king(strong));
    KNOWN_WIN
        + material_value(board, strong)
        + CORNER_STEP * steps
        + CENTRE_STEP * outwards
        + approach(board, APPROACH_STEP)
}

/// Evaluates queen against rook, a long win.
///
/// The bonuses are large: with small ones the search switches between lines of nearly equal scores
/// until the fifty-move rule draws.
pub(super) fn queen_against_rook(board: &Board, strong: Color) -> i32 {
    /// Bonus per step of the losing king away from the centre.
    const EDGE_STEP: i32 = 100;
    /// Bonus per single step of the kings towards each other.
    const APPROACH_STEP: i32 = 40;
    let lead = material_value(board, strong) - material_value(board, !strong);
    lead + EDGE_STEP * centre_distance(board.king(!strong)) + approach(board, APPROACH_STEP)
}
