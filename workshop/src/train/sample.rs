//! Labelled positions in 32 bytes.

use nunatak::board::Board;
use nunatak::types::{Color, Outcome, Score};

use super::features::Features;
use crate::dataset::{PACKED_BYTES, pack, packed_piece_count, unpack};

/// A labelled position: half a cache line, so that a set of 50 million fits in 1.6 GB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Sample {
    board: [u8; PACKED_BYTES],
    score: i16,
    /// Twice the points of the side to move, or [`NO_OUTCOME`].
    half_points: u8,
}

/// The value of `half_points` for a position that was not taken from a game.
const NO_OUTCOME: u8 = u8::MAX;

// Aligned to its size, so that a sample never lies in two cache lines.
const _: () = assert!(size_of::<Sample>() == 32);

/// The number of bytes of a sample in a file.
pub(super) const SAMPLE_BYTES: usize = PACKED_BYTES + 3;

impl Sample {
    /// Creates a sample from a position, its score in units of the evaluation from the view of the
    /// side to move, and the outcome of its game if it is from one.
    pub fn new(board: &Board, score: Score, outcome: Option<Outcome>) -> Self {
        let half_points = match (outcome, board.side_to_move()) {
            (None, _) => NO_OUTCOME,
            (Some(outcome), Color::White) => outcome as u8,
            (Some(outcome), Color::Black) => 2 - outcome as u8,
        };
        Self { board: pack(board), score: score.0 as i16, half_points }
    }

    /// Returns the position.
    pub fn board(&self) -> Board {
        match unpack(&self.board) {
            Ok(board) => board,
            Err(_) => unreachable!("samples are made from legal positions"),
        }
    }

    /// Returns the score for the side to move, in units of the evaluation.
    pub fn score(&self) -> i16 {
        self.score
    }

    /// Returns the points of the side to move in the game: 0, ½ or 1.
    pub fn points(&self) -> Option<f32> {
        (self.half_points != NO_OUTCOME).then(|| f32::from(self.half_points) / 2.0)
    }

    /// Returns the number of pieces.
    #[inline]
    pub(super) fn piece_count(&self) -> u32 {
        packed_piece_count(&self.board)
    }

    /// Returns the active inputs of the network.
    #[inline]
    pub(super) fn features(&self) -> Features {
        Features::of_packed(&self.board)
    }

    /// Returns the bytes of the sample in a file.
    pub(super) fn to_bytes(self) -> [u8; SAMPLE_BYTES] {
        let mut bytes = [0; SAMPLE_BYTES];
        let [board @ .., low, high, points] = &mut bytes;
        board.copy_from_slice(&self.board);
        [*low, *high] = self.score.to_le_bytes();
        *points = self.half_points;
        bytes
    }

    /// Creates the sample from its bytes in a file: the inverse of [`Sample::to_bytes`].
    pub(super) fn from_bytes(bytes: &[u8; SAMPLE_BYTES]) -> Self {
        let [board @ .., low, high, half_points] = *bytes;
        Self { board, score: i16::from_le_bytes([low, high]), half_points }
    }
}
