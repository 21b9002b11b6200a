//! The random numbers of which position keys are made.
//!
//! Source: A. L. Zobrist, "A New Hashing Method with Application for Game Playing", 1970.

use crate::mix::SplitMix64;
use crate::types::{CastlingRights, Color, File, PieceType, Rank, Square};

struct Keys {
    men: [[[u64; Square::COUNT]; PieceType::COUNT]; 2],
    castling: [[u64; 8]; 2],
    en_passant: [u64; 8],
    black_to_move: u64,
}

static KEYS: Keys = {
    let mut random = SplitMix64(0x4e75_6e61_7461_6b21);
    let mut keys = Keys {
        men: [[[0; Square::COUNT]; PieceType::COUNT]; 2],
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
                keys.men[color][piece_type][square] = random.next();
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

/// The key of a man on a square.
#[inline]
pub(super) fn man(color: Color, piece_type: PieceType, square: Square) -> u64 {
    KEYS.men[color.index()][piece_type.index()][square.index()]
}

/// By what the keys of two positions differ that one reversible move of a man leads between. `man`
/// is the index of its piece type.
pub(super) const fn move_difference(color: Color, man: usize, squares: [Square; 2]) -> u64 {
    let keys = &KEYS.men[color.index()][man];
    keys[squares[0].index()] ^ keys[squares[1].index()] ^ KEYS.black_to_move
}

/// The key of a set of castling rights.
#[inline]
pub(super) fn castling(rights: CastlingRights) -> u64 {
    rights.rooks().into_iter().fold(0, |key, rook| {
        let color = if rook.rank() == Rank::First { Color::White } else { Color::Black };
        key ^ KEYS.castling[color.index()][rook.file().index()]
    })
}

/// The key of an en-passant capture on a file.
#[inline]
pub(super) fn en_passant(file: File) -> u64 {
    KEYS.en_passant[file.index()]
}

/// The key that tells Black to move from White to move.
#[inline]
pub(super) fn black_to_move() -> u64 {
    KEYS.black_to_move
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn keys_are_distinct() {
        let men = KEYS.men.as_flattened().as_flattened();
        let castling = KEYS.castling.as_flattened();
        let all: Vec<_> = [men, castling, &KEYS.en_passant, &[KEYS.black_to_move, 0]].concat();
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    }
}
