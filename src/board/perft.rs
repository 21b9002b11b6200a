//! Perft: counts of the leaf nodes of the tree of legal moves, which verify the move generator.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::fen::{FenCorrection, FenError};
use super::movegen::All;
use super::position::Board;
use crate::types::{Move, Side, with_side};

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
    let mut moves = board.legal_moves();
    moves.sort_by_cached_key(|mv| format!("{mv:?}"));
    let Some(rest) = depth.checked_sub(1) else { return Some(Vec::new()) };
    let count = |&mv: &Move| Some((mv, perft_until(&board.make(mv), rest, stop)?));
    moves.iter().map(count).collect()
}

/// A line of a perft suite, such as `FEN ;D1 20 ;D2 400`.
#[derive(Clone, Debug)]
pub struct PerftSuiteLine {
    /// The position.
    pub board: Board,
    /// The corrections of the position.
    pub corrections: Vec<FenCorrection>,
    /// Pairs of a depth and its leaf count, in the order of the line.
    pub counts: Vec<(u8, u64)>,
}

/// The error for text that is not a line of a perft suite.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PerftLineError {
    /// The position is not legal.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A count does not consist of `D`, a depth, white space and a number of nodes.
    #[error("'{0}' is not a depth and a node count such as 'D2 400'")]
    Count(String),
    /// The line has no counts.
    #[error("no node counts, expected at least one such as ';D2 400'")]
    NoCounts,
}

impl FromStr for PerftSuiteLine {
    type Err = PerftLineError;

    /// Parses a position followed by one or more counts, each after a semicolon.
    fn from_str(text: &str) -> Result<Self, PerftLineError> {
        let mut parts = text.split(';').map(str::trim);
        let (board, corrections) = Board::read_fen(parts.next().unwrap_or_default())?;
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
        Ok(Self { board, corrections, counts })
    }
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

    #[test]
    fn suite_lines_are_parsed() {
        let line: PerftSuiteLine =
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2  66;".parse().unwrap();
        assert_eq!(line.counts, [(1, 15), (2, 66)]);
        for text in ["", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1"] {
            assert!(text.parse::<PerftSuiteLine>().is_err(), "{text}");
        }
    }
}
