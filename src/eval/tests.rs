//! The evaluation as a whole, on positions of random games.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::bench;

const GAMES: u64 = 200;
const GAME_PLIES: usize = 120;

/// A position with an immobile queen, which random games hardly ever reach.
const RARE: &str = "4k3/pppp4/8/8/8/8/PP6/QK6 w - - 0 1";

/// Returns the positions of random games from the bench positions, and a rare one.
pub(super) fn positions() -> Vec<Board> {
    let mut random = StdRng::seed_from_u64(7);
    let mut positions = vec![RARE.parse().unwrap()];
    for game in 0..GAMES as usize {
        let fen = bench::POSITIONS[game % bench::POSITIONS.len()];
        let mut board: Board = fen.parse().unwrap();
        for _ in 0..GAME_PLIES {
            positions.push(board);
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            board = board.make(moves[random.random_range(0..moves.len())]);
        }
    }
    assert!(positions.len() > 10_000);
    positions
}

#[test]
fn colour_flipped_positions_score_the_same() {
    for board in positions() {
        let flipped = board.flipped();
        assert_ne!(flipped.side_to_move(), board.side_to_move());
        assert_eq!(evaluate_uncached(&board), evaluate_uncached(&flipped), "{board}");
    }
}

#[test]
fn drawn_endgames_are_drawn_for_both_evaluations() {
    let board = "k7/8/8/P7/P7/2K5/8/8 w - - 0 1".parse().unwrap();
    for network in [None, Some(Network::embedded())] {
        assert_eq!(Evaluator::new(network).evaluate(&board), Score::DRAW);
    }
}

#[test]
fn pawn_cache_does_not_change_scores() {
    let mut evaluator = Evaluator::default();
    for board in positions() {
        let uncached = evaluate_uncached(&board);
        assert_eq!(evaluator.evaluate(&board), uncached, "{board}");
        // From the cache.
        assert_eq!(evaluator.evaluate(&board), uncached, "{board}");
    }
}
