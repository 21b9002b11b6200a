//! Helpers of the tests.

pub(crate) mod cozy_moves;
pub(crate) mod engine;
pub(crate) mod files;
pub(crate) mod networks;
pub(crate) mod positions;
pub(crate) mod reports;
mod run;

use nunatak::board::Board;
use nunatak::types::Move;

#[cfg(unix)]
pub(crate) use self::run::signal;
pub(crate) use self::run::{
    Folder, TIMEOUT, after, assert_escaped, assert_refused, assert_value_refused, program, run,
    run_program, run_with_input, shown, stderr, stdout, wait_until,
};

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_nunatak");

/// Returns the word that follows `word` in `line`, or an empty text.
pub(crate) fn word_after<'a>(line: &'a str, word: &str) -> &'a str {
    line.split(' ').skip_while(|&other| other != word).nth(1).unwrap_or_default()
}

/// Returns the last of the lines that contains `part`.
pub(crate) fn last_with<'a>(lines: &'a [String], part: &str) -> &'a str {
    lines.iter().rev().find(|line| line.contains(part)).expect("a line")
}

/// Returns the moves of the principal variation in `line`, separated by spaces.
pub(crate) fn pv_text(line: &str) -> &str {
    line.split(" pv ").nth(1).expect("a principal variation")
}

/// Whether the moves from `board` end in checkmate.
pub(crate) fn ends_in_mate(board: &Board, moves: &[Move]) -> bool {
    let end = moves.iter().fold(*board, |board, &mv| board.make(mv));
    end.in_check() && !end.has_legal_move()
}

/// Returns the position after `moves` from `start` and the earlier positions.
pub(crate) fn play(start: Board, moves: &[&str]) -> (Board, Vec<Board>) {
    let (mut position, mut earlier) = (start, Vec::new());
    for text in moves {
        earlier.push(position);
        position = position.make(position.parse_move(text).expect("legal"));
    }
    (position, earlier)
}

/// Plays the principal variation in `line` from the position `fen`; returns its moves and the final
/// position. Checks that each move is legal and none follows a draw.
pub(crate) fn play_pv(line: &str, fen: &str) -> (Vec<Move>, Board) {
    let mut board: Board = fen.parse().expect("a legal position");
    let mut moves = Vec::new();
    for text in pv_text(line).split(' ') {
        assert!(moves.is_empty() || !board.is_drawn_by_rule(), "{board} in {line}");
        let mv = board.parse_move(text).unwrap_or_else(|error| panic!("{error} in {line}"));
        moves.push(mv);
        board = board.make(mv);
    }
    (moves, board)
}
