//! Files that the commands read.

use std::fs;
use std::path::PathBuf;

use nunatak_workshop::dataset::{Game, GameReader};

use super::error::{CliError, at_file};
use super::progress::progress_bar;

/// Returns the total size of files in bytes.
pub(super) fn total_bytes(files: &[PathBuf]) -> Result<u64, CliError> {
    let bytes = |path: &PathBuf| Ok(fs::metadata(path).map_err(at_file(path))?.len());
    files.iter().map(bytes).sum()
}

/// Passes each game of the files to `take`, and shows the progress. Returns the number of games.
pub(super) fn for_each_game(
    files: &[PathBuf],
    mut take: impl FnMut(Game) -> Result<(), CliError>,
) -> Result<u64, CliError> {
    let bar = progress_bar(total_bytes(files)?, "{bar:40} {bytes}/{total_bytes}, {eta} left");
    let mut count = 0;
    for path in files {
        for game in GameReader::open(path).map_err(at_file(path))? {
            let game = game.map_err(|error| CliError::Games { path: path.clone(), error })?;
            bar.inc(game.byte_count());
            take(game)?;
            count += 1;
        }
    }
    bar.finish_and_clear();
    Ok(count)
}
