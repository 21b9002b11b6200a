//! What ends a search: its limits, and signals while it runs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
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
    /// The maximum depth of an iteration, and of the proof of a mate, in plies.
    pub depth: Option<usize>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// The number of nodes after which no new iteration starts, also while pondering.
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

/// The stop and ponder signals of one search or perft, shared between threads.
#[derive(Debug, Default)]
pub struct SearchControl {
    stopped: AtomicBool,
    pondering: AtomicBool,
    finished: AtomicBool,
    lock: Mutex<()>,
    changed: Condvar,
}

impl SearchControl {
    /// Creates a control without signals. If `pondering`, the clock of the search does not run
    /// until [`SearchControl::ponder_hit`].
    pub fn new(pondering: bool) -> Self {
        Self { pondering: AtomicBool::new(pondering), ..Self::default() }
    }

    /// Asks the search to stop.
    pub fn stop(&self) {
        self.signal(&self.stopped, true);
    }

    /// Ends pondering; the search continues under its limits.
    pub fn ponder_hit(&self) {
        self.signal(&self.pondering, false);
    }

    /// Whether the search was asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Marks the search or perft as finished. Its caller does so before it reports the result.
    pub fn finish(&self) {
        self.signal(&self.finished, true);
    }

    /// Whether the search or perft was [marked](SearchControl::finish) as finished.
    pub fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
    }

    /// Whether the search is still pondering.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Blocks until `ready` holds, which is checked after every signal.
    pub fn wait_until(&self, ready: impl Fn(&Self) -> bool) {
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !ready(self) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn signal(&self, flag: &AtomicBool, value: bool) {
        flag.store(value, Ordering::Relaxed);
        // The lock keeps a waiter from missing the signal between its check and its wait.
        let _guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.changed.notify_all();
    }
}
