//! En passant captures.

use super::position::Board;
use super::zobrist;
use crate::attacks::pawn_attacks;
use crate::types::{Bitboard, PieceType, Side, Square};

impl Board {
    /// Returns the pawns of `S`, the side to move, that can legally capture en passant on `target`.
    #[inline]
    pub(super) fn en_passant_capturers<S: Side>(&self, target: Square) -> Bitboard {
        let victim = target.step(S::Opponent::COLOR.forward());
        let pawns = self.colored_pieces(S::COLOR, PieceType::Pawn);
        let candidates = pawn_attacks(S::Opponent::COLOR, target) & pawns;
        // Pin masks do not cover the removal of two pawns from one rank, so each capture is tried.
        let is_legal = |pawn: &Square| {
            let victim = Bitboard::from(victim);
            let occupied = self.occupied() ^ victim ^ (*pawn).into() ^ target.into();
            self.opponent_attackers::<S>(self.king(S::COLOR), occupied).is_subset_of(victim)
        };
        candidates.into_iter().filter(is_legal).collect()
    }

    /// Sets the en passant square to `target` if `S`, the side to move, can legally capture there.
    #[inline]
    pub(super) fn set_en_passant<S: Side>(&mut self, target: Square) {
        if self.en_passant_capturers::<S>(target).is_nonempty() {
            self.en_passant = Some(target.file());
            self.key ^= zobrist::en_passant(target.file());
        }
    }
}
