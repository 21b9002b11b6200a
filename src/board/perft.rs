//! Perft: counting the leaves of the tree of legal moves, the proof of a move generator.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::movegen::All;
use super::{Board, FenError};
use crate::types::{Move, Side, with_side};

/// The number of sequences of `depth` legal moves.
pub fn perft(board: &Board, depth: u8) -> u64 {
    with_side!(board.side_to_move, S => count::<S>(board, depth))
}

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

/// As [`perft`], but gives up with `None` soon after `stop` is set.
pub fn perft_until(board: &Board, depth: u8, stop: &AtomicBool) -> Option<u64> {
    /// So shallow a count takes a fraction of a second on any board.
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

/// The count behind each legal move, sorted by the moves' coordinates, or `None` soon after `stop`
/// is set. The sum is the perft of `depth`; a depth of 0 is taken for 1.
pub fn divide(board: &Board, depth: u8, stop: &AtomicBool) -> Option<Vec<(Move, u64)>> {
    let mut moves = board.legal_moves();
    moves.sort_by_cached_key(|mv| format!("{mv:?}"));
    let count = |&mv: &Move| {
        let nodes = perft_until(&board.make(mv), depth.saturating_sub(1), stop)?;
        Some((mv, nodes))
    };
    moves.iter().map(count).collect()
}

/// A position with the known counts of its first plies: `FEN ;D1 20 ;D2 400`.
#[derive(Clone, Debug)]
pub struct PerftSuiteLine {
    /// The position.
    pub board: Board,
    /// Depths and node counts, as the line gives them.
    pub counts: Vec<(u8, u64)>,
}

/// Text that is not a line of a perft suite.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PerftLineError {
    /// The position is not legal.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A count is not written as `D`, depth, blank, nodes.
    #[error("'{0}' is not a depth and a count, such as 'D2 400'")]
    Count(String),
    /// There is no count.
    #[error("no counts")]
    NoCounts,
}

impl FromStr for PerftSuiteLine {
    type Err = PerftLineError;

    fn from_str(text: &str) -> Result<Self, PerftLineError> {
        let mut parts = text.split(';').map(str::trim);
        let board = parts.next().unwrap_or_default().parse()?;
        let parse_count = |part: &str| {
            let (depth, nodes) = part.strip_prefix('D')?.split_once(char::is_whitespace)?;
            Some((depth.parse().ok()?, nodes.trim().parse().ok()?))
        };
        let counts: Vec<_> = parts
            .filter(|part| !part.is_empty())
            .map(|part| parse_count(part).ok_or_else(|| PerftLineError::Count(part.to_owned())))
            .collect::<Result<_, _>>()?;
        if counts.is_empty() {
            return Err(PerftLineError::NoCounts);
        }
        Ok(Self { board, counts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divide_sums_to_perft() {
        let board = Board::start();
        let go_on = AtomicBool::new(false);
        let parts = divide(&board, 3, &go_on).unwrap();
        assert_eq!(parts.len(), 20);
        assert!(parts.is_sorted_by_key(|(mv, _)| format!("{mv:?}")));
        assert_eq!(parts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 8_902);
        assert_eq!(perft_until(&board, 5, &go_on), Some(4_865_609));
        assert_eq!(perft(&board, 0), 1);
    }

    #[test]
    fn a_stopped_count_gives_up() {
        let stop = AtomicBool::new(true);
        assert_eq!(perft_until(&Board::start(), 9, &stop), None);
        assert_eq!(divide(&Board::start(), 9, &stop), None);
    }

    #[test]
    fn suite_lines_are_read() {
        let line: PerftSuiteLine =
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2  66;".parse().unwrap();
        assert_eq!(line.counts, [(1, 15), (2, 66)]);
        for text in ["", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1"] {
            assert!(text.parse::<PerftSuiteLine>().is_err(), "{text}");
        }
    }
}
