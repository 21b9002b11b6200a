//! Opening books in Polyglot format: looking up moves.
//!
//! A book is a file of [entries](BookEntry) sorted by the [key](book_key) of their position.
//!
//! Source: M. Van den Bergh, "Polyglot book format", after F. Letouzey, "PolyGlot".

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod entry;
mod key;

pub use entry::BookEntry;
pub use key::book_key;

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

use rand::Rng;
use rand::seq::IndexedRandom;
use thiserror::Error;

use crate::board::Board;
use crate::text::{counted, open_regular};
use crate::types::{MAX_MOVES, Move};

/// Reasons why a file cannot be used as a book.
#[derive(Debug, Error)]
pub enum BookError {
    /// An error in reading the file.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A file size, in bytes, that is not a multiple of the size of an entry.
    #[error("not a Polyglot book: its size, {}, is not a multiple of 16", counted(*.0, "byte"))]
    Size(u64),
    /// A file without entries.
    #[error("the book is empty")]
    Empty,
    /// An entry whose key is lower than that of one before it.
    #[error("not a Polyglot book: its entries are not sorted by key")]
    Unsorted,
    /// Entries most of which are moves that no piece can make.
    #[error("not a Polyglot book: its entries are not moves")]
    NoMoves,
}

/// The number of entries, spread over the file, that are checked when a book is opened.
const CHECKED_ENTRIES: u64 = 1_024;

/// A legal move of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// The weight relative to the other moves of the position; a move of weight 0 is never played.
    pub weight: u16,
}

/// Returns the move with the highest weight, the first of equals; `None` if all weights are 0.
pub fn best_move(moves: &[BookMove]) -> Option<Move> {
    // `max_by_key` returns the last of equals.
    let best = moves.iter().rev().max_by_key(|book_move| book_move.weight);
    best.filter(|book_move| book_move.weight > 0).map(|book_move| book_move.mv)
}

/// Returns a random move, with a probability proportional to its weight; `None` if all weights are
/// 0.
pub fn random_move(moves: &[BookMove], random: &mut impl Rng) -> Option<Move> {
    let chosen = moves.choose_weighted(random, |book_move| u64::from(book_move.weight));
    chosen.ok().map(|book_move| book_move.mv)
}

/// A Polyglot book of any size, which stays in its file; a lookup is a binary search.
#[derive(Debug)]
pub struct Book<S = File> {
    source: S,
    /// The number of entries, at least 1.
    len: u64,
}

impl Book {
    /// Opens a book.
    ///
    /// # Errors
    /// [`BookError`] if the file cannot be read, is empty, or is recognised as something else. Of a
    /// large file, only a part of the entries is checked.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        Self::new(open_regular(path)?)
    }
}

impl<S: Read + Seek> Book<S> {
    /// Creates a book from all of `source`.
    ///
    /// # Errors
    /// Errors of [`Book::open`].
    pub fn new(mut source: S) -> Result<Self, BookError> {
        const BYTES: u64 = BookEntry::BYTES as u64;
        let size = source.seek(SeekFrom::End(0))?;
        if size % BYTES != 0 {
            return Err(BookError::Size(size));
        }
        let mut book = Self { source, len: size / BYTES };
        book.check()?;
        Ok(book)
    }

    /// Checks that entries spread over the file are sorted, and that most of them have possible
    /// moves.
    fn check(&mut self) -> Result<(), BookError> {
        let last = self.len.checked_sub(1).ok_or(BookError::Empty)?;
        let step = last.div_ceil(CHECKED_ENTRIES).max(1);
        let (mut key, mut moves, mut others) = (0, 0_u64, 0_u64);
        for index in (0..last).step_by(usize::try_from(step).unwrap_or(usize::MAX)).chain([last]) {
            let entry = self.entry(index)?;
            if entry.key < key {
                return Err(BookError::Unsorted);
            }
            key = entry.key;
            *if entry.is_possible() { &mut moves } else { &mut others } += 1;
        }
        if moves > others { Ok(()) } else { Err(BookError::NoMoves) }
    }

