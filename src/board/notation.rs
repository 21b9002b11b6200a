//! Moves in coordinate notation: `e2e4`, `e7e8q`, and castling in both its forms.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use thiserror::Error;

use super::Board;
use crate::types::{File, Move, MoveKind, Wing};

/// Text that does not name a legal move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{text}' is {reason} in {fen}")]
pub struct MoveError {
    /// The text.
    pub text: String,
    /// The position.
    pub fen: String,
    /// What is wrong with the text.
    pub reason: MoveErrorReason,
}

/// What is wrong with the text of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MoveErrorReason {
    /// No legal move is so written.
    #[error("not a legal move")]
    Illegal,
    /// Several legal moves are so written.
    #[error("more than one legal move")]
    Ambiguous,
}

impl Board {
    /// The coordinates of `mv`, which must be legal.
    ///
    /// Castling is written as the king's step of two files (`e1g1`), and as king takes rook (`e1h1`)
    /// with `chess960` or where king or rook did not begin on their squares of ordinary Chess.
    pub fn move_text(&self, mv: Move, chess960: bool) -> String {
        if mv.kind() == MoveKind::Castling {
            let (king, rook) = (mv.from(), mv.to());
            let ordinary = king.file() == File::E && matches!(rook.file(), File::A | File::H);
            if ordinary && !chess960 {
                let target = Wing::of(king, rook).king_to(self.side_to_move());
                return format!("{king}{target}");
            }
        }
        format!("{mv:?}")
    }

    /// The legal move that `text` names. Both forms of castling are understood, and the letter of a
    /// promotion in either case; where a text could mean a step of the king or castling, it is the
    /// step.
    ///
    /// # Errors
    /// [`MoveError`] if no legal move is so written.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let lower = text.to_ascii_lowercase();
        let moves = self.legal_moves();
        let written = |mv: &&Move| format!("{mv:?}") == lower;
        let as_step = |mv: &&Move| {
            mv.kind() == MoveKind::Castling && {
                let target = Wing::of(mv.from(), mv.to()).king_to(self.side_to_move());
                format!("{}{target}", mv.from()) == lower
            }
        };
        moves
            .iter()
            .find(written)
            .or_else(|| moves.iter().find(as_step))
            .copied()
            .ok_or_else(|| self.move_error(text, MoveErrorReason::Illegal))
    }

    /// The error of a `text` that names no move of this position.
    pub(super) fn move_error(&self, text: &str, reason: MoveErrorReason) -> MoveError {
        MoveError { text: text.to_owned(), fen: self.to_string(), reason }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_is_read_and_written_in_both_forms() {
        let board: Board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
        for (step, takes) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
            let castling = board.parse_move(step).unwrap();
            assert_eq!(board.parse_move(takes), Ok(castling));
            assert_eq!(board.move_text(castling, false), step);
            assert_eq!(board.move_text(castling, true), takes);
        }
    }

    #[test]
    fn a_step_of_the_king_is_not_castling() {
        // The king on f1 may step to g1 or castle with the rook on h1.
        let board: Board = "4k3/8/8/8/8/8/8/5K1R w H - 0 1".parse().unwrap();
        assert_eq!(board.parse_move("f1g1").unwrap().kind(), MoveKind::Normal);
        let castling = board.parse_move("f1h1").unwrap();
        assert_eq!(castling.kind(), MoveKind::Castling);
        assert_eq!(board.move_text(castling, false), "f1h1");
    }

    #[test]
    fn texts_that_are_no_legal_move_are_refused() {
        let board = Board::start();
        for text in ["", "e2e5", "e7e5", "e1g1", "0000", "e2e4q", "e2", "é2é4", "e2e4e6"] {
            assert_eq!(board.parse_move(text).unwrap_err().text, text);
        }
        let board: Board = "8/P6k/8/8/8/8/8/K7 w - - 0 1".parse().unwrap();
        assert!(board.parse_move("a7a8").is_err());
        assert_eq!(board.parse_move("a7a8Q"), board.parse_move("a7a8q"));
    }
}
