//! Zobrist keys.
//!
//! Source: A. L. Zobrist, "A New Hashing Method with Application for Game Playing", 1970.

use crate::random::SplitMix64;
use crate::types::{CastlingRights, Color, File, PieceType, Rank, Square};

/// The random numbers whose XOR makes up a position key.
struct Keys {
    pieces: [[[u64; Square::COUNT]; PieceType::COUNT]; 2],
    castling: [[u64; 8]; 2],
    en_passant: [u64; 8],
    black_to_move: u64,
}

/// The seed of the keys, the ASCII codes of "Nunatak!".
const SEED: u64 = 0x4e75_6e61_7461_6b21;

static KEYS: Keys = {
    let mut random = SplitMix64(SEED);
    let mut keys = Keys {
        pieces: [[[0; Square::COUNT]; PieceType::COUNT]; 2],
        castling: [[0; 8]; 2],
        en_passant: [0; 8],
        black_to_move: random.next(),
    };
    let mut color = 0;
    while color < 2 {
        let mut piece_type = 0;
        while piece_type < PieceType::COUNT {
            let mut square = 0;
            while square < Square::COUNT {
                keys.pieces[color][piece_type][square] = random.next();
                square += 1;
            }
            piece_type += 1;
        }
        let mut file = 0;
        while file < 8 {
            keys.castling[color][file] = random.next();
            file += 1;
        }
        color += 1;
    }
    let mut file = 0;
    while file < 8 {
        keys.en_passant[file] = random.next();
        file += 1;
    }
    keys
};

/// Returns the key of a piece on a square.
#[inline]
pub(super) fn piece(color: Color, piece_type: PieceType, square: Square) -> u64 {
    KEYS.pieces[color.index()][piece_type.index()][square.index()]
}

/// Returns the XOR of the keys before and after a reversible move between `squares`.
pub(super) const fn reversible_move(
    color: Color,
    piece_type: PieceType,
    squares: [Square; 2],
) -> u64 {
    let keys = &KEYS.pieces[color.index()][piece_type.index()];
    keys[squares[0].index()] ^ keys[squares[1].index()] ^ KEYS.black_to_move
}

/// Returns the key of a set of castling rights.
#[inline]
pub(super) fn castling(rights: CastlingRights) -> u64 {
    rights.rooks().into_iter().fold(0, |key, rook| {
        let color = if rook.rank() == Rank::First { Color::White } else { Color::Black };
        key ^ KEYS.castling[color.index()][rook.file().index()]
    })
}

/// Returns the key of a legal en passant capture on a file.
#[inline]
pub(super) fn en_passant(file: File) -> u64 {
    KEYS.en_passant[file.index()]
}

/// Returns the key for Black to move; that for White to move is 0.
#[inline]
pub(super) fn black_to_move() -> u64 {
    KEYS.black_to_move
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn keys_are_distinct_and_not_zero() {
        let pieces = KEYS.pieces.as_flattened().as_flattened();
        let castling = KEYS.castling.as_flattened();
        let all: Vec<_> = [pieces, castling, &KEYS.en_passant, &[KEYS.black_to_move, 0]].concat();
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    }
}
