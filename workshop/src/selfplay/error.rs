//! Errors of self-play.

use std::io;

use nunatak::tt::AllocationError;
use thiserror::Error;

/// Errors of self-play.
#[derive(Debug, Error)]
pub enum SelfplayError {
    /// There is not enough memory for the transposition tables.
    #[error(transparent)]
    Allocation(#[from] AllocationError),
    /// A thread could not be spawned.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// No opening of a game suits the settings.
    #[error(
        "{attempts} random openings in a row for game {number} ended it or scored more than \
         --max-opening-score"
    )]
    NoOpening {
        /// The number of the game.
        number: u64,
        /// The number of openings that were discarded.
        attempts: usize,
    },
    /// A game could not be saved.
    #[error(transparent)]
    Io(io::Error),
}
