//! Distances, sets and indices of squares, some of them from the view of one side.

use crate::types::{Bitboard, Color, Direction, File, Rank, Side, Square};

/// The four squares d4, e4, d5 and e5.
pub(super) const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// The files c to f.
pub(super) const CENTRE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);

/// The largest number of king moves between two squares.
pub(super) const MAX_DISTANCE: i32 = 7;

/// Returns all squares of the same colour as `square`.
pub(super) const fn same_color(square: Square) -> Bitboard {
    let dark = Bitboard::DARK_SQUARES;
    if dark.contains(square) { dark } else { Bitboard(!dark.0) }
}

/// Returns `file` itself, or its neighbour if it is the a- or h-file.
pub(super) const fn inner_file(file: File) -> File {
    match file {
        File::A => File::B,
        File::H => File::G,
        _ => file,
    }
}

/// Returns the Manhattan distance between two squares, 0 to 2 × [`MAX_DISTANCE`].
pub(super) fn manhattan_distance(a: Square, b: Square) -> i32 {
    a.file_distance(b) + a.rank_distance(b)
}

/// Returns the Manhattan distance from `square` to the nearest central square, 0 to 6.
pub(super) fn centre_distance(square: Square) -> i32 {
    // The central files and ranks have the indices 3 and 4.
    let from_centre = |line: usize| (3 - line as i32).max(line as i32 - 4);
    from_centre(square.file().index()) + from_centre(square.rank().index())
}

/// Returns the square on which a `pawn` of `color` promotes.
pub(super) fn promotion_square(pawn: Square, color: Color) -> Square {
    Square::new(pawn.file(), Rank::Eighth.relative_to(color))
}

/// Moves every square `ranks` ranks forward.
const fn advance<S: Side>(set: u64, ranks: u32) -> u64 {
    /// Bits between two squares of neighbouring ranks.
    const RANK: u32 = 8;
    match S::COLOR {
        Color::White => set << (RANK * ranks),
        Color::Black => set >> (RANK * ranks),
    }
}

/// Returns the squares of `set` and all squares in front of them.
pub(super) const fn forward_fill<S: Side>(set: Bitboard) -> Bitboard {
    let mut bits = set.0;
    bits |= advance::<S>(bits, 1);
    bits |= advance::<S>(bits, 2);
    bits |= advance::<S>(bits, 4);
    Bitboard(bits)
}

/// Moves every square one step forward.
pub(super) const fn forward<S: Side>(set: Bitboard) -> Bitboard {
    set.shift(S::COLOR.forward())
}

/// Moves every square one step backward.
pub(super) const fn backward<S: Side>(set: Bitboard) -> Bitboard {
    forward::<S::Opponent>(set)
}

/// Returns all squares in front of the squares of `set`.
pub(super) const fn front_span<S: Side>(set: Bitboard) -> Bitboard {
    forward_fill::<S>(forward::<S>(set))
}

/// Returns the left and right neighbours of the squares of `set`.
pub(super) const fn beside(set: Bitboard) -> Bitboard {
    Bitboard(set.shift(Direction::East).0 | set.shift(Direction::West).0)
}

/// Returns the whole files of the squares of `set`.
pub(super) const fn whole_files<S: Side>(set: Bitboard) -> Bitboard {
    Bitboard(forward_fill::<S>(set).0 | forward_fill::<S::Opponent>(set).0)
}

/// Returns the squares of a rank relative to `S`.
pub(super) const fn rank<S: Side>(rank: Rank) -> Bitboard {
    Bitboard::from_rank(rank.relative_to(S::COLOR))
}

/// Returns the rank index of `square` relative to `S`, 0 to 7.
pub(super) const fn rank_index<S: Side>(square: Square) -> usize {
    square.relative_to(S::COLOR).rank().index()
}

/// Returns the index of `square` in a piece-square table, which begins with a8 as `S` sees the
/// board.
pub(super) const fn table_index<S: Side>(square: Square) -> usize {
    square.relative_to(S::Opponent::COLOR).index()
}

/// Returns the index of `square` in a piece-square table for a king on the files e to h; with
/// `king` on a to d the table is mirrored.
pub(super) const fn wing_index<S: Side>(square: Square, king: Square) -> usize {
    let is_mirrored = king.file().index() < File::E.index();
    table_index::<S>(if is_mirrored { square.flip_file() } else { square })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Black, White};

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn same_color_separates_dark_and_light_squares() {
        assert!(same_color(square("a1")).contains(square("h8")));
        assert!(same_color(square("a8")).contains(square("h1")));
        assert!(!same_color(square("a8")).contains(square("a1")));
    }

    #[test]
    fn distances_are_counted_in_steps() {
        assert_eq!(manhattan_distance(square("f3"), square("c4")), 4);
        assert_eq!(["a1", "h5", "e4", "c6"].map(square).map(centre_distance), [6, 3, 0, 2]);
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
