//! The course of a training run, epoch by epoch.

use std::io;
use std::ops::Range;

use nunatak::eval::evaluate_uncached;
use nunatak::eval::network::StoredNetwork;
use rand::seq::SliceRandom;
use rayon::prelude::*;

use super::batch::Batch;
use super::distillation::append_successors;
use super::epoch::{Epoch, Stage};
use super::error::TrainError;
use super::loader::TrainingData;
use super::objective::Objective;
use super::optimiser::Optimiser;
use super::options::TrainerOptions;
use super::parameters::Parameters;
use super::quantised::dequantise;
use super::random::Stream;
use super::sample::Sample;
use super::schedule::learning_rate;

/// The number of parts of a batch that are filled with samples by different threads.
const PARTS: usize = 16;
/// The largest number of distilled positions between two validations.
const DISTILLED_PER_EPOCH: u64 = 10_000_000;
/// The default number of distilled positions for each training position.
const DISTILLED_PER_POSITION: u64 = 10;
/// The largest default number of distilled positions.
const MAX_DISTILLED: u64 = 200_000_000;

/// The largest loss of a network that always expects half a point.
const MAX_LOSS: f64 = 0.25;
/// The factor by which the loss of a few games may rise in an epoch above that.
const MAX_RISE: f64 = 1.2;

/// A training run.
///
/// Work is distributed over the threads of the current `rayon` pool; the network does not depend on
/// their number.
#[derive(Debug)]
pub struct Trainer<'a> {
    pub(super) data: &'a TrainingData,
    pub(super) options: TrainerOptions,
    k: f64,
    /// The value of an output of 1, in units of the evaluation.
    unit: f64,
    /// Hand-crafted static evaluations of the validation positions.
    pub(super) static_evaluations: Vec<f32>,
    pub(super) parameters: Parameters,
    pub(super) optimiser: Optimiser,
    gradient: Parameters,
    batch: Batch,
    /// The samples of the current step, by part.
    parts: Vec<Vec<Sample>>,
    samples: Vec<Sample>,
    pub(super) history: Vec<Epoch>,
}

impl<'a> Trainer<'a> {
    /// Creates a trainer with random weights.
    ///
    /// # Errors
    /// [`TrainError`] if there are no positions, or no K is given and none fits the results.
    pub fn new(data: &'a TrainingData, options: TrainerOptions) -> Result<Self, TrainError> {
        if data.training.is_empty() {
            return Err(TrainError::NoTraining);
        }
        if data.validation.is_empty() {
            return Err(TrainError::NoValidation);
        }
        let static_evaluation = |sample: &Sample| evaluate_uncached(&sample.board()).0 as f32;
        let k = options.k.or(options.unit).or_else(|| data.results.fit());
        let k = k.ok_or(TrainError::NoScale)?;
        Ok(Self {
            data,
            k,
            unit: options.unit.unwrap_or(k),
            static_evaluations: data.validation.par_iter().map(static_evaluation).collect(),
            parameters: Parameters::random(options.hidden, options.seed),
            optimiser: Optimiser::new(options.hidden),
            gradient: Parameters::zeros(options.hidden),
            batch: Batch::default(),
            parts: vec![Vec::new(); PARTS],
            samples: Vec::new(),
            history: Vec::new(),
            options,
        })
    }

    /// Replaces the random initial weights by the mean weights of one or more networks, whose
    /// outputs are converted from units of their scales to that of this run. If the networks were
    /// trained on different games from a common start, the mean overfits less than each.
    ///
    /// Source: M. Wortsman et al., "Model soups: averaging weights of multiple fine-tuned models
    /// improves accuracy without increasing inference time", 2022.
    ///
    /// # Errors
    /// [`TrainError::Width`] if one has another number of hidden neurons.
    pub fn start_from(&mut self, networks: &[StoredNetwork]) -> Result<(), TrainError> {
        let expected = self.options.hidden;
        let mut mean = Parameters::zeros(expected);
        for network in networks {
            let found = network.hidden();
            let parameters = dequantise(network).filter(|_| found == expected);
            let mut parameters = parameters.ok_or(TrainError::Width { found, expected })?;
            parameters.scale_outputs((f64::from(network.scale) / self.unit) as f32);
            mean.add(&parameters, 1.0 / networks.len() as f32);
        }
        self.parameters = mean;
        Ok(())
    }

    /// Returns K, in units of the evaluation: a score of `v` predicts `1 / (1 + e^(−v/K))` points.
    pub fn k(&self) -> f64 {
        self.k
    }

