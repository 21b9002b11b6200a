//! Limits of a search.

use std::time::Duration;

use crate::types::{MAX_PLY, Move};

/// The limits of a search, which ends as soon as one of them is reached.
///
/// Without any limit, the search runs until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The root moves to search; all legal moves if none of these is legal.
    pub search_moves: Vec<Move>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// The time to use for the move.
    pub move_time: Option<Duration>,
    /// The maximum depth of an iteration, in plies.
    pub depth: Option<usize>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// The number of nodes after which no new iteration starts.
    pub soft_nodes: Option<u64>,
    /// The number of moves within which to find a mate by the side to move, at most
    /// [`MAX_MATE_MOVES`]; higher numbers count as that one.
    pub mate: Option<usize>,
}

/// The state of a chess clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub time_left: Duration,
    /// The increment per move.
    pub increment: Duration,
    /// The number of moves until the next time control, or `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The largest number of moves for which a mate is proved or ruled out: the mated node must be
/// within [`MAX_PLY`].
pub const MAX_MATE_MOVES: usize = (MAX_PLY - 1) / 2;

/// The maximum number of principal variations (`MultiPV`) of a search.
pub const MAX_MULTI_PV: usize = 256;
