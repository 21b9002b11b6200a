//! AdamW: steps along the gradient, scaled for each parameter by the size of its gradients. The king
//! buckets also step together, so that they share what they learn.
//!
//! Source: I. Loshchilov and F. Hutter, "Decoupled Weight Decay Regularization", 2019.

use nunatak::eval::network::{INPUTS, PIECE_INPUTS};
use rayon::prelude::*;

use super::parameters::{Block, LANES, Parameters, Tile};

/// Decay of the mean gradient per step.
const BETA_1: f32 = 0.9;
/// Decay of the mean squared gradient per step.
const BETA_2: f32 = 0.999;
/// Term that avoids division by zero where gradients have always been zero.
const EPSILON: f32 = 1e-8;
/// Part of a parameter that a step of learning rate 1 removes.
const DECAY: f32 = 0.01;
/// Largest absolute value of a parameter; a quantised output weight then fits in eight bits, and
/// its product with an activation in sixteen.
const MAX_PARAMETER: f32 = 1.98;
/// The learning rate of the steps that the king buckets take together, as a multiple of that of
/// their own.
const SHARED_RATE: f32 = 3.0;

/// The state of the optimiser.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Optimiser {
    /// Decaying mean of the gradients.
    mean: Parameters,
    /// Decaying mean of the squared gradients.
    square: Parameters,
    /// The means of the king buckets' common steps, by tile.
    shared: Vec<SharedMeans>,
    /// The number of steps taken.
    pub(super) steps: u32,
}

/// Decaying means for the piece inputs of a tile: of the sums of the gradients that an input has in
/// the king buckets, and of the squares of these sums.
///
/// So what is true of a piece wherever the king stands is learned from all positions, and each
/// bucket learns only the rest by itself, as in networks with a factoriser. A course from the
/// weights of an earlier network then ends as low as the mean of eleven without.
#[derive(Clone, Debug, PartialEq)]
struct SharedMeans {
    mean: Vec<Block>,
    square: Vec<Block>,
}

/// The factors of one step.
#[derive(Clone, Copy)]
struct Step {
    /// Factor that turns sums over the batch into means.
    scale: f32,
    rate: f32,
    /// Corrections of the two means for their start at zero.
    corrections: [f32; 2],
}

impl Optimiser {
    /// Creates the optimiser of a network with `hidden` neurons.
    pub(super) fn new(hidden: usize) -> Self {
        let zeros = Parameters::zeros(hidden);
        let shared = vec![Block::ZERO; PIECE_INPUTS];
        let shared = SharedMeans { mean: shared.clone(), square: shared };
        let shared = vec![shared; zeros.tiles.len()];
        Self { mean: zeros.clone(), square: zeros, shared, steps: 0 }
    }

    /// Takes a step down the mean of `count` samples' gradients, whose sum is `gradient`.
    pub(super) fn step(
        &mut self,
        parameters: &mut Parameters,
        gradient: &Parameters,
        count: usize,
        rate: f32,
    ) {
        self.steps += 1;
        let corrections = [BETA_1, BETA_2]
            .map(|beta| 1.0 / (1.0 - f64::from(beta).powf(self.steps.into())) as f32);
        let step = Step { scale: 1.0 / count as f32, rate, corrections };
        let Self { mean, square, shared, .. } = self;
        let biases = [&mut mean.output_biases, &mut square.output_biases];
        step.apply(&mut parameters.output_biases, biases, &gradient.output_biases);
        let tiles = parameters.tiles.par_iter_mut().zip(&gradient.tiles);
        let means = mean.tiles.par_iter_mut().zip(&mut square.tiles).zip(shared);
        tiles.zip(means).for_each(|((parameters, gradient), ((mean, square), shared))| {
            let means = mean.blocks_mut().zip(square.blocks_mut());
            for ((parameters, gradient), (mean, square)) in
                parameters.blocks_mut().zip(gradient.blocks()).zip(means)
            {
                step.apply(parameters, [mean, square], gradient);
            }
            step.apply_shared(parameters, shared, gradient);
        });
    }

    /// Returns the blocks of all means.
    pub(super) fn blocks(&self) -> impl Iterator<Item = &Block> {
        let shared = self.shared.iter().flat_map(|it| it.mean.iter().chain(&it.square));
        self.mean.blocks().chain(self.square.blocks()).chain(shared)
    }

    /// Returns the blocks of all means for writing.
    pub(super) fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        let Self { mean, square, shared, .. } = self;
        let shared = shared.iter_mut().flat_map(|it| it.mean.iter_mut().chain(&mut it.square));
        mean.blocks_mut().chain(square.blocks_mut()).chain(shared)
    }
}

impl Step {
    /// Takes the steps of a block's parameters.
    #[inline]
    fn apply(self, parameters: &mut Block, means: [&mut Block; 2], gradient: &Block) {
        let Block(slopes) = self.direction(means, gradient);
        for (parameter, slope) in parameters.0.iter_mut().zip(slopes) {
            let change = slope + DECAY * *parameter;
            *parameter = (*parameter - self.rate * change).clamp(-MAX_PARAMETER, MAX_PARAMETER);
        }
    }

    /// Takes the steps that the king buckets share.
    fn apply_shared(self, parameters: &mut Tile, means: &mut SharedMeans, gradient: &Tile) {
        for (input, (mean, square)) in means.mean.iter_mut().zip(&mut means.square).enumerate() {
            let rows = (input..INPUTS).step_by(PIECE_INPUTS);
            let mut sum = Block::ZERO;
            rows.clone().for_each(|row| sum.add(&gradient.features[row]));
            let Block(slopes) = self.direction([mean, square], &sum);
            for row in rows {
                for (parameter, slope) in parameters.features[row].0.iter_mut().zip(slopes) {
                    let change = SHARED_RATE * self.rate * slope;
                    *parameter = (*parameter - change).clamp(-MAX_PARAMETER, MAX_PARAMETER);
                }
            }
        }
    }

    /// Updates the two means of a block by its gradient. Returns the direction of its steps, with
    /// sizes of about 1.
    #[inline]
    fn direction(self, [mean, square]: [&mut Block; 2], gradient: &Block) -> Block {
        let [correction, square_correction] = self.corrections;
        let mut direction = Block::ZERO;
        for lane in 0..LANES {
            let slope = gradient.0[lane] * self.scale;
            let mean = &mut mean.0[lane];
            let square = &mut square.0[lane];
            *mean += (1.0 - BETA_1) * (slope - *mean);
            *square += (1.0 - BETA_2) * (slope * slope - *square);
            let size = (*square * square_correction).sqrt() + EPSILON;
            direction.0[lane] = *mean * correction / size;
        }
        direction
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_king_bucket_teaches_the_others() {
        const RATE: f32 = 0.001;
        let mut parameters = Parameters::zeros(LANES);
        let mut gradient = parameters.clone();
        let (input, other) = (PIECE_INPUTS + 5, PIECE_INPUTS + 6);
        gradient.tiles[0].features[input] = Block([2.0; LANES]);
        Optimiser::new(LANES).step(&mut parameters, &gradient, 1, RATE);
        let change = |row: usize| parameters.tiles[0].features[row].0[0] / RATE;
        assert!((change(input) + 1.0 + SHARED_RATE).abs() < 1e-4, "{}", change(input));
        for row in (5..INPUTS).step_by(PIECE_INPUTS).filter(|&row| row != input) {
            assert!((change(row) + SHARED_RATE).abs() < 1e-4, "{row}: {}", change(row));
        }
        assert_eq!(change(other), 0.0);
    }
}
