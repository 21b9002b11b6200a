//! Draws that depend on the position alone.

use super::cuckoo;
use super::position::Board;
use crate::attacks::between;
use crate::types::{Bitboard, PieceType};

/// The half-move clock at which the fifty-move rule draws the game, unless the last move gave mate.
pub(crate) const FIFTY_MOVES: u8 = 100;

impl Board {
    /// Whether the game is drawn by the fifty-move rule. Checkmate on the last move takes
    /// precedence.
    #[inline]
    pub fn is_fifty_move_draw(&self) -> bool {
        self.halfmove_clock() >= FIFTY_MOVES && (!self.in_check() || self.has_legal_move())
    }

    /// Whether the side to move has a reversible move of a non-pawn piece to the position with
    /// `key`.
    ///
    /// The keys must match and the squares between be empty; pins and checks are ignored.
    #[inline]
    pub fn has_reversible_move_to(&self, key: u64) -> bool {
        cuckoo::squares_of(self.key() ^ key).is_some_and(|[a, b]| {
            let ends = Bitboard::from(a) | b.into();
            ends.intersects(self.color(self.side_to_move()))
                && !between(a, b).intersects(self.occupied())
        })
    }

    /// Whether neither side can be mated by any sequence of legal moves for lack of material: bare
    /// kings, a single minor piece, or only bishops on squares of one colour.
    #[inline]
    pub fn is_insufficient_material(&self) -> bool {
        let mating_material = self.pieces(PieceType::Pawn)
            | self.pieces(PieceType::Rook)
            | self.pieces(PieceType::Queen);
        if mating_material.is_nonempty() {
            return false;
        }
        let bishops = self.pieces(PieceType::Bishop);
        let knights = self.pieces(PieceType::Knight);
        if knights.is_empty() {
            return !bishops.intersects(Bitboard::DARK_SQUARES)
                || !bishops.intersects(!Bitboard::DARK_SQUARES);
        }
        bishops.is_empty() && !knights.has_many()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insufficient_material_is_detected() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
            ("4kb2/8/8/8/8/8/8/4K3 w - - 0 1", true),
            // Both bishops are on dark squares.
            ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
            // Bishops of both square colours: a helpmate in the corner is possible.
            ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false),
            ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false),
            ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", false),
        ] {
            assert_eq!(fen.parse::<Board>().unwrap().is_insufficient_material(), expected, "{fen}");
        }
    }

    #[test]
    fn checkmate_takes_precedence_over_the_fifty_move_rule() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/4K2R w - - 99 90", false),
            ("4k3/8/8/8/8/8/8/4K2R w - - 100 90", true),
            ("R3k3/8/4K3/8/8/8/8/8 b - - 100 90", false),
            ("R3k3/8/3K4/8/8/8/8/8 b - - 100 90", true),
        ] {
            assert_eq!(fen.parse::<Board>().unwrap().is_fifty_move_draw(), expected, "{fen}");
        }
    }
}
