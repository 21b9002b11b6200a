//! Searches that spare others: a node decided without trying its moves one by one, and the question
//! whether the table's move stands alone.

use super::movepick::{MovePicker, Quiets};
use super::negamax::{Extension, Node};
use super::node::{NodeType, NonPv, Window};
use super::worker::{Judgement, Searched, Worker};
use super::{params, pruning};
use crate::board::Board;
use crate::tt::Bound;
use crate::types::{Bitboard, Move, Score};

impl Worker<'_> {
    /// The score of a node with a closed window, not in check, if it can be told already.
    pub(super) fn decide_early(
        &mut self,
        board: &Board,
        node: &Node,
        judged: Judgement,
    ) -> Searched<Option<Score>> {
        let Window { alpha, beta } = node.window;
        let estimate = judged.estimate;

        // Reverse futility: so far above beta that no move will lose it all.
        let margin = pruning::reverse_futility_margin(node.depth, node.improving);
        if node.depth <= params::reverse_futility_depth()
            && estimate - margin >= beta
            && !estimate.is_mate()
            && beta > -Score::MATE_BOUND
        {
            return Ok(Some(Score((estimate.0 + beta.0) / 2)));
        }

        // Razoring: so far below alpha that only captures could help.
        if node.depth <= params::razoring_depth()
            && estimate + pruning::razoring_margin(node.depth) < alpha
        {
            self.horizon = node.ply;
            let score = self.quiescence::<NonPv>(board, Window::above(alpha), Bitboard::ALL)?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }

        if let Some(score) = self.null_move(board, node, judged)? {
            return Ok(Some(score));
        }
        self.probcut(board, node, judged)
    }

    /// Null move: if the opponent may move twice and beta is still reached, a real move will reach
    /// it. With king and pawns alone it may be better not to move at all.
    fn null_move(
        &mut self,
        board: &Board,
        node: &Node,
        judged: Judgement,
    ) -> Searched<Option<Score>> {
        let Node { depth, ply, .. } = *node;
        let beta = node.window.beta;
        let is_tried = depth >= params::null_move_depth()
            && judged.estimate >= beta
            && judged.static_eval + pruning::null_move_margin(depth) >= beta
            && beta > -Score::MATE_BOUND
            && node.hints.previous[0].is_some()
            && ply >= self.null_moves_from
            && board.has_non_pawn_material();
        if !is_tried {
            return Ok(None);
        }
        let surplus = judged.estimate.0 - beta.0;
        let reduced = depth - pruning::null_move_reduction(depth, surplus);
        let next = board.make_null();
        self.table.prefetch(next.key());
        self.enter_null(&next)?;
        let score =
            -self.negamax::<NonPv>(&next, Window::below(beta).flipped(), reduced, !node.is_cut)?;
        self.leave();
        if score < beta {
            return Ok(None);
        }
        // A mate after a null move is no mate.
        let score = if score.is_mate() { beta } else { score };
        if depth < params::null_move_verification_depth() || self.null_moves_from > 0 {
            return Ok(Some(score));
        }
        // Verification: the same without null moves in most of the plies that the reduction leaves.
        let span = reduced.max(0) * params::null_move_verification_span() / 100;
        self.null_moves_from = ply + span as usize;
        let verified = self.negamax::<NonPv>(board, Window::below(beta), reduced, false);
        self.null_moves_from = 0;
        Ok((verified? >= beta).then_some(score))
    }

    /// ProbCut: a capture that comes out well above beta in a reduced search will reach beta in a
    /// full one. Source: M. Buro, "ProbCut: an effective selective extension of the alpha-beta
    /// algorithm", 1995.
    fn probcut(
        &mut self,
        board: &Board,
        node: &Node,
        judged: Judgement,
    ) -> Searched<Option<Score>> {
        let raised = node.window.beta + params::probcut_margin();
        let reduced = node.depth - params::probcut_reduction();
        let denied = node.entry.is_some_and(|entry| {
            i32::from(entry.depth) > reduced && entry.score.relative_to_root(node.ply) < raised
        });
        if node.depth < params::probcut_depth() || raised.is_mate() || denied {
            return Ok(None);
        }
        let threshold = raised.0 - judged.static_eval.0;
        let mut picker =
            MovePicker::tactical(board, node.table_move(), node.hints, threshold, Quiets::None);
        let window = Window::below(raised).flipped();
        while let Some(mv) = self.next_move(&mut picker, board) {
            let next = board.make(mv);
            self.table.prefetch(next.key());
            self.enter(board, mv, &next)?;
            self.horizon = node.ply + 1;
            let mut score = -self.quiescence::<NonPv>(&next, window, Bitboard::ALL)?;
            if score >= raised && reduced > 0 {
                score = -self.negamax::<NonPv>(&next, window, reduced, !node.is_cut)?;
            }
            self.leave();
            if score >= raised {
                self.remember(board, mv, score, Some(judged.raw), reduced + 1, Bound::Lower);
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    /// Singular extension: when all other moves fail well below the score that the table gives its
    /// move, that move is searched deeper; when another one reaches beta as well, the node is cut.
    /// Source: T. Anantharaman, M. Campbell and F. Hsu, "Singular extensions", 1990.
    pub(super) fn extension<N: NodeType>(
        &mut self,
        board: &Board,
        node: &Node,
    ) -> Searched<Extension> {
        let Node { depth, ply, .. } = *node;
        let Some(entry) = node.entry else { return Ok(Extension::Plies(0)) };
        let score = entry.score.relative_to_root(ply);
        let is_tried = depth >= params::singular_depth()
            && i32::from(entry.depth) >= depth - params::singular_entry_gap()
            && entry.bound != Bound::Upper
            && !score.is_mate()
            && ply < 2 * self.root_depth
            && !self.is_proof;
        if !is_tried {
            return Ok(Extension::Plies(0));
        }
        let singular_beta = score - params::singular_margin() * depth / 16;
        self.stack.frame(ply).excluded = node.table_move();
        let others = self.negamax::<NonPv>(
            board,
            Window::below(singular_beta),
            (depth - 1) / 2,
            node.is_cut,
        );
        self.stack.frame(ply).excluded = Move::NONE;
        let others = others?;
        if others < singular_beta {
            let doubled = self.stack.frame(ply).double_extensions;
            let is_far = others < singular_beta - params::double_extension_margin();
            if !N::PV && is_far && doubled < params::max_double_extensions() {
                return Ok(Extension::Plies(2));
            }
            return Ok(Extension::Plies(1));
        }
        if singular_beta >= node.window.beta {
            return Ok(Extension::Cutoff(singular_beta));
        }
        // Another move is as good: the table's move is given less.
        let is_common = score >= node.window.beta || node.is_cut;
        Ok(Extension::Plies(if is_common { -1 } else { 0 }))
    }
}
