//! Castling rights.

use super::bitboard::Bitboard;
use super::color::Color;
use super::square::{File, Square};

/// The side of the board on which a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wing {
    /// Kingside castling: the king ends on the g-file, the rook on the f-file.
    King,
    /// Queenside castling: the king ends on the c-file, the rook on the d-file.
    Queen,
}

impl Wing {
    /// Both wings, kingside first as in FEN.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// Returns the wing on which `rook` stands, seen from `king`.
    pub fn of(king: Square, rook: Square) -> Self {
        if rook > king { Self::King } else { Self::Queen }
    }

    /// Returns the to square of the king of `color`.
    pub const fn king_to(self, color: Color) -> Square {
        Square::new([File::G, File::C][self as usize], color.back_rank())
    }

    /// Returns the to square of the rook of `color`.
    pub const fn rook_to(self, color: Color) -> Square {
        Square::new([File::F, File::D][self as usize], color.back_rank())
    }
}

/// Whether a king and its castling rook are on their starting files in standard chess.
pub fn is_standard_castling(king: Square, rook: Square) -> bool {
    king.file() == File::E && matches!(rook.file(), File::A | File::H)
}

/// The castling rights of both sides, held as the squares of the castling rooks.
///
/// A set of rook squares covers both standard chess and Chess960. A right is lost when a piece
/// leaves or reaches its rook's square; both rights of a side are lost when its king moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights(Bitboard);

impl CastlingRights {
    /// No castling rights.
    pub const NONE: Self = Self(Bitboard::EMPTY);

    /// Returns the castling rooks of both sides.
    pub const fn rooks(self) -> Bitboard {
        self.0
    }

    /// Returns the castling rooks of `color`.
    pub fn rooks_of(self, color: Color) -> Bitboard {
        self.0 & Bitboard::from_rank(color.back_rank())
    }

    /// Returns the rook with which the king of `color`, on `king`, has the right to castle on
    /// `wing`.
    pub fn rook(self, color: Color, king: Square, wing: Wing) -> Option<Square> {
        self.rooks_of(color).into_iter().find(|&rook| Wing::of(king, rook) == wing)
    }

    /// Adds the right to castle with the rook on `rook`.
    pub fn add(&mut self, rook: Square) {
        self.0 |= rook.into();
    }

    /// Returns the rights that remain after pieces have left or reached `squares`.
    pub fn without(self, squares: Bitboard) -> Self {
        Self(self.0 & !squares)
    }
}
