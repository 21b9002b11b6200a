//! A moved piece and its to square, the index of most history tables.

use crate::board::Board;
use crate::types::{Color, Move, PieceType, Square};

/// A coloured piece and the square it moved to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    /// Number of different values.
    pub(super) const COUNT: usize = 2 * PieceType::COUNT * Square::COUNT;

    /// Returns the piece and to square of the legal move `mv` of `board`. Castling is the king's
    /// move to the square of its rook.
    #[inline]
    pub(super) fn new(board: &Board, mv: Move) -> Self {
        let piece_type = board.piece_type_on(mv.from()).map_or(0, PieceType::index);
        let piece = PieceType::COUNT * board.side_to_move().index() + piece_type;
        Self((piece * Square::COUNT + mv.to().index()) as u16)
    }

    /// Returns the colour of the piece.
    #[inline]
    pub(super) fn color(self) -> Color {
        if self.index() < Self::COUNT / 2 { Color::White } else { Color::Black }
    }

    /// Returns the square the piece moved to.
    #[inline]
    pub(super) fn to(self) -> Square {
        Square::from_index((self.index() % Square::COUNT) as u8)
    }

    /// Returns an index below [`Self::COUNT`].
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}
