//! Checkpoints, from which an interrupted run continues as if nothing had happened.
//!
//! A checkpoint begins with lines of text: a title, the settings of the run, and its finished epochs.
//! An empty line ends them. All numbers of the optimiser follow as little-endian 32-bit floats: the
//! parameters, then the means of their gradients, then those of the squares. At the end stands a
//! 64-bit FNV-1a checksum. Random numbers need no place, since every epoch draws its own from the
//! seed.

use std::io::{self, Write};

use super::epoch::{Epoch, Stage};
use super::error::TrainError;
use super::loader::TrainingData;
use super::options::TrainerOptions;
use super::parameters::{LANES, Parameters};
use super::trainer::Trainer;

/// The first line.
const TITLE: &str = "Nunatak training checkpoint, version 1";
/// The first word of the line of an epoch.
const EPOCH: &str = "epoch";
/// The first word of the line with the number of steps in the current stage.
const STEPS: &str = "steps";

impl<'a> Trainer<'a> {
    /// Writes a checkpoint.
    ///
    /// # Errors
    /// Those of `target`.
    pub fn save(&self, target: &mut impl Write) -> io::Result<()> {
        let mut text = vec![TITLE.to_owned()];
        text.extend(self.settings());
        text.extend(self.history.iter().map(epoch_line));
        text.push(format!("{STEPS} {}\n\n", self.optimiser.steps));
        let mut bytes = text.join("\n").into_bytes();
        for parameters in [&self.parameters, &self.optimiser.mean, &self.optimiser.square] {
            let numbers = parameters.blocks().iter().flat_map(|block| block.0);
            bytes.extend(numbers.flat_map(f32::to_le_bytes));
        }
        target.write_all(&bytes)?;
        target.write_all(&checksum(&bytes).to_le_bytes())
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
        let (bytes, sum) =
            checkpoint.split_last_chunk().ok_or(TrainError::Checkpoint("the file is too short"))?;
        if u64::from_le_bytes(*sum) != checksum(bytes) {
            return Err(TrainError::Checkpoint("wrong checksum"));
        }
        let end = bytes.windows(2).position(|pair| pair == b"\n\n");
        let (text, numbers) = bytes.split_at(end.ok_or(TrainError::Checkpoint("no text"))? + 2);
        let text = str::from_utf8(text).map_err(|_| TrainError::Checkpoint("no text"))?;
        let mut lines = text.lines();
        for expected in [TITLE.to_owned()].into_iter().chain(trainer.settings()) {
            let found = lines.next().unwrap_or_default();
            if found != expected {
                return Err(TrainError::Settings { found: found.to_owned(), expected });
            }
        }
        for line in lines.filter(|line| !line.is_empty()) {
            match line.split_once(' ') {
                Some((EPOCH, line)) => {
                    let epoch = parse_epoch(line).ok_or(TrainError::Checkpoint("wrong epoch"))?;
                    trainer.history.push(epoch);
                }
                Some((STEPS, line)) => {
                    let steps = line.parse().map_err(|_| TrainError::Checkpoint("wrong steps"))?;
                    trainer.optimiser.steps = steps;
                }
                _ => return Err(TrainError::Checkpoint("unknown line")),
            }
        }
        trainer.read_numbers(numbers)?;
        Ok(trainer)
    }

    fn read_numbers(&mut self, bytes: &[u8]) -> Result<(), TrainError> {
        let (numbers, rest) = bytes.as_chunks();
        let (blocks, lanes) = numbers.as_chunks::<LANES>();
        let count = self.parameters.blocks().len();
        if !rest.is_empty() || !lanes.is_empty() || blocks.len() != 3 * count {
            return Err(TrainError::Checkpoint("wrong number of parameters"));
        }
        let read = |parameters: &mut Parameters, part: usize| {
            let source = &blocks[part * count..][..count];
            for (block, bytes) in parameters.blocks_mut().iter_mut().zip(source) {
                block.0 = bytes.map(f32::from_le_bytes);
            }
        };
        read(&mut self.parameters, 0);
        read(&mut self.optimiser.mean, 1);
        read(&mut self.optimiser.square, 2);
        Ok(())
    }
}

/// Returns the line of an epoch: its stage and number, and both losses with all their digits.
fn epoch_line(epoch: &Epoch) -> String {
    let Epoch { stage, number, training, validation } = epoch;
    format!("{EPOCH} {stage} {number} {training} {validation}")
}

/// The inverse of [`epoch_line`], without the first word.
fn parse_epoch(line: &str) -> Option<Epoch> {
    let mut words = line.split(' ');
    let name = words.next()?;
    let stage = Stage::ALL.into_iter().find(|stage| stage.to_string() == name)?;
    let number = words.next()?.parse().ok()?;
    let training = words.next()?.parse().ok()?;
    let validation = words.next()?.parse().ok()?;
    Some(Epoch { stage, number, training, validation })
}

/// Returns the 64-bit FNV-1a hash of `bytes`.
fn checksum(bytes: &[u8]) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    bytes.iter().fold(BASIS, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}
