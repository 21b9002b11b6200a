//! Moves backwards: from where a man comes.

use crate::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use crate::types::{Bitboard, Color, Direction, PieceType, Rank, Square};

/// From where `man` attacks `square` when only what is `occupied` is in its way.
pub(super) fn attackers(man: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    match man {
        // Where a pawn of the other colour would attack from the square itself.
        PieceType::Pawn => pawn_attacks(Color::Black, square),
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => bishop_attacks(square, occupied),
        PieceType::Rook => rook_attacks(square, occupied),
        PieceType::Queen => bishop_attacks(square, occupied) | rook_attacks(square, occupied),
        PieceType::King => king_attacks(square),
    }
}

/// From where `man` moves to one of `targets` when only what is `occupied` is in its way.
pub(super) fn origins(man: PieceType, targets: Bitboard, occupied: Bitboard) -> Bitboard {
    use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
    // Pieces go back and forth on the same lines.
    let straight = || along([North, South, East, West], targets, occupied);
    let diagonal = || along([NorthEast, NorthWest, SouthEast, SouthWest], targets, occupied);
    match man {
        PieceType::Pawn => {
            let doubles = targets & Bitboard::from_rank(Rank::Fourth);
            let passed = doubles.shift(South) & !occupied;
            targets.shift(South) | passed.shift(South)
        }
        PieceType::Knight => {
            let twice = |direction| targets.shift(direction).shift(direction);
            let (ends, sides) = (twice(North) | twice(South), twice(East) | twice(West));
            ends.shift(East) | ends.shift(West) | sides.shift(North) | sides.shift(South)
        }
        PieceType::Bishop => diagonal(),
        PieceType::Rook => straight(),
        PieceType::Queen => diagonal() | straight(),
        PieceType::King => {
            let reaching = |set, to| set | king_attacks(to);
            targets.into_iter().fold(Bitboard::EMPTY, reaching)
        }
    }
}

/// Where something comes from the squares of `from` by steps of one of the directions, up to the
/// first that is `occupied`.
fn along(steps: [Direction; 4], from: Bitboard, occupied: Bitboard) -> Bitboard {
    steps.into_iter().fold(Bitboard::EMPTY, |mut reached, step| {
        let mut last = from.shift(step);
        while last.is_nonempty() {
            reached |= last;
            last = (last & !occupied).shift(step);
        }
        reached
    })
}
