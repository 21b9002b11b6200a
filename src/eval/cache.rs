//! The pawn cache: structures of pawns and kings change seldom in a search.

use std::fmt;
use std::iter::Sum;

use super::pawns::PawnStructure;
use super::recorder::NoTrace;
use crate::board::Board;
use crate::mix::GOLDEN_RATIO;
use crate::types::Color;

/// How many structures are remembered: enough for nine of ten look-ups, within the second-level cache.
const SLOTS: usize = 1 << 13;

/// How often a pawn cache was asked, and how often it knew the structure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheUse {
    /// All look-ups.
    pub lookups: u64,
    /// Those that found the structure.
    pub hits: u64,
}

impl Sum for CacheUse {
    fn sum<I: Iterator<Item = Self>>(uses: I) -> Self {
        uses.fold(Self::default(), |sum, Self { lookups, hits }| Self {
            lookups: sum.lookups + lookups,
            hits: sum.hits + hits,
        })
    }
}

impl fmt::Display for CacheUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lookups, hits } = *self;
        let rate = 100.0 * hits as f64 / lookups.max(1) as f64;
        write!(f, "Pawn cache: {rate:.1} % of {lookups} look-ups hit")
    }
}

/// Structures of the positions seen last, by key.
#[derive(Clone, Debug)]
pub(super) struct PawnCache {
    slots: Box<[(u64, PawnStructure)]>,
    usage: CacheUse,
}

impl Default for PawnCache {
    fn default() -> Self {
        // No position has the key zero, or as good as none.
        let slots = vec![(0, PawnStructure::default()); SLOTS].into_boxed_slice();
        Self { slots, usage: CacheUse::default() }
    }
}

impl PawnCache {
    /// The structure of `board`, remembered or new.
    #[inline]
    pub(super) fn get(&mut self, board: &Board) -> PawnStructure {
        let key = key(board);
        let (known, structure) = &mut self.slots[key as usize % SLOTS];
        self.usage.lookups += 1;
        self.usage.hits += u64::from(*known == key);
        if *known != key {
            *known = key;
            *structure = PawnStructure::new(board, &mut NoTrace);
        }
        *structure
    }

    /// How it was used so far.
    pub(super) fn usage(&self) -> CacheUse {
        self.usage
    }
}

/// A key of the pawns and both kings.
#[inline]
fn key(board: &Board) -> u64 {
    let [white, black] = Color::ALL.map(|color| board.king(color).index() as u64);
    board.pawn_key() ^ (64 * white + black + 1).wrapping_mul(GOLDEN_RATIO).rotate_left(32)
}
