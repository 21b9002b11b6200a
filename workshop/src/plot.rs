//! Plots of errors over a tuning or training run.

use std::error::Error;

use plotters::prelude::*;

/// Width and height of the image in pixels.
const SIZE: (u32, u32) = (900, 540);
/// Margin around the chart in pixels.
const MARGIN: u32 = 16;
/// Width of the labels beside the chart and height of those below it, in pixels.
const LABELS: (u32, u32) = (80, 40);
/// Width of a curve in pixels.
const CURVE_WIDTH: u32 = 2;
/// Radius of the points of a curve in pixels; a curve of one epoch is a single point.
const POINT_RADIUS: u32 = 3;
/// Length of the line samples in the legend in pixels.
const LEGEND_LENGTH: i32 = 20;
/// Space above and below the curves, as a fraction of the range of the errors.
const SPACE: f64 = 0.05;
/// Smallest range of errors that is shown.
const MIN_RANGE: f64 = 1e-6;
/// Colours of the curves, in their order.
const COLORS: [RGBColor; 4] = [BLUE, RED, GREEN, BLACK];

/// The label of the errors.
const ERROR_LABEL: &str = "mean squared error";

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
            .x_label_area_size(LABELS.1)
            .y_label_area_size(LABELS.0)
            .build_cartesian_2d(0..last, low - space..high + space)?;
        chart
            .configure_mesh()
            .x_desc("epoch")
            .y_desc(ERROR_LABEL)
            .y_label_formatter(&|error| format!("{error:.6}"))
            .light_line_style(TRANSPARENT)
            .draw()?;
        let colored = curves.iter().zip(COLORS);
        for (curve, color) in colored.filter(|(curve, _)| !curve.points.is_empty()) {
            let style = color.stroke_width(CURVE_WIDTH);
            let points = curve.points.iter().copied();
            chart
                .draw_series(LineSeries::new(points, style).point_size(POINT_RADIUS))?
                .label(curve.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + LEGEND_LENGTH, y)], style));
        }
        chart.configure_series_labels().border_style(BLACK).background_style(WHITE).draw()?;
        area.present()?;
    }
    Ok(text)
}

/// Whether the contents of a file are such a chart.
pub fn is_error_chart(contents: &str) -> bool {
    contents.starts_with("<svg") && contents.contains(ERROR_LABEL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_epoch_is_a_point_and_empty_curves_are_left_out() {
        let curve = |name, points: &[(usize, f64)]| Curve { name, points: points.to_vec() };
        let chart = error_chart(&[
            curve("first", &[(1, 0.25)]),
            curve("empty", &[]),
            curve("second", &[(1, 0.5)]),
        ])
        .unwrap();
        assert_eq!(chart.matches("<circle").count(), 2);
        let has = |text| chart.contains(text);
        assert!(has("first") && has("second") && !has("empty"), "{chart}");
        assert!(is_error_chart(&chart) && !is_error_chart("<svg></svg>"));
    }
}
