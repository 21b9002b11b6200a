//! The accumulators of both perspectives.

use std::mem;

use arrayvec::ArrayVec;

use super::engine_network::EngineNetwork;
use super::features::feature_index;
use super::row::Row;
use super::shape::MAX_PIECES;
use crate::board::Board;
use crate::types::{Bitboard, Color, Piece, PieceType, Score, Square};

/// Pieces with their squares.
type Pieces = ArrayVec<(Piece, Square), MAX_PIECES>;

/// The feature weights of pieces.
type Rows<'a> = ArrayVec<&'a Row, MAX_PIECES>;

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
        let (mut added, mut removed) = (Pieces::new(), Pieces::new());
        for color in Color::ALL {
            for piece_type in PieceType::ALL {
                let now = board.colored_pieces(color, piece_type);
                let entry = &mut self.pieces[color.index()][piece_type.index()];
                let before = mem::replace(entry, now);
                if now == before {
                    continue;
                }
                let piece = Piece { color, piece_type };
                added.extend((now & !before).into_iter().map(|square| (piece, square)));
                removed.extend((before & !now).into_iter().map(|square| (piece, square)));
            }
        }
        self.change(network, board, &added, &removed);
    }

    /// Subtracts the features of `piece` on `square` in both perspectives.
    pub(super) fn remove(
        &mut self,
        network: &EngineNetwork,
        board: &Board,
        piece: Piece,
        square: Square,
    ) {
        self.pieces[piece.color.index()][piece.piece_type.index()] ^= square.into();
        self.change(network, board, &[], &[(piece, square)]);
    }

    /// Returns the score of the output layer `bucket` with `side` to move, from its view.
    #[inline]
    pub(super) fn output(&self, network: &EngineNetwork, side: Color, bucket: usize) -> Score {
        network.output(&self.sums[side.index()], &self.sums[(!side).index()], bucket)
    }

    /// Adds and subtracts the weights of the features of pieces in both perspectives.
    #[inline]
    fn change(
        &mut self,
        network: &EngineNetwork,
        board: &Board,
        added: &[(Piece, Square)],
        removed: &[(Piece, Square)],
    ) {
        for (perspective, sums) in Color::ALL.into_iter().zip(&mut self.sums) {
            let king = board.king(perspective);
            let weights = |&(piece, square): &(Piece, Square)| {
                network.feature_weights(feature_index(perspective, king, piece, square))
            };
            let (mut added_rows, mut removed_rows) = (Rows::new(), Rows::new());
            added_rows.extend(added.iter().map(weights));
            removed_rows.extend(removed.iter().map(weights));
            sums.update(&added_rows, &removed_rows);
        }
    }
}
