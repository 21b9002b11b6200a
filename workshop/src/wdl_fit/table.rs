//! A comparison of predicted and actual results.

use std::fmt;

use nunatak::wdl::Model;

use super::tally::{Cell, Results, Tally};

/// Lower bounds of the ranges of scores, in evaluation units.
const SCORES: [u32; 13] = [0, 20, 40, 60, 80, 100, 150, 200, 300, 400, 600, 1_000, 2_000];
/// Lower bounds of the ranges of material, in pawns.
const MATERIAL: [u32; 8] = [0, 8, 18, 28, 38, 48, 58, 68];

/// Predicted and actual results by score and by material, from the view of the side that is ahead,
/// displayed as a report.
#[derive(Clone, Debug)]
pub struct WdlTable {
    by_score: Vec<WdlRow>,
    by_material: Vec<WdlRow>,
}

/// The positions in one range.
#[derive(Clone, Copy, Debug, Default)]
struct WdlRow {
    /// Lower bound of the range.
    start: u32,
    /// Predicted numbers of wins, draws and losses.
    predicted: [f64; 3],
    actual: Results,
}

impl WdlTable {
    /// Creates a table of the predictions of `model` for the positions of `tally`.
    pub fn new(model: &Model, tally: &Tally) -> Self {
        Self {
            by_score: rows(model, tally, &SCORES, |cell| cell.score.into()),
            by_material: rows(model, tally, &MATERIAL, |cell| cell.material),
        }
    }
}

fn rows(model: &Model, tally: &Tally, starts: &[u32], key: fn(Cell) -> u32) -> Vec<WdlRow> {
    let mut rows: Vec<WdlRow> =
        starts.iter().map(|&start| WdlRow { start, ..WdlRow::default() }).collect();
    for (cell, results) in tally.cells() {
        let index = starts.partition_point(|&start| start <= key(cell)) - 1;
        rows[index].add(model, cell, results);
    }
    rows
}

impl WdlRow {
    fn add(&mut self, model: &Model, cell: Cell, results: Results) {
        let [win, loss] = model.win_and_loss(cell.score.into(), cell.material);
        let positions = results.iter().sum::<u64>() as f64;
        for (sum, chance) in self.predicted.iter_mut().zip([win, 1.0 - win - loss, loss]) {
            *sum += positions * chance;
        }
        for (sum, count) in self.actual.iter_mut().zip(results) {
            *sum += count;
        }
    }

    fn positions(&self) -> u64 {
        self.actual.iter().sum()
    }
}

impl fmt::Display for WdlRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>9} {:>10}", format!("{}–", self.start), self.positions())?;
        let percent = |count: f64| 100.0 * count / self.positions() as f64;
        for (predicted, actual) in self.predicted.into_iter().zip(self.actual) {
            write!(f, "  {:>8.1} {:>7.1} %", percent(predicted), percent(actual as f64))?;
        }
        Ok(())
    }
}

impl fmt::Display for WdlTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (separator, name, rows) in
            [("", "score", &self.by_score), ("\n", "material", &self.by_material)]
        {
            write!(f, "{separator}{name:>9} {:>10}   won: model, games", "positions")?;
            write!(f, "  drawn: model, games   lost: model, games")?;
            for row in rows.iter().filter(|row| row.positions() > 0) {
                write!(f, "\n{row}")?;
            }
        }
        Ok(())
    }
}
