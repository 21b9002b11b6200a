//! Proof or refutation of a mate within a number of moves (`go mate`).

use super::node::{NonPv, Root, Window};
use super::report::SearchReport;
use super::worker::Worker;
use crate::tt::Bound;
use crate::types::{MAX_PLY, Score, ScoreKind};

/// Additional depth, in plies, of the regular iterations beyond the length of the mate.
pub(super) const EXTRA_DEPTH: usize = 4;

impl Worker<'_> {
    /// Searches for a mate within `moves` with all pruning and reductions off, unless the last
    /// iteration, `last`, has found one. The window admits only such mates. Returns `None` if there
    /// is no such mate or the search is aborted.
    pub(super) fn prove_mate(&mut self, moves: usize, last: &SearchReport) -> Option<SearchReport> {
        let board = self.shared.board;
        // Mates in the endgame tables were found by the iterations.
        let is_known = self.exact_score::<NonPv>(board).is_some();
        if is_known || is_mate_within(last.score, moves) || self.is_helper() {
            return None;
        }
        self.is_mate_proof = true;
        let proof = (1..=moves.min(MAX_PLY / 2)).find_map(|moves| {
            let plies = 2 * moves - 1;
            let window = Window { alpha: Score::mate_in(plies) - 1, beta: Score::INFINITE };
            match self.negamax::<Root>(board, window, plies as i32, false) {
                Ok(score) if score <= window.alpha => None,
                proved => Some(proved),
            }
        });
        self.is_mate_proof = false;
        let score = proof?.ok()?;
        Some(self.report(last.depth, score, Bound::Exact, self.data.stack.pv(0).to_vec()))
    }
}

/// Whether `score` is a mate by the side to move in at most `limit` moves.
pub(super) fn is_mate_within(score: Score, limit: usize) -> bool {
    matches!(score.kind(), ScoreKind::Mate(moves) if moves > 0 && moves as usize <= limit)
}
