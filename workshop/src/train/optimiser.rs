//! AdamW: steps along the gradient, scaled for each parameter by the size of its gradients.
//!
//! Source: I. Loshchilov and F. Hutter, "Decoupled Weight Decay Regularization", 2019.

use rayon::prelude::*;

use super::parameters::{Block, LANES, Parameters};

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
        let Self { mean, square, .. } = self;
        let biases = &mut parameters.output_biases;
        step.apply(
            biases,
            &mut mean.output_biases,
            &mut square.output_biases,
            &gradient.output_biases,
        );
        let tiles = parameters.tiles.par_iter_mut().zip(&gradient.tiles);
        let moments = mean.tiles.par_iter_mut().zip(&mut square.tiles);
        tiles.zip(moments).for_each(|((parameters, gradient), (mean, square))| {
            let moments = mean.blocks_mut().zip(square.blocks_mut());
            for ((parameters, gradient), (mean, square)) in
                parameters.blocks_mut().zip(gradient.blocks()).zip(moments)
            {
                step.apply(parameters, mean, square, gradient);
            }
        });
    }
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
