//! The loss that tuning minimises: the mean squared difference of predicted and actual results.

use rayon::prelude::*;

use super::error::TuneError;
use super::samples::{Sample, Samples};
use super::vector::{Vector, zeros};
use crate::dataset::{PLAUSIBLE_K, logistic};

/// Number of samples that one thread sums up. The sums of these chunks are added in order, so that
/// rounding, and hence the weights, do not depend on the number of threads.
const CHUNK: usize = 512;

/// The predicted result for White, `1 / (1 + e^(−q/K))`, as a function of an evaluation or score q
/// in units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sigmoid {
    pub(super) k: f64,
}

impl Sigmoid {
    /// Predicts White's points, 0 to 1, from an evaluation.
    pub(super) fn predict(self, units: f64) -> f64 {
        logistic(units / self.k)
    }

    /// Returns the derivative of the prediction with respect to the evaluation.
    fn slope(self, prediction: f64) -> f64 {
        prediction * (1.0 - prediction) / self.k
    }

    /// Returns the mean squared error of the results predicted with `weights`.
    pub(super) fn error(self, samples: &Samples, weights: &[[f64; 2]]) -> f64 {
        let prediction = |sample: &Sample| self.predict(samples.evaluate(sample, weights).value);
        let error = |sample: &Sample| (prediction(sample) - f64::from(sample.points)).powi(2);
        mean(samples.as_slice(), error)
    }
}

/// The prediction, and the target that it is to meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Objective {
    /// The prediction from the evaluation.
    pub(super) sigmoid: Sigmoid,
    /// The prediction from the search score, which has a unit of its own.
    pub(super) score_sigmoid: Sigmoid,
    /// The share of the game result in the target, 0 to 1; the rest is the search score.
    pub(super) lambda: f64,
}

impl Objective {
    /// Returns the target for `sample`, in points of White.
    pub(super) fn target(self, sample: &Sample) -> f64 {
        let points = f64::from(sample.points);
        if self.lambda == 1.0 {
            return points;
        }
        let predicted = self.score_sigmoid.predict(sample.score.into());
        self.lambda * points + (1.0 - self.lambda) * predicted
    }

    /// Returns the gradient, with respect to `weights`, of the mean squared difference to the
    /// targets over the samples with the numbers in `batch`.
    pub(super) fn gradient(self, samples: &Samples, batch: &[u32], weights: &[[f64; 2]]) -> Vector {
        let part = |chunk: &[u32]| {
            let mut gradient = zeros(weights.len());
            for &number in chunk {
                let sample = &samples.as_slice()[number as usize];
                let evaluation = samples.evaluate(sample, weights);
                let prediction = self.sigmoid.predict(evaluation.value);
                let difference = prediction - self.target(sample);
                let slope = 2.0 * difference * self.sigmoid.slope(prediction);
                samples.add_gradient(sample, &evaluation, slope, &mut gradient);
            }
            gradient
        };
        let parts: Vec<Vector> = batch.par_chunks(CHUNK).map(part).collect();
        let mut gradient = zeros(weights.len());
        for part in parts {
            for (sum, slope) in gradient.iter_mut().zip(part) {
                *sum = [sum[0] + slope[0], sum[1] + slope[1]];
            }
        }
        let count = batch.len() as f64;
        gradient.iter_mut().flatten().for_each(|slope| *slope /= count);
        gradient
    }
}

/// Returns the mean of `value` over `items`, with the same rounding for any number of threads.
fn mean<T: Sync>(items: &[T], value: impl Fn(&T) -> f64 + Sync) -> f64 {
    let sum = |chunk: &[T]| chunk.iter().map(&value).sum::<f64>();
    let sums: Vec<f64> = items.par_chunks(CHUNK).map(sum).collect();
    sums.iter().sum::<f64>() / items.len() as f64
}

/// Returns the sigmoid with which `weights` predict the results best.
///
/// # Errors
/// [`TuneError::NoScale`] if the error has no minimum within the range of plausible K: then the
/// results and evaluation are unrelated.
pub(super) fn fit_sigmoid(samples: &Samples, weights: &[[f64; 2]]) -> Result<Sigmoid, TuneError> {
    /// Precision of K.
    const PRECISION: f64 = 1e-2;

    let evaluate =
        |sample: &Sample| (samples.evaluate(sample, weights).value, f64::from(sample.points));
    let results: Vec<(f64, f64)> = samples.as_slice().par_iter().map(evaluate).collect();
    let range = [*PLAUSIBLE_K.start(), *PLAUSIBLE_K.end()];
    let k = minimum(range, PRECISION, |k| {
        mean(&results, |&(value, points)| (Sigmoid { k }.predict(value) - points).powi(2))
    });
    let is_inside = k > range[0] + PRECISION && k < range[1] - PRECISION;
    if is_inside { Ok(Sigmoid { k }) } else { Err(TuneError::NoScale) }
}

/// Returns the point between `low` and `high` that minimises `function`, by golden-section search.
fn minimum([mut low, mut high]: [f64; 2], precision: f64, function: impl Fn(f64) -> f64) -> f64 {
    /// Fraction of the range that remains after each step.
    const GOLDEN: f64 = 0.618_033_988_749_894_9;

    let [mut left, mut right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    let [mut left_value, mut right_value] = [function(left), function(right)];
    while high - low > precision {
        if left_value < right_value {
            (high, right, right_value) = (right, left, left_value);
            left = high - GOLDEN * (high - low);
            left_value = function(left);
        } else {
            (low, left, left_value) = (left, right, right_value);
            right = low + GOLDEN * (high - low);
            right_value = function(right);
        }
    }
    f64::midpoint(low, high)
}