    /// Returns what an output of 1 stands for, in units of the evaluation.
    pub fn unit(&self) -> f64 {
        self.unit
    }

    /// Returns the finished epochs.
    pub fn history(&self) -> &[Epoch] {
        &self.history
    }

    /// Returns the mean loss of the hand-crafted static evaluation over the validation positions.
    pub fn baseline(&self) -> f64 {
        let output = |score: &f32| score / self.unit as f32;
        let outputs: Vec<f32> = self.static_evaluations.iter().map(output).collect();
        self.validation_loss_of(&outputs)
    }

    /// Returns the mean loss of the network over the validation positions.
    pub fn validation_loss(&self) -> f64 {
        self.validation_loss_of(&self.parameters.outputs(&self.data.validation))
    }

    /// Returns the mean loss of `outputs` for the validation positions by the objective of the last
    /// step, by which all validation losses are measured.
    pub(super) fn validation_loss_of(&self, outputs: &[f32]) -> f64 {
        let (samples, objective) = (&self.data.validation, self.objective(1.0));
        let loss = |(&output, sample)| f64::from(objective.loss(output, sample).0);
        outputs.iter().zip(samples).map(loss).sum::<f64>() / samples.len() as f64
    }

    /// Returns stage and number of the next epoch; `None` at the end of the run.
    pub fn next_epoch(&self) -> Option<(Stage, usize)> {
        let (done, distillation) = (self.history.len(), self.distillation_epochs());
        if done < distillation {
            Some((Stage::Distillation, done + 1))
        } else if done < distillation.saturating_add(self.options.epochs) {
            Some((Stage::Games, done - distillation + 1))
        } else {
            None
        }
    }

    /// Returns the number of positions in the epochs that are left.
    pub fn positions_left(&self) -> u64 {
        let (done, distillation) = (self.history.len(), self.distillation_epochs());
        let epochs = |stage| match stage {
            Stage::Distillation => distillation.saturating_sub(done),
            Stage::Games => self.options.epochs.saturating_sub(done.saturating_sub(distillation)),
        };
        let left = |stage| self.positions(stage).saturating_mul(epochs(stage) as u64);
        Stage::ALL.map(left).into_iter().fold(0, u64::saturating_add)
    }

    /// Returns the number of positions in an epoch of a stage.
    fn positions(&self, stage: Stage) -> u64 {
        let options = &self.options;
        match stage {
            Stage::Distillation => (self.distillation_steps() * options.batch) as u64,
            Stage::Games => {
                let store = &self.data.training;
                let lengths = (0..store.shard_count()).map(|shard| store.shard_len(shard));
                lengths.map(|length| (length + mixed_count(length, options.mix)) as u64).sum()
            }
        }
    }

    /// Runs the next epoch, and passes the number of positions of each step to `progress`. At the
    /// end of the run, nothing happens.
    ///
    /// # Errors
    /// [`TrainError`] if nothing is learned or samples cannot be read.
    pub fn run_epoch(&mut self, progress: impl FnMut(u64)) -> Result<(), TrainError> {
        let Some((stage, number)) = self.next_epoch() else { return Ok(()) };
        if number == 1 {
            self.optimiser = Optimiser::new(self.options.hidden);
        }
        let before = match self.history.last() {
            Some(epoch) => epoch.validation,
            None => self.validation_loss(),
        };
        let training = match stage {
            Stage::Distillation => self.distil(number, progress)?,
            Stage::Games => self.learn(number, progress)?,
        };
        let validation = self.validation_loss();
        let has_risen = |loss: f64| loss > MAX_LOSS && loss > MAX_RISE * before;
        if !(training + validation).is_finite() || has_risen(training) || has_risen(validation) {
            return Err(TrainError::Diverged { rate: self.options.learning_rate });
        }
        self.history.push(Epoch { stage, number, training, validation });
        Ok(())
    }

    /// Returns the objective after a part of the second stage, 0 to 1.
    fn objective(&self, progress: f64) -> Objective {
        let lambda = self.options.lambda.at(progress) as f32;
        Objective { k: self.k as f32, unit: self.unit as f32, lambda }
    }

    /// Returns the number of positions of the first stage, before it is rounded up to whole steps.
    pub(super) fn distilled_positions(&self) -> u64 {
        let proportional = DISTILLED_PER_POSITION * self.data.training.len() as u64;
        self.options.distil.unwrap_or(proportional.min(MAX_DISTILLED))
    }

    fn distillation_epochs(&self) -> usize {
        self.distilled_positions().div_ceil(DISTILLED_PER_EPOCH) as usize
    }

