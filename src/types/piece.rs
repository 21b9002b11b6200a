//! Piece types and coloured pieces.

use std::fmt;

use super::Color;

/// A kind of man, without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
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
    /// The king.
    King,
}

impl PieceType {
    /// How many piece types there are.
    pub const COUNT: usize = 6;

    /// All piece types, in index order.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// 0 for a pawn to 5 for the king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case English letter of this piece type.
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

    /// The piece type of an English letter in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|piece_type| piece_type.letter() == letter.to_ascii_lowercase())
    }
}

/// A man of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose man it is.
    pub color: Color,
    /// What it is.
    pub piece_type: PieceType,
}

impl Piece {
    /// The piece of a FEN letter: upper case for White, lower case for Black.
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
    fn letters_name_pieces_both_ways() {
        for letter in "PNBRQKpnbrqk".chars() {
            assert_eq!(Piece::from_letter(letter).unwrap().to_string(), letter.to_string());
        }
        for letter in "xX1/ é".chars() {
            assert_eq!(Piece::from_letter(letter), None);
        }
    }
}
