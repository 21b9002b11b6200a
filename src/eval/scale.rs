//! How much of a score remains when the stronger side may not get through in the endgame.

use super::endgame;
use super::spans::same_color;
use crate::board::Board;
use crate::types::{Bitboard, Color, File, PieceType, Rank, Square};

/// The factor that leaves the endgame half as it is.
pub(super) const FULL_SCALE: i32 = 64;

/// What a man of each type counts for when only its rough worth matters.
const ROUGH_VALUE: [i32; PieceType::COUNT] = [1, 3, 3, 5, 9, 0];

/// With pawns: fewer of them are easier to exchange.
const FEW_PAWNS_BASE: i32 = 44;
const FEW_PAWNS_STEP: i32 = 5;
/// Opposite-coloured bishops and no other pieces.
const OPPOSITE_BISHOPS_BASE: i32 = 12;
/// For each pawn more than the enemy has.
const OPPOSITE_BISHOPS_STEP: i32 = 10;
/// Opposite-coloured bishops among other pieces.
const OPPOSITE_BISHOPS_WITH_MORE: i32 = 52;
/// Without pawns and without more than a minor piece ahead: from no hope to some.
const NO_HOPE: i32 = 0;
const LITTLE_HOPE: i32 = 8;
const SOME_HOPE: i32 = 16;

/// The factor, 0 to [`FULL_SCALE`], on an endgame value of `endgame` centipawns from White's view.
#[inline]
pub(super) fn factor(board: &Board, endgame: i32) -> i32 {
    if endgame == 0 {
        return FULL_SCALE;
    }
    let strong = if endgame > 0 { Color::White } else { Color::Black };
    let pawns = board.colored_pieces(strong, PieceType::Pawn);
    if pawns.is_empty() {
        return without_pawns(board, strong);
    }
    let outside = Bitboard::from_file(File::A) | Bitboard::from_file(File::H);
    if pawns.is_subset_of(outside) && is_rook_pawn_draw(board, strong)
        || endgame::is_blocked_bishop_ending(board, strong)
    {
        return NO_HOPE;
    }
    let by_pawns = (FEW_PAWNS_BASE + FEW_PAWNS_STEP * pawns.count() as i32).min(FULL_SCALE);
    opposite_bishops(board, strong).map_or(by_pawns, |factor| factor.min(by_pawns))
}

/// The factor for a side without pawns: a minor piece or an exchange alone wins nothing.
fn without_pawns(board: &Board, strong: Color) -> i32 {
    let own = rough_value(board, strong);
    let lead = own - rough_value(board, !strong);
    let knights = board.colored_pieces(strong, PieceType::Knight);
    let has_only_knights =
        board.color(strong) == knights | board.colored_pieces(strong, PieceType::King);
    match lead {
        _ if own <= ROUGH_VALUE[PieceType::Bishop.index()] => NO_HOPE,
        _ if has_only_knights && knights.count() < 3 => NO_HOPE,
        ..=2 => LITTLE_HOPE,
        3 => SOME_HOPE,
        _ => FULL_SCALE,
    }
}

/// Pieces without pawns, in rough values.
fn rough_value(board: &Board, color: Color) -> i32 {
    PieceType::ALL[PieceType::Knight.index()..]
        .iter()
        .map(|&piece_type| {
            let count = board.colored_pieces(color, piece_type).count() as i32;
            count * ROUGH_VALUE[piece_type.index()]
        })
        .sum()
}

/// The factor when each side has one bishop, on different colours.
#[inline]
fn opposite_bishops(board: &Board, strong: Color) -> Option<i32> {
    let own = board.colored_pieces(strong, PieceType::Bishop);
    let enemy = board.colored_pieces(!strong, PieceType::Bishop);
    if own.has_many() || enemy.has_many() || same_color(own.first()?).contains(enemy.first()?) {
        return None;
    }
    let others = board.pieces(PieceType::Knight)
        | board.pieces(PieceType::Rook)
        | board.pieces(PieceType::Queen);
    if others.is_nonempty() {
        return Some(OPPOSITE_BISHOPS_WITH_MORE);
    }
    let pawns = |color| board.colored_pieces(color, PieceType::Pawn).count() as i32;
    let lead = (pawns(strong) - pawns(!strong)).max(0);
    Some(OPPOSITE_BISHOPS_BASE + OPPOSITE_BISHOPS_STEP * lead)
}

