//! Castling rights.

use super::{Bitboard, Color, File, Rank, Square};

/// The wing to which a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wing {
    /// Towards the h-file: the king arrives on the g-file, the rook on the f-file.
    King,
    /// Towards the a-file: the king arrives on the c-file, the rook on the d-file.
    Queen,
}

impl Wing {
    /// Both wings, the king's first, as FEN writes them.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// The wing on which a castling rook stands.
    #[inline]
    pub fn of(king: Square, rook: Square) -> Self {
        if rook > king { Self::King } else { Self::Queen }
    }

    /// Where the king of `color` arrives.
    #[inline]
    pub const fn king_target(self, color: Color) -> Square {
        let file = match self {
            Self::King => File::G,
            Self::Queen => File::C,
        };
        Square::new(file, color.back_rank())
    }

    /// Where the rook of `color` arrives.
    #[inline]
    pub const fn rook_target(self, color: Color) -> Square {
        let file = match self {
            Self::King => File::F,
            Self::Queen => File::D,
        };
        Square::new(file, color.back_rank())
    }
}

/// The rooks that may still castle with their king.
///
/// A set of rook squares states the rights of Chess and of Chess960 alike: a right ends when a man
/// leaves or reaches the rook's square, and both end when the king moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights(Bitboard);

impl CastlingRights {
    /// No castling.
    pub const NONE: Self = Self(Bitboard::EMPTY);

    /// All castling rooks of both colours.
    #[inline]
    pub const fn rooks(self) -> Bitboard {
        self.0
    }

    /// The castling rooks of `color`.
    #[inline]
    pub fn rooks_of(self, color: Color) -> Bitboard {
        self.0 & Bitboard::from_rank(color.back_rank())
    }

    /// The rook with which the king of `color` on `king` may castle to `wing`.
    pub fn rook(self, color: Color, king: Square, wing: Wing) -> Option<Square> {
        self.rooks_of(color).into_iter().find(|&rook| Wing::of(king, rook) == wing)
    }

    /// Adds the right to castle with the rook on `rook`.
    pub fn add(&mut self, rook: Square) {
        debug_assert!(matches!(rook.rank(), Rank::First | Rank::Eighth));
        self.0 |= rook.into();
    }

    /// The rights that remain when men have left or reached `squares`.
    #[inline]
    pub fn without(self, squares: Bitboard) -> Self {
        Self(self.0 & !squares)
    }
}
