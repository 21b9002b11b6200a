//! Checkpoints of a tuning run.
//!
//! The text is a title, the settings of the run, and its epochs with their errors. The numbers are
//! little-endian 64-bit floats: the weights, the means of their gradients and of the squares, and
//! the rounded weights of each epoch. The order of the samples is not stored, since it follows from
//! the seed.

use nunatak::eval::{GROUPS, Weights};
use rand::seq::SliceRandom;

use super::error::TuneError;
use super::loader::TrainingSet;
use super::options::TunerOptions;
use super::tuner::{Epoch, Tuner};
use super::vector::{Vector, from_weights, to_weights};
use crate::checkpoint::{CheckpointError, decode, encode, take_settings};

/// The first line.
const TITLE: &str = "Nunatak tuning checkpoint, version 5";
/// The first word of the line of an epoch.
const EPOCH: &str = "epoch";

impl<'a> Tuner<'a> {
    /// Returns a checkpoint.
    pub fn save(&self) -> Vec<u8> {
        let epoch = |epoch: &Epoch| {
            format!("{EPOCH} {} {} {}", epoch.number, epoch.training, epoch.validation)
        };
        let mut lines = self.settings();
        lines.extend(self.history.iter().map(epoch));
        let state = [&self.weights, &self.adam.mean, &self.adam.mean_square];
        let mut vectors: Vec<Vector> = state.map(Clone::clone).to_vec();
        vectors.extend(self.history.iter().map(|epoch| from_weights(&epoch.weights)));
        encode(&lines, vectors.iter().flatten().flatten().map(|number| number.to_le_bytes()))
    }

    /// Creates a tuner that continues a run with the same data, weights and options.
    ///
    /// # Errors
    /// [`TuneError`] if the bytes are not a checkpoint of such a run.
    pub fn resume(
        set: &'a TrainingSet,
        weights: &Weights,
        options: TunerOptions,
        checkpoint: &[u8],
    ) -> Result<Self, TuneError> {
        let mut tuner = Self::new(set, weights, options)?;
        let (text, numbers) = decode(checkpoint)?;
        let mut lines = text.lines();
        take_settings(&mut lines, tuner.settings())?;
        let errors: Option<Vec<_>> = lines.map(parse_epoch).collect();
        let errors = errors.ok_or(CheckpointError::Damaged("wrong epoch"))?;
        tuner.read_numbers(numbers, &errors)?;
        for _ in 1..tuner.history.len() {
            tuner.order.shuffle(&mut tuner.random);
        }
        Ok(tuner)
    }

    /// Returns the lines that must be the same in the run that continues.
    fn settings(&self) -> Vec<String> {
        let mut lines = option_lines(&self.options);
        lines.extend([
            format!("training positions {}", self.set.training.len()),
            format!("validation positions {}", self.set.validation.len()),
            format!("fingerprint of the games {:016x}", self.set.fingerprint),
            format!("K {}", self.k()),
        ]);
        lines
    }

    /// Reads the numbers of a run with these epochs, given by their errors.
    fn read_numbers(&mut self, bytes: &[u8], errors: &[[f64; 2]]) -> Result<(), TuneError> {
        let (numbers, rest) = bytes.as_chunks();
        let (pairs, half) = numbers.as_chunks::<2>();
        let mut vectors = pairs.chunks(self.weights.len());
        let is_whole = rest.is_empty() && half.is_empty();
        if !is_whole || pairs.len() != self.weights.len() * (3 + errors.len()) {
            return Err(CheckpointError::Damaged("wrong number of weights").into());
        }
        let mut next = || -> Vector {
            let pairs = vectors.next().unwrap_or_default();
            pairs.iter().map(|pair| pair.map(f64::from_le_bytes)).collect()
        };
        self.weights = next();
        self.adam.mean = next();
        self.adam.mean_square = next();
        for (number, &[training, validation]) in errors.iter().enumerate() {
            let weights = to_weights(&next())?;
            self.history.push(Epoch { number, weights, training, validation });
        }
        self.adam.steps = (self.batches() * errors.len().saturating_sub(1)) as i32;
        Ok(())
    }
}

/// Checks that a checkpoint is that of a run with these options, before its games are read.
///
/// # Errors
/// [`CheckpointError`] if it is not.
pub fn check_options(options: &TunerOptions, checkpoint: &[u8]) -> Result<(), CheckpointError> {
    take_settings(&mut decode(checkpoint)?.0.lines(), option_lines(options))
}

/// Returns the title and the lines of the options, with which a checkpoint begins.
fn option_lines(options: &TunerOptions) -> Vec<String> {
    let TunerOptions { epochs, learning_rate, seed, lambda, spread, .. } = options;
    let tuned = GROUPS.iter().filter(|group| options.tunes(group));
    let names: Vec<&str> = tuned.map(|group| group.name).collect();
    vec![
        TITLE.to_owned(),
        format!("epochs {epochs}"),
        format!("learning rate {learning_rate}"),
        format!("seed {seed}"),
        format!("share of the result {lambda}"),
        format!("spread {spread}"),
        format!("groups {}", names.join(",")),
    ]
}

/// Returns the errors in the line of an epoch.
fn parse_epoch(line: &str) -> Option<[f64; 2]> {
    let [EPOCH, _, training, validation] = line.split(' ').collect::<Vec<_>>()[..] else {
        return None;
    };
    Some([training.parse().ok()?, validation.parse().ok()?])
}