    /// Returns the number of steps in an epoch of the first stage.
    fn distillation_steps(&self) -> usize {
        let positions = self.distillation_epochs().max(1) * self.options.batch;
        self.distilled_positions().div_ceil(positions as u64) as usize
    }

    /// Trains on random positions with hand-crafted scores. Returns the mean loss.
    fn distil(&mut self, number: usize, mut progress: impl FnMut(u64)) -> Result<f64, TrainError> {
        let data = self.data;
        let bases = data.training.load(number % data.training.shard_count())?;
        let TrainerOptions { seed, batch, .. } = self.options;
        let (objective, steps) = (self.objective(0.0), self.distillation_steps());
        let mut loss = 0.0;
        for _ in 0..steps {
            let step = self.optimiser.steps as usize;
            let done = step as f64 / (steps as f64 * self.distillation_epochs() as f64);
            loss += self.step(objective, done, |number, samples| {
                let mut random = Stream::Distillation.generator(seed, [step, number]);
                append_successors(samples, part_range(batch, number).len(), &bases, &mut random);
            });
            if self.samples.is_empty() {
                return Err(TrainError::NoSuccessor);
            }
            progress(batch as u64);
        }
        Ok(loss / steps as f64)
    }

    /// Goes through the positions of all games in random order. Returns the mean loss.
    fn learn(&mut self, number: usize, mut progress: impl FnMut(u64)) -> io::Result<f64> {
        let store = &self.data.training;
        let TrainerOptions { seed, batch: max_batch, epochs, mix, .. } = self.options;
        let mut random = Stream::Order.generator(seed, [number, 0]);
        let mut shards: Vec<usize> = (0..store.shard_count()).collect();
        shards.shuffle(&mut random);
        let steps_of = |&shard: &usize| store.shard_len(shard).div_ceil(max_batch);
        let steps: usize = shards.iter().map(steps_of).sum();
        let mut loss = 0.0;
        for shard in shards {
            let samples = store.load(shard)?;
            let mut order: Vec<u32> = (0..samples.len() as u32).collect();
            order.shuffle(&mut random);
            // Batches of the same size, rather than a small one at the end.
            let batches = order.len().div_ceil(max_batch);
            for batch in (0..batches).map(|i| divided(order.len(), batches, i)) {
                let step = self.optimiser.steps as usize;
                let done = step as f64 / (epochs as f64 * steps as f64);
                loss += self.step(self.objective(done), done, |number, chosen| {
                    let part = part_range(batch.len(), number);
                    let (start, end) = (batch.start + part.start, batch.start + part.end);
                    let numbers = &order[start..end];
                    chosen.extend(numbers.iter().map(|&number| samples[number as usize]));
                    // The parts add up to the share of the shard.
                    let mixed = mixed_count(end, mix) - mixed_count(start, mix);
                    let mut random = Stream::Mix.generator(seed, [step, number]);
                    append_successors(chosen, mixed, &samples, &mut random);
                });
                progress(self.samples.len() as u64);
            }
        }
        Ok(loss / steps as f64)
    }

    /// Takes a step on the samples that `fill` appends to the parts of the batch, when the part
    /// `done` of the stage, 0 to 1, is finished. Returns the mean loss of the samples.
    fn step(
        &mut self,
        objective: Objective,
        done: f64,
        fill: impl Fn(usize, &mut Vec<Sample>) + Sync,
    ) -> f64 {
        self.parts.par_iter_mut().enumerate().for_each(|(number, samples)| {
            samples.clear();
            fill(number, samples);
            // Loops over the pieces then mostly end as the processor predicts.
            samples.sort_by_cached_key(Sample::piece_count);
        });
        let Self { parameters, gradient, samples, .. } = self;
        samples.clear();
        self.parts.iter().for_each(|part| samples.extend_from_slice(part));
        let loss = self.batch.differentiate(samples, parameters, objective, gradient);
        let rate = learning_rate(self.options.learning_rate, done);
        self.optimiser.step(parameters, gradient, samples.len(), rate as f32);
        loss / samples.len() as f64
    }
}

/// Returns a part of a batch.
fn part_range(batch: usize, number: usize) -> Range<usize> {
    divided(batch, PARTS, number)
}

/// Returns the number of distilled positions to mix into the first `count` of a shard.
fn mixed_count(count: usize, mix: f64) -> usize {
    (count as f64 * mix) as usize
}

/// Returns one of `parts` consecutive ranges of nearly the same size that make up `0..count`.
fn divided(count: usize, parts: usize, number: usize) -> Range<usize> {
    count * number / parts..count * (number + 1) / parts
}
