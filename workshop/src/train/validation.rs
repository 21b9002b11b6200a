//! The network's scores and losses on held-out positions, and those of the hand-crafted evaluation.

use nunatak::eval::evaluate_uncached;
use rayon::prelude::*;

use super::network::Hidden;
use super::objective::Objective;
use super::parameters::Parameters;
use super::sample::Sample;

/// The number of samples that a thread evaluates at a time.
const CHUNK: usize = 1_024;

/// Returns the outputs of a network for samples.
pub(super) fn outputs(parameters: &Parameters, samples: &[Sample]) -> Vec<f32> {
    let mut outputs = vec![0.0; samples.len()];
    outputs.par_chunks_mut(CHUNK).zip(samples.par_chunks(CHUNK)).for_each(|(outputs, samples)| {
        let mut hidden = Hidden::new(parameters.hidden());
        for (output, sample) in outputs.iter_mut().zip(samples) {
            *output = hidden.output(parameters, &sample.features());
        }
    });
    outputs
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
