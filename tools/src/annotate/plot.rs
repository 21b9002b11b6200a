//! The evaluation over a game as a picture.

use std::error::Error;

use nunatak::types::{Color as Side, Outcome};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::judged_game::JudgedGame;
use super::judgement::Judgement;
use super::value::Value;

/// The largest number of games in one picture.
pub const MAX_PLOTTED: usize = 50;

/// Width of the picture and height of the chart of a game, in pixels.
const SIZE: (u32, u32) = (900, 320);
/// Margin around a chart in pixels.
const MARGIN: u32 = 14;
/// Width of the labels beside a chart and height of those below it, in pixels.
const LABELS: (u32, u32) = (60, 40);
/// Font and height of the titles in pixels.
const TITLE: (&str, u32) = ("sans-serif", 17);
/// The maximum length of a title in characters.
const MAX_TITLE: usize = 100;
/// Characters that are not allowed in XML, besides control characters.
const NOT_IN_XML: [char; 2] = ['\u{fffe}', '\u{ffff}'];
/// Colour of the curve, and its width in pixels.
const CURVE: (RGBColor, u32) = (RGBColor(70, 70, 70), 2);
/// Radius of the marks of bad moves in pixels.
const MARK_RADIUS: u32 = 4;
/// Width of the legend at the right of a chart and height of its lines, in pixels.
const LEGEND: (u32, u32) = (36, 18);
/// Number of the first line of the legend, counted from the top: those above are beside the title.
const LEGEND_START: i32 = 3;
/// Font and height of the legend in pixels.
const LEGEND_FONT: (&str, u32) = ("sans-serif", 14);
/// Scores in pawns with a label. The axis is linear in winning chances, not in pawns.
const LABELLED_PAWNS: [i32; 9] = [-8, -4, -2, -1, 0, 1, 2, 4, 8];
/// A pawn in centipawns.
const PAWN: i32 = 100;
/// Units of the axis per percent of winning chances.
const UNITS: f64 = 10.0;

/// Returns the colour of the mark of a bad move: lichess's blue, orange and red.
fn color(judgement: Judgement) -> RGBColor {
    match judgement {
        Judgement::Inaccuracy => RGBColor(86, 180, 233),
        Judgement::Mistake => RGBColor(230, 159, 0),
        Judgement::Blunder => RGBColor(219, 49, 49),
    }
}

/// Returns an SVG document with a chart of the evaluation over each of the `games`, of which there
/// should be at most [`MAX_PLOTTED`].
///
/// # Errors
/// Errors of the plotting library.
pub fn plot(games: &[JudgedGame]) -> Result<String, Box<dyn Error>> {
    let (width, height) = SIZE;
    let rows = games.len().max(1);
    let mut text = String::new();
    {
        let size = (width, height * u32::try_from(rows)?);
        let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
        area.fill(&WHITE)?;
        for (game, part) in games.iter().zip(area.split_evenly((rows, 1))) {
            draw_game(game, &part)?;
        }
        area.present()?;
    }
    Ok(text)
}

/// Draws the chart of a game. On the x-axis, the position after White's move is at the number of
/// the move, and that after Black's move half a move later.
fn draw_game(
    game: &JudgedGame,
    area: &DrawingArea<SVGBackend<'_>, Shift>,
) -> Result<(), Box<dyn Error>> {
    let start = &game.game().start;
    let half = if start.side_to_move() == Side::White { -0.5 } else { 0.0 };
    let first = f64::from(start.fullmove_number()) + half + game.book_moves() as f64 / 2.0;
    let moves = (0..).map(|ply| first + f64::from(ply) / 2.0);
    let points: Vec<(f64, i32)> = moves.zip(game.values().into_iter().map(height)).collect();
    let last = points.last().map_or(first, |&(x, _)| x).max(first + 1.0);
    let [lowest, highest] =
        [Side::Black, Side::White].map(|winner| height(Value::Mate { winner, moves: 0 }));
    let mut chart = ChartBuilder::on(area)
        .margin(MARGIN)
        .margin_right(MARGIN + LEGEND.0)
        .caption(title(game), TITLE)
        .x_label_area_size(LABELS.1)
        .y_label_area_size(LABELS.0)
        .build_cartesian_2d(
            first..last,
            (lowest..highest).with_key_points(LABELLED_PAWNS.map(height_of_pawns).to_vec()),
        )?;
    chart
        .configure_mesh()
        .x_desc("move number")
        .y_desc("pawns, White's advantage above")
        .x_label_formatter(&|number| {
            let whole = number.round();
            if (number - whole).abs() < 1e-6 { whole.to_string() } else { String::new() }
        })
        .y_label_formatter(&|height| label(*height))
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .draw()?;
    chart.draw_series(LineSeries::new(
        [(first, height_of_pawns(0)), (last, height_of_pawns(0))],
        BLACK,
    ))?;
    chart.draw_series(LineSeries::new(points.iter().copied(), CURVE.0.stroke_width(CURVE.1)))?;
    let judged: Vec<_> = points.into_iter().skip(1).zip(game.judgements()).collect();
    for judgement in Judgement::ALL {
        let style = color(judgement).filled();
        let marked = judged.iter().filter(|(_, (_, found))| *found == Some(judgement));
        chart.draw_series(marked.map(|&(point, _)| Circle::new(point, MARK_RADIUS, style)))?;
    }
    draw_legend(area)
}

/// Draws the legend of the marks beside a chart, where it hides no part of the curve.
fn draw_legend(area: &DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), Box<dyn Error>> {
    let left = i32::try_from(SIZE.0 - LEGEND.0)?;
    let line = i32::try_from(LEGEND.1)?;
    let middle = Pos::new(HPos::Left, VPos::Center);
    let font = TextStyle::from(LEGEND_FONT).pos(middle);
    for (row, judgement) in (LEGEND_START..).zip(Judgement::ALL) {
        let mark = Circle::new((0, 0), MARK_RADIUS, color(judgement).filled());
        let text = Text::new(judgement.mark(), (line / 2, 0), font.clone());
        area.draw(&(EmptyElement::at((left, row * line)) + mark + text))?;
    }
    Ok(())
}

/// Returns the y-coordinate of a value. Mates are at the ends of the axis, like scores of ten
/// pawns.
fn height(value: Value) -> i32 {
    (UNITS * value.win_percent()).round() as i32
}

fn height_of_pawns(pawns: i32) -> i32 {
    height(Value::Centipawns(pawns * PAWN))
}

/// Returns the label of the y-axis at this height.
fn label(height: i32) -> String {
    let found = LABELLED_PAWNS.into_iter().find(|&pawns| height_of_pawns(pawns) == height);
    found.map_or_else(String::new, |pawns| pawns.to_string())
}

/// Returns the players, the event and the result as far as they are known.
fn title(game: &JudgedGame) -> String {
    let known = |name| game.game().tag(name).filter(|value| !value.is_empty() && *value != "?");
    let players = ["White", "Black"].map(|name| known(name).unwrap_or(name)).join(" – ");
    let result = game.game().outcome.map_or("*", Outcome::text);
    let parts = [Some(players.as_str()), known("Event"), Some(result)];
    let text = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let is_allowed = |c: char| !c.is_control() && !NOT_IN_XML.contains(&c);
    text.chars().map(|c| if is_allowed(c) { c } else { ' ' }).take(MAX_TITLE).collect()
}
