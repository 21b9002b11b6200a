//! The scale factor: the part of the score that remains if the stronger side is unlikely to win.

use super::geometry::{promotion_square, same_color};
use crate::attacks::king_attacks;
use crate::board::{Board, Material};
use crate::types::{Bitboard, Color, File, PieceType, Square};

/// The scale factor that leaves a value unchanged, the unit of all factors.
pub(super) const FULL_SCALE: i32 = 64;

/// Scale factor for material that cannot win.
const DRAWN: i32 = 0;

/// Returns the scale factor, 0 to 64, of an endgame value of `endgame` units from White's view.
pub fn scale_factor(board: &Board, endgame: i32) -> i32 {
    /// Scale factor before the bonus per pawn: few pawns are easily exchanged.
    const FEW_PAWNS_BASE: i32 = 44;
    /// Increase of the scale factor per pawn.
    const FEW_PAWNS_STEP: i32 = 5;
    if endgame == 0 {
        return FULL_SCALE;
    }
    let strong = if endgame > 0 { Color::White } else { Color::Black };
    drawish(board, strong).unwrap_or_else(|| {
        let pawns = board.colored_pieces(strong, PieceType::Pawn).count() as i32;
        let by_pawns = (FEW_PAWNS_BASE + FEW_PAWNS_STEP * pawns).min(FULL_SCALE);
        opposite_bishops(board, strong).map_or(by_pawns, |factor| factor.min(by_pawns))
    })
}

/// Returns the scale factor of `strong` if it has no pawns or only pawns that are stopped for good.
pub(super) fn drawish(board: &Board, strong: Color) -> Option<i32> {
    let pawns = board.colored_pieces(strong, PieceType::Pawn);
    if pawns.is_empty() {
        return Some(without_pawns(board, strong));
    }
    let edge_files = Bitboard::from_file(File::A) | Bitboard::from_file(File::H);
    let is_drawn = pawns.is_subset_of(edge_files) && is_rook_pawn_draw(board, strong)
        || is_bishop_draw(board, strong);
    is_drawn.then_some(DRAWN)
}

/// Whether `strong` can mate a bare king: with a major piece, bishops of both colours, bishop and
/// knight, or three knights. Bishops of one colour leave the squares of the other to the king.
pub(super) fn can_mate(board: &Board, strong: Color) -> bool {
    /// The minimum number of knights that can mate without other pieces.
    const MATING_KNIGHTS: u32 = 3;
    let pieces = |piece_type| board.colored_pieces(strong, piece_type);
    let bishops = pieces(PieceType::Bishop);
    let knights = pieces(PieceType::Knight).count();
    (pieces(PieceType::Rook) | pieces(PieceType::Queen)).is_nonempty()
        || bishops.has_both_colors()
        || bishops.is_nonempty() && knights > 0
        || knights >= MATING_KNIGHTS
}

/// Returns the scale factor of a side without pawns: being a minor piece or the exchange ahead
/// seldom wins.
fn without_pawns(board: &Board, strong: Color) -> i32 {
    /// The lead of a minor piece.
    const MINOR: i32 = PieceType::Bishop.points() as i32;
    /// Scale factor with a smaller lead.
    const SMALL_LEAD: i32 = 8;
    /// Scale factor with the lead of a minor piece.
    const MINOR_LEAD: i32 = 16;
    if !can_mate(board, strong) {
        return DRAWN;
    }
    match rough_value(board, strong) - rough_value(board, !strong) {
        ..MINOR => SMALL_LEAD,
        MINOR => MINOR_LEAD,
        _ => FULL_SCALE,
    }
}

/// Returns the traditional value of the non-pawn pieces of `color`, in pawns.
fn rough_value(board: &Board, color: Color) -> i32 {
    let value = |&piece_type: &PieceType| {
        (piece_type.points() * board.colored_pieces(color, piece_type).count()) as i32
    };
    PieceType::ALL[PieceType::Knight.index()..].iter().map(value).sum()
}

