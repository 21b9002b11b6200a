//! The memory of the transposition table.

use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use bytemuck::Zeroable;
use thiserror::Error;

use super::entry::Slot;
use crate::memory::Mapping;

/// The number of slots in a bucket.
pub(crate) const BUCKET_SLOTS: usize = 4;

/// The slots of one cache line.
#[derive(Zeroable)]
#[repr(C, align(64))]
pub(crate) struct Bucket(pub(crate) [Slot; BUCKET_SLOTS]);

/// The error for a table size, in megabytes, for which there is not enough memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("cannot allocate {0} MB for the hash table")]
pub struct AllocationError(pub usize);

/// The number of buckets in a megabyte of the `Hash` option.
const MEGABYTE: usize = (1 << 20) / size_of::<Bucket>();
/// The usual size of a huge page in bytes.
const HUGE_PAGE: usize = 2 << 20;
/// The number of buckets in the smallest page of any system, 4 KB.
const SMALL_PAGE: usize = 4_096 / size_of::<Bucket>();
/// The number of buckets in a part of the memory, the unit that a thread assigns or clears.
const PART: usize = HUGE_PAGE / size_of::<Bucket>();

/// The maximum time for assigning the pages of a new table in advance: enough for 2 GB on a slow
/// virtual machine, which was measured at 0.33 GB per second, and for 50 GB and more on a desktop
/// computer.
const ASSIGNMENT_TIME: Duration = Duration::from_secs(8);
/// The maximum time for assigning the pages of a table that is cleared before a new game, if not
/// all of them were assigned before.
const REASSIGNMENT_TIME: Duration = Duration::from_millis(500);

/// Buckets in memory mapped directly from the operating system.
///
/// Accesses to a large table are spread over all of it, so the memory is in huge pages where the
/// system has them: a processor's TLB holds only a few thousand pages. As many pages as the time
/// allows can be assigned in advance, the others are on their first use.
pub(crate) struct Memory {
    map: Mapping<Bucket>,
    /// Whether all pages were assigned in advance.
    is_assigned: bool,
}

impl Memory {
    /// Allocates `megabytes`, at least 1, of empty buckets, without assigning pages.
    pub(crate) fn new(megabytes: usize) -> Result<Self, AllocationError> {
        let count = megabytes.max(1).checked_mul(MEGABYTE);
        let map = count.and_then(|count| Mapping::zeroed(count, HUGE_PAGE));
        Ok(Self { map: map.ok_or(AllocationError(megabytes))?, is_assigned: false })
    }

    /// Returns the size in megabytes.
    pub(super) fn megabytes(&self) -> usize {
        self.buckets().len() / MEGABYTE
    }

    /// Returns all buckets.
    pub(crate) fn buckets(&self) -> &[Bucket] {
        self.map.values()
    }

    /// Returns the slots of the bucket that `hash` chooses.
    pub(crate) fn slots(&self, hash: u64) -> &[Slot; BUCKET_SLOTS] {
        // Scales the hash to the number of buckets by a multiplication, which is faster than a
        // modulo.
        let buckets = self.buckets();
        let index = (u128::from(hash) * buckets.len() as u128) >> 64;
        &buckets[index as usize].0
    }

    /// Assigns the pages of new memory, huge ones where the system has them, as far as the time
    /// allows.
    pub(crate) fn assign_pages(&mut self) {
        self.assign_within(ASSIGNMENT_TIME);
    }

    /// Empties all buckets.
    pub(crate) fn clear(&mut self) {
        if !self.is_assigned
            && let Some(fresh) = Mapping::zeroed(self.buckets().len(), HUGE_PAGE)
        {
            self.map = fresh;
            self.assign_within(REASSIGNMENT_TIME);
        } else {
            self.for_each_part(|_, part| {
                for bucket in part {
                    for slot in &bucket.0 {
                        slot.write(0, 0);
                    }
                }
            });
        }
    }

    /// Assigns pages for no longer than `max_time`.
    fn assign_within(&mut self, max_time: Duration) {
        let started = Instant::now();
        let is_in_time = || started.elapsed() < max_time;
        self.for_each_part(|number, part| {
            if is_in_time() {
                // Huge pages are for parts assigned now: elsewhere the system would have to clear
                // 2 MB at the first access, during a search.
                self.map.request_huge_pages(number * PART, size_of_val(part));
                // The first use of a page assigns it.
                part.iter().step_by(SMALL_PAGE).for_each(|bucket| bucket.0[0].write(0, 0));
            }
        });
        self.is_assigned = is_in_time();
    }

    /// Calls `work` with the number of each part of the memory and its buckets, on all processor
    /// cores.
    fn for_each_part(&self, work: impl Fn(usize, &[Bucket]) + Sync) {
        let parts = self.buckets().chunks(PART);
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let helpers = cores.min(parts.len()).saturating_sub(1);
        let parts = Mutex::new(parts.enumerate());
        let next_part = || parts.lock().ok()?.next();
        let work_through = || {
            while let Some((number, part)) = next_part() {
                work(number, part);
            }
        };
        thread::scope(|scope| {
            for _ in 0..helpers {
                // If a thread cannot be spawned, the others do its share.
                let _ = thread::Builder::new().spawn_scoped(scope, work_through);
            }
            work_through();
        });
    }
}
