//! A cache of pawn structures, which seldom change during a search.

use std::fmt;
use std::iter::Sum;

use super::pawns::PawnStructure;
use super::recorder::NoRecorder;
use crate::board::Board;
use crate::mix::GOLDEN_RATIO;
use crate::text::counted;
use crate::types::{Color, Square};

/// Number of cached structures: enough for a hit rate of about 80 %, small enough for the L2
/// cache.
const SLOTS: usize = 1 << 13;

/// Lookups and hits of a pawn cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheStats {
    /// The number of lookups.
    pub lookups: u64,
    /// The number of lookups that found the structure.
    pub hits: u64,
}

impl Sum for CacheStats {
    fn sum<I: Iterator<Item = Self>>(uses: I) -> Self {
        uses.fold(Self::default(), |sum, Self { lookups, hits }| Self {
            lookups: sum.lookups + lookups,
            hits: sum.hits + hits,
        })
    }
}

impl fmt::Display for CacheStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lookups, hits } = *self;
        let rate = 100.0 * hits as f64 / lookups.max(1) as f64;
        write!(f, "Pawn cache: {rate:.1} % hits in {}", counted(lookups, "lookup"))
    }
}

/// A direct-mapped cache of pawn structures.
#[derive(Clone, Debug)]
pub(super) struct PawnCache {
    slots: Box<[(u64, PawnStructure)]>,
    usage: CacheStats,
}

impl Default for PawnCache {
    fn default() -> Self {
        // A zero key marks an empty slot; it is practically impossible for a real position.
        let slots = vec![(0, PawnStructure::default()); SLOTS].into_boxed_slice();
        Self { slots, usage: CacheStats::default() }
    }
}

impl PawnCache {
    /// Returns the pawn structure of `board`, evaluating and storing it on a miss.
    #[inline]
    pub(super) fn get(&mut self, board: &Board) -> PawnStructure {
        let key = key(board);
        let (cached_key, structure) = &mut self.slots[key as usize % SLOTS];
        self.usage.lookups += 1;
        self.usage.hits += u64::from(*cached_key == key);
        if *cached_key != key {
            *cached_key = key;
            *structure = PawnStructure::new(board, &NoRecorder);
        }
        *structure
    }

    /// Returns the lookups and hits so far.
    pub(super) fn usage(&self) -> CacheStats {
        self.usage
    }
}

/// Returns a key of the pawns and both kings.
#[inline]
fn key(board: &Board) -> u64 {
    let [white, black] = Color::ALL.map(|color| board.king(color).index() as u64);
    let kings = Square::COUNT as u64 * white + black + 1;
    board.pawn_key() ^ kings.wrapping_mul(GOLDEN_RATIO).rotate_left(32)
}
