//! The book moves at the beginning of a game, which are not judged.

use std::io::{self, Read, Seek};

use nunatak::book::{Book, BookMove};

use crate::pgn::PgnGame;

/// The comment with which tournament managers mark a book move.
const BOOK_COMMENT: &str = "book";

/// Returns the number of moves at the beginning of `game` that the `book` plays or that have the
/// comment `book`.
///
/// # Errors
/// Errors of reading the book.
pub fn book_moves<S: Read + Seek>(
    game: &PgnGame,
    mut book: Option<&mut Book<S>>,
) -> io::Result<usize> {
    let mut board = game.start;
    for (index, &mv) in game.moves.iter().enumerate() {
        let is_marked = game.annotations.comment(index).eq_ignore_ascii_case(BOOK_COMMENT);
        let known = match &mut book {
            Some(book) if !is_marked => book.moves(&board)?,
            Some(_) | None => Vec::new(),
        };
        let is_played = |book_move: &BookMove| book_move.mv == mv && book_move.weight > 0;
        if !is_marked && !known.iter().any(is_played) {
            return Ok(index);
        }
        board = board.make(mv);
    }
    Ok(game.moves.len())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use nunatak::board::Board;
    use nunatak::book::{BookEntry, book_key};

    use super::*;
    use crate::book::{BookBuilder, write_book};
    use crate::pgn::PgnReader;

    fn game(text: &str) -> PgnGame {
        PgnReader::annotated(text.as_bytes()).next().unwrap().unwrap()
    }

    #[test]
    fn opening_moves_in_the_book_or_with_its_comment_are_counted() {
        let mut builder = BookBuilder::default();
        builder.add(&game("1. e4 e5 2. Nf3 1-0"));
        // A move without points is not in the book, one of weight 0 is never played.
        let mut entries = builder.into_entries(1);
        let start = Board::start();
        entries.push(BookEntry::new(book_key(&start), start.parse_move("c2c4").unwrap(), 0));
        entries.sort_by_key(|entry| entry.key);
        let mut bytes = Vec::new();
        write_book(&mut bytes, &entries).unwrap();
        for (text, without, with) in [
            ("1. e4 *", 0, 1),
            ("1. d4 *", 0, 0),
            ("1. c4 *", 0, 0),
            ("1. e4 {book} e5 { Book } 2. Nf3 *", 2, 3),
            ("1. e4 e5 2. Nf3 {book} *", 0, 1),
            ("1. d4 {book} d5 {a book} *", 1, 1),
            ("*", 0, 0),
        ] {
            let game = game(&format!("[Event \"x\"]\n\n{text}"));
            let mut book = Book::new(Cursor::new(bytes.clone())).unwrap();
            assert_eq!(book_moves(&game, Some(&mut book)).unwrap(), with, "{text}");
            assert_eq!(book_moves::<Cursor<Vec<u8>>>(&game, None).unwrap(), without, "{text}");
        }
    }
}
