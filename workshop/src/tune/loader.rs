//! Turns recorded games into training and validation samples.

use std::hash::Hasher;

use fnv::FnvHasher;
use nunatak::board::Board;
use nunatak::eval::{WEIGHTS, evaluate_uncached};
use rayon::prelude::*;

use super::coefficients::Coefficients;
use super::error::TuneError;
use super::samples::Samples;
use crate::dataset::{Filter, Game, Split, white_view};

/// Number of games that the threads process at a time.
const BATCH: usize = 1_024;

/// Samples for training, and samples of other games for validation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrainingSet {
    /// The samples that weights are tuned on.
    pub training: Samples,
    /// The samples of held-out games.
    pub validation: Samples,
    /// The number of training games.
    pub training_games: usize,
    /// The number of held-out games.
    pub validation_games: usize,
    /// The number of positions omitted because endgame knowledge evaluates them independently of
    /// the weights.
    pub known_endgames: usize,
    /// A hash of the games, in order, with their scores and results.
    pub fingerprint: u64,
}

/// A builder of a [`TrainingSet`] from games.
#[derive(Debug)]
pub struct Loader {
    filter: Filter,
    split: Split,
    waiting: Vec<Game>,
    set: TrainingSet,
}

/// The contribution of one game.
#[derive(Default)]
struct GameSamples {
    samples: Samples,
    known_endgames: usize,
}

impl Loader {
    /// Creates a loader of the positions that `filter` keeps.
    pub fn new(filter: Filter, split: Split) -> Self {
        let waiting = Vec::with_capacity(BATCH);
        Self { filter, split, waiting, set: TrainingSet::default() }
    }

    /// Adds a game. Games are processed in batches by the threads of the current `rayon` pool, and
    /// the coefficients of every position are checked against its evaluation.
    ///
    /// # Errors
    /// [`TuneError::Coefficients`] if a check fails.
    pub fn add(&mut self, game: Game) -> Result<(), TuneError> {
        self.waiting.push(game);
        if self.waiting.len() == BATCH { self.process_batch() } else { Ok(()) }
    }

    /// Returns the samples of all games added.
    ///
    /// # Errors
    /// [`TuneError::Coefficients`] if a check fails.
    pub fn finish(mut self) -> Result<TrainingSet, TuneError> {
        self.process_batch()?;
        Ok(self.set)
    }

    fn process_batch(&mut self) -> Result<(), TuneError> {
        let samples = |game: &Game| GameSamples::new(game, &self.filter);
        let batch: Vec<_> = self.waiting.par_iter().map(samples).collect();
        let mut fingerprint = FnvHasher::with_key(self.set.fingerprint);
        let mut bytes = Vec::new();
        for (game, samples) in std::mem::take(&mut self.waiting).iter().zip(batch) {
            bytes.clear();
            // Writing to memory never fails.
            let _ = game.write_to(&mut bytes);
            fingerprint.write(&bytes);
            self.append(self.split.holds_out(game), &samples?);
        }
        self.set.fingerprint = fingerprint.finish();
        Ok(())
    }

    fn append(&mut self, is_held_out: bool, game: &GameSamples) {
        let set = &mut self.set;
        set.known_endgames += game.known_endgames;
        let (samples, games) = if is_held_out {
            (&mut set.validation, &mut set.validation_games)
        } else {
            (&mut set.training, &mut set.training_games)
        };
        samples.append(&game.samples);
        *games += 1;
    }
}

impl GameSamples {
    fn new(game: &Game, filter: &Filter) -> Result<Self, TuneError> {
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

/// Checks that the coefficients give the evaluation.
fn check(board: &Board, coefficients: &Coefficients) -> Result<(), TuneError> {
    let evaluation = white_view(board, evaluate_uncached(board)).0;
    match coefficients.total(&WEIGHTS) {
        total if total == evaluation => Ok(()),
        coefficients => {
            Err(TuneError::Coefficients { board: Box::new(*board), coefficients, evaluation })
        }
    }
}
