//! What a model foretells beside what happened.

use std::fmt;

use super::tally::{Results, Situation, Tally};
use nunatak::wdl::Model;

/// Where ranges of scores begin, in units of the evaluation.
const SCORES: [u32; 13] = [0, 20, 40, 60, 80, 100, 150, 200, 300, 400, 600, 1_000, 2_000];
/// Where ranges of material begin.
const MATERIAL: [u32; 8] = [0, 8, 18, 28, 38, 48, 58, 68];

/// Foretold and actual results by score and by material. Displays as text for people, from the view
/// of the side that is ahead.
#[derive(Clone, Debug)]
pub struct Table {
    by_score: Vec<Row>,
    by_material: Vec<Row>,
}

/// The positions of one range.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    start: u32,
    /// The expected numbers of wins, draws and losses.
    expected: [f64; 3],
    actual: Results,
}

impl Table {
    /// What `model` foretells for the positions of `tally`.
    pub fn new(model: &Model, tally: &Tally) -> Self {
        Self {
            by_score: rows(model, tally, &SCORES, |situation| situation.score.into()),
            by_material: rows(model, tally, &MATERIAL, |situation| situation.material),
        }
    }
}

fn rows(model: &Model, tally: &Tally, starts: &[u32], key: fn(Situation) -> u32) -> Vec<Row> {
    let mut rows: Vec<Row> = starts.iter().map(|&start| Row { start, ..Row::default() }).collect();
    for (situation, results) in tally.cells() {
        let index = starts.partition_point(|&start| start <= key(situation)) - 1;
        rows[index].add(model, situation, results);
    }
    rows
}

impl Row {
    fn add(&mut self, model: &Model, situation: Situation, results: Results) {
        let [win, loss] = model.win_and_loss(situation.score.into(), situation.material);
        let positions = results.iter().sum::<u64>() as f64;
        for (sum, chance) in self.expected.iter_mut().zip([win, 1.0 - win - loss, loss]) {
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

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, rows) in [("score", &self.by_score), ("material", &self.by_material)] {
            if name == "material" {
                writeln!(f)?;
            }
            write!(f, "{name:>9} {:>10}   won: model, games", "positions")?;
            write!(f, "  drawn: model, games   lost: model, games")?;
            for row in rows.iter().filter(|row| row.positions() > 0) {
                write!(f, "\n{:>9} {:>10}", format!("{}–", row.start), row.positions())?;
                let percent = |count: f64| 100.0 * count / row.positions() as f64;
                for (expected, actual) in row.expected.into_iter().zip(row.actual) {
                    write!(f, "  {:>8.1} {:>7.1} %", percent(expected), percent(actual as f64))?;
                }
            }
        }
        Ok(())
    }
}
