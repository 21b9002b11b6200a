//! The file to which a game is added.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::cli::{CliError, at_file};

/// A file whose last game is the one being played. It is written anew after each move, so that
/// nothing is lost however the program ends; what the file held before stays as it was.
pub(super) struct PgnFile {
    path: PathBuf,
    file: File,
    /// Where the game begins, in bytes.
    start: u64,
    /// Where the file ends, if nobody else has written to it.
    end: u64,
}

impl PgnFile {
    /// Opens the file, or creates it.
    ///
    /// # Errors
    /// [`CliError::File`], also if another game is being played into it.
    pub(super) fn open(path: &Path) -> Result<Self, CliError> {
        let file = open_locked(path).map_err(at_file(path))?;
        let end = file.metadata().map_err(at_file(path))?.len();
        Ok(Self { path: path.to_owned(), file, start: end, end })
    }

    /// Makes `game` the last game of the file, in place of what was saved before; nothing if it is
    /// empty.
    ///
    /// # Errors
    /// [`CliError::File`]; the next call tries again.
    pub(super) fn save(&mut self, game: &str) -> Result<(), CliError> {
        let saved = self.replace(game);
        saved.map_err(at_file(&self.path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    fn replace(&mut self, game: &str) -> io::Result<()> {
        let length = self.file.metadata()?.len();
        if length != self.end {
            // Somebody else has added to the file, behind an earlier state of the game.
            self.start = length;
        }
        let written = self.write(game);
        // Part of it may have been written.
        self.end = self.file.metadata()?.len();
        written
    }

    fn write(&mut self, game: &str) -> io::Result<()> {
        let gap = if game.is_empty() { "" } else { self.gap()? };
        self.file.seek(SeekFrom::Start(self.start))?;
        self.file.write_all(gap.as_bytes())?;
        self.file.write_all(game.as_bytes())?;
        self.file.set_len(self.start + (gap.len() + game.len()) as u64)
    }

    /// What parts the game from those before it, so that a blank line stands between them.
    fn gap(&mut self) -> io::Result<&'static str> {
        let mut before = Vec::new();
        self.file.seek(SeekFrom::Start(self.start.saturating_sub(2)))?;
        (&self.file).take(self.start.min(2)).read_to_end(&mut before)?;
        Ok(match before.as_slice() {
            [] | b"\n\n" => "",
            [.., b'\n'] => "\n",
            _ => "\n\n",
        })
    }
}

/// Opens the file for one game at a time.
fn open_locked(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(ErrorKind::WouldBlock, "another game is being played into it"))
        }
        // There are file systems without locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_game_takes_the_place_of_its_earlier_states_only() {
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
    fn what_another_program_adds_stays() {
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
    fn two_games_are_not_played_into_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let first = PgnFile::open(&path).unwrap();
        let error = PgnFile::open(&path).err().expect("a lock").to_string();
        assert!(error.contains("games.pgn") && error.contains("another game"), "{error}");
        drop(first);
        assert!(PgnFile::open(&path).is_ok());
    }
}
