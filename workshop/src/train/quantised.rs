//! Conversion of floating-point parameters to the integers that the engine computes with, and back.

use nunatak::eval::network::{Network, NetworkError, QA, QB};
use rayon::prelude::*;

use super::parameters::{Block, LANES, Parameters};
use super::sample::Sample;

/// Returns the network with parameters rounded to integers, whose output of 1 is `scale` units of
/// the evaluation.
///
/// # Errors
/// [`NetworkError`] if the parameters are too large for the engine's arithmetic.
pub(super) fn quantise(parameters: &Parameters, scale: i32) -> Result<Network, NetworkError> {
    let round = |blocks: &[Block], unit: i32| -> Vec<i16> {
        let weights = blocks.iter().flat_map(|block| block.0);
        weights.map(|weight| (weight * unit as f32).round() as i16).collect()
    };
    let bias = |bias: &f32| (bias * (QA * QB) as f32).round() as i32;
    Network::new(
        round(parameters.features(), QA),
        round(parameters.biases(), QA),
        round(parameters.all_outputs(), QB),
        parameters.output_biases().iter().map(bias).collect(),
        scale,
    )
}

/// Returns the parameters of a network; `None` if its width is not a multiple of [`LANES`].
pub(super) fn dequantise(network: &Network) -> Option<Parameters> {
    let hidden = network.hidden();
    if !hidden.is_multiple_of(LANES) {
        return None;
    }
    let mut parameters = Parameters::zeros(hidden);
    let parts = parameters.split_mut();
    for (blocks, weights, unit) in [
        (parts.features, network.feature_weights(), QA),
        (parts.biases, network.feature_bias(), QA),
        (parts.outputs, network.output_weights(), QB),
    ] {
        let floats = blocks.iter_mut().flat_map(|block| &mut block.0);
        for (float, &weight) in floats.zip(weights) {
            *float = f32::from(weight) / unit as f32;
        }
    }
    for (float, &bias) in parts.output_biases.iter_mut().zip(network.output_bias()) {
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

/// Compares the outputs of a network in floating point with its scores in integers.
pub(super) fn quantisation_error(
    network: &Network,
    outputs: &[f32],
    samples: &[Sample],
) -> QuantisationError {
    let scale = f64::from(network.scale());
    let difference = |(&output, sample): (&f32, &Sample)| {
        let score = network.evaluate_fresh(&sample.board());
        (f64::from(output) * scale - f64::from(score.0)).abs()
    };
    let differences: Vec<f64> = outputs.par_iter().zip(samples).map(difference).collect();
    QuantisationError {
        mean: differences.iter().sum::<f64>() / differences.len() as f64,
        max: differences.iter().copied().fold(0.0, f64::max),
    }
}
