//! What ends a search.

use std::time::Duration;

use crate::types::Move;

/// The conditions under which a search ends; the first one that holds ends it. With none, only a
/// stop does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The only moves to look at in the root; all if empty.
    pub search_moves: Vec<Move>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// How long to think.
    pub move_time: Option<Duration>,
    /// The deepest iteration in plies.
    pub depth: Option<usize>,
    /// How many nodes to visit.
    pub nodes: Option<u64>,
    /// How many nodes to visit before no further iteration begins.
    pub soft_nodes: Option<u64>,
    /// Look for a mate in so many moves.
    pub mate: Option<usize>,
}

/// A chess clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time left on it.
    pub time_left: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// How many moves the time left must last; all of the game if `None`.
    pub moves_to_go: Option<u32>,
}

/// The largest number of principal variations (`MultiPV`) of a search.
pub const MAX_MULTI_PV: usize = 256;

/// The stack size, in bytes, of a thread that searches: enough for the deepest line.
pub const STACK_BYTES: usize = 16 << 20;
