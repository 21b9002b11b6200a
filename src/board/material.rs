//! The material of one side.

use std::fmt;

use super::position::Board;
use crate::types::{Color, PieceType};

/// The number of bits for the count of one piece type.
const COUNT_BITS: usize = 4;

/// The pieces of one side besides its king: the number of each type, four bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material(u32);

impl Material {
    /// The material of a bare king.
    pub const BARE_KING: Self = Self(0);

    /// The piece types that are counted, from pawn to queen.
    const TYPES: [PieceType; PieceType::COUNT - 1] =
        [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

    /// Returns the material of pieces given by their upper-case letters, the king left out, or
    /// `None` if there is another letter or more of them than four bits can count.
    pub const fn from_letters(letters: &str) -> Option<Self> {
        let letters = letters.as_bytes();
        if letters.len() >= 1 << COUNT_BITS {
            return None;
        }
        let mut material = 0;
        let mut i = 0;
        while i < letters.len() {
            material += match letters[i] {
                b'P' => Self::one(PieceType::Pawn),
                b'N' => Self::one(PieceType::Knight),
                b'B' => Self::one(PieceType::Bishop),
                b'R' => Self::one(PieceType::Rook),
                b'Q' => Self::one(PieceType::Queen),
                _ => return None,
            };
            i += 1;
        }
        Some(Self(material))
    }

    /// Returns the material of `color` on `board`.
    pub fn of(board: &Board, color: Color) -> Self {
        let count =
            |piece_type| board.colored_pieces(color, piece_type).count() * Self::one(piece_type);
        Self(Self::TYPES.map(count).iter().sum())
    }

    /// Returns the material with one more piece of a type, which is not the king.
    pub const fn with(self, piece_type: PieceType) -> Self {
        Self(self.0 + Self::one(piece_type))
    }

    /// Returns the number of pieces of a type, which is not the king.
    pub const fn count(self, piece_type: PieceType) -> u32 {
        self.0 >> (COUNT_BITS * piece_type.index()) & ((1 << COUNT_BITS) - 1)
    }

    /// Returns the number of pieces besides the king.
    pub fn total(self) -> u32 {
        Self::TYPES.map(|piece_type| self.count(piece_type)).iter().sum()
    }

    /// Returns the type of each piece, kings left out, the most valuable first.
    pub fn pieces(self) -> impl Iterator<Item = PieceType> {
        let types = Self::TYPES.into_iter().rev();
        types.flat_map(move |piece_type| (0..self.count(piece_type)).map(move |_| piece_type))
    }

    /// Returns the bits of a single piece.
    const fn one(piece_type: PieceType) -> u32 {
        1 << (COUNT_BITS * piece_type.index())
    }
}

impl fmt::Display for Material {
    /// Writes the letters of all pieces, the king first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("K")?;
        self.pieces().try_for_each(|piece| write!(f, "{}", piece.letter().to_ascii_uppercase()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_is_counted_and_named() {
        let board = Board::start();
        for color in Color::ALL {
            let material = Material::of(&board, color);
            assert_eq!(material.to_string(), "KQRRBBNNPPPPPPPP");
            assert_eq!((material.total(), material.count(PieceType::Bishop)), (15, 2));
            assert_eq!(Material::from_letters("PPPPPPPPNNBBRRQ"), Some(material));
        }
        assert_eq!(Material::from_letters(""), Some(Material::BARE_KING));
        for letters in ["K", "q", "QX", "é", "PPPPPPPPPPPPPPPP"] {
            assert_eq!(Material::from_letters(letters), None, "{letters}");
        }
    }
}
