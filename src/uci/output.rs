//! The output, shared by the threads of the protocol.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::log::{Direction, Log};
use crate::text::Printable;

/// The maximum length of an `info string` line, in characters; invalid input may be quoted in it.
const MAX_INFO: usize = 300;

/// A writer of whole lines with a log. A failed write is recorded, not returned.
pub(super) struct Output {
    writer: Mutex<Box<dyn Write + Send>>,
    closed: AtomicBool,
    log: Log,
}

impl Output {
    /// Creates an output to `writer` without a log.
    pub(super) fn new(writer: impl Write + Send + 'static) -> Self {
        let closed = AtomicBool::new(false);
        Self { writer: Mutex::new(Box::new(writer)), closed, log: Log::default() }
    }

    /// Writes one or more lines.
    pub(super) fn line(&self, text: &str) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let logged = self.log.add(Direction::Out, text);
        if writeln!(writer, "{text}").and_then(|()| writer.flush()).is_err() {
            self.closed.store(true, Ordering::Relaxed);
        }
        // Reporting an error locks the writer again.
        drop(writer);
        self.report_log_error(logged);
    }

    /// Writes an `info string` line without control characters. If it is longer than [`MAX_INFO`]
    /// characters, the middle is left out, because the reason is often at the end.
    pub(super) fn info(&self, text: impl fmt::Display) {
        let mut line = format!("info string {}", Printable(text));
        let length = line.chars().count();
        if length > MAX_INFO {
            let half = MAX_INFO / 2;
            let (start, end) = (line.chars().take(half), line.chars().skip(length - half));
            line = start.chain(['…']).chain(end).collect();
        }
        self.line(&line);
    }

    /// Adds lines to the log. An error is reported and switches the log off.
    pub(super) fn log(&self, direction: Direction, text: &str) {
        self.report_log_error(self.log.add(direction, text));
    }

    fn report_log_error(&self, logged: io::Result<()>) {
        if let Err(error) = logged {
            self.info(format_args!("Debug Log File: {error}; the log is off"));
        }
    }

    /// Logs to the file at `path`. Without a path, or on an error, the log is off.
    pub(super) fn log_to(&self, path: Option<&Path>) -> io::Result<()> {
        self.log.open(path)
    }

    /// Whether a write has failed, normally because the pipe was closed at its other end.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}
