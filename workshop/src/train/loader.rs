//! Turns recorded games into training samples and validation samples.

use std::hash::Hasher;

use fnv::FnvHasher;
use nunatak::board::Board;
use nunatak::types::{Outcome, Score};
use rayon::prelude::*;

use super::error::TrainError;
use super::sample::Sample;
use super::store::{Capacity, Store, StoreBuilder};
use crate::dataset::{
    Filter, Game, NO_SCORE, Position, ResultsByScore, Split, logistic, white_view,
};

/// Number of games that the threads process at a time.
const BATCH: usize = 4_096;

/// The largest label in units of the evaluation, a certain win.
const MAX_LABEL: f64 = i16::MAX as f64;

/// Samples for training, and samples of other games for validation.
#[derive(Debug)]
pub struct TrainingData {
    /// The samples that the network is trained on.
    pub training: Store,
    /// The samples of held-out games.
    pub validation: Vec<Sample>,
    /// The number of training games.
    pub training_games: usize,
    /// The number of held-out games.
    pub validation_games: usize,
    /// The results of the training positions by score.
    pub results: ResultsByScore,
    /// 64-bit FNV-1a of all samples in the order in which they were added.
    pub fingerprint: u64,
}

/// Labels that look ahead in the game: the expected result at a ply is a mean of that of its own
/// score and of the label of the next ply. The label after the last ply is the result.
///
/// Source: R. Sutton, "Learning to predict by the methods of temporal differences", 1988, where it
/// is called TD(λ).
#[derive(Clone, Copy, Debug)]
pub struct LookAhead {
    /// The weight of the next ply's label, 0 to 1.
    pub weight: f64,
    /// K in units of the evaluation: a score of `v` predicts `1 / (1 + e^(−v/K))` points.
    pub k: f64,
}

impl LookAhead {
    /// Returns the label of each move as a score from White's view. A move without a score takes
    /// over the label of the next one.
    pub(super) fn labels(self, game: &Game) -> Vec<i16> {
        let mut label = game.outcome.points();
        let mut labels: Vec<_> = game
            .moves
            .iter()
            .rev()
            .map(|scored| {
                if scored.score != NO_SCORE {
                    let expected = logistic(f64::from(scored.score) / self.k);
                    label = self.weight * label + (1.0 - self.weight) * expected;
                }
                let score = self.k * (label / (1.0 - label)).ln();
                score.clamp(-MAX_LABEL, MAX_LABEL).round() as i16
            })
            .collect();
        labels.reverse();
        labels
    }
}

/// A builder of [`TrainingData`] from games.
#[derive(Debug)]
pub struct Loader {
    filter: Filter,
    look_ahead: Option<LookAhead>,
    split: Split,
    waiting: Vec<Game>,
    training: StoreBuilder,
    validation: Vec<Sample>,
    training_games: usize,
    validation_games: usize,
    results: ResultsByScore,
    fingerprint: u64,
}

impl Loader {
    /// Creates a loader of the positions that `filter` keeps, labelled with their own scores or
    /// with labels that look ahead.
    ///
    /// # Errors
    /// [`TrainError::Io`] of temporary files.
    pub fn new(
        filter: Filter,
        look_ahead: Option<LookAhead>,
        split: Split,
        capacity: &Capacity,
    ) -> Result<Self, TrainError> {
        Ok(Self {
            filter,
            look_ahead,
            split,
            waiting: Vec::with_capacity(BATCH),
            training: StoreBuilder::new(capacity)?,
            validation: Vec::new(),
            training_games: 0,
            validation_games: 0,
            results: ResultsByScore::default(),
            fingerprint: FnvHasher::default().finish(),
        })
    }

    /// Adds a game. Games are processed in batches by the threads of the current `rayon` pool.
    ///
    /// # Errors
    /// [`TrainError::Io`] of temporary files.
    pub fn add(&mut self, game: Game) -> Result<(), TrainError> {
        self.waiting.push(game);
        if self.waiting.len() == BATCH { self.process_batch() } else { Ok(()) }
    }

    /// Returns the samples of all games added. At least one game is for validation.
    ///
    /// # Errors
    /// [`TrainError::Io`] of temporary files.
    pub fn finish(mut self) -> Result<TrainingData, TrainError> {
        self.process_batch()?;
        Ok(TrainingData {
            training: self.training.finish()?,
            validation: self.validation,
            training_games: self.training_games,
            validation_games: self.validation_games,
            results: self.results,
            fingerprint: self.fingerprint,
        })
    }

    fn process_batch(&mut self) -> Result<(), TrainError> {
        let process = |game: &Game| KeptPositions::new(game, &self.filter, self.look_ahead);
        let batch: Vec<_> = self.waiting.par_iter().map(process).collect();
        if self.validation.is_empty() {
            self.hold_out_one(&batch);
        }
        let mut fingerprint = FnvHasher::with_key(self.fingerprint);
        for (game, kept) in std::mem::take(&mut self.waiting).into_iter().zip(batch) {
            kept.samples.iter().for_each(|sample| fingerprint.write(&sample.to_bytes()));
            if self.split.holds_out(&game) {
                self.validation_games += 1;
                self.validation.extend_from_slice(&kept.samples);
            } else {
                self.training_games += 1;
                kept.scores.iter().for_each(|&score| self.results.add(score, game.outcome));
                self.training.extend(&kept.samples)?;
            }
        }
        self.fingerprint = fingerprint.finish();
        Ok(())
    }

    /// Makes sure that a waiting game from which positions are kept is held out.
    fn hold_out_one(&mut self, batch: &[KeptPositions]) {
        let with_samples =
            self.waiting.iter().zip(batch).filter(|(_, kept)| !kept.samples.is_empty());
        let hash = |(game, _): &(&Game, _)| self.split.hash(game);
        if let Some((game, _)) = with_samples.min_by(|a, b| hash(a).total_cmp(&hash(b))) {
            self.split.hold_out(game);
        }
    }
}

/// The positions of a game that the filter keeps.
struct KeptPositions {
    samples: Vec<Sample>,
    /// The scores from White's view.
    scores: Vec<i16>,
}

impl KeptPositions {
    fn new(game: &Game, filter: &Filter, look_ahead: Option<LookAhead>) -> Self {
        let labels = look_ahead.map(|look_ahead| look_ahead.labels(game));
        let kept = game.positions().enumerate().filter(|(_, position)| filter.keeps(position));
        let labelled = |(index, position): (usize, Position)| {
            let label = labels.as_ref().map_or(position.score, |labels| labels[index]);
            (sample(&position.board, label, game.outcome), position.score)
        };
        let (samples, scores) = kept.map(labelled).unzip();
        Self { samples, scores }
    }
}

/// Returns the sample of a position, with its label from White's view.
fn sample(board: &Board, label: i16, outcome: Outcome) -> Sample {
    Sample::new(board, white_view(board, Score(label.into())), Some(outcome))
}
