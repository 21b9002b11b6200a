//! Files that the commands read and write.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use nunatak_workshop::dataset::{Game, GameReader};

use super::error::{CliError, at_file};
use super::progress::progress_bar;

/// Creates a file, which must not exist yet.
pub(super) fn create(path: &Path) -> Result<BufWriter<File>, CliError> {
    File::create_new(path).map(BufWriter::new).map_err(at_file(path))
}

/// Writes a text to a file, replacing its contents.
pub(super) fn write_file(path: &Path, text: &str) -> Result<(), CliError> {
    fs::write(path, text).map_err(at_file(path))
}

/// Writes bytes to a file by way of a temporary one beside it, so that an interruption leaves either
/// the old contents or the new ones.
pub(super) fn replace_file(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let temporary = path.with_added_extension("tmp");
    fs::write(&temporary, bytes).map_err(at_file(&temporary))?;
    fs::rename(&temporary, path).map_err(at_file(path))
}

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
