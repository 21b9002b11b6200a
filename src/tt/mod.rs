//! The transposition table: search results by position, shared by all threads.
//!
//! A bucket of four entries fills a cache line. Three slots prefer deep and recent entries; the
//! last takes every entry that displaces none of these. Source of the key check: R. Hyatt and T.
//! Mann, "A lock-less transposition-table implementation for parallel search", 2002.
//!
//! # Why threads need no lock
//!
//! An entry consists of two atomic words: the data, and the key XORed with the data. There is no
//! data race, since each word is read and written whole, and a reader sees in each word a value
//! that was once written there. It may, however, see the key word of one write beside the data word
//! of another, in any combination, because the two words are not written together. A memory order
//! stronger than relaxed would not change that, and none is needed, since an entry refers to no
//! other memory.
//!
//! A combination of two writes for the same position fails the key check, unless their data are
//! equal, in which case the entry is intact. A combination of writes for two positions passes only
//! if the XOR of their keys equals the XOR of their data, which is as unlikely as two positions
//! with the same key. Both are harmless: a move from the table is tested for legality
//! before it is played, and a wrong score is still within the range of scores.
//!
//! The table is resized and cleared only through `&mut`, when no search is running.

mod entry;
mod memory;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

pub(crate) use self::entry::Slot;
use self::entry::{AGES, age_of, with_age};
pub use self::entry::{Bound, Entry};
pub use self::memory::AllocationError;
pub(crate) use self::memory::{BUCKET_SLOTS, Memory};
use crate::memory::prefetch;
use crate::random::GOLDEN_RATIO;
use crate::types::Move;

/// The default size of the table in megabytes.
pub const DEFAULT_MEGABYTES: usize = 16;

/// The maximum size of the table in megabytes: an address space of 47 bits; on 32-bit systems less
/// than 31 bits, the size that no allocation may have.
pub const MAX_MEGABYTES: usize = if usize::BITS >= 64 { 1 << 27 } else { (1 << 11) - 1 };

/// The depth penalty, in plies, for each search since an entry was last stored or found; used for
/// replacement.
const AGE_PENALTY: i32 = 4;
/// The number of plies by which an entry must be deeper than a new bound to be kept.
const REPLACEMENT_MARGIN: i32 = 4;
/// The number of plies added to [`REPLACEMENT_MARGIN`] for bounds of positions that are or were in
/// a PV node.
const PV_MARGIN: i32 = 2;

/// A table of fixed size that maps position keys to entries.
pub struct TranspositionTable {
    memory: Memory,
    age: AtomicU8,
    /// Whether no search has started since the memory was new or cleared.
    is_clear: AtomicBool,
}

/// Returns the key in the table of a position with this Zobrist key and half-move clock.
///
/// The score of a search depends on the moves that are left to a draw by the fifty-move rule. So
/// from 20 on, positions with clocks of different tens have different keys. The engine Stockfish
/// does the same with steps of eight.
#[inline]
pub(crate) fn table_key(key: u64, halfmove_clock: u8) -> u64 {
    let later_tens = u64::from(halfmove_clock / 10).saturating_sub(1);
    key ^ later_tens.wrapping_mul(GOLDEN_RATIO)
}

impl TranspositionTable {
    /// Creates an empty table of `megabytes`, at least 1.
    ///
    /// # Errors
    /// [`AllocationError`] if there is not enough memory.
    pub fn new(megabytes: usize) -> Result<Self, AllocationError> {
        let memory = Memory::new(megabytes)?;
        Ok(Self { memory, age: AtomicU8::new(0), is_clear: AtomicBool::new(true) })
    }

    /// Returns the size in megabytes.
    pub fn megabytes(&self) -> usize {
        self.memory.megabytes()
    }

    /// Assigns the memory of a new table, which otherwise happens during the first search.
    pub fn assign_pages(&mut self) {
        self.memory.assign_pages();
    }

    /// Removes all entries, if a search has started since the table was last clear.
    pub fn clear(&mut self) {
        if !*self.is_clear.get_mut() {
            self.memory.clear();
        }
        *self.age.get_mut() = 0;
        *self.is_clear.get_mut() = true;
    }

    /// Starts a new search, which makes all existing entries one search older. Entries are stored
    /// only during a search.
    pub fn start_search(&self) {
        self.is_clear.store(false, Ordering::Relaxed);
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Returns the entry of the position with `key`, if there is one, and gives it the age of the
    /// current search. Without the attribute, quiescence calls it: 0.5 % more instructions.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let (slot, data) = self.find(key)?;
        let age = self.age.load(Ordering::Relaxed);
        if age_of(data) != age {
            slot.write(key, with_age(data, age));
        }
        Some(Entry::unpack(data))
    }

    /// Stores `entry` for the position with `key`.
    ///
    /// If `entry` has no move, that of an existing entry is kept. If an existing entry is much
    /// deeper and `entry` is not exact, only the move is replaced. A static evaluation alone
    /// replaces no result, which another thread may have stored meanwhile.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let Some((slot, data)) = self.find(key) else {
            Self::slot_to_replace(self.memory.slots(key), age, entry.depth)
                .write(key, entry.pack(age));
            return;
        };
        let old = Entry::unpack(data);
        if entry.bound.is_none() && old.bound.is_some() {
            return;
        }
        if entry.mv == Move::NONE {
            entry.mv = old.mv;
        }
        let bonus = REPLACEMENT_MARGIN + if entry.was_pv { PV_MARGIN } else { 0 };
        let replaces = entry.bound == Some(Bound::Exact) || entry.depth + bonus > old.depth;
        let stored = if replaces { entry } else { Entry { mv: entry.mv, ..old } };
        slot.write(key, stored.pack(age));
    }

    /// Returns the slot and the data word of the position with `key`.
    fn find(&self, key: u64) -> Option<(&Slot, u64)> {
        self.memory.slots(key).iter().find_map(|slot| slot.data_of(key).map(|data| (slot, data)))
    }

    /// Returns the slot of the least valuable entry among the preferred slots, or the last slot if
    /// that entry is worth more than a new one of `depth`.
    fn slot_to_replace(slots: &[Slot; BUCKET_SLOTS], age: u8, depth: i32) -> &Slot {
        let value = |slot: &Slot| {
            let data = slot.data();
            let searches = i32::from((age + AGES - age_of(data)) % AGES);
            if data == 0 { i32::MIN } else { Entry::unpack(data).depth - AGE_PENALTY * searches }
        };
        let [preferred @ .., last] = slots;
        let values = preferred.iter().map(|slot| (value(slot), slot));
        let least = values.min_by_key(|&(value, _)| value).filter(|&(value, _)| value <= depth);
        least.map_or(last, |(_, slot)| slot)
    }

    /// Prefetches the bucket of the position with `key`, which will soon be probed.
    pub fn prefetch(&self, key: u64) {
        prefetch(self.memory.slots(key));
    }

    /// Returns the share of slots stored or found by the current search, in permille, estimated
    /// from a sample.
    pub fn hashfull(&self) -> u32 {
        // Even the smallest table has far more slots.
        const SAMPLE: usize = 1_000;
        let age = self.age.load(Ordering::Relaxed);
        let slots = self.memory.buckets().iter().flat_map(|bucket| &bucket.0).take(SAMPLE);
        let is_current = |&data: &u64| data != 0 && age_of(data) == age;
        slots.map(Slot::data).filter(is_current).count() as u32
    }
}
