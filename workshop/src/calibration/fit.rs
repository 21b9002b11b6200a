//! The model that makes the results most likely.

use thiserror::Error;

use super::tally::{Results, Situation, Tally};
use nunatak::wdl::{MAX_MATERIAL, Model, Polynomial, powers};

/// The coefficients of a model: those of the threshold, then those of the slope.
const COUNT: usize = 2 * size_of::<Polynomial>() / size_of::<f64>();

type Vector = [f64; COUNT];
type Matrix = [Vector; COUNT];

/// There is no model that makes the results most likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "no model fits the games best: there must be many, won, drawn and lost, with all sorts of \
     material"
)]
pub struct FitError;

/// The model under which the results of `tally` are most likely.
///
/// # Errors
/// If there is none, or it is of no use as some material would give chances below zero.
pub fn fit(tally: &Tally) -> Result<Model, FitError> {
    /// Far more than a maximum takes that exists.
    const MAX_STEPS: usize = 100;
    /// How often a step that leads too far is halved.
    const MAX_HALVINGS: i32 = 40;
    /// A step that gains less than so much a position is the last.
    const PRECISION: f64 = 1e-12;

    if tally.results().contains(&0) {
        return Err(FitError);
    }
    let mut model = Model { threshold: [1.0, 0.0, 0.0, 0.0], slope: [1.0, 0.0, 0.0, 0.0] };
    let mut likelihood = log_likelihood(&model, tally);
    for _ in 0..MAX_STEPS {
        let (gradient, curvature) = derivatives(&model, tally);
        let step = solve(curvature, gradient).ok_or(FitError)?;
        let better = (0..MAX_HALVINGS).find_map(|halvings| {
            let next = stepped(&model, &step, 0.5_f64.powi(halvings));
            let reached = log_likelihood(&next, tally);
            (reached >= likelihood).then_some((next, reached))
        });
        let Some((next, reached)) = better else { break };
        let gain = reached - likelihood;
        (model, likelihood) = (next, reached);
        if gain < PRECISION {
            break;
        }
    }
    let is_sound = |material| model.parameters(material).into_iter().all(|number| number > 0.0);
    if (0..=MAX_MATERIAL).all(is_sound) { Ok(model) } else { Err(FitError) }
}

/// The mean logarithm of the likelihood that `model` gives the result of a position; 0 would be
/// certainty. Negative infinity if it is not sound for some of the material.
pub fn log_likelihood(model: &Model, tally: &Tally) -> f64 {
    let sum: f64 = tally
        .cells()
        .map(|(situation, results)| {
            let [threshold, slope] = model.parameters(situation.material);
            if threshold <= 0.0 {
                return f64::NEG_INFINITY;
            }
            let advantage = slope * situation.pawns();
            let [won, drawn, lost] = results.map(|count| count as f64);
            let [win, loss] = [advantage - threshold, -advantage - threshold];
            // The chance to draw is the product of those not to win and not to lose and of
            // `1 − e^(−2·threshold)`.
            won * win - (won + drawn) * softplus(win) + lost * loss
                - (lost + drawn) * softplus(loss)
                + drawn * (-(-2.0 * threshold).exp_m1()).ln()
        })
        .sum();
    sum / tally.positions() as f64
}

/// `ln(1 + e^x)`, without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

impl Situation {
    /// The score in pawns.
    pub(super) fn pawns(self) -> f64 {
        f64::from(self.score) / 100.0
    }
}

/// The gradient of the sum of [`log_likelihood`], and its second derivatives with their sign turned.
fn derivatives(model: &Model, tally: &Tally) -> (Vector, Matrix) {
    let (mut gradient, mut curvature) = ([0.0; COUNT], [[0.0; COUNT]; COUNT]);
    for (situation, results) in tally.cells() {
        for (direction, first, second) in terms(model, situation, results) {
            for (row, &part) in direction.iter().enumerate() {
                gradient[row] += first * part;
                for (column, &other) in direction.iter().enumerate() {
                    curvature[row][column] += second * part * other;
                }
            }
        }
    }
    (gradient, curvature)
}

/// The likelihood of a situation's results is a sum of three functions of one number each, which is
/// a product of the coefficients with a vector: these vectors, with the first derivative of each
/// function and the second with its sign turned.
fn terms(model: &Model, situation: Situation, results: Results) -> [(Vector, f64, f64); 3] {
    let [threshold, slope] = model.parameters(situation.material);
    let advantage = slope * situation.pawns();
    let [won, drawn, lost] = results.map(|count| count as f64);
    let side = |advantage: f64, pawns: f64, games: f64| {
        let chance = 1.0 / (1.0 + (threshold - advantage).exp());
        let direction = direction(situation.material, -1.0, pawns);
        (direction, games - (games + drawn) * chance, (games + drawn) * chance * (1.0 - chance))
    };
    let grown = (2.0 * threshold).exp_m1();
    let draws = (
        direction(situation.material, 1.0, 0.0),
        2.0 * drawn / grown,
        4.0 * drawn * (grown + 1.0) / (grown * grown),
    );
    let pawns = situation.pawns();
    [side(advantage, pawns, won), side(-advantage, -pawns, lost), draws]
}

/// What the coefficients are multiplied with for `threshold` times the threshold and `slope` times
/// the slope.
fn direction(material: u32, threshold: f64, slope: f64) -> Vector {
    let powers = powers(material);
    let mut vector = [0.0; COUNT];
    for (place, value) in vector.iter_mut().zip(
        powers.map(|power| threshold * power).into_iter().chain(powers.map(|power| slope * power)),
    ) {
        *place = value;
    }
    vector
}

/// `model` moved by a part of `step`.
fn stepped(model: &Model, step: &Vector, part: f64) -> Model {
    let mut next = *model;
    for (coefficient, change) in next.threshold.iter_mut().chain(&mut next.slope).zip(step) {
        *coefficient += part * change;
    }
    next
}

/// The solution of `matrix · x = vector`, where the matrix is symmetric and no direction flat: by
/// Gaussian elimination. `None` if it is flat after all.
fn solve(mut matrix: Matrix, mut vector: Vector) -> Option<Vector> {
    /// A pivot that lost more than this part to elimination is nothing but rounding.
    const FLAT: f64 = 1e-13;
    let diagonal: Vec<f64> = (0..COUNT).map(|row| matrix[row][row]).collect();
    for pivot in 0..COUNT {
        let size = matrix[pivot][pivot];
        if size.is_nan() || size <= FLAT * diagonal[pivot] {
            return None;
        }
        for row in pivot + 1..COUNT {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let upper = matrix[pivot];
            matrix[row].iter_mut().zip(upper).for_each(|(entry, above)| *entry -= factor * above);
            vector[row] -= factor * vector[pivot];
        }
    }
    for row in (0..COUNT).rev() {
        let known: f64 = (row + 1..COUNT).map(|column| matrix[row][column] * vector[column]).sum();
        vector[row] = (vector[row] - known) / matrix[row][row];
    }
    Some(vector)
}
