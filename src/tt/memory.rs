//! The memory of the transposition table.

use std::slice;
use std::sync::Mutex;
use std::thread;

use bytemuck::Zeroable;
use memmap2::{MmapMut, MmapRaw};

use super::slot::Slot;

/// The number of slots in a bucket.
pub(super) const BUCKET_SLOTS: usize = 4;

/// The slots of one cache line.
#[derive(Zeroable)]
#[repr(C, align(64))]
pub(super) struct Bucket(pub(super) [Slot; BUCKET_SLOTS]);

/// The alignment of the memory in bytes: the usual size of a huge page.
const ALIGNMENT: usize = 2 << 20;
/// The number of buckets in a part of the memory, 8 MB. It takes longer to fill than a thread takes
/// to start.
const PART: usize = (8 << 20) / size_of::<Bucket>();

/// Buckets in memory that is zero at first.
///
/// Accesses to a large table are spread over all of it, so the memory is in huge pages where the
/// system has them: a processor keeps the addresses of a few thousand pages at hand.
pub(super) struct Memory {
    map: MmapRaw,
    /// The offset of the first bucket in bytes.
    start: usize,
    /// The number of buckets.
    count: usize,
}

impl Memory {
    /// Allocates `count` buckets; returns `None` if there is not enough memory.
    pub(super) fn new(count: usize) -> Option<Self> {
        let bytes = count.checked_mul(size_of::<Bucket>())?.checked_add(ALIGNMENT)?;
        let map = MmapRaw::from(MmapMut::map_anon(bytes).ok()?);
        // A refusal means pages of the usual size.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        let start = map.as_ptr().addr().wrapping_neg() % ALIGNMENT;
        Some(Self { map, start, count })
    }

    /// Returns all buckets.
    #[inline]
    pub(super) fn buckets(&self) -> &[Bucket] {
        #[allow(unsafe_code)]
        // SAFETY: as long as `self` lives, the address is valid for `count` buckets and aligned, and
        // zeros are a valid bucket. Only `buckets_mut`, which borrows `self` mutably, gives another
        // access.
        // Gain: 22 % more nodes per second with 2 GB, 20 % with 256 MB, and 8 % with 16 MB, together with
        // earlier prefetches; the medians of nine pairs of runs.
        unsafe {
            slice::from_raw_parts(self.first(), self.count)
        }
    }

    fn buckets_mut(&mut self) -> &mut [Bucket] {
        #[allow(unsafe_code)]
        // SAFETY: as in `buckets`.
        unsafe {
            slice::from_raw_parts_mut(self.first(), self.count)
        }
    }

    /// Returns the address of the first bucket.
    #[inline]
    fn first(&self) -> *mut Bucket {
        self.map.as_mut_ptr().wrapping_add(self.start).cast()
    }

    /// Fills the memory with zeros, on all processor cores.
    pub(super) fn clear(&mut self) {
        let buckets = self.buckets_mut();
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let helpers = cores.min(buckets.len() / PART).saturating_sub(1);
        let parts = Mutex::new(buckets.chunks_mut(PART));
        let next_part = || parts.lock().ok()?.next();
        let clear_parts = || {
            while let Some(part) = next_part() {
                part.fill_with(Bucket::zeroed);
            }
        };
        thread::scope(|scope| {
            for _ in 0..helpers {
                // If a thread cannot be spawned, the others do its share.
                let _ = thread::Builder::new().spawn_scoped(scope, clear_parts);
            }
            clear_parts();
        });
    }
}
