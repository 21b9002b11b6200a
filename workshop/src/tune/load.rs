//! From recorded games to positions to learn from.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use thiserror::Error;

use super::samples::Samples;
use crate::dataset::{Filter, Game};
use nunatak::board::Board;
use nunatak::eval::{Coefficients, WEIGHTS, evaluate_afresh};
use nunatak::types::Color;

/// Games that are gathered before all threads work on them.
const GAMES_AT_ONCE: usize = 1_024;

/// Positions to learn from, and positions of other games to validate with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrainingSet {
    /// What is learned from.
    pub training: Samples,
    /// What tells whether it is true of other games.
    pub validation: Samples,
    /// The games that `training` is from.
    pub training_games: usize,
    /// The games that `validation` is from.
    pub validation_games: usize,
    /// Positions left out because endgame knowledge decides there, whatever the weights.
    pub known_endgames: usize,
}

/// The recorded coefficients are not those of the evaluation. This must never be.
#[derive(Debug, Error)]
#[error("the coefficients of {board} give {coefficients}, its evaluation is {evaluation}")]
pub struct TracerError {
    /// The position.
    pub board: Box<Board>,
    /// What coefficients times weights are, in centipawns from White's view.
    pub coefficients: i32,
    /// The evaluation, likewise.
    pub evaluation: i32,
}

/// Reads games into a [`TrainingSet`].
#[derive(Debug)]
pub struct Loader {
    filter: Filter,
    validation_share: f64,
    random: StdRng,
    waiting: Vec<Game>,
    set: TrainingSet,
}

/// What one game gives.
#[derive(Default)]
struct Part {
    samples: Samples,
    known_endgames: usize,
}

impl Loader {
    /// A loader of the positions that `filter` keeps. Each game is for validation with the chance
    /// `validation_share` as `seed` decides.
    ///
    /// # Panics
    /// On adding games, if `validation_share` is not from 0 to 1.
    pub fn new(filter: Filter, validation_share: f64, seed: u64) -> Self {
        Self {
            filter,
            validation_share,
            random: StdRng::seed_from_u64(seed),
            waiting: Vec::with_capacity(GAMES_AT_ONCE),
            set: TrainingSet::default(),
        }
    }

    /// Adds a game. Many at once are worked on by all threads of the current pool of `rayon`. In
    /// every position the coefficients are checked against the evaluation.
    ///
    /// # Errors
    /// If a check fails.
    pub fn add(&mut self, game: Game) -> Result<(), TracerError> {
        self.waiting.push(game);
        if self.waiting.len() == GAMES_AT_ONCE { self.work() } else { Ok(()) }
    }

    /// Learns from the games that wait.
    fn work(&mut self) -> Result<(), TracerError> {
        let part = |game: &Game| Part::new(game, &self.filter);
        let parts: Vec<_> = self.waiting.par_iter().map(part).collect();
        self.waiting.clear();
        parts.into_iter().try_for_each(|part| {
            self.append(&part?);
            Ok(())
        })
    }

    /// Games stay whole: positions of one game are too alike to be in both parts.
    fn append(&mut self, part: &Part) {
        let set = &mut self.set;
        set.known_endgames += part.known_endgames;
        let (samples, games) = match self.random.random_bool(self.validation_share) {
            true => (&mut set.validation, &mut set.validation_games),
            false => (&mut set.training, &mut set.training_games),
        };
        samples.append(&part.samples);
        *games += 1;
    }

    /// All positions of the games that were added.
    ///
    /// # Errors
    /// If a check fails.
    pub fn finish(mut self) -> Result<TrainingSet, TracerError> {
        self.work()?;
        Ok(self.set)
    }
}

impl Part {
    fn new(game: &Game, filter: &Filter) -> Result<Self, TracerError> {
        let mut part = Self::default();
        for position in game.positions().filter(|position| filter.keeps(position)) {
            match Coefficients::of(&position.board) {
                None => part.known_endgames += 1,
                Some(coefficients) => {
                    check(&position.board, &coefficients)?;
                    part.samples.push(&coefficients, game.outcome.points(), position.score);
                }
            }
        }
        Ok(part)
    }
}

/// Whether coefficients and evaluation agree.
fn check(board: &Board, coefficients: &Coefficients) -> Result<(), TracerError> {
    let score = evaluate_afresh(board).0;
    let evaluation = if board.side_to_move() == Color::White { score } else { -score };
    match coefficients.total(&WEIGHTS) {
        total if total == evaluation => Ok(()),
        coefficients => Err(TracerError { board: Box::new(*board), coefficients, evaluation }),
    }
}
