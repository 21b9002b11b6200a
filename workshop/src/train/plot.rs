//! A plot of the losses over a training run.

use std::error::Error;

use super::epoch::{Epoch, Stage};
use crate::plot::{Curve, error_chart};

/// Returns the losses by epoch as an SVG document, beside the validation loss of the hand-crafted
/// evaluation. The epochs of both stages are numbered consecutively.
///
/// # Errors
/// Errors of the plotting library.
pub fn loss_curves(history: &[Epoch], baseline: f64) -> Result<String, Box<dyn Error>> {
    let training = |name, stage| {
        let epochs = history.iter().enumerate().filter(|(_, epoch)| epoch.stage == stage);
        let points = epochs.map(|(index, epoch)| (index + 1, epoch.training)).collect();
        Curve { name, points }
    };
    let validation = |name, loss: &dyn Fn(&Epoch) -> f64| {
        let epochs = history.iter().enumerate();
        Curve { name, points: epochs.map(|(index, epoch)| (index + 1, loss(epoch))).collect() }
    };
    error_chart(&[
        training("training", Stage::Games),
        validation("validation", &|epoch| epoch.validation),
        training("distillation", Stage::Distillation),
        validation("hand-crafted", &|_| baseline),
    ])
}
