//! The active inputs of the network, straight from packed positions.

use nunatak::eval::network::{MAX_PIECES, bucket_of_count, feature_index};
use nunatak::types::{Color, Piece, PieceType, Square};

use crate::dataset::{PACKED_BYTES, packed_pieces, packed_side_to_move};

/// The active inputs of a position for both perspectives, and its output bucket.
#[derive(Clone, Debug)]
pub(super) struct Features {
    count: usize,
    us: [u16; MAX_PIECES],
    them: [u16; MAX_PIECES],
    bucket: usize,
}

impl Features {
    /// Returns the features of a packed position; see [`pack`](crate::dataset::pack).
    ///
    /// Samples are decoded again in every epoch, so this does without a board, whose validation
    /// would take longer than the rest of the training step.
    #[inline]
    pub(super) fn of_packed(bytes: &[u8; PACKED_BYTES]) -> Self {
        let mut kings = [Square::from_index(0); 2];
        let mut pieces =
            [(Square::from_index(0), Piece { color: Color::White, piece_type: PieceType::Pawn });
                MAX_PIECES];
        let mut count = 0;
        for (slot, (square, piece)) in pieces.iter_mut().zip(packed_pieces(bytes)) {
            if piece.piece_type == PieceType::King {
                kings[piece.color.index()] = square;
            }
            *slot = (square, piece);
            count += 1;
        }
        let side_to_move = packed_side_to_move(bytes);
        let indices = |perspective: Color| {
            let king = kings[perspective.index()];
            pieces.map(|(square, piece)| feature_index(perspective, king, piece, square) as u16)
        };
        Self {
            count,
            us: indices(side_to_move),
            them: indices(!side_to_move),
            bucket: bucket_of_count(count),
        }
    }

    /// Returns the input indices from the view of the side to move, then from the opponent's.
    #[inline]
    pub(super) fn perspectives(&self) -> [&[u16]; 2] {
        [&self.us[..self.count], &self.them[..self.count]]
    }

    /// Returns the index of the output bucket.
    #[inline]
    pub(super) fn bucket(&self) -> usize {
        self.bucket
    }
}
