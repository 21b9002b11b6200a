//! Generation of legal moves.
//!
//! The check mask (capture the checker or block) and the pin lines restrict the to squares, so that
//! only legal moves are generated and no move has to be made to test it. Moves are handed to a sink
//! in groups: a sink that only counts them is fast enough for bulk counting in perft.

mod king;
mod legality;
mod pawns;
mod sink;
mod subset;

use self::sink::{DirectChecks, MoveCounter, MoveSink};
pub(super) use self::subset::{All, Subset};
use self::subset::{Quiet, Tactical};
use crate::attacks::{Slider, between, knight_attacks, line, slider_attacks};
use crate::board::position::Board;
use crate::types::{Bitboard, MoveList, PieceType, Side, with_side};

impl Board {
    /// Returns all legal moves.
    pub fn legal_moves(&self) -> MoveList {
        with_side!(self.side_to_move, S => self.moves_for::<S, All>())
    }

    /// Returns the legal captures, en passant captures and promotions.
    pub fn tactical_moves(&self) -> MoveList {
        with_side!(self.side_to_move, S => self.moves_for::<S, Tactical>())
    }

    /// Returns the legal moves that are not among [`Board::tactical_moves`].
    pub fn quiet_moves(&self) -> MoveList {
        with_side!(self.side_to_move, S => self.moves_for::<S, Quiet>())
    }

    /// Returns those of [`Board::quiet_moves`] that [give direct check](Board::gives_direct_check).
    pub fn quiet_checks(&self) -> MoveList {
        let mut checks = DirectChecks::new(self);
        with_side!(self.side_to_move, S => self.generate::<S, Quiet>(&mut checks));
        checks.moves
    }

    /// Whether the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        with_side!(self.side_to_move, S => self.count_for::<S>()) != 0
    }

    /// Returns the legal moves of `S`, the side to move, that belong to a subset.
    #[inline]
    pub(super) fn moves_for<S: Side, Wanted: Subset>(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate::<S, Wanted>(&mut moves);
        moves
    }

    /// Returns the number of legal moves of `S`, the side to move.
    #[inline]
    pub(super) fn count_for<S: Side>(&self) -> u64 {
        let mut counter = MoveCounter(0);
        self.generate::<S, All>(&mut counter);
        counter.0
    }

    /// Hands the legal moves of `S`, the side to move, that belong to a subset to `sink`.
    #[inline]
    fn generate<S: Side, Wanted: Subset>(&self, sink: &mut impl MoveSink) {
        let targets = Wanted::targets(self.color(S::COLOR), self.color(S::Opponent::COLOR));
        if !self.checkers.has_many() {
            let check_mask = self.check_mask::<S>();
            self.generate_pawns::<S, Wanted>(check_mask, sink);
            self.generate_pieces::<S>(targets & check_mask, sink);
        }
        self.generate_king::<S, Wanted>(targets, sink);
    }

    /// Returns the squares to which pieces other than the king may move: all squares, or in check
    /// those that end it, none in double check.
    #[inline]
    fn check_mask<S: Side>(&self) -> Bitboard {
        match self.checkers.first() {
            None => Bitboard::ALL,
            Some(_) if self.checkers.has_many() => Bitboard::EMPTY,
            Some(checker) => between(self.king(S::COLOR), checker) | self.checkers,
        }
    }

    /// Generates the moves of knights, bishops, rooks and queens of `S` to squares in `targets`.
    #[inline]
    fn generate_pieces<S: Side>(&self, targets: Bitboard, sink: &mut impl MoveSink) {
        let occupied = self.occupied();
        let us = self.color(S::COLOR);
        let free = us & !self.pinned;
        for from in self.pieces(PieceType::Knight) & free {
            sink.moves(from, knight_attacks(from) & targets);
        }
        for slider in [Slider::Bishop, Slider::Rook] {
            for from in self.sliders(slider) & free {
                sink.moves(from, slider_attacks(slider, from, occupied) & targets);
            }
        }
        if self.pinned.is_empty() {
            return;
        }
        // A pinned knight has no moves; a pinned slider stays on the line through its king.
        let king = self.king(S::COLOR);
        for slider in [Slider::Bishop, Slider::Rook] {
            for from in self.sliders(slider) & self.pinned {
                let pinned_targets = targets & line(king, from);
                sink.moves(from, slider_attacks(slider, from, occupied) & pinned_targets);
            }
        }
    }
}
