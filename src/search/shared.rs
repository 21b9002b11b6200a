//! The data that all threads of one search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::control::SearchControl;
use super::prober::Prober;
use super::reductions::Reductions;
use super::root_moves::RootMoves;
use super::weakness::Weakness;
use crate::board::Board;
use crate::limits::Limits;
use crate::time::TimeManager;
use crate::tt::TranspositionTable;
use crate::types::Score;

/// The node count of one thread, on a cache line of its own to avoid false sharing.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(super) struct NodeCount(AtomicU64);

impl NodeCount {
    /// Publishes the thread's current count.
    pub(super) fn publish(&self, nodes: u64) {
        self.0.store(nodes, Ordering::Relaxed);
    }

    /// Returns the count last published.
    pub(super) fn published(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// One search: the position, its limits, and the state that the threads share.
pub(super) struct Shared<'a> {
    pub(super) board: &'a Board,
    /// Keys of the game's positions before `board`, oldest first.
    pub(super) earlier_keys: &'a [u64],
    pub(super) limits: Limits,
    pub(super) root_moves: RootMoves,
    /// The score of the last search of the game, if it was for the same side.
    pub(super) last_score: Option<Score>,
    /// Number of lines to search, at least 1.
    pub(super) multi_pv: usize,
    /// Penalty of a draw for the side to move at the root, in units of the evaluation.
    pub(super) contempt: i32,
    pub(super) time: TimeManager,
    pub(super) control: &'a SearchControl,
    pub(super) tt: &'a TranspositionTable,
    pub(super) reductions: &'a Reductions,
    /// Limited-strength settings; absent at full strength.
    pub(super) weakness: Option<Weakness>,
    /// Largest number of pieces at which positions are probed in the [tables](crate::tablebase).
    pub(super) table_pieces: u32,
    /// The Syzygy tables.
    pub(super) syzygy: Prober<'a>,
    /// Node counts by thread.
    pub(super) node_counts: Vec<NodeCount>,
    /// Whether the first thread has finished, which ends the search of the others.
    pub(super) is_over: AtomicBool,
}
