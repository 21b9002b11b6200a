//! Games for unit tests, and for the integration tests, which include this file.

use nunatak::board::Board;
use nunatak::types::Outcome;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use crate::dataset::{Game, ScoredMove};

/// Returns a game from the start position, with moves in coordinate notation and their scores.
pub(crate) fn game_of(moves: &[(&str, i16)], outcome: Outcome) -> Game {
    let start = Board::start();
    let mut board = start;
    let play = |&(text, score): &(&str, i16)| {
        let mv = board.parse_move(text).unwrap();
        board = board.make(mv);
        ScoredMove { mv, score }
    };
    Game { start, moves: moves.iter().map(play).collect(), outcome }
}

/// Returns at most `plies` random moves from `start`, all with the same score.
pub(crate) fn random_moves(
    start: &Board,
    plies: usize,
    score: i16,
    random: &mut StdRng,
) -> Vec<ScoredMove> {
    let mut board = *start;
    let play = || {
        let &mv = board.legal_moves().choose(random)?;
        board = board.make(mv);
        Some(ScoredMove { mv, score })
    };
    std::iter::from_fn(play).take(plies).collect()
}
