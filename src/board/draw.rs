//! Draws that the board alone shows. Repetition needs the earlier positions and is the searcher's.

use super::{Board, cuckoo};
use crate::attacks::between;
use crate::types::{Bitboard, PieceType};

impl Board {
    /// Whether the fifty-move rule draws the game. Checkmate on the hundredth half-move comes first.
    #[inline]
    pub fn is_fifty_move_draw(&self) -> bool {
        self.halfmove_clock() >= 100 && (!self.in_check() || self.has_legal_move())
    }

    /// Whether a move of one of its pieces takes the side to move to the position with `key`, as far
    /// as keys and the squares between tell: pins and checks are not looked at.
    #[inline]
    pub fn has_reversible_move_to(&self, key: u64) -> bool {
        cuckoo::squares_of(self.key() ^ key).is_some_and(|[a, b]| {
            let ends = Bitboard::from(a) | b.into();
            ends.intersects(self.color(self.side_to_move()))
                && !between(a, b).intersects(self.occupied())
        })
    }

    /// Whether no sequence of legal moves can mate: bare kings, one minor piece, or bishops of one
    /// square colour alone.
    #[inline]
    pub fn is_insufficient_material(&self) -> bool {
        let heavy = self.pieces(PieceType::Pawn)
            | self.pieces(PieceType::Rook)
            | self.pieces(PieceType::Queen);
        if heavy.is_nonempty() {
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
    fn material_that_cannot_mate() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
            ("4kb2/8/8/8/8/8/8/4K3 w - - 0 1", true),
            // f8 and c1 are both dark.
            ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
            // c8 is light: a helpmate in the corner exists.
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
    fn checkmate_precedes_the_fifty_move_rule() {
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
