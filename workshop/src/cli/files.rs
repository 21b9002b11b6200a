//! Input files of the commands, and properties of their output files.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use nunatak::cli::at_file;
use nunatak::text::open_regular;
use nunatak_tools::terminal::byte_bar;
use nunatak_workshop::dataset::{Game, GameReader};
use nunatak_workshop::plot::is_error_chart;

use super::error::CliError;

/// The number of bytes in a megabyte.
pub(super) const MEGABYTE: u64 = 1 << 20;

/// The extension of checkpoints.
pub(super) const CHECKPOINT: &str = "checkpoint";

/// Returns the folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Returns the bytes of a regular file.
pub(super) fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Passes each game of the files to `take`, and shows the progress. Returns the number of games.
///
/// # Errors
/// [`CliError::NoGames`] if one of the files has no games, and errors of reading and of `take`.
pub(super) fn for_each_game(
    files: &[PathBuf],
    take: impl FnMut(Game) -> Result<(), CliError>,
) -> Result<u64, CliError> {
    let bar = byte_bar(files)?;
    let count = for_each_game_with(files, &bar, take)?;
    bar.finish_and_clear();
    Ok(count)
}

/// Passes each game of the files to `take`, and advances `bar` by their bytes. Returns the number
/// of games.
///
/// # Errors
/// Errors of [`for_each_game`].
pub(super) fn for_each_game_with(
    files: &[PathBuf],
    bar: &ProgressBar,
    mut take: impl FnMut(Game) -> Result<(), CliError>,
) -> Result<u64, CliError> {
    let mut count = 0;
    for path in files {
        let before = count;
        for game in GameReader::open(path).map_err(at_file(path))? {
            let game = game.map_err(at_file(path))?;
            bar.inc(game.byte_count());
            take(game)?;
            count += 1;
        }
        if count == before {
            return Err(CliError::NoGames(path.clone()));
        }
    }
    Ok(count)
}

/// Whether the file is a plot of errors, such as an earlier part of the run has written.
pub(super) fn is_plot(path: &Path) -> bool {
    path.is_file() && fs::read_to_string(path).is_ok_and(|contents| is_error_chart(&contents))
}
