//! The accumulators of both perspectives.

use std::mem;

use super::engine_network::EngineNetwork;
use super::features::feature_index;
use super::row::Row;
use crate::board::Board;
use crate::types::{Bitboard, Color, Piece, PieceType, Score, Square};

/// The accumulators of both perspectives, and the pieces they represent.
#[derive(Clone, Debug)]
pub(super) struct Accumulators {
    /// The sums of feature weights, by perspective.
    sums: [Row; 2],
    /// The pieces that the sums represent, by colour and type.
    pieces: [[Bitboard; PieceType::COUNT]; 2],
}

impl Accumulators {
    /// Returns the accumulators of a board without pieces.
    pub(super) fn empty(network: &EngineNetwork) -> Self {
        Self {
            sums: [*network.feature_bias(); 2],
            pieces: [[Bitboard::EMPTY; PieceType::COUNT]; 2],
        }
    }

    /// Returns the accumulators of `board`.
    pub(super) fn new(network: &EngineNetwork, board: &Board) -> Self {
        let mut accumulators = Self::empty(network);
        accumulators.update(network, board);
        accumulators
    }

    /// Updates the accumulators to `board` by its difference from the previous board, which must
    /// have had the same perspectives mirrored.
    #[inline]
    pub(super) fn update(&mut self, network: &EngineNetwork, board: &Board) {
        let kings = Color::ALL.map(|color| board.king(color));
        for color in Color::ALL {
            for piece_type in PieceType::ALL {
                let now = board.colored_pieces(color, piece_type);
                let entry = &mut self.pieces[color.index()][piece_type.index()];
                let before = mem::replace(entry, now);
                if now == before {
                    continue;
                }
                let piece = Piece { color, piece_type };
                for square in now & !before {
                    self.for_each(network, kings, piece, square, Row::add);
                }
                for square in before & !now {
                    self.for_each(network, kings, piece, square, Row::subtract);
                }
            }
        }
    }

    /// Subtracts the features of `piece` on `square` in both perspectives.
    pub(super) fn remove(
        &mut self,
        network: &EngineNetwork,
        board: &Board,
        piece: Piece,
        square: Square,
    ) {
        let kings = Color::ALL.map(|color| board.king(color));
        self.pieces[piece.color.index()][piece.piece_type.index()] ^= square.into();
        self.for_each(network, kings, piece, square, Row::subtract);
    }

    /// Returns the score of the output layer `bucket` with `side` to move, from its view.
    #[inline]
    pub(super) fn output(&self, network: &EngineNetwork, side: Color, bucket: usize) -> Score {
        network.output(&self.sums[side.index()], &self.sums[(!side).index()], bucket)
    }

    /// Applies `change` to the sums of each perspective, with the weights of its feature for
    /// `piece` on `square`.
    #[inline]
    fn for_each(
        &mut self,
        network: &EngineNetwork,
        kings: [Square; 2],
        piece: Piece,
        square: Square,
        change: impl Fn(&mut Row, &Row),
    ) {
        for ((perspective, king), sums) in Color::ALL.into_iter().zip(kings).zip(&mut self.sums) {
            let feature = feature_index(perspective, king, piece, square);
            change(sums, network.feature_weights(feature));
        }
    }
}
