//! Shallow pruning of moves, and the margins of all pruning.

use super::node::{Candidate, Node, Prune};
use super::reductions::ONE_PLY;
use super::worker::Worker;
use crate::board::Board;
use crate::params;

/// The minimum depth at which a raised alpha reduces the depth of the moves after it.
const MIN_RAISED_ALPHA_DEPTH: i32 = 2;

impl Worker<'_> {
    /// Decides whether `candidate`, or every quiet move from here on, is pruned.
    pub(super) fn prune(&self, board: &Board, node: &Node, candidate: Candidate) -> Prune {
        let Candidate { mv, number, is_tactical, history, .. } = candidate;
        if is_tactical {
            let threshold = params::tactical_see_margin() * node.depth;
            return if board.see_at_least(mv, threshold) { Prune::Nothing } else { Prune::Move };
        }
        if number > late_move_limit(node.depth, node.improving) {
            return Prune::Quiets;
        }
        let reduction = self.shared.reductions.get(false, node.depth, number)
            - history / params::reduction_history_divisor();
        let reduced_depth = (node.depth - 1 - reduction / ONE_PLY).max(0);
        if let Some(evals) = node.evals
            && reduced_depth <= params::futility_depth()
            && evals.corrected + futility_margin(reduced_depth) <= node.window.alpha
            && !board.gives_direct_check(mv)
        {
            return Prune::Move;
        }
        let min_history = params::history_pruning_margin() * node.depth;
        if reduced_depth <= params::history_pruning_depth() && history < min_history {
            return Prune::Move;
        }
        let threshold = quiet_see_threshold(reduced_depth);
        if board.see_at_least(mv, threshold) { Prune::Nothing } else { Prune::Move }
    }
}

/// Whether a PV node at `depth` reduces the remaining moves by a ply after one that raised alpha.
#[inline]
pub(super) fn reduces_after_raise(depth: i32) -> bool {
    (MIN_RAISED_ALPHA_DEPTH..=params::raised_alpha_depth()).contains(&depth)
}

/// Returns the margin of reverse futility pruning at `depth`.
#[inline]
pub(super) fn reverse_futility_margin(depth: i32, improving: bool) -> i32 {
    params::reverse_futility_margin() * (depth - i32::from(improving))
}

/// Returns the margin of razoring at `depth`.
#[inline]
pub(super) fn razoring_margin(depth: i32) -> i32 {
    params::razoring_base() + params::razoring_margin() * depth
}

/// Returns the margin above beta that the static eval must reach for a null move at `depth`; may be
/// negative.
#[inline]
pub(super) fn null_move_margin(depth: i32) -> i32 {
    params::null_move_base() - params::null_move_slope() * depth
}

/// Returns the null move reduction in plies at `depth` if the refined eval is `surplus` above beta.
#[inline]
pub(super) fn null_move_reduction(depth: i32, surplus: i32) -> i32 {
    params::null_move_reduction()
        + depth / params::null_move_depth_divisor()
        + (surplus / params::null_move_surplus_divisor()).min(params::null_move_max_surplus())
}

/// Returns the number of moves after which quiet moves are pruned at `depth`.
#[inline]
fn late_move_limit(depth: i32, improving: bool) -> usize {
    let limit = params::late_move_base() + depth * depth;
    (if improving { limit } else { limit / 2 }) as usize
}

/// Returns the margin of futility pruning at `reduced_depth`.
#[inline]
fn futility_margin(reduced_depth: i32) -> i32 {
    params::futility_base() + params::futility_margin() * reduced_depth
}

/// Returns the SEE threshold (≤ 0) for pruning quiet moves at `reduced_depth`.
#[inline]
fn quiet_see_threshold(reduced_depth: i32) -> i32 {
    params::quiet_see_margin() * reduced_depth * reduced_depth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_nodes_are_pruned_less() {
        for depth in 1..12 {
            for improving in [false, true] {
                assert!(late_move_limit(depth, improving) <= late_move_limit(depth + 1, improving));
                let margin = |depth| reverse_futility_margin(depth, improving);
                assert!(margin(depth) < margin(depth + 1));
            }
            assert!(late_move_limit(depth, false) <= late_move_limit(depth, true));
            assert!(reverse_futility_margin(depth, true) < reverse_futility_margin(depth, false));
            assert!(futility_margin(depth) < futility_margin(depth + 1));
            assert!(quiet_see_threshold(depth + 1) < quiet_see_threshold(depth));
            assert!(null_move_reduction(depth, 0) <= null_move_reduction(depth, 500));
        }
    }
}
