//! The answer to `d`.

use crate::board::Board;
use crate::types::Color;

/// Describes a board: diagram, FEN, key, checkers and legal moves.
pub(super) fn describe(board: &Board, chess960: bool) -> String {
    let fen = if chess960 { format!("{board:#}") } else { board.to_string() };
    let checkers: Vec<_> = board.checkers().into_iter().map(|square| square.to_string()).collect();
    let mut moves: Vec<_> =
        board.legal_moves().iter().map(|&mv| board.move_text(mv, chess960)).collect();
    moves.sort();
    format!(
        "{}\nFEN: {fen}\nKey: {:016x}\nCheckers: {}\nLegal moves: {}",
        board.diagram(Color::White),
        board.key(),
        checkers.join(" "),
        moves.join(" ")
    )
}
