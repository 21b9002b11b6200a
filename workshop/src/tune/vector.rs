//! Weights, gradients and moments as vectors of floating-point numbers.

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
        for index in group.range() {
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
