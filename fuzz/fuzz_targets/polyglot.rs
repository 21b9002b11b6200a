//! Reads bytes as a packed position and a Polyglot book.

#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use nunatak::board::Board;
use nunatak::book::{Book, BookEntry, BookMove, best_move, book_key, random_move};
use nunatak_workshop::dataset::{PACKED_BYTES, unpack};

fuzz_target!(|input: &[u8]| {
    let Some((packed, book)) = input.split_first_chunk::<PACKED_BYTES>() else { return };
    let board = unpack(packed).unwrap_or(Board::start());
    look_up(&board, book);
    // The same entries sorted, one of them with the key of the board.
    let mut entries: Vec<_> =
        book.as_chunks().0.iter().copied().map(BookEntry::from_bytes).collect();
    if let Some(entry) = entries.first_mut() {
        entry.key = book_key(&board);
    }
    entries.sort_by_key(|entry| entry.key);
    let sorted: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
    let matching = entries.iter().filter(|entry| entry.key == book_key(&board));
    let expected: Vec<_> = matching
        .filter_map(|entry| Some(BookMove { mv: entry.legal_move(&board)?, weight: entry.weight }))
        .collect();
    // If most entries are not moves, they are no book.
    if let Some(found) = look_up(&board, &sorted) {
        assert_eq!(found, expected);
    }
});

/// Returns the moves of the position in a book, or `None` if the bytes are not a book.
fn look_up(board: &Board, book: &[u8]) -> Option<Vec<BookMove>> {
    let mut book = Book::new(Cursor::new(book)).ok()?;
    let moves = book.moves(board).expect("memory can be read");
    let has_weight = moves.iter().any(|book_move| book_move.weight > 0);
    for chosen in [best_move(&moves), random_move(&moves, &mut rand::rng())] {
        assert_eq!(chosen.is_some(), has_weight);
    }
    assert!(moves.iter().all(|book_move| board.is_legal(book_move.mv)));
    Some(moves)
}
