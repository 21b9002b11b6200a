//! The board and what there is to say of it.

use crate::board::Board;
use crate::types::Color;

/// The board with White below, its FEN, key, checkers and legal moves.
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
