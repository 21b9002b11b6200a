//! Deterministic pseudo-random numbers.
//!
//! Source: G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators", 2014.

/// 2⁶⁴ divided by the golden ratio, rounded to an odd number: the increment of [`SplitMix64`].
pub(crate) const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// The SplitMix64 generator, which also runs at compile time.
pub(crate) struct SplitMix64(pub(crate) u64);

impl SplitMix64 {
    /// Returns the next number of the sequence.
    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN_RATIO);
        let bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }
}

/// Returns the pseudo-random number of `seed`; different seeds give different numbers.
pub(crate) const fn mix(seed: u64) -> u64 {
    SplitMix64(seed).next()
}
