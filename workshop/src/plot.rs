//! Plots of errors over a tuning or training run.

use std::error::Error;

use plotters::prelude::*;

/// Width and height of the image in pixels.
const SIZE: (u32, u32) = (900, 540);
/// Margin around the chart in pixels.
const MARGIN: u32 = 16;
/// Height of the labels below the chart in pixels.
const EPOCH_LABELS: u32 = 40;
/// Width of the labels beside the chart in pixels.
const ERROR_LABELS: u32 = 80;
/// Width of a curve in pixels.
const CURVE_WIDTH: u32 = 2;
/// Length of the line samples in the legend in pixels.
const LEGEND_LENGTH: i32 = 20;
/// Space above and below the curves, as a fraction of the range of the errors.
const SPACE: f64 = 0.05;
/// Smallest range of errors that is shown.
const MIN_RANGE: f64 = 1e-6;
/// Colours of the curves, in their order.
const COLORS: [RGBColor; 4] = [BLUE, RED, GREEN, BLACK];

/// Mean squared errors by epoch.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The name in the legend.
    pub name: &'static str,
    /// The epochs and their errors.
    pub points: Vec<(usize, f64)>,
}

/// Returns a chart of at most four curves as an SVG document.
///
/// # Errors
/// Errors of the plotting library.
pub fn error_chart(curves: &[Curve]) -> Result<String, Box<dyn Error>> {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let [low, high] = points()
        .fold([f64::MAX, f64::MIN], |[low, high], &(_, error)| [low.min(error), high.max(error)]);
    let space = SPACE * (high - low).max(MIN_RANGE);
    let last = points().map(|&(epoch, _)| epoch).max().unwrap_or(0).max(1);
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
        for (curve, color) in curves.iter().zip(COLORS) {
            let style = color.stroke_width(CURVE_WIDTH);
            chart
                .draw_series(LineSeries::new(curve.points.iter().copied(), style))?
                .label(curve.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + LEGEND_LENGTH, y)], style));
        }
        chart.configure_series_labels().border_style(BLACK).background_style(WHITE).draw()?;
        area.present()?;
    }
    Ok(text)
}
