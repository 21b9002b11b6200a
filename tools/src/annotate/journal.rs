//! The journal of a run, with which an interrupted run continues.

use std::collections::HashMap;
use std::fs::{self, File};
use std::hash::Hasher;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use fnv::FnvHasher;
use nunatak::board::Board;
use nunatak::types::Color;
use thiserror::Error;

use super::evaluation::{Evaluation, Line};
use super::value::Value;
use crate::output_file::{is_at, open_claimed};

/// The beginning of the first line, before the settings.
const HEAD: &str = "nunatak annotate: ";

/// The separator of the settings.
const SETTING_SEPARATOR: &str = ", ";

/// The separator of the lines of an evaluation.
const LINE_SEPARATOR: char = ';';

/// The mark of a mate.
const MATE: char = '#';

/// Reasons why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// An error of the file system.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another program that is using the file.
    #[error("another program is using this file")]
    Locked,
    /// A file with other contents.
    #[error("not the record of an interrupted run; choose another output file")]
    Foreign,
    /// The record of a run with other settings.
    #[error(
        "an interrupted run used other settings ({found} instead of {wanted}); --force starts over"
    )]
    Settings {
        /// The settings of the interrupted run that differ.
        found: String,
        /// The settings of this run that differ.
        wanted: String,
    },
}

/// A file with the evaluations of a run so far, one to a line.
///
/// Each line is written at once, so a run that is killed loses at most the evaluation that it was
/// writing. The next run with the same settings continues with the file.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// The evaluations of the interrupted run as text, by game number and number of moves before
    /// the position.
    entries: HashMap<(u64, usize), String>,
    /// The number of positions that this run has added.
    added: usize,
    /// The length of the file up to the last whole line, in bytes.
    length: u64,
}

impl Journal {
    /// Opens or creates the journal of a run with these `settings`, a text in one line such as
    /// `nodes 100, hash 64`. A journal with other settings is emptied if `is_forced` or if it has
    /// no evaluation.
    ///
    /// # Errors
    /// [`JournalError`] if the file cannot be used as the journal of this run.
    pub fn open(path: &Path, settings: &str, is_forced: bool) -> Result<Self, JournalError> {
        let mut file = open_claimed(path)?.ok_or(JournalError::Locked)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let head = format!("{HEAD}{settings}\n");
        let text = whole_lines(&bytes, &head)?;
        let (path, entries) = (path.to_owned(), HashMap::new());
        let mut journal = Self { path, file, entries, added: 0, length: 0 };
        match text.split_once('\n') {
            Some((first, rest)) if head.trim_end() == first => {
                journal.entries = rest.lines().filter_map(entry).collect();
                journal.truncate(text.len() as u64)?;
            }
            Some((first, rest)) if !is_forced && !rest.is_empty() => {
                let found = first.strip_prefix(HEAD).unwrap_or(first);
                return Err(JournalError::Settings {
                    found: differing(found, settings),
                    wanted: differing(settings, found),
                });
            }
            Some(_) | None => {
                journal.truncate(0)?;
                journal.write(&head)?;
            }
        }
        Ok(journal)
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the number of positions with an evaluation.
    pub fn len(&self) -> usize {
        self.entries.len() + self.added
    }

    /// Whether there are no evaluations.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the evaluation of `board`, the position after this number of `moves` of game number
    /// `game`, that the interrupted run has added; `None` without a valid one.
    pub fn find(&self, game: u64, moves: usize, board: &Board) -> Option<Evaluation> {
        parse(self.entries.get(&(game, moves))?, board)
    }

    /// Adds the evaluation of the position after this number of `moves` of game number `game`,
    /// which was searched: the end of a game is known without a journal.
    ///
    /// # Errors
    /// Errors of the file system; the earlier evaluations remain. A file without any is deleted.
    pub fn add(&mut self, game: u64, moves: usize, evaluation: &Evaluation) -> io::Result<()> {
        self.write(&format!("{game} {moves} {}\n", text(evaluation)))?;
        // A position of an incomplete group is searched again.
        self.entries.remove(&(game, moves));
        self.added += 1;
        Ok(())
    }

    /// Writes a line to the end of the file. If that fails, what was written of it is removed, and
    /// so is a file without any evaluation.
    fn write(&mut self, line: &str) -> io::Result<()> {
        let written = self.file.write_all(line.as_bytes());
        if written.is_ok() {
            self.length += line.len() as u64;
        } else if !self.is_empty() {
            // Report the write error, and ignore another one.
            let _ = self.truncate(self.length);
        } else {
            let _ = fs::remove_file(&self.path);
        }
        written
    }

    /// Deletes the file, unless it is gone or another one has taken its place.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn remove(self) -> io::Result<()> {
        let is_own = is_at(&self.file, &self.path)?;
        drop(self.file);
        if is_own { fs::remove_file(self.path) } else { Ok(()) }
    }

