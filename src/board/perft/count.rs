//! Counting on one thread, which can be stopped.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::board::movegen::All;
use crate::board::position::Board;
use crate::types::{Move, MoveList, Side, with_side};

/// Returns the number of leaf nodes at `depth` plies.
pub fn perft(board: &Board, depth: u8) -> u64 {
    with_side!(board.side_to_move, S => count::<S>(board, depth))
}

/// Counts the leaf nodes for `S`, the side to move, with bulk counting at the last ply.
fn count<S: Side>(board: &Board, depth: u8) -> u64 {
    match depth {
        0 => 1,
        1 => board.count_for::<S>(),
        _ => board
            .moves_for::<S, All>()
            .iter()
            .map(|&mv| {
                let mut child = *board;
                child.play::<S>(mv);
                count::<S::Opponent>(&child, depth - 1)
            })
            .sum(),
    }
}

/// Returns the number of leaf nodes at `depth` plies, or `None` soon after `stop` is set.
pub fn perft_until(board: &Board, depth: u8, stop: &AtomicBool) -> Option<u64> {
    /// The depth up to which perft takes a fraction of a second in any position.
    const UNINTERRUPTED_DEPTH: u8 = 3;
    if stop.load(Ordering::Relaxed) {
        None
    } else if depth <= UNINTERRUPTED_DEPTH {
        Some(perft(board, depth))
    } else {
        let moves = board.legal_moves();
        moves.iter().map(|&mv| perft_until(&board.make(mv), depth - 1, stop)).sum()
    }
}

/// Returns the leaf count of each legal move, sorted by coordinate notation, or `None` soon after
/// `stop` is set.
///
/// The counts add up to the perft of `depth`, except that at depth 0 no move is counted.
pub fn divide(board: &Board, depth: u8, stop: &AtomicBool) -> Option<Vec<(Move, u64)>> {
    let moves = sorted_moves(board);
    let Some(rest) = depth.checked_sub(1) else { return Some(Vec::new()) };
    let count = |&mv: &Move| Some((mv, perft_until(&board.make(mv), rest, stop)?));
    moves.iter().map(count).collect()
}

/// Returns the legal moves, sorted by coordinate notation.
pub(super) fn sorted_moves(board: &Board) -> MoveList {
    let mut moves = board.legal_moves();
    moves.sort_by_cached_key(|mv| format!("{mv:?}"));
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divide_adds_up_to_perft() {
        let board = Board::start();
        let stop = AtomicBool::new(false);
        let parts = divide(&board, 3, &stop).unwrap();
        assert_eq!(parts.len(), 20);
        assert!(parts.is_sorted_by_key(|(mv, _)| format!("{mv:?}")));
        assert_eq!(parts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 8_902);
        assert_eq!(perft_until(&board, 5, &stop), Some(4_865_609));
        assert_eq!((perft(&board, 0), divide(&board, 0, &stop)), (1, Some(Vec::new())));
    }

    #[test]
    fn stopped_perft_returns_none() {
        let stop = AtomicBool::new(true);
        assert_eq!(perft_until(&Board::start(), 9, &stop), None);
        assert_eq!(divide(&Board::start(), 9, &stop), None);
    }
}
