//! Proof numbers, and the table that keeps them by position.

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

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    numbers: ProofNumbers,
}

/// A table of proof numbers by position and attacker, allocated when the first entry is stored.
#[derive(Default)]
pub(super) struct ProofTable {
    slots: Vec<Slot>,
    /// The half-move clock of the root.
    clock: u8,
    /// Whether a line has ended by the fifty-move rule since the last entries were dropped.
    has_draws_by_clock: bool,
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
            let unproved = self.slots.iter_mut().filter(|slot| slot.numbers.plies.is_none());
            unproved.for_each(|slot| *slot = Slot::default());
            self.has_draws_by_clock = false;
        }
        self.clock = clock;
    }

    /// Forgets all numbers.
    pub(super) fn clear(&mut self) {
        self.slots.fill(Slot::default());
        self.has_draws_by_clock = false;
    }

    /// Notes that a line has ended by the fifty-move rule.
    pub(super) fn note_draw_by_clock(&mut self) {
        self.has_draws_by_clock = true;
    }

    /// Returns the numbers of the position with `key`; `is_attacker`: whether the attacker is to
    /// move.
    pub(super) fn get(&self, key: u64, is_attacker: bool) -> Option<ProofNumbers> {
        let key = slot_key(key, is_attacker);
        let slot = self.slots.get(index(key))?;
        (slot.key == key).then_some(slot.numbers)
    }

    /// Starts to load the numbers of the position with `key`.
    pub(super) fn prefetch(&self, key: u64, is_attacker: bool) {
        self.slots.get(index(slot_key(key, is_attacker))).inspect(|slot| prefetch(*slot));
    }

    /// Stores the numbers of the position with `key`; `is_attacker`: whether the attacker is to
    /// move. A proved mate is replaced only by another, so that lines to mate are rarely lost.
    /// Without memory for the table, nothing is stored.
    pub(super) fn store(&mut self, key: u64, is_attacker: bool, numbers: ProofNumbers) {
        if self.slots.is_empty() && self.slots.try_reserve_exact(SLOTS).is_ok() {
            self.slots.resize(SLOTS, Slot::default());
        }
        let key = slot_key(key, is_attacker);
        let Some(slot) = self.slots.get_mut(index(key)) else { return };
        if slot.numbers.plies.is_none() || numbers.plies.is_some() {
            *slot = Slot { key, numbers };
        }
    }
}

/// Returns a key that also depends on which side attacks.
fn slot_key(key: u64, is_attacker: bool) -> u64 {
    if is_attacker { key } else { !key }
}

fn index(key: u64) -> usize {
    key as usize % SLOTS
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
        table.note_draw_by_clock();
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