    /// Truncates the file to this length and moves to its end.
    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.length = length;
        self.file.set_len(length)?;
        self.file.seek(SeekFrom::Start(length)).map(drop)
    }
}

/// Returns a 64-bit hash of `texts` (FNV-1a), which identifies the input of a run.
pub fn fingerprint<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    let mut hasher = FnvHasher::default();
    for text in texts {
        hasher.write(text);
        hasher.write_usize(text.len());
    }
    hasher.finish()
}

/// Returns the complete lines of a journal; none if only a part of its `head` was written.
fn whole_lines<'a>(bytes: &'a [u8], head: &str) -> Result<&'a str, JournalError> {
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let is_own = if end == 0 {
        head.as_bytes().starts_with(bytes)
    } else {
        bytes.starts_with(HEAD.as_bytes())
    };
    if !is_own {
        return Err(JournalError::Foreign);
    }
    let text = bytes.get(..end).map(str::from_utf8);
    text.and_then(Result::ok).ok_or(JournalError::Foreign)
}

/// Returns those of the `settings` that are not among the `others`.
fn differing(settings: &str, others: &str) -> String {
    let is_other = |setting: &&str| !others.split(SETTING_SEPARATOR).any(|other| other == *setting);
    settings.split(SETTING_SEPARATOR).filter(is_other).collect::<Vec<_>>().join(SETTING_SEPARATOR)
}

/// Splits a line into its key and the text of the evaluation.
fn entry(line: &str) -> Option<((u64, usize), String)> {
    let (game, rest) = line.split_once(' ')?;
    let (moves, text) = rest.split_once(' ')?;
    Some(((game.parse().ok()?, moves.parse().ok()?), text.to_owned()))
}

/// Returns the text of an evaluation: `35 e2e4 e7e5;20 d2d4`, with centipawns or `#-3`.
fn text(evaluation: &Evaluation) -> String {
    let line = |line: &Line| {
        let value = match line.value {
            Value::Centipawns(centipawns) => centipawns.to_string(),
            Value::Mate { .. } => line.value.to_string(),
        };
        value + &line.moves.iter().map(|mv| format!(" {mv:?}")).collect::<String>()
    };
    let lines: Vec<String> = evaluation.lines.iter().map(line).collect();
    lines.join(&LINE_SEPARATOR.to_string())
}

fn parse(text: &str, board: &Board) -> Option<Evaluation> {
    let lines: Option<Vec<Line>> =
        text.split(LINE_SEPARATOR).map(|line| parse_line(line, board)).collect();
    Evaluation::new(lines?)
}

fn parse_line(text: &str, board: &Board) -> Option<Line> {
    let (value, moves) = text.split_once(' ')?;
    let mut board = *board;
    let play = |text| {
        let mv = board.parse_move(text).ok()?;
        board = board.make(mv);
        Some(mv)
    };
    let moves: Option<Vec<_>> = moves.split(' ').map(play).collect();
    Some(Line { value: parse_value(value)?, moves: moves? })
}

