//! Distances and colours of squares, the same for both sides.

use crate::types::{Bitboard, File, Square};

/// The four squares d4, e4, d5 and e5.
pub(super) const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// The files c to f.
pub(super) const CENTRE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);

/// The largest number of king moves between two squares.
pub(super) const MAX_DISTANCE: i32 = 7;

/// Returns all squares of the same colour as `square`.
#[inline]
pub(super) const fn same_color(square: Square) -> Bitboard {
    let dark = Bitboard::DARK_SQUARES;
    if dark.contains(square) { dark } else { Bitboard(!dark.0) }
}

/// Returns the distance of `file` from the nearer edge, 0 to 3.
#[inline]
pub(super) const fn edge_distance(file: File) -> usize {
    let (from_left, from_right) = (file.index(), File::H.index() - file.index());
    if from_left < from_right { from_left } else { from_right }
}

/// Returns `file` itself, or its neighbour if it is the a- or h-file.
#[inline]
pub(super) const fn inner_file(file: File) -> File {
    match file {
        File::A => File::B,
        File::H => File::G,
        _ => file,
    }
}

/// Returns the number of king moves between two squares, 0 to [`MAX_DISTANCE`].
#[inline]
pub(super) fn distance(a: Square, b: Square) -> i32 {
    let [files, ranks] = offsets(a, b);
    files.max(ranks)
}

/// Returns the number of rook-like single steps between two squares, 0 to 2 × [`MAX_DISTANCE`].
pub(super) fn manhattan_distance(a: Square, b: Square) -> i32 {
    offsets(a, b).into_iter().sum()
}

/// Returns the number of single steps from `square` to the four central squares, 0 to 6.
pub(super) fn centre_distance(square: Square) -> i32 {
    // Lines 3 and 4 are the central ones, counted from 0.
    let from_centre = |line: usize| (3 - line as i32).max(line as i32 - 4);
    from_centre(square.file().index()) + from_centre(square.rank().index())
}

/// Returns the distances between two squares in files and in ranks.
#[inline]
fn offsets(a: Square, b: Square) -> [i32; 2] {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    [files as i32, ranks as i32]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn a1_is_dark() {
        assert!(same_color(square("a1")).contains(square("h8")));
        assert!(same_color(square("a8")).contains(square("h1")));
        assert!(!same_color(square("a8")).contains(square("a1")));
    }

    #[test]
    fn distances_are_counted_in_moves_and_steps() {
        assert_eq!(distance(square("a1"), square("c8")), 7);
        assert_eq!(distance(square("f3"), square("c4")), 3);
        assert_eq!(manhattan_distance(square("f3"), square("c4")), 4);
        assert_eq!(["a1", "h5", "e4", "c6"].map(square).map(centre_distance), [6, 3, 0, 2]);
        assert_eq!(File::ALL.map(edge_distance), [0, 1, 2, 3, 3, 2, 1, 0]);
    }
}
