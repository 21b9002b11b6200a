//! AdamW: steps along the gradient, scaled for each parameter by the size of its gradients.
//!
//! Source: I. Loshchilov and F. Hutter, "Decoupled Weight Decay Regularization", 2019.

use rayon::prelude::*;

use super::parameters::{Block, LANES, Parameters};
use super::shard::Shard;

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
/// The number of blocks that a thread updates at a time.
const CHUNK: usize = 64;

/// The state of the optimiser.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Optimiser {
    /// Decaying mean of the gradients.
    pub(super) mean: Parameters,
    /// Decaying mean of the squared gradients.
    pub(super) square: Parameters,
    /// The number of steps taken.
    pub(super) steps: u32,
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
        Self { mean: zeros.clone(), square: zeros, steps: 0 }
    }

    /// Takes a step down the mean gradient over the samples of all shards.
    pub(super) fn step(&mut self, parameters: &mut Parameters, shards: &[Shard], rate: f32) {
        self.steps += 1;
        let corrections = [BETA_1, BETA_2]
            .map(|beta| 1.0 / (1.0 - f64::from(beta).powf(self.steps.into())) as f32);
        let count: usize = shards.iter().map(|shard| shard.samples.len()).sum();
        let step = Step { scale: 1.0 / count as f32, rate, corrections };
        parameters
            .blocks_mut()
            .par_chunks_mut(CHUNK)
            .zip(self.mean.blocks_mut().par_chunks_mut(CHUNK))
            .zip(self.square.blocks_mut().par_chunks_mut(CHUNK))
            .enumerate()
            .for_each(|(number, ((parameters, means), squares))| {
                let blocks = parameters.iter_mut().zip(means).zip(squares);
                for (offset, ((parameters, mean), square)) in blocks.enumerate() {
                    let gradient = sum(shards, number * CHUNK + offset);
                    step.apply(parameters, mean, square, &gradient);
                }
            });
    }
}

/// Returns the sum of the blocks at `index`.
#[inline]
fn sum(shards: &[Shard], index: usize) -> Block {
    let mut sums = [0.0; LANES];
    for shard in shards {
        let Block(gradient) = &shard.gradient.blocks()[index];
        for (sum, slope) in sums.iter_mut().zip(gradient) {
            *sum += slope;
        }
    }
    Block(sums)
}

impl Step {
    #[inline]
    fn apply(self, parameters: &mut Block, mean: &mut Block, square: &mut Block, gradient: &Block) {
        let Self { scale, rate, corrections: [correction, square_correction] } = self;
        for lane in 0..LANES {
            let slope = gradient.0[lane] * scale;
            let mean = &mut mean.0[lane];
            let square = &mut square.0[lane];
            let parameter = &mut parameters.0[lane];
            *mean += (1.0 - BETA_1) * (slope - *mean);
            *square += (1.0 - BETA_2) * (slope * slope - *square);
            let size = (*square * square_correction).sqrt() + EPSILON;
            let change = *mean * correction / size + DECAY * *parameter;
            *parameter = (*parameter - rate * change).clamp(-MAX_PARAMETER, MAX_PARAMETER);
        }
    }
}
