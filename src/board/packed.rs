//! Positions in 28 bytes.
//!
//! The layout is that of *marlinformat*, which trainers of several engines read: the occupied
//! squares as a little-endian 64-bit set; four bits for each man in their order, the lower half of a
//! byte first; side to move and en-passant square; half-move clock; move number in 16 bits. The
//! three low bits of a man are its type, or 6 for a rook that may still castle, the fourth is set
//! for Black.
//!
//! Source: the crate `viriformat`, which the tests compare with.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::validate::{Setup, SetupError};
use super::{Board, MAX_HALFMOVE_CLOCK};
use crate::types::{Bitboard, CastlingRights, Color, Piece, PieceType, Square, Wing};

/// How many bytes a packed position has.
pub const PACKED_BYTES: usize = 28;

/// The bits of a man's code.
const CODE_BITS: usize = 4;
/// How many men the codes have room for.
const MAX_MEN: usize = 128 / CODE_BITS;
/// The code of a rook that may still castle.
const CASTLING_ROOK: u8 = 6;
/// Set in a man's code for Black.
const BLACK_MAN: u8 = 8;
/// Set beside the en-passant square if Black is to move.
const BLACK_TO_MOVE: u8 = 0x80;
/// In place of an en-passant square.
const NO_SQUARE: u8 = Square::COUNT as u8;

impl Board {
    /// The position in 28 bytes.
    pub fn to_packed(&self) -> [u8; PACKED_BYTES] {
        let mut codes = 0;
        for (number, square) in self.occupied().into_iter().enumerate() {
            codes |= u128::from(self.man_code(square)) << (CODE_BITS * number);
        }
        let side = if self.side_to_move() == Color::Black { BLACK_TO_MOVE } else { 0 };
        let en_passant = self.en_passant().map_or(NO_SQUARE, |square| square.index() as u8);
        let mut bytes = [0; PACKED_BYTES];
        bytes[..8].copy_from_slice(&self.occupied().0.to_le_bytes());
        bytes[8..24].copy_from_slice(&codes.to_le_bytes());
        bytes[24] = side | en_passant;
        bytes[25] = self.halfmove_clock();
        bytes[26..].copy_from_slice(&self.fullmove_number().to_le_bytes());
        bytes
    }

    fn man_code(&self, square: Square) -> u8 {
        let Some(Piece { color, piece_type }) = self.piece_on(square) else { return 0 };
        let may_castle = self.castling().rooks().contains(square);
        let code = if may_castle { CASTLING_ROOK } else { piece_type as u8 };
        if color == Color::Black { code | BLACK_MAN } else { code }
    }

    /// The position of 28 bytes.
    ///
    /// # Errors
    /// [`SetupError`] if the bytes are not those of a legal position.
    pub fn from_packed(bytes: &[u8; PACKED_BYTES]) -> Result<Self, SetupError> {
        let [b0, b1, b2, b3, b4, b5, b6, b7, codes @ .., state, halfmove_clock, n0, n1] = *bytes;
        let occupied = Bitboard(u64::from_le_bytes([b0, b1, b2, b3, b4, b5, b6, b7]));
        if occupied.count() as usize > MAX_MEN {
            return Err(SetupError::TooManyOccupied(occupied.count()));
        }
        if halfmove_clock > MAX_HALFMOVE_CLOCK {
            return Err(SetupError::Number(MAX_HALFMOVE_CLOCK.into()));
        }
        let codes = u128::from_le_bytes(codes);
        let mut men = Vec::with_capacity(MAX_MEN);
        let mut castling = Bitboard::EMPTY;
        for (number, square) in occupied.into_iter().enumerate() {
            let code = (codes >> (CODE_BITS * number)) as u8 & 0xf;
            let color = if code & BLACK_MAN == 0 { Color::White } else { Color::Black };
            let piece_type = match code & !BLACK_MAN {
                CASTLING_ROOK => {
                    castling |= square.into();
                    PieceType::Rook
                }
                code => *PieceType::ALL.get(usize::from(code)).ok_or(SetupError::ManCode(code))?,
            };
            men.push((square, Piece { color, piece_type }));
        }
        let en_passant = match state & !BLACK_TO_MOVE {
            NO_SQUARE => None,
            index if index < NO_SQUARE => Some(Square::from_index(index)),
            _ => return Err(SetupError::EnPassantSquare),
        };
        let setup = Setup {
            castling: castling_rights(castling, &men)?,
            men,
            side_to_move: if state & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black },
            en_passant,
            halfmove_clock,
            fullmove_number: u16::from_le_bytes([n0, n1]).max(1),
        };
        setup.into_board().map_err(|(_, reason)| reason)
    }
}

/// The right to castle with `rooks`: at most one on either side of its king, all on their back rank.
fn castling_rights(rooks: Bitboard, men: &[(Square, Piece)]) -> Result<CastlingRights, SetupError> {
    let mut rights = CastlingRights::NONE;
    for rook in rooks {
        let wrong = SetupError::CastlingRook(rook);
        let color = match men.iter().find(|(square, _)| *square == rook) {
            Some(&(_, Piece { color, .. })) if rook.rank() == color.back_rank() => color,
            _ => return Err(wrong),
        };
        let king = Piece { color, piece_type: PieceType::King };
        let is_king = |&square: &Square| men.contains(&(square, king));
        let back_rank = Bitboard::from_rank(color.back_rank());
        let king = back_rank.into_iter().find(is_king).ok_or_else(|| wrong.clone())?;
        if rights.rook(color, king, Wing::of(king, rook)).is_some() {
            return Err(wrong);
        }
        rights.add(rook);
    }
    Ok(rights)
}
