//! Recorders of the weights that an evaluation applies: none in play, counts for the tuner and the
//! trace.

use std::cell::Cell;

use super::pair::Pair;
use super::weights::{WEIGHTS, Weights};
use crate::types::{Color, Side};

/// A receiver of every weight that an evaluation applies.
pub(super) trait Recorder {
    /// Records that `weight`, one of [`WEIGHTS`], was applied `count` times to `color`.
    fn record(&self, color: Color, weight: &'static Pair, count: i32);

    /// Applies `weight` to `S` `count` times: records it and returns the product.
    #[inline]
    fn add<S: Side>(&self, weight: &'static Pair, count: i32) -> Pair {
        self.record(S::COLOR, weight, count);
        *weight * count
    }
}

/// A recorder that does nothing, at no cost.
pub(super) struct NoRecorder;

impl Recorder for NoRecorder {
    #[inline]
    fn record(&self, _: Color, _: &'static Pair, _: i32) {}
}

/// Number of applications of a weight to White and to Black.
pub(super) type Counts = [i16; 2];

/// A recorder that counts the applications of each weight.
pub(super) struct Counter(Vec<Cell<Counts>>);

impl Counter {
    /// Creates a counter at zero.
    pub(super) fn new() -> Self {
        Self(vec![Cell::default(); Weights::COUNT])
    }

    /// Returns the counts, in the order of [`Weights::as_slice`].
    pub(super) fn into_counts(self) -> Vec<Counts> {
        self.0.into_iter().map(Cell::into_inner).collect()
    }
}

impl Recorder for Counter {
    fn record(&self, color: Color, weight: &'static Pair, count: i32) {
        // The address of a weight gives its index in the one static list.
        let start = WEIGHTS.as_slice().as_ptr().addr();
        let index = (std::ptr::from_ref(weight).addr() - start) / size_of::<Pair>();
        let mut counts = self.0[index].get();
        counts[color.index()] += count as i16;
        self.0[index].set(counts);
    }
}
