//! The active inputs of the network, straight from packed positions.

use nunatak::board::PACKED_BYTES;
use nunatak::eval::network::{bucket_of_count, feature_index};
use nunatak::types::{Bitboard, Color, Piece, PieceType, Square};

/// The largest number of pieces on a board.
const MAX_PIECES: usize = 32;
/// The number of bits of a piece code in a packed position.
const CODE_BITS: u32 = 4;
/// Bit of a piece code that is set for Black.
const BLACK_PIECE: u8 = 8;
/// Bit of the state byte that is set with Black to move.
const BLACK_TO_MOVE: u8 = 0x80;
/// Piece types by the lower three bits of their code: 6 is a rook that may castle, 7 is unused.
const TYPES: [PieceType; 8] = {
    use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
    [Pawn, Knight, Bishop, Rook, Queen, King, Rook, King]
};

/// The active inputs of a position for both perspectives, and its output bucket.
#[derive(Clone, Debug)]
pub(super) struct Features {
    count: usize,
    us: [u16; MAX_PIECES],
    them: [u16; MAX_PIECES],
    bucket: usize,
}

impl Features {
    /// Returns the features of a packed position; see [`nunatak::board::Board::to_packed`].
    ///
    /// Samples are decoded anew in every epoch, so this does without a board, whose validation
    /// would take longer than the rest of the training step.
    #[inline]
    pub(super) fn of_packed(bytes: &[u8; PACKED_BYTES]) -> Self {
        let [b0, b1, b2, b3, b4, b5, b6, b7, codes @ .., state, _, _, _] = *bytes;
        let occupied = Bitboard(u64::from_le_bytes([b0, b1, b2, b3, b4, b5, b6, b7]));
        let mut codes = u128::from_le_bytes(codes);
        let mut kings = [Square::from_index(0); 2];
        let mut pieces = [(Square::from_index(0), piece_of_code(0)); MAX_PIECES];
        let count = (occupied.count() as usize).min(MAX_PIECES);
        for (slot, square) in pieces.iter_mut().zip(occupied) {
            let piece = piece_of_code(codes as u8);
            codes >>= CODE_BITS;
            if piece.piece_type == PieceType::King {
                kings[piece.color.index()] = square;
            }
            *slot = (square, piece);
        }
        let side_to_move = if state & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black };
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

/// Returns the piece of a code in a packed position.
#[inline]
fn piece_of_code(code: u8) -> Piece {
    let color = if code & BLACK_PIECE == 0 { Color::White } else { Color::Black };
    Piece { color, piece_type: TYPES[usize::from(code & (BLACK_PIECE - 1))] }
}
