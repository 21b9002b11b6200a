//! Conversion of floating-point parameters to the integers that the engine computes with, and back.

use nunatak::eval::network::{BUCKETS, INPUTS, MAX_OUTPUT_WEIGHT, QA, QB, StoredNetwork, to_score};
use nunatak::types::Score;
use rayon::prelude::*;

use super::features::Features;
use super::parameters::{Block, LANES, Parameters};
use super::sample::Sample;

/// Returns the network with parameters rounded to integers, whose output of 1 is `scale` units of
/// the evaluation. Whether they fit the engine's arithmetic is for [`StoredNetwork::check`] to say.
pub(super) fn quantise(parameters: &Parameters, scale: i32) -> StoredNetwork {
    let round =
        |block: &Block, unit: i32| block.0.map(|weight| (weight * unit as f32).round() as i16);
    let tiles = &parameters.tiles;
    let features =
        (0..INPUTS).flat_map(|input| tiles.iter().map(move |tile| &tile.features[input]));
    let rows = (0..BUCKETS).flat_map(|bucket| [0, 1].map(|side| (bucket, side)));
    let outputs =
        rows.flat_map(|(bucket, side)| tiles.iter().map(move |tile| &tile.outputs[bucket][side]));
    let bias = |bias: &f32| (bias * (QA * QB) as f32).round() as i32;
    StoredNetwork {
        feature_weights: features.flat_map(|block| round(block, QA)).collect(),
        feature_bias: tiles.iter().flat_map(|tile| round(&tile.bias, QA)).collect(),
        output_weights: outputs.flat_map(|block| round(block, QB)).collect(),
        output_bias: parameters.output_biases.0[..BUCKETS].iter().map(bias).collect(),
        scale,
    }
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

/// The number of samples from which the bias of a bucket is fitted.
const MIN_BUCKET_SAMPLES: usize = 100;
/// The number of samples for each output weight of a bucket from which the weights are fitted.
const MIN_WEIGHT_SAMPLES: usize = 2;
/// The largest number of passes over the weights of a bucket; few of them change after ten.
const MAX_PASSES: usize = 20;
/// The largest shift of an output weight, in its unit, before it is rounded: it is rounded up or
/// down, but if it is nearly an integer, to that.
const MAX_SHIFT: f32 = 0.45;

/// Fits the output layers in integers to the outputs of the network in floating point, in buckets
/// with enough samples: each weight is rounded up or down, whichever leaves the smaller errors
/// together with all the others, and the bias leaves none on average.
///
/// In a short course the output weights move by less than their unit, so that nearly all are
/// rounded back to what they were. All together that has changed the scores of a bucket by 38
/// units, and took back a fifth of what the course had learned.
pub(super) fn fit_outputs(
    network: &mut StoredNetwork,
    parameters: &Parameters,
    samples: &[Sample],
) {
    let Some(rounded) = dequantise(network) else { return };
    let width = 2 * network.hidden();
    for bucket in 0..BUCKETS {
        let features = samples.par_iter().map(Sample::features);
        let features: Vec<Features> = features.filter(|it| it.bucket() == bucket).collect();
        if features.len() < MIN_BUCKET_SAMPLES {
            continue;
        }
        let error = |features| parameters.output(features) - rounded.output(features);
        let mut errors: Vec<f32> = features.par_iter().map(error).collect();
        let mut bias = remove_mean(&mut errors);
        if features.len() >= MIN_WEIGHT_SAMPLES * width {
            let columns = rounded.activations(&features);
            let tiles = parameters.tiles.iter();
            let exact =
                [0, 1].map(|side| tiles.clone().flat_map(move |it| it.outputs[bucket][side].0));
            let exact: Vec<f32> = exact.into_iter().flatten().collect();
            let weights = &mut network.output_weights[width * bucket..][..width];
            for _ in 0..MAX_PASSES {
                if !round_again(weights, &exact, &columns, &mut errors) {
                    break;
                }
                bias += remove_mean(&mut errors);
            }
        }
        let change = (bias * (QA * QB) as f32).round() as i32;
        network.output_bias[bucket] = network.output_bias[bucket].saturating_add(change);
    }
}

/// Subtracts the mean of the numbers from each, and returns it.
fn remove_mean(numbers: &mut [f32]) -> f32 {
    let mean = numbers.iter().sum::<f32>() / numbers.len() as f32;
    numbers.iter_mut().for_each(|number| *number -= mean);
    mean
}

/// Rounds each of the `weights` of an output layer up or down from its `exact` value, so that the
/// sum of the squared `errors` of the outputs is smallest, one after the other (coordinate
/// descent). `columns` are the activations for all samples, by weight. Returns whether a weight has
/// changed.
fn round_again(
    weights: &mut [i16],
    exact: &[f32],
    columns: &[Vec<f32>],
    errors: &mut [f32],
) -> bool {
    let mut is_changed = false;
    for ((weight, exact), column) in weights.iter_mut().zip(exact).zip(columns) {
        let product = |other: &[f32]| column.iter().zip(other).map(|(a, b)| a * b).sum::<f32>();
        let best = f32::from(*weight) + QB as f32 * product(errors) / product(column);
        // A neuron is never active, or the training has diverged.
        if !best.is_finite() {
            continue;
        }
        let exact = exact * QB as f32;
        let chosen = best.clamp(exact - MAX_SHIFT, exact + MAX_SHIFT).round() as i16;
        let change = chosen.clamp(-MAX_OUTPUT_WEIGHT, MAX_OUTPUT_WEIGHT).saturating_sub(*weight);
        if change != 0 {
            *weight += change;
            let change = f32::from(change) / QB as f32;
            errors.iter_mut().zip(column).for_each(|(error, value)| *error -= change * value);
            is_changed = true;
        }
    }
    is_changed
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
    let score = |sample: &Sample| integer_score(network, &sample.features()).0 as f32;
    samples.par_iter().map(|sample| score(sample) / network.scale as f32).collect()
}

/// Returns the score of a position by the definition of the network, in integers.
pub(super) fn integer_score(network: &StoredNetwork, features: &Features) -> Score {
    let (hidden, bucket) = (network.hidden(), features.bucket());
    let mut total = 0;
    for (side, inputs) in features.perspectives().into_iter().enumerate() {
        let mut sums = network.feature_bias.clone();
        for &input in inputs {
            let weights = &network.feature_weights[hidden * usize::from(input)..];
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
        let weights = &network.output_weights[hidden * (2 * bucket + side)..];
        for (sum, &weight) in sums.into_iter().zip(weights) {
            let clipped = i32::from(sum).clamp(0, QA);
            total += clipped * clipped * i32::from(weight);
        }
    }
    to_score(total, network.output_bias[bucket], network.scale)
}
