//! The pawn cache: structures of pawns and kings change seldom in a search.

use super::pawns::PawnStructure;
use super::recorder::NoTrace;
use crate::board::Board;
use crate::types::Color;

/// How many structures are remembered: enough for nine of ten look-ups, within the second-level cache.
const SLOTS: usize = 1 << 13;

/// Structures of the positions seen last, by key.
#[derive(Clone, Debug)]
pub(super) struct PawnCache(Box<[(u64, PawnStructure)]>);

impl Default for PawnCache {
    fn default() -> Self {
        // No position has the key zero, or as good as none.
        Self(vec![(0, PawnStructure::default()); SLOTS].into_boxed_slice())
    }
}

impl PawnCache {
    /// The structure of `board`, remembered or new.
    #[inline]
    pub(super) fn get(&mut self, board: &Board) -> PawnStructure {
        let key = key(board);
        let (known, structure) = &mut self.0[key as usize % SLOTS];
        if *known != key {
            *known = key;
            *structure = PawnStructure::new(board, &mut NoTrace);
        }
        *structure
    }
}

/// A key of the pawns and both kings.
#[inline]
fn key(board: &Board) -> u64 {
    /// The golden ratio in 64 bits, which spreads small numbers.
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let [white, black] = Color::ALL.map(|color| board.king(color).index() as u64);
    board.pawn_key() ^ (64 * white + black + 1).wrapping_mul(SPREAD).rotate_left(32)
}
