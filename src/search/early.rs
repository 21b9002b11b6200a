//! Pruning of whole nodes before their moves are searched: reverse futility, razoring, null move
//! and ProbCut.

use super::history::MoveContext;
use super::movepick::{MovePicker, Quiets};
use super::node::{Evals, Node, NonPv, Window};
use super::pruning;
use super::worker::{Searched, Worker};
use crate::board::Board;
use crate::params;
use crate::tt::{Bound, Entry};
use crate::types::{Bitboard, Score};

impl Worker<'_> {
    /// Tries to prune a node with a zero window where the side to move is not in check; returns its
    /// score if it is pruned.
    pub(super) fn prune_node(
        &mut self,
        board: &Board,
        node: &Node,
        evals: Evals,
    ) -> Searched<Option<Score>> {
        let Window { alpha, beta } = node.window;
        let eval = evals.refined;

        // Reverse futility: the eval is so far above beta that some move will fail high.
        let margin = pruning::reverse_futility_margin(node.depth, node.improving);
        if node.depth <= params::reverse_futility_depth()
            && eval - margin >= beta
            && !eval.is_decisive()
            && beta > -Score::PROVEN
        {
            return Ok(Some(Score((eval.0 + beta.0) / 2)));
        }

        // Razoring: the eval is so far below alpha that only a capture or a check may help.
        if node.depth <= params::razoring_depth()
            && eval + pruning::razoring_margin(node.depth) < alpha
        {
            self.horizon = node.ply;
            let score = self.quiescence::<NonPv>(board, Window::above(alpha), Bitboard::ALL)?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }

        if let Some(score) = self.null_move(board, node, evals)? {
            return Ok(Some(score));
        }
        self.probcut(board, node, evals)
    }

    /// Tries a null move: if passing the turn still fails high, a real move will too. Off with king
    /// and pawns alone, where zugzwang is common. Source: C. Donninger, "Null move and deep
    /// search", 1993.
    fn null_move(&mut self, board: &Board, node: &Node, evals: Evals) -> Searched<Option<Score>> {
        let Node { depth, ply, .. } = *node;
        let beta = node.window.beta;
        let is_tried = depth >= params::null_move_depth()
            && evals.refined >= beta
            && evals.corrected - pruning::null_move_margin(depth) >= beta
            && beta > -Score::PROVEN
            && self.data.stack.earlier(ply, 1).is_some_and(|frame| frame.played.is_some())
            && ply >= self.null_moves_from
            && board.has_non_pawn_material();
        if !is_tried {
            return Ok(None);
        }
        let surplus = evals.refined.0 - beta.0;
        let reduced = depth - pruning::null_move_reduction(depth, surplus);
        self.shared.tt.prefetch(board.key_after_null());
        let next = board.make_null();
        self.enter_null(&next)?;
        let window = Window::below(beta);
        let score = -self.negamax::<NonPv>(&next, window.flipped(), reduced, !node.is_cut)?;
        self.leave();
        if score < beta {
            return Ok(None);
        }
        // A win after a null move is unproven.
        let score = if score.is_decisive() { beta } else { score };
        if depth < params::null_move_verification_depth() || self.null_moves_from > 0 {
            return Ok(Some(score));
        }
        // Verification: search the node at the reduced depth, with null moves off for most of its
        // plies.
        let span = reduced.max(0) * params::null_move_verification_span() / 100;
        self.null_moves_from = ply + span as usize;
        let verified = self.negamax::<NonPv>(board, window, reduced, false);
        self.null_moves_from = 0;
        Ok((verified? >= beta).then_some(score))
    }

    /// Tries ProbCut: a capture that exceeds beta by a margin in a reduced search will reach beta
    /// in a full one. Source: M. Buro, "ProbCut: an effective selective extension of the alpha-beta
    /// algorithm", 1995.
    fn probcut(&mut self, board: &Board, node: &Node, evals: Evals) -> Searched<Option<Score>> {
        let raised = node.window.beta + params::probcut_margin();
        let reduced = node.depth - params::probcut_reduction();
        let is_refuted = node.entry.is_some_and(|entry| {
            entry.depth > reduced && entry.score.relative_to_root(node.ply) < raised
        });
        if node.depth < params::probcut_depth() || raised.is_decisive() || is_refuted {
            return Ok(None);
        }
        let threshold = raised.0 - evals.corrected.0;
        // Without quiet moves, the context does not matter.
        let context = MoveContext::default();
        let mut picker =
            MovePicker::tactical(board, node.tt_move(), context, threshold, Quiets::None);
        let window = Window::below(raised).flipped();
        while let Some(mv) = self.next_move(&mut picker, board) {
            self.prefetch(board, mv);
            let next = board.make(mv);
            self.enter(board, mv, &next)?;
            self.horizon = node.ply + 1;
            let mut score = -self.quiescence::<NonPv>(&next, window, Bitboard::ALL)?;
            if score >= raised && reduced > 0 {
                score = -self.negamax::<NonPv>(&next, window, reduced, !node.is_cut)?;
            }
            self.leave();
            if score >= raised {
                let entry = Entry {
                    mv,
                    score,
                    static_eval: Some(evals.raw),
                    depth: reduced + 1,
                    was_pv: node.was_pv,
                    bound: Some(Bound::Lower),
                };
                self.store(board, entry);
                return Ok(Some(score));
            }
        }
        Ok(None)
    }
}
