//! Piece types and coloured pieces.

use std::fmt;

use super::color::Color;

/// The type of a piece, without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PieceType {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king.
    King,
}

impl PieceType {
    /// The number of piece types.
    pub const COUNT: usize = 6;

    /// All piece types, in index order.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// The types that a pawn promotes to, in index order.
    pub const PROMOTIONS: [Self; 4] = [Self::Knight, Self::Bishop, Self::Rook, Self::Queen];

    /// Returns the index, 0 (pawn) to 5 (king).
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the traditional value in pawns: 1, 3, 3, 5, 9, and 0 for the king.
    pub const fn points(self) -> u32 {
        match self {
            Self::Pawn => 1,
            Self::Knight | Self::Bishop => 3,
            Self::Rook => 5,
            Self::Queen => 9,
            Self::King => 0,
        }
    }

    /// Returns the lower-case English letter of the piece type.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// Returns the piece type for an English letter in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|piece_type| piece_type.letter() == letter.to_ascii_lowercase())
    }
}

/// A piece: its colour and its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The colour.
    pub color: Color,
    /// The type.
    pub piece_type: PieceType,
}

impl Piece {
    /// Returns the piece for a FEN letter: upper case for White, lower case for Black.
    pub fn from_letter(letter: char) -> Option<Self> {
        let color = Color::of_letter(letter);
        PieceType::from_letter(letter).map(|piece_type| Self { color, piece_type })
    }
}

impl fmt::Display for Piece {
    /// Writes the FEN letter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.color.cased(self.piece_type.letter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piece_letters_round_trip() {
        for letter in "PNBRQKpnbrqk".chars() {
            assert_eq!(Piece::from_letter(letter).unwrap().to_string(), letter.to_string());
        }
        for letter in "xX1/ é".chars() {
            assert_eq!(Piece::from_letter(letter), None);
        }
    }
}