/// Returns the scale factor if each side has one bishop and these are of opposite colours.
fn opposite_bishops(board: &Board, strong: Color) -> Option<i32> {
    /// Scale factor without other non-pawn pieces and with no more pawns than the opponent has.
    const BASE: i32 = 12;
    /// Increase of [`BASE`] per pawn more than the opponent has.
    const STEP: i32 = 10;
    /// Scale factor with other non-pawn pieces.
    const WITH_PIECES: i32 = 52;
    let own = board.colored_pieces(strong, PieceType::Bishop);
    let enemy = board.colored_pieces(!strong, PieceType::Bishop);
    if own.has_many() || enemy.has_many() || same_color(own.first()?).contains(enemy.first()?) {
        return None;
    }
    let others = board.pieces(PieceType::Knight)
        | board.pieces(PieceType::Rook)
        | board.pieces(PieceType::Queen);
    if others.is_nonempty() {
        return Some(WITH_PIECES);
    }
    let pawns = |color| board.colored_pieces(color, PieceType::Pawn).count() as i32;
    let lead = (pawns(strong) - pawns(!strong)).max(0);
    Some(BASE + STEP * lead)
}

/// Returns the material of the pieces with these letters, the king left out.
pub(super) const fn besides_king(letters: &str) -> Material {
    Material::from_letters(letters).expect("letters of pieces")
}

/// Whether bishop and pawn make no progress against a bishop: the bishops are of opposite colours,
/// or the king blocks the pawn on a square that the other bishop cannot attack.
fn is_bishop_draw(board: &Board, strong: Color) -> bool {
    /// The number of pieces in king, bishop and pawn against king and bishop.
    const PIECES: u32 = 5;
    if board.occupied().count() != PIECES
        || Material::of(board, strong) != const { besides_king("BP") }
        || Material::of(board, !strong) != const { besides_king("B") }
    {
        return false;
    }
    let bishop = |color| board.colored_pieces(color, PieceType::Bishop).first();
    let (Some(own), Some(enemy)) = (bishop(strong), bishop(!strong)) else { return false };
    let king = board.king(!strong);
    let blocks = is_in_front(king, board.pieces(PieceType::Pawn), strong);
    let is_safe = !same_color(own).contains(king);
    !same_color(own).contains(enemy) || blocks && is_safe
}

/// Whether rook pawns on one file, with no other pieces but bishops that do not control the
/// promotion corner, are stopped by a bare king.
fn is_rook_pawn_draw(board: &Board, strong: Color) -> bool {
    let pawns = board.colored_pieces(strong, PieceType::Pawn);
    let bishops = board.colored_pieces(strong, PieceType::Bishop);
    let king = board.king(!strong);
    let Some(pawn) = pawns.first() else { return false };
    let file = Bitboard::from_file(pawn.file());
    let corner = promotion_square(pawn, strong);
    let has_only_bishops = board.color(strong)
        == pawns | bishops | board.colored_pieces(strong, PieceType::King)
        && board.has_bare_king(!strong);
    if !has_only_bishops || !pawns.is_subset_of(file) || bishops.intersects(same_color(corner)) {
        return false;
    }
    // The defender on move may step towards the corner, if it is not kept out of all squares there.
    let steps = king_attacks(king) & !board.attacked_squares(strong);
    let comes_nearer = board.side_to_move() != strong
        && steps.into_iter().any(|square| square.distance(corner) < king.distance(corner));
    // The defender must be in or next to the corner or in front of the pawns, and nearer to the
    // corner than the other king. Without a bishop, being in front of the pawns is enough.
    let blocks = is_in_front(king, pawns, strong);
    let distance = king.distance(corner) - i32::from(comes_nearer);
    let is_there = distance <= 1 || blocks;
    let strong_distance = board.king(strong).distance(corner);
    is_there && distance < strong_distance.max(1) || bishops.is_empty() && blocks
}

