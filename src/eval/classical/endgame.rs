//! Formulas for endgames with few pieces, which evaluate them better than the terms do.

use super::geometry::{MAX_DISTANCE, centre_distance, manhattan_distance, promotion_square};
use super::scale::{besides_king, can_mate, drawish};
use super::weights::WEIGHTS;
use crate::attacks::piece_attacks;
use crate::board::{Board, Material};
use crate::types::{Bitboard, Color, File, PieceType, Rank, Square};

/// The largest number of pieces, kings included, of the [`ENDGAMES`].
const MAX_ENDGAME_PIECES: u32 = 4;

/// A function that returns the value of an endgame in units from the view of the given,
/// stronger side.
type Evaluate = fn(&Board, Color) -> i32;

/// The endgames with a formula of their own: the material besides the kings, that of the stronger
/// side first, and the formula.
static ENDGAMES: [([Material; 2], Evaluate); 9] = [
    ([besides_king("BN"), besides_king("")], bishop_and_knight),
    // They cannot force mate.
    ([besides_king("NN"), besides_king("")], |_, _| 0),
    ([besides_king("R"), besides_king("N")], rook_against_minor_piece),
    ([besides_king("R"), besides_king("B")], rook_against_minor_piece),
    ([besides_king("R"), besides_king("P")], rook_against_pawn),
    ([besides_king("Q"), besides_king("P")], queen_against_pawn),
    ([besides_king("Q"), besides_king("R")], queen_against_piece),
    ([besides_king("Q"), besides_king("B")], queen_against_piece),
    ([besides_king("Q"), besides_king("N")], queen_against_piece),
];

/// Returns the value of `board` in units from White's view if it is a known endgame.
pub fn known_value(board: &Board) -> Option<i32> {
    if !board.has_any_bare_king() && board.occupied().count() > MAX_ENDGAME_PIECES {
        return None;
    }
    find_value(board)
}

#[cold]
fn find_value(board: &Board) -> Option<i32> {
    let material = Color::ALL.map(|color| Material::of(board, color));
    Color::ALL.into_iter().find_map(|strong| {
        let sides @ [_, opposing] = [strong, !strong].map(|color| material[color.index()]);
        let value = match ENDGAMES.iter().find(|(known, _)| *known == sides) {
            Some((_, evaluate)) => evaluate(board, strong),
            None if opposing != Material::BARE_KING => return None,
            None if can_mate(board, strong) => bare_king(board, strong),
            None if can_promote(board, strong) => promotion_against_king(board, strong),
            None => return None,
        };
        Some(strong.sign() * value)
    })
}

/// Whether `strong` can promote a pawn against a bare king: with another pawn or a piece, unless all
/// pawns are stopped for good.
fn can_promote(board: &Board, strong: Color) -> bool {
    board.color(strong).count() > 2 && drawish(board, strong).is_none()
}

/// Bonus for a won endgame, in units on top of the material.
pub(super) const KNOWN_WIN: i32 = 4_000;
/// Bonus per king move by which two pieces are nearer to each other than [`MAX_DISTANCE`].
const PROXIMITY_STEP: i32 = 10;

