//! Moves of pawns and kings, castling included.

use super::sink::{MoveSink, QUIET, Subset, TACTICAL};
use crate::attacks::{
    Slider, all_pawn_attacks, between, empty_board_attacks, king_attacks, knight_attacks, line,
    pawn_attacks, slider_attacks,
};
use crate::board::position::Board;
use crate::types::{Bitboard, Move, PieceType, Rank, Side, Square, Wing};

impl Board {
    /// Generates the pawn moves of `S` to squares in `check_mask`, and all en passant captures.
    pub(super) fn generate_pawns<S: Side, const WANTED: Subset>(
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
        if WANTED & QUIET != 0 {
            sink.pawn_moves(pushes & check_mask & !last_rank, forward.offset());
            let double_pushes = (pushes & third_rank::<S>()).shift(forward) & empty & check_mask;
            sink.pawn_moves(double_pushes, 2 * forward.offset());
        }
        if WANTED & TACTICAL != 0 {
            for (to_squares, offset) in captures {
                sink.pawn_moves(to_squares & !last_rank, offset);
            }
            if free.intersects(Bitboard::from_rank(Rank::Seventh.relative_to(S::COLOR))) {
                sink.promotions(pushes & check_mask & last_rank, forward.offset());
                for (to_squares, offset) in captures {
                    sink.promotions(to_squares & last_rank, offset);
                }
            }
            if let Some(to) = self.en_passant() {
                for from in self.en_passant_capturers::<S>(to) {
                    sink.special(Move::en_passant(from, to));
                }
            }
        }
        if (pawns & self.pinned).is_nonempty() {
            self.generate_pinned_pawns::<S, WANTED>(check_mask, sink);
        }
    }

    /// Generates the moves of pinned pawns one by one, which keeps them off the common path.
    #[cold]
    fn generate_pinned_pawns<S: Side, const WANTED: Subset>(
        &self,
        check_mask: Bitboard,
        sink: &mut impl MoveSink,
    ) {
        let king = self.king(S::COLOR);
        for from in self.colored_pieces(S::COLOR, PieceType::Pawn) & self.pinned {
            let to_squares = self.pawn_to_squares::<S>(from) & check_mask & line(king, from);
            if WANTED & QUIET != 0 {
                sink.moves(from, to_squares & !last_rank::<S>() & !self.occupied());
            }
            if WANTED & TACTICAL != 0 {
                sink.moves(from, to_squares & !last_rank::<S>() & self.occupied());
                for to in to_squares & last_rank::<S>() {
                    let offset = to.index() as i8 - from.index() as i8;
                    sink.promotions(to.into(), offset);
                }
            }
        }
    }

    /// Returns the to squares of the pawn on `from`, without en passant and regardless of checks
    /// and pins.
    pub(super) fn pawn_to_squares<S: Side>(&self, from: Square) -> Bitboard {
        let forward = S::COLOR.forward();
        let empty = !self.occupied();
        let push = Bitboard::from(from).shift(forward) & empty;
        let double_push = (push & third_rank::<S>()).shift(forward) & empty;
        let captures = pawn_attacks(S::COLOR, from) & self.color(S::Opponent::COLOR);
        push | double_push | captures
    }
}

/// Returns the promotion rank of `S`.
pub(super) fn last_rank<S: Side>() -> Bitboard {
    Bitboard::from_rank(Rank::Eighth.relative_to(S::COLOR))
}

/// Returns the rank over which pawns of `S` make double pushes.
fn third_rank<S: Side>() -> Bitboard {
    Bitboard::from_rank(Rank::Third.relative_to(S::COLOR))
}

impl Board {
    /// Generates the king moves of `S` to squares in `to_squares`, and castling if quiet moves are
    /// wanted.
    pub(super) fn generate_king<S: Side, const WANTED: Subset>(
        &self,
        to_squares: Bitboard,
        sink: &mut impl MoveSink,
    ) {
        let king = self.king(S::COLOR);
        let steps = king_attacks(king) & to_squares;
        let paths = if WANTED & QUIET != 0 { self.castling_paths::<S>() } else { Bitboard::EMPTY };
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
