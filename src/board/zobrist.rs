//! Zobrist keys.
//!
//! Source: A. L. Zobrist, "A New Hashing Method with Application for Game Playing", 1970.

use crate::random::SplitMix64;
use crate::types::{CastlingRights, Color, File, PieceType, Rank, Square};

/// The seed of the keys, the ASCII codes of "Nunatak!".
const SEED: u64 = 0x4e75_6e61_7461_6b21;

/// The number of keys of the pieces of a colour, by type and square.
const OF_PIECES: usize = PieceType::COUNT * Square::COUNT;
/// The number of keys of a colour: of its pieces, then of its castling rooks by file.
const OF_COLOR: usize = OF_PIECES + File::ALL.len();

/// The place of the first key of White, after the one for Black to move.
const COLORS_START: usize = 1;
/// The place of the first key of the en passant files, after those of Black.
const EN_PASSANT_START: usize = COLORS_START + 2 * OF_COLOR;

/// The random numbers whose XOR makes up a position key.
static KEYS: [u64; EN_PASSANT_START + File::ALL.len()] = {
    let mut random = SplitMix64(SEED);
    let mut keys = [0; EN_PASSANT_START + File::ALL.len()];
    let mut place = 0;
    while place < keys.len() {
        keys[place] = random.next();
        place += 1;
    }
    keys
};

/// Returns the key of a piece on a square.
pub(super) const fn piece(color: Color, piece_type: PieceType, square: Square) -> u64 {
    let place = OF_COLOR * color.index() + Square::COUNT * piece_type.index() + square.index();
    KEYS[COLORS_START + place]
}

/// Returns the XOR of the keys before and after a reversible move between `squares`.
pub(super) const fn reversible_move(
    color: Color,
    piece_type: PieceType,
    squares: [Square; 2],
) -> u64 {
    let [from, to] = squares;
    piece(color, piece_type, from) ^ piece(color, piece_type, to) ^ KEYS[0]
}

/// Returns the key of a set of castling rights.
pub(super) fn castling(rights: CastlingRights) -> u64 {
    rights.rooks().into_iter().fold(0, |key, rook| {
        let color = if rook.rank() == Rank::First { Color::White } else { Color::Black };
        key ^ KEYS[COLORS_START + OF_COLOR * color.index() + OF_PIECES + rook.file().index()]
    })
}

/// Returns the key of a legal en passant capture on a file.
pub(super) fn en_passant(file: File) -> u64 {
    KEYS[EN_PASSANT_START + file.index()]
}

/// Returns the key for Black to move; that for White to move is 0.
pub(super) fn black_to_move() -> u64 {
    KEYS[0]
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn keys_are_distinct_and_not_zero() {
        let all = [&KEYS[..], &[0]].concat();
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    }
}
