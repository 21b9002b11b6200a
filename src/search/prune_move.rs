//! Moves that are pruned before they are searched (shallow pruning): late moves, futile moves,
//! moves with a bad history, and moves that lose material.
//!
//! The four together gained +214 ± 59 Elo, more than anything else in the search. They apply in PV
//! nodes too, −52 ± 11 without, and in pawn endings, +29 ± 10 there.

use super::move_picker::MovePicker;
use super::node::{Candidate, Evals, Node};
use super::reductions::ONE_PLY;
use super::worker::Worker;
use crate::board::Board;
use crate::params;
use crate::types::Score;

impl Worker<'_> {
    /// Decides whether `candidate` is pruned, given the `best_score` of the moves before it. If it
    /// is a quiet move, all quiet moves after it, or those without a direct check, may be skipped
    /// in `picker` too.
    #[inline]
    pub(super) fn prune_move(
        &self,
        board: &Board,
        node: &Node,
        candidate: Candidate,
        best_score: Score,
        picker: &mut MovePicker,
    ) -> bool {
        let Candidate { mv, depth, move_count, is_tactical, is_refutation, history, .. } =
            candidate;

        // No move is pruned until one avoids a proven loss, nor if the side to move has a bare king,
        // since one move may be the only draw.
        if best_score <= -Score::PROVEN || board.has_bare_king(board.side_to_move()) {
            return false;
        }
        // SEE pruning of tactical moves: the deeper the node, the more a sacrifice may cost. No
        // capture loses enough to be pruned from depth 10 on.
        if is_tactical {
            let threshold = params::tactical_see_margin() * depth;
            return !board.see_at_least(mv, threshold);
        }

        // Late move pruning: quiet moves are ordered by history, so late ones hardly ever raise
        // alpha. A base of 5 moves instead of 3 gained +14 ± 13 Elo; tuning raised it to 6.
        let limit = params::late_move_base() + depth * depth;
        let limit = if node.improving { limit } else { limit / 2 };
        // But where every move so far falls short of the static eval, something is threatened, and
        // a late move may be the one that meets it: +18 ± 9 Elo with 10,000 nodes a move.
        let shows_threat =
            |evals: Evals| evals.corrected > best_score + params::late_move_threat_margin();
        if move_count > limit as usize && !node.evals.is_some_and(shows_threat) {
            picker.skip_quiets();
            return true;
        }

        // The following conditions depend on the depth that late move reductions would leave.
        // History is part of it: +12 ± 14 Elo.
        let reduction = self.context.reductions.of_move(candidate);
        let reduced_depth = (depth - 1 - reduction / ONE_PLY).max(0);

        // Futility pruning: the eval is so far below alpha that a quiet move will not make up for
        // it, and the quiet moves after it are ordered lower; not to pick them saves 2 % of the
        // time. Direct checks are exempt, so that mates are found much sooner.
        let margin = params::futility_base() + params::futility_margin() * reduced_depth;
        if let Some(evals) = node.evals
            && reduced_depth <= params::futility_max_depth()
            && evals.corrected + margin <= candidate.window.alpha
            && !board.gives_direct_check(mv)
        {
            // The TT move, killers and the counter move come before quiet moves with a better
            // history, so they are pruned alone: +28 ± 25 Elo.
            if mv != node.tt_move && !is_refutation {
                picker.skip_quiets_without_check(board);
            }
            return true;
        }

        // History pruning: the sum of the move's history scores is far below zero.
        let min_history = params::history_pruning_margin() * depth;
        if reduced_depth <= params::history_pruning_max_depth() && history < min_history {
            return true;
        }

        // SEE pruning of quiet moves: the piece is lost on its new square.
        let threshold = params::quiet_see_margin() * reduced_depth * reduced_depth;
        !board.see_at_least(mv, threshold)
    }
}
