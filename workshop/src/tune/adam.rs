//! The optimiser.

use super::samples::Halves;

/// Decay of the mean gradient.
const BETA_1: f64 = 0.9;
/// Decay of the mean squared gradient.
const BETA_2: f64 = 0.999;
/// Below this gradient a weight moves slowly. Far larger than the usual 1e-8, for a reason: the
/// gradient of a weight that counts in one position of a hundred is about 1e-6, and weights rarer
/// than that would jump by tens of centipawns each time they count.
const EPSILON: f64 = 1e-6;

/// Steps of each weight by its gradient in relation to how large its gradients are.
///
/// Source: Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015.
pub(super) struct Adam {
    mean: Halves,
    mean_square: Halves,
    steps: i32,
}

impl Adam {
    /// An optimiser of so many weights.
    pub(super) fn new(count: usize) -> Self {
        Self { mean: vec![[0.0; 2]; count], mean_square: vec![[0.0; 2]; count], steps: 0 }
    }

    /// Moves `weights` down `gradient`, each by about `rate` at most. A weight whose gradient has
    /// always been zero stays.
    pub(super) fn step(&mut self, weights: &mut Halves, gradient: &Halves, rate: f64) {
        self.steps += 1;
        let [bias_1, bias_2] = [BETA_1, BETA_2].map(|beta| 1.0 - beta.powi(self.steps));
        let weights = weights.iter_mut().flatten().zip(gradient.iter().flatten());
        let moments = self.mean.iter_mut().flatten().zip(self.mean_square.iter_mut().flatten());
        for ((weight, slope), (mean, mean_square)) in weights.zip(moments) {
            *mean += (1.0 - BETA_1) * (slope - *mean);
            *mean_square += (1.0 - BETA_2) * (slope * slope - *mean_square);
            *weight -= rate * (*mean / bias_1) / ((*mean_square / bias_2).sqrt() + EPSILON);
        }
    }
}
