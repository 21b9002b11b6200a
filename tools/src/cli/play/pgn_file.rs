//! The file in which a game is saved.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use nunatak::cli::{FileError, at_file, open_text};
use nunatak::text::text_reader;

use crate::cli::error::CliError;
use crate::cli::games::{PGN, line_end};
use crate::interrupt::uninterrupted;
use crate::output_file::{
    OutputError, OutputErrorReason, OutputFile, is_at, is_open_file, open_claimed,
};
use crate::pgn::{PgnError, PgnFault, PgnReader, is_tag, parse_result};

/// A file whose last game is the current one. That game is rewritten after each move, so that
/// nothing is lost if the program crashes; earlier games are not touched. If it cannot be written,
/// the file keeps its earlier state. A new file exists only as long as it holds a game.
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
    /// The current game as it is in the file.
    saved: String,
    /// The line end of the file.
    line_end: &'static str,
}

impl PgnFile {
    /// Opens the file, or checks that it can be created.
    ///
    /// # Errors
    /// [`CliError::File`], also if another program uses it, or [`CliError::OutputFile`].
    pub(super) fn open(path: &Path) -> Result<Self, CliError> {
        let mut opened = Self {
            path: path.to_owned(),
            file: None,
            is_new: !path.try_exists().map_err(at_file(path))?,
            start: 0,
            end: 0,
            saved: String::new(),
            line_end: "\n",
        };
        if opened.is_new {
            OutputFile::new(path, [""; 0], false)?;
        } else if !path.is_file() || is_open_file(path) {
            // Opening a named pipe would block.
            return Err(OutputError::new(path, OutputErrorReason::NotAFile).into());
        } else {
            check_games(path)?;
            opened.file = Some(opened.open_at_end().map_err(at_file(path))?);
        }
        Ok(opened)
    }

    /// Saves `game`, which may be empty, in place of its earlier state.
    ///
    /// # Errors
    /// [`FileError`]; the next call saves the whole game again.
    pub(super) fn save(&mut self, game: &str) -> Result<(), FileError> {
        let saved = uninterrupted(|| self.replace(game));
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
        // An editor may have put another file at the path.
        let is_own = self.file.as_ref().map_or(Ok(false), |file| is_at(file, &self.path))?;
        let file = match self.file.take().filter(|_| is_own) {
            Some(file) => file,
            None if game.is_empty() => return Ok(()),
            None => self.open_at_end()?,
        };
        let written = self.write(&file, game);
        if self.is_new && self.end == 0 {
            // The file is still open, so that no other game is in it.
            let removed = fs::remove_file(&self.path);
            return written.and(removed);
        }
        self.file = Some(file);
        written
    }

    /// Opens or creates the file for this game alone, since only one can be its last. The game
    /// begins at its end.
    fn open_at_end(&mut self) -> io::Result<File> {
        let file = open_claimed(&self.path)?.ok_or_else(|| {
            let message = "another program is using this file";
            io::Error::new(ErrorKind::WouldBlock, message)
        })?;
        self.line_end = line_end(&mut text_reader(&file, PGN)?)?;
        self.begin_at(file.metadata()?.len());
        Ok(file)
    }

    /// Lets the game begin at the offset `end`, the end of the file.
    fn begin_at(&mut self, end: u64) {
        (self.start, self.end) = (end, end);
        self.saved.clear();
    }

    fn write(&mut self, file: &File, game: &str) -> io::Result<()> {
        let length = file.metadata()?.len();
        if length != self.end {
            // Another program has appended to the file, so the saved state of the game stays.
            self.begin_at(length);
        }
        let game = game.replace('\n', self.line_end);
        let written = self.write_text(file, &game);
        match written {
            Ok(()) => self.saved = game,
            // Part of the text may have been written. There was room for the earlier state.
            Err(_) => self
                .write_text(file, &self.saved)
                .or_else(|_| file.set_len(self.start).map(|()| self.saved.clear()))?,
        }
        self.end = file.metadata()?.len();
        written
    }

    /// Replaces the text from the beginning of the game on by `game`.
    fn write_text(&self, mut file: &File, game: &str) -> io::Result<()> {
        let gap = if game.is_empty() { String::new() } else { self.gap(file)? };
        let end = self.start + (gap.len() + game.len()) as u64;
        // First, so that a program that is killed leaves nothing of a longer state behind the game.
        file.set_len(end.min(file.metadata()?.len()))?;
        file.seek(SeekFrom::Start(self.start))?;
        file.write_all(gap.as_bytes())?;
        file.write_all(game.as_bytes())
    }

    /// Returns the line ends that make a blank line between the earlier games and this one.
    fn gap(&self, mut file: &File) -> io::Result<String> {
        /// The length of a line end and a blank line.
        const LONGEST: u64 = "\r\n\r\n".len() as u64;
        let mut before = Vec::new();
        file.seek(SeekFrom::Start(self.start.saturating_sub(LONGEST)))?;
        file.take(self.start.min(LONGEST)).read_to_end(&mut before)?;
        before.retain(|&byte| byte != b'\r');
        let missing = match before.as_slice() {
            [] | [.., b'\n', b'\n'] => 0,
            [.., b'\n'] => 1,
            _ => 2,
        };
        Ok(self.line_end.repeat(missing))
    }
}

/// Refuses a text that does not begin with a game, since to append to it would spoil it, and one
/// whose end would swallow another game.
fn check_games(path: &Path) -> Result<(), CliError> {
    check_beginning(path)?;
    match PgnReader::new(open_text(path, PGN)?).up_to(0).last() {
        Some(Err(PgnError::Game {
            line,
            fault: fault @ (PgnFault::OpenComment | PgnFault::OpenVariation),
            ..
        })) => Err(at_file(path)(format!("line {line}: {fault}, so no game can follow")).into()),
        _ => Ok(()),
    }
}

