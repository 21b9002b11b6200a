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
    let curve = |name, loss: &dyn Fn(&Epoch) -> Option<f64>| {
        let points = (1..).zip(history).filter_map(|(number, epoch)| Some((number, loss(epoch)?)));
        Curve { name, points: points.collect() }
    };
    let training = |stage| move |epoch: &Epoch| (epoch.stage == stage).then_some(epoch.training);
    error_chart(&[
        curve("training", &training(Stage::Games)),
        curve("validation", &|epoch| Some(epoch.validation)),
        curve("distillation", &training(Stage::Distillation)),
        curve("hand-crafted", &|_| Some(baseline)),
    ])
}
