//! What a search is about, and what its threads share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::control::SearchControl;
use super::pruning::Reductions;
use super::weakness::Weakness;
use crate::board::Board;
use crate::limits::Limits;
use crate::tt::TranspositionTable;
use crate::types::Move;

/// The nodes that one thread has visited, in a cache line of its own, so that threads do not wait
/// for each other to count.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(super) struct NodeCount(AtomicU64);

impl NodeCount {
    pub(super) fn publish(&self, nodes: u64) {
        self.0.store(nodes, Ordering::Relaxed);
    }

    pub(super) fn published(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) control: &'a SearchControl,
    pub(super) reductions: &'a Reductions,
    /// One for each thread.
    pub(super) counts: &'a [NodeCount],
    /// How the search errs, if it is weakened.
    pub(super) weakness: Option<&'a Weakness>,
    /// Positions of so many men and fewer are looked up in the [tables](crate::tablebase).
    pub(super) known_pieces: u32,
    /// The first thread has finished, and with it the search.
    pub(super) is_over: AtomicBool,
}

/// What a search is about.
pub(super) struct Task<'a> {
    pub(super) board: &'a Board,
    /// The keys of the game's positions before `board`, the oldest first.
    pub(super) earlier_keys: &'a [u64],
    pub(super) limits: &'a Limits,
    /// The moves of the root to look at.
    pub(super) root_moves: &'a [Move],
    /// Whether some legal moves of the root are not among them.
    pub(super) is_root_restricted: bool,
    /// How many lines are asked for, at least 1.
    pub(super) multi_pv: usize,
    /// What a draw is worth less than nothing to the side to move, in centipawns.
    pub(super) contempt: i32,
}
