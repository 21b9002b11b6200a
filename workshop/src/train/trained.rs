//! The end of a run: a network in the units of the engine.

use nunatak::eval::network::{MAX_SCALE, StoredNetwork};

use super::error::TrainError;
use super::quantised::{
    QuantisationError, fit_outputs, quantisation_error, quantise, rounded_outputs,
};
use super::sample::Sample;
use super::trainer::Trainer;

/// The largest number of positions to compare floating point and integers on.
const MAX_COMPARED: usize = 100_000;
/// The highest score to learn, in units of the evaluation, of positions that count as undecided:
/// most margins of the search are below it.
const UNDECIDED: u16 = 600;

/// A network in the form that the engine reads, and its properties.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The network.
    pub network: StoredNetwork,
    /// The mean loss of its scores over the validation positions.
    pub loss: f64,
    /// The error of its scores from rounding.
    pub error: QuantisationError,
    /// The standard deviation of its scores for undecided validation positions in units of the
    /// evaluation, before rescaling; NaN if there are no such positions.
    pub network_spread: f64,
    /// The standard deviation of the hand-crafted evaluation for the same positions.
    pub static_spread: f64,
}

impl Trainer<'_> {
    /// Rounds the network to integers. An output of 1 remains what it was. With `rescale`, the
    /// units are chosen so that the network's scores vary as much as the hand-crafted ones, for
    /// which the margins of the search are made.
    ///
    /// # Errors
    /// [`TrainError::Quantisation`] if the weights do not fit the engine's arithmetic, and
    /// [`TrainError::Io`] of temporary files.
    pub fn finish(&self, rescale: bool) -> Result<Trained, TrainError> {
        let (samples, static_evaluations) = (&self.data.validation, &self.static_evaluations);
        let outputs = self.parameters.outputs(samples);
        let network_spread = self.unit() * undecided_spread(&outputs, samples);
        let static_spread = undecided_spread(static_evaluations, samples);
        // Without undecided positions, or with a network that cannot tell them apart, there is
        // nothing to rescale by.
        let factor = Some(static_spread / network_spread)
            .filter(|factor| rescale && factor.is_normal())
            .unwrap_or(1.0);
        let scale = ((self.unit() * factor).round() as i32).clamp(1, MAX_SCALE);
        let mut network = quantise(&self.parameters, scale);
        let compared = samples.len().min(MAX_COMPARED);
        let (outputs, compared) = (&outputs[..compared], &samples[..compared]);
        // The output layers are fitted to training positions, so that the loss is that of others.
        let training = self.data.training.load(0)?;
        let step = training.len().div_ceil(MAX_COMPARED);
        let fitted: Vec<Sample> = training.iter().step_by(step).copied().collect();
        fit_outputs(&mut network, &self.parameters, &fitted);
        network.check()?;
        let error = quantisation_error(&network, outputs, compared);
        let loss = self.validation_loss_of(&rounded_outputs(&network, samples));
        Ok(Trained { network, loss, error, network_spread, static_spread })
    }
}

/// Returns the standard deviation of `values` over the samples that are not decided by their score.
fn undecided_spread(values: &[f32], samples: &[Sample]) -> f64 {
    let is_undecided = |sample: &Sample| sample.score().unsigned_abs() <= UNDECIDED;
    let undecided = values.iter().zip(samples).filter(|(_, sample)| is_undecided(sample));
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for value in undecided.map(|(&value, _)| f64::from(value)) {
        count += 1.0;
        sum += value;
        squares += value * value;
    }
    (squares / count - (sum / count).powi(2)).sqrt()
}
