//! Game results counted by score and material.

use std::collections::BTreeMap;

use nunatak::types::Outcome;
use nunatak::wdl;

use crate::dataset::{Game, Position};

/// Centipawns in a pawn.
const PAWN: f64 = 100.0;

/// The results of positions, counted by score and material.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    cells: BTreeMap<Cell, Results>,
    games: u64,
    omitted: u64,
}

/// The inputs of the model, from the view of the side that is ahead, or of White if neither is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell {
    /// The material of both sides in pawns.
    pub(super) material: u32,
    /// The score in evaluation units.
    pub(super) score: u16,
}

/// Numbers of positions in games that the side ahead won, drew and lost.
pub(super) type Results = [u64; 3];

impl Cell {
    /// Returns the score in pawns.
    pub(super) fn pawns(self) -> f64 {
        f64::from(self.score) / PAWN
    }
}

impl Tally {
    /// Adds the positions of a game, except those with a score above `max_score` evaluation units
    /// for either side.
    pub fn add(&mut self, game: &Game, max_score: u16) {
        self.games += 1;
        for Position { board, score, .. } in game.positions() {
            if score.unsigned_abs() > max_score {
                self.omitted += 1;
                continue;
            }
            let cell = Cell { material: wdl::material(&board), score: score.unsigned_abs() };
            let results = match (game.outcome, score < 0) {
                (Outcome::Draw, _) => [0, 1, 0],
                (Outcome::WhiteWins, false) | (Outcome::BlackWins, true) => [1, 0, 0],
                (Outcome::WhiteWins, true) | (Outcome::BlackWins, false) => [0, 0, 1],
            };
            self.insert(cell, results);
        }
    }

    /// Adds results to a cell.
    pub(super) fn insert(&mut self, cell: Cell, results: Results) {
        let sums = self.cells.entry(cell).or_default();
        sums.iter_mut().zip(results).for_each(|(sum, count)| *sum += count);
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> u64 {
        self.results().iter().sum()
    }

    /// Returns the number of positions omitted because their score is too high or missing.
    pub fn omitted(&self) -> u64 {
        self.omitted
    }

    /// Returns the results of all positions.
    pub(super) fn results(&self) -> Results {
        self.cells().fold([0; 3], |sum, (_, results)| [0, 1, 2].map(|it| sum[it] + results[it]))
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = (Cell, Results)> {
        self.cells.iter().map(|(&cell, &results)| (cell, results))
    }
}
