//! The forward pass of the network in floating point.
//!
//! Of the 6,144 inputs of a perspective only one per piece is active, so the first layer adds up
//! some twenty rows of weights. Its sums pass through the activation `clamp(x, 0, 1)²` (SCReLU). An
//! output layer, chosen by the number of pieces, combines those of the side to move and of the
//! opponent into one output. The sigmoid of the output is the expected result.
//!
//! All loops run over [`Block`]s of fixed length, which the compiler turns into vector
//! instructions.

use rayon::prelude::*;

use super::features::Features;
use super::parameters::{Block, LANES, Parameters, Tile};
use super::sample::Sample;

/// The smallest number of samples that is worth another thread.
const MIN_SAMPLES: usize = 1_024;

/// The sums of a tile's neurons in both perspectives, clamped to the range in which the activation
/// is not constant, in units of 1/[`ONE`]. Floats would take twice the memory.
pub(super) type ClampedSums = [[u16; LANES]; 2];

/// A clamped sum of 1 in [`ClampedSums`].
pub(super) const ONE: u16 = u16::MAX;

impl Parameters {
    /// Returns the output for a position, from the view of the side to move.
    pub(super) fn output(&self, features: &Features) -> f32 {
        let part = |tile: &Tile| tile.part(features, &mut [[0; LANES]; 2]);
        self.tiles.iter().map(part).sum::<f32>() + self.output_biases.0[features.bucket()]
    }

    /// Returns the outputs for samples.
    pub(super) fn outputs(&self, samples: &[Sample]) -> Vec<f32> {
        let output = |sample: &Sample| self.output(&sample.features());
        samples.par_iter().with_min_len(MIN_SAMPLES).map(output).collect()
    }

    /// Returns the activations of each neuron for positions, first of those in the perspective of
    /// the side to move.
    pub(super) fn activations(&self, positions: &[Features]) -> Vec<Vec<f32>> {
        let neurons = [0, 1].map(|side| self.tiles.iter().map(move |tile| (side, tile)));
        let neurons: Vec<(usize, &Tile)> = neurons.into_iter().flatten().collect();
        let of_tile = |(side, tile): (usize, &Tile)| {
            let sums = positions.iter().map(|features| tile.sums(features.perspectives()[side]));
            let activations: Vec<[f32; LANES]> =
                sums.map(|Block(sums)| sums.map(|sum| sum.clamp(0.0, 1.0).powi(2))).collect();
            let column = |lane| activations.iter().map(|lanes| lanes[lane]).collect();
            (0..LANES).map(column).collect::<Vec<_>>()
        };
        neurons.into_par_iter().flat_map_iter(of_tile).collect()
    }
}

impl Tile {
    /// Returns the neurons' part of the output for a position, and writes their sums to `clamped`.
    #[inline]
    pub(super) fn part(&self, features: &Features, clamped: &mut ClampedSums) -> f32 {
        let mut totals = Block::ZERO;
        let weights = &self.outputs[features.bucket()];
        for ((indices, weights), clamped) in
            features.perspectives().iter().zip(weights).zip(clamped)
        {
            let sums = self.sums(indices);
            for (lane, clamped) in clamped.iter_mut().enumerate() {
                let value = sums.0[lane].clamp(0.0, 1.0);
                totals.0[lane] += value * value * weights.0[lane];
                *clamped = round(value);
            }
        }
        total(&totals)
    }

    /// Returns the sums of the neurons over the active inputs of a perspective.
    #[inline]
    fn sums(&self, indices: &[u16]) -> Block {
        let mut sums = self.bias;
        for &index in indices {
            sums.add(&self.features[usize::from(index)]);
        }
        sums
    }
}

/// Rounds a value of 0 to 1 to units of 1/[`ONE`].
#[inline]
fn round(value: f32) -> u16 {
    // The spacing of floats from here to twice this number is 1, so the lower bits of a sum are the
    // other summand, rounded. A cast, with its limits, is not vectorised.
    const SHIFT: f32 = (1 << 23) as f32;
    (value * f32::from(ONE) + SHIFT).to_bits() as u16
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
