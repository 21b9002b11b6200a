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
use super::parameters::{Block, LANES, Parameters};

/// The sums of the hidden neurons at one position.
#[derive(Clone, Debug)]
pub(super) struct Hidden {
    /// From the view of the side to move.
    pub(super) us: Vec<Block>,
    /// From the view of the opponent.
    pub(super) them: Vec<Block>,
}

impl Hidden {
    /// Creates the memory for the sums of `hidden` neurons per perspective.
    pub(super) fn new(hidden: usize) -> Self {
        let sums = vec![Block::ZERO; hidden / LANES];
        Self { us: sums.clone(), them: sums }
    }

    /// Computes the output for a position, from the view of the side to move.
    #[inline]
    pub(super) fn output(&mut self, parameters: &Parameters, features: &Features) -> f32 {
        add_rows(parameters, features.us(), &mut self.us);
        add_rows(parameters, features.them(), &mut self.them);
        let (us, them) = parameters.outputs(features.bucket());
        let mut sums = [0.0; LANES];
        add_products(&self.us, us, &mut sums);
        add_products(&self.them, them, &mut sums);
        total(sums) + parameters.output_biases()[features.bucket()]
    }
}

/// Clamps a sum to the range in which the activation is not constant.
#[inline]
pub(super) fn clamped(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

/// Sets `sums` to the biases plus the rows of the active inputs.
#[inline]
fn add_rows(parameters: &Parameters, indices: &[u16], sums: &mut [Block]) {
    let width = sums.len();
    let rows = parameters.features();
    for (column, (sums, bias)) in sums.iter_mut().zip(parameters.biases()).enumerate() {
        let Block(mut block) = *bias;
        for &index in indices {
            let Block(row) = &rows[usize::from(index) * width + column];
            for (sum, weight) in block.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        *sums = Block(block);
    }
}

/// Adds the products of activations and output weights to `totals`, lane by lane.
#[inline]
fn add_products(sums: &[Block], weights: &[Block], totals: &mut [f32; LANES]) {
    for (Block(sums), Block(weights)) in sums.iter().zip(weights) {
        for (total, (&sum, weight)) in totals.iter_mut().zip(sums.iter().zip(weights)) {
            let value = clamped(sum);
            *total += value * value * weight;
        }
    }
}

/// Adds up the lanes, one half to the other in each step.
#[inline]
fn total(mut lanes: [f32; LANES]) -> f32 {
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
