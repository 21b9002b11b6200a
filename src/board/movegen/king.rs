//! King moves and castling.

use super::sink::MoveSink;
use super::subset::Subset;
use crate::attacks::{
    Slider, all_pawn_attacks, between, empty_board_attacks, king_attacks, knight_attacks,
    slider_attacks,
};
use crate::board::position::Board;
use crate::types::{Bitboard, Move, PieceType, Side, Square, Wing};

impl Board {
    /// Generates the king moves of `S` to squares in `targets`, and castling if quiet moves are
    /// wanted.
    #[inline]
    pub(super) fn generate_king<S: Side, Wanted: Subset>(
        &self,
        targets: Bitboard,
        sink: &mut impl MoveSink,
    ) {
        let king = self.king(S::COLOR);
        let steps = king_attacks(king) & targets;
        let paths = if Wanted::QUIET { self.castling_paths::<S>() } else { Bitboard::EMPTY };
        if (steps | paths).is_empty() {
            return;
        }
        // Computing attacked squares is the expensive part, so steps and paths share it.
        let safe = self.safe_king_squares::<S>(steps | paths);
        sink.moves(king, steps & safe);
        if paths.intersects(safe) {
            for rook in self.castling.rooks_of(S::COLOR) {
                if self.castling_path::<S>(rook).is_some_and(|path| path.is_subset_of(safe)) {
                    sink.special(Move::castling(king, rook));
                }
            }
        }
    }

    /// Returns the squares among `squares` on which the king of `S` would not be attacked.
    #[inline]
    pub(super) fn safe_king_squares<S: Side>(&self, squares: Bitboard) -> Bitboard {
        let them = self.color(S::Opponent::COLOR);
        let their_pawns = self.colored_pieces(S::Opponent::COLOR, PieceType::Pawn);
        let mut safe = squares
            & !all_pawn_attacks(S::Opponent::COLOR, their_pawns)
            & !king_attacks(self.king(S::Opponent::COLOR));
        for knight in self.pieces(PieceType::Knight) & them {
            safe &= !knight_attacks(knight);
        }
        if safe.is_empty() {
            return safe;
        }
        // The king does not block sliders on the squares behind it.
        let occupied = self.occupied() ^ self.king(S::COLOR).into();
        for slider in [Slider::Bishop, Slider::Rook] {
            for from in self.sliders(slider) & them {
                if safe.intersects(empty_board_attacks(slider, from)) {
                    safe &= !slider_attacks(slider, from, occupied);
                }
            }
        }
        safe
    }

    /// Whether `S` can castle with the rook on `rook`.
    pub(super) fn can_castle<S: Side>(&self, rook: Square) -> bool {
        self.castling.rooks_of(S::COLOR).contains(rook)
            && !self.in_check()
            && self
                .castling_path::<S>(rook)
                .is_some_and(|path| path.is_subset_of(self.safe_king_squares::<S>(path)))
    }

    /// Returns the union of the king's paths of all castling moves of `S` that are not blocked;
    /// empty in check.
    #[inline]
    fn castling_paths<S: Side>(&self) -> Bitboard {
        let rooks = self.castling.rooks_of(S::COLOR);
        if rooks.is_empty() || self.in_check() {
            return Bitboard::EMPTY;
        }
        let paths = rooks.into_iter().filter_map(|rook| self.castling_path::<S>(rook));
        paths.fold(Bitboard::EMPTY, |all, path| all | path)
    }

    /// Returns the squares that the king of `S` crosses or reaches when castling with `rook`, or
    /// `None` if a piece blocks king or rook.
    #[inline]
    fn castling_path<S: Side>(&self, rook: Square) -> Option<Bitboard> {
        let king = self.king(S::COLOR);
        let wing = Wing::of(king, rook);
        let (king_to, rook_to) = (wing.king_to(S::COLOR), wing.rook_to(S::COLOR));
        let king_path = between(king, king_to) | king_to.into();
        let rook_path = between(rook, rook_to) | rook_to.into();
        let others = self.occupied() & !(Bitboard::from(king) | rook.into());
        // In Chess960 the rook may be pinned along the back rank.
        let is_open = !(king_path | rook_path).intersects(others) && !self.pinned.contains(rook);
        is_open.then_some(king_path)
    }
}
