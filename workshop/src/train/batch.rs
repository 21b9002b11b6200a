//! The gradient of the loss over a batch of positions.
//!
//! The work is divided by [tiles](Tile) of hidden neurons, not by positions. A thread takes all
//! positions through one tile, whose weights and gradient stay in its cache. Since the sums of a
//! tile are always formed in the same order, they do not depend on the number of threads.

use rayon::prelude::*;

use nunatak::eval::network::INPUTS;

use super::features::Features;
use super::objective::Objective;
use super::parameters::{Block, LANES, Parameters, Tile};
use super::sample::Sample;

/// The number of positions whose derivatives are collected before they are added to the gradient of
/// the feature weights.
const CHUNK: usize = 256;

/// A clamped sum of 1 as it is stored between the two passes, in 16 bits.
const ONE: u16 = u16::MAX;

/// The samples of a step, and what is known about them between the passes.
#[derive(Debug, Default)]
pub(super) struct Batch {
    features: Vec<Features>,
    /// The positions with each feature, by chunk.
    index: Vec<FeatureIndex>,
    /// The results of the forward pass, by tile.
    passes: Vec<Pass>,
    /// The derivative of each sample's loss with respect to its output.
    slopes: Vec<f32>,
}

/// The results of the forward pass through a tile, by sample.
#[derive(Clone, Debug, Default)]
struct Pass {
    /// The clamped sums in both perspectives in units of 1/[`ONE`], which takes half the memory of
    /// floats.
    clamped: Vec<[[u16; LANES]; 2]>,
    /// The tile's parts of the outputs.
    parts: Vec<f32>,
}

impl Batch {
    /// Computes the gradient of the sum of the samples' losses, and returns that sum.
    pub(super) fn differentiate(
        &mut self,
        samples: &[Sample],
        parameters: &Parameters,
        objective: Objective,
        gradient: &mut Parameters,
    ) -> f64 {
        samples.par_iter().map(Sample::features).collect_into_vec(&mut self.features);
        self.features.par_chunks(CHUNK).map(FeatureIndex::new).collect_into_vec(&mut self.index);
        self.passes.resize_with(parameters.tiles.len(), Pass::default);
        let features = &self.features;
        let tiles = self.passes.par_iter_mut().zip(&parameters.tiles);
        tiles.for_each(|(pass, tile)| pass.run(tile, features));
        let loss = self.compare(samples, parameters, objective, gradient);
        let tiles = self.passes.par_iter().zip(&parameters.tiles).zip(&mut gradient.tiles);
        tiles.for_each(|((pass, tile), gradient)| self.propagate(pass, tile, gradient));
        loss
    }

    /// Compares the outputs with the targets: sets the slopes and the gradient of the output biases,
    /// and returns the sum of the losses.
    fn compare(
        &mut self,
        samples: &[Sample],
        parameters: &Parameters,
        objective: Objective,
        gradient: &mut Parameters,
    ) -> f64 {
        gradient.output_biases = Block::ZERO;
        self.slopes.clear();
        let mut sum = 0.0;
        for (number, (features, sample)) in self.features.iter().zip(samples).enumerate() {
            let bucket = features.bucket();
            let parts = self.passes.iter().map(|pass| pass.parts[number]);
            let output = parts.sum::<f32>() + parameters.output_biases.0[bucket];
            let (loss, slope) = objective.loss(output, sample);
            sum += f64::from(loss);
            gradient.output_biases.0[bucket] += slope;
            self.slopes.push(slope);
        }
        sum
    }

    /// Computes the gradient with respect to the weights and biases of a tile.
    fn propagate(&self, pass: &Pass, tile: &Tile, gradient: &mut Tile) {
        gradient.blocks_mut().for_each(|block| *block = Block::ZERO);
        let mut derivatives = vec![[Block::ZERO; 2]; CHUNK];
        for (number, index) in self.index.iter().enumerate() {
            let start = number * CHUNK;
            let samples = self.features[start..]
                .iter()
                .zip(&self.slopes[start..])
                .zip(&pass.clamped[start..]);
            for (derivatives, ((features, &slope), clamped)) in derivatives.iter_mut().zip(samples)
            {
                let bucket = features.bucket();
                for (side, derivatives) in derivatives.iter_mut().enumerate() {
                    let weights = &tile.outputs[bucket][side];
                    let output_gradient = &mut gradient.outputs[bucket][side];
                    *derivatives = differentiate(&clamped[side], weights, slope, output_gradient);
                    gradient.bias.add(derivatives);
                }
            }
            index.add(derivatives.as_flattened(), &mut gradient.features);
        }
    }
}

