//! The board as a picture in text.

use std::fmt::Write;

use crate::board::Board;
use crate::types::{File, Rank, Square};

/// The board with White below, its FEN, key, checkers and legal moves.
pub(super) fn diagram(board: &Board, chess960: bool) -> String {
    const EDGE: &str = "  +---+---+---+---+---+---+---+---+\n";
    let mut text = EDGE.to_owned();
    for rank in Rank::ALL.into_iter().rev() {
        text.push(rank.digit());
        text.push(' ');
        for file in File::ALL {
            let man = board.piece_on(Square::new(file, rank));
            let letter = man.map_or(" ".to_owned(), |piece| piece.to_string());
            // Writing to a string cannot fail.
            let _ = write!(text, "| {letter} ");
        }
        text.push_str("|\n");
        text.push_str(EDGE);
    }
    text.push_str("    a   b   c   d   e   f   g   h\n");
    let fen = if chess960 { format!("{board:#}") } else { board.to_string() };
    let checkers: Vec<_> = board.checkers().into_iter().map(|square| square.to_string()).collect();
    let mut moves: Vec<_> =
        board.legal_moves().iter().map(|&mv| board.move_text(mv, chess960)).collect();
    moves.sort();
    let _ = write!(
        text,
        "FEN: {fen}\nKey: {:016x}\nCheckers: {}\nLegal moves: {}",
        board.key(),
        checkers.join(" "),
        moves.join(" ")
    );
    text
}
