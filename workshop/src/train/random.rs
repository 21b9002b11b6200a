//! The random numbers of training.

use rand::rngs::StdRng;

use crate::random::generator;

/// The uses of random numbers, which are independent of each other.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stream {
    /// The order of the samples in an epoch.
    Order,
    /// The positions of the first stage.
    Distillation,
    /// The distilled positions of the second stage.
    Mix,
}

impl Stream {
    /// Returns the generator for this use, one for each pair of `numbers`, such as step and part.
    pub(super) fn generator(self, seed: u64, numbers: [usize; 2]) -> StdRng {
        let [first, second] = numbers.map(|number| number as u64);
        generator(seed, [self as u64, first, second])
    }
}
