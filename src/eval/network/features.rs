//! The inputs of the network: features and output buckets.

use super::shape::{BUCKETS, MAX_PIECES};
use crate::board::Board;
use crate::types::{Color, File, Piece, PieceType, Square};

/// Number of piece counts that share an output bucket.
const COUNTS_PER_BUCKET: usize = 4;

/// The smallest number of pieces: both kings.
const MIN_PIECES: usize = 2;

/// Bits of a square's index whose flipping mirrors the files.
const MIRROR_FILES: usize = 7;

/// Offset of the features of the opponent's pieces.
const OPPONENT: usize = PieceType::COUNT * Square::COUNT;

/// Returns the index, 0 to 767, of the feature for `piece` on `square` as seen from `perspective`,
/// whose king stands on `king`.
///
/// The ranks are flipped for Black. The files are mirrored while the king stands on the files e to
/// h, so that it is always seen on the files a to d.
#[inline]
pub const fn feature_index(
    perspective: Color,
    king: Square,
    piece: Piece,
    square: Square,
) -> usize {
    let is_own = piece.color.index() == perspective.index();
    let side = if is_own { 0 } else { OPPONENT };
    let files = if is_mirrored(king) { MIRROR_FILES } else { 0 };
    let square = square.relative_to(perspective).index() ^ files;
    side + Square::COUNT * piece.piece_type.index() + square
}

/// Whether a perspective with its king on `king` is mirrored.
#[inline]
pub(super) const fn is_mirrored(king: Square) -> bool {
    king.file().index() >= File::E.index()
}

/// Returns the output bucket of `board`, 0 to 7.
#[inline]
pub fn bucket(board: &Board) -> usize {
    bucket_of_count(board.occupied().count() as usize)
}

/// Returns the output bucket, 0 to 7, of a position with this number of pieces: 2 to 5 share the
/// first, 6 to 9 the second, and so on.
#[inline]
pub const fn bucket_of_count(pieces: usize) -> usize {
    let bucket = pieces.saturating_sub(MIN_PIECES) / COUNTS_PER_BUCKET;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}

/// Returns the smallest and the largest piece count of an output bucket.
pub(super) const fn pieces_of_bucket(bucket: usize) -> (usize, usize) {
    let min = MIN_PIECES + COUNTS_PER_BUCKET * bucket;
    let max = min + COUNTS_PER_BUCKET - 1;
    (min, if max < MAX_PIECES { max } else { MAX_PIECES })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::shape::INPUTS;
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    fn index(perspective: Color, king: &str, piece: char, on: &str) -> usize {
        let piece = Piece::from_letter(piece).unwrap();
        feature_index(perspective, square(king), piece, square(on))
    }

    #[test]
    fn features_are_counted_by_side_then_type_then_square() {
        assert_eq!(index(Color::White, "a1", 'P', "a1"), 0);
        assert_eq!(index(Color::White, "d1", 'N', "b1"), 64 + 1);
        assert_eq!(index(Color::White, "d1", 'k', "h8"), 384 + 5 * 64 + 63);
        assert_eq!(index(Color::White, "e1", 'k', "h8"), 384 + 5 * 64 + 56);
        assert_eq!(index(Color::Black, "d8", 'q', "d8"), 4 * 64 + 3);
        assert_eq!(index(Color::Black, "e8", 'P', "a2"), 384 + 55);
    }

    #[test]
    fn each_piece_on_each_square_is_a_feature_of_its_own() {
        for perspective in Color::ALL {
            for king in Square::all() {
                let pieces = "PNBRQKpnbrqk".chars().filter_map(Piece::from_letter);
                let indices: HashSet<usize> = pieces
                    .flat_map(|piece| Square::all().map(move |square| (piece, square)))
                    .map(|(piece, square)| feature_index(perspective, king, piece, square))
                    .collect();
                assert_eq!(indices.len(), INPUTS);
                assert!(indices.iter().all(|&index| index < INPUTS));
            }
        }
    }

    #[test]
    fn buckets_divide_the_piece_counts_evenly() {
        assert_eq!(bucket(&Board::start()), 7);
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0),
            ("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1", 0),
            ("4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1", 1),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPP3/RNBQKBNR w - - 0 1", 6),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPP2/RNBQKBNR w - - 0 1", 7),
        ] {
            assert_eq!(bucket(&fen.parse().unwrap()), expected, "{fen}");
        }
    }
}