fn parse_value(text: &str) -> Option<Value> {
    let Some(moves) = text.strip_prefix(MATE) else {
        return text.parse().ok().map(Value::Centipawns);
    };
    let (winner, moves) = match moves.strip_prefix('-') {
        Some(moves) => (Color::Black, moves),
        None => (Color::White, moves),
    };
    Some(Value::Mate { winner, moves: moves.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tempfile::TempDir;

    use super::*;

    const SETTINGS: &str = "nodes 100, hash 1, threads 1";

    fn evaluation(text: &str) -> Evaluation {
        parse(text, &Board::start()).unwrap()
    }

    /// Writes a journal with two evaluations and returns these.
    fn written(path: &Path) -> [Evaluation; 2] {
        let evaluations = ["35 e2e4 e7e5;-20 d2d4", "#-3 g2g4"].map(evaluation);
        let mut journal = Journal::open(path, SETTINGS, false).unwrap();
        assert!(journal.is_empty());
        journal.add(1, 0, &evaluations[0]).unwrap();
        journal.add(12, 34, &evaluations[1]).unwrap();
        evaluations
    }

    fn found(journal: &Journal) -> [Option<Evaluation>; 2] {
        [(1, 0), (12, 34)].map(|(game, moves)| journal.find(game, moves, &Board::start()))
    }

    #[test]
    fn evaluations_are_found_by_the_next_run() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("x.partial");
        let evaluations = written(&path);
        let journal = Journal::open(&path, SETTINGS, false).unwrap();
        assert_eq!(found(&journal), evaluations.map(Some));
        assert_eq!((journal.len(), journal.find(1, 1, &Board::start())), (2, None));
        journal.remove().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn a_journal_cut_anywhere_is_continued() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("x.partial");
        let evaluations = written(&path);
        let whole = fs::read(&path).unwrap();
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let mut journal = Journal::open(&path, SETTINGS, false).unwrap();
            let count = whole[..length].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(journal.len(), count.saturating_sub(1));
            for ((game, moves), evaluation) in [(1, 0), (12, 34)].into_iter().zip(&evaluations) {
                if journal.find(game, moves, &Board::start()).is_none() {
                    journal.add(game, moves, evaluation).unwrap();
                }
            }
            drop(journal);
            assert_eq!(fs::read(&path).unwrap(), whole, "cut to {length}");
        }
    }

    #[test]
    fn other_files_and_settings_are_refused() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("x.partial");
        for text in
            ["1. e4 *\n", "1. e4", "\n", "nunatak annotate\n", "nunatak annotate: nodes 1000"]
        {
            fs::write(&path, text).unwrap();
            assert!(
                matches!(Journal::open(&path, SETTINGS, true), Err(JournalError::Foreign)),
                "{text}"
            );
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::remove_file(&path).unwrap();
        written(&path);
        for (settings, difference) in [
            ("nodes 200, hash 1, threads 1", "(nodes 100 instead of nodes 200)"),
            ("nodes 100, hash 2, threads 8", "(hash 1, threads 1 instead of hash 2, threads 8)"),
        ] {
            let error = Journal::open(&path, settings, false).unwrap_err().to_string();
            assert!(error.contains(difference), "{error}");
        }
        assert_eq!(Journal::open(&path, SETTINGS, false).unwrap().len(), 2);
        assert_eq!(Journal::open(&path, "nodes 200", true).unwrap().len(), 0);
        // A run that ended before its first evaluation has nothing to keep.
        assert!(Journal::open(&path, SETTINGS, false).unwrap().is_empty());
        assert!(fs::read_to_string(&path).unwrap().contains(SETTINGS));
    }

    #[test]
    fn a_journal_removes_its_own_file_alone() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("x.partial");
        let open = || Journal::open(&path, SETTINGS, false).unwrap();
        open().remove().unwrap();
        assert!(!path.exists());
        // Windows does not delete an open file before it is closed.
        if cfg!(unix) {
            let journal = open();
            fs::remove_file(&path).unwrap();
            journal.remove().unwrap();
            let journal = open();
            fs::remove_file(&path).unwrap();
            fs::write(&path, "another").unwrap();
            journal.remove().unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), "another");
        }
    }

    #[test]
    fn a_journal_belongs_to_one_run() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("x.partial");
        let first = Journal::open(&path, SETTINGS, false).unwrap();
        assert!(matches!(Journal::open(&path, SETTINGS, true), Err(JournalError::Locked)));
        drop(first);
        assert!(Journal::open(&path, SETTINGS, false).is_ok());
    }

    #[test]
    fn invalid_entries_are_not_found() {
        for text in [
            "",
            "x",
            "35",
            "35 ",
            "35 e2e5",
            "35 e2e4 e2e4",
            "#x e2e4",
            "35 e2e4;",
            "35 e2e4; 20 d2d4",
        ] {
            assert_eq!(parse(text, &Board::start()), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn fingerprints_of_different_inputs_differ(
            bytes in prop::collection::vec(any::<u8>(), 1..40),
            index in any::<prop::sample::Index>(),
            change in 1_u8..,
        ) {
            let mut changed = bytes.clone();
            changed[index.index(bytes.len())] ^= change;
            let (last, others) = bytes.split_last().unwrap_or((&0, &[]));
            let hash = fingerprint([&bytes[..]]);
            prop_assert_ne!(hash, fingerprint([&changed[..]]));
            prop_assert_ne!(hash, fingerprint([others]));
            prop_assert_ne!(hash, fingerprint([others, &[*last]]));
        }
    }
}
