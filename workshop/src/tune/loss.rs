//! What tuning makes small: the mean squared distance of the expected from the actual result.

use std::f64::consts::LN_10;

use rayon::prelude::*;

use super::samples::{Halves, Sample, Samples};
use super::tuner::TuneError;

/// Samples that one thread adds up. Threads share out these chunks and their sums are added in
/// order, so that rounding, and with it the weights, do not depend on how many threads there are.
const CHUNK: usize = 512;

/// The result that an evaluation lets expect: `1 / (1 + 10^(−K·q/400))` for White, with q in
/// centipawns. With K = 1 it is the expectancy of Elo's ratings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sigmoid {
    /// K·ln 10 / 400: the same curve is `1 / (1 + e^(−steepness·q))`.
    steepness: f64,
}

impl Sigmoid {
    pub(super) fn new(k: f64) -> Self {
        Self { steepness: k * LN_10 / 400.0 }
    }

    pub(super) fn k(self) -> f64 {
        self.steepness * 400.0 / LN_10
    }

    /// The expected points of White, 0 to 1.
    pub(super) fn of(self, centipawns: f64) -> f64 {
        1.0 / (1.0 + (-self.steepness * centipawns).exp())
    }

    /// By how much `expected` grows with each centipawn.
    fn slope(self, expected: f64) -> f64 {
        self.steepness * expected * (1.0 - expected)
    }

    /// The mean squared distance of what `weights` let expect from the results.
    pub(super) fn error(self, samples: &Samples, weights: &[[f64; 2]]) -> f64 {
        let expected = |sample: &Sample| self.of(samples.evaluate(sample, weights).value);
        let error = |sample: &Sample| (expected(sample) - f64::from(sample.points)).powi(2);
        mean(samples.as_slice(), error)
    }
}

/// What the evaluation should learn to foretell, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Objective {
    pub(super) sigmoid: Sigmoid,
    /// The part that the score of the search has in the target, 0 to 1; the rest is the result.
    pub(super) lambda: f64,
}

impl Objective {
    /// The points that the evaluation of `sample` should let expect.
    pub(super) fn target(self, sample: &Sample) -> f64 {
        let points = f64::from(sample.points);
        if self.lambda == 0.0 {
            return points;
        }
        (1.0 - self.lambda) * points + self.lambda * self.sigmoid.of(sample.score.into())
    }

    /// How the mean squared distance from the targets changes with each weight, over the samples with
    /// the numbers `batch`.
    pub(super) fn gradient(self, samples: &Samples, batch: &[u32], weights: &[[f64; 2]]) -> Halves {
        let part = |chunk: &[u32]| {
            let mut gradient = vec![[0.0; 2]; weights.len()];
            for &number in chunk {
                let sample = &samples.as_slice()[number as usize];
                let evaluation = samples.evaluate(sample, weights);
                let expected = self.sigmoid.of(evaluation.value);
                let slope = 2.0 * (expected - self.target(sample)) * self.sigmoid.slope(expected);
                samples.add_gradient(sample, &evaluation, slope, &mut gradient);
            }
            gradient
        };
        let parts: Vec<Halves> = batch.par_chunks(CHUNK).map(part).collect();
        let mut gradient = vec![[0.0; 2]; weights.len()];
        for part in parts {
            for (sum, halves) in gradient.iter_mut().zip(part) {
                *sum = [sum[0] + halves[0], sum[1] + halves[1]];
            }
        }
        let count = batch.len() as f64;
        gradient.iter_mut().flatten().for_each(|half| *half /= count);
        gradient
    }
}

/// The mean of `value` over `items`, the same with any number of threads.
fn mean<T: Sync>(items: &[T], value: impl Fn(&T) -> f64 + Sync) -> f64 {
    let sum = |chunk: &[T]| chunk.iter().map(&value).sum::<f64>();
    let sums: Vec<f64> = items.par_chunks(CHUNK).map(sum).collect();
    sums.iter().sum::<f64>() / items.len() as f64
}

/// The sigmoid with which `weights` foretell the results best.
///
/// # Errors
/// If the error has no least value among all sensible K: then the results do not follow the
/// evaluation.
pub(super) fn fit_sigmoid(samples: &Samples, weights: &[[f64; 2]]) -> Result<Sigmoid, TuneError> {
    /// All K that a set of games may sensibly have.
    const RANGE: [f64; 2] = [0.05, 20.0];
    /// How far K is narrowed down.
    const PRECISION: f64 = 1e-4;
    /// Each step of the golden-section search leaves this part of the range.
    const GOLDEN: f64 = 0.618_033_988_749_894_9;

    let evaluate =
        |sample: &Sample| (samples.evaluate(sample, weights).value, f64::from(sample.points));
    let results: Vec<(f64, f64)> = samples.as_slice().par_iter().map(evaluate).collect();
    let error = |k: f64| {
        let sigmoid = Sigmoid::new(k);
        mean(&results, |&(value, points)| (sigmoid.of(value) - points).powi(2))
    };
    let [mut low, mut high] = RANGE;
    let [mut left, mut right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    let [mut left_error, mut right_error] = [error(left), error(right)];
    while high - low > PRECISION {
        if left_error < right_error {
            (high, right, right_error) = (right, left, left_error);
            left = high - GOLDEN * (high - low);
            left_error = error(left);
        } else {
            (low, left, left_error) = (left, right, right_error);
            right = low + GOLDEN * (high - low);
            right_error = error(right);
        }
    }
    let k = f64::midpoint(low, high);
    let is_inside = k > RANGE[0] + PRECISION && k < RANGE[1] - PRECISION;
    if is_inside { Ok(Sigmoid::new(k)) } else { Err(TuneError::NoScale) }
}
