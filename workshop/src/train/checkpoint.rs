//! Checkpoints of a training run.
//!
//! The text is a title, the settings of the run, its finished epochs, and the number of steps of
//! the optimiser in the current stage. The numbers are little-endian 32-bit floats: the parameters,
//! then the means of the optimiser. No state of a random number generator is stored, since each
//! epoch creates its own from the seed.

use super::epoch::{Epoch, Stage};
use super::error::TrainError;
use super::loader::TrainingData;
use super::options::TrainerOptions;
use super::parameters::LANES;
use super::trainer::Trainer;
use crate::checkpoint::CheckpointError::{self, Damaged};
use crate::checkpoint::{decode, encode, take_settings};

/// The first line.
const TITLE: &str = "Nunatak training checkpoint, version 11";
/// The beginning of the line with the unit of the output.
const UNIT: &str = "an output of 1 is ";
/// The first word of the line of an epoch.
const EPOCH: &str = "epoch";
/// The first word of the line with the number of steps in the current stage.
const STEPS: &str = "steps";

impl<'a> Trainer<'a> {
    /// Returns a checkpoint.
    pub fn save(&self) -> Vec<u8> {
        let mut text = self.settings();
        text.extend(self.history.iter().map(epoch_line));
        text.push(format!("{STEPS} {}", self.optimiser.steps));
        let blocks = self.parameters.blocks().chain(self.optimiser.blocks());
        encode(&text, blocks.flat_map(|block| block.0).map(f32::to_le_bytes))
    }

    /// Creates a trainer that continues a run with the same data and options.
    ///
    /// # Errors
    /// [`TrainError`] if the bytes are not a checkpoint of such a run.
    pub fn resume(
        data: &'a TrainingData,
        options: TrainerOptions,
        checkpoint: &[u8],
    ) -> Result<Self, TrainError> {
        let mut trainer = Self::new(data, options)?;
        let (text, numbers) = decode(checkpoint)?;
        let mut lines = text.lines();
        take_settings(&mut lines, trainer.settings())?;
        for line in lines {
            match line.split_once(' ') {
                Some((EPOCH, line)) => {
                    let epoch = parse_epoch(line).ok_or(Damaged("wrong epoch"))?;
                    trainer.history.push(epoch);
                }
                Some((STEPS, line)) => {
                    let steps = line.parse().map_err(|_| Damaged("wrong steps"))?;
                    trainer.optimiser.steps = steps;
                }
                _ => return Err(Damaged("unknown line").into()),
            }
        }
        trainer.read_numbers(numbers)?;
        Ok(trainer)
    }

    /// Returns the lines that must be the same in the run that continues.
    fn settings(&self) -> Vec<String> {
        let mut lines = option_lines(&self.options);
        lines.extend([
            format!("training positions {}", self.data.training.len()),
            format!(
                "number of parts of the positions (--memory) {}",
                self.data.training.shard_count()
            ),
            format!("validation positions {}", self.data.validation.len()),
            format!("fingerprint of the positions {:016x}", self.data.fingerprint),
            // What follows from the positions comes after them, so that an error names the cause.
            format!("K {}", self.k()),
            format!("{UNIT}{} units", self.unit()),
            format!("distilled positions {}", self.distilled_positions()),
            // This also tells whether the weights are the same by which distillation labels
            // positions.
            format!("validation loss of the hand-crafted evaluation {}", self.baseline()),
        ]);
        lines
    }

    fn read_numbers(&mut self, bytes: &[u8]) -> Result<(), TrainError> {
        let (numbers, rest) = bytes.as_chunks();
        let (blocks, lanes) = numbers.as_chunks::<LANES>();
        let count = self.parameters.blocks().chain(self.optimiser.blocks()).count();
        if !rest.is_empty() || !lanes.is_empty() || blocks.len() != count {
            return Err(Damaged("wrong number of parameters").into());
        }
        let all = self.parameters.blocks_mut().chain(self.optimiser.blocks_mut());
        for (block, bytes) in all.zip(blocks) {
            block.0 = bytes.map(f32::from_le_bytes);
        }
        Ok(())
    }
}

/// Returns what an output of 1 stands for in the run that a checkpoint continues.
///
/// # Errors
/// [`CheckpointError`] if the bytes are not a checkpoint of a training run.
pub fn resumed_unit(checkpoint: &[u8]) -> Result<f64, CheckpointError> {
    let (text, _) = decode(checkpoint)?;
    let mut lines = text.lines();
    take_settings(&mut lines, [TITLE.to_owned()])?;
    let unit = |line: &str| line.strip_prefix(UNIT)?.split(' ').next()?.parse().ok();
    lines.find_map(unit).ok_or(Damaged("no unit of the output"))
}

/// Checks that a checkpoint is that of a run with these options, before its games are read.
///
/// # Errors
/// [`CheckpointError`] if it is not.
pub fn check_options(options: &TrainerOptions, checkpoint: &[u8]) -> Result<(), CheckpointError> {
    take_settings(&mut decode(checkpoint)?.0.lines(), option_lines(options))
}

/// Returns the title and the lines of the options, with which a checkpoint begins, except for the
/// options that are determined by the data if they are not given.
fn option_lines(options: &TrainerOptions) -> Vec<String> {
    let TrainerOptions {
        hidden,
        epochs,
        distil: _,
        mix,
        lambda,
        look_ahead,
        k: _,
        unit,
        learning_rate,
        batch,
        seed,
    } = options;
    vec![
        TITLE.to_owned(),
        format!("hidden neurons {hidden}"),
        format!("epochs {epochs}"),
        format!("distilled positions per position of a game {mix}"),
        format!("weight of the result {lambda}"),
        format!("weight of the next ply's label {}", look_ahead.unwrap_or(0.0)),
        format!("learning rate {learning_rate}"),
        format!("positions per step {batch}"),
        format!("seed {seed}"),
        format!("start from {}", if unit.is_some() { "networks" } else { "random weights" }),
    ]
}

/// Returns the line of an epoch: its stage and number, and both losses with all their digits.
fn epoch_line(epoch: &Epoch) -> String {
    let Epoch { stage, number, training, validation } = epoch;
    format!("{EPOCH} {stage} {number} {training} {validation}")
}

/// Parses the line of an epoch without its first word: the inverse of [`epoch_line`].
fn parse_epoch(line: &str) -> Option<Epoch> {
    let mut words = line.split(' ');
    let name = words.next()?;
    let stage = Stage::ALL.into_iter().find(|stage| stage.to_string() == name)?;
    let number = words.next()?.parse().ok()?;
    let training = words.next()?.parse().ok()?;
    let validation = words.next()?.parse().ok()?;
    Some(Epoch { stage, number, training, validation })
}
