//! The file in which a game is saved.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use nunatak::target::Target;
use nunatak::text::text_reader;

use crate::cli::error::{CliError, at_file};
use crate::cli::files::PGN;

/// A file whose last game is the current one. That game is rewritten after each move, so that
/// nothing is lost if the program crashes; earlier games are not touched. A new file exists only as
/// long as it holds a game.
pub(super) struct PgnFile {
    path: PathBuf,
    /// The file; `None` if it does not exist yet.
    file: Option<File>,
    /// Whether there was no file before this game.
    is_new: bool,
    /// The offset of the game in bytes.
    start: u64,
    /// The length of the file in bytes, unless another program has written to it.
    end: u64,
}

impl PgnFile {
    /// Opens the file, or checks that it can be created.
    ///
    /// # Errors
    /// [`CliError::File`], also if another game is being saved in it, or [`CliError::Target`].
    pub(super) fn open(path: &Path) -> Result<Self, CliError> {
        let (file, end) = if path.try_exists().map_err(at_file(path))? {
            let file = open_locked(path).map_err(at_file(path))?;
            let end = file.metadata().map_err(at_file(path))?.len();
            (Some(file), end)
        } else {
            Target::new(path, [""; 0], false)?;
            (None, 0)
        };
        Ok(Self { path: path.to_owned(), is_new: file.is_none(), file, start: end, end })
    }

    /// Saves `game`, which may be empty, in place of its earlier state.
    ///
    /// # Errors
    /// [`CliError::File`]; the next call saves the whole game again.
    pub(super) fn save(&mut self, game: &str) -> Result<(), CliError> {
        let saved = self.replace(game);
        saved.map_err(at_file(&self.path))
    }

    /// Whether the file had contents before the current game.
    pub(super) fn has_games(&self) -> bool {
        self.start > 0
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    fn replace(&mut self, game: &str) -> io::Result<()> {
        let file = match self.file.take() {
            Some(file) => file,
            None if game.is_empty() => return Ok(()),
            None => open_locked(&self.path)?,
        };
        let written = self.write(&file, game);
        if self.is_new && self.end == 0 && written.is_ok() {
            // The file is still locked, so that no other game is in it.
            return fs::remove_file(&self.path);
        }
        self.file = Some(file);
        written
    }

    fn write(&mut self, file: &File, game: &str) -> io::Result<()> {
        let length = file.metadata()?.len();
        if length != self.end {
            // Another program has appended to the file, so the saved state of the game stays.
            self.start = length;
        }
        let written = write_from(file, self.start, game);
        // An error may occur after part of the text was written.
        self.end = file.metadata()?.len();
        written
    }
}

/// Replaces the text from the offset `start` on by `game`.
fn write_from(mut file: &File, start: u64, game: &str) -> io::Result<()> {
    let gap = if game.is_empty() { "" } else { gap(file, start)? };
    file.seek(SeekFrom::Start(start))?;
    file.write_all(gap.as_bytes())?;
    file.write_all(game.as_bytes())?;
    file.set_len(start + (gap.len() + game.len()) as u64)
}

/// Returns the line feeds that make a blank line between the games before the offset `start` and
/// the next one.
fn gap(mut file: &File, start: u64) -> io::Result<&'static str> {
    let mut before = Vec::new();
    file.seek(SeekFrom::Start(start.saturating_sub(2)))?;
    file.take(start.min(2)).read_to_end(&mut before)?;
    Ok(match before.as_slice() {
        [] | b"\n\n" => "",
        [.., b'\n'] => "\n",
        _ => "\n\n",
    })
}

/// Opens or creates a file and locks it, since only one game can be its last.
fn open_locked(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    text_reader(&file, PGN)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(ErrorKind::WouldBlock, "another game is being saved in this file"))
        }
        // Some file systems do not support locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_replaces_only_its_earlier_states() {
        for (before, gap) in [("", ""), ("*", "\n\n"), ("*\n", "\n"), ("*\n\n", "")] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("games.pgn");
            fs::write(&path, before).unwrap();
            let mut file = PgnFile::open(&path).unwrap();
            let mut save = |game: &str| {
                file.save(game).unwrap();
                fs::read_to_string(&path).unwrap()
            };
            assert_eq!(save("1. e4 e5 *\n\n"), format!("{before}{gap}1. e4 e5 *\n\n"));
            assert_eq!(save("1. d4 *\n\n"), format!("{before}{gap}1. d4 *\n\n"));
            assert_eq!(save(""), before);
        }
    }

    #[test]
    fn a_new_file_exists_only_with_a_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let mut file = PgnFile::open(&path).unwrap();
        file.save("").unwrap();
        assert!(!path.exists());
        for game in ["1. e4 *\n\n", "1. d4 *\n\n"] {
            file.save(game).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), game);
            file.save("").unwrap();
            assert!(!path.exists());
        }
        // Another program has created the file meanwhile.
        fs::write(&path, "other\n\n").unwrap();
        file.save("mine\n\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "other\n\nmine\n\n");
        file.save("").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "other\n\n");
        assert!(PgnFile::open(&folder.path().join("no folder/games.pgn")).is_err());
    }

    #[test]
    fn games_appended_by_other_programs_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let mut file = PgnFile::open(&path).unwrap();
        file.save("mine\n\n").unwrap();
        let mut other = OpenOptions::new().append(true).open(&path).unwrap();
        other.write_all(b"other\n\n").unwrap();
        file.save("mine again\n\n").unwrap();
        file.save("mine at last\n\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine\n\nother\n\nmine at last\n\n");
    }

    #[test]
    fn other_files_are_not_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.bin");
        fs::write(&path, [1, 0, 2]).unwrap();
        let error = PgnFile::open(&path).err().expect("no text").to_string();
        assert!(error.contains("expected PGN"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), [1, 0, 2]);
    }

    #[test]
    fn a_file_can_hold_only_one_current_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let [mut first, mut second] = [(); 2].map(|()| PgnFile::open(&path).unwrap());
        first.save("first\n\n").unwrap();
        for error in [PgnFile::open(&path).err(), second.save("second\n\n").err()] {
            let error = error.expect("a lock").to_string();
            assert!(error.contains("games.pgn") && error.contains("another game"), "{error}");
        }
        drop(first);
        assert!(PgnFile::open(&path).is_ok());
        second.save("second\n\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "first\n\nsecond\n\n");
    }
}
