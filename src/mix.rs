//! Numbers that look random and are the same everywhere and always.

/// What is added between one number and the next of a sequence.
pub(crate) const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number that looks random, for each number another.
/// Source: G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators", 2014.
pub(crate) const fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(STEP);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
