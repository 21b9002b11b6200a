//! Plots of the evaluation.

use super::{GAMES, IN, annotate};
use crate::common::{Folder, stderr};

#[test]
fn the_evaluation_is_plotted() {
    let folder = Folder::new();
    let text = GAMES.replace("Müller", "A & B <\u{1b}\u{fffe}\u{ffff}>");
    assert!(annotate(&folder, &text, &["--plot", "plot.svg"]).status.success());
    let plot = folder.read_text("plot.svg");
    assert!(plot.starts_with("<svg ") && plot.trim_end().ends_with("</svg>"), "{plot}");
    assert!(
        plot.contains("A &amp; B &lt;   &gt; – Black, one, 1-0") && plot.contains("three"),
        "{plot}"
    );
    // The marks of blunders beside those of two legends, and two curves.
    assert!(plot.matches("#DB3131").count() > 2, "{plot}");
    assert_eq!(plot.matches("#464646").count(), 2, "{plot}");
    // The three marks of each legend are beside the curves.
    let places = plot.split("<circle cx=\"").skip(1).map(|mark| mark.split('"').next().unwrap());
    let places: Vec<i32> = places.map(|place| place.parse().unwrap()).collect();
    let rightmost = places.iter().max().unwrap();
    assert_eq!(places.iter().filter(|place| *place == rightmost).count(), 2 * 3, "{plot}");
    assert!(plot.contains("White&apos;s advantage above") || plot.contains("White's advantage"));
    let many = "1. e4 *\n\n".repeat(51);
    let output = annotate(&folder, many, &["--plot", "more.svg"]);
    assert!(output.status.success(), "{output:?}");
    assert!(stderr(&output).contains("the plot shows the first 50 of 51 games"), "{output:?}");
    assert_eq!(folder.read_text("more.svg").matches("move number").count(), 50);
}

#[test]
fn without_an_evaluation_nothing_is_plotted() {
    let folder = Folder::new();
    for text in ["[White \"Anna\"]\n\n*\n", "Dear sir, this is no game.\n"] {
        let output = annotate(&folder, text, &["--plot", "plot.svg"]);
        assert!(stderr(&output).contains("note: there is nothing to plot"), "{output:?}");
        assert_eq!(folder.names(), [IN]);
    }
}

#[test]
fn a_plotted_blunder_is_at_its_move_and_on_the_side_that_gains() {
    let folder = Folder::new();
    let text = "1. e4 e5 2. Qg4 Nf6 3. a3 Nxg4 *";
    assert!(annotate(&folder, text, &["--plot", "plot.svg"]).status.success());
    let plot = folder.read_text("plot.svg");
    let element = |start: &str, part: &str| {
        let mut lines = plot.lines().filter(|line| line.starts_with(start) && line.contains(part));
        lines.next().expect("an element").to_owned()
    };
    let value = |line: &str, name: &str| {
        let (_, rest) = line.split_once(&format!("{name}=\"")).expect("an attribute");
        rest.split('"').next().expect("a value").to_owned()
    };
    let curve = value(&element("<polyline", "#464646"), "points");
    let points: Vec<&str> = curve.split_whitespace().collect();
    assert_eq!(points.len(), 7, "{plot}");
    // The first mark in this colour is the one on the curve.
    let mark = element("<circle", "#DB3131");
    let after_a3 = format!("{},{}", value(&mark, "cx"), value(&mark, "cy"));
    assert_eq!(after_a3, points[5], "{plot}");
    // Ordinates grow downwards, and Black gains.
    let height = |point: &str| point.split(',').nth(1).and_then(|y| y.parse::<i32>().ok());
    assert!(height(points[5]) > height(points[4]).map(|y| y + 50), "{plot}");
}

#[test]
fn axes_have_the_numbers_of_the_moves_and_pawns_of_white_above() {
    let folder = Folder::new();
    let event = "x".repeat(200);
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 20";
    let tags = format!("[Event \"{event}\"]\n[FEN \"{fen}\"]\n\n");
    for (moves, first) in
        [("20... e5 {book} 21. e4 Nf6 22. Nf3 *", 1), ("20... e5 21. e4 Nf6 22. Nf3 *", 2)]
    {
        let text = tags.clone() + moves;
        assert!(annotate(&folder, text, &["--plot", "plot.svg", "--force"]).status.success());
        let plot = folder.read_text("plot.svg");
        // Each label is a line of its own after its place.
        let place = |label: &str, axis: &str| -> i32 {
            let (before, _) = plot.split_once(&format!(">\n{label}\n")).expect("a label");
            let (_, place) = before.rsplit_once(&format!(" {axis}=\"")).expect("a place");
            place.split('"').next().expect("a place").parse().expect("a number")
        };
        let pawns = ["8", "4", "2", "1", "0", "-1", "-2", "-4", "-8"];
        assert!(pawns.map(|label| place(label, "y")).is_sorted(), "{plot}");
        let curve = plot.lines().find(|line| line.contains("#464646")).expect("a curve");
        let (_, points) = curve.split_once("points=\"").expect("points");
        let points: Vec<i32> = points
            .split_whitespace()
            .filter_map(|point| point.split_once(',')?.0.parse().ok())
            .collect();
        // The positions after White's moves.
        for (index, number) in [(first, "21"), (first + 2, "22")] {
            assert!(points[index].abs_diff(place(number, "x")) <= 1, "{number}: {plot}");
        }
        assert!(plot.contains("xxx") && !plot.contains(&"x".repeat(100)), "{plot}");
    }
}

#[test]
fn a_whole_number_is_shown_where_the_axis_misses_it_by_a_rounding() {
    let folder = Folder::new();
    let text = "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 90\"]\n\n1. Rh7 Kd8 2. Rg7 *";
    assert!(annotate(&folder, text, &["--plot", "plot.svg"]).status.success());
    assert!(folder.read_text("plot.svg").contains(">\n90\n"));
}
