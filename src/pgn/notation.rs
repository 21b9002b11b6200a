//! Moves as users write them.

use crate::board::{Board, MoveError};
use crate::types::Move;

/// Parses a legal move in standard algebraic or coordinate notation. Text that is valid in both,
/// such as `B1c3`, is algebraic.
///
/// # Errors
/// [`MoveError`] of the algebraic notation if `text` is not a legal move.
pub fn parse_move(board: &Board, text: &str) -> Result<Move, MoveError> {
    board.parse_san(text).or_else(|error| board.parse_move(text).map_err(|_| error))
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
    }

    #[test]
    fn algebraic_notation_takes_precedence() {
        // As coordinates, B1c3 would be a knight's move.
        let board: Board = "4k3/8/8/8/1B6/8/8/BN2K3 w - - 0 1".parse().unwrap();
        let bishop = board.parse_move("a1c3").unwrap();
        assert_eq!(parse_move(&board, "B1c3"), Ok(bishop));
    }
}
