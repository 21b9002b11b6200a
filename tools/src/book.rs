//! Builds opening books in Polyglot format from games.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io::{self, Write};

use nunatak::book::{BookEntry, book_key};
use nunatak::types::{Color, Outcome};

use crate::pgn::PgnGame;

/// The maximum weight of an entry.
const MAX_WEIGHT: u32 = u16::MAX as u32;

/// The statistics of a move.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    /// The number of times that the move was played.
    count: u32,
    /// The points that its players scored, 2 for a win.
    points: u32,
}

/// Collects the moves of games and their results.
#[derive(Debug, Default)]
pub struct BookBuilder {
    /// Statistics by position key and move, encoded as in an entry.
    tallies: HashMap<(u64, u16), Tally>,
}

impl BookBuilder {
    /// Adds the moves of `game`. A move scores two points if its player won and one if the game was
    /// drawn or has no result. Source: the `make-book` command of F. Letouzey's PolyGlot.
    pub fn add(&mut self, game: &PgnGame) {
        let mut board = game.start;
        for &mv in &game.moves {
            let BookEntry { key, mv: encoded, .. } = BookEntry::new(book_key(&board), mv, 0);
            let tally = self.tallies.entry((key, encoded)).or_default();
            tally.count = tally.count.saturating_add(1);
            tally.points = tally.points.saturating_add(points(game.outcome, board.side_to_move()));
            board = board.make(mv);
        }
    }

    /// Returns the entries of the moves that were played at least `min_count` times and scored,
    /// sorted by key and descending weight. The weight is the number of points; if one of a
    /// position exceeds 16 bits, all of them are scaled down.
    pub fn into_entries(self, min_count: u32) -> Vec<BookEntry> {
        let is_wanted = |tally: &Tally| tally.count >= min_count && tally.points > 0;
        let wanted = self.tallies.into_iter().filter(|(_, tally)| is_wanted(tally));
        let mut moves: Vec<_> = wanted.map(|((key, mv), tally)| (key, tally.points, mv)).collect();
        moves.sort_unstable_by_key(|&(key, points, mv)| (key, Reverse(points), mv));
        let positions = moves.chunk_by(|(a, ..), (b, ..)| a == b);
        positions
            .flat_map(|moves| {
                let highest = moves.first().map_or(0, |&(_, points, _)| points);
                moves.iter().map(move |&(key, points, mv)| BookEntry {
                    key,
                    mv,
                    weight: weight(points, highest),
                })
            })
            .collect()
    }
}

/// Returns the points of `color`, 0 to 2; a game without outcome counts as drawn.
fn points(outcome: Option<Outcome>, color: Color) -> u32 {
    match outcome {
        None | Some(Outcome::Draw) => 1,
        Some(outcome) if outcome == Outcome::win_of(color) => 2,
        Some(_) => 0,
    }
}

/// Returns the weight of a move with `points`, at least 1, where `highest` is the maximum of its
/// position.
fn weight(points: u32, highest: u32) -> u16 {
    if highest <= MAX_WEIGHT {
        return points as u16;
    }
    let scaled = u64::from(points) * u64::from(MAX_WEIGHT) / u64::from(highest);
    (scaled as u16).max(1)
}

/// Writes a book of `entries`, which must be sorted by key.
///
/// # Errors
/// Errors of `out`.
pub fn write_book(out: &mut impl Write, entries: &[BookEntry]) -> io::Result<()> {
    entries.iter().try_for_each(|entry| out.write_all(&entry.to_bytes()))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use nunatak::board::Board;
    use nunatak::book::Book;

    use super::*;
    use crate::pgn::PgnReader;

    fn entries(pgn: &str, min_count: u32) -> Vec<BookEntry> {
        let mut builder = BookBuilder::default();
        for game in PgnReader::new(pgn.as_bytes()) {
            builder.add(&game.unwrap());
        }
        builder.into_entries(min_count)
    }

    /// Returns the book moves and weights of the position after `moves`.
    fn moves_after(entries: &[BookEntry], moves: &str) -> Vec<(String, u16)> {
        let mut bytes = Vec::new();
        write_book(&mut bytes, entries).unwrap();
        let play = |board: Board, text| board.make(board.parse_san(text).unwrap());
        let board = moves.split_whitespace().fold(Board::start(), play);
        let found = Book::new(Cursor::new(bytes)).unwrap().moves(&board).unwrap();
        found.into_iter().map(|found| (board.san(found.mv), found.weight)).collect()
    }

    const GAMES: &str = "1. e4 e5 1-0  1. e4 c5 0-1  1. e4 e5 1/2-1/2  1. d4 d5 1-0  1. d4 d5 1-0
                         1. d4 d5 *  1. c4 e5 0-1";

    #[test]
    fn moves_are_weighted_by_the_points_of_their_players() {
        let equal = entries("1. e4 * 1. d4 * 1. c4 * 1. a3 * 1. h3 *", 1);
        let entries = entries(GAMES, 1);
        let weights = |list: &[(&str, u16)]| -> Vec<(String, u16)> {
            list.iter().map(|&(san, weight)| (san.to_owned(), weight)).collect()
        };
        // The move c4 was played in a lost game only.
        assert_eq!(moves_after(&entries, ""), weights(&[("d4", 5), ("e4", 3)]));
        assert_eq!(moves_after(&entries, "e4"), weights(&[("c5", 2), ("e5", 1)]));
        assert_eq!(moves_after(&entries, "d4"), weights(&[("d5", 1)]));
        assert_eq!(moves_after(&entries, "c4"), weights(&[("e5", 2)]));
        assert_eq!(moves_after(&entries, "e4 e5"), []);
        assert!(entries.is_sorted_by_key(|entry| (entry.key, Reverse(entry.weight))));
        assert_eq!(entries.len(), 6);
        // Moves of the same weight are in the order of their encoding, in every run.
        assert!(equal.len() == 5 && equal.is_sorted_by_key(|entry| entry.mv), "{equal:?}");
    }

    #[test]
    fn rarely_played_moves_are_omitted() {
        let entries = entries(GAMES, 3);
        assert_eq!(moves_after(&entries, "").len(), 2);
        assert_eq!(moves_after(&entries, "d4").len(), 1);
        assert_eq!((moves_after(&entries, "e4").len(), entries.len()), (0, 3));
    }

    #[test]
    fn weights_beyond_16_bits_are_scaled_down() {
        assert_eq!((weight(MAX_WEIGHT, MAX_WEIGHT), weight(7, MAX_WEIGHT)), (u16::MAX, 7));
        let highest = 2 * MAX_WEIGHT;
        assert_eq!((weight(highest, highest), weight(200, highest)), (u16::MAX, 100));
        assert_eq!((weight(1, highest), weight(u32::MAX, u32::MAX)), (1, u16::MAX));
    }
}
