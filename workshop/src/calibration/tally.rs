//! How games ended, by score and material.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::dataset::{Game, Position};
use nunatak::types::Outcome;
use nunatak::wdl;

/// Positions counted by score and material, with the results of their games.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    cells: BTreeMap<Situation, Results>,
    games: u64,
    left_out: u64,
}

/// What the model knows of a position. The score is that of the side that is ahead, of White if none
/// is: the model is the same for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Situation {
    pub(super) material: u32,
    /// In units of the evaluation, not below 0.
    pub(super) score: u16,
}

/// How many games the side that is ahead won, drew and lost. A game counts with each position.
pub(super) type Results = [u64; 3];

impl Tally {
    /// Counts the positions of a game, but those with a score of more than `max_score` for either
    /// side.
    pub fn add(&mut self, game: &Game, max_score: u16) {
        self.games += 1;
        for Position { board, score, .. } in game.positions() {
            if score.unsigned_abs() > max_score {
                self.left_out += 1;
                continue;
            }
            let situation =
                Situation { material: wdl::material(&board), score: score.unsigned_abs() };
            let results = match (game.outcome, score < 0) {
                (Outcome::Draw, _) => [0, 1, 0],
                (Outcome::WhiteWins, false) | (Outcome::BlackWins, true) => [1, 0, 0],
                (Outcome::WhiteWins, true) | (Outcome::BlackWins, false) => [0, 0, 1],
            };
            self.insert(situation, results);
        }
    }

    /// Adds the results of positions.
    pub(super) fn insert(&mut self, situation: Situation, results: Results) {
        let sums = self.cells.entry(situation).or_default();
        sums.iter_mut().zip(results).for_each(|(sum, count)| *sum += count);
    }

    /// How many games were added.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many positions count.
    pub fn positions(&self) -> u64 {
        self.results().iter().sum()
    }

    /// How many positions were left out.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The results of all positions.
    pub(super) fn results(&self) -> Results {
        self.cells().fold([0; 3], |sum, (_, results)| [0, 1, 2].map(|it| sum[it] + results[it]))
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = (Situation, Results)> {
        self.cells.iter().map(|(&situation, &results)| (situation, results))
    }
}

/// Games to fit a model to, and games that tell whether it is true of others.
#[derive(Debug)]
pub struct Split {
    /// What is fitted to.
    pub training: Tally,
    /// What is held out.
    pub validation: Tally,
    max_score: u16,
    validation_share: f64,
    random: StdRng,
}

impl Split {
    /// Each game will be held out with the chance `validation_share` as `seed` decides. Games stay
    /// whole, as positions of one game are too alike to be in both parts. Positions with a score of
    /// more than `max_score` units of the evaluation are left out.
    ///
    /// # Panics
    /// On adding games, if `validation_share` is not from 0 to 1.
    pub fn new(max_score: u16, validation_share: f64, seed: u64) -> Self {
        let (training, validation) = Default::default();
        let random = StdRng::seed_from_u64(seed);
        Self { training, validation, max_score, validation_share, random }
    }

    /// Adds a game to one of the parts.
    pub fn add(&mut self, game: &Game) {
        let part = match self.random.random_bool(self.validation_share) {
            true => &mut self.validation,
            false => &mut self.training,
        };
        part.add(game, self.max_score);
    }
}
