//! Unmoves: the squares from which a piece can move to given squares.

use crate::attacks::{king_attacks, piece_attacks};
use crate::types::{Bitboard, Color, Direction, PieceType, Rank, Square};

/// Returns the squares from which a White `piece` attacks `square` with blockers on `occupied`.
pub(super) fn attackers(piece: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    // A White pawn attacks from the squares that a Black pawn would attack.
    piece_attacks(piece, Color::Black, square, occupied)
}

/// Returns, lane by lane, the squares from which a White `piece` moves without capturing to one of
/// `targets`, with blockers on `occupied`. The squares of blockers may be among them.
pub(super) fn origins<const LANES: usize>(
    piece: PieceType,
    targets: &[Bitboard; LANES],
    occupied: &[Bitboard; LANES],
) -> [Bitboard; LANES] {
    use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
    // The piece is chosen outside the loop over the lanes so that the compiler can vectorize the
    // loop.
    match piece {
        PieceType::Pawn => by_lane(targets, occupied, |targets, occupied| {
            let double_steps = targets & Bitboard::from_rank(Rank::Fourth);
            let passed = double_steps.shift(South) & !occupied;
            targets.shift(South) | passed.shift(South)
        }),
        PieceType::Knight => by_lane(targets, occupied, |targets, _| {
            let twice = |direction| targets.shift(direction).shift(direction);
            let (ends, sides) = (twice(North) | twice(South), twice(East) | twice(West));
            ends.shift(East) | ends.shift(West) | sides.shift(North) | sides.shift(South)
        }),
        PieceType::Bishop => by_lane(targets, occupied, |targets, occupied| {
            slides([NorthEast, NorthWest, SouthEast, SouthWest], targets, occupied)
        }),
        PieceType::Rook => by_lane(targets, occupied, |targets, occupied| {
            slides([North, South, East, West], targets, occupied)
        }),
        PieceType::Queen => by_lane(targets, occupied, |targets, occupied| {
            slides([NorthEast, NorthWest, SouthEast, SouthWest], targets, occupied)
                | slides([North, South, East, West], targets, occupied)
        }),
        PieceType::King => by_lane(targets, occupied, |targets, _| {
            targets.into_iter().fold(Bitboard::EMPTY, |set, target| set | king_attacks(target))
        }),
    }
}

/// Applies `origins` to each lane.
#[inline(always)]
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

/// Returns the squares that sliders on `from` attack in the given directions.
#[inline(always)]
fn slides(directions: [Direction; 4], from: Bitboard, occupied: Bitboard) -> Bitboard {
    /// The number of squares between the ends of the longest line.
    const MAX_BETWEEN: usize = 6;
    let mut attacks = Bitboard::EMPTY;
    for direction in directions {
        let mut reached = from;
        for _ in 0..MAX_BETWEEN {
            reached |= reached.shift(direction) & !occupied;
        }
        attacks |= reached.shift(direction);
    }
    attacks
}
