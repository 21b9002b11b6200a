//! Counts the games and positions of a run in advance.

use nunatak::book::Book;
use nunatak::cli::at_file;
use nunatak::text::counted;

use super::arguments::AnnotateArguments;
use crate::annotate::book_moves;
use crate::cli::error::CliError;
use crate::cli::games::line_end;
use crate::pgn::{PgnError, PgnReader};

/// The games of a file and the work that they require.
pub(super) struct Plan {
    /// The number of book moves of each game, 0 for one that cannot be annotated.
    pub(super) book_moves: Vec<usize>,
    /// Whether a game can be read, with or without moves to annotate.
    pub(super) has_readable_games: bool,
    /// The number of games with moves that can be annotated.
    annotated: usize,
    /// The number of positions to evaluate.
    pub(super) positions: usize,
    /// The line end of the file.
    pub(super) line_end: &'static str,
}

impl Plan {
    /// Reads the games and looks up their moves in the book.
    pub(super) fn new(input: &[u8], arguments: &AnnotateArguments) -> Result<Self, CliError> {
        let path = arguments.first();
        let mut book = match &arguments.book {
            Some(path) => Some(
                Book::open(path).map_err(|error| CliError::Book { path: path.clone(), error })?,
            ),
            None => None,
        };
        let line_end = line_end(&mut { input }).map_err(at_file(path))?;
        let mut plan = Self {
            book_moves: Vec::new(),
            has_readable_games: false,
            annotated: 0,
            positions: 0,
            line_end,
        };
        for game in PgnReader::annotated(input) {
            let book_moves = match game {
                Ok(game) => {
                    let at_book = at_file(arguments.book.as_deref().unwrap_or(path));
                    let book_moves = book_moves(&game, book.as_mut()).map_err(at_book)?;
                    plan.has_readable_games = true;
                    plan.count(game.moves.len(), book_moves);
                    book_moves
                }
                Err(PgnError::Game { .. }) => 0,
                Err(PgnError::Io { error, .. }) => return Err(at_file(path)(error).into()),
            };
            plan.book_moves.push(book_moves);
        }
        match plan.book_moves.len() {
            0 => Err(CliError::NoGames { path: path.to_owned() }),
            _ => Ok(plan),
        }
    }

    /// Counts the positions before and after each move that is not from the book.
    fn count(&mut self, moves: usize, book_moves: usize) {
        if moves > book_moves {
            self.annotated += 1;
            self.positions += moves - book_moves + 1;
        }
    }

    /// Returns the number of games with moves that can be annotated.
    pub(super) fn annotated(&self) -> usize {
        self.annotated
    }

    /// Describes the result of a complete run.
    pub(super) fn result(&self) -> String {
        let kept = self.book_moves.len() - self.annotated;
        let rest = if kept > 0 { format!(", {kept} kept as in the source") } else { String::new() };
        format!("{} annotated{rest}", counted(self.annotated, "game"))
    }
}
