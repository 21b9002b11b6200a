//! The games of a large file, with progress.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;

use indicatif::{ProgressBar, ProgressBarIter};
use nunatak::cli::{FileError, at_file};
use nunatak::text::{Printable, text_reader};

use super::read::{PgnError, PgnGame, PgnReader};

/// The text of a file, whose bytes advance a progress bar as they are read.
pub type GameText = BufReader<ProgressBarIter<File>>;

/// Reads the games of the file at `path` with the reader that `begin` creates, and hands each to
/// `take`. The errors of invalid games are printed to `out`; returns their number.
///
/// # Errors
/// Errors of the file, of `out` and of `take`.
pub fn for_each_game<E: From<FileError> + From<io::Error>>(
    path: &Path,
    bar: &ProgressBar,
    out: &mut impl Write,
    begin: impl FnOnce(GameText) -> PgnReader<GameText>,
    mut take: impl FnMut(PgnGame) -> Result<(), E>,
) -> Result<usize, E> {
    let file = File::open(path).map_err(at_file(path))?;
    let text = text_reader(bar.wrap_read(file), "PGN").map_err(at_file(path))?;
    let mut invalid = 0;
    for game in begin(text) {
        match game {
            Ok(game) => take(game)?,
            Err(PgnError::Io { error, .. }) => return Err(at_file(path)(error).into()),
            Err(error) => {
                invalid += 1;
                let message = format!("{}: {error}", path.display());
                bar.suspend(|| writeln!(out, "{}", Printable(message)))?;
            }
        }
    }
    Ok(invalid)
}
