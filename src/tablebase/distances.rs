//! The distances to mate of all positions with one side to move.

use super::symmetry::Kings;
use crate::types::{Bitboard, Square};

/// Binary digits of a stored value, which is one more than the number of moves to mate, at most 40.
const DIGITS: usize = 6;

/// Numbers of moves to mate, in binary.
///
/// A [lane](super::Endgame::lane_count) is a set of positions that differ only in the square of
/// the first piece. Each digit is stored as one set of such squares per lane. A value of zero means
/// that no mate is known; other values are one more than the number of moves.
pub(super) struct Distances {
    /// Number of lanes per placement of the kings.
    lanes: usize,
    /// The digits, lowest first, by king index and lane.
    digits: [Box<[Bitboard]>; DIGITS],
    /// The largest number of moves to mate; `None` without a mate.
    pub(super) longest: Option<usize>,
}

impl Distances {
    /// Creates distances without any mate.
    pub(super) fn new(has_pawn: bool, lanes: usize) -> Self {
        let empty = || vec![Bitboard::EMPTY; Kings::count(has_pawn) * lanes].into();
        Self { lanes, digits: std::array::from_fn(|_| empty()), longest: None }
    }

    /// Stores the number of moves for the positions of `sets`, one set for each lane of `kings`,
    /// which must not have been stored before.
    pub(super) fn insert(&mut self, kings: Kings, sets: &[Bitboard], moves: usize) {
        self.longest = self.longest.max(Some(moves));
        let start = kings.index() * self.lanes;
        for (digit, lanes) in self.digits.iter_mut().enumerate() {
            if has_digit(moves, digit) {
                let lanes = &mut lanes[start..start + self.lanes];
                lanes.iter_mut().zip(sets).for_each(|(lane, set)| *lane |= *set);
            }
        }
    }

    /// Returns the number of moves of a position, if a mate is known.
    pub(super) fn get(&self, kings: Kings, lane: usize, first: Square) -> Option<usize> {
        let digits = self.lane(kings, lane).map(|set| usize::from(set.contains(first)));
        let value = digits.rev().fold(0, |value, digit| 2 * value + digit);
        value.checked_sub(1)
    }

    /// Returns the positions of a lane whose mate is known.
    pub(super) fn known(&self, kings: Kings, lane: usize) -> Bitboard {
        self.lane(kings, lane).fold(Bitboard::EMPTY, |known, set| known | set)
    }

    /// Returns the positions of a lane with exactly this number of moves to mate.
    pub(super) fn with(&self, kings: Kings, lane: usize, moves: usize) -> Bitboard {
        let digits = self.lane(kings, lane).enumerate();
        digits.fold(Bitboard::ALL, |set, (digit, lane)| {
            set & if has_digit(moves, digit) { lane } else { !lane }
        })
    }

    /// Returns the digits of a lane, lowest first.
    fn lane(&self, kings: Kings, lane: usize) -> impl DoubleEndedIterator<Item = Bitboard> {
        let index = kings.index() * self.lanes + lane;
        self.digits.iter().map(move |sets| sets[index])
    }
}

/// Whether a digit of the value stored for `moves` is one.
fn has_digit(moves: usize, digit: usize) -> bool {
    debug_assert!(moves + 1 < 1 << DIGITS);
    (moves + 1) >> digit & 1 == 1
}
