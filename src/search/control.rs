//! How a running search is told to stop, or that the opponent played the expected move.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// Signals from outside to one search, shared between threads.
#[derive(Debug, Default)]
pub struct SearchControl {
    stopped: AtomicBool,
    pondering: AtomicBool,
    finished: AtomicBool,
    lock: Mutex<()>,
    changed: Condvar,
}

impl SearchControl {
    /// For a search that nobody has stopped. With `pondering`, its clock stands still until
    /// [`SearchControl::ponder_hit`].
    pub fn new(pondering: bool) -> Self {
        Self { pondering: AtomicBool::new(pondering), ..Self::default() }
    }

    /// Ends the search soon.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        self.notify();
    }

    /// Ends pondering: the search goes on under its limits.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
        self.notify();
    }

    /// Whether the search is to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Notes that the search is over and only its answer is to be given.
    pub fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    /// Whether the search is over.
    pub fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
    }

    /// The flag behind [`SearchControl::is_stopped`], for other long work.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stopped
    }

    /// Whether the search is pondering still.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Sleeps until `ready` holds; it is looked at after every signal.
    pub fn wait_until(&self, ready: impl Fn(&Self) -> bool) {
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !ready(self) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn notify(&self) {
        // With the lock held, no waiter is between its look and its sleep.
        let _guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.changed.notify_all();
    }
}
