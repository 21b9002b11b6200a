//! Pawn moves.

use super::sink::MoveSink;
use super::subset::Subset;
use crate::attacks::{line, pawn_attacks};
use crate::board::position::Board;
use crate::types::{Bitboard, Move, PieceType, Rank, Side, Square};

impl Board {
    /// Generates the pawn moves of `S` to squares in `check_mask`, and all en passant captures.
    #[inline]
    pub(super) fn generate_pawns<S: Side, Wanted: Subset>(
        &self,
        check_mask: Bitboard,
        sink: &mut impl MoveSink,
    ) {
        let forward = S::COLOR.forward();
        let empty = !self.occupied();
        let them = self.color(S::Opponent::COLOR);
        let pawns = self.colored_pieces(S::COLOR, PieceType::Pawn);
        let free = pawns & !self.pinned;

        let last_rank = last_rank::<S>();
        let pushes = free.shift(forward) & empty;
        let captures = [forward.and_west(), forward.and_east()]
            .map(|direction| (free.shift(direction) & them & check_mask, direction.offset()));
        if Wanted::QUIET {
            sink.pawn_moves(pushes & check_mask & !last_rank, forward.offset());
            let double_pushes = (pushes & third_rank::<S>()).shift(forward) & empty & check_mask;
            sink.pawn_moves(double_pushes, 2 * forward.offset());
        }
        if Wanted::TACTICAL {
            for (targets, offset) in captures {
                sink.pawn_moves(targets & !last_rank, offset);
            }
            if free.intersects(Bitboard::from_rank(Rank::Seventh.relative_to(S::COLOR))) {
                sink.promotions(pushes & check_mask & last_rank, forward.offset());
                for (targets, offset) in captures {
                    sink.promotions(targets & last_rank, offset);
                }
            }
            if let Some(target) = self.en_passant() {
                for from in self.en_passant_capturers::<S>(target) {
                    sink.special(Move::en_passant(from, target));
                }
            }
        }
        if (pawns & self.pinned).is_nonempty() {
            self.generate_pinned_pawns::<S, Wanted>(check_mask, sink);
        }
    }

    /// Generates the moves of pinned pawns one by one, which keeps them off the common path.
    #[cold]
    fn generate_pinned_pawns<S: Side, Wanted: Subset>(
        &self,
        check_mask: Bitboard,
        sink: &mut impl MoveSink,
    ) {
        let king = self.king(S::COLOR);
        for from in self.colored_pieces(S::COLOR, PieceType::Pawn) & self.pinned {
            let targets = self.pawn_targets::<S>(from) & check_mask & line(king, from);
            if Wanted::QUIET {
                sink.moves(from, targets & !last_rank::<S>() & !self.occupied());
            }
            if Wanted::TACTICAL {
                sink.moves(from, targets & !last_rank::<S>() & self.occupied());
                for to in targets & last_rank::<S>() {
                    let offset = to.index() as i8 - from.index() as i8;
                    sink.promotions(to.into(), offset);
                }
            }
        }
    }

    /// Returns the to squares of the pawn on `from`, without en passant and regardless of checks
    /// and pins.
    pub(super) fn pawn_targets<S: Side>(&self, from: Square) -> Bitboard {
        let forward = S::COLOR.forward();
        let empty = !self.occupied();
        let push = Bitboard::from(from).shift(forward) & empty;
        let double_push = (push & third_rank::<S>()).shift(forward) & empty;
        let captures = pawn_attacks(S::COLOR, from) & self.color(S::Opponent::COLOR);
        push | double_push | captures
    }
}

/// Returns the promotion rank of `S`.
#[inline]
pub(super) fn last_rank<S: Side>() -> Bitboard {
    Bitboard::from_rank(Rank::Eighth.relative_to(S::COLOR))
}

/// Returns the rank over which pawns of `S` make double pushes.
#[inline]
fn third_rank<S: Side>() -> Bitboard {
    Bitboard::from_rank(Rank::Third.relative_to(S::COLOR))
}
