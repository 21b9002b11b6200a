//! The errors of a tuning as a picture.

use plotters::prelude::*;

use super::tuner::Epoch;

/// Width and height in pixels.
const SIZE: (u32, u32) = (900, 540);
/// The part of the errors' range that is left free above and below.
const MARGIN: f64 = 0.05;

/// The errors of both parts, epoch by epoch, as an SVG document.
///
/// # Errors
/// What the drawing library complains of.
pub fn error_curves(epochs: &[Epoch]) -> Result<String, Box<dyn std::error::Error>> {
    let errors = epochs.iter().flat_map(|epoch| [epoch.training, epoch.validation]);
    let [low, high] =
        errors.fold([f64::MAX, f64::MIN], |[low, high], error| [low.min(error), high.max(error)]);
    let margin = MARGIN * (high - low).max(1e-6);
    let last = epochs.last().map_or(1, |epoch| epoch.number.max(1));
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(16)
            .x_label_area_size(40)
            .y_label_area_size(80)
            .build_cartesian_2d(0..last, low - margin..high + margin)?;
        chart
            .configure_mesh()
            .x_desc("epoch")
            .y_desc("mean squared error")
            .y_label_formatter(&|error| format!("{error:.6}"))
            .light_line_style(TRANSPARENT)
            .draw()?;
        let training = epochs.iter().map(|epoch| (epoch.number, epoch.training));
        let validation = epochs.iter().map(|epoch| (epoch.number, epoch.validation));
        let curves: [(_, _, Vec<_>); 2] =
            [("training", BLUE, training.collect()), ("validation", RED, validation.collect())];
        for (name, color, points) in curves {
            chart.draw_series(LineSeries::new(points, color.stroke_width(2)))?.label(name).legend(
                move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)),
            );
        }
        chart.configure_series_labels().border_style(BLACK).background_style(WHITE).draw()?;
        area.present()?;
    }
    Ok(text)
}
