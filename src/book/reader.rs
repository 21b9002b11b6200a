//! Finding the moves of a position in a book.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use rand::seq::IndexedRandom;
use thiserror::Error;

use super::entry::BookEntry;
use super::key::book_key;
use crate::board::Board;
use crate::types::{MAX_MOVES, Move};

/// A file that cannot serve as a book.
#[derive(Debug, Error)]
pub enum BookError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is a folder or a device.
    #[error("not a file")]
    NoFile,
    /// Something was cut off, or it is no book at all.
    #[error("no Polyglot book: {0} bytes are not a whole number of entries of 16 bytes")]
    Size(u64),
    /// It has no entries.
    #[error("the book is empty")]
    Empty,
    /// Its last entry belongs before its first.
    #[error("no Polyglot book: its entries are not sorted")]
    Unsorted,
}

/// A move of a book that is legal in the position asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// How much it counts beside the other moves of the position; 0 says never to play it.
    pub weight: u16,
}

/// How to choose among the moves of a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BookChoice {
    /// The move with the highest weight, the first of several.
    Best,
    /// At random, each move as often as its weight says.
    #[default]
    Weighted,
}

impl BookChoice {
    /// One of `moves`; `None` if none has a weight.
    pub fn of(self, moves: &[BookMove]) -> Option<Move> {
        let chosen = match self {
            // Of equals, the iterator takes the last.
            Self::Best => moves.iter().rev().max_by_key(|book_move| book_move.weight),
            Self::Weighted => moves
                .choose_weighted(&mut rand::rng(), |book_move| u64::from(book_move.weight))
                .ok(),
        };
        chosen.filter(|book_move| book_move.weight > 0).map(|book_move| book_move.mv)
    }
}

/// A Polyglot book. It stays in its file, of which a search reads some twenty entries, so that it
/// may be of any size.
#[derive(Debug)]
pub struct Book<S = File> {
    source: S,
    /// How many entries it has, at least 1.
    len: u64,
}

impl Book {
    /// Opens the file of a book.
    ///
    /// # Errors
    /// [`BookError`] if it cannot be read, is empty, or is seen not to be a book.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        // To open a pipe would be to wait for who writes into it.
        if !fs::metadata(path)?.is_file() {
            return Err(BookError::NoFile);
        }
        Self::new(File::open(path)?)
    }
}

impl<S: Read + Seek> Book<S> {
    /// A book in `source`, from its first byte to its last.
    ///
    /// # Errors
    /// As of [`Book::open`].
    pub fn new(mut source: S) -> Result<Self, BookError> {
        const BYTES: u64 = BookEntry::BYTES as u64;
        let size = source.seek(SeekFrom::End(0))?;
        if size % BYTES != 0 {
            return Err(BookError::Size(size));
        }
        let mut book = Self { source, len: size / BYTES };
        let last = book.len.checked_sub(1).ok_or(BookError::Empty)?;
        if book.entry(0)?.key > book.entry(last)?.key {
            return Err(BookError::Unsorted);
        }
        Ok(book)
    }

    /// The moves of the book that are legal in `board`, in the order of the file, which is that of
    /// falling weight.
    ///
    /// # Errors
    /// What goes wrong in reading the file.
    pub fn moves(&mut self, board: &Board) -> io::Result<Vec<BookMove>> {
        let key = book_key(board);
        let first = self.first_with(key)?;
        self.seek(first)?;
        let mut moves = Vec::new();
        let mut input = BufReader::with_capacity(32 * BookEntry::BYTES, &mut self.source);
        // No more than there can be: a broken file may have the same key throughout.
        for _ in first..self.len.min(first + MAX_MOVES as u64) {
            let entry = read_entry(&mut input)?;
            if entry.key != key {
                break;
            }
            let legal = entry.legal_move(board);
            moves.extend(legal.map(|mv| BookMove { mv, weight: entry.weight }));
        }
        Ok(moves)
    }

    /// The index of the first entry whose key is not below `key`.
    fn first_with(&mut self, key: u64) -> io::Result<u64> {
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

    fn entry(&mut self, index: u64) -> io::Result<BookEntry> {
        self.seek(index)?;
        read_entry(&mut self.source)
    }

    fn seek(&mut self, index: u64) -> io::Result<u64> {
        self.source.seek(SeekFrom::Start(index * BookEntry::BYTES as u64))
    }
}

fn read_entry(input: &mut impl Read) -> io::Result<BookEntry> {
    let mut bytes = [0; BookEntry::BYTES];
    input.read_exact(&mut bytes)?;
    Ok(BookEntry::from_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use proptest::prelude::*;

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
    fn the_legal_moves_of_a_position_are_found_wherever_they_stand() {
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
    fn what_is_no_book_is_refused() {
        let refuse = |source| Book::new(source).unwrap_err().to_string();
        assert!(refuse(Cursor::new(vec![0; 31])).contains("31 bytes"));
        assert!(refuse(Cursor::new(Vec::new())).contains("empty"));
        assert!(refuse(bytes(&[entry(2, "e2e4", 1), entry(1, "e2e4", 1)])).contains("sorted"));
        assert!(matches!(Book::open(Path::new("no such file")), Err(BookError::Io(_))));
        assert!(matches!(Book::open(Path::new(".")), Err(BookError::NoFile)));
    }

    #[test]
    fn a_book_of_one_key_is_not_read_to_its_end() {
        let start = book_key(&Board::start());
        let mut book = Book::new(bytes(&vec![entry(start, "e2e4", 1); 5_000])).unwrap();
        assert_eq!(book.moves(&Board::start()).unwrap().len(), MAX_MOVES);
    }

    #[test]
    fn the_choice_follows_the_weights() {
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
        assert_eq!(BookChoice::Best.of(&moves), Some(mv("e2e4")));
        const DRAWS: usize = 7_000;
        let mut counts = [0; 4];
        for _ in 0..DRAWS {
            let chosen = BookChoice::Weighted.of(&moves).unwrap();
            counts[moves.iter().position(|book_move| book_move.mv == chosen).unwrap()] += 1;
        }
        // Six standard deviations are about 250.
        let near = |count: usize, expected: usize| count.abs_diff(expected) < 250;
        assert!(counts[0] == 0 && near(counts[1], 3_000) && near(counts[2], 3_000), "{counts:?}");
        for choice in [BookChoice::Best, BookChoice::Weighted] {
            assert_eq!(choice.of(&moves[..1]), None);
            assert_eq!(choice.of(&[]), None);
        }
    }

    proptest! {
        /// The search against a look at every entry.
        #[test]
        fn the_first_entry_of_a_key_is_found(
            mut keys in prop::collection::vec(0_u64..20, 1..40),
            wanted in 0_u64..20,
        ) {
            keys.sort_unstable();
            let entries: Vec<_> = keys.iter().map(|&key| entry(key, "e2e4", 1)).collect();
            let naive = keys.iter().take_while(|&&key| key < wanted).count();
            prop_assert_eq!(Book::new(bytes(&entries)).unwrap().first_with(wanted).unwrap(), naive as u64);
        }

        #[test]
        fn any_file_is_read_or_refused(mut contents in prop::collection::vec(any::<u8>(), 0..200)) {
            contents.truncate(contents.len() / 16 * 16);
            if let Ok(mut book) = Book::new(Cursor::new(contents)) {
                prop_assert!(book.moves(&Board::start()).is_ok());
            }
        }
    }
}
