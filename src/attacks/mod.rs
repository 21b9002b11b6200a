//! Attack lookups: the squares that a piece attacks from a square.

mod leapers;
mod magic_numbers;
mod magics;
mod rays;

pub use leapers::{all_pawn_attacks, king_attacks, knight_attacks, pawn_attacks};
pub use magics::{bishop_attacks, relevant_occupancy, rook_attacks, slider_attacks};
pub use rays::{Slider, between, empty_board_attacks, line, ray_attacks};

use crate::types::{Bitboard, Color, PieceType, Square};

/// Returns the squares that a `piece` of `color` attacks from `square` with blockers on `occupied`.
#[inline]
pub fn piece_attacks(
    piece: PieceType,
    color: Color,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    match piece {
        PieceType::Pawn => pawn_attacks(color, square),
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => bishop_attacks(square, occupied),
        PieceType::Rook => rook_attacks(square, occupied),
        PieceType::Queen => bishop_attacks(square, occupied) | rook_attacks(square, occupied),
        PieceType::King => king_attacks(square),
    }
}