/// Refuses a text that does not begin with a game, which has a tag, a move or a result. A game with
/// tags may have a fault, one without may have it after its first two plies: a first word that
/// looks like a move may be another one, as in "a4 paper".
fn check_beginning(path: &Path) -> Result<(), CliError> {
    let mut games = PgnReader::annotated(open_text(path, PGN)?).up_to(2);
    let is_result = |word| parse_result(word).is_some();
    let reason = match games.next() {
        None if games.text_after().split_whitespace().all(is_result) => return Ok(()),
        None => "it begins with neither a tag nor a move".to_owned(),
        Some(Ok(_)) => return Ok(()),
        Some(Err(PgnError::Game { text, .. })) if text.lines().any(is_tag) => return Ok(()),
        Some(Err(PgnError::Game { fault, .. })) => fault.to_string(),
        Some(Err(error)) => error.to_string(),
    };
    Err(at_file(path)(format!("not a file of games in PGN: {reason}")).into())
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
    fn other_texts_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        for (text, is_accepted) in [
            ("", true),
            ("1-0", true),
            ("½-½", true),
            ("1. e4 *", true),
            ("1. e4 e5 2. Kd5 *", true),
            ("1. e5 *", false),
            ("a4 paper", false),
            ("c3 = a + b\nprint(c3)", false),
            ("[Event \"x\"]\n\n1. e5 *", true),
            ("[Event \"x\"]\n\n*", true),
            ("[package]\nname = \"x\"", false),
            ("[section]\nkey=value", false),
            ("{\"a\":[1,2]}", false),
            ("<svg width=\"1\">", false),
            ("# Nunatak\n\nA [link](x)", false),
            ("all: build\n\tcargo [x]", false),
            ("1.\n2.", false),
            ("; only a comment", false),
            ("[]", false),
            ("1. e4 {open} *", true),
            ("1. e4 *\n\n1. e4 {open", false),
            ("1. e4 *\n\n1. e4 (1. d4", false),
            ("1. e4 *\n\n[Event \"b\"]\n\n1. e4 )\n1... e5 {open", false),
            ("1. e4 *\n\n[broken\n1. e4 (1. d4", false),
        ] {
            fs::write(&path, text).unwrap();
            assert_eq!(PgnFile::open(&path).is_ok(), is_accepted, "{text}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn the_line_ends_of_the_file_are_kept() {
        for (before, gap) in [("*\r\n*", "\r\n\r\n"), ("*\r\n", "\r\n"), ("*\r\n\r\n", "")] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("games.pgn");
            fs::write(&path, before).unwrap();
            let mut file = PgnFile::open(&path).unwrap();
            for (game, text) in [("1.\ne4 *\n\n", "1.\r\ne4 *\r\n\r\n"), ("*\n", "*\r\n")] {
                file.save(game).unwrap();
                assert_eq!(fs::read_to_string(&path).unwrap(), format!("{before}{gap}{text}"));
            }
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

    // Under Windows, no other program writes to the file during a game.
    #[cfg(not(windows))]
    #[test]
    fn games_appended_by_other_programs_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let mut file = PgnFile::open(&path).unwrap();
        file.save("mine\n\n").unwrap();
        let mut other = fs::OpenOptions::new().append(true).open(&path).unwrap();
        other.write_all(b"other\n\n").unwrap();
        file.save("mine again\n\n").unwrap();
        file.save("mine at last\n\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine\n\nother\n\nmine at last\n\n");
    }

    // Nor may one put another file at the path, on all versions and file systems.
    #[cfg(not(windows))]
    #[test]
    fn a_file_that_was_replaced_or_removed_is_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let [path, edited] = ["games.pgn", "edited"].map(|name| folder.path().join(name));
        fs::write(&path, "1. e4 *\n\n").unwrap();
        let mut file = PgnFile::open(&path).unwrap();
        file.save("mine\n\n").unwrap();
        fs::write(&edited, "mended\n\n").unwrap();
        fs::rename(&edited, &path).unwrap();
        for game in ["mine again\n\n", "mine\n\n"] {
            file.save(game).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), format!("mended\n\n{game}"));
        }
        fs::remove_file(&path).unwrap();
        file.save("mine at last\n\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine at last\n\n");
    }

    #[test]
    fn other_files_are_not_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.bin");
        fs::write(&path, [1, 0, 2]).unwrap();
        let error = PgnFile::open(&path).err().expect("no text").to_string();
        assert!(error.contains("expected PGN"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), [1, 0, 2]);
        fs::write(&path, "Shopping list: milk, 2 eggs").unwrap();
        let error = PgnFile::open(&path).err().expect("no game").to_string();
        assert!(error.contains("not a file of games in PGN: 'Shopping'"), "{error}");
    }

    #[test]
    fn a_file_can_hold_only_one_current_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let [mut first, mut second] = [(); 2].map(|()| PgnFile::open(&path).unwrap());
        first.save("1. e4 *\n\n").unwrap();
        for error in
            [PgnFile::open(&path).err(), second.save("1. d4 *\n\n").err().map(CliError::from)]
        {
            let error = error.expect("a lock").to_string();
            assert!(error.contains("games.pgn") && error.contains("another program"), "{error}");
        }
        drop(first);
        assert!(PgnFile::open(&path).is_ok());
        second.save("1. d4 *\n\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "1. e4 *\n\n1. d4 *\n\n");
    }
}
