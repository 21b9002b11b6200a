//! Reads the games of a run and counts their positions.

use std::ops::Range;
use std::path::PathBuf;

use indicatif::ProgressBar;
use nunatak::book::Book;
use nunatak::cli::at_file;
use nunatak::text::counted;

use super::arguments::AnnotateArguments;
use crate::annotate::{GROUP, book_moves};
use crate::cli::error::CliError;
use crate::cli::games::line_end;
use crate::pgn::{PgnError, PgnGame, PgnReader, closing};

/// The games of the files and the work that they require.
pub(super) struct Plan {
    /// The games in order.
    pub(super) games: Vec<Result<PlannedGame, FaultyGame>>,
    /// The files without a game.
    pub(super) empty: Vec<PathBuf>,
    /// The text after the last game.
    pub(super) rest: String,
    /// The line end of the first file.
    pub(super) line_end: &'static str,
}

/// A game to annotate.
pub(super) struct PlannedGame {
    pub(super) game: PgnGame,
    /// The number of book moves at the beginning of the game.
    pub(super) book_moves: usize,
}

/// A game that cannot be read.
pub(super) struct FaultyGame {
    /// The text of the game and the text before it.
    pub(super) text: String,
    /// The fault and its place, in words.
    pub(super) fault: String,
}

impl FaultyGame {
    /// Creates the record of a game with this error, in the file at `path` if there are several.
    fn new(error: PgnError, path: Option<&PathBuf>) -> Self {
        match error {
            PgnError::Game { game, line, fault, text } => {
                let place =
                    path.map_or_else(|| format!("game {game}"), |path| path.display().to_string());
                Self { text, fault: format!("{place}, line {line}: {fault}") }
            }
            PgnError::Io { .. } => unreachable!("memory can be read"),
        }
    }
}

impl PlannedGame {
    /// Returns the numbers of moves before the positions to evaluate: those before and after each
    /// move that is not from the book.
    fn positions(&self) -> Range<usize> {
        let moves = self.game.moves.len();
        if moves > self.book_moves { self.book_moves..moves + 1 } else { 0..0 }
    }

    /// Returns the positions to evaluate in groups, each searched as a whole.
    pub(super) fn groups(&self) -> impl Iterator<Item = Range<usize>> {
        let all = self.positions();
        all.clone().step_by(GROUP).map(move |start| start..all.end.min(start + GROUP))
    }
}

impl Plan {
    /// Reads the games of all files, or the only one that is wanted, and looks up their moves in
    /// the book. The `texts` are those of the files, and their bytes advance `bar`.
    pub(super) fn new(
        texts: &[Vec<u8>],
        arguments: &AnnotateArguments,
        bar: &ProgressBar,
    ) -> Result<Self, CliError> {
        let AnnotateArguments { games: paths, game: wanted, book: book_path, .. } = arguments;
        let open = |path: &PathBuf| Book::open(path).map_err(at_file(path));
        let mut book = book_path.as_ref().map(open).transpose()?;
        let (games, empty) = (Vec::new(), Vec::new());
        let mut plan = Self { games, empty, rest: String::new(), line_end: "\n" };
        let mut count = 0;
        for (number, (path, text)) in paths.iter().zip(texts).enumerate() {
            if number == 0 {
                plan.line_end = line_end(&mut &**text).map_err(at_file(path))?;
            }
            let before = count;
            let first = wanted.map_or(1, |wanted| wanted.saturating_sub(count));
            let reader = PgnReader::annotated(bar.wrap_read(&**text)).after(&plan.rest);
            let mut reader = reader.from_game(first as u64);
            for game in reader.by_ref() {
                count += 1;
                if wanted.is_some_and(|wanted| wanted != count) {
                    continue;
                }
                plan.games.push(match game {
                    Ok(game) => {
                        let at_book = at_file(book_path.as_ref().unwrap_or(path));
                        let book_moves = book_moves(&game, book.as_mut()).map_err(at_book)?;
                        Ok(PlannedGame { game, book_moves })
                    }
                    Err(error) if wanted.is_some() => return Err(at_file(path)(error).into()),
                    Err(error) => Err(FaultyGame::new(error, (paths.len() > 1).then_some(path))),
                });
                if wanted.is_some() {
                    plan.rest.clear();
                    return Ok(plan);
                }
            }
            if count == before {
                plan.empty.push(path.clone());
            }
            reader.text_after().clone_into(&mut plan.rest);
            let is_followed = number + 1 < paths.len();
            if let Some(Err(faulty)) = plan.games.last_mut().filter(|_| is_followed) {
                // Otherwise, it would take in the next file's game.
                faulty.text.push_str(&closing(&faulty.text));
            }
        }
        match (count, *wanted) {
            (games, Some(wanted)) => {
                Err(CliError::GameNumber { paths: paths.clone(), games, wanted })
            }
            (0, None) => Err(CliError::NoGames { paths: paths.clone() }),
            (_, None) => Ok(plan),
        }
    }

    /// Whether a game can be read, with or without moves to annotate.
    pub(super) fn has_readable_games(&self) -> bool {
        self.games.iter().any(Result::is_ok)
    }

    /// Returns the number of positions to evaluate.
    pub(super) fn positions(&self) -> usize {
        self.games.iter().flatten().map(|game| game.positions().len()).sum()
    }

    /// Returns the number of games with moves that can be annotated.
    pub(super) fn annotated(&self) -> usize {
        self.games.iter().flatten().filter(|game| !game.positions().is_empty()).count()
    }

    /// Describes the result of a complete run.
    pub(super) fn result(&self) -> String {
        let annotated = self.annotated();
        let kept = self.games.len() - annotated;
        let rest = if kept > 0 { format!(", {kept} kept as in the source") } else { String::new() };
        format!("{} annotated{rest}", counted(annotated, "game"))
    }
}
