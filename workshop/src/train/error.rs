//! Reasons why training fails.

use std::io;

use nunatak::eval::network::NetworkError;
use nunatak::text::counted;
use thiserror::Error;

use crate::checkpoint::CheckpointError;

/// A training run that cannot begin or go on.
#[derive(Debug, Error)]
pub enum TrainError {
    /// No training positions.
    #[error(
        "no position to train on; expected at least two different games with positions that the filter \
         keeps, not all of them held out"
    )]
    NoTraining,
    /// No validation positions.
    #[error("no position to validate on; expected games with positions that the filter keeps")]
    NoValidation,
    /// Positions without successors to distil from.
    #[error("no move leads from the positions to one without check; expected --distil 0")]
    NoSuccessor,
    /// Results that no K relates to the scores.
    #[error("no K fits the games, since their results do not follow their scores; expected --k")]
    NoScale,
    /// A loss that has risen above that of always expecting half a point, or no number at all.
    #[error("the network does not learn: lower the learning rate below {rate}")]
    Diverged {
        /// The first learning rate of the stage.
        rate: f64,
    },
    /// A checkpoint from which the run cannot continue.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A network to start from that has another width.
    #[error("the network to start from has {}, expected {expected}", counted(*found, "hidden neuron"))]
    Width {
        /// The number of hidden neurons per perspective in the network.
        found: usize,
        /// The number in the options.
        expected: usize,
    },
    /// Weights that do not fit the engine's arithmetic.
    #[error("the network cannot be quantised: {0}")]
    Quantisation(#[from] NetworkError),
    /// An I/O error of the temporary files of samples.
    #[error("temporary file of positions: {0}")]
    Io(#[from] io::Error),
}
