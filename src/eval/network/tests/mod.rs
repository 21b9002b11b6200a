//! Tests of the network evaluation, and the networks that they share.

mod file;
mod scores;

use std::sync::Arc;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::{
    BUCKETS, HIDDEN, INPUTS, MAX_OUTPUT_WEIGHT, Network, QA, QB, StoredNetwork, bucket,
    feature_index, to_score,
};
use crate::board::Board;
use crate::types::{Color, Piece, PieceType, Score, Square};

impl StoredNetwork {
    /// Returns the network's score of `board` from the view of the side to move, computed from
    /// scratch by the definition. This is the reference for faster evaluations.
    pub(super) fn evaluate_fresh(&self, board: &Board) -> Score {
        let us = board.side_to_move();
        let bucket = bucket(board);
        let weights = &self.output_weights[2 * self.hidden() * bucket..][..2 * self.hidden()];
        let activations = [us, !us].map(|color| self.accumulate(board, color)).concat();
        let product = |(&sum, &weight): (&i16, &i16)| {
            let clipped = i32::from(sum).clamp(0, QA);
            clipped * clipped * i32::from(weight)
        };
        let sum: i32 = activations.iter().zip(weights).map(product).sum();
        to_score(sum, self.output_bias[bucket], self.scale)
    }

    /// Returns the sums of the feature transformer as `perspective` sees `board`.
    fn accumulate(&self, board: &Board, perspective: Color) -> Vec<i16> {
        let mut sums = self.feature_bias.clone();
        for square in board.occupied() {
            let Some(piece) = board.piece_on(square) else { continue };
            let feature = feature_index(perspective, board.king(perspective), piece, square);
            let weights = &self.feature_weights[self.hidden() * feature..];
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
        sums
    }
}

/// Scale of the networks.
const SCALE: i32 = 200;

/// Returns a network with random weights of typical sizes.
pub(super) fn random_network(hidden: usize, seed: u64) -> StoredNetwork {
    let mut random = StdRng::seed_from_u64(seed);
    let mut words = |count: usize, max: i16| -> Vec<i16> {
        (0..count).map(|_| random.random_range(-max..=max)).collect()
    };
    let feature_weights = words(INPUTS * hidden, 60);
    let feature_bias = words(hidden, 200);
    let output_weights = words(BUCKETS * 2 * hidden, MAX_OUTPUT_WEIGHT / 4);
    let output_bias = words(BUCKETS, 2_000).into_iter().map(i32::from).collect();
    StoredNetwork { feature_weights, feature_bias, output_weights, output_bias, scale: SCALE }
}

/// Returns a random network for the engine, as it is stored and as it is laid out.
pub(super) fn random_engine_network(seed: u64) -> (StoredNetwork, Arc<Network>) {
    let network = random_network(HIDDEN, seed);
    let laid_out = Arc::new(Network::new(&network).unwrap());
    (network, laid_out)
}

/// The values of the piece types in quarters of a pawn.
const VALUES: [i16; PieceType::COUNT] = [4, 12, 13, 20, 38, 0];

/// The score of a pawn in units of the evaluation.
pub(super) const PAWN: i32 = 200;

/// The largest number of hidden neurons that count; with more, the sums of the weights are too
/// large.
const MAX_COUNTING: usize = 256;

/// Returns a network that evaluates the difference of the material, as far as it is within 31
/// pawns.
///
/// With `x` for the lead of a perspective, half of the neurons that count are `(1 + x) / 2` and
/// half of them `(1 - x) / 2`. The difference of their squares is `x`.
pub(super) fn material_network(hidden: usize) -> StoredNetwork {
    let counting = hidden.min(MAX_COUNTING);
    let sign = |neuron: usize| if neuron.is_multiple_of(2) { 1 } else { -1 };
    let mut feature_weights = vec![0; INPUTS * hidden];
    for color in Color::ALL {
        for piece_type in PieceType::ALL {
            let value = VALUES[piece_type.index()] * if color == Color::White { 1 } else { -1 };
            for (king, square) in
                Square::all().flat_map(|king| Square::all().map(move |it| (king, it)))
            {
                let piece = Piece { color, piece_type };
                let feature = feature_index(Color::White, king, piece, square);
                for neuron in 0..hidden {
                    feature_weights[hidden * feature + neuron] = value * sign(neuron);
                }
            }
        }
    }
    let output = |index: usize| match index % (2 * hidden) {
        own if own < counting => sign(own) * QB as i16,
        other if (hidden..hidden + counting).contains(&other) => -sign(other) * QB as i16,
        _ => 0,
    };
    let output_weights = (0..BUCKETS * 2 * hidden).map(output).collect();
    // The outputs of all neurons add up to `counting` times `x`, in parts of half an activation.
    let scale = PAWN * (QA + 1) / 2 / i32::from(VALUES[0]) / counting as i32;
    StoredNetwork {
        feature_weights,
        feature_bias: vec![QA as i16 / 2; hidden],
        output_weights,
        output_bias: vec![0; BUCKETS],
        scale,
    }
}
