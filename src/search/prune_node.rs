//! Pruning of a whole node before its moves are searched: reverse futility, razoring, null move and
//! ProbCut.
//!
//! The first three gained +119 ± 40 Elo together. ProbCut came in with internal iterative
//! reduction, the eval refined by the TT score, and killers reset: +37 ± 25.

use super::history::MoveContext;
use super::move_picker::{MovePicker, Scope};
use super::node::{Evals, NON_PV, Node, Window};
use super::worker::{Searched, Worker};
use crate::board::Board;
use crate::params;
use crate::tt::{Bound, Entry, table_key};
use crate::types::{Move, Score};

impl Worker<'_> {
    /// Tries to prune a node with a zero window, though not in a singular search; returns its score
    /// if it is pruned. In check nothing is pruned, since there is no static eval.
    pub(super) fn prune_node(
        &mut self,
        board: &Board,
        node: &Node,
        window: Window,
    ) -> Searched<Option<Score>> {
        let Window { alpha, beta } = window;
        let Some(evals) = node.evals else { return Ok(None) };
        let (depth, eval) = (node.depth, evals.refined);

        // Reverse futility pruning: the eval is so far above beta that some move will fail high, the
        // sooner if the side to move is improving. The score is the mean of both, since neither is
        // reliable.
        let margin = params::reverse_futility_margin() * (depth - i32::from(node.improving));
        if depth <= params::reverse_futility_max_depth()
            && eval - margin >= beta
            && beta > -Score::PROVEN
        {
            return Ok(Some(Score((eval.0 + beta.0) / 2)));
        }

        // Razoring: the eval is so far below alpha that only a capture or a check may help, and
        // quiescence finds those.
        let margin = params::razoring_base() + params::razoring_margin() * depth;
        if depth <= params::razoring_max_depth() && eval + margin < alpha {
            let score = self.quiescence::<NON_PV>(board, window, node.ply)?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }

        if let Some(score) = self.null_move(board, node, beta)? {
            return Ok(Some(score));
        }
        self.probcut(board, node, beta)
    }

    /// Tries a null move: the position is so good that the side to move fails high even if it
    /// passes, so a real move will too. Off with king and pawns alone, where zugzwang is common.
    ///
    /// Source: C. Donninger, "Null move and deep search", 1993.
    fn null_move(&mut self, board: &Board, node: &Node, beta: Score) -> Searched<Option<Score>> {
        let Node { ply, depth, evals: Some(Evals { corrected, refined, .. }), .. } = *node else {
            return Ok(None);
        };
        // May be negative, since a deeper search can find what the eval misses.
        let margin = params::null_move_base() - params::null_move_slope() * depth;
        let is_tried = depth >= params::null_move_min_depth()
            && refined >= beta
            && corrected - margin >= beta
            && beta > -Score::PROVEN
            // Two null moves in a row would lead back to the same position.
            && self.data.stack.earlier(ply, 1).is_some_and(|frame| frame.played.is_some())
            && ply >= self.null_moves_from
            && board.has_non_pawn_material();
        if !is_tried {
            return Ok(None);
        }
        // A larger surplus leaves more room for error: +9 ± 11 Elo for a maximum of 4 plies instead
        // of 3.
        let surplus = (refined.0 - beta.0) / params::null_move_surplus_divisor();
        let reduction = params::null_move_reduction()
            + depth / params::null_move_depth_divisor()
            + surplus.min(params::null_move_max_surplus());
        let reduced = depth - reduction;
        let clock = board.halfmove_clock_after_null();
        self.context.tt.prefetch(table_key(board.key_after_null(), clock));
        let next = board.make_null();
        self.enter(board, Move::NONE, &next)?;
        let window = Window::zero_below(beta);
        let score = -self.negamax::<NON_PV>(&next, window.flipped(), reduced, !node.is_cut)?;
        self.leave();
        if score < beta {
            return Ok(None);
        }
        // A win after a null move is unproven.
        let score = if score.is_decisive() { beta } else { score };
        if depth < params::null_move_verification_min_depth() || self.null_moves_from > 0 {
            return Ok(Some(score));
        }
        // At large depths a zugzwang would cost most, so the cutoff is verified: the node itself is
        // searched to the reduced depth, which hindsight may change by a ply again, with null moves
        // off for most of its plies.
        let span = reduced.max(0) * params::null_move_verification_span() / 100;
        self.null_moves_from = ply + span as usize;
        let verified = self.negamax::<NON_PV>(board, window, reduced, false);
        self.null_moves_from = 0;
        Ok((verified? >= beta).then_some(score))
    }

    /// Tries ProbCut: a capture or promotion that exceeds beta by a margin in a reduced
    /// search will reach beta in a full one. Quiescence looks first, since it is cheaper.
    ///
    /// Source: M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm",
    /// 1995.
    fn probcut(&mut self, board: &Board, node: &Node, beta: Score) -> Searched<Option<Score>> {
        let Node { depth, evals: Some(evals), .. } = *node else { return Ok(None) };
        let raised = beta + params::probcut_margin();
        let reduced = depth - params::probcut_reduction();
        let is_refuted = node.entry.is_some_and(|entry| {
            entry.depth > reduced && entry.score.relative_to_root(node.ply) < raised
        });
        if depth < params::probcut_min_depth() || raised.is_decisive() || is_refuted {
            return Ok(None);
        }
        // Captures that gain too little to reach the raised beta are not worth a search.
        let scope = Scope::Tactical(raised.0 - evals.corrected.0);
        // Without quiet moves, the context does not matter.
        let context = MoveContext::default();
        let mut picker = MovePicker::new(board, node.tt_move, context, scope);
        let window = Window::zero_below(raised).flipped();
        while let Some(mv) = self.next_move(&mut picker, board) {
            let next = board.make(mv);
            self.enter(board, mv, &next)?;
            let mut score = -self.quiescence::<NON_PV>(&next, window, node.ply + 1)?;
            if score >= raised && reduced > 0 {
                score = -self.negamax::<NON_PV>(&next, window, reduced, !node.is_cut)?;
            }
            self.leave();
            if score >= raised {
                let was_pv = node.entry.is_some_and(|entry| entry.was_pv);
                let unsearched = Entry::unsearched(Some(evals.raw), was_pv);
                let (depth, bound) = (reduced + 1, Some(Bound::Lower));
                self.store(board, Entry { mv, score, depth, bound, ..unsearched });
                return Ok(Some(score));
            }
        }
        Ok(None)
    }
}
