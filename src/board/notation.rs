//! Moves in coordinate notation: `e2e4`, `e7e8q`, and both forms of castling.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use thiserror::Error;

use super::position::Board;
use crate::types::{Move, MoveKind, Wing, is_standard_castling};

/// The error for text that does not denote a single legal move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{text}' is {reason} in {fen}")]
pub struct MoveError {
    /// The text of the move.
    pub text: String,
    /// The FEN of the position.
    pub fen: String,
    /// The reason why the text is rejected.
    pub reason: MoveErrorReason,
}

/// The reason why the text of a move is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MoveErrorReason {
    /// The text denotes no legal move.
    #[error("not a legal move")]
    Illegal,
    /// The text denotes more than one legal move.
    #[error("ambiguous")]
    Ambiguous,
}

impl Board {
    /// Returns the coordinate notation of `mv`, which must be legal.
    ///
    /// Castling is written as a king move of two files (`e1g1`), or as king takes rook (`e1h1`) if
    /// `chess960` is set or king and rook are not on their starting squares in standard chess.
    pub fn move_text(&self, mv: Move, chess960: bool) -> String {
        let is_castling = mv.kind() == MoveKind::Castling;
        if is_castling && !chess960 && is_standard_castling(mv.from(), mv.to()) {
            self.castling_as_king_move(mv)
        } else {
            format!("{mv:?}")
        }
    }

    /// Returns the legal move that `text` denotes in coordinate notation.
    ///
    /// Both forms of castling are accepted, and promotion letters in either case, with or without
    /// `=`. A text that could be a normal king move or castling is read as the king move.
    ///
    /// # Errors
    /// [`MoveError`] if `text` does not denote a legal move.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let mut lower = text.to_ascii_lowercase();
        if let Some((squares, piece @ ("q" | "r" | "b" | "n"))) = lower.split_once('=') {
            lower = format!("{squares}{piece}");
        }
        let moves = self.legal_moves();
        let matches = |mv: &&Move| format!("{mv:?}") == lower;
        let matches_castling = |mv: &&Move| {
            mv.kind() == MoveKind::Castling && self.castling_as_king_move(**mv) == lower
        };
        moves
            .iter()
            .find(matches)
            .or_else(|| moves.iter().find(matches_castling))
            .copied()
            .ok_or_else(|| self.move_error(text, MoveErrorReason::Illegal))
    }

    /// Returns castling written as a king move, such as `e1g1`.
    fn castling_as_king_move(&self, castling: Move) -> String {
        let wing = Wing::of(castling.from(), castling.to());
        format!("{}{}", castling.from(), wing.king_to(self.side_to_move()))
    }

    /// Returns the error for a `text` that does not denote a single legal move.
    pub(super) fn move_error(&self, text: &str, reason: MoveErrorReason) -> MoveError {
        MoveError { text: text.to_owned(), fen: self.to_string(), reason }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_castling_are_read_and_written() {
        let board: Board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
        for (king_move, takes_rook) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
            let castling = board.parse_move(king_move).unwrap();
            assert_eq!(board.parse_move(takes_rook), Ok(castling));
            assert_eq!(board.move_text(castling, false), king_move);
            assert_eq!(board.move_text(castling, true), takes_rook);
        }
    }

    #[test]
    fn ambiguous_text_is_read_as_a_normal_king_move() {
        // The king on f1 can move to g1 or castle with the rook on h1.
        let board: Board = "4k3/8/8/8/8/8/8/5K1R w H - 0 1".parse().unwrap();
        assert_eq!(board.parse_move("f1g1").unwrap().kind(), MoveKind::Normal);
        let castling = board.parse_move("f1h1").unwrap();
        assert_eq!(castling.kind(), MoveKind::Castling);
        assert_eq!(board.move_text(castling, false), "f1h1");
    }

    #[test]
    fn text_that_is_not_a_legal_move_is_rejected() {
        let board = Board::start();
        for text in
            ["", "e2e5", "e7e5", "e1g1", "0000", "e2e4q", "e2e4=", "e2e4=q", "e2", "é2é4", "e2e4e6"]
        {
            assert_eq!(board.parse_move(text).unwrap_err().text, text);
        }
        let board: Board = "8/P6k/8/8/8/8/8/K7 w - - 0 1".parse().unwrap();
        assert!(board.parse_move("a7a8").is_err());
        for text in ["a7a8Q", "a7a8=q", "a7a8=Q"] {
            assert_eq!(board.parse_move(text), board.parse_move("a7a8q"), "{text}");
        }
    }
}
