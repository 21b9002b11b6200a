//! Rows of 16-bit numbers, one for each hidden neuron, and all loops over them.
//!
//! The loops are written over arrays of fixed length, which the compiler turns into vector
//! instructions without branches.

use super::features::{HIDDEN, QA};

/// The largest activation: 1 in the unit of the accumulators.
const MAX_ACTIVATION: i16 = QA as i16;

/// Number of neurons that are updated or activated at a time.
const BLOCK: usize = 64;
const _: () = assert!(HIDDEN.is_multiple_of(BLOCK));

/// A number for each hidden neuron of a perspective, aligned to a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Row([i16; HIDDEN]);

impl Row {
    /// Returns the row of the first [`HIDDEN`] `numbers`.
    pub(super) fn new(numbers: &[i16]) -> Self {
        Self(std::array::from_fn(|neuron| numbers[neuron]))
    }

    /// Adds and subtracts the weights of features, one block of neurons at a time, so that its sums
    /// stay in registers.
    ///
    /// Sums may wrap around in the middle of an update, but [those of a
    /// position](super::MAX_FEATURE_WEIGHT) do not.
    #[inline]
    pub(super) fn update(&mut self, added: &[&Self], removed: &[&Self]) {
        for (index, sums) in self.blocks_mut().iter_mut().enumerate() {
            let mut changed = *sums;
            for weights in added {
                let weights = &weights.blocks()[index];
                changed = std::array::from_fn(|i| changed[i].wrapping_add(weights[i]));
            }
            for weights in removed {
                let weights = &weights.blocks()[index];
                changed = std::array::from_fn(|i| changed[i].wrapping_sub(weights[i]));
            }
            *sums = changed;
        }
    }

    fn blocks(&self) -> &[[i16; BLOCK]] {
        self.0.as_chunks().0
    }

    fn blocks_mut(&mut self) -> &mut [[i16; BLOCK]] {
        self.0.as_chunks_mut().0
    }

    /// Returns the sum of the activations, clipped to 0 to [`QA`] and squared, times `weights`, one
    /// block of neurons at a time, so that the intermediate results stay in registers.
    ///
    /// The squares are never formed. The product of an activation and a weight fits 16 bits; it is
    /// multiplied by the activation again, and adjacent results are added. On x86-64 these are the
    /// instructions `pmullw` and `pmaddwd`. The products have an array of their own so that the
    /// compiler uses full vectors for `pmullw`.
    #[inline]
    pub(super) fn activate(&self, weights: &Self) -> i32 {
        let blocks = self.blocks().iter().zip(weights.blocks());
        let block_sums = blocks.map(|(sums, weights)| {
            let clipped = sums.map(|sum| sum.clamp(0, MAX_ACTIVATION));
            let products: [i16; BLOCK] = std::array::from_fn(|i| clipped[i] * weights[i]);
            let squares = products.iter().zip(&clipped);
            squares.map(|(&product, &clipped)| i32::from(product) * i32::from(clipped)).sum::<i32>()
        });
        block_sums.sum()
    }
}