    /// Returns the book moves that are legal in `board`, in the order of the file, normally by
    /// descending weight.
    ///
    /// # Errors
    /// Errors of reading the file.
    pub fn moves(&mut self, board: &Board) -> io::Result<Vec<BookMove>> {
        let key = book_key(board);
        let first = self.lower_bound(key)?;
        let mut moves = Vec::new();
        // The limit guards against damaged files with the same key throughout.
        for index in first..self.len.min(first + MAX_MOVES as u64) {
            let entry = self.entry(index)?;
            if entry.key != key {
                break;
            }
            let legal = entry.legal_move(board);
            moves.extend(legal.map(|mv| BookMove { mv, weight: entry.weight }));
        }
        Ok(moves)
    }

    /// Returns the index of the first entry whose key is not below `key`, by binary search.
    fn lower_bound(&mut self, key: u64) -> io::Result<u64> {
        let (mut low, mut high) = (0, self.len);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.entry(middle)?.key < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    /// Reads the entry at `index`.
    fn entry(&mut self, index: u64) -> io::Result<BookEntry> {
        let mut bytes = [0; BookEntry::BYTES];
        self.source.seek(SeekFrom::Start(index * BookEntry::BYTES as u64))?;
        self.source.read_exact(&mut bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => io::Error::new(error.kind(), "the file has been shortened"),
            _ => error,
        })?;
        Ok(BookEntry::from_bytes(bytes))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;

    fn bytes(entries: &[BookEntry]) -> Cursor<Vec<u8>> {
        Cursor::new(entries.iter().flat_map(|entry| entry.to_bytes()).collect())
    }

    fn entry(key: u64, text: &str, weight: u16) -> BookEntry {
        BookEntry::new(key, Board::start().parse_move(text).unwrap(), weight)
    }

    fn texts(moves: &[BookMove]) -> Vec<(String, u16)> {
        moves.iter().map(|book_move| (format!("{:?}", book_move.mv), book_move.weight)).collect()
    }

    #[test]
    fn legal_moves_are_found_anywhere_in_the_file() {
        let start = book_key(&Board::start());
        let illegal = BookEntry { mv: 0, ..entry(start, "e2e4", 9) };
        let own = [entry(start, "e2e4", 5), illegal, entry(start, "d2d4", 3)];
        let expected = [("e2e4".to_owned(), 5), ("d2d4".to_owned(), 3)];
        for before in 0..4 {
            for after in 0..4 {
                let mut entries = vec![entry(start - 1, "a2a3", 1); before];
                entries.extend(own);
                entries.extend(vec![entry(start + 1, "h2h3", 1); after]);
                let mut book = Book::new(bytes(&entries)).unwrap();
                assert_eq!(texts(&book.moves(&Board::start()).unwrap()), expected);
                let next = Board::start().make(own[0].legal_move(&Board::start()).unwrap());
                assert_eq!(book.moves(&next).unwrap(), []);
            }
        }
    }

    #[test]
    fn other_files_are_rejected() {
        let error = |source| Book::new(source).unwrap_err().to_string();
        assert!(error(Cursor::new(vec![0; 31])).contains("31 bytes"));
        assert!(error(Cursor::new(Vec::new())).contains("empty"));
        assert!(error(bytes(&[entry(2, "e2e4", 1), entry(1, "e2e4", 1)])).contains("sorted"));
        let unsorted: Vec<_> = [1, 2, 9, 3, 4].map(|key| entry(key, "e2e4", 1)).to_vec();
        assert!(error(bytes(&unsorted)).contains("sorted"));
        // Of a large file, entries all over it are checked.
        let mut large = vec![entry(2, "e2e4", 1); 5_000];
        large[3_000..3_010].fill(entry(1, "e2e4", 1));
        assert!(error(bytes(&large)).contains("sorted"));
        let half = [entry(1, "e2e4", 1), BookEntry { mv: 0, ..entry(2, "e2e4", 1) }];
        assert!(error(bytes(&half)).contains("not moves"));
        for byte in [0, b'a', 0xff] {
            assert!(error(Cursor::new(vec![byte; 160])).contains("not moves"));
        }
        assert!(matches!(Book::open(Path::new("no such file")), Err(BookError::Io(_))));
        assert_eq!(Book::open(Path::new(".")).unwrap_err().to_string(), "not a regular file");
    }

    #[test]
    fn a_file_that_is_shortened_later_is_an_error() {
        let start = book_key(&Board::start());
        let mut book = Book::new(bytes(&[entry(0, "e2e4", 1), entry(start, "e2e4", 1)])).unwrap();
        book.source.get_mut().truncate(BookEntry::BYTES);
        let error = book.moves(&Board::start()).unwrap_err();
        assert_eq!(error.to_string(), "the file has been shortened");
    }

    #[test]
    fn the_number_of_moves_of_a_position_is_limited() {
        let start = book_key(&Board::start());
        let mut book = Book::new(bytes(&vec![entry(start, "e2e4", 1); 5_000])).unwrap();
        assert_eq!(book.moves(&Board::start()).unwrap().len(), MAX_MOVES);
    }

    #[test]
    fn moves_are_chosen_by_weight() {
        let book_move = |text, weight| BookMove { mv: mv(text), weight };
        fn mv(text: &str) -> Move {
            Board::start().parse_move(text).unwrap()
        }
        let moves = [
            book_move("a2a3", 0),
            book_move("e2e4", 300),
            book_move("d2d4", 300),
            book_move("c2c4", 100),
        ];
        let random = &mut StdRng::seed_from_u64(1);
        assert_eq!(best_move(&moves), Some(mv("e2e4")));
        const DRAWS: usize = 7_000;
        let mut counts = [0; 4];
        for _ in 0..DRAWS {
            let chosen = random_move(&moves, random).unwrap();
            counts[moves.iter().position(|book_move| book_move.mv == chosen).unwrap()] += 1;
        }
        // Six standard deviations are about 250.
        let is_near = |count: usize, expected: usize| count.abs_diff(expected) < 250;
        assert!(
            counts[0] == 0 && is_near(counts[1], 3_000) && is_near(counts[2], 3_000),
            "{counts:?}"
        );
        for none in [&moves[..1], &[]] {
            assert_eq!((best_move(none), random_move(none, random)), (None, None));
        }
    }

    proptest! {
        #[test]
        fn binary_search_agrees_with_linear_search(
            mut keys in prop::collection::vec(0_u64..20, 1..40),
            wanted in 0_u64..20,
        ) {
            keys.sort_unstable();
            let entries: Vec<_> = keys.iter().map(|&key| entry(key, "e2e4", 1)).collect();
            let linear = keys.iter().take_while(|&&key| key < wanted).count();
            prop_assert_eq!(Book::new(bytes(&entries)).unwrap().lower_bound(wanted).unwrap(), linear as u64);
        }

        #[test]
        fn arbitrary_entries_give_legal_moves(codes in prop::collection::vec(any::<u16>(), 1..12)) {
            let known = entry(book_key(&Board::start()), "e2e4", 1);
            // In a book, most entries are possible moves.
            let mut entries = vec![known; 4 * codes.len()];
            entries.extend(codes.iter().map(|&mv| BookEntry { mv, ..known }));
            let moves = Book::new(bytes(&entries)).unwrap().moves(&Board::start()).unwrap();
            prop_assert!(moves.len() >= 4 * codes.len());
            let legal = Board::start().legal_moves();
            prop_assert!(moves.iter().all(|book_move| legal.contains(&book_move.mv)));
        }
    }
}
