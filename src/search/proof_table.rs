//! Proof numbers, and tables that keep them and other values by position.

use crate::memory::prefetch;

/// The number of slots of a table: 8 MB.
pub(super) const SLOTS: usize = 1 << 19;

/// The proof and disproof number of a position. The attacker's goal is mate; the defender's is to
/// avoid it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    /// Estimated effort to prove that the side to move reaches its goal: 0 if it does,
    /// [`ProofNumbers::INFINITE`] if it does not.
    pub(super) proof: u16,
    /// Estimated effort to prove that the opponent reaches its goal, likewise.
    pub(super) disproof: u16,
    /// Plies to mate; `None` unless the mate is proved.
    pub(super) plies: Option<u16>,
}

impl ProofNumbers {
    /// The number of a goal that cannot be reached.
    pub(super) const INFINITE: u16 = u16::MAX;
    /// The defender is to move and checkmated.
    pub(super) const CHECKMATED: Self = Self { proof: Self::INFINITE, disproof: 0, plies: Some(0) };

    /// Returns the numbers of a position without mate; `is_attacker`: whether the attacker is to
    /// move.
    pub(super) fn no_mate(is_attacker: bool) -> Self {
        let (proof, disproof) = if is_attacker { (Self::INFINITE, 0) } else { (0, Self::INFINITE) };
        Self { proof, disproof, plies: None }
    }
}

/// A table of values by position, allocated when the first is stored. Without memory for it,
/// nothing is stored.
#[derive(Default)]
pub(super) struct PositionTable<V>(Vec<(u64, V)>);

impl<V: Copy + Default> PositionTable<V> {
    /// Returns the value of the position with `key`, if it is known.
    pub(super) fn get(&self, key: u64) -> Option<V> {
        let &(stored, value) = self.0.get(key as usize % SLOTS)?;
        (stored == key).then_some(value)
    }

    /// Starts to load the value of the position with `key`.
    pub(super) fn prefetch(&self, key: u64) {
        self.0.get(key as usize % SLOTS).inspect(|slot| prefetch(*slot));
    }

    /// Returns the slot for the position with `key`, which may hold another.
    pub(super) fn slot_mut(&mut self, key: u64) -> Option<&mut (u64, V)> {
        if self.0.is_empty() && self.0.try_reserve_exact(SLOTS).is_ok() {
            self.0.resize(SLOTS, Default::default());
        }
        self.0.get_mut(key as usize % SLOTS)
    }
}

/// A table of proof numbers by position and attacker.
#[derive(Default)]
pub(super) struct ProofTable {
    slots: PositionTable<ProofNumbers>,
    /// The half-move clock of the root.
    clock: u8,
    /// Whether a line has ended by the fifty-move rule since the last entries were dropped.
    pub(super) has_draws_by_clock: bool,
    /// Whether a line may have ended by a third occurrence of a position of the game.
    had_repetitions: bool,
}

impl ProofTable {
    /// Begins the searches from a root with this half-move `clock`. If it is lower than before,
    /// lines that ended by the fifty-move rule may now lead to mate: all numbers but those of
    /// proved mates are dropped. If a position of the game may occur for the third time, from this
    /// root or from the last, all numbers are dropped, since they hold only for those repetitions.
    pub(super) fn begin(&mut self, clock: u8, threefold_is_possible: bool) {
        if threefold_is_possible || self.had_repetitions {
            *self = Self { had_repetitions: threefold_is_possible, ..Self::default() };
        }
        if self.has_draws_by_clock && clock < self.clock {
            let unproved = self.slots.0.iter_mut().filter(|(_, numbers)| numbers.plies.is_none());
            unproved.for_each(|slot| *slot = Default::default());
            self.has_draws_by_clock = false;
        }
        self.clock = clock;
    }

    /// Forgets all numbers.
    pub(super) fn clear(&mut self) {
        self.slots.0.fill(Default::default());
        self.has_draws_by_clock = false;
    }

    /// Returns the numbers of the position with `key`; `is_attacker`: whether the attacker is to
    /// move.
    pub(super) fn get(&self, key: u64, is_attacker: bool) -> Option<ProofNumbers> {
        self.slots.get(slot_key(key, is_attacker))
    }

    /// Starts to load the numbers of the position with `key`.
    pub(super) fn prefetch(&self, key: u64, is_attacker: bool) {
        self.slots.prefetch(slot_key(key, is_attacker));
    }

    /// Stores the numbers of the position with `key`; `is_attacker`: whether the attacker is to
    /// move. A proved mate is replaced only by another, so that lines to mate are rarely lost.
    pub(super) fn store(&mut self, key: u64, is_attacker: bool, numbers: ProofNumbers) {
        let key = slot_key(key, is_attacker);
        if let Some(slot) = self.slots.slot_mut(key)
            && (slot.1.plies.is_none() || numbers.plies.is_some())
        {
            *slot = (key, numbers);
        }
    }
}

/// Returns a key that also depends on which side attacks.
fn slot_key(key: u64, is_attacker: bool) -> u64 {
    if is_attacker { key } else { !key }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_by_position_and_attacker() {
        let mut table = ProofTable::default();
        assert_eq!(table.get(7, true), None);
        table.store(7, true, ProofNumbers::no_mate(true));
        assert_eq!(table.get(7, true), Some(ProofNumbers::no_mate(true)));
        assert_eq!((table.get(7, false), table.get(7 + SLOTS as u64, true)), (None, None));
    }

    #[test]
    fn a_lower_clock_leaves_only_mates_after_a_draw_by_clock() {
        let mut table = ProofTable::default();
        table.begin(90, false);
        table.store(1, true, ProofNumbers::no_mate(true));
        table.store(2, false, ProofNumbers::CHECKMATED);
        table.begin(0, false);
        assert_eq!(table.get(1, true), Some(ProofNumbers::no_mate(true)));
        table.begin(90, false);
        table.has_draws_by_clock = true;
        table.begin(91, false);
        assert_eq!(table.get(1, true), Some(ProofNumbers::no_mate(true)));
        table.begin(0, false);
        let expected = (None, Some(ProofNumbers::CHECKMATED));
        assert_eq!((table.get(1, true), table.get(2, false)), expected);
    }

    #[test]
    fn numbers_hold_only_for_the_same_repetitions() {
        let mut table = ProofTable::default();
        for (threefold_is_possible, is_kept) in
            [(false, true), (true, false), (true, false), (false, false), (false, true)]
        {
            table.store(1, false, ProofNumbers::CHECKMATED);
            table.begin(20, threefold_is_possible);
            assert_eq!(table.get(1, false).is_some(), is_kept);
        }
    }

    #[test]
    fn proved_mates_are_replaced_only_by_others() {
        let mut table = ProofTable::default();
        let (key, other) = (7, 7 + SLOTS as u64);
        table.store(key, false, ProofNumbers::no_mate(false));
        table.store(other, false, ProofNumbers::CHECKMATED);
        assert_eq!(table.get(key, false), None);
        table.store(key, false, ProofNumbers::no_mate(false));
        assert_eq!(table.get(other, false), Some(ProofNumbers::CHECKMATED));
        table.store(key, false, ProofNumbers::CHECKMATED);
        assert_eq!(table.get(other, false), None);
    }
}
