//! Making moves.

use super::position::{Board, MAX_HALFMOVE_CLOCK};
use super::zobrist;
use crate::types::{Bitboard, Color, Move, MoveKind, PieceType, Side, Square, Wing, with_side};

impl Board {
    /// Returns the position after `mv`, which must be legal ([`Board::is_legal`]).
    pub fn make(&self, mv: Move) -> Self {
        debug_assert!(self.is_legal(mv), "illegal move {mv:?} in {self}");
        let mut next = *self;
        with_side!(self.side_to_move, S => next.play::<S>(mv));
        next
    }

    /// Returns the position after a null move. The side to move must not be in check.
    pub fn make_null(&self) -> Self {
        debug_assert!(!self.in_check(), "null move in check in {self}");
        let mut next = *self;
        with_side!(self.side_to_move, S => {
            next.pass_turn::<S>();
            next.update_checks::<<S as Side>::Opponent>();
        });
        next
    }

    /// Returns the key of the position after a null move.
    pub fn key_after_null(&self) -> u64 {
        self.key ^ zobrist::black_to_move() ^ self.en_passant.map_or(0, zobrist::en_passant)
    }

    /// Predicts the key of the position after `mv`, which may be any 16 bits, at a fraction of the
    /// cost of making the move.
    ///
    /// The prediction is right if `mv` is a legal normal move, takes no castling rights away and
    /// allows no capture en passant.
    #[inline]
    pub fn predicted_key(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let us = self.side_to_move;
        let moved = self.piece_type_on(from).unwrap_or(PieceType::Pawn);
        let captured = self.piece_type_on(to);
        self.key_after_null()
            ^ zobrist::piece(us, moved, from)
            ^ zobrist::piece(us, moved, to)
            ^ captured.map_or(0, |captured| zobrist::piece(!us, captured, to))
    }

    /// Predicts the half-move clock of the position after `mv`, under the conditions of
    /// [`predicted_key`](Self::predicted_key).
    #[inline]
    pub fn predicted_halfmove_clock(&self, mv: Move) -> u8 {
        let resets =
            self.pieces(PieceType::Pawn).contains(mv.from()) || self.occupied().contains(mv.to());
        if resets { 0 } else { self.halfmove_clock_after_null() }
    }

    /// Returns the half-move clock of the position after a null move.
    #[inline]
    pub fn halfmove_clock_after_null(&self) -> u8 {
        (self.halfmove_clock + 1).min(MAX_HALFMOVE_CLOCK)
    }

    /// Plays a legal move of `S`, the side to move, in place.
    ///
    /// A version that returns the new board is slower, since it copies the board once more.
    pub(super) fn play<S: Side>(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        self.pass_turn::<S>();
        match mv.kind() {
            MoveKind::Normal => {
                let piece_type = self.occupant(from);
                self.capture::<S>(to);
                self.relocate::<S>(piece_type, from, to);
                let mut touched = Bitboard::from(from) | to.into();
                if piece_type == PieceType::Pawn {
                    self.halfmove_clock = 0;
                    if from.rank_distance(to) == 2 {
                        self.set_en_passant::<S::Opponent>(from.step(S::COLOR.forward()));
                    }
                } else if piece_type == PieceType::King {
                    touched |= Bitboard::from_rank(S::COLOR.back_rank());
                }
                self.remove_castling(touched);
            }
            MoveKind::Promotion => {
                self.capture::<S>(to);
                self.toggle(S::COLOR, PieceType::Pawn, from);
                self.mailbox[from.index()] = None;
                self.put(S::COLOR, mv.promoted_to().unwrap_or(PieceType::Queen), to);
                self.halfmove_clock = 0;
                self.remove_castling(to.into());
            }
            MoveKind::EnPassant => {
                let victim = to.step(S::Opponent::COLOR.forward());
                self.capture::<S>(victim);
                self.mailbox[victim.index()] = None;
                self.relocate::<S>(PieceType::Pawn, from, to);
            }
            MoveKind::Castling => {
                let wing = Wing::of(from, to);
                // In Chess960 a piece may end where the other one starts, so both are removed
                // first.
                self.toggle(S::COLOR, PieceType::King, from);
                self.toggle(S::COLOR, PieceType::Rook, to);
                self.mailbox[from.index()] = None;
                self.mailbox[to.index()] = None;
                self.put(S::COLOR, PieceType::King, wing.king_to(S::COLOR));
                self.put(S::COLOR, PieceType::Rook, wing.rook_to(S::COLOR));
                self.remove_castling(Bitboard::from_rank(S::COLOR.back_rank()));
            }
        }
        self.update_checks::<S::Opponent>();
    }

    /// Passes the turn to the opponent: updates the clocks and resets the en passant square.
    fn pass_turn<S: Side>(&mut self) {
        self.side_to_move = S::Opponent::COLOR;
        self.key ^= zobrist::black_to_move();
        if let Some(file) = self.en_passant.take() {
            self.key ^= zobrist::en_passant(file);
        }
        self.halfmove_clock = self.halfmove_clock_after_null();
        if S::COLOR == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
    }

    /// Removes the opponent's piece on `square`, if any, from the bitboards and keys, but not from
    /// the mailbox.
    fn capture<S: Side>(&mut self, square: Square) {
        if let Some(captured) = self.piece_type_on(square) {
            self.toggle(S::Opponent::COLOR, captured, square);
            self.halfmove_clock = 0;
        }
    }

    /// Moves a piece to a square that is empty or whose piece has been captured.
    fn relocate<S: Side>(&mut self, piece_type: PieceType, from: Square, to: Square) {
        self.toggle(S::COLOR, piece_type, from);
        self.mailbox[from.index()] = None;
        self.put(S::COLOR, piece_type, to);
    }

    /// Removes the castling rights of rooks on the squares `touched`.
    fn remove_castling(&mut self, touched: Bitboard) {
        if self.castling.rooks().intersects(touched) {
            self.set_castling(self.castling.without(touched));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_predicted() {
        let mut predicted = 0;
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        ] {
            let board: Board = fen.parse().unwrap();
            assert_eq!(board.key_after_null(), board.make_null().key(), "{fen}");
            for mv in board.legal_moves() {
                let next = board.make(mv);
                let is_plain = mv.kind() == MoveKind::Normal
                    && next.castling() == board.castling()
                    && next.en_passant().is_none();
                if is_plain {
                    assert_eq!(board.predicted_key(mv), next.key(), "{mv:?} in {fen}");
                }
                predicted += usize::from(is_plain);
            }
            // Any 16 bits are accepted.
            (0..=u16::MAX).for_each(|bits| _ = board.predicted_key(Move::from_bits(bits)));
        }
        assert!(predicted > 60, "{predicted} moves");
    }
}
