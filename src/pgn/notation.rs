//! Moves as users write them.

use crate::board::{Board, MoveError, PUNCTUATION, SUFFIXES};
use crate::types::Move;

/// Parses a legal move in standard algebraic or coordinate notation. Coordinates may have
/// punctuation and marks, as in `b1-c3!` and `e7xf8=Q+`. A capital `B` is a bishop, so `B1c3` is
/// never a move from b1.
///
/// # Errors
/// [`MoveError`] of the algebraic notation if `text` is not a legal move.
pub fn parse_move(board: &Board, text: &str) -> Result<Move, MoveError> {
    board.parse_san(text).or_else(|error| {
        let coordinates = plain(text.trim_end_matches(SUFFIXES));
        let found = if text.starts_with('B') { None } else { board.parse_move(&coordinates).ok() };
        found.ok_or(error)
    })
}

/// Returns `text` without punctuation.
pub(super) fn plain(text: &str) -> String {
    text.chars().filter(|c| !PUNCTUATION.contains(c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_parsed_in_both_notations() {
        let board: Board = "4k3/8/8/8/8/8/3P4/1N2KB2 w - - 0 1".parse().unwrap();
        for (text, coordinates) in [("Nc3", "b1c3"), ("b1c3", "b1c3"), ("d2d4", "d2d4")] {
            assert_eq!(parse_move(&board, text), board.parse_move(coordinates), "{text}");
        }
        assert_eq!(parse_move(&board, "Ke9").unwrap_err().text, "Ke9");
        for text in ["b1-e4!", "B1c3"] {
            assert_eq!(parse_move(&board, text).unwrap_err().text, text);
        }
        let board: Board = "4kr2/4P3/8/8/8/8/8/R3K3 w Q - 0 1".parse().unwrap();
        for (text, san) in [
            ("e1c1", "O-O-O"),
            ("e1-c1?!", "O-O-O"),
            ("a1:a8", "Ra8"),
            ("e7xf8=N", "exf8=N"),
            ("e7f8q", "exf8=Q+"),
        ] {
            assert_eq!(parse_move(&board, text), board.parse_san(san), "{text}");
        }
    }

    #[test]
    fn algebraic_notation_takes_precedence() {
        // As coordinates, B1c3 would be a knight's move.
        let board: Board = "4k3/8/8/8/1B6/8/8/BN2K3 w - - 0 1".parse().unwrap();
        let bishop = board.parse_move("a1c3").unwrap();
        assert_eq!(parse_move(&board, "B1c3"), Ok(bishop));
    }
}