impl Pass {
    /// Passes all positions through a tile.
    fn run(&mut self, tile: &Tile, features: &[Features]) {
        self.clamped.resize(features.len(), [[0; LANES]; 2]);
        self.parts.clear();
        for (features, stored) in features.iter().zip(&mut self.clamped) {
            let clamped = features.perspectives().map(|indices| tile.clamped(indices));
            self.parts.push(tile.part(features, &clamped));
            for (stored, values) in stored.iter_mut().zip(&clamped) {
                store(values, stored);
            }
        }
    }
}

/// Rounds values of 0 to 1 to 16 bits.
#[inline]
fn store(values: &Block, stored: &mut [u16; LANES]) {
    // The spacing of floats from here to twice this number is 1, so the lower bits of a sum are the
    // other summand, rounded. A cast, with its limits, is not vectorised.
    const SHIFT: f32 = (1 << 23) as f32;
    for (stored, value) in stored.iter_mut().zip(&values.0) {
        *stored = (value * f32::from(ONE) + SHIFT).to_bits() as u16;
    }
}

/// Adds the derivatives of the loss with respect to the output weights of a perspective to
/// `output_gradient`, and returns those with respect to the sums of its neurons.
#[inline]
fn differentiate(
    clamped: &[u16; LANES],
    weights: &Block,
    slope: f32,
    output_gradient: &mut Block,
) -> Block {
    let mut derivatives = [0.0; LANES];
    for lane in 0..LANES {
        let value = f32::from(clamped[lane]) / f32::from(ONE);
        output_gradient.0[lane] += slope * value * value;
        // The activation is constant above 1. Below 0, the clamped value makes the slope 0.
        let factor = if clamped[lane] < ONE { 2.0 * value } else { 0.0 };
        derivatives[lane] = slope * weights.0[lane] * factor;
    }
    Block(derivatives)
}

/// The positions of a chunk by feature. With it, the derivatives of a feature's weights are added up
/// in registers, rather than those of a position in the memory of all its features.
#[derive(Clone, Debug)]
struct FeatureIndex {
    /// The end of each feature's part of `rows`.
    ends: [u16; INPUTS],
    /// Twice the number of a position in its chunk, plus 1 for the perspective of the opponent.
    rows: Vec<u16>,
}

impl FeatureIndex {
    fn new(chunk: &[Features]) -> Self {
        let mut ends = [0; INPUTS];
        let perspectives = || chunk.iter().flat_map(Features::perspectives);
        for &feature in perspectives().flatten() {
            ends[usize::from(feature)] += 1;
        }
        let mut count = 0;
        for end in &mut ends {
            // For now the start of the part, which is filled up to its end.
            count += std::mem::replace(end, count);
        }
        let mut rows = vec![0; usize::from(count)];
        for (row, features) in (0..).zip(perspectives()) {
            for &feature in features {
                let end = &mut ends[usize::from(feature)];
                rows[usize::from(*end)] = row;
                *end += 1;
            }
        }
        Self { ends, rows }
    }

    /// Adds the derivatives of the positions to the gradients of their features.
    fn add(&self, derivatives: &[Block], gradients: &mut [Block; INPUTS]) {
        let mut start = 0;
        for (gradient, &end) in gradients.iter_mut().zip(&self.ends) {
            let rows = &self.rows[usize::from(start)..usize::from(end)];
            start = end;
            if rows.is_empty() {
                continue;
            }
            let mut sum = *gradient;
            for &row in rows {
                sum.add(&derivatives[usize::from(row)]);
            }
            *gradient = sum;
        }
    }
}

// The largest number of rows of a chunk fits the type of their numbers.
const _: () = assert!(2 * 32 * CHUNK <= u16::MAX as usize);
