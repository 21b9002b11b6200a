//! Reductions: late moves, nodes without a TT move, and moves after a raised alpha are searched to
//! a smaller depth. A node after a reduced move may change by a ply either way.

use std::array;

use super::node::{Candidate, Node};
use crate::board::Board;
use crate::params;
use crate::types::{Move, Score};

/// One ply in the unit of late move reductions.
pub(super) const ONE_PLY: i32 = 1_024;

/// Base late move reductions in 1/1024 of a ply, of quiet and of tactical moves, indexed by depth
/// and move count. A constant term of 1.3 plies for quiet moves instead of 0.9 gained +11 ± 11 Elo.
#[derive(Clone, Debug)]
pub(super) struct Reductions([[[i32; Self::SIZE]; Self::SIZE]; 2]);

impl Reductions {
    /// Number of depths and of move counts; larger values use the last entry.
    const SIZE: usize = 64;

    pub(super) fn new() -> Box<Self> {
        let logarithms: [f64; Self::SIZE] = array::from_fn(|number| (number.max(1) as f64).ln());
        let table = |base: i32, factor: i32| {
            logarithms.map(|depth| {
                logarithms.map(|count| base + (f64::from(factor) * depth * count) as i32)
            })
        };
        Box::new(Self([
            table(params::quiet_reduction_base(), params::quiet_reduction_factor()),
            table(params::tactical_reduction_base(), params::tactical_reduction_factor()),
        ]))
    }

    /// Returns the reduction of `candidate`, whose depth is at least 1, before what is known of its
    /// node. Moves that did well elsewhere are searched deeper.
    pub(super) fn of_move(&self, candidate: Candidate) -> i32 {
        let Candidate { depth, move_count, is_tactical, history, .. } = candidate;
        let table = &self.0[usize::from(is_tactical)];
        let base = table[(depth as usize).min(Self::SIZE - 1)][move_count.min(Self::SIZE - 1)];
        base - history / params::reduction_history_divisor()
    }

    /// Returns the number of plies, 0 or more, by which the first search of a late move is
    /// shallower (late move reductions); `None` for early moves. `next` is the position after the
    /// move.
    ///
    /// Moves are ordered well enough that the first ones are usually the best, so a shallow search
    /// with a zero window suffices to refute the others. It is the search's largest gain but one:
    /// +187 ± 65 Elo when it came in.
    pub(super) fn reduction(&self, next: &Board, node: &Node, candidate: Candidate) -> Option<i32> {
        let is_late = candidate.move_count > 1 + usize::from(node.ply == 0);
        if !is_late || candidate.depth < params::reduction_min_depth() {
            return None;
        }
        let mut reduction = self.of_move(candidate);
        let adjustments = [
            // The score matters most in PV nodes: +17 ± 13 Elo for a decrease of half a ply instead
            // of a whole one.
            (node.is_pv, -params::reduction_pv()),
            // Without a rising static eval, a fail high is less likely.
            (!node.improving, params::reduction_not_improving()),
            // Some other move should fail high.
            (node.is_cut, params::reduction_cut_node()),
            // If a capture was best before, other moves of any kind are less likely to be: +10 ± 15
            // Elo.
            (node.is_tt_tactical, params::reduction_tactical_tt_move()),
            // The move caused a cutoff in a similar position.
            (candidate.is_refutation, -params::reduction_refutation()),
            // Checks begin combinations and mates: +19 ± 14 Elo for 1.6 instead of 1 ply, and
            // +22 ± 11 for 2.7 instead of 1.8.
            (next.in_check(), -params::reduction_check()),
        ];
        for (applies, change) in adjustments {
            reduction += if applies { change } else { 0 };
        }
        Some((reduction / ONE_PLY).max(0))
    }
}

/// Returns the reduction of a PV node or expected cut node without a TT move (internal iterative
/// reduction).
///
/// Its moves are badly ordered, so a full search would be expensive; a shallower one finds a TT
/// move for the next time. A singular search, in which the TT move is excluded, is reduced too
/// where a cut is expected: without that, −11 ± 18 Elo. The reduction was measured together with
/// ProbCut.
pub(super) fn internal_iterative_reduction(node: &Node) -> i32 {
    let is_reduced = node.depth >= params::iterative_reduction_min_depth()
        && node.tt_move == Move::NONE
        && (node.is_pv || node.is_cut);
    i32::from(is_reduced)
}

/// Returns the change of depth of the node after a move that was reduced by `reduction` plies and
/// changed the static eval for the side that played it by `gain` (hindsight).
///
/// A reduced move that was not bad after all is extended by a ply, +10 ± 8 Elo; one that lost much
/// is refuted by a shallower search as well, +3 ± 8. Source: the engine Stockfish.
pub(super) fn hindsight(reduction: i32, gain: i32) -> i32 {
    let is_extended = reduction >= params::hindsight_extension() && gain >= 0;
    let is_reduced = reduction >= params::hindsight_reduction() && -gain > params::hindsight_loss();
    i32::from(is_extended) - i32::from(is_reduced)
}

/// Returns the reduction, in plies, of the moves of `node` after one that raised alpha to `score`.
///
/// A second improvement in the same PV node is rare, so the rest is searched one ply shallower:
/// +18 ± 11 Elo.
pub(super) fn alpha_raise_reduction(node: &Node, depth: i32, score: Score) -> i32 {
    let depths = params::raised_alpha_min_depth()..=params::raised_alpha_max_depth();
    let has_depth = depths.contains(&depth);
    i32::from(node.is_pv && node.ply > 0 && !score.is_decisive() && has_depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::node::Window;

    #[test]
    fn later_and_quiet_moves_are_reduced_more() {
        let reductions = Reductions::new();
        let base = |is_tactical, depth, move_count| {
            let (mv, window, is_refutation, history) = (Move::NONE, Window::FULL, false, 0);
            reductions.of_move(Candidate {
                mv,
                window,
                depth,
                move_count,
                is_tactical,
                is_refutation,
                history,
            })
        };
        for depth in [3, 10, 63, 200] {
            for count in [2, 5, 30, 300] {
                let quiet = base(false, depth, count);
                assert!(base(true, depth, count) <= quiet);
                assert!(quiet <= base(false, depth, count + 1));
                assert!(quiet <= base(false, depth + 1, count));
            }
        }
        assert!(base(true, 10, 30) < base(false, 10, 30));
        for is_tactical in [false, true] {
            let base = |depth, count| base(is_tactical, depth, count);
            assert!(base(10, 2) < base(10, 30) && base(3, 30) < base(63, 30));
        }
    }

    #[test]
    fn hindsight_extends_after_gains_and_reduces_after_large_losses() {
        let (little, much) = (0, params::hindsight_extension().max(params::hindsight_reduction()));
        let loss = -params::hindsight_loss() - 1;
        let changes = [(little, loss), (little, 50), (much, 50), (much, -1), (much, loss)];
        let expected = [0, 0, 1, 0, -1];
        assert_eq!(changes.map(|(reduction, gain)| hindsight(reduction, gain)), expected);
    }
}
