//! Entries of the transposition table and their packed form.

use crate::types::{Move, Score};

/// The relation of a stored score to the true score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
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
    /// The score, with mate distances counted from the position itself.
    pub score: Score,
    /// The static evaluation; absent in check.
    pub static_eval: Option<Score>,
    /// The search depth in plies.
    pub depth: u8,
    /// The relation of the score to the true score.
    pub bound: Bound,
}

/// The number of ages, which wrap around.
pub(super) const AGES: u8 = 64;

/// The packed form of an absent static evaluation.
const NO_EVAL: i16 = i16::MIN;

// The lowest bit of each field of the data word; the move starts at bit 0.
const SCORE_SHIFT: u32 = 16;
const EVAL_SHIFT: u32 = 32;
const DEPTH_SHIFT: u32 = 48;
const BOUND_SHIFT: u32 = 56;
const AGE_SHIFT: u32 = 58;

impl Entry {
    /// Returns the stored score if its bound makes it a better estimate than `static_eval`, and
    /// `static_eval` otherwise. Mate scores are never used.
    #[inline]
    pub fn refine(&self, static_eval: Score) -> Score {
        let is_better = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > static_eval,
            Bound::Upper => self.score < static_eval,
        };
        if is_better && !self.score.is_mate() { self.score } else { static_eval }
    }

    /// Packs the entry into a data word, which is never 0 since a bound is never 0.
    pub(super) fn pack(self, age: u8) -> u64 {
        let eval = self.static_eval.map_or(NO_EVAL, |eval| eval.0 as i16);
        u64::from(self.mv.bits())
            | u64::from(self.score.0 as i16 as u16) << SCORE_SHIFT
            | u64::from(eval as u16) << EVAL_SHIFT
            | u64::from(self.depth) << DEPTH_SHIFT
            | u64::from(self.bound as u8) << BOUND_SHIFT
            | u64::from(age) << AGE_SHIFT
    }

    /// Unpacks a data word; returns `None` for that of an empty slot.
    pub(super) fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> BOUND_SHIFT & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let eval = (data >> EVAL_SHIFT) as i16;
        Some(Self {
            mv: Move::from_bits(data as u16),
            score: Score(i32::from((data >> SCORE_SHIFT) as i16)),
            static_eval: (eval != NO_EVAL).then_some(Score(i32::from(eval))),
            depth: (data >> DEPTH_SHIFT) as u8,
            bound,
        })
    }
}

/// Returns the age of a packed entry.
pub(super) fn age_of(data: u64) -> u8 {
    (data >> AGE_SHIFT) as u8
}
