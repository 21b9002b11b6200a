//! The opening book that the engine plays from.

use std::fs::File;
use std::io;
use std::path::Path;

use crate::board::Board;
use crate::book::{Book, BookChoice, BookError};
use crate::types::Move;

/// The default and maximum of [`OwnBook::depth`].
pub(super) const MAX_BOOK_DEPTH: u16 = 255;

/// A book and its settings.
#[derive(Debug)]
pub(super) struct OwnBook {
    /// Whether book moves are played.
    pub(super) is_used: bool,
    /// The last move number for which book moves are played.
    pub(super) depth: u16,
    pub(super) choice: BookChoice,
    book: Option<Book<File>>,
}

impl Default for OwnBook {
    fn default() -> Self {
        Self { is_used: false, depth: MAX_BOOK_DEPTH, choice: BookChoice::default(), book: None }
    }
}

impl OwnBook {
    /// Replaces the book by the one at `path`; without a path, only closes the old one. On an error
    /// the old book is kept.
    pub(super) fn open(&mut self, path: Option<&Path>) -> Result<(), BookError> {
        self.book = path.map(Book::open).transpose()?;
        Ok(())
    }

    /// Chooses a book move for `board` and returns it with the best reply in the book. An error
    /// closes the book.
    pub(super) fn choose(&mut self, board: &Board) -> io::Result<Option<(Move, Option<Move>)>> {
        let is_wanted = self.is_used && board.fullmove_number() <= self.depth;
        let Some(book) = self.book.as_mut().filter(|_| is_wanted) else { return Ok(None) };
        let chosen = choose(book, self.choice, board);
        if chosen.is_err() {
            self.book = None;
        }
        chosen
    }
}

fn choose(
    book: &mut Book,
    choice: BookChoice,
    board: &Board,
) -> io::Result<Option<(Move, Option<Move>)>> {
    let Some(best) = choice.of(&book.moves(board)?) else { return Ok(None) };
    let reply = BookChoice::Best.of(&book.moves(&board.make(best))?);
    Ok(Some((best, reply)))
}
