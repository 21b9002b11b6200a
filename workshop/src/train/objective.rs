//! The quantity that training minimises.

use super::sample::Sample;

/// The mean squared difference between the sigmoid of the network's output and a target, which
/// blends the result of the game with the result expected from the search score.
#[derive(Clone, Copy, Debug)]
pub(super) struct Objective {
    /// K in units of the evaluation: a score of `v` predicts `1 / (1 + e^(−v/K))` points.
    pub(super) k: f32,
    /// The value of an output of 1, in units of the evaluation.
    pub(super) unit: f32,
    /// Weight of the result in the target, 0 to 1; the rest is the score's. Positions without a
    /// result have the score alone.
    pub(super) lambda: f32,
}

impl Objective {
    /// Returns the result to be predicted for the side to move, 0 to 1.
    #[inline]
    pub(super) fn target(self, sample: &Sample) -> f32 {
        let expected = sigmoid(f32::from(sample.score()) / self.k);
        match sample.points() {
            Some(points) => self.lambda * points + (1.0 - self.lambda) * expected,
            None => expected,
        }
    }

    /// Returns the loss of an output of the network, and its derivative by the output.
    #[inline]
    pub(super) fn loss(self, output: f32, sample: &Sample) -> (f32, f32) {
        let slope = self.unit / self.k;
        let predicted = sigmoid(output * slope);
        let error = predicted - self.target(sample);
        (error * error, 2.0 * error * predicted * (1.0 - predicted) * slope)
    }
}

/// Returns the expected result, 0 to 1, for a logarithm of odds.
#[inline]
pub(super) fn sigmoid(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}
