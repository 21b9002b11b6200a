//! Making a book of games.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io::{self, Write};

use super::entry::{BookEntry, encode};
use super::key::book_key;
use crate::pgn::{GameResult, PgnGame};
use crate::types::Color;

/// The highest weight of an entry.
const MAX_WEIGHT: u32 = u16::MAX as u32;

/// How a move did.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    /// How often it was played.
    count: u32,
    /// What it brought those who played it.
    points: u32,
}

/// Counts what was played in games, and how they ended.
#[derive(Debug, Default)]
pub struct BookBuilder {
    /// By the key of the position and the code of the move.
    tallies: HashMap<(u64, u16), Tally>,
}

impl BookBuilder {
    /// Counts every move of `game`: two points for each in a game that its player won, one in a
    /// drawn or unknown one. Source: the `make-book` of F. Letouzey's PolyGlot.
    pub fn add(&mut self, game: &PgnGame) {
        let mut board = game.start;
        for &mv in &game.moves {
            let tally = self.tallies.entry((book_key(&board), encode(mv))).or_default();
            tally.count = tally.count.saturating_add(1);
            tally.points = tally.points.saturating_add(points(game.result, board.side_to_move()));
            board = board.make(mv);
        }
    }

    /// The entries of the moves that were played `min_count` times and brought anything: by key, and
    /// those of a position from the heaviest on. The weight is the number of points, scaled down
    /// together with all others of its position where one of them has too many for 16 bits.
    pub fn entries(&self, min_count: u32) -> Vec<BookEntry> {
        let is_wanted = |tally: &Tally| tally.count >= min_count && tally.points > 0;
        let wanted = self.tallies.iter().filter(|(_, tally)| is_wanted(tally));
        let mut moves: Vec<_> = wanted.map(|(&(key, mv), tally)| (key, tally.points, mv)).collect();
        moves.sort_unstable_by_key(|&(key, points, mv)| (key, Reverse(points), mv));
        let positions = moves.chunk_by(|(a, ..), (b, ..)| a == b);
        positions
            .flat_map(|moves| {
                let highest = moves.first().map_or(0, |&(_, points, _)| points);
                moves.iter().map(move |&(key, points, mv)| BookEntry {
                    key,
                    mv,
                    weight: weight(points, highest),
                    learn: 0,
                })
            })
            .collect()
    }
}

/// What a game brings `color`.
fn points(result: GameResult, color: Color) -> u32 {
    match result {
        GameResult::Win(winner) if winner == color => 2,
        GameResult::Win(_) => 0,
        GameResult::Draw | GameResult::Unknown => 1,
    }
}

/// The weight of a move with `points`, at least 1, in a position where the best has `highest`.
fn weight(points: u32, highest: u32) -> u16 {
    if highest <= MAX_WEIGHT {
        return points as u16;
    }
    let scaled = u64::from(points) * u64::from(MAX_WEIGHT) / u64::from(highest);
    (scaled as u16).max(1)
}

/// Writes `entries`, sorted by key, as a book.
///
/// # Errors
/// Those of `out`.
pub fn write_book(out: &mut impl Write, entries: &[BookEntry]) -> io::Result<()> {
    entries.iter().try_for_each(|entry| out.write_all(&entry.to_bytes()))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::super::Book;
    use super::*;
    use crate::board::Board;
    use crate::pgn::PgnReader;

    fn entries(pgn: &str, min_count: u32) -> Vec<BookEntry> {
        let mut builder = BookBuilder::default();
        for game in PgnReader::new(pgn.as_bytes(), usize::MAX) {
            builder.add(&game.unwrap());
        }
        builder.entries(min_count)
    }

    /// What the book says of the position after `moves`.
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
    fn moves_weigh_what_they_brought_their_players() {
        let entries = entries(GAMES, 1);
        let weights = |list: &[(&str, u16)]| -> Vec<(String, u16)> {
            list.iter().map(|&(san, weight)| (san.to_owned(), weight)).collect()
        };
        // c4 only lost.
        assert_eq!(moves_after(&entries, ""), weights(&[("d4", 5), ("e4", 3)]));
        assert_eq!(moves_after(&entries, "e4"), weights(&[("c5", 2), ("e5", 1)]));
        assert_eq!(moves_after(&entries, "d4"), weights(&[("d5", 1)]));
        assert_eq!(moves_after(&entries, "c4"), weights(&[("e5", 2)]));
        assert_eq!(moves_after(&entries, "e4 e5"), []);
        assert!(entries.is_sorted_by_key(|entry| (entry.key, Reverse(entry.weight))));
        assert_eq!(entries.len(), 6);
    }

    #[test]
    fn what_was_played_too_seldom_is_left_out() {
        let entries = entries(GAMES, 3);
        assert_eq!(moves_after(&entries, "").len(), 2);
        assert_eq!(moves_after(&entries, "d4").len(), 1);
        assert_eq!((moves_after(&entries, "e4").len(), entries.len()), (0, 3));
    }

    #[test]
    fn weights_that_are_too_high_are_scaled_together() {
        assert_eq!((weight(MAX_WEIGHT, MAX_WEIGHT), weight(7, MAX_WEIGHT)), (u16::MAX, 7));
        let highest = 2 * MAX_WEIGHT;
        assert_eq!((weight(highest, highest), weight(200, highest)), (u16::MAX, 100));
        assert_eq!((weight(1, highest), weight(u32::MAX, u32::MAX)), (1, u16::MAX));
    }
}
