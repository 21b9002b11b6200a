//! Positions packed into 28 bytes.
//!
//! The layout is that of *marlinformat*, which the NNUE trainers of several engines read:
//!
//! | bytes | content |
//! |---|---|
//! | 0 to 7 | the occupied squares as a bitboard, little-endian |
//! | 8 to 23 | four-bit codes of the pieces in square order, low half of a byte first |
//! | 24 | the en passant square or 64 for none; the high bit is set if Black is to move |
//! | 25 | the half-move clock |
//! | 26 to 27 | the full-move number, little-endian |
//!
//! The three low bits of a code are the piece type, or 6 for a rook that has the right to castle;
//! the fourth bit is set for Black.
//!
//! Source: the crate `viriformat`, against which the tests compare.

use nunatak::board::{Board, MAX_HALFMOVE_CLOCK, Setup, SetupError};
use nunatak::types::{Bitboard, CastlingRights, Color, Piece, PieceType, Square};
use thiserror::Error;

/// The size of a packed position in bytes.
pub const PACKED_BYTES: usize = 28;

/// The size of a piece code in bits.
const CODE_BITS: usize = 4;
/// The mask of the bits of a piece code.
const CODE_MASK: u8 = (1 << CODE_BITS) - 1;
/// Piece types by the lower three bits of their code.
const TYPES: [PieceType; 8] = {
    use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
    [Pawn, Knight, Bishop, Rook, Queen, King, Rook, King]
};
/// The maximum number of piece codes.
const MAX_PIECES: usize = u128::BITS as usize / CODE_BITS;
/// The code of a rook that has the right to castle.
const CASTLING_ROOK: u8 = 6;
/// The code without a meaning, which [`TYPES`] reads as a king.
const UNUSED: u8 = 7;
/// The bit that is set in the code of a black piece.
const BLACK_PIECE: u8 = 8;
/// The bit that is set beside the en passant square if Black is to move.
const BLACK_TO_MOVE: u8 = 0x80;
/// The code for no en passant square.
const NO_SQUARE: u8 = Square::COUNT as u8;

/// The reason why bytes are not a legal packed position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum PackedError {
    #[error("{0} squares are occupied, expected at most {MAX_PIECES}")]
    TooManyOccupied(u32),
    #[error("unknown piece code {0}, expected 0 to {CASTLING_ROOK}")]
    PieceCode(u8),
    #[error("en passant square {0}, expected 0 to 63, or {NO_SQUARE} for none")]
    EnPassantSquare(u8),
    #[error("half-move clock {0}, expected at most {MAX_HALFMOVE_CLOCK}")]
    HalfmoveClock(u8),
    #[error(transparent)]
    Illegal(#[from] SetupError),
}

/// Packs a position into 28 bytes.
pub fn pack(board: &Board) -> [u8; PACKED_BYTES] {
    let mut codes = 0;
    for (number, square) in board.occupied().into_iter().enumerate() {
        codes |= u128::from(piece_code(board, square)) << (CODE_BITS * number);
    }
    let side = if board.side_to_move() == Color::Black { BLACK_TO_MOVE } else { 0 };
    let en_passant = board.en_passant().map_or(NO_SQUARE, |square| square.index() as u8);
    let mut bytes = [0; PACKED_BYTES];
    bytes[..8].copy_from_slice(&board.occupied().0.to_le_bytes());
    bytes[8..24].copy_from_slice(&codes.to_le_bytes());
    bytes[24] = side | en_passant;
    bytes[25] = board.halfmove_clock();
    bytes[26..].copy_from_slice(&board.fullmove_number().to_le_bytes());
    bytes
}

/// Returns the code of the piece on `square`.
fn piece_code(board: &Board, square: Square) -> u8 {
    let Some(Piece { color, piece_type }) = board.piece_on(square) else { return 0 };
    let can_castle = board.castling().rooks().contains(square);
    let code = if can_castle { CASTLING_ROOK } else { piece_type as u8 };
    if color == Color::Black { code | BLACK_PIECE } else { code }
}

