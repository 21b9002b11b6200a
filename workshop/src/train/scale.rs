//! The relation between scores and results, which decides the unit of the network's output.
//!
//! A score of `v` units lets expect `1 / (1 + e^(−v/K))` points. K belongs to the engine and its
//! games: it is fitted by logistic regression of the results on the search scores. A wrong K makes
//! the blend of score and result in the targets contradict itself.

use super::error::TrainError;
use super::sample::Sample;

/// The number of positions and the points won from them by the side with the higher score, for each
/// absolute value of the score.
#[derive(Clone, Debug)]
pub struct ResultsByScore {
    counts: Vec<u64>,
    half_points: Vec<u64>,
}

impl Default for ResultsByScore {
    fn default() -> Self {
        let zeros = vec![0; usize::from(u16::MAX) / 2 + 2];
        Self { counts: zeros.clone(), half_points: zeros }
    }
}

impl ResultsByScore {
    /// Adds a sample, if it has a result.
    pub fn add(&mut self, sample: &Sample) {
        let Some(points) = sample.points() else { return };
        let score = usize::from(sample.score().unsigned_abs());
        let half_points = (2.0 * points) as u64;
        self.counts[score] += 1;
        self.half_points[score] += if sample.score() < 0 { 2 - half_points } else { half_points };
    }

    /// Returns the K under which the results are most likely.
    ///
    /// # Errors
    /// [`TrainError::NoScale`] if the results do not follow the scores, or decide nothing.
    pub fn fit(&self) -> Result<f64, TrainError> {
        /// More steps than Newton's method takes if there is a maximum.
        const MAX_STEPS: usize = 60;
        /// Relative change of the last step.
        const PRECISION: f64 = 1e-10;
        /// Smallest and largest sensible K.
        const SENSIBLE: std::ops::RangeInclusive<f64> = 10.0..=5_000.0;

        // The log-likelihood is concave in 1/K, and starting at 0 no step overshoots by far.
        let mut steepness = 0.0;
        for _ in 0..MAX_STEPS {
            let (slope, curvature) = self.derivatives(steepness);
            let step = slope / curvature;
            steepness += step;
            if !(step.abs() > PRECISION * steepness.abs()) {
                break;
            }
        }
        let k = 1.0 / steepness;
        if SENSIBLE.contains(&k) { Ok(k) } else { Err(TrainError::NoScale) }
    }

    /// Returns the derivative of the log-likelihood by 1/K, and the negative second derivative.
    fn derivatives(&self, steepness: f64) -> (f64, f64) {
        let (mut slope, mut curvature) = (0.0, 0.0);
        for (score, (&count, &half_points)) in self.counts.iter().zip(&self.half_points).enumerate()
        {
            let (score, count) = (score as f64, count as f64);
            let expected = 1.0 / (1.0 + (-score * steepness).exp());
            slope += score * (half_points as f64 / 2.0 - count * expected);
            curvature += score * score * count * expected * (1.0 - expected);
        }
        (slope, curvature)
    }
}
