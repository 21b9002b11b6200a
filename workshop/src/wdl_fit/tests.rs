//! Fits to results that follow from a known model.

use nunatak::types::Outcome;
use nunatak::wdl::{MAX_MATERIAL, Model};

use super::tally::{Cell, Results};
use super::*;
use crate::testing::game_of;

const MODEL: Model = Model { threshold: [2.5, -1.5, 0.5, 0.25], slope: [0.75, 1.5, -2.0, 0.75] };

/// Returns the results that `model` expects of positions with all kinds of score and material.
fn expected(model: &Model) -> Tally {
    const POSITIONS: f64 = 10_000.0;
    let mut tally = Tally::default();
    for material in 0..=MAX_MATERIAL {
        for score in (0..500).step_by(20) {
            let [win, loss] = model.win_and_loss(score.into(), material);
            let results: Results =
                [win, 1.0 - win - loss, loss].map(|chance| (POSITIONS * chance).round() as u64);
            tally.insert(Cell { material, score }, results);
        }
    }
    tally
}

#[test]
fn a_model_is_recovered_from_its_expected_results() {
    let tally = expected(&MODEL);
    let fitted = fit(&tally).unwrap();
    for material in 0..=MAX_MATERIAL {
        let [even, truth] = [&fitted, &MODEL].map(|model| model.even_score(material));
        assert!((even / truth - 1.0).abs() < 0.001, "{material}: {even} for {truth}");
    }
    // Every other model is less likely.
    let most = log_likelihood(&fitted, &tally);
    for index in 0..fitted.threshold.len() {
        for change in [-0.001, 0.001] {
            let (mut threshold, mut slope) = (fitted, fitted);
            threshold.threshold[index] += change;
            slope.slope[index] += change;
            assert!(log_likelihood(&threshold, &tally) < most);
            assert!(log_likelihood(&slope, &tally) < most);
        }
    }
}

#[test]
fn the_log_likelihood_is_the_mean_over_all_results() {
    let cell = Cell { material: 30, score: 120 };
    let [win, loss] = MODEL.win_and_loss(120.0, 30);
    for (results, likelihood) in [
        ([1, 0, 0], win.ln()),
        ([0, 1, 0], (1.0 - win - loss).ln()),
        ([0, 0, 1], loss.ln()),
        ([2, 0, 2], (win.ln() + loss.ln()) / 2.0),
    ] {
        let mut tally = Tally::default();
        tally.insert(cell, results);
        assert!((log_likelihood(&MODEL, &tally) - likelihood).abs() < 1e-12, "{results:?}");
    }
}

#[test]
fn insufficient_results_are_an_error() {
    assert_eq!(fit(&Tally::default()), Err(FitError));
    // The same material everywhere.
    let mut tally = Tally::default();
    tally.insert(Cell { material: 30, score: 50 }, [50, 30, 20]);
    tally.insert(Cell { material: 30, score: 150 }, [80, 15, 5]);
    assert_eq!(fit(&tally), Err(FitError));
    // No draws.
    let mut tally = Tally::default();
    for (cell, [won, _, lost]) in expected(&MODEL).cells() {
        tally.insert(cell, [won, 0, lost]);
    }
    assert_eq!(fit(&tally), Err(FitError));
}

#[test]
fn positions_count_for_the_side_that_is_ahead() {
    let moves = [("e2e4", 30), ("d7d5", -400), ("e4d5", 401), ("d8d5", 0)];
    let mut tally = Tally::default();
    for outcome in [Outcome::WhiteWins, Outcome::BlackWins, Outcome::BlackWins, Outcome::Draw] {
        tally.add(&game_of(&moves, outcome), 400);
    }
    assert_eq!((tally.games(), tally.positions(), tally.omitted()), (4, 12, 4));
    let cells: Vec<_> = tally.cells().collect();
    let cell = |material, score, results| (Cell { material, score }, results);
    assert_eq!(cells, [cell(77, 0, [1, 1, 2]), cell(78, 30, [1, 1, 2]), cell(78, 400, [2, 1, 1])]);
}

#[test]
fn the_table_shows_predicted_and_actual_results() {
    let mut tally = Tally::default();
    tally.insert(Cell { material: 78, score: 0 }, [30, 40, 30]);
    tally.insert(Cell { material: 20, score: 399 }, [97, 2, 1]);
    let text = WdlTable::new(&MODEL, &tally).to_string();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    let [_, level, ahead, _, few, many] = rows.as_slice() else { unreachable!("{text}") };
    assert_eq!(
        (level[0], level[1], level[3], level[6], level[9]),
        ("0–", "100", "30.0", "40.0", "30.0")
    );
    assert_eq!((ahead[0], ahead[3], few[0], few[3]), ("300–", "97.0", "18–", "97.0"));
    assert_eq!((many[0], many[2]), ("68–", level[2]));
    let [win, _] = MODEL.win_and_loss(0.0, 78);
    assert_eq!(level[2], format!("{:.1}", 100.0 * win));
}

#[test]
fn the_source_file_is_written_as_it_stands() {
    let file = include_str!("../../../src/wdl/fitted.rs");
    assert_eq!(source(&nunatak::wdl::MODEL), file);
}
