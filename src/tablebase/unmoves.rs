//! Moves taken back: the squares from which a piece reaches others.

use crate::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use crate::types::{Bitboard, Color, Direction, PieceType, Rank, Square};

/// Returns the squares from which a White `piece` attacks `square` with blockers on `occupied`.
pub(super) fn attackers(piece: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    match piece {
        PieceType::Pawn => pawn_attacks(Color::Black, square),
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => bishop_attacks(square, occupied),
        PieceType::Rook => rook_attacks(square, occupied),
        PieceType::Queen => bishop_attacks(square, occupied) | rook_attacks(square, occupied),
        PieceType::King => king_attacks(square),
    }
}

/// Returns, lane by lane, the squares from which a White `piece` moves without capturing to one of
/// `targets`, with blockers on `occupied`. The squares of blockers may be among them.
pub(super) fn origins<const LANES: usize>(
    piece: PieceType,
    targets: &[Bitboard; LANES],
    occupied: &[Bitboard; LANES],
) -> [Bitboard; LANES] {
    // The piece is chosen outside the loop over the lanes so that the compiler can vectorize it.
    match piece {
        PieceType::Pawn => by_lane(targets, occupied, pawn_origins),
        PieceType::Knight => by_lane(targets, occupied, knight_origins),
        PieceType::Bishop => by_lane(targets, occupied, bishop_origins),
        PieceType::Rook => by_lane(targets, occupied, rook_origins),
        PieceType::Queen => by_lane(targets, occupied, |targets, occupied| {
            bishop_origins(targets, occupied) | rook_origins(targets, occupied)
        }),
        PieceType::King => by_lane(targets, occupied, |targets, _| {
            targets.into_iter().fold(Bitboard::EMPTY, |set, target| set | king_attacks(target))
        }),
    }
}

#[inline]
fn by_lane<const LANES: usize>(
    targets: &[Bitboard; LANES],
    occupied: &[Bitboard; LANES],
    origins: impl Fn(Bitboard, Bitboard) -> Bitboard,
) -> [Bitboard; LANES] {
    let mut result = [Bitboard::EMPTY; LANES];
    for ((result, &targets), &occupied) in result.iter_mut().zip(targets).zip(occupied) {
        *result = origins(targets, occupied);
    }
    result
}

#[inline]
fn pawn_origins(targets: Bitboard, occupied: Bitboard) -> Bitboard {
    let double_steps = targets & Bitboard::from_rank(Rank::Fourth);
    let passed = double_steps.shift(Direction::South) & !occupied;
    targets.shift(Direction::South) | passed.shift(Direction::South)
}

#[inline]
fn knight_origins(targets: Bitboard, _: Bitboard) -> Bitboard {
    let twice = |direction| targets.shift(direction).shift(direction);
    let ends = twice(Direction::North) | twice(Direction::South);
    let sides = twice(Direction::East) | twice(Direction::West);
    ends.shift(Direction::East)
        | ends.shift(Direction::West)
        | sides.shift(Direction::North)
        | sides.shift(Direction::South)
}

#[inline]
fn bishop_origins(targets: Bitboard, occupied: Bitboard) -> Bitboard {
    use Direction::{NorthEast, NorthWest, SouthEast, SouthWest};
    slides(NorthEast, targets, occupied)
        | slides(NorthWest, targets, occupied)
        | slides(SouthEast, targets, occupied)
        | slides(SouthWest, targets, occupied)
}

#[inline]
fn rook_origins(targets: Bitboard, occupied: Bitboard) -> Bitboard {
    use Direction::{East, North, South, West};
    slides(North, targets, occupied)
        | slides(South, targets, occupied)
        | slides(East, targets, occupied)
        | slides(West, targets, occupied)
}

/// Returns the squares that sliders on `from` attack in one direction.
#[inline]
fn slides(direction: Direction, from: Bitboard, occupied: Bitboard) -> Bitboard {
    /// Steps over free squares on the longest line, between its ends.
    const MAX_FREE: usize = 6;
    let mut reached = from;
    for _ in 0..MAX_FREE {
        reached |= reached.shift(direction) & !occupied;
    }
    reached.shift(direction)
}
