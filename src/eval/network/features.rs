//! The shape of the network and its quantisation; its inputs and output buckets.

use crate::board::Board;
use crate::types::{Color, File, Piece, PieceType, Rank, Square};

/// Number of features of a perspective: own and opposing pieces of each type on each square, for
/// each region of the king (king bucket).
pub const INPUTS: usize = KING_BUCKETS * PIECE_INPUTS;

/// Number of features of a perspective that share a king bucket.
pub const PIECE_INPUTS: usize = 2 * PieceType::COUNT * Square::COUNT;

/// Number of regions of the board in which a king has feature weights of its own.
const KING_BUCKETS: usize = 8;

/// Number of [views](view) of the board.
pub(super) const VIEWS: usize = 2 * KING_BUCKETS;

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

/// Offset of the features of the opponent's pieces.
const OPPONENT: usize = PieceType::COUNT * Square::COUNT;

/// Returns the index, below [`INPUTS`], of the feature for `piece` on `square` as seen from
/// `perspective`, whose king stands on `king`.
///
/// The ranks are flipped for Black. The files are mirrored while the king stands on the files e to
/// h, so that it is always seen on the files a to d. Its place there selects the bucket: around a
/// king that has castled, pieces have other weights than around one in the middle.
pub const fn feature_index(
    perspective: Color,
    king: Square,
    piece: Piece,
    square: Square,
) -> usize {
    let is_own = piece.color.index() == perspective.index();
    let side = if is_own { 0 } else { OPPONENT };
    let square = square.relative_to(perspective);
    let square = if is_mirrored(king) { square.flip_file() } else { square };
    let in_bucket = side + Square::COUNT * piece.piece_type.index() + square.index();
    PIECE_INPUTS * king_bucket(perspective, king) + in_bucket
}

/// Returns how `perspective`, whose king stands on `king`, sees the board, 0 to 15: mirrored or
/// not, and with which bucket of its king. From king squares with the same view, all other pieces
/// have the same features.
pub(super) const fn view(perspective: Color, king: Square) -> usize {
    2 * king_bucket(perspective, king) + is_mirrored(king) as usize
}

/// Whether a perspective with its king on `king` is mirrored.
const fn is_mirrored(king: Square) -> bool {
    king.file().index() >= File::E.index()
}

/// Returns the bucket of a king as its own side sees it, 0 to 7: finer where kings stand in most
/// positions, on the first two ranks, and apart for those that have castled and those that have
/// not.
const fn king_bucket(perspective: Color, king: Square) -> usize {
    match (king.relative_to(perspective).rank(), king.file()) {
        (Rank::First, File::A | File::B | File::G | File::H) => 0,
        (Rank::First, File::C | File::F) => 1,
        (Rank::First, _) => 2,
        (Rank::Second, File::A | File::B | File::G | File::H) => 3,
        (Rank::Second, _) => 4,
        (Rank::Third, _) => 5,
        (Rank::Fourth | Rank::Fifth, _) => 6,
        _ => 7,
    }
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
        assert_eq!(index(Color::White, "b2", 'N', "b1"), 3 * 768 + 64 + 1);
        assert_eq!(index(Color::White, "c1", 'k', "h8"), 768 + 384 + 5 * 64 + 63);
        assert_eq!(index(Color::White, "f1", 'k', "h8"), 768 + 384 + 5 * 64 + 56);
        assert_eq!(index(Color::Black, "c8", 'q', "d8"), 768 + 4 * 64 + 3);
        assert_eq!(index(Color::Black, "f8", 'P', "a2"), 768 + 384 + 55);
    }

    #[test]
    fn the_place_of_the_king_selects_its_weights() {
        let kings = ["a1 b1 g1 h1", "c1 f1", "d1 e1", "a2 b2 g2 h2", "c2 d2 e2 f2"];
        let further = ["a3 e3 h3", "a4 h4 d5 h5", "a6 b7 h8"];
        for (bucket, kings) in kings.into_iter().chain(further).enumerate() {
            for king in kings.split(' ') {
                let files = if square(king).file() < File::E { 0 } else { 7 };
                let expected = 768 * bucket + (8 ^ files);
                assert_eq!(index(Color::White, king, 'P', "a2"), expected, "{king}");
                let black = square(king).relative_to(Color::Black).to_string();
                assert_eq!(index(Color::Black, &black, 'p', "a7"), expected, "{black}");
                let view = view(Color::White, square(king));
                assert_eq!((view, view < VIEWS), (2 * bucket + files / 7, true), "{king}");
            }
        }
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
                assert_eq!(indices.len(), PIECE_INPUTS);
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
