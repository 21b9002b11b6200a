//! Receivers of generated moves, and the subsets of the legal moves that are generated.

use crate::types::{Bitboard, Move, MoveList, PieceType, Square};

/// The promotion pieces, most useful first.
const PROMOTION_ORDER: [PieceType; 4] =
    [PieceType::Queen, PieceType::Knight, PieceType::Rook, PieceType::Bishop];

/// A receiver of legal moves, which come in groups, each move once.
pub(super) trait MoveSink {
    /// Receives a group of moves: `moves_to` returns those to one of `to_squares`.
    fn add<const N: usize>(&mut self, to_squares: Bitboard, moves_to: impl Fn(Square) -> [Move; N]);

    /// Receives the moves of the piece on `from` to `to_squares`. The moves of a queen come in two
    /// groups.
    fn moves(&mut self, from: Square, to_squares: Bitboard) {
        self.add(to_squares, |to| [Move::normal(from, to)]);
    }

    /// Receives pawn moves to `to_squares`, each from the square with index `to - offset`.
    fn pawn_moves(&mut self, to_squares: Bitboard, offset: i8) {
        self.add(to_squares, |to| [Move::normal(to.offset(-offset), to)]);
    }

    /// Receives promotions to all four pieces on `to_squares`, each from the square with index
    /// `to - offset`.
    fn promotions(&mut self, to_squares: Bitboard, offset: i8) {
        self.add(to_squares, |to| {
            PROMOTION_ORDER.map(|promotion| Move::promotion(to.offset(-offset), to, promotion))
        });
    }

    /// Receives an en passant capture or castling.
    fn special(&mut self, mv: Move) {
        self.add(mv.to().into(), |_| [mv]);
    }
}

impl MoveSink for MoveList {
    fn add<const N: usize>(
        &mut self,
        to_squares: Bitboard,
        moves_to: impl Fn(Square) -> [Move; N],
    ) {
        for to in to_squares {
            for mv in moves_to(to) {
                self.push(mv);
            }
        }
    }
}

/// A sink that only counts the moves.
pub(super) struct MoveCounter(pub(super) u64);

impl MoveSink for MoveCounter {
    fn add<const N: usize>(&mut self, to_squares: Bitboard, _: impl Fn(Square) -> [Move; N]) {
        self.0 += N as u64 * u64::from(to_squares.count());
    }
}

/// A subset of the legal moves, chosen at compile time: [`TACTICAL`], [`QUIET`] or [`ALL`].
pub(super) type Subset = u8;
/// Captures, en passant captures and promotions.
pub(super) const TACTICAL: Subset = 1;
/// Moves that are neither captures nor promotions.
pub(super) const QUIET: Subset = 2;
/// All legal moves.
pub(super) const ALL: Subset = TACTICAL | QUIET;
