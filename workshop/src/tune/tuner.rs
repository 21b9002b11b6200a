//! The epochs of a tuning.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use thiserror::Error;

use super::adam::Adam;
use super::load::TrainingSet;
use super::loss::{Objective, fit_sigmoid};
use super::samples::Halves;
use nunatak::eval::{GROUPS, Group, Pair, WEIGHTS, Weights};

/// Positions of one step, at most.
const MAX_BATCH: usize = 16_384;

/// No weight may become larger, or sums of weights would outgrow the halves of a [`Pair`].
const MAX_WEIGHT: f64 = 5_000.0;

/// How to tune.
#[derive(Clone, Debug)]
pub struct TunerOptions {
    /// How often to go through all positions.
    pub epochs: usize,
    /// By how many centipawns a weight moves in a step at first. It falls steadily to nothing.
    pub learning_rate: f64,
    /// Of the order in which positions are taken.
    pub seed: u64,
    /// The part that the score of the search has in what is to be foretold, 0 to 1. The rest is the
    /// result of the game.
    pub lambda: f64,
    /// By how many centipawns weights are thought to be wrong at the start: the smaller, the more
    /// games must speak for a change. With infinity nothing holds weights back.
    pub spread: f64,
    /// The groups whose weights may change.
    pub groups: Vec<&'static Group>,
}

impl Default for TunerOptions {
    fn default() -> Self {
        Self {
            epochs: 30,
            learning_rate: 1.0,
            seed: 1,
            lambda: 0.0,
            spread: 30.0,
            groups: GROUPS.iter().collect(),
        }
    }
}

/// Why weights cannot be tuned.
#[derive(Debug, Error)]
pub enum TuneError {
    /// There is nothing to learn from.
    #[error("no position to learn from")]
    NoTraining,
    /// There is nothing to tell what was learned by.
    #[error("no position to validate with: it takes more games, or a larger share of them")]
    NoValidation,
    /// No K makes the error least.
    #[error("the results of the games do not follow the evaluation")]
    NoScale,
    /// The steps were too large.
    #[error("weights of {group} grow without end: it takes a lower learning rate")]
    Diverged {
        /// The name of the group.
        group: &'static str,
    },
    /// There is no such group.
    #[error("'{name}' is no group of weights; there are {}", group_names())]
    UnknownGroup {
        /// What was asked for.
        name: String,
    },
}

fn group_names() -> String {
    GROUPS.iter().map(|group| group.name).collect::<Vec<_>>().join(", ")
}

/// The group of weights with a name.
///
/// # Errors
/// If there is none.
pub fn find_group(name: &str) -> Result<&'static Group, TuneError> {
    let group = GROUPS.iter().find(|group| group.name == name);
    group.ok_or_else(|| TuneError::UnknownGroup { name: name.to_owned() })
}

/// What the weights are after an epoch, and how well they do.
#[derive(Clone, Debug)]
pub struct Epoch {
    /// 0 before the first step.
    pub number: usize,
    /// The weights in whole centipawns.
    pub weights: Weights,
    /// How wrongly these weights foretell the results in the positions that are learned from: the
    /// mean squared error, whatever the part of scores in what is learned.
    pub training: f64,
    /// The same in the others.
    pub validation: f64,
}

/// Tunes weights, epoch by epoch: the first is what the weights are before any step.
///
/// Work is spread over the threads of the current pool of `rayon`. Weights do not depend on how
/// many there are.
pub struct Tuner<'a> {
    set: &'a TrainingSet,
    options: TunerOptions,
    objective: Objective,
    start: Halves,
    weights: Halves,
    adam: Adam,
    random: StdRng,
    /// Numbers of the samples, in the order in which they are taken.
    order: Vec<u32>,
    /// How strongly a weight is pulled to where it was, for each centipawn away from there.
    pull: f64,
    epoch: usize,
}

