//! Errors that end the program.

use std::io::{self, ErrorKind};

use thiserror::Error;

use super::files::FileError;
use super::position::PositionError;
use super::program::ProgramError;
use crate::board::FenError;
use crate::text::counted;
use crate::tt::AllocationError;
use crate::uci::UciError;

/// An error that ends the program.
#[derive(Debug, Error)]
pub(super) enum CliError {
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Allocation(#[from] AllocationError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Uci(#[from] UciError),
    #[error(
        "{attempts} random openings in a row were finished games, duplicates or scored more than {}",
        counted(*max_score, "centipawn")
    )]
    NoOpening { attempts: usize, max_score: i32 },
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

impl ProgramError for CliError {
    fn is_closed_output(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == ErrorKind::BrokenPipe)
    }
}
