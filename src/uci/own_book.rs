//! The engine's own opening book.

use std::fs::File;
use std::io;
use std::path::Path;

use crate::board::Board;
use crate::book::{Book, BookChoice, BookError};
use crate::types::Move;

/// The default and the highest value of [`OwnBook::depth`].
pub(super) const MAX_BOOK_DEPTH: u16 = 255;

/// A book, and when and how to play from it.
#[derive(Debug)]
pub(super) struct OwnBook {
    /// Whether to play from it at all.
    pub(super) is_used: bool,
    /// The number of the last move of a game that is taken from it.
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
    /// Takes another file in place of the last, or none.
    pub(super) fn open(&mut self, path: Option<&Path>) -> Result<(), BookError> {
        self.book = None;
        self.book = path.map(Book::open).transpose()?;
        Ok(())
    }

    /// A move for `board`, and the best reply that the book knows. If the book cannot be read, it is
    /// closed.
    pub(super) fn choose(&mut self, board: &Board) -> io::Result<Option<(Move, Option<Move>)>> {
        let is_wanted = self.is_used && board.fullmove_number() <= self.depth;
        let Some(book) = self.book.as_mut().filter(|_| is_wanted) else { return Ok(None) };
        let found = find(book, self.choice, board);
        if found.is_err() {
            self.book = None;
        }
        found
    }
}

fn find(
    book: &mut Book,
    choice: BookChoice,
    board: &Board,
) -> io::Result<Option<(Move, Option<Move>)>> {
    let Some(best) = choice.of(&book.moves(board)?) else { return Ok(None) };
    let reply = BookChoice::Best.of(&book.moves(&board.make(best))?);
    Ok(Some((best, reply)))
}
