//! Singular extensions, double and negative extensions, and multi-cut.

use super::node::{Extension, Node, NodeType, NonPv, Window};
use super::worker::{Searched, Worker};
use crate::board::Board;
use crate::params;
use crate::tt::Bound;
use crate::types::Move;

impl Worker<'_> {
    /// Extends the TT move if all other moves fail well below its TT score; cuts the node if
    /// another move reaches beta as well (multi-cut).
    ///
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
            && entry.depth >= depth - params::singular_entry_gap()
            && matches!(entry.bound, Some(Bound::Exact | Bound::Lower))
            && !score.is_decisive()
            && ply < params::extension_ply_factor() as usize * self.root_depth
            && !self.is_mate_proof;
        if !is_tried {
            return Ok(Extension::Plies(0));
        }
        let singular_beta = score - params::singular_margin() * depth / 16;
        self.data.stack.frame(ply).excluded = node.tt_move();
        let window = Window::below(singular_beta);
        let others = self.negamax::<NonPv>(board, window, (depth - 1) / 2, node.is_cut);
        self.data.stack.frame(ply).excluded = Move::NONE;
        let others = others?;
        if others < singular_beta {
            let doubled = self.data.stack.frame(ply).double_extensions;
            let is_far = others < singular_beta - params::double_extension_margin();
            let is_double = !N::PV && is_far && doubled < params::max_double_extensions();
            return Ok(Extension::Plies(if is_double { 2 } else { 1 }));
        }
        if singular_beta >= node.window.beta {
            return Ok(Extension::Cutoff(singular_beta));
        }
        // Another move may be as good: a negative extension.
        let is_reduced = score >= node.window.beta || node.is_cut;
        Ok(Extension::Plies(if is_reduced { -1 } else { 0 }))
    }
}
