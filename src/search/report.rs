//! What a search tells about itself.

use std::time::Duration;

use crate::tt::Bound;
use crate::types::{Move, Score};

/// One line that an iteration found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport {
    /// The depth of the iteration in plies; 0 if the search was stopped before it finished one.
    pub depth: usize,
    /// The greatest distance from the root of any node, in plies.
    pub selective_depth: usize,
    /// The place of the line among those asked for, from 1 for the best.
    pub number: usize,
    /// The score from the view of the side to move in the root.
    pub score: Score,
    /// Exact, or a bound when the iteration will be repeated with a wider window.
    pub bound: Bound,
    /// Nodes visited in the whole search.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
    /// How full the transposition table is, in permille.
    pub hashfull: u32,
    /// The best line, each move legal after those before it. Empty if the root has no legal move.
    pub pv: Vec<Move>,
}

/// Is told what a search finds while it runs.
pub trait SearchObserver {
    /// A line of a finished iteration, the best first; or the iteration failed low or high.
    fn report(&mut self, report: &SearchReport);

    /// The search begins to look at a move of the root, the `number`th from 1, after `elapsed`.
    fn root_move(&mut self, depth: usize, mv: Move, number: usize, elapsed: Duration);
}

/// Listens to nothing.
pub struct Silent;

impl SearchObserver for Silent {
    fn report(&mut self, _report: &SearchReport) {}

    fn root_move(&mut self, _depth: usize, _mv: Move, _number: usize, _elapsed: Duration) {}
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The best move; `None` if there is no legal one.
    pub best: Option<Move>,
    /// The reply that the search expects.
    pub ponder: Option<Move>,
    /// The best line of the last finished iteration.
    pub report: SearchReport,
}
