//! When a node or a move is given less than a full search: margins, limits and reductions.
//!
//! Depths are in plies, margins in centipawns.

use std::array;

use super::params;

/// By how much the static evaluation must exceed beta to be believed at `depth`.
#[inline]
pub(super) fn reverse_futility_margin(depth: i32, improving: bool) -> i32 {
    params::reverse_futility_margin() * (depth - i32::from(improving))
}

/// How far below alpha the static evaluation must lie for quiescence to decide at `depth`.
#[inline]
pub(super) fn razoring_margin(depth: i32) -> i32 {
    params::razoring_base() + params::razoring_margin() * depth
}

/// How far below beta the static evaluation may lie for a null move at `depth`.
#[inline]
pub(super) fn null_move_margin(depth: i32) -> i32 {
    params::null_move_slope() * depth - params::null_move_base()
}

/// By how many plies a null move at `depth` is reduced that starts `surplus` centipawns above beta.
#[inline]
pub(super) fn null_move_reduction(depth: i32, surplus: i32) -> i32 {
    params::null_move_reduction()
        + depth / params::null_move_depth_divisor()
        + (surplus / params::null_move_surplus_divisor()).min(params::null_move_max_surplus())
}

/// After so many moves the quiet ones left are not tried at `depth`.
#[inline]
pub(super) fn late_move_limit(depth: i32, improving: bool) -> usize {
    let limit = params::late_move_base() + depth * depth;
    (if improving { limit } else { limit / 2 }) as usize
}

/// By how much a quiet move searched `reduced_depth` deep may lift the static evaluation.
#[inline]
pub(super) fn futility_margin(reduced_depth: i32) -> i32 {
    params::futility_base() + params::futility_margin() * reduced_depth
}

/// What a quiet move searched `reduced_depth` deep may lose in an exchange, not above 0.
#[inline]
pub(super) fn quiet_exchange_limit(reduced_depth: i32) -> i32 {
    params::quiet_exchange_margin() * reduced_depth * reduced_depth
}

/// What a capture at `depth` may lose in an exchange, not above 0.
#[inline]
pub(super) fn tactical_exchange_limit(depth: i32) -> i32 {
    params::tactical_exchange_margin() * depth
}

/// Late move reductions in 1/1024 of a ply by depth and number of the move, before they are adjusted.
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    quiet: [[i32; Self::SIZE]; Self::SIZE],
    tactical: [[i32; Self::SIZE]; Self::SIZE],
}

impl Reductions {
    /// Greater depths and numbers are taken for the last of the table.
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

    /// The reduction of the `number`th move from 1, at a `depth` of at least 1.
    #[inline]
    pub(super) fn get(&self, is_tactical: bool, depth: i32, number: usize) -> i32 {
        let table = if is_tactical { &self.tactical } else { &self.quiet };
        table[(depth as usize).min(Self::SIZE - 1)][number.min(Self::SIZE - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_moves_are_reduced_more_and_quiet_ones_most() {
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
            assert!(quiet_exchange_limit(depth + 1) < quiet_exchange_limit(depth));
            assert!(null_move_reduction(depth, 0) <= null_move_reduction(depth, 500));
        }
    }
}
