//! Attack lookups: the squares that a piece attacks from a square.

mod magic_numbers;
mod magics;
mod rays;

pub use magics::{bishop_attacks, relevant_occupancy, rook_attacks, slider_attacks};
pub use rays::{Slider, between, empty_board_attacks, line, ray_attacks};

use self::rays::DIRECTIONS;
use crate::types::{Bitboard, Color, PieceType, Square};

/// Returns the squares that a `piece` of `color` attacks from `square` with blockers on `occupied`.
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

/// The steps of a knight as (files, ranks).
const KNIGHT_STEPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

static KNIGHT_ATTACKS: [Bitboard; Square::COUNT] = leaper_table(&KNIGHT_STEPS);
static KING_ATTACKS: [Bitboard; Square::COUNT] = leaper_table(&DIRECTIONS);
static PAWN_ATTACKS: [[Bitboard; Square::COUNT]; 2] =
    [leaper_table(&[(-1, 1), (1, 1)]), leaper_table(&[(-1, -1), (1, -1)])];

/// Returns the attacks of a piece that makes the given steps, by from square.
const fn leaper_table(steps: &[(i32, i32)]) -> [Bitboard; Square::COUNT] {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let mut i = 0;
        while i < steps.len() {
            let file = (square % 8) as i32 + steps[i].0;
            let rank = (square / 8) as i32 + steps[i].1;
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[square].0 |= 1 << (rank * 8 + file);
            }
            i += 1;
        }
        square += 1;
    }
    table
}

/// Returns the squares that a pawn of `color` on `square` attacks.
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN_ATTACKS[color.index()][square.index()]
}

/// Returns the squares that a knight on `square` attacks.
pub fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT_ATTACKS[square.index()]
}

/// Returns the squares that a king on `square` attacks.
pub fn king_attacks(square: Square) -> Bitboard {
    KING_ATTACKS[square.index()]
}

/// Returns the squares attacked by any of the `pawns` of `color`.
pub const fn all_pawn_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    let forward = color.forward();
    Bitboard(pawns.shift(forward.and_west()).0 | pawns.shift(forward.and_east()).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_match_distances() {
        for (from, to) in Square::pairs() {
            let (files, ranks) = (from.file_distance(to), from.rank_distance(to));
            assert_eq!(knight_attacks(from).contains(to), files * ranks == 2);
            assert_eq!(king_attacks(from).contains(to), files.max(ranks) == 1);
            let is_diagonal_step = files == 1 && ranks == 1;
            let (up, down) = (to.rank() > from.rank(), to.rank() < from.rank());
            assert_eq!(pawn_attacks(Color::White, from).contains(to), is_diagonal_step && up);
            assert_eq!(pawn_attacks(Color::Black, from).contains(to), is_diagonal_step && down);
        }
    }

    #[test]
    fn attacks_of_all_pawns_are_the_union_of_each() {
        let pawns = Bitboard(0x0042_8118_2400_8100);
        for color in Color::ALL {
            let union = pawns
                .into_iter()
                .fold(Bitboard::EMPTY, |set, pawn| set | pawn_attacks(color, pawn));
            assert_eq!(all_pawn_attacks(color, pawns), union);
        }
    }
}
