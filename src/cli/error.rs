//! Errors of the command line.

use std::io;
use std::path::{Path, PathBuf};

use nunatak::annotate::{JournalError, MAX_PLOTTED};
use nunatak::board::{FenError, MoveError};
use nunatak::book::BookError;
use nunatak::pgn::PgnError;
use nunatak::syzygy::SyzygyError;
use nunatak::target::TargetError;
use nunatak::text::counted;
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
    Contents { path: PathBuf, reason: String },
    #[error(transparent)]
    Target(#[from] TargetError),
    #[error("no book was written: no scoring move was played in {min_games} or more games")]
    EmptyBook { min_games: u32 },
    #[error("{}: {error}", path.display())]
    Journal { path: PathBuf, error: JournalError },
    #[error("{}: {error}", path.display())]
    Pgn { path: PathBuf, error: Box<PgnError> },
    #[error("{} has {}, so there is no game {wanted}", path.display(), counted(*games, "game"))]
    GameNumber { path: PathBuf, games: usize, wanted: usize },
    #[error("game {game} of {} has {}, fewer than {wanted}", path.display(), counted(*plies, "ply"))]
    Ply { path: PathBuf, game: usize, plies: usize, wanted: usize },
    #[error("{} has no games in PGN", path.display())]
    NoGames { path: PathBuf },
    #[error("no game of {} can be read", path.display())]
    UnreadableGames { path: PathBuf },
    #[error("a plot shows at most {MAX_PLOTTED} games, not {games}")]
    TooManyPlots { games: usize },
    #[error("the plot cannot be drawn: {0}")]
    Plot(String),
    #[error("--syzygy: {0}")]
    Syzygy(#[from] SyzygyError),
    #[error(
        "{attempts} random openings in a row were duplicates or scored more than {}",
        counted(*max_score, "centipawn")
    )]
    NoOpening { attempts: usize, max_score: i32 },
    #[error("Ctrl-C cannot be handled: {0}")]
    Interrupt(#[from] ctrlc::Error),
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

/// Returns a function that adds the path to an I/O error.
pub(super) fn at_file(path: &Path) -> impl Fn(io::Error) -> CliError {
    move |error| CliError::File { path: path.to_owned(), error }
}
