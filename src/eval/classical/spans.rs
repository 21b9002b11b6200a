//! Sets and indices of squares from the view of one side.

use crate::types::{Bitboard, Color, Direction, File, Rank, Side, Square};

/// Moves every square `ranks` ranks forward.
#[inline]
const fn advance<S: Side>(set: u64, ranks: u32) -> u64 {
    /// Bits between two squares of neighbouring ranks.
    const RANK: u32 = 8;
    match S::COLOR {
        Color::White => set << (RANK * ranks),
        Color::Black => set >> (RANK * ranks),
    }
}

/// Returns the squares of `set` and all squares in front of them.
#[inline]
pub(super) const fn forward_fill<S: Side>(set: Bitboard) -> Bitboard {
    let mut bits = set.0;
    bits |= advance::<S>(bits, 1);
    bits |= advance::<S>(bits, 2);
    bits |= advance::<S>(bits, 4);
    Bitboard(bits)
}

/// Moves every square one step forward.
#[inline]
pub(super) const fn forward<S: Side>(set: Bitboard) -> Bitboard {
    set.shift(S::COLOR.forward())
}

/// Moves every square one step backward.
#[inline]
pub(super) const fn backward<S: Side>(set: Bitboard) -> Bitboard {
    forward::<S::Opponent>(set)
}

/// Returns all squares in front of the squares of `set`.
#[inline]
pub(super) const fn front_span<S: Side>(set: Bitboard) -> Bitboard {
    forward_fill::<S>(forward::<S>(set))
}

/// Returns the left and right neighbours of the squares of `set`.
#[inline]
pub(super) const fn beside(set: Bitboard) -> Bitboard {
    Bitboard(set.shift(Direction::East).0 | set.shift(Direction::West).0)
}

/// Returns the whole files of the squares of `set`.
#[inline]
pub(super) const fn whole_files<S: Side>(set: Bitboard) -> Bitboard {
    Bitboard(forward_fill::<S>(set).0 | forward_fill::<S::Opponent>(set).0)
}

/// Returns the squares of a rank relative to `S`.
#[inline]
pub(super) const fn rank<S: Side>(rank: Rank) -> Bitboard {
    Bitboard::from_rank(rank.relative_to(S::COLOR))
}

/// Returns the rank index of `square` relative to `S`, 0 to 7.
#[inline]
pub(super) const fn rank_index<S: Side>(square: Square) -> usize {
    square.relative_to(S::COLOR).rank().index()
}

/// Returns the index of `square` in a piece-square table, which begins with a8 as `S` sees the
/// board.
#[inline]
pub(super) const fn table_index<S: Side>(square: Square) -> usize {
    square.relative_to(S::Opponent::COLOR).index()
}

/// Returns the index of `square` in a piece-square table for a king on the files e to h; with
/// `king` on a to d the table is mirrored.
#[inline]
pub(super) const fn wing_index<S: Side>(square: Square, king: Square) -> usize {
    /// Swaps the a-file with the h-file, the b-file with the g-file and so on.
    const MIRROR: usize = 7;
    let mirror = if king.file().index() < File::E.index() { MIRROR } else { 0 };
    table_index::<S>(square) ^ mirror
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Black, White};

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    fn set(names: &str) -> Bitboard {
        names.split_whitespace().map(square).collect()
    }

    #[test]
    fn spans_follow_the_direction_of_each_side() {
        assert_eq!(front_span::<White>(set("e5 a7")), set("e6 e7 e8 a8"));
        assert_eq!(front_span::<Black>(set("e5 a2")), set("e4 e3 e2 e1 a1"));
        assert_eq!(beside(set("a3 e4")), set("b3 d4 f4"));
        assert_eq!(backward::<White>(set("e4 h1")), set("e3"));
        assert_eq!(whole_files::<Black>(set("c2 c6")), Bitboard::from_file(File::C));
        assert_eq!(rank::<Black>(Rank::Seventh), Bitboard::from_rank(Rank::Second));
    }

    #[test]
    fn tables_begin_at_the_far_left() {
        assert_eq!(table_index::<White>(square("a8")), 0);
        assert_eq!(table_index::<White>(square("b1")), 57);
        assert_eq!(table_index::<Black>(square("b8")), 57);
        assert_eq!(rank_index::<Black>(square("b7")), 1);
    }
}
