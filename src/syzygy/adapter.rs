//! The library's view of our boards, moves and attacks.

use pyrrhic_rs::{Color as TheirColor, EngineAdapter, Piece as TheirPiece};

use crate::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use crate::types::{Bitboard, Color, PieceType, Square};

/// The engine's attack lookups, for the library.
#[derive(Clone)]
pub(super) struct Attacks;

fn square(index: u64) -> Square {
    Square::from_index(index as u8)
}

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: TheirColor, from: u64) -> u64 {
        let color = match color {
            TheirColor::White => Color::White,
            TheirColor::Black => Color::Black,
        };
        pawn_attacks(color, square(from)).0
    }

    fn knight_attacks(from: u64) -> u64 {
        knight_attacks(square(from)).0
    }

    fn bishop_attacks(from: u64, occupied: u64) -> u64 {
        bishop_attacks(square(from), Bitboard(occupied)).0
    }

    fn rook_attacks(from: u64, occupied: u64) -> u64 {
        rook_attacks(square(from), Bitboard(occupied)).0
    }

    fn queen_attacks(from: u64, occupied: u64) -> u64 {
        Self::bishop_attacks(from, occupied) | Self::rook_attacks(from, occupied)
    }

    fn king_attacks(from: u64) -> u64 {
        king_attacks(square(from)).0
    }
}

/// Returns the type to which a move of the library promotes.
pub(super) fn promotion(piece: TheirPiece) -> Option<PieceType> {
    match piece {
        TheirPiece::Queen => Some(PieceType::Queen),
        TheirPiece::Rook => Some(PieceType::Rook),
        TheirPiece::Bishop => Some(PieceType::Bishop),
        TheirPiece::Knight => Some(PieceType::Knight),
        TheirPiece::Pawn | TheirPiece::King => None,
    }
}
