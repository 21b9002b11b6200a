//! Slots of the transposition table, each of which holds a packed entry.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::Zeroable;

/// A slot: the data word of an entry, and the key of its position XORed with the data.
#[derive(Default, Zeroable)]
#[repr(C)]
pub(crate) struct Slot {
    key_xor_data: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// Returns the data word, whatever its position; 0 if the slot is empty.
    pub(crate) fn data(&self) -> u64 {
        self.data.load(Ordering::Relaxed)
    }

    /// Returns the data word if the slot holds the position with `key`.
    pub(crate) fn data_of(&self, key: u64) -> Option<u64> {
        let data = self.data();
        (self.key_xor_data.load(Ordering::Relaxed) ^ data == key && data != 0).then_some(data)
    }

    /// Removes the entry.
    pub(super) fn clear(&self) {
        self.write(0, 0);
    }

    /// Stores the data word of the position with `key`.
    pub(crate) fn write(&self, key: u64, data: u64) {
        self.write_key(key, data);
        self.write_data(data);
    }

    /// Stores the key word of an entry.
    pub(super) fn write_key(&self, key: u64, data: u64) {
        self.key_xor_data.store(key ^ data, Ordering::Relaxed);
    }

    /// Stores the data word of an entry.
    pub(super) fn write_data(&self, data: u64) {
        self.data.store(data, Ordering::Relaxed);
    }
}
