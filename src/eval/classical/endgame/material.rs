//! The material of one side, as a key of known endgames and as a value.

use crate::board::Board;
use crate::eval::classical::weights::WEIGHTS;
use crate::types::{Color, PieceType};

/// Number of bits for the count of one piece type.
const COUNT_BITS: usize = 4;

/// The number of pieces of each type except the king, four bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::eval::classical) struct Material(u32);

impl Material {
    /// The material of a bare king.
    pub(super) const BARE_KING: Self = Self::from_letters("");

    /// Returns the material of pieces given by their upper-case letters.
    pub(in crate::eval::classical) const fn from_letters(letters: &str) -> Self {
        let letters = letters.as_bytes();
        let mut material = 0;
        let mut i = 0;
        while i < letters.len() {
            material += match letters[i] {
                b'P' => Self::one(PieceType::Pawn),
                b'N' => Self::one(PieceType::Knight),
                b'B' => Self::one(PieceType::Bishop),
                b'R' => Self::one(PieceType::Rook),
                b'Q' => Self::one(PieceType::Queen),
                _ => panic!("not one of the letters P, N, B, R, Q"),
            };
            i += 1;
        }
        Self(material)
    }

    /// Returns the material of `color`.
    pub(in crate::eval::classical) fn of(board: &Board, color: Color) -> Self {
        let count = |&piece_type: &PieceType| {
            board.colored_pieces(color, piece_type).count() * Self::one(piece_type)
        };
        Self(PieceType::ALL[..PieceType::King.index()].iter().map(count).sum())
    }

    /// Returns the bits of a single piece.
    const fn one(piece_type: PieceType) -> u32 {
        1 << (COUNT_BITS * piece_type.index())
    }
}

/// Returns the sum of the endgame values of the pieces of `color`.
pub(super) fn material_value(board: &Board, color: Color) -> i32 {
    let pieces = PieceType::ALL.iter().zip(&WEIGHTS.material);
    pieces
        .map(|(&piece_type, weight)| {
            weight.endgame() * board.colored_pieces(color, piece_type).count() as i32
        })
        .sum()
}