impl<'a> Tuner<'a> {
    /// A tuner that begins with `weights`. Fits K to them.
    ///
    /// # Errors
    /// If one part of the positions is empty, or no K fits.
    pub fn new(
        set: &'a TrainingSet,
        weights: &Weights,
        options: TunerOptions,
    ) -> Result<Self, TuneError> {
        if set.training.is_empty() {
            return Err(TuneError::NoTraining);
        }
        if set.validation.is_empty() {
            return Err(TuneError::NoValidation);
        }
        let start = halves(weights);
        let sigmoid = fit_sigmoid(&set.training, &start)?;
        let error = sigmoid.error(&set.training, &start);
        Ok(Self {
            objective: Objective { sigmoid, lambda: options.lambda },
            weights: start.clone(),
            adam: Adam::new(start.len()),
            random: StdRng::seed_from_u64(options.seed),
            order: (0..set.training.len() as u32).collect(),
            pull: pull(error, set.training_games, options.spread),
            epoch: 0,
            set,
            options,
            start,
        })
    }

    /// The K that was fitted: `1 / (1 + 10^(−K·q/400))` are the points that White may expect from
    /// an evaluation of q centipawns.
    pub fn k(&self) -> f64 {
        self.objective.sigmoid.k()
    }

    /// Goes through all positions once, in batches of the same size.
    fn learn(&mut self) {
        let batches = self.order.len().div_ceil(MAX_BATCH);
        let size = self.order.len().div_ceil(batches);
        let steps = (batches * self.options.epochs) as f64;
        self.order.shuffle(&mut self.random);
        for (number, batch) in self.order.chunks(size).enumerate() {
            let mut gradient = self.objective.gradient(&self.set.training, batch, &self.weights);
            let weights = self.weights.iter().zip(&self.start);
            for (slope, (weight, start)) in gradient.iter_mut().zip(weights) {
                slope[0] += self.pull * (weight[0] - start[0]);
                slope[1] += self.pull * (weight[1] - start[1]);
            }
            self.freeze(&mut gradient);
            let step = (batches * (self.epoch - 1) + number) as f64;
            let rate = self.options.learning_rate * (1.0 - step / steps);
            self.adam.step(&mut self.weights, &gradient, rate);
        }
    }

    /// Takes all but the groups to be tuned out of `gradient`.
    fn freeze(&self, gradient: &mut Halves) {
        let is_tuned = |group: &Group| self.options.groups.iter().any(|it| it.name == group.name);
        for group in GROUPS.iter().filter(|group| !is_tuned(group)) {
            gradient[group.range()].fill([0.0; 2]);
        }
    }

    fn report(&self) -> Result<Epoch, TuneError> {
        let weights = rounded(&self.weights)?;
        let halves = halves(&weights);
        let error = |samples| self.objective.sigmoid.error(samples, &halves);
        Ok(Epoch {
            number: self.epoch,
            weights,
            training: error(&self.set.training),
            validation: error(&self.set.validation),
        })
    }
}

impl Iterator for Tuner<'_> {
    type Item = Result<Epoch, TuneError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.epoch > self.options.epochs {
            return None;
        }
        if self.epoch > 0 {
            self.learn();
        }
        let report = self.report();
        self.epoch += 1;
        Some(report)
    }
}

/// How strongly a weight is pulled to where it was, for each centipawn away from there, if weights
/// are thought to be wrong by about `spread` centipawns.
///
/// Results vary about what is expected by the error at the start, and those of one game are one
/// witness, not many. What is likeliest after all games then makes
/// `error + start error / games × Σ (change / spread)²` least.
fn pull(start_error: f64, games: usize, spread: f64) -> f64 {
    2.0 * start_error / (games as f64 * spread * spread)
}

/// Weights as numbers that can be moved by less than a centipawn.
pub(super) fn halves(weights: &Weights) -> Halves {
    let half = |pair: &Pair| [pair.middlegame().into(), pair.endgame().into()];
    weights.as_slice().iter().map(half).collect()
}

/// The weights to the nearest centipawn.
fn rounded(halves: &Halves) -> Result<Weights, TuneError> {
    let mut weights = WEIGHTS;
    for group in GROUPS {
        for index in group.range() {
            // Also what is no number fails this.
            if !halves[index].iter().all(|half| half.abs() <= MAX_WEIGHT) {
                return Err(TuneError::Diverged { group: group.name });
            }
            let [middlegame, endgame] = halves[index].map(|half| half.round() as i32);
            weights.as_mut_slice()[index] = Pair::new(middlegame, endgame);
        }
    }
    Ok(weights)
}
