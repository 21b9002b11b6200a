//! Sets of squares that lie before, behind and beside others, as one side sees the board.

use crate::types::{Bitboard, Color, Direction, File, Rank, Side, Square};

/// d4, e4, d5 and e5.
pub(super) const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// The files c to f.
pub(super) const CENTRE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);

/// Each square and all before it.
#[inline]
pub(super) const fn forward_fill<S: Side>(set: Bitboard) -> Bitboard {
    let mut bits = set.0;
    match S::COLOR {
        Color::White => {
            bits |= bits << 8;
            bits |= bits << 16;
            bits |= bits << 32;
        }
        Color::Black => {
            bits |= bits >> 8;
            bits |= bits >> 16;
            bits |= bits >> 32;
        }
    }
    Bitboard(bits)
}

/// Each square moved one step forward.
#[inline]
pub(super) const fn forward<S: Side>(set: Bitboard) -> Bitboard {
    set.shift(S::COLOR.forward())
}

/// Each square moved one step backward.
#[inline]
pub(super) const fn backward<S: Side>(set: Bitboard) -> Bitboard {
    forward::<S::Opponent>(set)
}

/// All squares before each square, on its file.
#[inline]
pub(super) const fn front_span<S: Side>(set: Bitboard) -> Bitboard {
    forward_fill::<S>(forward::<S>(set))
}

/// The neighbours to the left and to the right.
#[inline]
pub(super) const fn beside(set: Bitboard) -> Bitboard {
    Bitboard(set.shift(Direction::East).0 | set.shift(Direction::West).0)
}

/// The whole file of each square.
#[inline]
pub(super) const fn whole_files<S: Side>(set: Bitboard) -> Bitboard {
    Bitboard(forward_fill::<S>(set).0 | forward_fill::<S::Opponent>(set).0)
}

/// A rank as `S` counts it.
#[inline]
pub(super) const fn rank<S: Side>(rank: Rank) -> Bitboard {
    Bitboard::from_rank(rank.relative_to(S::COLOR))
}

/// The index of the rank of `square` as `S` counts it, 0 to 7.
#[inline]
pub(super) const fn rank_index<S: Side>(square: Square) -> usize {
    square.relative_to(S::COLOR).rank().index()
}

/// The index of `square` in tables that begin with a8 as `S` sees the board.
#[inline]
pub(super) const fn table_index<S: Side>(square: Square) -> usize {
    square.relative_to(S::Opponent::COLOR).index()
}

/// The index of `square` in tables that begin with the far corner of the wing where `king` is not.
#[inline]
pub(super) const fn wing_index<S: Side>(square: Square, king: Square) -> usize {
    /// Exchanges the file a with h, b with g and so on.
    const MIRROR: usize = 7;
    let mirror = if king.file().index() < 4 { MIRROR } else { 0 };
    table_index::<S>(square) ^ mirror
}

/// The squares of the colour of `square`.
#[inline]
pub(super) const fn same_color(square: Square) -> Bitboard {
    let dark = Bitboard::DARK_SQUARES;
    if dark.contains(square) { dark } else { Bitboard(!dark.0) }
}

/// How many files lie between a file and the nearer edge, 0 to 3.
#[inline]
pub(super) const fn edge_distance(file: File) -> usize {
    let index = file.index();
    if index < 4 { index } else { 7 - index }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Black, White};

    fn set(names: &str) -> Bitboard {
        names.split_whitespace().map(|name| name.parse::<Square>().unwrap()).collect()
    }

    #[test]
    fn spans_are_seen_from_each_side() {
        assert_eq!(front_span::<White>(set("e5 a7")), set("e6 e7 e8 a8"));
        assert_eq!(front_span::<Black>(set("e5 a2")), set("e4 e3 e2 e1 a1"));
        assert_eq!(beside(set("a3 e4")), set("b3 d4 f4"));
        assert_eq!(backward::<White>(set("e4 h1")), set("e3"));
        assert_eq!(whole_files::<Black>(set("c2 c6")), Bitboard::from_file(File::C));
        assert_eq!(rank::<Black>(Rank::Seventh), Bitboard::from_rank(Rank::Second));
    }

    #[test]
    fn tables_begin_at_the_far_left() {
        let square = |name: &str| name.parse::<Square>().unwrap();
        assert_eq!(table_index::<White>(square("a8")), 0);
        assert_eq!(table_index::<White>(square("b1")), 57);
        assert_eq!(table_index::<Black>(square("b8")), 57);
        assert_eq!(rank_index::<Black>(square("b7")), 1);
    }

    #[test]
    fn a1_is_dark() {
        let square = |name: &str| name.parse::<Square>().unwrap();
        assert!(same_color(square("a1")).contains(square("h8")));
        assert!(same_color(square("a8")).contains(square("h1")));
        assert!(!same_color(square("a8")).contains(square("a1")));
        assert_eq!(File::ALL.map(edge_distance), [0, 1, 2, 3, 3, 2, 1, 0]);
    }
}
