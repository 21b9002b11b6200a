//! The processor's cache: prefetching, and counters that do not share a cache line.

use std::sync::atomic::{AtomicU64, Ordering};

/// A counter on a cache line of its own, so that writing to it does not slow down the threads that
/// read its neighbours (false sharing).
#[derive(Debug, Default)]
#[repr(align(64))]
pub(crate) struct PaddedCounter(AtomicU64);

impl PaddedCounter {
    /// Returns the count.
    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Replaces the count.
    pub(crate) fn set(&self, count: u64) {
        self.0.store(count, Ordering::Relaxed);
    }

    /// Adds to the count.
    pub(crate) fn add(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }
}

/// Starts to load the cache line at the beginning of `value`, which will soon be used. Has an
/// effect on x86-64 only.
#[inline]
#[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables))]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    // SAFETY: a prefetch has no visible effect, and the address is that of a live value.
    // Gain: 3 % more nodes per second with a transposition table of 256 MB, the median of four
    // pairs of runs.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch((&raw const *value).cast(), _MM_HINT_T0);
    }
}
