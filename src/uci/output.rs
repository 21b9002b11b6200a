//! Standard output, shared by the threads of the protocol.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Writes whole lines, each at once. When nobody reads any more, it remembers so and stays silent.
#[derive(Debug, Default)]
pub(super) struct Output {
    closed: AtomicBool,
}

impl Output {
    /// Writes a line, or several.
    pub(super) fn line(&self, text: &str) {
        let mut stdout = io::stdout().lock();
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

    /// Whether nobody reads any more.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}
