//! The backward pass: the gradient of the loss over a part of a batch.
//!
//! A batch is always divided into the same number of shards, and their gradients are added up in
//! order. So the sums, and with them the network, do not depend on the number of threads that the
//! shards are distributed over.

use super::features::Features;
use super::network::{Hidden, clamped};
use super::objective::Objective;
use super::parameters::{Block, Parameters};
use super::sample::Sample;

/// A part of a batch, and the gradient of the loss over it.
#[derive(Clone, Debug)]
pub(super) struct Shard {
    /// The samples of the current step.
    pub(super) samples: Vec<Sample>,
    /// Gradient of the sum of their losses with respect to the parameters.
    pub(super) gradient: Parameters,
    /// Sum of their losses.
    pub(super) loss: f64,
    hidden: Hidden,
}

impl Shard {
    /// Creates a shard without samples, for a network with `hidden` neurons.
    pub(super) fn new(hidden: usize) -> Self {
        Self {
            samples: Vec::new(),
            gradient: Parameters::zeros(hidden),
            loss: 0.0,
            hidden: Hidden::new(hidden),
        }
    }

    /// Computes loss and gradient over the samples.
    pub(super) fn differentiate(&mut self, parameters: &Parameters, objective: Objective) {
        self.gradient.blocks_mut().fill(Block::ZERO);
        self.loss = 0.0;
        for sample in &self.samples {
            let features = sample.features();
            let output = self.hidden.output(parameters, &features);
            let (loss, slope) = objective.loss(output, sample);
            self.loss += f64::from(loss);
            propagate(parameters, &features, slope, &mut self.hidden, &mut self.gradient);
        }
    }
}

/// Adds the derivatives for a position whose loss changes by `slope` per unit of output. The sums
/// in `hidden` are overwritten.
#[inline]
fn propagate(
    parameters: &Parameters,
    features: &Features,
    slope: f32,
    hidden: &mut Hidden,
    gradient: &mut Parameters,
) {
    let bucket = features.bucket();
    let width = hidden.us.len();
    let gradient = gradient.split_mut();
    gradient.output_biases[bucket] += slope;
    let (gradient_us, gradient_them) =
        gradient.outputs[2 * width * bucket..][..2 * width].split_at_mut(width);
    let (weights_us, weights_them) = parameters.outputs(bucket);
    for (sums, weights, output_gradient, indices) in [
        (&mut hidden.us, weights_us, gradient_us, features.us()),
        (&mut hidden.them, weights_them, gradient_them, features.them()),
    ] {
        differentiate_output(sums, weights, output_gradient, slope);
        add_to_rows(gradient.biases, &[0], sums);
        add_to_rows(gradient.features, indices, sums);
    }
}

/// Adds the derivatives of the loss with respect to the output weights to `output_gradient`, and
/// replaces the sums of the hidden neurons by the derivatives with respect to them.
#[inline]
fn differentiate_output(
    sums: &mut [Block],
    weights: &[Block],
    output_gradient: &mut [Block],
    slope: f32,
) {
    let blocks = sums.iter_mut().zip(weights).zip(output_gradient);
    for ((Block(sums), Block(weights)), Block(output_gradient)) in blocks {
        for ((sum, weight), output_slope) in sums.iter_mut().zip(weights).zip(output_gradient) {
            let value = clamped(*sum);
            *output_slope += slope * value * value;
            // The activation is constant above 1. Below 0, the clamped value makes the slope 0.
            let factor = if *sum < 1.0 { 2.0 * value } else { 0.0 };
            *sum = slope * weight * factor;
        }
    }
}

/// Adds `gradient` to each of the rows with the given indices. Blocks are the outer loop: with rows
/// outermost, the compiler vectorises across blocks, which takes four times as long.
#[inline]
fn add_to_rows(rows: &mut [Block], indices: &[u16], gradient: &[Block]) {
    let width = gradient.len();
    for (column, Block(gradient)) in gradient.iter().enumerate() {
        for &index in indices {
            let Block(sums) = &mut rows[usize::from(index) * width + column];
            for (sum, slope) in sums.iter_mut().zip(gradient) {
                *sum += slope;
            }
        }
    }
}
