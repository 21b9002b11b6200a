//! Legality of a single move.

use super::pawns::last_rank;
use crate::attacks::{king_attacks, line, piece_attacks};
use crate::board::position::Board;
use crate::types::{Bitboard, Move, MoveKind, PieceType, Side, Square, with_side};

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
                self.targets::<S>(piece_type, from).contains(to)
            }
        }
    }

    /// Returns the to squares of the normal moves and promotions of the piece of `S` on `from`.
    fn targets<S: Side>(&self, piece_type: PieceType, from: Square) -> Bitboard {
        let not_us = !self.color(S::COLOR);
        let reached = match piece_type {
            PieceType::King => return self.safe_king_squares::<S>(king_attacks(from) & not_us),
            PieceType::Pawn => self.pawn_targets::<S>(from),
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