/// Whether rook pawns of one file, at most with bishops that do not control the corner, are held up
/// by a bare king in that corner.
fn is_rook_pawn_draw(board: &Board, strong: Color) -> bool {
    let pawns = board.colored_pieces(strong, PieceType::Pawn);
    let bishops = board.colored_pieces(strong, PieceType::Bishop);
    let king = board.king(!strong);
    let Some(pawn) = pawns.first() else { return false };
    let file = Bitboard::from_file(pawn.file());
    let corner = Square::new(pawn.file(), Rank::Eighth.relative_to(strong));
    let is_simple = board.color(strong)
        == pawns | bishops | board.colored_pieces(strong, PieceType::King)
        && board.color(!strong) == king.into();
    if !is_simple || !pawns.is_subset_of(file) || bishops.intersects(same_color(corner)) {
        return false;
    }
    let tempo = i32::from(board.side_to_move() != strong);
    let own_distance = board.king(strong).distance(corner);
    // The defender must be in or beside the corner, or before the pawns and, if there is a bishop,
    // nearer to the corner than the king that could drive it away.
    let is_before = is_before(board, strong, king, file);
    let distance = king.distance(corner) - tempo;
    let is_there = distance <= 1 || is_before;
    is_there && distance < own_distance.max(1) || bishops.is_empty() && is_before
}

/// Whether a king on the file of rook pawns stands before all of them.
fn is_before(board: &Board, strong: Color, king: Square, file: Bitboard) -> bool {
    let pawns = board.colored_pieces(strong, PieceType::Pawn);
    let rank = king.relative_to(strong).rank();
    file.contains(king) && pawns.into_iter().all(|pawn| pawn.relative_to(strong).rank() < rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The factor if White is ahead.
    fn scale(men: &str) -> i32 {
        factor(&format!("{men} w - - 0 1").parse().unwrap(), 100)
    }

    #[test]
    fn hopeless_leads_are_worth_nothing() {
        for men in [
            // A minor piece, two knights, no pawns.
            "4k3/p7/8/8/8/8/8/3BK3",
            "4k3/p7/8/8/8/8/8/2NNK3",
            // Rook pawns before their king, with no bishop or the wrong one.
            "k7/8/8/P7/P7/2K5/8/8",
            "8/k7/8/P7/8/2K5/8/8",
            "k7/8/8/P7/8/2K5/5B2/8",
            "8/k7/8/P7/P7/2K5/8/4B3",
            "8/8/k7/P7/P7/2K5/8/4B3",
            // One bishop each: opposite colours, or the king before the pawn on a safe square.
            "8/4k3/4P3/8/3B4/5b2/8/4K3",
            "8/8/4k3/4P3/8/2B5/5b2/4K3",
        ] {
            assert_eq!(scale(men), NO_HOPE, "{men}");
        }
    }

    #[test]
    fn real_leads_keep_their_worth() {
        for men in [
            // The right bishop, a king far away, another pawn, a king driven off.
            "k7/8/8/P7/8/2K5/4B3/8",
            "7k/8/8/P7/8/2K5/5B2/8",
            "8/2K5/k7/P7/8/8/5B2/8",
            "7k/8/8/P7/8/2K5/8/8",
            "k7/8/8/PP6/8/2K5/5B2/8",
            "8/4k3/4P3/8/8/2B5/5b2/4K3",
        ] {
            assert!(scale(men) > FULL_SCALE / 2, "{men}");
        }
        for men in ["4k3/8/8/8/8/8/PPPP4/4K3", "4kr2/8/8/8/8/8/8/2RRK3", "4k3/p7/8/8/8/8/8/2BBK3"] {
            assert_eq!(scale(men), FULL_SCALE, "{men}");
        }
    }

    #[test]
    fn drawish_leads_lie_between() {
        // The exchange; rook and bishop against rook; opposite bishops alone and with rooks.
        let exchange = scale("4k1b1/8/8/8/8/8/8/3RK3");
        let bishop = scale("4k2r/8/8/8/8/8/8/2RBK3");
        let bishops = scale("4kb2/ppp5/8/8/8/8/PPPP4/4KB2");
        let with_rooks = scale("r3kb2/ppp5/8/8/8/8/PPPP4/R3KB2");
        let same = scale("r3kb2/ppp5/8/8/8/8/PPPP4/R1B1K3");
        assert!(NO_HOPE < exchange && exchange < bishop && bishop < FULL_SCALE);
        assert!(NO_HOPE < bishops && bishops < with_rooks && with_rooks < FULL_SCALE);
        assert_eq!(same, FULL_SCALE);
        // A bigger lead wins more often.
        assert!(bishops < scale("4kb2/p7/8/8/8/8/PPPP4/4KB2"));
    }

    #[test]
    fn only_the_side_ahead_counts() {
        let board = "4k3/p7/8/8/8/8/8/3BK3 w - - 0 1".parse().unwrap();
        assert_eq!(factor(&board, 1), NO_HOPE);
        assert!(factor(&board, -1) > NO_HOPE);
        assert_eq!(factor(&board, 0), FULL_SCALE);
    }
}
