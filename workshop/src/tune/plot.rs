//! A plot of the errors over a tuning run.

use std::error::Error;

use super::tuner::Epoch;
use crate::plot::{Curve, error_chart};

/// Returns the training and validation errors by epoch as an SVG document.
///
/// # Errors
/// Errors of the plotting library.
pub fn error_curves(epochs: &[Epoch]) -> Result<String, Box<dyn Error>> {
    let curve = |name, error: fn(&Epoch) -> f64| Curve {
        name,
        points: epochs.iter().map(|epoch| (epoch.number, error(epoch))).collect(),
    };
    let training = curve("training", |epoch| epoch.training);
    error_chart(&[training, curve("validation", |epoch| epoch.validation)])
}
