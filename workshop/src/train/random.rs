//! Random numbers that do not depend on the past of a run, so that it can be continued from a
//! checkpoint, nor on the number of threads.

use rand::SeedableRng;
use rand::rngs::StdRng;

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

/// Returns the generator for a use, one for each pair of `numbers`, such as epoch and bucket.
pub(super) fn generator(seed: u64, stream: Stream, numbers: [usize; 2]) -> StdRng {
    let mut bytes = [0; 32];
    let words = [seed, stream as u64, numbers[0] as u64, numbers[1] as u64];
    for (bytes, word) in bytes.chunks_exact_mut(size_of::<u64>()).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    StdRng::from_seed(bytes)
}
