//! A picture of the errors in the course of a tuning run.

use plotters::prelude::*;

use super::tuner::Epoch;

/// Width and height of the picture in pixels.
const SIZE: (u32, u32) = (900, 540);
/// Margin around the chart in pixels.
const MARGIN: u32 = 16;
/// Height of the labels below the chart in pixels.
const EPOCH_LABELS: u32 = 40;
/// Width of the labels beside the chart in pixels.
const ERROR_LABELS: u32 = 80;
/// Width of a curve in pixels.
const CURVE_WIDTH: u32 = 2;
/// Length of a curve's sample in the legend in pixels.
const LEGEND_LENGTH: i32 = 20;
/// Space above and below the curves, as a part of the range of the errors.
const SPACE: f64 = 0.05;
/// Smallest range of errors that is shown.
const MIN_RANGE: f64 = 1e-6;

/// Returns the training and validation errors by epoch as an SVG document.
///
/// # Errors
/// Errors of the plotting library.
pub fn error_curves(epochs: &[Epoch]) -> Result<String, Box<dyn std::error::Error>> {
    let errors = epochs.iter().flat_map(|epoch| [epoch.training, epoch.validation]);
    let [low, high] =
        errors.fold([f64::MAX, f64::MIN], |[low, high], error| [low.min(error), high.max(error)]);
    let space = SPACE * (high - low).max(MIN_RANGE);
    let last = epochs.last().map_or(1, |epoch| epoch.number.max(1));
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(MARGIN)
            .x_label_area_size(EPOCH_LABELS)
            .y_label_area_size(ERROR_LABELS)
            .build_cartesian_2d(0..last, low - space..high + space)?;
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
            let style = color.stroke_width(CURVE_WIDTH);
            chart
                .draw_series(LineSeries::new(points, style))?
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + LEGEND_LENGTH, y)], style));
        }
        chart.configure_series_labels().border_style(BLACK).background_style(WHITE).draw()?;
        area.present()?;
    }
    Ok(text)
}
