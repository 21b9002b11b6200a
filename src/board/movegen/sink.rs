//! Receivers of generated moves, and the subsets of the legal moves that are generated.

use crate::types::{Bitboard, Move, MoveList, PieceType, Square};

/// The promotion pieces, most useful first.
const PROMOTION_ORDER: [PieceType; 4] =
    [PieceType::Queen, PieceType::Knight, PieceType::Rook, PieceType::Bishop];

/// A receiver of legal moves, which come in groups, each move once.
pub(super) trait MoveSink {
    /// Receives the moves of the piece on `from` to `to_squares`. The moves of a queen come in two
    /// groups.
    fn moves(&mut self, from: Square, to_squares: Bitboard);

    /// Receives pawn moves to `to_squares`, each from the square with index `to - offset`.
    fn pawn_moves(&mut self, to_squares: Bitboard, offset: i8);

    /// Receives promotions to all four pieces on `to_squares`, each from the square with index
    /// `to - offset`.
    fn promotions(&mut self, to_squares: Bitboard, offset: i8);

    /// Receives an en passant capture or castling.
    fn special(&mut self, mv: Move);
}

impl MoveSink for MoveList {
    fn moves(&mut self, from: Square, to_squares: Bitboard) {
        for to in to_squares {
            self.push(Move::normal(from, to));
        }
    }

    fn pawn_moves(&mut self, to_squares: Bitboard, offset: i8) {
        for to in to_squares {
            self.push(Move::normal(to.offset(-offset), to));
        }
    }

    fn promotions(&mut self, to_squares: Bitboard, offset: i8) {
        for to in to_squares {
            for promotion in PROMOTION_ORDER {
                self.push(Move::promotion(to.offset(-offset), to, promotion));
            }
        }
    }

    fn special(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// A sink that only counts the moves.
pub(super) struct MoveCounter(pub(super) u64);

impl MoveSink for MoveCounter {
    fn moves(&mut self, _from: Square, to_squares: Bitboard) {
        self.0 += u64::from(to_squares.count());
    }

    fn pawn_moves(&mut self, to_squares: Bitboard, _offset: i8) {
        self.0 += u64::from(to_squares.count());
    }

    fn promotions(&mut self, to_squares: Bitboard, _offset: i8) {
        self.0 += PROMOTION_ORDER.len() as u64 * u64::from(to_squares.count());
    }

    fn special(&mut self, _mv: Move) {
        self.0 += 1;
    }
}

/// A subset of the legal moves, chosen at compile time: [`TACTICAL`], [`QUIET`] or [`ALL`].
pub(in crate::board) type Subset = u8;
/// Captures, en passant captures and promotions.
pub(super) const TACTICAL: Subset = 1;
/// Moves that are neither captures nor promotions.
pub(super) const QUIET: Subset = 2;
/// All legal moves.
pub(in crate::board) const ALL: Subset = TACTICAL | QUIET;
