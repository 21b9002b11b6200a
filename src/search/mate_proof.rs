//! Proof or refutation of a mate within a number of moves (`go mate`).

use super::node::{NonPv, Root, Window};
use super::report::SearchReport;
use super::worker::{Stopped, Worker};
use crate::tt::Bound;
use crate::types::{Score, ScoreKind};

/// Additional depth, in plies, of the regular iterations beyond the length of the mate.
pub(super) const EXTRA_DEPTH: usize = 4;

/// The result of a search for a mate.
pub(super) enum MateProof {
    /// A mate that the iterations have not found.
    Found(SearchReport),
    /// There is no such mate.
    RuledOut,
    /// Nothing new: the mate is already known, the search was aborted, or this is a helper thread.
    NothingNew,
}

impl Worker<'_> {
    /// Searches for a mate within `moves` with all pruning and reductions off, unless the last
    /// iteration, `last`, has found one. The window admits only such mates.
    pub(super) fn prove_mate(&mut self, moves: usize, last: &SearchReport) -> MateProof {
        let board = self.shared.board;
        if is_mate_within(last.score, moves) || self.is_helper() {
            return MateProof::NothingNew;
        }
        // Mates in the endgame tables were found by the iterations, unless these were aborted.
        let known = self.exact_score::<NonPv>(board);
        if last.pv.is_empty() || known.is_some_and(|score| !is_mate_within(score, moves)) {
            return MateProof::RuledOut;
        }
        if known.is_some() {
            return MateProof::NothingNew;
        }
        self.is_mate_proof = true;
        let proof = (1..=moves).find_map(|moves| {
            let plies = 2 * moves - 1;
            let window = Window { alpha: Score::mate_in(plies) - 1, beta: Score::INFINITE };
            match self.negamax::<Root>(board, window, plies as i32, false) {
                Ok(score) if score <= window.alpha => None,
                proved => Some(proved),
            }
        });
        self.is_mate_proof = false;
        match proof {
            None => MateProof::RuledOut,
            Some(Err(Stopped)) => MateProof::NothingNew,
            Some(Ok(score)) => {
                let pv = self.data.stack.pv(0).to_vec();
                MateProof::Found(self.report(last.depth, score, Bound::Exact, pv))
            }
        }
    }
}

/// Whether `score` is a mate by the side to move in at most `limit` moves.
pub(super) fn is_mate_within(score: Score, limit: usize) -> bool {
    matches!(score.kind(), ScoreKind::Mate(moves) if moves > 0 && moves as usize <= limit)
}
