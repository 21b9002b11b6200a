//! Standard output, shared by the threads of the protocol.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::log::{Direction, Log};
use super::options::{DEBUG_LOG_FILE, is_empty};

/// Writes whole lines, each at once. When nobody reads any more, it remembers so and stays silent.
#[derive(Debug, Default)]
pub(super) struct Output {
    closed: AtomicBool,
    log: Log,
}

impl Output {
    /// Writes a line, or several.
    pub(super) fn line(&self, text: &str) {
        let mut stdout = io::stdout().lock();
        self.note(Direction::Out, text);
        if writeln!(stdout, "{text}").and_then(|()| stdout.flush()).is_err() {
            self.closed.store(true, Ordering::Relaxed);
        }
    }

    /// Writes an `info string` line. What it quotes from outside may be very long, and is cut.
    pub(super) fn info(&self, text: impl std::fmt::Display) {
        const SHOWN: usize = 300;
        let mut line = format!("info string {text}");
        if let Some((end, _)) = line.char_indices().nth(SHOWN) {
            line.truncate(end);
            line.push('…');
        }
        self.line(&line);
    }

    /// Logs lines that came or go. If that fails, it says so and logs no more.
    pub(super) fn note(&self, direction: Direction, text: &str) {
        if let Err(error) = self.log.add(direction, text) {
            self.info(format_args!("{DEBUG_LOG_FILE}: {error}; nothing more is logged"));
        }
    }

    /// Logs to the file of that name from now on; no longer if there is none, or if it cannot be
    /// written, which it says.
    pub(super) fn log_to(&self, name: &str) {
        let path = (!is_empty(name)).then(|| Path::new(name));
        if let Err(error) = self.log.open(path) {
            self.info(format_args!(
                "option {DEBUG_LOG_FILE}: '{name}': {error}; nothing is logged"
            ));
        }
    }

    /// Whether nobody reads any more.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}
