//! A table of leaf counts, shared by all threads.

use crate::board::position::Board;
use crate::mix::mix;
use crate::tt::{AllocationError, BUCKET_SLOTS, Bucket, MEGABYTE, Memory, Slot};
use crate::types::Color;

/// The number of bits for the depth, below those of the count.
const DEPTH_BITS: u32 = 8;

/// The leaf counts of positions at various depths.
///
/// A count is used only if the whole key of the position and the depth are equal. The bucket
/// depends on other keys of the position, which makes false matches rarer still. The table needs no
/// lock, for the same reasons as the transposition table.
pub(super) struct PerftTable(Memory);

impl PerftTable {
    /// Creates an empty table of `megabytes`, at least 1.
    ///
    /// # Errors
    /// [`AllocationError`] if there is not enough memory.
    pub(super) fn new(megabytes: usize) -> Result<Self, AllocationError> {
        let error = AllocationError(megabytes);
        let bytes = megabytes.max(1).checked_mul(MEGABYTE).ok_or(error)?;
        let mut memory = Memory::new(bytes / size_of::<Bucket>()).ok_or(error)?;
        memory.assign_pages();
        Ok(Self(memory))
    }

    /// Returns the leaf count of `board` at `depth` plies, if it is known.
    pub(super) fn get(&self, board: &Board, depth: u8) -> Option<u64> {
        let slots = self.slots(board, depth);
        let mut found = slots.iter().filter_map(|slot| slot.data_of(board.key()));
        found.find(|&data| depth_of(data) == depth).map(count_of)
    }

    /// Stores the leaf count of `board` at `depth` plies, at least 1, if it fits in 56 bits. Of the
    /// counts in a bucket, the largest are kept longest, since they took the most time.
    pub(super) fn store(&self, board: &Board, depth: u8, count: u64) {
        if count >> (u64::BITS - DEPTH_BITS) != 0 {
            return;
        }
        let [preferred @ .., last] = self.slots(board, depth);
        let smallest = preferred.iter().min_by_key(|slot| count_of(slot.data()));
        let is_smaller = |slot: &&Slot| count_of(slot.data()) <= count;
        let slot = smallest.filter(is_smaller).unwrap_or(last);
        slot.write(board.key(), count << DEPTH_BITS | u64::from(depth));
    }

    fn slots(&self, board: &Board, depth: u8) -> &[Slot; BUCKET_SLOTS] {
        let pieces = board.non_pawn_key(Color::White).rotate_left(u64::BITS / 2);
        let hash = mix(board.pawn_key() ^ pieces ^ u64::from(depth));
        self.0.slots(hash)
    }
}

fn depth_of(data: u64) -> u8 {
    data as u8
}

fn count_of(data: u64) -> u64 {
    data >> DEPTH_BITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_found_by_position_and_depth() {
        let table = PerftTable::new(1).unwrap();
        let board = Board::start();
        assert_eq!(table.get(&board, 3), None);
        table.store(&board, 3, 8_902);
        table.store(&board, 4, 197_281);
        let next = board.make(board.legal_moves()[0]);
        assert_eq!((table.get(&board, 3), table.get(&board, 4)), (Some(8_902), Some(197_281)));
        assert_eq!((table.get(&board, 5), table.get(&next, 3)), (None, None));
        // A position without moves has no leaves; too large a count is not stored.
        table.store(&next, 2, 0);
        table.store(&next, 9, u64::MAX);
        assert_eq!((table.get(&next, 2), table.get(&next, 9)), (Some(0), None));
    }
}
