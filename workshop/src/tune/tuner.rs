//! The epochs of a tuning run.

use std::error::Error;

use nunatak::eval::{GROUPS, Weights};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use super::error::TuneError;
use super::loader::TrainingSet;
use super::loss::{Objective, Sigmoid, fit_sigmoid};
use super::options::TunerOptions;
use super::vector::{Adam, Vector, from_weights, to_weights};
use crate::plot::{Curve, error_chart};

/// Maximum number of samples in a batch.
const MAX_BATCH: usize = 16_384;

/// The weights after an epoch and their errors.
#[derive(Clone, Debug)]
pub struct Epoch {
    /// The number of the epoch; 0 stands for the initial weights.
    pub number: usize,
    /// The weights, rounded to whole units.
    pub weights: Weights,
    /// The mean squared error of the predicted game results in the training set, whatever the
    /// share of results in the target.
    pub training: f64,
    /// The mean squared error of the predicted game results in the validation set.
    pub validation: f64,
}

/// An iterator over the epochs of a tuning run, the first of which reports the initial weights.
///
/// Work is distributed over the threads of the current `rayon` pool; the weights do not depend on
/// their number.
pub struct Tuner<'a> {
    pub(super) set: &'a TrainingSet,
    pub(super) options: TunerOptions,
    pub(super) objective: Objective,
    start: Vector,
    pub(super) weights: Vector,
    pub(super) adam: Adam,
    pub(super) random: StdRng,
    /// The numbers of the training samples, in the order of the current epoch.
    pub(super) order: Vec<u32>,
    /// Gradient of the regularisation per unit of distance from the initial weight.
    pull: f64,
    /// The epochs so far, the initial weights included.
    pub(super) history: Vec<Epoch>,
}

impl<'a> Tuner<'a> {
    /// Creates a tuner that starts from `weights`, and fits K to them.
    ///
    /// # Errors
    /// [`TuneError::NoTraining`] or [`TuneError::NoValidation`] if a part of the set is empty,
    /// [`TuneError::NoScale`] or [`TuneError::NoScoreScale`] if no K fits the evaluations or
    /// scores.
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
        let start = from_weights(weights);
        let sigmoid = fit_sigmoid(&set.training, &start)?;
        let score_sigmoid = match options.lambda {
            1.0 => sigmoid,
            _ => Sigmoid { k: set.training.results().fit().ok_or(TuneError::NoScoreScale)? },
        };
        let error = sigmoid.error(&set.training, &start);
        Ok(Self {
            objective: Objective { sigmoid, score_sigmoid, lambda: options.lambda },
            weights: start.clone(),
            adam: Adam::new(start.len()),
            random: StdRng::seed_from_u64(options.seed),
            order: (0..set.training.len() as u32).collect(),
            pull: pull(error, set.training_games, options.spread),
            history: Vec::new(),
            set,
            options,
            start,
        })
    }

    /// Returns the fitted K: an evaluation of q units predicts `1 / (1 + e^(−q/K))` points for
    /// White.
    pub fn k(&self) -> f64 {
        self.objective.sigmoid.k
    }

    /// Returns the epochs so far, the initial weights included.
    pub fn history(&self) -> &[Epoch] {
        &self.history
    }

    /// Returns the epoch with the lowest validation error so far, the first of several.
    pub fn best(&self) -> Option<&Epoch> {
        self.history.iter().min_by(|a, b| a.validation.total_cmp(&b.validation))
    }

    /// Returns the number of batches in an epoch.
    pub(super) fn batches(&self) -> usize {
        self.order.len().div_ceil(MAX_BATCH)
    }

    /// Makes one pass over the training samples, in batches of nearly equal size.
    fn learn(&mut self) {
        let batches = self.batches();
        let size = self.order.len().div_ceil(batches);
        let steps = batches as f64 * self.options.epochs as f64;
        self.order.shuffle(&mut self.random);
        for (number, batch) in self.order.chunks(size).enumerate() {
            let mut gradient = self.objective.gradient(&self.set.training, batch, &self.weights);
            let weights = self.weights.iter().zip(&self.start);
            for (slope, (weight, start)) in gradient.iter_mut().zip(weights) {
                slope[0] += self.pull * (weight[0] - start[0]);
                slope[1] += self.pull * (weight[1] - start[1]);
            }
            self.freeze(&mut gradient);
            let step = (batches * (self.history.len() - 1) + number) as f64;
            let rate = self.options.learning_rate * (1.0 - step / steps);
            self.adam.step(&mut self.weights, &gradient, rate);
        }
    }

    /// Clears the gradient of the groups that are not tuned.
    fn freeze(&self, gradient: &mut Vector) {
        for group in GROUPS.iter().filter(|group| !self.options.tunes(group)) {
            gradient[group.range.clone()].fill([0.0; 2]);
        }
    }

    fn report(&self) -> Result<Epoch, TuneError> {
        let weights = to_weights(&self.weights)?;
        let rounded = from_weights(&weights);
        let error = |samples| self.objective.sigmoid.error(samples, &rounded);
        Ok(Epoch {
            number: self.history.len(),
            weights,
            training: error(&self.set.training),
            validation: error(&self.set.validation),
        })
    }
}

impl Iterator for Tuner<'_> {
    type Item = Result<Epoch, TuneError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.history.len() > self.options.epochs {
            return None;
        }
        if !self.history.is_empty() {
            self.learn();
        }
        let report = self.report();
        self.history.extend(report.as_ref().ok().cloned());
        Some(report)
    }
}

/// Returns the gradient of the regularisation per unit of distance from the initial weight, if
/// the initial weights are assumed to be wrong by about `spread` units.
///
/// The variance of the results around their predictions is taken to be the initial error, and the
/// positions of one game count as a single observation. The most likely weights then minimise
/// `error + initial error / games × Σ (change / spread)²`.
fn pull(initial_error: f64, games: usize, spread: f64) -> f64 {
    2.0 * initial_error / (games as f64 * spread * spread)
}

/// Returns the training and validation errors by epoch as an SVG document.
///
/// # Errors
/// Errors of the plotting library.
pub fn error_curves(epochs: &[Epoch]) -> Result<String, Box<dyn Error>> {
    let curve = |name, error: fn(&Epoch) -> f64| Curve {
        name,
        points: epochs.iter().map(|epoch| (epoch.number, error(epoch))).collect(),
    };
    let training = curve("training", |epoch| epoch.training);
    error_chart(&[training, curve("validation", |epoch| epoch.validation)])
}