/// Unpacks a position; a full-move number of 0 is read as 1.
///
/// # Errors
/// [`PackedError`] if the bytes are not those of a legal position.
pub fn unpack(bytes: &[u8; PACKED_BYTES]) -> Result<Board, PackedError> {
    let [.., state, halfmove_clock, n0, n1] = *bytes;
    let occupied = occupied_squares(bytes).count();
    if occupied as usize > MAX_PIECES {
        return Err(PackedError::TooManyOccupied(occupied));
    }
    if halfmove_clock > MAX_HALFMOVE_CLOCK {
        return Err(PackedError::HalfmoveClock(halfmove_clock));
    }
    let mut pieces = Vec::with_capacity(MAX_PIECES);
    let mut castling = CastlingRights::NONE;
    for (square, code) in piece_codes(bytes) {
        match code & !BLACK_PIECE {
            UNUSED => return Err(PackedError::PieceCode(UNUSED)),
            CASTLING_ROOK => castling.add(square),
            _ => {}
        }
        pieces.push((square, piece_of_code(code)));
    }
    let en_passant = match state & !BLACK_TO_MOVE {
        NO_SQUARE => None,
        index if index < NO_SQUARE => Some(Square::from_index(index)),
        index => return Err(PackedError::EnPassantSquare(index)),
    };
    let setup = Setup {
        pieces,
        side_to_move: packed_side_to_move(bytes),
        castling,
        en_passant,
        halfmove_clock,
        fullmove_number: u16::from_le_bytes([n0, n1]),
    };
    Ok(setup.into_board()?)
}

/// Returns the pieces of a packed position in the order of their squares.
///
/// This does without a [`Board`], whose validation takes longer: a trainer decodes each position in
/// every epoch. What [`unpack`] refuses gives some pieces, at most 32.
#[inline]
pub fn packed_pieces(bytes: &[u8; PACKED_BYTES]) -> impl Iterator<Item = (Square, Piece)> {
    piece_codes(bytes).map(|(square, code)| (square, piece_of_code(code)))
}

/// Returns the number of pieces of a packed position.
#[inline]
pub fn packed_piece_count(bytes: &[u8; PACKED_BYTES]) -> u32 {
    occupied_squares(bytes).count()
}

/// Returns the side to move of a packed position.
#[inline]
pub fn packed_side_to_move(bytes: &[u8; PACKED_BYTES]) -> Color {
    let [.., state, _, _, _] = *bytes;
    if state & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black }
}

#[inline]
fn occupied_squares(bytes: &[u8; PACKED_BYTES]) -> Bitboard {
    let [b0, b1, b2, b3, b4, b5, b6, b7, ..] = *bytes;
    Bitboard(u64::from_le_bytes([b0, b1, b2, b3, b4, b5, b6, b7]))
}

/// Returns the squares of the pieces in order, each with its code.
#[inline]
fn piece_codes(bytes: &[u8; PACKED_BYTES]) -> impl Iterator<Item = (Square, u8)> {
    let [_, _, _, _, _, _, _, _, codes @ .., _, _, _, _] = *bytes;
    let mut codes = u128::from_le_bytes(codes);
    occupied_squares(bytes).into_iter().take(MAX_PIECES).map(move |square| {
        let code = codes as u8 & CODE_MASK;
        codes >>= CODE_BITS;
        (square, code)
    })
}

/// Returns the piece of a code.
#[inline]
#[allow(clippy::indexing_slicing)] // Three bits index a table of eight.
fn piece_of_code(code: u8) -> Piece {
    let color = if code & BLACK_PIECE == 0 { Color::White } else { Color::Black };
    Piece { color, piece_type: TYPES[usize::from(code & !BLACK_PIECE & CODE_MASK)] }
}
