//! Errors that end the program.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

use nunatak::cli::{FileError, ProgramError};
use nunatak::text::counted;
use nunatak::tt::AllocationError;
use nunatak_tools::output_file::OutputError;
use nunatak_workshop::selfplay::SelfplayError;
use nunatak_workshop::train::TrainError;
use nunatak_workshop::tune::TuneError;
use nunatak_workshop::wdl_fit::FitError;
use rayon::ThreadPoolBuildError;
use thiserror::Error;

/// An error that ends the program.
#[derive(Debug, Error)]
pub(super) enum CliError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{}: no such file; run this command in the root of the repository", .0.display())]
    NotTheRoot(PathBuf),
    #[error(transparent)]
    OutputFile(#[from] OutputError),
    #[error("no game was converted")]
    NoGame,
    #[error("no game was converted: none has a player '{0}'")]
    NoPlayer(String),
    #[error("{}: the file has no games", .0.display())]
    NoGames(PathBuf),
    #[error("there are no positions to write: the filter keeps none")]
    NoPosition,
    #[error("{}: {difference}; --force continues anyway", path.display())]
    OtherSettings { path: PathBuf, difference: String },
    #[error(
        "{}: unknown settings, since {} {problem}; --force continues anyway",
        path.display(),
        settings.display()
    )]
    UnknownSettings { path: PathBuf, settings: PathBuf, problem: &'static str },
    #[error(
        "{}: game {number} is not that of {}; choose another output file",
        path.display(),
        games.display()
    )]
    OtherGames { path: PathBuf, number: u64, games: PathBuf },
    #[error(
        "{}: game {number} is not the one that this program plays with these settings; --force \
         continues anyway",
        path.display()
    )]
    OtherGame { path: PathBuf, number: u64 },
    #[error(transparent)]
    Selfplay(#[from] SelfplayError),
    #[error(transparent)]
    Allocation(#[from] AllocationError),
    #[error(transparent)]
    Train(#[from] TrainError),
    #[error(transparent)]
    Tune(#[from] TuneError),
    #[error("cannot plot the errors: {0}")]
    Plot(String),
    #[error("too few games for a model: {} for training, {least} or more are needed", counted(*games, "game"))]
    FewGames { games: u64, least: u64 },
    #[error(transparent)]
    Fit(#[from] FitError),
    #[error("Ctrl-C cannot be handled: {0}")]
    Interrupt(#[from] ctrlc::Error),
    #[error("cannot start threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

impl ProgramError for CliError {
    fn is_closed_output(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == ErrorKind::BrokenPipe)
    }
}
