//! Games for unit tests, and for the integration tests, which include this file.

use nunatak::bench;
use nunatak::board::Board;
use nunatak::eval::evaluate_uncached;
use nunatak::types::{Color, Outcome};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::dataset::{Game, ScoredMove, white_view};

/// The number of plies of a scored game.
const PLIES: usize = 60;
/// The K of scored games, in units of the evaluation.
const K: f64 = 150.0;

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

/// Returns games of random moves from various positions. Their scores are static evaluations, and
/// their results follow the evaluation of the last position.
pub(crate) fn scored_games(count: usize, seed: u64) -> Vec<Game> {
    let mut random = StdRng::seed_from_u64(seed);
    let evaluate = |board: &Board| white_view(board, evaluate_uncached(board)).0;
    let fens = bench::POSITIONS.iter().cycle().take(count);
    let games = fens.map(|fen| {
        let start: Board = fen.parse().unwrap();
        let mut board = start;
        let mut moves = random_moves(&start, PLIES, 0, &mut random);
        for ScoredMove { mv, score } in &mut moves {
            *score = evaluate(&board) as i16;
            board = board.make(*mv);
        }
        let white_wins = random.random_bool(1.0 / (1.0 + (-f64::from(evaluate(&board)) / K).exp()));
        let winner = if white_wins { Color::White } else { Color::Black };
        Game { start, moves, outcome: Outcome::win_of(winner) }
    });
    games.collect()
}
