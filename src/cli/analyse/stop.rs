//! What stops a search before its limits.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use nunatak::search::SearchControl;

/// The control of a search that Enter, pressed at a terminal, or Ctrl-C can stop.
#[derive(Default)]
pub(super) struct Stop {
    pub(super) control: Arc<SearchControl>,
    is_by_enter: Arc<AtomicBool>,
}

impl Stop {
    /// Stops the search when the user presses Enter. The thread is not joined: it may be blocked in a read
    /// until the process ends. Without a terminal, which may be meant for another program, it does nothing
    /// and returns false.
    pub(super) fn on_enter(&self) -> bool {
        if !io::stdin().is_terminal() {
            return false;
        }
        let (control, is_by_enter) = (Arc::clone(&self.control), Arc::clone(&self.is_by_enter));
        thread::spawn(move || {
            let _ = io::stdin().read_line(&mut String::new());
            is_by_enter.store(!control.is_stopped(), Ordering::Relaxed);
            control.stop();
        });
        true
    }

    /// Whether Enter stopped the search.
    pub(super) fn is_by_enter(&self) -> bool {
        self.is_by_enter.load(Ordering::Relaxed)
    }
}
