//! Entries of the transposition table, their packed form, and the slots that hold them.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::Zeroable;

use crate::types::{Move, Score};

/// The relation of a stored score to the true score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// A lower bound: the search failed high.
    Lower = 1,
    /// An upper bound: the search failed low.
    Upper = 2,
    /// The exact score.
    Exact = 3,
}

/// A search result stored for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, or [`Move::NONE`]. It must be tested for legality before it is played.
    pub mv: Move,
    /// The score, with the distances of proven wins counted from the position itself.
    pub score: Score,
    /// The static evaluation; absent in check and in results of Syzygy tables.
    pub static_eval: Option<Score>,
    /// The search depth in plies, clamped to 0 to 255 when stored.
    pub depth: i32,
    /// Whether the position has occurred in a PV node.
    pub was_pv: bool,
    /// The relation of the score to the true score; `None` if only the static evaluation is known.
    pub bound: Option<Bound>,
}

/// The number of ages, which wrap around.
pub(super) const AGES: u8 = 32;

/// The packed form of an absent static evaluation.
const NO_EVAL: i16 = i16::MIN;

// The lowest bit of each field of the data word; the move starts at bit 0.
const SCORE_SHIFT: u32 = u16::BITS;
const EVAL_SHIFT: u32 = SCORE_SHIFT + i16::BITS;
const DEPTH_SHIFT: u32 = EVAL_SHIFT + i16::BITS;
const BOUND_SHIFT: u32 = DEPTH_SHIFT + u8::BITS;
const AGE_SHIFT: u32 = BOUND_SHIFT + 2;
const PV_SHIFT: u32 = AGE_SHIFT + 5;

impl Entry {
    /// Creates an entry without the result of a search.
    pub fn unsearched(static_eval: Option<Score>, was_pv: bool) -> Self {
        Self { mv: Move::NONE, score: Score(0), static_eval, depth: 0, was_pv, bound: None }
    }

    /// Whether the score, given its bound, proves that the true score is at most `alpha` or at
    /// least `beta`, or is exact.
    pub fn proves(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            None => false,
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.score >= beta,
            Some(Bound::Upper) => self.score <= alpha,
        }
    }

    /// Whether the score, given its bound, proves that the true score is above or below `eval`.
    pub fn is_conclusive(&self, eval: Score) -> bool {
        self.proves(eval - 1, eval + 1)
    }

    /// Returns the stored score if its bound makes it a better estimate than `static_eval`, and
    /// `static_eval` otherwise. Scores of proven wins are never used.
    pub fn refine(&self, static_eval: Score) -> Score {
        let is_better = self.is_conclusive(static_eval) && !self.score.is_decisive();
        if is_better { self.score } else { static_eval }
    }

    /// Packs the entry into a data word. It is 0, like that of an empty slot, only at age 0 if the
    /// entry holds nothing but a static evaluation of 0.
    pub(super) fn pack(self, age: u8) -> u64 {
        let eval = self.static_eval.map_or(NO_EVAL, |eval| eval.0 as i16);
        u64::from(self.mv.bits())
            | u64::from(self.score.0 as i16 as u16) << SCORE_SHIFT
            | u64::from(eval as u16) << EVAL_SHIFT
            | (self.depth.clamp(0, i32::from(u8::MAX)) as u64) << DEPTH_SHIFT
            | self.bound.map_or(0, |bound| bound as u64) << BOUND_SHIFT
            | u64::from(age) << AGE_SHIFT
            | u64::from(self.was_pv) << PV_SHIFT
    }

    /// Unpacks a data word.
    pub(super) fn unpack(data: u64) -> Self {
        let bounds = [None, Some(Bound::Lower), Some(Bound::Upper), Some(Bound::Exact)];
        let eval = (data >> EVAL_SHIFT) as i16;
        Self {
            mv: Move::from_bits(data as u16),
            score: Score(i32::from((data >> SCORE_SHIFT) as i16)),
            static_eval: (eval != NO_EVAL).then_some(Score(i32::from(eval))),
            depth: i32::from((data >> DEPTH_SHIFT) as u8),
            was_pv: data >> PV_SHIFT != 0,
            bound: bounds[(data >> BOUND_SHIFT & 3) as usize],
        }
    }
}

/// Returns the age of a packed entry.
pub(super) fn age_of(data: u64) -> u8 {
    (data >> AGE_SHIFT) as u8 % AGES
}

/// Returns a packed entry with its age replaced.
pub(super) fn with_age(data: u64, age: u8) -> u64 {
    data & !(u64::from(AGES - 1) << AGE_SHIFT) | u64::from(age) << AGE_SHIFT
}

/// A slot: the data word of an entry, and the key of its position XORed with the data.
#[derive(Default, Zeroable)]
#[repr(C)]
pub(crate) struct Slot {
    pub(super) key_xor_data: AtomicU64,
    pub(super) data: AtomicU64,
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

    /// Stores the data word of the position with `key`; both are 0 for an empty slot.
    // Inline for tests, which are built without LTO: a table is cleared in a quarter of the time.
    #[inline]
    pub(crate) fn write(&self, key: u64, data: u64) {
        self.key_xor_data.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}
