//! Ends a search before its limits: by Ctrl-C, or by Enter.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
#[cfg(unix)]
use std::{os::fd::AsFd, time::Duration};

#[cfg(unix)]
use nix::{
    errno::Errno,
    poll::{PollFd, PollFlags, PollTimeout, poll},
    unistd::{getpgrp, tcgetpgrp},
};
use nunatak::search::SearchControl;

use crate::interrupt::{exit, on_interrupt};

/// Stops the search at Ctrl-C and then calls `call`, which must not block; pressed again, it ends
/// the program.
pub(super) fn stop_and_call_on_interrupt(
    control: &Arc<SearchControl>,
    call: impl Fn() + Send + 'static,
) {
    let control = Arc::clone(control);
    on_interrupt(move || {
        if control.is_stopped() {
            exit();
        }
        control.stop();
        call();
    });
}

/// The control of a search that Enter, pressed at a terminal, or Ctrl-C can stop.
#[derive(Default)]
pub(super) struct Stop {
    pub(super) control: Arc<SearchControl>,
    is_by_enter: Arc<AtomicBool>,
}

impl Stop {
    /// Creates the control of a search that Ctrl-C stops.
    pub(super) fn new() -> Self {
        let stop = Self::default();
        stop_and_call_on_interrupt(&stop.control, || {});
        stop
    }

    /// Lets Enter stop the search if standard input is a terminal; other input may be meant for
    /// another program. In the background nothing is read. Returns whether Enter works now: the
    /// program is not in the background, and the system has started a thread.
    pub(super) fn on_enter(&self) -> bool {
        if !io::stdin().is_terminal() {
            return false;
        }
        let (control, is_by_enter) = (Arc::clone(&self.control), Arc::clone(&self.is_by_enter));
        // The thread is not joined: it may be blocked in a read until the process ends.
        let wait = move || {
            let mut line = String::new();
            wait_for_line();
            if io::stdin().read_line(&mut line).is_ok() {
                let is_line = line.ends_with('\n');
                is_by_enter.store(is_line && !control.is_stopped(), Ordering::Relaxed);
                control.stop();
            }
        };
        thread::Builder::new().spawn(wait).is_ok() && !is_in_background()
    }

    /// Whether Enter stopped the search.
    pub(super) fn is_by_enter(&self) -> bool {
        self.is_by_enter.load(Ordering::Relaxed)
    }
}

/// Whether the terminal belongs to another program, so that the system would suspend this one when
/// it reads from it.
#[cfg(unix)]
fn is_in_background() -> bool {
    tcgetpgrp(io::stdin()).is_ok_and(|foreground| foreground != getpgrp())
}

#[cfg(not(unix))]
fn is_in_background() -> bool {
    false
}

/// Waits until a line can be read while the program is not in the background.
#[cfg(unix)]
fn wait_for_line() {
    /// The time between looks at whether the program is in the background, in milliseconds.
    const INTERVAL: u8 = 100;
    loop {
        if is_in_background() {
            thread::sleep(Duration::from_millis(INTERVAL.into()));
            continue;
        }
        let stdin = io::stdin();
        let input = PollFd::new(stdin.as_fd(), PollFlags::POLLIN);
        match poll(&mut [input], PollTimeout::from(INTERVAL)) {
            Ok(0) | Err(Errno::EINTR) => {}
            // The line may be for another program, if this one was put in the background meanwhile.
            _ if is_in_background() => {}
            _ => return,
        }
    }
}

#[cfg(not(unix))]
fn wait_for_line() {}
