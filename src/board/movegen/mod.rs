//! Generation of legal moves, and the legality of a single move.
//!
//! The check mask (capture the checker or block) and the pin lines restrict the to squares, so that
//! only legal moves are generated and no move has to be made to test it. Moves are handed to a sink
//! in groups: a sink that only counts them is fast enough for bulk counting in perft.

mod pieces;
mod sink;

use self::pieces::last_rank;
use self::sink::{ALL, MoveCounter, MoveSink, QUIET, Subset, TACTICAL};
use super::position::Board;
use crate::attacks::{
    Slider, between, king_attacks, knight_attacks, line, piece_attacks, slider_attacks,
};
use crate::types::{Bitboard, Move, MoveKind, MoveList, PieceType, Side, Square, with_side};

impl Board {
    /// Returns all legal moves.
    pub fn legal_moves(&self) -> MoveList {
        with_side!(self.side_to_move, S => self.moves_for::<S>())
    }

    /// Adds the legal captures, en passant captures and promotions to `moves`. A returned list is
    /// copied, so the search has 1 % more nodes per second this way.
    pub fn add_tactical_moves(&self, moves: &mut MoveList) {
        with_side!(self.side_to_move, S => self.generate::<S, TACTICAL>(moves));
    }

    /// Adds the legal moves that are not [tactical](Board::add_tactical_moves) to `moves`.
    pub fn add_quiet_moves(&self, moves: &mut MoveList) {
        with_side!(self.side_to_move, S => self.generate::<S, QUIET>(moves));
    }

    /// Returns the [quiet moves](Board::add_quiet_moves) that [give direct
    /// check](Board::gives_direct_check).
    pub fn quiet_checks(&self) -> MoveList {
        let gives_check = self.direct_checks();
        let mut moves = MoveList::new();
        self.add_quiet_moves(&mut moves);
        moves.retain(|mv| gives_check(*mv));
        moves
    }

    /// Whether the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        with_side!(self.side_to_move, S => self.count_for::<S>()) != 0
    }

    /// Returns the legal moves of `S`, the side to move.
    pub(super) fn moves_for<S: Side>(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate::<S, ALL>(&mut moves);
        moves
    }

    /// Returns the number of legal moves of `S`, the side to move.
    pub(super) fn count_for<S: Side>(&self) -> u64 {
        let mut counter = MoveCounter(0);
        self.generate::<S, ALL>(&mut counter);
        counter.0
    }

    /// Hands the legal moves of `S`, the side to move, that belong to a subset to `sink`.
    fn generate<S: Side, const WANTED: Subset>(&self, sink: &mut impl MoveSink) {
        let (us, them) = (self.color(S::COLOR), self.color(S::Opponent::COLOR));
        let to_squares = match WANTED {
            TACTICAL => them,
            QUIET => !(us | them),
            _ => !us,
        };
        if !self.checkers.has_many() {
            let check_mask = self.check_mask::<S>();
            self.generate_pawns::<S, WANTED>(check_mask, sink);
            self.generate_pieces::<S>(to_squares & check_mask, sink);
        }
        self.generate_king::<S, WANTED>(to_squares, sink);
    }

    /// Returns the squares to which pieces other than the king may move: all squares, or in check
    /// those that end it, none in double check.
    fn check_mask<S: Side>(&self) -> Bitboard {
        match self.checkers.first() {
            None => Bitboard::ALL,
            Some(_) if self.checkers.has_many() => Bitboard::EMPTY,
            Some(checker) => between(self.king(S::COLOR), checker) | self.checkers,
        }
    }

    /// Generates the moves of knights, bishops, rooks and queens of `S` to squares in `to_squares`.
    fn generate_pieces<S: Side>(&self, to_squares: Bitboard, sink: &mut impl MoveSink) {
        let occupied = self.occupied();
        let us = self.color(S::COLOR);
        let free = us & !self.pinned;
        for from in self.pieces(PieceType::Knight) & free {
            sink.moves(from, knight_attacks(from) & to_squares);
        }
        for slider in [Slider::Bishop, Slider::Rook] {
            for from in self.sliders(slider) & free {
                sink.moves(from, slider_attacks(slider, from, occupied) & to_squares);
            }
        }
        if self.pinned.is_empty() {
            return;
        }
        // A pinned knight has no moves; a pinned slider stays on the line through its king.
        let king = self.king(S::COLOR);
        for slider in [Slider::Bishop, Slider::Rook] {
            for from in self.sliders(slider) & self.pinned {
                let pinned_to_squares = to_squares & line(king, from);
                sink.moves(from, slider_attacks(slider, from, occupied) & pinned_to_squares);
            }
        }
    }
}

impl Board {
    /// Whether `mv`, which may be any 16 bits, is a legal move.
    pub fn is_legal(&self, mv: Move) -> bool {
        with_side!(self.side_to_move, S => self.is_legal_for::<S>(mv))
    }

    fn is_legal_for<S: Side>(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece_type) = self.piece_type_on(from) else {
            return false;
        };
        if !self.color(S::COLOR).contains(from) {
            return false;
        }
        // Comparing with a fresh move rejects moves with stray promotion bits.
        match mv.kind() {
            MoveKind::Castling => {
                mv == Move::castling(self.king(S::COLOR), to) && self.can_castle::<S>(to)
            }
            MoveKind::EnPassant => {
                mv == Move::en_passant(from, to)
                    && self.en_passant() == Some(to)
                    && self.en_passant_capturers::<S>(to).contains(from)
            }
            MoveKind::Normal | MoveKind::Promotion => {
                let promotes = piece_type == PieceType::Pawn && last_rank::<S>().contains(to);
                if promotes != mv.promoted_to().is_some()
                    || !promotes && mv != Move::normal(from, to)
                {
                    return false;
                }
                self.reachable_squares::<S>(piece_type, from).contains(to)
            }
        }
    }

    /// Returns the to squares of the normal moves and promotions of the piece of `S` on `from`.
    fn reachable_squares<S: Side>(&self, piece_type: PieceType, from: Square) -> Bitboard {
        let not_us = !self.color(S::COLOR);
        let reached = match piece_type {
            PieceType::King => return self.safe_king_squares::<S>(king_attacks(from) & not_us),
            PieceType::Pawn => self.pawn_to_squares::<S>(from),
            other => piece_attacks(other, S::COLOR, from, self.occupied()),
        };
        let pin_mask = if self.pinned.contains(from) {
            line(self.king(S::COLOR), from)
        } else {
            Bitboard::ALL
        };
        reached & not_us & pin_mask & self.check_mask::<S>()
    }
}
