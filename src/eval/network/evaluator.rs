//! Evaluation with incrementally updated accumulators.

use std::mem;
use std::sync::Arc;

use arrayvec::ArrayVec;

use super::engine_network::EngineNetwork;
use super::features::{MAX_PIECES, bucket, feature_index, is_mirrored};
use super::row::Row;
use crate::board::Board;
use crate::types::{Bitboard, Color, Piece, PieceType, Score, Square};

/// Number of combinations of mirrored perspectives.
const MIRROR_STATES: usize = 4;

/// An evaluator of positions by a network. Each search thread owns one.
#[derive(Clone, Debug)]
pub struct NetworkEvaluator {
    network: Arc<EngineNetwork>,
    /// Accumulators of the last board evaluated in each [mirror state](mirror_state).
    accumulators: [Accumulators; MIRROR_STATES],
}

impl NetworkEvaluator {
    /// Creates an evaluator with empty accumulators.
    pub fn new(network: Arc<EngineNetwork>) -> Self {
        let empty = Accumulators::empty(&network);
        Self { network, accumulators: std::array::from_fn(|_| empty.clone()) }
    }

    /// Empties the accumulators, so that the next evaluation starts from scratch.
    pub fn clear(&mut self) {
        *self = Self::new(Arc::clone(&self.network));
    }

    /// Returns the network's score of `board` from the view of the side to move.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        let accumulators = &mut self.accumulators[mirror_state(board)];
        accumulators.update(&self.network, board);
        accumulators.output(&self.network, board.side_to_move(), bucket(board))
    }
}

impl EngineNetwork {
    /// Returns the network's score of `board` from the view of the side to move, computed from
    /// scratch.
    pub fn evaluate_fresh(&self, board: &Board) -> Score {
        Accumulators::new(self, board).output(self, board.side_to_move(), bucket(board))
    }
}

/// Returns the combination of mirrored perspectives, 0 to 3.
#[inline]
fn mirror_state(board: &Board) -> usize {
    let [white, black] = Color::ALL.map(|color| usize::from(is_mirrored(board.king(color))));
    2 * white + black
}

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
