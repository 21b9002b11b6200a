//! The gradient of the loss over a batch of positions.
//!
//! The work is divided by [tiles](Tile) of hidden neurons, not by positions. A thread takes all
//! positions through one tile, whose weights and gradient stay in its cache. Since the sums of a
//! tile are always formed in the same order, they do not depend on the number of threads.

use rayon::prelude::*;

use nunatak::eval::network::INPUTS;

use super::features::Features;
use super::network::{ClampedSums, ONE};
use super::objective::Objective;
use super::parameters::{Block, LANES, Parameters, Tile};
use super::sample::Sample;

/// The number of blocks of derivatives that are collected before they are added to the gradient of
/// the feature weights, one for each perspective of a position. They stay in the first cache, and
/// every `u8` is the index of one.
const ROWS: usize = 1 << u8::BITS;

/// The number of positions whose derivatives are collected: two blocks each.
const CHUNK: usize = ROWS / 2;

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
    clamped: Vec<ClampedSums>,
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

    /// Compares the outputs with the targets: sets the slopes and the gradient of the output
    /// biases, and returns the sum of the losses.
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
        let mut derivatives = [Block::ZERO; ROWS];
        for (number, index) in self.index.iter().enumerate() {
            let start = number * CHUNK;
            let samples = self.features[start..]
                .iter()
                .zip(&self.slopes[start..])
                .zip(&pass.clamped[start..]);
            let pairs = derivatives.as_chunks_mut::<2>().0;
            for (derivatives, ((features, &slope), clamped)) in pairs.iter_mut().zip(samples) {
                let bucket = features.bucket();
                for (side, derivatives) in derivatives.iter_mut().enumerate() {
                    let weights = &tile.outputs[bucket][side];
                    let output_gradient = &mut gradient.outputs[bucket][side];
                    *derivatives = differentiate(&clamped[side], weights, slope, output_gradient);
                    gradient.bias.add(derivatives);
                }
            }
            index.add(&derivatives, &mut gradient.features);
        }
    }
}

impl Pass {
    /// Passes all positions through a tile.
    fn run(&mut self, tile: &Tile, features: &[Features]) {
        self.clamped.resize(features.len(), [[0; LANES]; 2]);
        let parts = features.iter().zip(&mut self.clamped);
        let parts = parts.map(|(features, clamped)| tile.part(features, clamped));
        self.parts.clear();
        self.parts.extend(parts);
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

/// The positions of a chunk by feature. With it, the derivatives of a feature's weights are added
/// up in registers, rather than those of a position in the memory of all its features.
#[derive(Clone, Debug)]
struct FeatureIndex {
    /// The features that occur and the number of their rows, by that number, so that the processor
    /// predicts the ends of loops.
    counts: Vec<(u16, u16)>,
    /// The rows with the first of these features, with the second, and so on. A row is twice the
    /// number of a position in its chunk, plus 1 for the perspective of the opponent.
    rows: Vec<u8>,
}

impl FeatureIndex {
    fn new(chunk: &[Features]) -> Self {
        let perspectives = || chunk.iter().flat_map(Features::perspectives);
        let mut counts = [0; INPUTS];
        for &feature in perspectives().flatten() {
            counts[usize::from(feature)] += 1;
        }
        let counts = by_count(&counts);
        // The start of each feature's part of `rows`, moved on as it is filled.
        let mut places = [0; INPUTS];
        let mut total = 0;
        for &(feature, count) in &counts {
            places[usize::from(feature)] = total;
            total += usize::from(count);
        }
        let mut rows = vec![0; total];
        for (row, features) in (0..=u8::MAX).zip(perspectives()) {
            for &feature in features {
                let place = &mut places[usize::from(feature)];
                rows[*place] = row;
                *place += 1;
            }
        }
        Self { counts, rows }
    }

    /// Adds the derivatives of the positions to the gradients of their features.
    fn add(&self, derivatives: &[Block; ROWS], gradients: &mut [Block; INPUTS]) {
        let mut rest = &self.rows[..];
        for &(feature, count) in &self.counts {
            let (rows, others) = rest.split_at(usize::from(count));
            rest = others;
            let mut sum = gradients[usize::from(feature)];
            for &row in rows {
                sum.add(&derivatives[usize::from(row)]);
            }
            gradients[usize::from(feature)] = sum;
        }
    }
}

/// Returns the features that occur with their `counts`, the rarest first, by counting sort.
fn by_count(counts: &[u16; INPUTS]) -> Vec<(u16, u16)> {
    let mut places = [0; ROWS + 1];
    for &count in counts {
        places[usize::from(count)] += 1;
    }
    let mut total = 0;
    for place in &mut places {
        total += std::mem::replace(place, total);
    }
    let missing = places[1];
    let mut sorted = vec![(0, 0); INPUTS];
    for (feature, &count) in (0..).zip(counts) {
        let place = &mut places[usize::from(count)];
        sorted[*place] = (feature, count);
        *place += 1;
    }
    sorted.drain(..missing);
    sorted
}
