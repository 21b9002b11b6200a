//! The network's scores and losses on held-out positions, and those of the hand-crafted evaluation.

use nunatak::eval::evaluate_uncached;
use rayon::prelude::*;

use super::objective::Objective;
use super::parameters::Parameters;
use super::sample::Sample;

/// The smallest number of samples that is worth another thread.
const CHUNK: usize = 1_024;

/// Returns the outputs of a network for samples.
pub(super) fn outputs(parameters: &Parameters, samples: &[Sample]) -> Vec<f32> {
    let output = |sample: &Sample| parameters.output(&sample.features());
    samples.par_iter().with_min_len(CHUNK).map(output).collect()
}

/// Returns the hand-crafted static evaluations of samples.
pub(super) fn static_evaluations(samples: &[Sample]) -> Vec<f32> {
    samples.par_iter().map(|sample| evaluate_uncached(&sample.board()).0 as f32).collect()
}

/// Returns the mean loss of outputs for samples.
pub(super) fn mean_loss(outputs: &[f32], samples: &[Sample], objective: Objective) -> f64 {
    let loss = |(&output, sample)| f64::from(objective.loss(output, sample).0);
    outputs.iter().zip(samples).map(loss).sum::<f64>() / samples.len() as f64
}

/// Returns the standard deviation of values.
pub(super) fn spread(values: impl Iterator<Item = f64>) -> f64 {
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for value in values {
        count += 1.0;
        sum += value;
        squares += value * value;
    }
    (squares / count - (sum / count).powi(2)).sqrt()
}
