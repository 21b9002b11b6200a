//! Errors of the command line.

use std::io;
use std::path::{Path, PathBuf};

use nunatak::board::{FenError, MoveError};
use nunatak::book::BookError;
use nunatak::target::TargetError;
use nunatak::tt::AllocationError;
use thiserror::Error;

/// An error that ends the program.
#[derive(Debug, Error)]
pub(super) enum CliError {
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error(transparent)]
    Allocation(#[from] AllocationError),
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Book { path: PathBuf, error: BookError },
    #[error("{}: {reason}", path.display())]
    Suite { path: PathBuf, reason: String },
    #[error(transparent)]
    Target(#[from] TargetError),
    #[error("no book was written: no scoring move was played in {min_games} or more games")]
    EmptyBook { min_games: u32 },
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

/// Returns a function that adds the path to an I/O error.
pub(super) fn at_file(path: &Path) -> impl Fn(io::Error) -> CliError {
    move |error| CliError::File { path: path.to_owned(), error }
}
