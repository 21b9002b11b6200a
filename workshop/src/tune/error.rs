//! Errors of tuning.

use nunatak::board::Board;
use thiserror::Error;

use crate::checkpoint::CheckpointError;

/// Reasons why weights cannot be tuned.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The coefficients of a position do not give its evaluation, which is a bug in one of them.
    #[error(
        "the coefficients of {board} give an evaluation of {coefficients} instead of {evaluation}"
    )]
    Coefficients {
        /// The position.
        board: Box<Board>,
        /// The sum of coefficients times weights, in units from White's view.
        coefficients: i32,
        /// The evaluation, in units from White's view.
        evaluation: i32,
    },
    /// The training set is empty.
    #[error(
        "no position to tune on; expected games with positions that the filter keeps, not all of them \
         held out"
    )]
    NoTraining,
    /// The validation set is empty.
    #[error("no validation positions: add games or increase their validation share")]
    NoValidation,
    /// The error has no minimum within the range of plausible K.
    #[error("cannot fit K: game results and evaluation are unrelated")]
    NoScale,
    /// Results that no K relates to the search scores.
    #[error("cannot fit K: game results and search scores are unrelated")]
    NoScoreScale,
    /// The run cannot continue from the checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A weight has become too large, by steps too long for the loss or for a small spread.
    #[error("the weights of {group} diverge: reduce --learning-rate or raise --spread")]
    Diverged {
        /// The name of the group.
        group: &'static str,
    },
}
