//! Errors that end the program.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

use nunatak::board::MoveError;
use nunatak::cli::{FileError, PositionError, ProgramError};
use nunatak::syzygy::SyzygyError;
use nunatak::text::counted;
use nunatak::tt::AllocationError;
use thiserror::Error;

use crate::output_file::OutputError;

/// An error that ends the program.
#[derive(Debug, Error)]
pub(super) enum CliError {
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error(transparent)]
    Allocation(#[from] AllocationError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    OutputFile(#[from] OutputError),
    #[error(
        "no book was written: no move with points is played {} or more",
        counted(*min_games, "time")
    )]
    EmptyBook { min_games: u32 },
    #[error(
        "{} {} {}, so there is no game {wanted}",
        list(paths),
        have(paths),
        counted(*games, "game")
    )]
    GameNumber { paths: Vec<PathBuf>, games: usize, wanted: usize },
    #[error("game {game} of {} has {}, fewer than {wanted}", path.display(), counted(*plies, "ply"))]
    Ply { path: PathBuf, game: usize, plies: usize, wanted: usize },
    #[error("{} {} no games in PGN", list(paths), have(paths))]
    NoGames { paths: Vec<PathBuf> },
    #[error("no game of {} can be read", list(paths))]
    UnreadableGames { paths: Vec<PathBuf> },
    #[error("the plot cannot be drawn: {0}")]
    Plot(String),
    #[error("--syzygy: {0}")]
    Syzygy(#[from] SyzygyError),
    #[error("Ctrl-C cannot be handled: {0}")]
    Interrupt(#[from] ctrlc::Error),
    #[error("a thread cannot be started: {0}")]
    Thread(io::Error),
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

/// Lists paths, separated by commas.
fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// Returns the verb of a sentence about `paths`.
fn have(paths: &[PathBuf]) -> &'static str {
    if paths.len() == 1 { "has" } else { "have" }
}

impl ProgramError for CliError {
    fn is_closed_output(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == ErrorKind::BrokenPipe)
    }
}
