//! The table of base late move reductions.

use std::array;

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
