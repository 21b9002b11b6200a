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

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(File::ALL.map(edge_distance), [0, 1, 2, 3, 3, 2, 1, 0]);
    }
}
