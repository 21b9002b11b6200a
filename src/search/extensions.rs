//! Extensions: a TT move that is the only good one is searched deeper (singular extension), and two
//! good moves may settle the node (multi-cut).

use std::ops::ControlFlow;

use super::node::{Candidate, NON_PV, Node, Window};
use super::worker::{Searched, Worker};
use crate::board::Board;
use crate::params;
use crate::tt::Bound;
use crate::types::{Move, Score};

impl Worker<'_> {
    /// Returns the number of plies by which the TT move is extended, or reduced if negative, or the
    /// score with which the node fails high. A search to half the depth without that move shows
    /// whether another move comes near its TT score:
    ///
    /// - If all others are well below, the TT move is singular. An error in it would cost the most,
    ///   so it is extended by a ply; outside PV nodes, a few times in a line, by two if the others
    ///   are far below.
    /// - If another one comes near it and that is at least beta, the node very probably fails high
    ///   (multi-cut).
    /// - If others may be as good and the TT move, or some move, is expected to fail high, the TT
    ///   move is reduced by a ply.
    ///
    /// All this gained +54 ± 31 Elo. There is no check extension: +20 ± 21 without it.
    ///
    /// Source: T. Anantharaman, M. Campbell and F. Hsu, "Singular extensions", 1990.
    pub(super) fn extension(
        &mut self,
        board: &Board,
        node: &Node,
        candidate: Candidate,
    ) -> Searched<ControlFlow<Score, i32>> {
        let Candidate { window: Window { beta, .. }, depth, .. } = candidate;
        let ply = node.ply;
        let Some(entry) = node.entry else { return Ok(ControlFlow::Continue(0)) };
        let score = entry.score.relative_to_root(ply);
        let is_tried = depth >= params::singular_min_depth()
            && entry.depth >= depth - params::singular_entry_gap()
            && matches!(entry.bound, Some(Bound::Exact | Bound::Lower))
            && !score.is_decisive()
            // Otherwise a line of extended moves might never end.
            && ply < params::extension_ply_factor() as usize * self.root_depth;
        if !is_tried {
            return Ok(ControlFlow::Continue(0));
        }
        let singular_beta = score - params::singular_margin() * depth / 16;
        self.data.stack.frames[ply].excluded = node.tt_move;
        let window = Window::zero_below(singular_beta);
        let others = self.negamax::<NON_PV>(board, window, (depth - 1) / 2, node.is_cut);
        self.data.stack.frames[ply].excluded = Move::NONE;
        let others = others?;
        if others < singular_beta {
            let doubled = self.data.stack.frames[ply].double_extensions;
            let is_far = others < singular_beta - params::double_extension_margin();
            let is_double = !node.is_pv && is_far && doubled < params::max_double_extensions();
            return Ok(ControlFlow::Continue(if is_double { 2 } else { 1 }));
        }
        if singular_beta >= beta {
            return Ok(ControlFlow::Break(singular_beta));
        }
        let is_reduced = score >= beta || node.is_cut;
        Ok(ControlFlow::Continue(if is_reduced { -1 } else { 0 }))
    }
}
