//! Bitboards: sets of squares.

use std::fmt;
use std::num::NonZeroU64;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::square::{Direction, File, Rank, Square};

/// A set of squares; bit `n` stands for the square with index `n`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// The set of all squares.
    pub const ALL: Self = Self(!0);
    /// The dark squares, a1 among them.
    pub const DARK_SQUARES: Self = Self(0xaa55_aa55_aa55_aa55);

    /// Returns the set that contains only `square`.
    pub const fn from_square(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Returns the squares of `file`.
    pub const fn from_file(file: File) -> Self {
        Self(FILE_A << file.index())
    }

    /// Returns the squares of `rank`.
    pub const fn from_rank(rank: Rank) -> Self {
        Self(0xff << (8 * rank.index()))
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains at least one square.
    pub const fn is_nonempty(self) -> bool {
        self.0 != 0
    }

    /// Whether the set contains more than one square.
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the set contains squares of both colours.
    pub const fn has_both_colors(self) -> bool {
        self.0 & Self::DARK_SQUARES.0 != 0 && self.0 & !Self::DARK_SQUARES.0 != 0
    }

    /// Returns the number of squares in the set.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether `square` is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 & Self::from_square(square).0 != 0
    }

    /// Whether the two sets have a square in common.
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every square of this set is in `other`.
    pub const fn is_subset_of(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Iterates over all subsets of the set, the empty one first (carry-rippler).
    pub fn subsets(self) -> impl Iterator<Item = Self> {
        let mut next = Some(0_u64);
        std::iter::from_fn(move || {
            let subset = next?;
            let following = subset.wrapping_sub(self.0) & self.0;
            next = (following != 0).then_some(following);
            Some(Self(subset))
        })
    }

    /// Returns the square with the lowest index, or `None` if the set is empty.
    pub const fn first(self) -> Option<Square> {
        match NonZeroU64::new(self.0) {
            Some(bits) => Some(Square::from_index(bits.trailing_zeros() as u8)),
            None => None,
        }
    }

    /// Returns the square with the highest index, or `None` if the set is empty.
    pub const fn last(self) -> Option<Square> {
        match NonZeroU64::new(self.0) {
            Some(bits) => Some(Square::from_index(63 - bits.leading_zeros() as u8)),
            None => None,
        }
    }

    /// Shifts every square one step in `direction`; squares that would leave the board are dropped.
    pub const fn shift(self, direction: Direction) -> Self {
        let bits = self.0;
        Self(match direction {
            Direction::North => bits << 8,
            Direction::South => bits >> 8,
            Direction::East => (bits & !FILE_H) << 1,
            Direction::West => (bits & !FILE_A) >> 1,
            Direction::NorthEast => (bits & !FILE_H) << 9,
            Direction::NorthWest => (bits & !FILE_A) << 7,
            Direction::SouthEast => (bits & !FILE_H) >> 7,
            Direction::SouthWest => (bits & !FILE_A) >> 9,
        })
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Self {
        Self::from_square(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.into())
    }
}

macro_rules! bit_operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign_method:ident) => {
        impl $trait for Bitboard {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                Self($trait::$method(self.0, other.0))
            }
        }

        impl $assign_trait for Bitboard {
            fn $assign_method(&mut self, other: Self) {
                $assign_trait::$assign_method(&mut self.0, other.0);
            }
        }
    };
}

bit_operator!(BitAnd, bitand, BitAndAssign, bitand_assign);
bit_operator!(BitOr, bitor, BitOrAssign, bitor_assign);
bit_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign);

impl Not for Bitboard {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// An iterator over the squares of a [`Bitboard`], lowest index first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0.wrapping_sub(1);
        Some(square)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn subsets_are_complete_and_distinct() {
        let set = Bitboard(0x0000_1000_0204_0081);
        let subsets: HashSet<_> = set.subsets().collect();
        assert_eq!(subsets.len(), 1 << set.count());
        assert!(subsets.iter().all(|subset| subset.is_subset_of(set)));
        assert_eq!(Bitboard::EMPTY.subsets().count(), 1);
    }

    #[test]
    fn shift_matches_file_and_rank_arithmetic() {
        let steps = [
            (Direction::North, 0, 1),
            (Direction::South, 0, -1),
            (Direction::East, 1, 0),
            (Direction::West, -1, 0),
            (Direction::NorthEast, 1, 1),
            (Direction::NorthWest, -1, 1),
            (Direction::SouthEast, 1, -1),
            (Direction::SouthWest, -1, -1),
        ];
        for square in Square::all() {
            for (direction, files, ranks) in steps {
                let file = square.file().index() as i32 + files;
                let rank = square.rank().index() as i32 + ranks;
                let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
                let expected =
                    if on_board { Bitboard(1 << (rank * 8 + file)) } else { Bitboard(0) };
                assert_eq!(Bitboard::from_square(square).shift(direction), expected);
            }
        }
    }

    #[test]
    fn iteration_visits_each_square_once_in_index_order() {
        let set = Bitboard(0x8100_0000_0042_0081);
        let squares: Vec<_> = set.into_iter().collect();
        assert!(squares.is_sorted());
        assert_eq!(squares.len() as u32, set.count());
        assert_eq!(squares.iter().copied().collect::<Bitboard>(), set);
        assert_eq!(set.first(), squares.first().copied());
        assert_eq!(set.last(), squares.last().copied());
        assert_eq!(Bitboard::EMPTY.last(), None);
    }
}
