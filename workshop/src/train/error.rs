//! Reasons why training fails.

use std::io;

use nunatak::eval::network::NetworkError;
use nunatak::text::counted;
use thiserror::Error;

use crate::checkpoint::CheckpointError;

/// A training run that cannot begin or go on.
#[derive(Debug, Error)]
pub enum TrainError {
    /// There are no training positions.
    #[error("no position to train on; expected games with positions that the filter keeps")]
    NoTraining,
    /// There are no validation positions.
    #[error("no position to validate on; expected more games, or a larger validation share")]
    NoValidation,
    /// No scale relates scores and results.
    #[error("the results of the games do not follow their scores, so that no K fits them")]
    NoScale,
    /// The weights grew beyond measure.
    #[error("the loss is no longer a number; expected a lower learning rate than {rate}")]
    Diverged {
        /// The first learning rate of the stage.
        rate: f64,
    },
    /// The run cannot continue from the checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The network to start from has another width.
    #[error("the network to start from has {}, expected {expected}", counted(*found, "hidden neuron"))]
    Width {
        /// The number of hidden neurons per perspective in the network.
        found: usize,
        /// The number in the options.
        expected: usize,
    },
    /// The weights do not fit the engine's arithmetic.
    #[error("the network cannot be quantised: {0}")]
    Quantisation(#[from] NetworkError),
    /// Temporary samples cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}