/// Whether `king` is on the file of all `pawns` of `strong` and in front of them.
fn is_in_front(king: Square, pawns: Bitboard, strong: Color) -> bool {
    let rank = king.relative_to(strong).rank();
    pawns
        .into_iter()
        .all(|pawn| pawn.file() == king.file() && pawn.relative_to(strong).rank() < rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the scale factor if White is ahead.
    fn scale(placement: &str) -> i32 {
        scale_factor(&format!("{placement} w - - 0 1").parse().unwrap(), 100)
    }

    #[test]
    fn drawn_material_scales_to_zero() {
        for placement in [
            // A minor piece, two knights, bishops of one colour, no pawns.
            "4k3/p7/8/8/8/8/8/3BK3",
            "4k3/p7/8/8/8/8/8/2NNK3",
            "8/8/7p/3k4/8/2B1B3/K7/6B1",
            // Rook pawns, with no bishop or the wrong one.
            "k7/8/8/P7/P7/2K5/8/8",
            "8/k7/8/P7/8/2K5/8/8",
            "k7/8/8/P7/8/2K5/5B2/8",
            "8/k7/8/P7/P7/2K5/8/4B3",
            "8/8/k7/P7/P7/2K5/8/4B3",
            "1k6/8/8/P7/8/2K5/5B2/8",
            "2K5/8/k7/P7/8/8/8/8",
            // One bishop each: opposite colours, or the king in front of the pawn on a safe square.
            "8/4k3/4P3/8/3B4/5b2/8/4K3",
            "8/8/4k3/4P3/8/2B5/7b/4K3",
        ] {
            assert_eq!(scale(placement), DRAWN, "{placement}");
        }
    }

    #[test]
    fn material_that_may_win_keeps_its_value() {
        for placement in [
            // The right bishop, a king far away, another pawn of either side, a king driven off.
            "k7/8/8/P7/8/2K5/4B3/8",
            "7k/8/8/P7/8/2K5/5B2/8",
            "8/2K5/k7/P7/8/8/5B2/8",
            "7k/8/8/P7/8/2K5/8/8",
            "k7/8/8/PP6/8/2K5/5B2/8",
            "k7/7p/8/P7/8/2K5/5B2/8",
            // A pawn on another file; equal bishops, and the king is not safe or not in front.
            "4k3/8/8/4P3/8/2K5/8/8",
            "8/4k3/4P3/8/8/2B5/7b/4K3",
            "k7/8/8/4P3/8/2B5/7b/4K3",
        ] {
            assert!(scale(placement) > FULL_SCALE / 2, "{placement}");
        }
        // The king is kept out of the corner by the other king, a pawn or the bishop.
        let factor = |fen: &str| scale_factor(&fen.parse().unwrap(), 100);
        for fen in [
            "2k5/P7/K7/8/8/8/8/2B5 b - - 0 1",
            "8/P1k5/P7/8/8/8/8/4K3 b - - 0 1",
            "2k5/8/P7/8/8/8/7B/3K4 b - - 0 1",
        ] {
            assert!(factor(fen) > FULL_SCALE / 2, "{fen}");
        }
        assert_eq!(factor("8/P1k5/8/4K3/8/8/8/2B5 b - - 0 1"), DRAWN);
        for placement in [
            "4k3/8/8/8/8/8/PPPPPPPP/4K3",
            "4kr2/8/8/8/8/8/8/2RRK3",
            "4k3/p7/8/8/8/8/8/2BBK3",
            "4k3/p7/8/8/8/8/8/1NNRK3",
            // Only non-pawn material counts.
            "4kb2/pp6/8/8/8/8/8/3RKN2",
        ] {
            assert_eq!(scale(placement), FULL_SCALE, "{placement}");
        }
    }

    #[test]
    fn drawish_material_is_scaled_down() {
        // The exchange; rook and bishop against rook; opposite bishops alone and with rooks.
        let exchange = scale("4k1b1/8/8/8/8/8/8/3RK3");
        let bishop = scale("4k2r/8/8/8/8/8/8/2RBK3");
        let bishops = scale("4kb2/ppp5/8/8/8/8/PPPP4/4KB2");
        let with_rooks = scale("r3kb2/ppp5/8/8/8/8/PPPP4/R3KB2");
        let same = scale("r3kb2/ppp5/8/8/8/8/PPPP4/R1B1K3");
        assert!(DRAWN < exchange && exchange < bishop && bishop < FULL_SCALE);
        assert!(DRAWN < bishops && bishops < with_rooks && with_rooks < FULL_SCALE);
        assert_eq!(same, FULL_SCALE);
        // A larger lead wins more often, and few pawns are easily exchanged in any case.
        assert!(bishops < scale("4kb2/p7/8/8/8/8/PPPP4/4KB2"));
        assert!(DRAWN < scale("4kb2/pppp4/8/8/8/8/P7/4KB2"));
        assert!(scale("r3kb2/8/8/8/8/8/P7/R3KB2") <= scale("r3kb2/8/8/8/8/8/P7/R1B1K3"));
    }

    #[test]
    fn the_factor_depends_on_the_side_ahead() {
        let board = "4k3/p7/8/8/8/8/8/3BK3 w - - 0 1".parse().unwrap();
        assert_eq!(scale_factor(&board, 1), DRAWN);
        assert!(scale_factor(&board, -1) > DRAWN);
        assert_eq!(scale_factor(&board, 0), FULL_SCALE);
    }
}
