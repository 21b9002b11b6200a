//! Random numbers that do not depend on the past of a run, so that it can be continued, nor on the
//! number of threads.

use rand::SeedableRng;
use rand::rngs::StdRng;

/// Returns the random number generator of a part of a run, such as a game, that has these
/// `numbers`.
pub(crate) fn generator(seed: u64, numbers: [u64; 3]) -> StdRng {
    let [first, second, third] = numbers;
    let mut bytes = [0; 32];
    bytes.copy_from_slice([seed, first, second, third].map(u64::to_le_bytes).as_flattened());
    StdRng::from_seed(bytes)
}
