//! Conversion of floating-point parameters to the integers that the engine computes with, and back.

use nunatak::eval::network::{BUCKETS, INPUTS, NetworkError, QA, QB, StoredNetwork, bucket};
use rayon::prelude::*;

use super::parameters::{Block, LANES, Parameters};
use super::sample::Sample;

/// Returns the network with parameters rounded to integers, whose output of 1 is `scale` units of
/// the evaluation.
///
/// # Errors
/// [`NetworkError`] if the parameters are too large for the engine's arithmetic.
pub(super) fn quantise(parameters: &Parameters, scale: i32) -> Result<StoredNetwork, NetworkError> {
    let round =
        |block: &Block, unit: i32| block.0.map(|weight| (weight * unit as f32).round() as i16);
    let tiles = &parameters.tiles;
    let features =
        (0..INPUTS).flat_map(|input| tiles.iter().map(move |tile| &tile.features[input]));
    let rows = (0..BUCKETS).flat_map(|bucket| [0, 1].map(|side| (bucket, side)));
    let outputs =
        rows.flat_map(|(bucket, side)| tiles.iter().map(move |tile| &tile.outputs[bucket][side]));
    let bias = |bias: &f32| (bias * (QA * QB) as f32).round() as i32;
    let network = StoredNetwork {
        feature_weights: features.flat_map(|block| round(block, QA)).collect(),
        feature_bias: tiles.iter().flat_map(|tile| round(&tile.bias, QA)).collect(),
        output_weights: outputs.flat_map(|block| round(block, QB)).collect(),
        output_bias: parameters.output_biases.0[..BUCKETS].iter().map(bias).collect(),
        scale,
    };
    network.check()?;
    Ok(network)
}

/// Returns the parameters of a network; `None` if its width is not a multiple of [`LANES`].
pub(super) fn dequantise(network: &StoredNetwork) -> Option<Parameters> {
    let hidden = network.hidden();
    if !hidden.is_multiple_of(LANES) {
        return None;
    }
    let block = |weights: &[i16], row: usize, tile: usize, unit: i32| {
        let weights = &weights[row * hidden + tile * LANES..];
        Block(std::array::from_fn(|lane| f32::from(weights[lane]) / unit as f32))
    };
    let mut parameters = Parameters::zeros(hidden);
    for (number, tile) in parameters.tiles.iter_mut().enumerate() {
        for (input, weights) in tile.features.iter_mut().enumerate() {
            *weights = block(&network.feature_weights, input, number, QA);
        }
        tile.bias = block(&network.feature_bias, 0, number, QA);
        for (row, weights) in tile.outputs.as_flattened_mut().iter_mut().enumerate() {
            *weights = block(&network.output_weights, row, number, QB);
        }
    }
    for (float, &bias) in parameters.output_biases.0.iter_mut().zip(&network.output_bias) {
        *float = bias as f32 / (QA * QB) as f32;
    }
    Some(parameters)
}

/// The differences between the scores of a network in floating point and in integers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuantisationError {
    /// The mean absolute difference in units of the evaluation.
    pub mean: f64,
    /// The largest absolute difference in units of the evaluation.
    pub max: f64,
}

/// The number of samples from which the mean of a bucket counts.
const MIN_BUCKET_SAMPLES: usize = 100;

/// Moves the output biases so that rounding leaves the mean score of each bucket as it was, where
/// there are enough samples.
///
/// In a short course the output weights move by less than their unit, so that nearly all are rounded
/// back. All together that has changed the scores of a bucket by 38 units.
pub(super) fn keep_mean_scores(network: &mut StoredNetwork, outputs: &[f32], samples: &[Sample]) {
    let mut buckets = [const { Vec::new() }; BUCKETS];
    for (sample, change) in samples.iter().zip(rounding_changes(network, outputs, samples)) {
        buckets[bucket(&sample.board())].push(change);
    }
    let unit = f64::from(QA * QB) / f64::from(network.scale);
    for (bias, changes) in network.output_bias.iter_mut().zip(buckets) {
        if changes.len() >= MIN_BUCKET_SAMPLES {
            let mean = changes.iter().sum::<f64>() / changes.len() as f64;
            *bias -= (mean * unit).round() as i32;
        }
    }
}

/// Compares the outputs of a network in floating point with its scores in integers.
pub(super) fn quantisation_error(
    network: &StoredNetwork,
    outputs: &[f32],
    samples: &[Sample],
) -> QuantisationError {
    let changes = rounding_changes(network, outputs, samples);
    QuantisationError {
        mean: changes.iter().map(|change| change.abs()).sum::<f64>() / changes.len() as f64,
        max: changes.iter().fold(0.0, |max, change| change.abs().max(max)),
    }
}

/// Returns the change of each sample's score by rounding, in units of the evaluation; `outputs` are
/// those of the network in floating point.
pub(super) fn rounding_changes(
    network: &StoredNetwork,
    outputs: &[f32],
    samples: &[Sample],
) -> Vec<f64> {
    let scale = f64::from(network.scale);
    let rounded = rounded_outputs(network, samples);
    let change = |(rounded, &output)| f64::from(rounded) * scale - f64::from(output) * scale;
    rounded.into_iter().zip(outputs).map(change).collect()
}

/// Returns the outputs of a network in integers for samples.
pub(super) fn rounded_outputs(network: &StoredNetwork, samples: &[Sample]) -> Vec<f32> {
    let score = |sample: &Sample| network.evaluate_fresh(&sample.board()).0 as f32;
    samples.par_iter().map(|sample| score(sample) / network.scale as f32).collect()
}
