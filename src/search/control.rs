//! Signals to a running search: stop and ponder hit.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// The signals to one search, shared between threads.
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
        self.stopped.store(true, Ordering::Relaxed);
        self.notify();
    }

    /// Ends pondering; the search continues under its limits.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
        self.notify();
    }

    /// Whether the search was asked to stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Marks the search as finished; its result is still to be reported.
    pub fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
        self.notify();
    }

    /// Whether the search has finished.
    pub fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
    }

    /// Returns the flag behind [`SearchControl::is_stopped`], to stop other work such as perft.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stopped
    }

    /// Whether the search is still pondering.
    #[inline]
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

    fn notify(&self) {
        // The lock keeps a waiter from missing the signal between its check and its wait.
        let _guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.changed.notify_all();
    }
}
