//! Files of the commands, their progress bars and errors.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use nunatak_workshop::dataset::{Game, GameReader};

use super::CliError;

/// Returns a function that turns an I/O error into one that names the file at `path`.
pub(super) fn at_file(path: &Path) -> impl Fn(io::Error) -> CliError {
    move |error| CliError::File { path: path.to_owned(), error }
}

/// Creates a file; an existing one is not overwritten.
pub(super) fn create(path: &Path) -> Result<BufWriter<File>, CliError> {
    File::create_new(path).map(BufWriter::new).map_err(at_file(path))
}

/// Writes `text` to a file, replacing what it held.
pub(super) fn write_file(path: &Path, text: &str) -> Result<(), CliError> {
    fs::write(path, text).map_err(at_file(path))
}

/// Returns the sum of the sizes of files in bytes.
pub(super) fn total_bytes(files: &[PathBuf]) -> Result<u64, CliError> {
    let bytes = |path: &PathBuf| Ok(fs::metadata(path).map_err(at_file(path))?.len());
    files.iter().map(bytes).sum()
}

/// Creates a progress bar, shown on a terminal only.
pub(super) fn styled_bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Passes every game of the files to `take`, showing a progress bar; returns their number.
pub(super) fn for_each_game(
    files: &[PathBuf],
    mut take: impl FnMut(&Game) -> Result<(), CliError>,
) -> Result<u64, CliError> {
    let bar = styled_bar(total_bytes(files)?, "{bar:40} {bytes}/{total_bytes}, {eta} left");
    let mut count = 0;
    for path in files {
        for game in GameReader::open(path).map_err(at_file(path))? {
            let game = game.map_err(|error| CliError::Games { path: path.clone(), error })?;
            take(&game)?;
            bar.inc(game.byte_count());
            count += 1;
        }
    }
    bar.finish_and_clear();
    Ok(count)
}
