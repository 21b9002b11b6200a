//! The learning rate over the course of a stage.

use std::f64::consts::PI;

/// The last learning rate of a stage as a part of the first. The decay is worth more than any other
/// setting: at a high rate the weights keep jumping about the minimum.
const FINAL_PART: f64 = 0.003;

/// Returns the learning rate after a part of the stage, 0 to 1: half a cosine wave from `first`
/// down to [`FINAL_PART`] of it.
///
/// Source: I. Loshchilov and F. Hutter, "SGDR: Stochastic Gradient Descent with Warm Restarts",
/// 2017.
pub(super) fn learning_rate(first: f64, progress: f64) -> f64 {
    let height = f64::midpoint(1.0, (PI * progress).cos());
    first * (FINAL_PART + (1.0 - FINAL_PART) * height)
}

/// Returns the value on the straight line from `first` to `last` after a part of the way, 0 to 1.
pub(super) fn linear(first: f64, last: f64, progress: f64) -> f64 {
    first + (last - first) * progress
}
