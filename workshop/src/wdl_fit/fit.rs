//! Maximum-likelihood fit of the model.

use nunatak::wdl::{MAX_MATERIAL, Model, Polynomial, powers};
use thiserror::Error;

use super::tally::{Cell, Results, Tally};
use crate::dataset::logistic;

/// Number of coefficients of a model: those of the threshold, then those of the slope.
const COUNT: usize = 2 * size_of::<Polynomial>() / size_of::<f64>();

type Vector = [f64; COUNT];
type Matrix = [Vector; COUNT];

/// The error of games that do not determine a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the games do not determine a model: add wins, draws and losses with varied material")]
pub struct FitError;

/// Returns the model with which the results of `tally` are most likely.
///
/// # Errors
/// If there is no such model, or it would give negative chances for some material.
pub fn fit(tally: &Tally) -> Result<Model, FitError> {
    /// Limit on the number of steps, far above what it takes to reach a maximum.
    const MAX_STEPS: usize = 100;
    /// Limit on how often a step that overshoots is halved.
    const MAX_HALVINGS: i32 = 40;
    /// Gain of log-likelihood per position below which a step is the last.
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
            let next = moved(&model, &step, 0.5_f64.powi(halvings));
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

/// Returns the mean natural logarithm of the likelihood of a position's result, which is 0 if all
/// results are certain, and negative infinity if `model` gives negative chances to some of them.
pub fn log_likelihood(model: &Model, tally: &Tally) -> f64 {
    let sum: f64 = tally
        .cells()
        .map(|(cell, results)| {
            let [threshold, slope] = model.parameters(cell.material);
            if threshold <= 0.0 {
                return f64::NEG_INFINITY;
            }
            let advantage = slope * cell.pawns();
            let [won, drawn, lost] = results.map(|count| count as f64);
            let [win, loss] = [advantage - threshold, -advantage - threshold];
            // The chance of a draw is the product of the chances not to win and not to lose and of
            // `1 − e^(−2·threshold)`.
            won * win - (won + drawn) * softplus(win) + lost * loss
                - (lost + drawn) * softplus(loss)
                + drawn * (-(-2.0 * threshold).exp_m1()).ln()
        })
        .sum();
    sum / tally.positions() as f64
}

/// Returns `ln(1 + e^x)`, without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

/// Returns the gradient of the sum of [`log_likelihood`] over all positions, and its negated second
/// derivatives.
fn derivatives(model: &Model, tally: &Tally) -> (Vector, Matrix) {
    let (mut gradient, mut curvature) = ([0.0; COUNT], [[0.0; COUNT]; COUNT]);
    for (cell, results) in tally.cells() {
        for Term { direction, first, second } in terms(model, cell, results) {
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

/// A term of the log-likelihood: a function of the dot product of the coefficients and `direction`.
struct Term {
    /// The vector with which the coefficients are multiplied.
    direction: Vector,
    /// The first derivative of the function.
    first: f64,
    /// The negated second derivative of the function.
    second: f64,
}

/// Returns the terms whose sum is the log-likelihood of the results in a cell.
fn terms(model: &Model, cell: Cell, results: Results) -> [Term; 3] {
    let [threshold, slope] = model.parameters(cell.material);
    let pawns = cell.pawns();
    let [won, drawn, lost] = results.map(|count| count as f64);
    let side = |pawns: f64, games: f64| {
        let chance = logistic(slope * pawns - threshold);
        Term {
            direction: direction(cell.material, -1.0, pawns),
            first: games - (games + drawn) * chance,
            second: (games + drawn) * chance * (1.0 - chance),
        }
    };
    let growth = (2.0 * threshold).exp_m1();
    let draws = Term {
        direction: direction(cell.material, 1.0, 0.0),
        first: 2.0 * drawn / growth,
        second: 4.0 * drawn * (growth + 1.0) / (growth * growth),
    };
    [side(pawns, won), side(-pawns, lost), draws]
}

/// Returns the vector whose dot product with the coefficients of a model is `threshold` times the
/// model's threshold plus `slope` times its slope.
fn direction(material: u32, threshold: f64, slope: f64) -> Vector {
    let powers = powers(material);
    let mut vector = [0.0; COUNT];
    let factors = [threshold, slope].into_iter().flat_map(|it| powers.map(|power| it * power));
    vector.iter_mut().zip(factors).for_each(|(entry, factor)| *entry = factor);
    vector
}

/// Returns `model` moved by `part` of `step`.
fn moved(model: &Model, step: &Vector, part: f64) -> Model {
    let mut next = *model;
    for (coefficient, change) in next.threshold.iter_mut().chain(&mut next.slope).zip(step) {
        *coefficient += part * change;
    }
    next
}

/// Solves `matrix · x = vector` by Gaussian elimination, for a symmetric positive definite matrix.
/// Returns `None` if the matrix is singular.
fn solve(mut matrix: Matrix, mut vector: Vector) -> Option<Vector> {
    /// Fraction of its initial size below which a pivot consists of rounding errors.
    const SINGULAR: f64 = 1e-13;
    let diagonal: Vec<f64> = (0..COUNT).map(|row| matrix[row][row]).collect();
    for pivot in 0..COUNT {
        let size = matrix[pivot][pivot];
        if size.is_nan() || size <= SINGULAR * diagonal[pivot] {
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

/// Returns the text of the source file that declares `model` as the one in use.
pub fn source(model: &Model) -> String {
    let Model { threshold, slope } = model;
    format!(
        "//! The fitted model. `nunatak-workshop wdl` writes this file.\n\
         \n\
         use super::model::Model;\n\
         \n\
         /// The model in use.\n\
         pub const MODEL: Model = Model {{\n    \
             threshold: {threshold:.5?},\n    \
             slope: {slope:.5?},\n\
         }};\n"
    )
}
