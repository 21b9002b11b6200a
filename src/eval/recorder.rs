//! Who listens while the terms are added up: nobody in play, a record of coefficients for the tuner
//! and for people.

use super::pair::Pair;
use super::weights::{WEIGHTS, Weights};
use crate::types::{Color, Side};

/// Told of every weight that the evaluation gives.
pub(super) trait Recorder {
    /// Gives `weight` to `S` `count` times.
    fn add<S: Side>(&mut self, weight: &'static Pair, count: i32) -> Pair;
}

/// Listens to nothing and costs nothing.
pub(super) struct NoTrace;

impl Recorder for NoTrace {
    #[inline]
    fn add<S: Side>(&mut self, weight: &'static Pair, count: i32) -> Pair {
        *weight * count
    }
}

/// How often each weight was given to White and to Black.
#[derive(Clone, Debug)]
pub(super) struct Counts(Vec<[i16; 2]>);

impl Counts {
    pub(super) fn new() -> Self {
        Self(vec![[0; 2]; Weights::COUNT])
    }

    /// How often the weight of an index was given to `color`.
    pub(super) fn of(&self, index: usize, color: Color) -> i16 {
        self.0[index][color.index()]
    }
}

impl Recorder for Counts {
    fn add<S: Side>(&mut self, weight: &'static Pair, count: i32) -> Pair {
        // A weight is known by its place in the one static list.
        let start = WEIGHTS.as_slice().as_ptr().addr();
        let index = (std::ptr::from_ref(weight).addr() - start) / size_of::<Pair>();
        self.0[index][S::COLOR.index()] += count as i16;
        *weight * count
    }
}
