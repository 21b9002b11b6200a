//! Late move reductions.

use std::array;

use super::node::{Candidate, Node, NodeType};
use super::worker::Worker;
use crate::board::Board;
use crate::params;

/// One ply in the unit of reductions.
pub(super) const ONE_PLY: i32 = 1_024;

/// Base late move reductions in 1/1024 of a ply, indexed by depth and move number.
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    quiet: [[i32; Self::SIZE]; Self::SIZE],
    tactical: [[i32; Self::SIZE]; Self::SIZE],
}

impl Reductions {
    /// Number of depths and of move numbers; larger values use the last entry.
    const SIZE: usize = 64;

    pub(super) fn new() -> Box<Self> {
        let logarithms: [f64; Self::SIZE] = array::from_fn(|number| (number.max(1) as f64).ln());
        let table = |base: i32, factor: i32| {
            logarithms.map(|depth| {
                logarithms.map(|number| base + (f64::from(factor) * depth * number) as i32)
            })
        };
        Box::new(Self {
            quiet: table(params::quiet_reduction_base(), params::quiet_reduction_factor()),
            tactical: table(params::tactical_reduction_base(), params::tactical_reduction_factor()),
        })
    }

    /// Returns the base reduction of the move with this `number`, from 1, at `depth`, at least 1.
    #[inline]
    pub(super) fn get(&self, is_tactical: bool, depth: i32, number: usize) -> i32 {
        let table = if is_tactical { &self.tactical } else { &self.quiet };
        table[(depth as usize).min(Self::SIZE - 1)][number.min(Self::SIZE - 1)]
    }
}

impl Worker<'_> {
    /// Returns the initial late move reduction in plies; `next` is the position after the move.
    pub(super) fn reduction<N: NodeType>(
        &self,
        next: &Board,
        node: &Node,
        candidate: Candidate,
    ) -> i32 {
        let Candidate { number, is_tactical, is_refutation, history, .. } = candidate;
        let mut reduction = self.shared.reductions.get(is_tactical, node.depth, number);
        reduction -= history / params::reduction_history_divisor();
        let adjustments = [
            (N::PV, -params::reduction_pv()),
            (!node.improving, params::reduction_not_improving()),
            (node.is_cut, params::reduction_cut_node()),
            (node.is_tt_tactical, params::reduction_tactical_tt_move()),
            (is_refutation, -params::reduction_refutation()),
            (next.in_check(), -params::reduction_check()),
        ];
        for (applies, change) in adjustments {
            reduction += if applies { change } else { 0 };
        }
        reduction / ONE_PLY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_and_quiet_moves_are_reduced_more() {
        let reductions = Reductions::new();
        for depth in [3, 10, 63, 200] {
            for number in [2, 5, 30, 300] {
                let quiet = reductions.get(false, depth, number);
                assert!(reductions.get(true, depth, number) <= quiet);
                assert!(quiet <= reductions.get(false, depth, number + 1));
                assert!(quiet <= reductions.get(false, depth + 1, number));
            }
        }
    }
}
