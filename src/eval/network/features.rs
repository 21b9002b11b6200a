//! The shape of the network and its quantisation; its inputs and output buckets.

use crate::board::Board;
use crate::types::{Color, File, Piece, PieceType, Square};

/// Number of features of a perspective: own and opposing pieces of each type on each square.
pub const INPUTS: usize = 2 * PieceType::COUNT * Square::COUNT;

/// Number of hidden neurons per perspective of the networks that the engine plays with, the
/// embedded one included.
pub const HIDDEN: usize = 512;

/// The largest number of hidden neurons per perspective of a network file. With many more, trained
/// output weights are too large for sums of 32 bits.
pub const MAX_HIDDEN: usize = 1_024;
/// The largest scale of a network: the units of the evaluation for an output of 1; typical is 130
/// to 400.
pub const MAX_SCALE: i32 = 10_000;

/// Number of output layers, one for each [bucket] of piece counts.
pub const BUCKETS: usize = 8;

/// Quantisation unit of the feature weights and biases: an activation of 1 is stored as 255.
pub const QA: i32 = 255;

/// Quantisation unit of the output weights; the output biases have the unit `QA * QB`.
pub const QB: i32 = 64;

/// Number of pieces on a full board.
pub const MAX_PIECES: usize = 32;

/// The largest magnitude of a feature weight or bias. No sum of a bias and 32 weights overflows
/// 16 bits.
pub const MAX_FEATURE_WEIGHT: i16 = i16::MAX / (MAX_PIECES as i16 + 1);

/// The largest magnitude of an output weight. No product with a clipped activation overflows 16
/// bits.
pub const MAX_OUTPUT_WEIGHT: i16 = i16::MAX / QA as i16;

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
pub(super) const fn is_mirrored(king: Square) -> bool {
    king.file().index() >= File::E.index()
}

/// Returns the output bucket of `board`, 0 to 7.
pub fn bucket(board: &Board) -> usize {
    bucket_of_count(board.occupied().count() as usize)
}

/// Returns the output bucket, 0 to 7, of a position with this number of pieces: 2 to 5 share the
/// first, 6 to 9 the second, and so on.
pub const fn bucket_of_count(pieces: usize) -> usize {
    let bucket = pieces.saturating_sub(MIN_PIECES) / COUNTS_PER_BUCKET;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}

/// Returns the smallest and the largest piece count of an output bucket, 0 to 7.
pub const fn pieces_of_bucket(bucket: usize) -> (usize, usize) {
    let min = MIN_PIECES + COUNTS_PER_BUCKET * bucket;
    let max = min + COUNTS_PER_BUCKET - 1;
    (min, if max < MAX_PIECES { max } else { MAX_PIECES })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

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
