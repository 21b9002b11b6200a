//! The forward pass of the network in floating point.
//!
//! Of the 768 inputs of a perspective only one per piece is active, so the first layer adds up some
//! twenty rows of weights. Its sums pass through the activation `clamp(x, 0, 1)²` (SCReLU). An
//! output layer, chosen by the number of pieces, combines those of the side to move and of the
//! opponent into one output. The sigmoid of the output is the expected result.
//!
//! All loops run over [`Block`]s of fixed length, which the compiler turns into vector
//! instructions.

use super::features::Features;
use super::parameters::{Block, LANES, Parameters, Tile};

impl Parameters {
    /// Returns the output for a position, from the view of the side to move.
    pub(super) fn output(&self, features: &Features) -> f32 {
        let part = |tile: &Tile| {
            tile.part(features, &features.perspectives().map(|indices| tile.clamped(indices)))
        };
        self.tiles.iter().map(part).sum::<f32>() + self.output_biases.0[features.bucket()]
    }
}

impl Tile {
    /// Returns the sums of the neurons over the active inputs of a perspective, clamped to the range
    /// in which the activation is not constant.
    #[inline]
    pub(super) fn clamped(&self, indices: &[u16]) -> Block {
        let mut sums = self.bias;
        for &index in indices {
            sums.add(&self.features[usize::from(index)]);
        }
        for sum in &mut sums.0 {
            *sum = sum.clamp(0.0, 1.0);
        }
        sums
    }

    /// Returns the neurons' part of the output, given their clamped sums in both perspectives.
    #[inline]
    pub(super) fn part(&self, features: &Features, clamped: &[Block; 2]) -> f32 {
        let [us, them] = clamped;
        let [our_weights, their_weights] = &self.outputs[features.bucket()];
        let mut totals = Block::ZERO;
        totals.add_products(us, our_weights);
        totals.add_products(them, their_weights);
        total(&totals)
    }
}

/// Adds up the lanes, one half to the other in each step. Inlined, its steps would take apart the
/// vectors of the loops before it.
#[inline(never)]
fn total(Block(lanes): &Block) -> f32 {
    let mut lanes = *lanes;
    let mut length = LANES;
    while length > 1 {
        length /= 2;
        let (low, high) = lanes.split_at_mut(length);
        for (low, high) in low.iter_mut().zip(high) {
            *low += *high;
        }
    }
    lanes[0]
}