/// Returns the bonus for pieces near each other; `distance` is in king moves.
fn proximity(distance: i32) -> i32 {
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
fn material_value(board: &Board, color: Color) -> i32 {
    let pieces = PieceType::ALL.iter().zip(&WEIGHTS.material);
    pieces
        .map(|(&piece_type, weight)| {
            weight.endgame() * board.colored_pieces(color, piece_type).count() as i32
        })
        .sum()
}

/// Evaluates mating material against a bare king: drives it to the edge and brings the kings
/// together.
fn bare_king(board: &Board, strong: Color) -> i32 {
    /// Bonus per step of the losing king away from the centre.
    const EDGE_STEP: i32 = 20;
    let (own, bare) = (board.king(strong), board.king(!strong));
    KNOWN_WIN
        + material_value(board, strong)
        + EDGE_STEP * centre_distance(bare)
        + proximity(own.distance(bare))
}

/// Evaluates pawns against a bare king: advances the first of them, with the king nearer to it than
/// the bare king.
fn promotion_against_king(board: &Board, strong: Color) -> i32 {
    /// Bonus per rank of the most advanced pawn.
    const RANK_STEP: i32 = 15;
    let pawns = board.colored_pieces(strong, PieceType::Pawn).into_iter();
    let rank = |pawn: &Square| pawn.relative_to(strong).rank();
    let first = pawns.max_by_key(rank).map_or(0, |pawn| {
        let near = |color| proximity(board.king(color).distance(pawn));
        RANK_STEP * rank(&pawn).index() as i32 + near(strong) - near(!strong)
    });
    KNOWN_WIN / 2 + material_value(board, strong) + first
}

/// Evaluates bishop and knight against a bare king: mate can be forced only in a corner of the
/// bishop's colour.
///
/// The terms were fitted to the exact distances to mate, their weights to the success of short
/// searches.
fn bishop_and_knight(board: &Board, strong: Color) -> i32 {
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

/// Evaluates queen against another piece, a win that is long against a rook.
///
/// The bonuses are large: with small ones the search switches between lines of nearly equal scores
/// until the fifty-move rule draws.
fn queen_against_piece(board: &Board, strong: Color) -> i32 {
    /// Bonus per step of the losing king away from the centre.
    const EDGE_STEP: i32 = 100;
    /// Bonus per single step of the kings towards each other.
    const APPROACH_STEP: i32 = 40;
    let lead = material_value(board, strong) - material_value(board, !strong);
    lead + EDGE_STEP * centre_distance(board.king(!strong)) + approach(board, APPROACH_STEP)
}

/// Evaluates rook against bishop or knight: a draw unless the piece is separated from its king or
/// that is at the edge.
fn rook_against_minor_piece(board: &Board, strong: Color) -> i32 {
    /// Bonus of the stronger side, in units.
    const ADVANTAGE: i32 = 10;
    /// Bonus per step of the weaker king away from the centre.
    const EDGE_STEP: i32 = 4;
    /// Bonus per king move between the weaker king and its piece beyond the first.
    const SEPARATION_STEP: i32 = 10;
    let king = board.king(!strong);
    let pieces = board.pieces(PieceType::Bishop) | board.pieces(PieceType::Knight);
    let separation = pieces.first().map_or(0, |piece| king.distance(piece) - 1);
    ADVANTAGE + EDGE_STEP * centre_distance(king) + SEPARATION_STEP * separation
}

/// Evaluates rook against pawn, a race of the stronger side's king to the promotion square: won if
/// the pawn's king is far away or comes too late, and then the king has to attack the pawn.
///
/// Taken for a win or a draw, this misjudges 5 % of the quiet positions.
fn rook_against_pawn(board: &Board, strong: Color) -> i32 {
    /// Value of a won position, in units.
    const WIN: i32 = 600;
    /// Penalty in a won position per king move of the stronger side to the pawn.
    const WIN_STEP: i32 = 20;
    /// The least number of moves ahead in the race that nearly always win.
    const WINNING_LEAD: i32 = 3;
    /// Value of a drawn position, in units.
    const DRAW: i32 = 10;
    /// Value of a race without a lead.
    const BALANCE: i32 = 50;
    /// Bonus per move ahead in the race.
    const STEP: i32 = 80;
    let Some(pawn) = board.pieces(PieceType::Pawn).first() else { return WIN };
    let (strong_king, weak_king) = (board.king(strong), board.king(!strong));
    let promotion_square = promotion_square(pawn, !strong);
    let steps = pawn.distance(promotion_square);
    let tempo = i32::from(board.side_to_move() != strong);
    let to_pawn = weak_king.distance(pawn) - tempo;
    let to_promotion = weak_king.distance(promotion_square) - tempo;
    let lead = to_pawn + to_promotion + steps - strong_king.distance(promotion_square);
    let pawn_is_alone = to_pawn > 2 && steps > 1;
    if pawn_is_alone || lead >= WINNING_LEAD {
        WIN - WIN_STEP * strong_king.distance(pawn)
    } else {
        (BALANCE + STEP * lead).max(DRAW)
    }
}

/// Evaluates queen against pawn: a draw if a rook or bishop pawn is on its seventh rank, or about to
/// move there, with its king near the promotion square and the stronger side's king far away.
///
/// Of the quiet positions with such a pawn on its seventh rank in which the queen's side is to move,
/// this misjudges 2 %.
fn queen_against_pawn(board: &Board, strong: Color) -> i32 {
    /// Value of a drawn position for each king move less that the stronger side's king needs to the
    /// promotion square, counted down from [`MAX_DISTANCE`] + 1.
    const DRAW_STEP: i32 = 10;
    /// The distance from the promotion square above which the stronger side's king comes too late.
    const FAR: i32 = 4;
    /// The same if the weaker side's king is on the side of the corner of its bishop pawn, where it
    /// is stalemated if the queen captures the pawn.
    const FAR_FROM_CORNER: i32 = 3;
    /// The largest distance in files of the king from its pawn.
    const NEAR: i32 = 2;
    let Some(pawn) = board.pieces(PieceType::Pawn).first() else { return 0 };
    let (strong_king, weak_king) = (board.king(strong), board.king(!strong));
    let rank = |square: Square| square.relative_to(!strong).rank();
    let on_seventh = Square::new(pawn.file(), Rank::Seventh.relative_to(!strong));
    let promotion_square = promotion_square(pawn, !strong);
    let has_move = board.side_to_move() != strong;
    let is_advanced = pawn == on_seventh;
    let advances = has_move && rank(pawn) == Rank::Sixth && !board.occupied().contains(on_seventh);
    let is_near = rank(weak_king) >= Rank::Seventh && weak_king.file_distance(pawn) <= NEAR;
    // The queen attacks the promotion square, and the king does not.
    let is_stopped = weak_king.distance(promotion_square) > 1 + i32::from(has_move && is_advanced)
        && piece_attacks(PieceType::Queen, strong, promotion_square, board.occupied())
            .intersects(board.pieces(PieceType::Queen));
    let is_cornered = weak_king.file().edge_distance() < pawn.file().edge_distance();
    let king_distance = strong_king.distance(promotion_square);
    let is_drawn = matches!(pawn.file(), File::A | File::C | File::F | File::H)
        && (is_advanced || advances)
        && is_near
        && !is_stopped
        && king_distance > if is_cornered { FAR_FROM_CORNER } else { FAR };
    if is_drawn {
        return DRAW_STEP * (MAX_DISTANCE + 1 - king_distance);
    }
    KNOWN_WIN / 2 + material_value(board, strong) - material_value(board, !strong)
        + proximity(strong_king.distance(pawn))
}
