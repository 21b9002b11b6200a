//! The relation between scores and results, which gives scores a unit.
//!
//! A score of `v` units predicts `1 / (1 + e^(−v/K))` points. K belongs to an engine and its games:
//! it is fitted by logistic regression of the results on the scores. With a wrong K, training
//! targets that blend scores and results contradict themselves. A file whose K differs much from
//! others, or that has none, was recorded with another engine or with errors.

use std::ops::RangeInclusive;

use nunatak::types::Outcome;

/// The smallest and the largest plausible K.
pub(crate) const PLAUSIBLE_K: RangeInclusive<f64> = 10.0..=5_000.0;

/// Returns the share, 0 to 1, that belongs to a logarithm of odds: the points that a score divided
/// by K predicts.
pub(crate) fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The number of positions, and the points that the side with the higher score made from them, by
/// absolute value of the score.
#[derive(Clone, Debug, Default)]
pub struct ResultsByScore {
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    positions: u64,
    half_points: u64,
}

impl ResultsByScore {
    /// Adds a position with its score and the outcome of its game, both from White's view.
    pub fn add(&mut self, score: i16, outcome: Outcome) {
        let index = usize::from(score.unsigned_abs());
        if index >= self.cells.len() {
            self.cells.resize(index + 1, Cell::default());
        }
        let white = outcome as u64;
        if let Some(cell) = self.cells.get_mut(index) {
            cell.positions += 1;
            cell.half_points += if score < 0 { 2 - white } else { white };
        }
    }

    /// Adds the positions of `other`.
    pub fn append(&mut self, other: &Self) {
        if self.cells.len() < other.cells.len() {
            self.cells.resize(other.cells.len(), Cell::default());
        }
        for (cell, other) in self.cells.iter_mut().zip(&other.cells) {
            cell.positions += other.positions;
            cell.half_points += other.half_points;
        }
    }

    /// Returns the K under which the results are most likely; `None` if the results do not follow
    /// the scores, or the scores predict them without error.
    pub fn fit(&self) -> Option<f64> {
        /// A limit on the steps of Newton's method, which takes fewer if there is a maximum.
        const MAX_STEPS: usize = 60;
        /// Relative change that ends the iteration.
        const PRECISION: f64 = 1e-10;

        // The log-likelihood is concave in 1/K, and starting at 0 no step overshoots by far.
        let mut steepness = 0.0_f64;
        for _ in 0..MAX_STEPS {
            let (slope, curvature) = self.derivatives(steepness);
            let step = slope / curvature;
            steepness += step;
            if step.is_nan() || step.abs() <= PRECISION * steepness.abs() {
                break;
            }
        }
        Some(1.0 / steepness).filter(|k| PLAUSIBLE_K.contains(k))
    }

    /// Returns the derivative of the log-likelihood by 1/K, and the negative second derivative.
    fn derivatives(&self, steepness: f64) -> (f64, f64) {
        let (mut slope, mut curvature) = (0.0, 0.0);
        for (score, cell) in self.cells.iter().enumerate() {
            let (score, positions) = (score as f64, cell.positions as f64);
            let expected = logistic(score * steepness);
            slope += score * (cell.half_points as f64 / 2.0 - positions * expected);
            curvature += score * score * positions * expected * (1.0 - expected);
        }
        (slope, curvature)
    }
}

#[cfg(test)]
mod tests {
    use nunatak::types::Color;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// Results that follow the scores with this K; a negative one makes the better side lose.
    fn results(k: f64) -> ResultsByScore {
        let mut random = StdRng::seed_from_u64(1);
        let mut results = ResultsByScore::default();
        for _ in 0..100_000 {
            let score = random.random_range(-600..=600);
            let white_wins = random.random_bool(1.0 / (1.0 + (-f64::from(score) / k).exp()));
            let winner = if white_wins { Color::White } else { Color::Black };
            results.add(score, Outcome::win_of(winner));
        }
        results
    }

    #[test]
    fn k_is_found_from_the_results() {
        for k in [80.0, 150.0, 400.0] {
            let fitted = results(k).fit().unwrap();
            assert!((fitted / k - 1.0).abs() < 0.03, "{fitted}, expected {k}");
            let mut doubled = results(k);
            doubled.append(&results(k));
            assert!((doubled.fit().unwrap() / fitted - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn results_that_do_not_follow_the_scores_have_no_k() {
        assert_eq!(ResultsByScore::default().fit(), None);
        assert_eq!(results(-150.0).fit(), None);
        let mut certain = ResultsByScore::default();
        certain.add(100, Outcome::WhiteWins);
        assert_eq!(certain.fit(), None);
    }
}
