//! Making moves: one board from another.

use super::{Board, MAX_HALFMOVE_CLOCK, zobrist};
use crate::attacks::pawn_attacks;
use crate::types::{
    Bitboard, CastlingRights, Color, Move, MoveKind, PieceType, Side, Square, Wing, with_side,
};

impl Board {
    /// The board after `mv`, which must be legal here ([`Board::is_legal`]).
    #[inline]
    pub fn make(&self, mv: Move) -> Self {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self}");
        let mut next = *self;
        with_side!(self.side_to_move, S => next.play::<S>(mv));
        next
    }

    /// The board after the side to move has passed. The side to move must not be in check.
    pub fn make_null(&self) -> Self {
        debug_assert!(!self.in_check(), "a null move in check: {self}");
        let mut next = *self;
        with_side!(self.side_to_move, S => {
            next.pass_turn::<S>();
            next.update_checks::<<S as Side>::Opponent>();
        });
        next
    }

    /// Makes a legal move of `S`, the side to move, in place: a board that is moved about after
    /// its fields were written costs more than the move itself.
    #[inline]
    pub(super) fn play<S: Side>(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        self.pass_turn::<S>();
        match mv.kind() {
            MoveKind::Normal => {
                let piece_type = self.man_on(from);
                self.capture::<S>(to);
                self.relocate::<S>(piece_type, from, to);
                let mut touched = Bitboard::from(from) | to.into();
                if piece_type == PieceType::Pawn {
                    self.halfmove_clock = 0;
                    if from.rank().index().abs_diff(to.rank().index()) == 2 {
                        self.double_step::<S>(from.step(S::COLOR.forward()));
                    }
                } else if piece_type == PieceType::King {
                    touched |= Bitboard::from_rank(S::COLOR.back_rank());
                }
                self.end_castling(touched);
            }
            MoveKind::Promotion => {
                self.capture::<S>(to);
                self.toggle(S::COLOR, PieceType::Pawn, from);
                self.mailbox[from.index()] = None;
                self.put(S::COLOR, mv.promoted_to().unwrap_or(PieceType::Queen), to);
                self.halfmove_clock = 0;
                self.end_castling(to.into());
            }
            MoveKind::EnPassant => {
                let victim = to.step(S::Opponent::COLOR.forward());
                self.capture::<S>(victim);
                self.mailbox[victim.index()] = None;
                self.relocate::<S>(PieceType::Pawn, from, to);
            }
            MoveKind::Castling => {
                let wing = Wing::of(from, to);
                // Either man may arrive where the other one stood, so both leave first.
                self.toggle(S::COLOR, PieceType::King, from);
                self.toggle(S::COLOR, PieceType::Rook, to);
                self.mailbox[from.index()] = None;
                self.mailbox[to.index()] = None;
                self.put(S::COLOR, PieceType::King, wing.king_to(S::COLOR));
                self.put(S::COLOR, PieceType::Rook, wing.rook_to(S::COLOR));
                self.end_castling(Bitboard::from_rank(S::COLOR.back_rank()));
            }
        }
        self.update_checks::<S::Opponent>();
    }

    /// Clocks, side to move and the end of an en-passant chance.
    #[inline]
    fn pass_turn<S: Side>(&mut self) {
        self.side_to_move = S::Opponent::COLOR;
        self.key ^= zobrist::black_to_move();
        if let Some(file) = self.en_passant.take() {
            self.key ^= zobrist::en_passant(file);
        }
        self.halfmove_clock = (self.halfmove_clock + 1).min(MAX_HALFMOVE_CLOCK);
        if S::COLOR == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
    }

    /// A pawn of `S` has passed over `passed`: it may be capturable there.
    #[inline]
    fn double_step<S: Side>(&mut self, passed: Square) {
        let hostile_pawns = self.colored_pieces(S::Opponent::COLOR, PieceType::Pawn);
        if pawn_attacks(S::COLOR, passed).intersects(hostile_pawns) {
            self.set_en_passant::<S::Opponent>(passed);
        }
    }

    #[inline]
    pub(super) fn man_on(&self, square: Square) -> PieceType {
        debug_assert!(self.piece_type_on(square).is_some(), "no man on {square}");
        self.piece_type_on(square).unwrap_or(PieceType::Pawn)
    }

    /// Removes the opponent's man on `square`, if there is one, from every record but the mailbox.
    #[inline]
    fn capture<S: Side>(&mut self, square: Square) {
        if let Some(captured) = self.piece_type_on(square) {
            self.toggle(S::Opponent::COLOR, captured, square);
            self.halfmove_clock = 0;
        }
    }

    #[inline]
    fn relocate<S: Side>(&mut self, piece_type: PieceType, from: Square, to: Square) {
        self.toggle(S::COLOR, piece_type, from);
        self.mailbox[from.index()] = None;
        self.put(S::COLOR, piece_type, to);
    }

    #[inline]
    pub(super) fn put(&mut self, color: Color, piece_type: PieceType, square: Square) {
        self.toggle(color, piece_type, square);
        self.mailbox[square.index()] = Some(piece_type);
    }

    /// Takes away the rights of the castling rooks on `touched`.
    #[inline]
    fn end_castling(&mut self, touched: Bitboard) {
        if self.castling.rooks().intersects(touched) {
            self.set_castling(self.castling.without(touched));
        }
    }

    pub(super) fn set_castling(&mut self, rights: CastlingRights) {
        self.key ^= zobrist::castling(self.castling) ^ zobrist::castling(rights);
        self.castling = rights;
    }
}
