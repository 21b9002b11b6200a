//! Vectors of weights as floating-point numbers, and Adam, which changes them.

use nunatak::eval::{GROUPS, Pair, WEIGHTS, Weights};

use super::error::TuneError;

/// A middlegame and an endgame number for each weight, in the order of [`Weights::as_slice`].
pub(super) type Vector = Vec<[f64; 2]>;

/// Limit on a weight in units, beyond which sums of weights could overflow a [`Pair`].
const MAX_WEIGHT: f64 = 5_000.0;

/// Returns a vector of zeros.
pub(super) fn zeros(len: usize) -> Vector {
    vec![[0.0; 2]; len]
}

/// Returns the weights as a vector.
pub(super) fn from_weights(weights: &Weights) -> Vector {
    let numbers = |pair: &Pair| [pair.middlegame().into(), pair.endgame().into()];
    weights.as_slice().iter().map(numbers).collect()
}

/// Returns a vector as weights, rounded to whole units.
pub(super) fn to_weights(vector: &[[f64; 2]]) -> Result<Weights, TuneError> {
    let mut weights = WEIGHTS;
    for group in GROUPS {
        for index in group.range.clone() {
            // NaN fails as well.
            if !vector[index].iter().all(|number| number.abs() <= MAX_WEIGHT) {
                return Err(TuneError::Diverged { group: group.name });
            }
            let [middlegame, endgame] = vector[index].map(|number| number.round() as i32);
            weights.as_mut_slice()[index] = Pair::new(middlegame, endgame);
        }
    }
    Ok(weights)
}

/// Decay rate of the mean gradient.
const BETA_1: f64 = 0.9;
/// Decay rate of the mean squared gradient.
const BETA_2: f64 = 0.999;
/// Term in the denominator of a step: weights with smaller gradients move slowly. It is far larger
/// than the usual 1e-8, because the gradient of a weight that applies in one position of a hundred
/// is about 1e-6: rarer weights would otherwise jump by tens of units whenever they apply.
const EPSILON: f64 = 1e-6;

/// An optimiser that scales the step of each weight by the size of its past gradients.
///
/// Source: D. P. Kingma and J. Ba, "Adam: A Method for Stochastic Optimization", 2015.
pub(super) struct Adam {
    pub(super) mean: Vector,
    pub(super) mean_square: Vector,
    pub(super) steps: i32,
}

impl Adam {
    /// Creates an optimiser of `len` weights.
    pub(super) fn new(len: usize) -> Self {
        Self { mean: zeros(len), mean_square: zeros(len), steps: 0 }
    }

    /// Moves `weights` against `gradient`, each by about `rate` at most. A weight whose gradient
    /// has always been zero is left unchanged.
    pub(super) fn step(&mut self, weights: &mut Vector, gradient: &Vector, rate: f64) {
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
